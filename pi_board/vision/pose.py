"""Camera pose (and as much of the lens as the points can tell) from board points and pixels.

One Levenberg-Marquardt fit over rotation, translation, focal length, one radial term, the site's
aspect and the lens's middle, with priors on what a picture of a nearly frontal board leaves open.
The start comes from a homography (Zhang, "A flexible new technique for camera calibration", 2000).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from pi_board.core.errors import InvalidText
from pi_board.vision.geometry import BoardGeometry, Floats, Lens, Points, corners_of, triple
from pi_board.vision.least_squares import minimise

# Focal length over the picture's longer side: phones, webcams, Pi cameras lie between 0.6 and 1.3.
TYPICAL_FOCAL = 0.9
TYPICAL_K1 = -0.04  # most lenses without correction pull the corners in a little
_MANY = 12  # points that tell the lens as well as the pose
# Shares of the usual focal length from which a fit to few points begins as well. Of 52 lattices of
# boards seen, each of many points, not one came closer from there.
_OTHER_FOCALS = 0.75, 1.4
_ROUGH, _ROUGH_STEPS = 0.1, 8  # sites that points may be off, and steps of a first fit to them
# Of the usual focal length: the widest lens, and the longest, such as what was cut out of a picture
# seems to be taken with.
_WIDEST, _LONGEST = 0.4, 8.0
STEEPEST_DEG = 57.0  # tilt of boards; lanes and tiles seen nearer edge on are something else


@dataclass(frozen=True, slots=True)
class Freedom:
    """What a fit may change besides the pose, as standard deviations of the priors; 0 = fixed.

    Focal length and k1 are held near what is usual, the aspect near that of the start, and the
    lens's middle near that of the picture, in shares of its longer side: only where a picture was
    cut it is far from there.
    """

    log_focal: float = 0.2
    k1: float = 0.06
    log_aspect: float = 0.0
    principal: float = 0.0

    @property
    def deviations(self) -> Floats:
        """Those (5) of what `parameters` lists after the pose."""
        return np.array([self.log_focal, self.k1, self.log_aspect, self.principal, self.principal])


POSE_ONLY = Freedom(0.0, 0.0, 0.0)
# Of a whole grid seen by a camera of which nothing is known; its picture may have been cut. Of 52
# boards cut out of their pictures all corners are 0.08 sites off at most, 0.5 with the lens's
# middle held fast; of 100 whole pictures they are as good. The tilt of whole tiles is out by 0.4
# degrees, 0.3 with the middle held fast and 0.9 with 0.05.
LENS_UNKNOWN = Freedom(principal=0.02)


def freedom_of_grid(lens: Lens | None) -> Freedom:
    """What a fit of a whole grid may change, seen through a known lens or through any."""
    return POSE_ONLY if lens else LENS_UNKNOWN


def parameters(geometry: BoardGeometry) -> Floats:
    """Rotation (3), translation (3), log focal length, k1, log aspect, and the lens's middle (2) in
    shares of the picture's longer side.
    """
    lens = geometry.lens
    return np.array(
        [
            *geometry.rotation,
            *geometry.translation,
            np.log(lens.focal_px),
            lens.distortion[0],
            np.log(geometry.aspect),
            *(place / max(lens.image_size) for place in lens.principal_px),
        ]
    )


def with_parameters(geometry: BoardGeometry, p: Floats) -> BoardGeometry:
    """The geometry with the eleven numbers of `parameters` replaced."""
    lens = geometry.lens
    x, y = (p[9:] * max(lens.image_size)).tolist()
    changed = Lens(
        float(np.exp(p[6])),
        (x, y),
        lens.image_size,
        (float(p[7]), *lens.distortion[1:]),
    )
    return BoardGeometry(
        geometry.columns,
        geometry.rows,
        changed,
        triple(p[:3]),
        triple(p[3:6]),
        float(np.exp(p[8])),
    )


def project_with_jacobian(geometry: BoardGeometry, points_board: Points) -> tuple[Floats, Floats]:
    """Pixels (N, 2) and their derivatives (N, 2, 11) by the numbers of `parameters`."""
    points = np.asarray(points_board, np.float64)
    metric = np.zeros((len(points), 3))
    metric[:, : points.shape[1]] = points
    metric[:, 1] *= geometry.aspect
    pixels, jacobian = cv2.projectPoints(
        metric,
        np.array(geometry.rotation),
        np.array(geometry.translation),
        geometry.lens.matrix,
        np.array(geometry.lens.distortion),
    )
    # OpenCV's columns: rotation 3, translation 3, fx fy, cx cy, k1 ... .
    out = np.empty((2 * len(points), 11))
    out[:, :6] = jacobian[:, :6]
    out[:, 6] = (jacobian[:, 6] + jacobian[:, 7]) * geometry.lens.focal_px
    out[:, 7] = jacobian[:, 10]
    up = jacobian[:, 3:6] @ geometry.rotation_matrix[:, 1]
    out[:, 8] = up * np.repeat(metric[:, 1], 2)
    out[:, 9:] = jacobian[:, 8:10] * max(geometry.image_size)
    return np.asarray(pixels, np.float64).reshape(-1, 2), out.reshape(-1, 2, 11)


def _prior(start: BoardGeometry, freedom: Freedom) -> tuple[Floats, Floats]:
    """Usual values (5,) of all but the pose, and how much each counts (5,), 0 where it is fixed."""
    longer = max(start.image_size)
    middle = np.array(Lens.centred(1.0, start.image_size).principal_px) / longer
    typical = np.log(TYPICAL_FOCAL * longer), TYPICAL_K1, np.log(start.aspect), *middle
    sigma = freedom.deviations
    weight = np.where(sigma > 0, 1.0 / np.maximum(sigma, 1e-9), 0.0)
    return np.array(typical), weight


def fit_points(
    start: BoardGeometry,
    points_board: Points,
    points_px: Points,
    freedom: Freedom,
    sigma_px: float = 0.5,
    robust_px: float | None = None,
    steps: int = 15,
    normals_px: Floats | None = None,
    weights: Floats | None = None,
) -> BoardGeometry:
    """The geometry that best explains pixels (N, 2) of board points (N, 2), beginning at `start`.

    `sigma_px` is how far a pixel is usually off, `robust_px` the residual from which a point counts
    less and less (Cauchy weights). With `normals_px` (N, 2), unit vectors, only the distance along
    them counts (points of lines); `weights` (N) are factors. Not checked: that the points suffice.
    """
    columns = np.flatnonzero(np.r_[np.ones(6), freedom.deviations])
    target = np.asarray(points_px, np.float64)
    factor = np.ones(len(target)) if weights is None else weights
    scale = (robust_px or 1e6) / sigma_px
    first = parameters(start)
    usual, information = _prior(start, freedom)
    extra = np.diag(np.concatenate([np.zeros(6), information**2])[columns])

    def whole(free: Floats) -> Floats:
        p = first.copy()
        p[columns] = free
        return p

    def problem(free: Floats) -> tuple[float, Floats, Floats]:
        p = whole(free)
        pixels, jacobian = project_with_jacobian(with_parameters(start, p), points_board)
        error = (pixels - target)[:, :, None]
        if normals_px is not None:
            error, jacobian = _along(normals_px, error), _along(normals_px, jacobian)
        error, jacobian = error[..., 0] / sigma_px, jacobian[:, :, columns] / sigma_px
        square = (error**2).sum(axis=1) / scale**2
        rest = (p[6:] - usual) * information
        cost = float((factor * np.log1p(square)).sum() * scale**2 + (rest**2).sum())
        weight = (factor / (1.0 + square))[:, None, None]
        weighted = (weight * jacobian).reshape(-1, len(columns)).T
        normal = weighted @ jacobian.reshape(-1, len(columns))
        pull = np.concatenate([np.zeros(6), rest * information])
        return cost, normal + extra, weighted @ error.ravel() + pull[columns]

    return with_parameters(start, whole(minimise(problem, first[columns], steps)))


def _along(normals: Floats, vectors: Floats) -> Floats:
    """The parts (N, 1, k) of vectors (N, 2, k) along normals (N, 2)."""
    x, y = normals.T[:, :, None, None]
    return np.asarray(x * vectors[:, :1] + y * vectors[:, 1:], np.float64)


def blended(
    fitted: BoardGeometry, known: BoardGeometry, freedom: Freedom, weight: float
) -> BoardGeometry:
    """A geometry between two, the first of which counts `weight` times as much as the second."""
    places = [(x * fitted.columns / 2, y * fitted.rows / 2) for x in range(3) for y in range(3)]
    pixels = (weight * fitted.project(places) + known.project(places)) / (weight + 1.0)
    return fit_points(fitted, places, pixels, freedom)


def pose_from_homography(
    px_from_board: Floats, lens: Lens, columns: int, rows: int, aspect: float
) -> BoardGeometry | None:
    """The pose nearest to `px_from_board`; None for a mirrored or degenerate one."""
    h = np.linalg.inv(lens.matrix) @ px_from_board @ np.diag([1.0, 1.0 / aspect, 1.0])
    scale = np.sqrt(np.linalg.norm(h[:, 0]) * np.linalg.norm(h[:, 1]))
    if not np.isfinite(scale) or scale < 1e-12:
        return None
    h = h / scale
    middle = h @ np.array([columns / 2, rows * aspect / 2, 1.0])
    if middle[2] < 0:
        h, middle = -h, -middle
    u, _, vt = np.linalg.svd(np.column_stack([h[:, 0], h[:, 1], np.cross(h[:, 0], h[:, 1])]))
    r = u @ np.diag([1.0, 1.0, np.linalg.det(u @ vt)]) @ vt
    if r[:, 2] @ middle >= 0:  # the board's back: the points were given the wrong way round
        return None
    # Keep the board's middle where it was seen: the rotation was bent to be one.
    origin = middle - r @ np.array([columns / 2, rows * aspect / 2, 0.0])
    return BoardGeometry(columns, rows, lens, triple(cv2.Rodrigues(r)[0]), triple(origin), aspect)


def plausible(geometry: BoardGeometry, longest: float = _LONGEST) -> bool:
    """Whether a camera could be like that: no extreme focal length (`longest` is a multiple of the
    usual one for pictures of this size), the board not edge on.

    Points taken for nodes of a grid that they are not give cameras which nobody has.
    """
    focal = geometry.lens.focal_px / (TYPICAL_FOCAL * max(geometry.image_size))
    return _WIDEST < focal < longest and geometry.tilt_deg < 80.0


def typical_lens(image_size: tuple[int, int]) -> Lens:
    """The lens of pictures of this size (width, height) of which nothing is known."""
    return Lens.centred(TYPICAL_FOCAL * max(image_size), image_size, TYPICAL_K1)


def undistorted(points_px: Floats, lens: Lens) -> Floats:
    """Where pixels (N, 2) would lie if the lens did not bend straight lines."""
    pixels = points_px.reshape(-1, 1, 2)
    flat = cv2.undistortPoints(pixels, lens.matrix, np.array(lens.distortion), P=lens.matrix)
    return np.asarray(flat.reshape(-1, 2), np.float64)


def geometry_from_points(
    points_board: Points,
    points_px: Points,
    columns: int,
    rows: int,
    image_size: tuple[int, int],
    lens: Lens | None,
    aspect: float | None = 1.0,
    sigma_px: float = 0.5,
    robust_px: float | None = None,
) -> BoardGeometry | None:
    """The geometry that explains four or more points of the surface; None if none does.

    Without `lens` the focal length (and, from a dozen points on, k1) is estimated; with `aspect`
    None so is the aspect. Points (N, 2) are on the surface, pixels (N, 2).
    """
    board = np.asarray(points_board, np.float64)[:, :2]
    pixels = np.asarray(points_px, np.float64)
    if len(board) < 4:
        return None
    used = lens or typical_lens(image_size)
    flat = undistorted(pixels, used)
    h, _ = cv2.findHomography(board, flat, 0 if robust_px is None else cv2.LMEDS)
    if h is None:
        return None
    freedom = Freedom(
        0.0 if lens else 0.2,
        0.0 if lens or len(board) < _MANY else 0.06,
        0.0 if aspect else 0.15,
    )
    fits = []
    for factor in (1.0,) if lens or len(board) >= _MANY else (1.0, *_OTHER_FOCALS):
        guess = lens or Lens.centred(used.focal_px * factor, image_size, TYPICAL_K1)
        start = pose_from_homography(np.asarray(h, np.float64), guess, columns, rows, aspect or 1.0)
        if start is None:
            continue
        fit = fit_points(start, board, pixels, freedom, sigma_px, robust_px, 25)
        fits.append((_misfit(fit, board, pixels, sigma_px, used), fit))
    return min(fits, key=lambda f: f[0])[1] if fits else None


def rough_geometry(
    points_board: Points,
    points_px: Points,
    columns: int,
    rows: int,
    image_size: tuple[int, int],
    lens: Lens | None,
    aspect: float = 1.0,
    log_aspect: float = 0.0,
    px_from_board: Floats | None = None,
) -> BoardGeometry | None:
    """As `geometry_from_points`, in a tenth of the time, to be made better later: with a usual
    lens, and points that may be a tenth of a site off. `log_aspect` as in Freedom; `px_from_board`
    is a homography (3, 3) that fits roughly, if one is known.
    """
    if px_from_board is None:
        found = cv2.findHomography(np.asarray(points_board), np.asarray(points_px), cv2.LMEDS)[0]
        if found is None:
            return None
        px_from_board = np.asarray(found, np.float64)
    used = lens or typical_lens(image_size)
    start = pose_from_homography(px_from_board, used, columns, rows, aspect)
    if start is None:
        return None
    freedom = Freedom(0.0 if lens else 0.2, 0.0, log_aspect)
    close = _ROUGH * start.site_px
    return fit_points(start, points_board, points_px, freedom, close, close, _ROUGH_STEPS)


def _misfit(
    geometry: BoardGeometry, board: Floats, pixels: Floats, sigma_px: float, typical: Lens
) -> float:
    error = ((geometry.project(board) - pixels) ** 2).sum(axis=1) / sigma_px**2
    oddity = np.log(geometry.lens.focal_px / typical.focal_px) / 0.2
    return float(np.minimum(error, 100.0).sum() + oddity**2)


def geometry_from_corners(
    corners_px: Points,
    columns: int,
    rows: int,
    image_size: tuple[int, int],
    lens: Lens | None = None,
    aspect: float | None = 1.0,
) -> BoardGeometry:
    """The geometry of four clicked corners: bottom-left (a1), top-left, top-right, bottom-right.

    Raises InvalidText when they are not the corners of a board seen from above in that order,
    ValueError when they are not four.
    """
    corners = np.asarray(corners_px, np.float64)
    if corners.shape != (4, 2):
        raise ValueError(f"four corners (x, y) are needed, not an array of shape {corners.shape}")
    board = corners_of(columns, rows)
    geometry = geometry_from_points(board, corners, columns, rows, image_size, lens, aspect)
    if geometry is None or not cv2.isContourConvex(corners.astype(np.float32)):
        raise InvalidText(
            f"no board has its corners at {corners.round(1).tolist()}: expected bottom left (a1), "
            "top left, top right, bottom right"
        )
    return geometry
