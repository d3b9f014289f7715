"""ArUco fiducials at the four corners of a board: orientation and a coarse geometry.

Markers of DICT_4X4_50 with ids 0 to 3 lie outside the grid at its bottom-left (a1), top-left,
top-right and bottom-right corner. How far outside is not laid down; on printed boards a marker's
middle is about three quarters of its side away from the grid on both axes, which is good to a tenth
of a site: enough to start the photometric fit, which then decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations
from math import dist
from statistics import fmean, median

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.core.layout import Layout, Surface
from pi_board.vision.geometry import BoardGeometry, Floats, Image, Lens, size_of, triple
from pi_board.vision.least_squares import minimise
from pi_board.vision.mount import Mount
from pi_board.vision.pose import (
    pose_from_homography,
    project_with_jacobian,
    typical_lens,
    undistorted,
)

# Distance of a marker's middle from the grid, along x and along y, in marker sides.
OFFSET = 0.75
# Thresholding a blurred picture makes black squares this much too small, measured on many pictures.
_SHRINKAGE_PX = 1.2
_AROUND_PX, _AROUND_SITES = 40, 1.6  # per site and beyond the board, of the flattened picture
_OUT_OF_FOCUS_PX, _SHARPER = 3.0, 3.0  # blur of that picture that is undone, and how far
_MOST_CONTRAST = 4.0  # of the contrast that is evened out
_LARGEST_PX = 1300  # longer side of the picture in which markers are looked for
_FIRST_PX = 900  # the same at first: as many are found as there, in two thirds of the time

# A site's height over its width where boards are free to choose, for when only one is seen.
_USUAL_ASPECT = {Surface.HOLES: 1.0, Surface.ROWS: 1.15}

_STEPS = 20  # of a fit
_SQUARE = np.array([(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)])
_PLACE = np.array([(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)])


@dataclass(frozen=True, slots=True)
class Fiducial:
    """A detected marker: its id and its corners (top-left first, clockwise as printed), pixels."""

    id: int
    corners_px: tuple[tuple[float, float], ...]

    @property
    def array(self) -> Floats:
        """Corners as an array (4, 2)."""
        return np.asarray(self.corners_px, np.float64)

    @property
    def middle(self) -> Floats:
        """Mean of the corners."""
        return np.asarray(self.array.mean(axis=0), np.float64)

    @property
    def side_px(self) -> float:
        """Mean length of the four sides."""
        return fmean(map(dist, self.corners_px, self.corners_px[1:] + self.corners_px[:1]))


def _detector(window: int, constant: float, refinement: int) -> cv2.aruco.ArucoDetector:
    p = cv2.aruco.DetectorParameters()
    p.adaptiveThreshWinSizeMin = p.adaptiveThreshWinSizeMax = window
    p.adaptiveThreshConstant = constant
    p.minMarkerPerimeterRate = 0.02
    p.errorCorrectionRate = 1.0  # one bit; only four ids count, and they must lie right
    p.cornerRefinementMethod = refinement
    return cv2.aruco.ArucoDetector(four_ids(), p)


@cache
def four_ids() -> cv2.aruco.Dictionary:
    """The ids 0 to 3: to compare all that is square with fifty takes four times as long."""
    fifty = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    size, correctable = fifty.markerSize, fifty.maxCorrectionBits
    return cv2.aruco.Dictionary(fifty.bytesList[:4].copy(), size, correctable)


def _markers(
    grey: Image, window: int, constant: float, refinement: int
) -> tuple[Sequence[Floats], npt.NDArray[np.int32] | None]:
    """Corners of each marker, and the ids, if there are any."""
    try:
        corners, ids, _ = _detector(window, constant, refinement).detectMarkers(grey)
    except cv2.error:  # OpenCV cannot fit a line to so short a side of one marker's contour
        subpixel = cv2.aruco.CORNER_REFINE_SUBPIX
        corners, ids, _ = _detector(window, constant, subpixel).detectMarkers(grey)
    return corners, ids  # type: ignore[return-value]


def _as_is(grey: Image) -> Image:
    return grey


def _burnt(grey: Image) -> Image:
    """Where light is too strong, white spills over black lines."""
    return np.asarray(cv2.erode(grey, np.ones((3, 3), np.uint8)), np.uint8)


def _dim(grey: Image) -> Image:
    """In the dark the white of a marker is hardly brighter than its black: contrast evened out."""
    return np.asarray(cv2.createCLAHE(_MOST_CONTRAST, (8, 8)).apply(grey), np.uint8)


def _sharpened(grey: Image) -> Image:
    """Small markers, or out of focus: their squares run into each other (unsharp masking)."""
    smooth = cv2.GaussianBlur(grey, (0, 0), _OUT_OF_FOCUS_PX)
    return np.asarray(cv2.addWeighted(grey, 1 + _SHARPER, smooth, -_SHARPER, 0), np.uint8)


def detect(image_bgr: Image, wanted: int = 3, *, patient: bool = True) -> tuple[Fiducial, ...]:
    """The fiducials 0 to 3 in a picture, at most one of each id, sorted by id.

    Small and dim markers need the picture enlarged and more than one threshold: later, dearer
    attempts are made only while fewer than `wanted` are found. Of 709 pictures the first three
    attempts show one or two in 76, the other five then three or more in 51. Not `patient`: nothing
    is tried any more if the first attempt shows none.
    """
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)
    contour, subpixel = cv2.aruco.CORNER_REFINE_CONTOUR, cv2.aruco.CORNER_REFINE_SUBPIX
    largest = max(grey.shape)
    enlarge = min(2.0, _LARGEST_PX / largest)
    found: dict[int, Fiducial] = {}
    attempts = (
        (min(1.5, _FIRST_PX / largest), 19, 7.0, contour, _as_is),
        (min(1.0, enlarge), 13, 7.0, subpixel, _as_is),
        (min(1.0, enlarge), 23, 7.0, contour, _burnt),
        (min(1.0, enlarge), 23, 4.0, contour, _sharpened),
        (enlarge, 13, 5.0, contour, _burnt),
        (enlarge, 13, 4.0, contour, _sharpened),
        (min(1.0, enlarge), 23, 5.0, contour, _dim),
        (1.5 * enlarge, 33, 5.0, contour, _as_is),
    )
    for attempt, (scale, window, constant, refinement, shown) in enumerate(attempts):
        big = grey
        if scale != 1.0:
            how = cv2.INTER_CUBIC if scale > 1.0 else cv2.INTER_AREA
            big = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=how)
        big = shown(np.asarray(big, np.uint8))
        corners, ids = _markers(big, window, constant, refinement)
        for quad, number in zip(corners, [] if ids is None else ids.ravel(), strict=True):
            if int(number) not in found:
                points = (quad.reshape(4, 2).astype(np.float64) + 0.5) / scale - 0.5
                seen = Fiducial(int(number), _corners(points))
                found[seen.id] = _grown(seen, 0.0 if shown is _burnt else _SHRINKAGE_PX)
        if len(found) >= wanted:
            break
        if not found and attempt == (2 if patient else 0):  # most likely there are none
            break
    return tuple(found[i] for i in sorted(found))


def flat_around(image_bgr: Image, geometry: BoardGeometry) -> Image:
    """A board with its surroundings from straight above, for `detect_around`."""
    return geometry.rectify(image_bgr, _AROUND_PX, _AROUND_SITES)


def detect_around(
    flat: Image, geometry: BoardGeometry, *, mirrored: bool = False
) -> tuple[Fiducial, ...]:
    """The fiducials around a board that was found without them, out of its view as of
    `flat_around`, in pixels of the picture; `mirrored`: in a mirror, at a glance (137 of 145 boards
    are told so, as many as with patience).

    Seen from straight above and enlarged, some are read that are too tilted, small or dim else.
    """
    mirror = Mount(mirrored=mirrored)
    shown = mirror.upright(flat)
    seen = detect(shown, patient=not mirrored)
    if not seen and not mirrored:
        seen = detect(_sharpened(shown))
    found = []
    for fiducial in seen:
        as_it_lies = np.array(mirror.as_it_came(fiducial.corners_px, size_of(flat)))
        x, y = ((as_it_lies + 0.5) / _AROUND_PX - _AROUND_SITES).T
        pixels = geometry.project(np.c_[x, geometry.rows - y])
        found.append(Fiducial(fiducial.id, _corners(pixels)))
    return tuple(found)


def _grown(found: Fiducial, shrinkage_px: float) -> Fiducial:
    """A fiducial as detected, its corners moved outwards to where they really are."""
    middle = found.middle
    points = middle + (found.array - middle) * (1.0 + shrinkage_px / found.side_px)
    return Fiducial(found.id, _corners(points))


def _corners(points: Floats) -> tuple[tuple[float, float], ...]:
    """An array (n, 2) as a fiducial keeps it."""
    return tuple((x, y) for x, y in points.tolist())


def coarse_geometries(
    fiducials: tuple[Fiducial, ...],
    layouts: Sequence[Layout],
    image_size: tuple[int, int],
    lens: Lens | None,
) -> list[list[tuple[BoardGeometry, int]]]:
    """Geometries that two or more fiducials suggest for each of some layouts, likeliest first, each
    with the number used.

    All fiducials together come first; if they contradict each other, so do the sets with one left
    out. Empty when fewer than two are given or nothing fits.
    """
    fitted = cache(partial(_fit_markers, image_size=image_size, lens=lens))  # alike for most
    return [_coarse(fiducials, layout, fitted) for layout in layouts]


def _coarse(
    fiducials: tuple[Fiducial, ...], layout: Layout, fitted: Callable[..., _Markers | None]
) -> list[tuple[BoardGeometry, int]]:
    """The same for one layout; `fitted` as `_fit_markers`."""
    out: list[tuple[float, BoardGeometry, int]] = []
    count, square = len(fiducials), _is_square(layout)
    for size in range(count, max(1, count - 2), -1):
        for chosen in combinations(fiducials, size):
            markers = fitted(chosen, _first_span(chosen, layout), square)
            if markers is not None and markers.off < 0.15:
                out.append((markers.off, _grid_geometry(markers, layout), size))
        if out:
            break
    return [(geometry, size) for _, geometry, size in sorted(out, key=lambda o: o[0])]


@dataclass(frozen=True, slots=True)
class _Markers:
    """The frame of the markers, with a marker's side as unit and marker 0 as origin, the distances
    between their middles along x and y, and how far their corners are off in it.
    """

    geometry: BoardGeometry
    span: Floats
    off: float


def _fit_markers(
    fiducials: tuple[Fiducial, ...],
    span: tuple[float, float],
    square: bool,
    image_size: tuple[int, int],
    lens: Lens | None,
) -> _Markers | None:
    """The frame of the markers, beginning with these distances between them (`span`), which are
    the same if they are around a `square` board; None if there is none.

    Unknown are the pose, these distances and (without `lens`) the focal length.
    """
    ids = np.array([f.id for f in fiducials])
    pixels = np.concatenate([f.array for f in fiducials])
    side = float(np.mean([f.side_px for f in fiducials]))
    used = lens or typical_lens(image_size)
    h, _ = cv2.findHomography(_marker_points(ids, span), undistorted(pixels, used))
    if h is None:
        return None
    start = pose_from_homography(np.asarray(h, np.float64), used, 1, 1, 1.0)
    if start is None:
        return None
    p0 = np.array([*start.rotation, *start.translation, np.log(used.focal_px), *np.log(span)])
    sigma = np.array([np.inf] * 6 + [0.0 if lens else 0.25, 1.0, 0.01 if square else 0.2])

    def geometry_of(p: Floats) -> BoardGeometry:
        changed = Lens(float(np.exp(p[6])), used.principal_px, used.image_size, used.distortion)
        return BoardGeometry(1, 1, changed, triple(p[:3]), triple(p[3:6]))

    far = np.repeat(_PLACE[ids], 4, axis=0)
    apart = np.zeros((3, 9))  # of the parameters with a usual value from that
    apart[[0, 1, 2, 2], [6, 7, 8, 7]] = [1.0, 1.0, 1.0, -1.0]
    apart /= np.maximum(sigma[6:], 1e-6)[:, None]

    def problem(p: Floats) -> tuple[float, Floats, Floats]:
        span, geometry = np.exp(p[7:9]), geometry_of(p)
        seen, by_pose = project_with_jacobian(geometry, _marker_points(ids, span))
        by_span = by_pose[:, :, 3:6] @ geometry.rotation_matrix[:, :2] * (far * span)[:, None]
        error, unit = (seen - pixels).ravel(), 0.04 * side
        jacobian = np.concatenate([by_pose[:, :, :7], by_span], axis=2).reshape(-1, 9)
        residuals = np.concatenate([error / unit, apart @ (p - p0)])
        slopes = np.concatenate([jacobian / unit, apart])
        return float(residuals @ residuals), slopes.T @ slopes, slopes.T @ residuals

    p = minimise(problem, p0, _STEPS)
    geometry, fitted = geometry_of(p), np.exp(p[7:9])
    error = geometry.project(_marker_points(ids, fitted)) - pixels
    return _Markers(geometry, fitted, float(np.linalg.norm(error, axis=1).max() / side))


def _marker_points(ids: npt.NDArray[np.int_], span: npt.ArrayLike) -> Floats:
    """Board points (4 n, 2) of the marker corners; unit one marker side, origin marker 0."""
    points = _PLACE[ids][:, None, :] * np.asarray(span) + _SQUARE[None]
    return np.asarray(points.reshape(-1, 2), np.float64)


def _first_span(fiducials: tuple[Fiducial, ...], layout: Layout) -> tuple[float, float]:
    """First guess of the distances between markers along x and y, in marker sides."""
    across, up = [], []
    seen = [(_PLACE[one.id], one.middle, one.side_px) for one in fiducials]
    for (place, middle, side), (its_place, its_middle, its_side) in combinations(seen, 2):
        step = np.abs(place - its_place)
        far = float(np.linalg.norm(middle - its_middle)) / np.sqrt(side * its_side)
        if step[0] and step[1]:
            far /= np.sqrt(2.0)
            across.append(far)
            up.append(far)
        elif step[0]:
            across.append(far)
        else:
            up.append(far)
    w, h = (median(v) if v else 0.0 for v in (across, up))
    square = layout.surface in (Surface.SQUARES, Surface.TILES)
    if square and across and up:
        w = h = (w + h) / 2
    slim = 1.0 if square else _USUAL_ASPECT.get(layout.surface, 1.0)
    slim *= layout.rows / layout.columns
    if not h:
        h = (w - 2 * OFFSET) * slim + 2 * OFFSET
    if not w:
        w = (h - 2 * OFFSET) / slim + 2 * OFFSET
    return w, h


def _grid_geometry(markers: _Markers, layout: Layout) -> BoardGeometry:
    """From the frame of the markers to that of the grid between them."""
    width, height = markers.span - 2 * OFFSET
    site, seen = width / layout.columns, markers.geometry
    aspect = 1.0 if _is_square(layout) else float(height / layout.rows / site)
    origin = np.array(seen.translation) + seen.rotation_matrix @ np.array([OFFSET, OFFSET, 0.0])
    placed = triple(origin / site)
    return BoardGeometry(layout.columns, layout.rows, seen.lens, seen.rotation, placed, aspect)


def _is_square(layout: Layout) -> bool:
    """Whether a board is known to be as wide as it is high."""
    return layout.columns == layout.rows and layout.surface in (Surface.SQUARES, Surface.TILES)
