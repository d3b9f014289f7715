"""Finds a Linja board of lanes: seven loose sticks, roughly parallel, on a mat or on sand.

Seven sticks (see `stick_edges`) at regular distances, perspective allowed, are the board. Its lanes
are then known well, where the lanes end is not: sticks differ in length, so their ends only say
roughly where columns begin.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

import cv2
import numpy as np

from pi_board.core.layout import Layout
from pi_board.core.message import message
from pi_board.vision.finding.lattice import transform
from pi_board.vision.finding.logs import logarithms
from pi_board.vision.finding.shrinking import search_picture
from pi_board.vision.finding.stick_edges import WIDTH_PX, Stick, sticks_in, to_its_ends
from pi_board.vision.geometry import (
    BoardGeometry,
    Floats,
    Image,
    Lens,
    Mask,
    NotFound,
    Registration,
    quarter_turned,
    size_of,
)
from pi_board.vision.pose import (
    STEEPEST_DEG,
    TYPICAL_FOCAL,
    Freedom,
    fit_points,
    rough_geometry,
)

ASPECT = 1.14  # usual width of a lane over an eighth of its length
OVERHANG = 0.15  # how far a stick usually reaches beyond the grid, in columns
IRREGULAR = 0.42  # how far a stick may lie from where its neighbours let expect it, in lanes
SHORTEST = 0.48  # of such a row, over what its first step lets expect
MOST_STICKS = 60  # the longest ones, among which rows are looked for: wood has more lines
REFERENCES = 20  # the longest of these, one of which a row must have
ROWS = 12  # rows of sticks that are tried
MISFIT = 0.32  # in sites, of a row of sticks that is no board: boards had up to 0.28
HIDDEN, MOST_HIDDEN = 1.0, 0.4  # sites that an end is short of, and share of ends that are so
ROUGHLY = 1.5  # times as much, before anything is known of the camera
BEYOND = 0.4  # share of the columns along which an eighth stick tells that the seven are no board
ALIKE = 0.6  # least width of that one over the seven's
IN_LANE, MOST_IN_LANES = 0.25, 6  # lanes from any stick; boards had 4 such edges at most, texts 10
MOST_CUT = 0.5  # share of a board's sticks that the picture's edge may cut off
CUT_COUNTS = 0.2  # how much of a stick that is cut off counts: stripes of a cloth mostly are
WIDEST = 0.42  # of a stick, in lanes
FAN = np.cos(np.radians(25.0))  # how far from parallel two sticks may look

NO_STICKS = NotFound(message("no seven sticks at regular distances were seen"))

Row = list[tuple[int, Stick]]  # sticks with their numbers, 1 to 7


def find_sticks(
    image_bgr: Image, layout: Layout, coarse: BoardGeometry | None, lens: Lens | None
) -> Registration | NotFound:
    """Find the sticks between the lanes of `layout` in a picture (height, width, 3), 8-bit BGR.

    `coarse` is where the board should roughly lie (from fiducials, or from the last picture); it
    also settles which way round the board is. Without it either of the two half turns may come
    back, and `orientation_known` is False. `lens` is the calibrated lens, if there is one.
    """
    looks = look_for_sticks(image_bgr, layout, coarse, lens)
    return next((found for found in looks if isinstance(found, Registration)), NO_STICKS)


def look_for_sticks(
    image_bgr: Image, layout: Layout, coarse: BoardGeometry | None, lens: Lens | None
) -> Iterator[Registration | NotFound]:
    """As `find_sticks`, but with what each look at the picture says, quick ones first: something
    else may be looked for in between.
    """
    small, scale = search_picture(image_bgr)
    for kinds in sticks_in(small):
        sticks = [[_unscaled(stick, scale) for stick in alike] for alike in kinds]
        found = _board_among(sticks, layout, size_of(image_bgr), lens)
        if found is None:
            yield NO_STICKS
            continue
        row, geometry = found
        geometry = _fitted(_whole(row, small, scale), layout, size_of(image_bgr), lens) or geometry
        if coarse is not None:
            geometry = geometry.nearest_turn(coarse, layout.turns)
        yield Registration(geometry, len(row) / (layout.rows - 1), 0, coarse is not None)


def _whole(row: Row, picture: Image, scale: float) -> Row:
    """A row of sticks to their ends, as a picture shows them that is `scale` times as large."""
    planes = [np.asarray(plane, np.float32) for plane in cv2.split(logarithms(picture))]
    return [
        (number, _unscaled(to_its_ends(_unscaled(stick, 1 / scale), planes), scale))
        for number, stick in row
    ]


def _board_among(
    kinds: list[list[Stick]], layout: Layout, size: tuple[int, int], lens: Lens | None
) -> tuple[Row, BoardGeometry] | None:
    """The row of sticks that make a board, if any do, and its geometry; sticks of different kinds
    make none.
    """
    found: list[tuple[float, Row, list[Stick]]] = []
    for sticks in kinds:
        found += [(merit, row, sticks) for merit, row in _rows(sticks, layout.rows - 1, size)]
    for _, row, sticks in sorted(found, key=lambda one: -one[0])[:ROWS]:
        geometry = _fitted(row, layout, size, lens)
        if geometry is not None and not _goes_on(geometry, row, sticks):
            return row, geometry
    return None


def _fitted(
    row: Row, layout: Layout, size: tuple[int, int], lens: Lens | None
) -> BoardGeometry | None:
    """The geometry of a row of sticks, if they may be those of a board."""
    homography = _roughly(row, layout, size)
    if homography is None:
        return None
    geometry = _geometry(row, homography, layout, size, lens)
    return geometry if geometry is not None and _plausible(geometry, row) else None


def _roughly(row: Row, layout: Layout, size: tuple[int, int]) -> Floats | None:
    """A homography (3, 3), pixels to board, by which sticks end roughly where those of a board do,
    whatever the camera is like; None if there is none, or they are not thin, or cut off by the
    picture's edge as the stripes of a cloth are.
    """
    middles = np.array([stick.middle for _, stick in row])
    lane_px = np.linalg.norm(middles[-1] - middles[0]) / (row[-1][0] - row[0][0])
    width = np.median([stick.width for _, stick in row]) / lane_px
    cut = np.mean([stick.is_cut(size) for _, stick in row])
    if width >= WIDEST or cut >= MOST_CUT:
        return None
    left, right = _sides(row)
    pixels, board = np.concatenate([left, right]), _usual_ends(row, layout.columns)
    homography = cv2.findHomography(pixels, board, cv2.LMEDS)[0]  # short sticks count for nothing
    if homography is None:
        return None
    board_from_px = np.asarray(homography, np.float64)
    fits = _misfit(transform(board_from_px, pixels), board) < ROUGHLY * MISFIT
    return board_from_px if fits else None


def _plausible(geometry: BoardGeometry, row: Row, leeway: float = 1.0) -> bool:
    """Whether sticks end where those of a board do, seen as boards are seen: not too steeply.

    Before all is fitted they may be out by `leeway` times as much.
    """
    ordinary = TYPICAL_FOCAL * max(geometry.image_size)
    ends = geometry.unproject(np.concatenate(_sides(row)))
    return bool(
        abs(np.log(geometry.aspect / ASPECT)) < 0.25 * leeway
        and geometry.tilt_deg < STEEPEST_DEG * leeway
        and abs(np.log(geometry.lens.focal_px / ordinary)) < 0.6 * leeway
        and _misfit(ends, _usual_ends(row, geometry.columns)) < MISFIT * leeway
    )


def _goes_on(geometry: BoardGeometry, row: Row, sticks: list[Stick]) -> bool:
    """Whether more sticks lie where the next would, as wide as those of the row (a mat's edge is
    not), or many in the lanes: lines of a text do.
    """
    places = np.array([place for stick in sticks for place in (stick.start, stick.end)])
    x, y = np.moveaxis(geometry.unproject(places).reshape(-1, 2, 2), 2, 0)
    reach = np.minimum(x.max(axis=1), geometry.columns) - np.maximum(x.min(axis=1), 0.0)
    long = reach > BEYOND * geometry.columns
    away = np.minimum(np.abs(y), np.abs(y - geometry.rows)).max(axis=1)
    usual = np.median(_lanes_wide(geometry, [stick for _, stick in row]))
    as_wide = _lanes_wide(geometry, sticks) > ALIKE * usual
    inside = (y.min(axis=1) > 0) & (y.max(axis=1) < geometry.rows)
    in_lanes = inside & (np.abs(y - np.rint(y)).min(axis=1) > IN_LANE)
    return bool(
        (long & as_wide & (away < IRREGULAR)).any() or (long & in_lanes).sum() > MOST_IN_LANES
    )


def _lanes_wide(geometry: BoardGeometry, sticks: list[Stick]) -> Floats:
    """How wide (n) sticks are over a lane at their middles."""
    sides = [(s.middle - s.across * s.width / 2, s.middle + s.across * s.width / 2) for s in sticks]
    y = geometry.unproject(np.array(sides).reshape(-1, 2))[:, 1].reshape(-1, 2)
    return np.abs(y[:, 1] - y[:, 0])


def _misfit(ends: Floats, usual: Floats) -> float:
    """How far, in sites, the ends (n, 2) of a row of sticks, left ones first, lie from where they
    usually are: the median along the sticks, or the greatest across, whichever is worse. Ends far
    within the board are a hand's edge, unless they are many.
    """
    along, across = (ends - usual).T
    hidden = np.where(np.arange(len(along)) < len(along) // 2, along, -along) > HIDDEN
    if hidden.mean() < MOST_HIDDEN:
        along = along[~hidden]
    return float(max(np.median(np.abs(along)), np.sort(np.abs(across))[-3]))


def _usual_ends(row: Row, columns: int) -> Floats:
    """Board points where a row of sticks usually ends: of the left ends, then of the right ones."""
    ends = [(x, k) for x in (-OVERHANG, columns + OVERHANG) for k, _ in row]
    return np.array(ends, np.float64)


def _sides(row: Row) -> tuple[Floats, Floats]:
    """The left and the right ends (n, 2) of a row, pixels, seen such that its numbers go up."""
    along = row[0][1].direction
    upward = row[-1][1].middle - row[0][1].middle
    if along[0] * upward[1] - along[1] * upward[0] > 0:  # a picture's y runs down: x right, y up
        along = -along
    ends = np.array([(stick.start, stick.end) for _, stick in row])
    first = ends @ along
    order = np.argsort(first, axis=1)
    ends = np.take_along_axis(ends, order[..., None], axis=1)
    return ends[:, 0], ends[:, 1]


def _unscaled(stick: Stick, scale: float) -> Stick:
    start, end = ((p + 0.5) / scale - 0.5 for p in (stick.start, stick.end))
    return Stick(start, end, stick.width / scale, stick.support / scale)


def _rows(sticks: list[Stick], count: int, size: tuple[int, int]) -> list[tuple[float, Row]]:
    """Rows of sticks with their numbers 1 to `count`, and how much of each is seen (pixels)."""
    sticks = sorted(sticks, key=lambda stick: -_seen(stick, size))[:MOST_STICKS]
    seen = [_seen(stick, size) for stick in sticks]
    ends = np.array([(s.start, s.end) for s in sticks]).reshape(-1, 2, 2)
    along = np.array([s.direction for s in sticks]).reshape(-1, 2)
    widths = np.array([s.width for s in sticks])
    rows: dict[frozenset[int], tuple[float, Row]] = {}
    for k, reference in enumerate(sticks[:REFERENCES]):
        beside = np.flatnonzero(_beside(k, ends, along, widths))
        if len(beside) < count - 1:
            continue
        places = _crossings(reference.middle, along[k], ends[beside, 0], along[beside])
        order = np.argsort(places)
        numbered = beside[order].tolist()
        for numbers in _regular(places[order].tolist(), numbered.index(k), count):
            row = [(n, numbered[i]) for n, i in numbers.items()]
            merit = sum(seen[i] for _, i in row)
            rows[frozenset(i for _, i in row)] = merit, [(n, sticks[i]) for n, i in row]
    return list(rows.values())


def _seen(stick: Stick, size: tuple[int, int]) -> float:
    """How much of a stick is seen (pixels), less if it is cut off by the edge of the picture."""
    return stick.support * (CUT_COUNTS if stick.is_cut(size) else 1.0)


def _beside(one: int, ends: Floats, along: Floats, widths: Floats) -> Mask:
    """Which sticks (n, 2, 2) could be neighbours of one: nearly parallel, alike, side by side."""
    reach = np.sort(ends @ along[one], axis=1)
    low, high = reach.T
    overlap = np.minimum(high, high[one]) - np.maximum(low, low[one])
    short = np.minimum(high - low, high[one] - low[one])
    alike = np.abs(np.log(widths / widths[one])) < np.log(2.5)
    parallel = np.abs(along @ along[one]) > FAN
    return np.asarray(alike & parallel & (overlap > 0.5 * short), np.bool_)


def _crossings(origin: Floats, direction: Floats, start: Floats, along: Floats) -> Floats:
    """How far from `origin`, across a direction, the lines (n) through some points are met."""
    normal = quarter_turned(along)
    across = quarter_turned(direction)
    return np.asarray(((start - origin) * normal).sum(axis=1) / (normal @ across), np.float64)


def _regular(places: list[float], own: int, count: int) -> Iterator[dict[int, int]]:
    """Rows among sorted places, with the `own` place in them: {stick number: index}, complete or
    with gaps inside.
    """
    for i in range(own + 1):
        for j in range(i + 1, own + 1 if i < own else len(places)):
            step = places[j] - places[i]
            if places[i] + SHORTEST * (count - 1) * step > places[-1]:
                break
            if step < 2 * WIDTH_PX[0]:
                continue
            members = _followed(places, i, j, step, count)
            if len(members) >= count - 1 and max(members) == count and own in members.values():
                yield members


def _followed(
    places: list[float], first: int, second: int, step: float, count: int
) -> dict[int, int]:
    """Follow a row from its first two sticks; the step may change a little each time."""
    members = {1: first, 2: second}
    at, number = places[second], 2
    while number < count:
        for skip in (1, 2):
            expected = at + skip * step
            nearest = bisect_left(places, expected, 1, len(places) - 1)
            if expected - places[nearest - 1] <= places[nearest] - expected:
                nearest -= 1
            if abs(places[nearest] - expected) < IRREGULAR * step and number + skip <= count:
                break
        else:
            return members
        step = 0.5 * step + 0.5 * (places[nearest] - at) / skip
        at, number = places[nearest], number + skip
        members[number] = nearest
    return members


def _geometry(
    row: Row, board_from_px: Floats, layout: Layout, size: tuple[int, int], lens: Lens | None
) -> BoardGeometry | None:
    """The geometry of a numbered row of sticks, known roughly."""
    left, right = _sides(row)
    numbers = np.array([k for k, _ in row], np.float64)
    board, pixels = _usual_ends(row, layout.columns), np.concatenate([left, right])
    known = np.asarray(np.linalg.inv(board_from_px), np.float64)
    start = rough_geometry(
        board, pixels, layout.columns, layout.rows, size, lens, ASPECT, px_from_board=known
    )
    if start is None or not _plausible(start, row, ROUGHLY):
        return None
    spread = np.linalg.norm(row[-1][1].middle - row[0][1].middle) / (numbers[-1] - numbers[0])
    radius = 0.5 * float(np.median([stick.width for _, stick in row]) / spread) * ASPECT
    return _with_lines(start, numbers, left, right, radius, lens)


def _with_lines(
    start: BoardGeometry,
    numbers: Floats,
    left: Floats,
    right: Floats,
    radius: float,
    lens: Lens | None,
) -> BoardGeometry:
    """Fit the sticks' middle lines, which lie their `radius` (sites) above the surface; their ends
    count little.
    """
    freedom = Freedom(0.2 if lens is None else 0.0, 0.0, log_aspect=0.1)
    count, shares = len(numbers), np.linspace(0.0, 1.0, 5)
    pixels = (left[:, None] + (right - left)[:, None] * shares[None, :, None]).reshape(-1, 2)
    along = (right - left) / np.linalg.norm(right - left, axis=1)[:, None]
    across = np.repeat(quarter_turned(along), len(shares), axis=0)
    ends_x = np.repeat([-OVERHANG, start.columns + OVERHANG], count)
    ends = np.stack([ends_x, np.tile(numbers, 2), np.full(2 * count, radius)], axis=-1)
    geometry = start
    for _ in range(3):
        x = geometry.unproject(pixels, radius)[:, 0]
        lines = np.stack([x, np.repeat(numbers, len(shares)), np.full(len(x), radius)], axis=-1)
        geometry = fit_points(
            geometry,
            np.concatenate([lines, ends]),
            np.concatenate([pixels, left, right]),
            freedom,
            sigma_px=0.05 * geometry.site_px,
            robust_px=0.15 * geometry.site_px,
            normals_px=np.concatenate([across, along, along]),
            weights=np.concatenate([np.ones(len(lines)), np.full(len(ends), 0.1)]),
        )
    return geometry
