"""Finding the board in one picture.

A coarse geometry comes from the fiducials or, without them, from the board itself; the photometric
fit then puts it exactly in place and says whether the grid is really there. A doubtful grid is
rejected: nothing read on it could be trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np

from pi_board.core.layout import Layout, Surface
from pi_board.core.message import message
from pi_board.core.words import LENS_COVERED, NOT_SHARP, TOO_BRIGHT, TOO_DARK
from pi_board.vision.finding.fiducials import Fiducial, coarse_geometries, detect
from pi_board.vision.finding.fit import Fit, refine
from pi_board.vision.finding.focus import is_out_of_focus
from pi_board.vision.finding.holes import find_holes, holes_between
from pi_board.vision.finding.lanes import LEAST_SHARE, all_stones_seen, share_of_sticks
from pi_board.vision.finding.line_fit import refine_any_lines
from pi_board.vision.finding.lined_fits import LEAST_QUALITY as LEAST_OF_LINES
from pi_board.vision.finding.orient import by_its_marks, seen_from_a1
from pi_board.vision.finding.recognised import squares_seen
from pi_board.vision.finding.squares import find_squares
from pi_board.vision.finding.stick_edges import LOOKS
from pi_board.vision.finding.sticks import NO_STICKS, find_sticks, look_for_sticks
from pi_board.vision.finding.tiles import find_tiles, tiles_seen
from pi_board.vision.geometry import (
    BoardGeometry,
    Image,
    Lens,
    NotFound,
    Points,
    Registration,
    size_of,
)
from pi_board.vision.pose import (
    POSE_ONLY,
    Freedom,
    blended,
    freedom_of_grid,
    geometry_from_corners,
)
from pi_board.vision.sampling import SATURATED

LEAST_WITH_FIDUCIALS = 0.55  # share of the grid that must be seen where fiducials put it
# The same where three fiducials agree on the place and only shadows or stones hide the grid.
LEAST_WITH_THREE = {Surface.SQUARES: 0.42, Surface.TILES: 0.65}
# What tells that sites are there of whose grid still less is seen.
_SEEN_THERE = {Surface.SQUARES: squares_seen, Surface.TILES: tiles_seen}
_FINDERS = {
    Surface.TILES: find_tiles,
    Surface.HOLES: find_holes,
    Surface.ROWS: find_sticks,
}
_FEW_STICKS = 0.4  # share of the sticks, where rows of holes look like one in three at most
# Share of the lines across that a board's lanes would have as squares, up to which it may be chance
# that some are seen: of 159 boards with sticks the most is 0.14; of 18 other grids of which seven
# lines seem to be sticks, 16 have 0.43 or more.
_MOST_ACROSS = 0.3
OUT_OF_FOCUS = NotFound(message("the picture is out of focus"), NOT_SHARP)
_BLACK_LEVEL = 12
_BLANK_RANGE = 10  # grey levels in all the picture
_BURNT_SHARE = 0.2  # of the picture, that tells why nothing was found
_DIM_LEVEL, _LIT_PERCENT = 40, 95.0  # the same for the dark: so much of the picture is dimmer
_STRAY_SITES = 0.6  # how far three fiducials may be off, with parallax and rough mounting


@dataclass(frozen=True, slots=True)
class Found:
    """A board that was found, and which of the layouts asked for it has."""

    layout: Layout
    registration: Registration


def find_board(
    image_bgr: Image, layout: Layout, lens: Lens | None = None
) -> Registration | NotFound:
    """The board of this layout in a picture (height, width, 3), or why there is none.

    Without fiducials the orientation of the result is the likeliest (`orientation_known` False).
    With `lens` (for pictures of this size, or one it can be scaled to) only the pose is looked for.
    Raises ValueError for a grey picture, and for a lens that does not serve.
    """
    found = find_any(image_bgr, (layout,), lens)
    return found.registration if isinstance(found, Found) else found


def find_any(
    image_bgr: Image, layouts: Sequence[Layout], lens: Lens | None = None
) -> Found | NotFound:
    """The board in a picture, of whichever of these layouts fits it best; as `find_board`."""
    if image_bgr.ndim != 3 or image_bgr.shape[2] != 3:
        raise ValueError(f"a colour picture (height, width, 3) is needed, not {image_bgr.shape}")
    size = size_of(image_bgr)
    if lens is not None and lens.image_size != size:
        lens = lens.scaled(size)
    thin = image_bgr[::8, ::8]
    if int(thin.max()) < _BLACK_LEVEL:
        return NotFound(message("the picture is black"), LENS_COVERED)
    if int(np.ptp(thin)) < _BLANK_RANGE:
        return _badly_lit(thin) or NotFound(message("the picture is blank"))
    fiducials = detect(image_bgr)
    marked = _between_fiducials(image_bgr, fiducials, layouts, lens)
    if marked is not None:
        return marked
    bare = _without_fiducials(image_bgr, layouts, lens, fiducials)
    if isinstance(bare, NotFound):
        return _badly_lit(thin) or (OUT_OF_FOCUS if is_out_of_focus(image_bgr) else bare)
    oriented = by_its_marks(image_bgr, bare.registration, bare.layout, fiducials)
    return oriented if isinstance(oriented, NotFound) else replace(bare, registration=oriented)


def is_blank(image_bgr: Image) -> bool:
    """Whether a picture (height, width, 3) shows nothing: it is of one colour all over, but for
    noise.
    """
    small = cv2.resize(image_bgr, None, fx=1 / 16, fy=1 / 16, interpolation=cv2.INTER_AREA)
    return int(np.ptp(small.reshape(-1, 3), axis=0).max()) < _BLANK_RANGE


def _between_fiducials(
    image_bgr: Image, fiducials: tuple[Fiducial, ...], layouts: Sequence[Layout], lens: Lens | None
) -> Found | None:
    """The board between two or more fiducials, of the layout that fits it best."""
    marked: list[Found] = []
    layouts = sorted(layouts, key=_may_mislead)
    coarse = coarse_geometries(fiducials, layouts, size_of(image_bgr), lens)
    for layout, places in zip(layouts, coarse, strict=True):
        if marked and _may_mislead(layout):
            break
        registration = _by_fiducials(image_bgr, places, layout, lens)
        if registration is None:
            continue
        # two fiducials do not say well enough where sticks should be
        if layout.surface is Surface.ROWS and registration.markers < 3:
            seen, _ = _with_holes(image_bgr, registration, layout, layouts, lens)
            if seen is not layout:
                continue
        marked.append(Found(layout, registration))
    return max(marked, key=lambda found: found.registration.quality, default=None)


def _badly_lit(thin: Image) -> NotFound | None:
    """That too little is to be seen in some pixels of a picture, if that is so."""
    if (thin.min(axis=2) >= SATURATED).mean() > _BURNT_SHARE:
        return NotFound(
            message("the picture is too bright to find a board: much of it is burnt out"),
            TOO_BRIGHT,
        )
    if np.percentile(thin.max(axis=2), _LIT_PERCENT) < _DIM_LEVEL:
        return NotFound(message("the picture is too dark to find a board"), TOO_DARK)
    return None


def _may_mislead(layout: Layout) -> bool:
    """Lines between rows of holes may be taken for sticks, but nothing is taken for holes."""
    return layout.surface is Surface.ROWS


def _by_fiducials(
    image_bgr: Image, places: list[tuple[BoardGeometry, int]], layout: Layout, lens: Lens | None
) -> Registration | None:
    """The board between two or more fiducials, at the `places` they suggest, as by
    `coarse_geometries`, if its grid is really there.
    """
    best: Registration | None = None
    for geometry, markers in places:
        if layout.surface is Surface.ROWS and markers > 2:
            share = share_of_sticks(image_bgr, geometry)  # hands hide some; the fiducials tell more
            if share >= _FEW_STICKS and share_of_sticks(image_bgr, geometry.rotated(1)):
                continue  # lines across the lanes as well: tiles, or squares
            if share >= _FEW_STICKS or all_stones_seen(image_bgr, geometry):
                return Registration(geometry, max(share, _FEW_STICKS), markers, True)
            continue
        found = fit_at(image_bgr, geometry, layout, lens)
        if isinstance(found, NotFound) or (
            markers > 2 and found.geometry.corner_shift(geometry) > _STRAY_SITES
        ):
            continue
        if best is None or found.quality > best.quality:
            best = replace(found, markers=markers, orientation_known=True)
    if best is not None and best.quality >= LEAST_WITH_FIDUCIALS:
        return best
    return _hardly_seen(image_bgr, places, layout, lens)


def _hardly_seen(
    image_bgr: Image, places: list[tuple[BoardGeometry, int]], layout: Layout, lens: Lens | None
) -> Registration | None:
    """The board between three or more fiducials that agree, though little of its grid is seen: half
    way between where they say it lies and where the grid seems to be. Sites of which less shows are
    where the fiducials say, if the network sees them there.
    """
    if layout.surface not in _SEEN_THERE:
        return None
    freedom = POSE_ONLY if lens else Freedom()  # so little does not tell the lens's middle
    for coarse, markers in places:
        if markers < 3:
            return None
        if layout.surface is Surface.SQUARES:
            fit = _fit_squares(image_bgr, coarse, freedom, LEAST_WITH_THREE[layout.surface])
        else:
            fit = refine(image_bgr, coarse, layout.surface, freedom)
        if (
            fit.quality >= LEAST_WITH_THREE[layout.surface]
            and fit.geometry.corner_shift(coarse) < _STRAY_SITES
        ):
            geometry = blended(fit.geometry, coarse, freedom, 1.0)
            return Registration(geometry, fit.quality, markers, True)
        if _SEEN_THERE[layout.surface](image_bgr, coarse):
            return Registration(coarse, fit.quality, markers, True)
    return None


def fit_at(
    image_bgr: Image, start: BoardGeometry, layout: Layout, lens: Lens | None
) -> Registration | NotFound:
    """The board near `start`, which also says which corner is a1."""
    if layout.surface is Surface.SQUARES:
        fit = _fit_squares(image_bgr, start, freedom_of_grid(lens))
        return Registration(fit.geometry, fit.quality, 0, True)
    if layout.surface is Surface.ROWS:
        # Sticks lie loosely: where fiducials or the old place put the board is more exact.
        share = share_of_sticks(image_bgr, start)
        if share >= LEAST_SHARE:
            return Registration(start, share, 0, True)
    return _FINDERS[layout.surface](image_bgr, layout, start, lens)


def _fit_squares(
    image_bgr: Image,
    start: BoardGeometry,
    freedom: Freedom,
    least_of_lines: float = LEAST_OF_LINES,
) -> Fit:
    """The better of the fits to two colours of squares and to lines between them."""
    chequered = refine(image_bgr, start, Surface.SQUARES, freedom)
    if chequered.quality >= LEAST_WITH_FIDUCIALS:
        return chequered
    lined = refine_any_lines(image_bgr, start, freedom)
    good = lined.quality >= least_of_lines and lined.quality > chequered.quality
    return lined if good else chequered


def find_at_corners(
    image_bgr: Image, corners_px: Points, layouts: Sequence[Layout], lens: Lens | None = None
) -> Found:
    """The board whose outer corners somebody clicked: a1, top-left, top-right, bottom-right; of the
    layout that fits best.

    The fit is made from there; where it sees too little of the grid, or strays, the clicks count.
    Raises InvalidText when no board can have its corners there in this order.
    """
    found = [Found(layout, _at_corners(image_bgr, corners_px, layout, lens)) for layout in layouts]
    return max(found, key=lambda one: one.registration.quality)


def _at_corners(
    image_bgr: Image, corners_px: Points, layout: Layout, lens: Lens | None
) -> Registration:
    size = size_of(image_bgr)
    aspect = 1.0 if layout.surface in (Surface.SQUARES, Surface.TILES) else None
    clicked = geometry_from_corners(corners_px, layout.columns, layout.rows, size, lens, aspect)
    found = fit_at(image_bgr, clicked, layout, lens)
    if isinstance(found, NotFound):
        return Registration(clicked, 0.0, 0, True)
    if found.quality < LEAST_WITH_FIDUCIALS or found.geometry.corner_shift(clicked) > _STRAY_SITES:
        return Registration(clicked, found.quality, 0, True)
    return replace(found, orientation_known=True)


def _without_fiducials(
    image_bgr: Image, layouts: Sequence[Layout], lens: Lens | None, missed: tuple[Fiducial, ...]
) -> Found | NotFound:
    """The first of the layouts that is seen, its orientation the likeliest; not sticks between
    fiducials, where they would have been seen: those were `missed`.
    """
    reasons: dict[str, NotFound] = {}
    doubtful: Found | None = None
    for layout, look in _looks(image_bgr, layouts, lens):
        if doubtful is not None and layout.surface is Surface.ROWS:
            break
        found = look()
        if isinstance(found, NotFound):
            reasons[layout.name] = found
            continue
        if layout.surface is Surface.ROWS and _lies_between(missed, found.geometry):
            reasons[layout.name] = NotFound(message("no sticks lie between the fiducials"))
            continue
        if layout.surface is Surface.ROWS:
            layout, found = _with_holes(image_bgr, found, layout, layouts, lens)
        if layout.surface is Surface.ROWS and _is_crossed(image_bgr, found.geometry):
            reasons[layout.name] = NO_STICKS
            continue
        if layout.surface is not Surface.SQUARES:
            found = replace(found, geometry=seen_from_a1(found.geometry, layout))
        seen = Found(layout, replace(found, orientation_known=False))
        if layout.surface is not Surface.ROWS or _are_sticks(image_bgr, found):
            return seen
        doubtful = seen  # but it may be grain between holes
    return doubtful or reasons[layouts[0].name]


def _is_crossed(image_bgr: Image, lanes: BoardGeometry) -> bool:
    """Whether lines run across as well, as they do between squares, and the lanes do not surely
    hold all the stones: on a striped mat they may.
    """
    crossed = share_of_sticks(image_bgr, lanes.rotated(1)) > _MOST_ACROSS
    return crossed and not all_stones_seen(image_bgr, lanes)


def _are_sticks(image_bgr: Image, found: Registration) -> bool:
    """Whether what looks like sticks surely is some: none is missing, or all the stones lie in the
    lanes. Of 24 rows of sticks seen at a glance without fiducials none was missing one; of grain
    in a board with holes one was.
    """
    return found.quality == 1.0 or all_stones_seen(image_bgr, found.geometry)


def _lies_between(fiducials: tuple[Fiducial, ...], geometry: BoardGeometry) -> bool:
    """Whether a board's middle does: others may lie beside it, of another board, say."""
    if len(fiducials) < 3:
        return False
    around = cv2.convexHull(np.array([one.middle for one in fiducials], np.float32))
    x, y = geometry.project(geometry.middle[None])[0].tolist()
    return cv2.pointPolygonTest(around, (x, y), False) >= 0


def _with_holes(
    image_bgr: Image,
    sticks: Registration,
    lanes: Layout,
    layouts: Sequence[Layout],
    lens: Lens | None,
) -> tuple[Layout, Registration]:
    """What looks like sticks, or a board of holes whose lines do, if a layout has such."""
    for layout in layouts:
        if layout.surface is Surface.HOLES:
            lanes_of_holes = sticks.geometry.divided(layout.columns)
            holes = holes_between(image_bgr, layout, lanes_of_holes, lens)
            if holes is not None:
                return layout, holes
    return lanes, sticks


def _looks(
    image_bgr: Image, layouts: Sequence[Layout], lens: Lens | None
) -> list[tuple[Layout, Callable[[], Registration | NotFound]]]:
    """Ways to look for the layouts, one after the other: a quick look at sticks comes first, closer
    ones last, where wood grain takes long.
    """
    first: list[tuple[Layout, Callable[[], Registration | NotFound]]] = []
    then, last = first.copy(), first.copy()
    for layout in layouts:
        if layout.surface is Surface.ROWS:
            look = partial(next, look_for_sticks(image_bgr, layout, None, lens), NO_STICKS)
            first.append((layout, look))
            last += [(layout, look)] * (LOOKS - 1)
        elif layout.surface is Surface.SQUARES:
            then.append((layout, partial(find_squares, image_bgr, layout, lens)))
        else:
            find = _FINDERS[layout.surface]
            then.append((layout, partial(find, image_bgr, layout, None, lens)))
    return first + then + last
