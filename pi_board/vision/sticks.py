"""Finds a Linja board of lanes: seven loose sticks, roughly parallel, on a mat or on sand.

A stick is a pair of straight edges that face each other, bright in between; pieces of one stick
between stones are joined. Seven sticks at regular distances, perspective allowed, are the
board. Its lanes are then known well, where the lanes end is not: sticks differ in length, so their
ends only say roughly where columns begin.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from pi_board.core.layout import Layout
from pi_board.vision.geometry import (
    BoardGeometry,
    Floats,
    Image,
    Lens,
    NotFound,
    Registration,
)
from pi_board.vision.lattice import sample
from pi_board.vision.pose import TYPICAL_FOCAL, Freedom, fit_points, geometry_from_points

FIND_SIZE_PX = 640  # longer side of the picture the search runs on
SEGMENT_PX = 10.0  # shortest edge that is looked at
WIDTH_PX = (2.0, 18.0)  # of a stick
STICK_PX = 30.0  # least length of a stick that is seen
ASPECT = 1.14  # usual width of a lane over an eighth of its length
OVERHANG = 0.15  # how far a stick usually reaches beyond the grid, in columns
IRREGULAR = 0.42  # how far a stick may lie from where its neighbours let expect it, in lanes
ROWS = 12  # rows of sticks that are tried
MISFIT = 0.25  # in sites, of a row of sticks that is no board
MARGIN_PX = 6.0  # of the picture, in which no board ends
MOST_CUT = 0.5  # share of a board's sticks that the picture's edge may cut off
CUT_COUNTS = 0.2  # how much of a stick that is cut off counts: stripes of a cloth mostly are
WIDEST = 0.42  # of a stick, in lanes
STEEPEST_DEG = 57.0  # tilt of a board
FAN = np.cos(np.radians(25.0))  # how far from parallel two sticks may look


@dataclass(frozen=True, slots=True)
class _Stick:
    """A stick's middle line from `start` to `end`, pixels (2,), its width, and how much of its
    length is seen.
    """

    start: Floats
    end: Floats
    width: float
    support: float

    @property
    def direction(self) -> Floats:
        step = self.end - self.start
        return np.asarray(step / np.linalg.norm(step), np.float64)

    @property
    def middle(self) -> Floats:
        return (self.start + self.end) / 2

    def is_cut(self, size: tuple[int, int]) -> bool:
        """Whether it goes on beyond a picture of this size (width, height)."""
        ends = np.stack([self.start, self.end])
        return bool(((ends < MARGIN_PX) | (ends > np.array(size) - MARGIN_PX)).any())


Row = list[tuple[int, _Stick]]  # sticks with their numbers, 1 to 7


def find_sticks(
    image_bgr: Image, layout: Layout, coarse: BoardGeometry | None, lens: Lens | None
) -> Registration | NotFound:
    """Find the sticks between the lanes of `layout` in a picture (height, width, 3), 8-bit BGR.

    `coarse` is where the board should roughly lie (from fiducials, or from the last picture); it
    also settles which way round the board is. Without it either of the two half turns may come
    back, and `orientation_known` is False. `lens` is the calibrated lens, if there is one.
    """
    height, width = image_bgr.shape[:2]
    scale = min(1.0, FIND_SIZE_PX / max(height, width))
    small = cv2.resize(image_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found: list[tuple[float, Row]] = []
    for alike in _sticks(np.asarray(small, np.uint8)):
        sticks = [_enlarged(stick, scale) for stick in alike]
        found += _rows(sticks, layout.rows - 1, (width, height))
    for _, row in sorted(found, key=lambda one: -one[0])[:ROWS]:
        geometry = _geometry(row, layout, (width, height), lens)
        if geometry is None or not _plausible(geometry, row):
            continue
        if coarse is not None:
            geometry = geometry.nearest_turn(coarse, layout.turns)
        return Registration(geometry, len(row) / (layout.rows - 1), 0, coarse is not None)
    return NotFound("no seven sticks at regular distances were seen")


def _plausible(geometry: BoardGeometry, row: Row) -> bool:
    """Whether sticks are thin and end where those of a board do, seen as boards are seen: not too
    steeply, and not cut off by the picture's edge as the stripes of a cloth are.
    """
    middles = np.array([stick.middle for _, stick in row])
    lane_px = np.linalg.norm(middles[-1] - middles[0]) / (row[-1][0] - row[0][0])
    width = np.median([stick.width for _, stick in row]) / lane_px
    cut = np.mean([stick.is_cut(geometry.image_size) for _, stick in row])
    ordinary = TYPICAL_FOCAL * max(geometry.image_size)
    return bool(
        width < WIDEST
        and cut < MOST_CUT
        and abs(np.log(geometry.aspect / ASPECT)) < 0.25
        and geometry.tilt_deg < STEEPEST_DEG
        and abs(np.log(geometry.lens.focal_px / ordinary)) < 0.6
        and _misfit(geometry, row) < MISFIT
    )


def _misfit(geometry: BoardGeometry, row: Row) -> float:
    """How far, in sites, the ends of a row of sticks lie from where they usually are: the median
    along the sticks, or the greatest across, whichever is worse.
    """
    ends = geometry.unproject(np.array([p for _, s in row for p in (s.start, s.end)]))
    across = np.abs(ends[:, 1] - np.repeat([k for k, _ in row], 2))
    high = geometry.columns + OVERHANG
    along = np.minimum(np.abs(ends[:, 0] + OVERHANG), np.abs(ends[:, 0] - high))
    return float(max(np.median(along), np.sort(across)[-3]))


def _enlarged(stick: _Stick, scale: float) -> _Stick:
    start, end = ((p + 0.5) / scale - 0.5 for p in (stick.start, stick.end))
    return _Stick(start, end, stick.width / scale, stick.support / scale)


# From edges to sticks.


def _sticks(image_bgr: Image) -> tuple[list[_Stick], list[_Stick]]:
    """All sticks, long and narrow: those brighter than what lies beside them, and the darker ones.

    Bamboo on sand shows best where noise is smoothed away, or in red: both are looked at.
    """
    grey = cv2.GaussianBlur(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    red = np.ascontiguousarray(image_bgr[..., 2])
    edges = [_edges(np.asarray(plane, np.uint8)) for plane in (grey, red)]
    bright = [piece for start, end, side in edges for piece in _pieces(start, end, side)]
    dark = [piece for start, end, side in edges for piece in _pieces(start, end, -side)]
    return _joined(bright), _joined(dark)


def _edges(grey: Image) -> tuple[Floats, Floats, Floats]:
    """Straight edges: ends (n, 2) and (n, 2), and unit normals (n, 2) to their brighter side."""
    lines = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(grey)[0]
    if lines is None:
        return np.zeros((0, 2)), np.zeros((0, 2)), np.zeros((0, 2))
    ends = lines.reshape(-1, 4).astype(np.float64)
    ends = ends[np.hypot(ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1]) >= SEGMENT_PX]
    start, end = ends[:, :2], ends[:, 2:]
    along = (end - start) / np.linalg.norm(end - start, axis=1)[:, None]
    normal = np.stack([-along[:, 1], along[:, 0]], axis=-1)
    places = start[:, None] + (end - start)[:, None] * np.linspace(0.1, 0.9, 9)[None, :, None]
    picture = grey.astype(np.float32)
    here = sample(picture, places + 1.5 * normal[:, None]).mean(axis=1)
    there = sample(picture, places - 1.5 * normal[:, None]).mean(axis=1)
    return start, end, normal * np.where(here > there, 1.0, -1.0)[:, None]


def _pieces(start: Floats, end: Floats, side: Floats) -> list[_Stick]:
    """Stretches over which two edges face each other at a stick's width."""
    middle = (start + end) / 2
    along = np.stack([side[:, 1], -side[:, 0]], axis=-1)
    facing = side @ side.T < -0.99
    gap = ((middle[None] - middle[:, None]) * side[:, None]).sum(axis=2)
    pairs = np.argwhere(facing & (gap > WIDTH_PX[0]) & (gap < WIDTH_PX[1]))
    pieces = []
    for i, j in pairs[pairs[:, 0] < pairs[:, 1]]:
        ranges = np.sort([(p - middle[i]) @ along[i] for p in (start[i], end[i], start[j], end[j])])
        own = np.sort([(p - middle[i]) @ along[i] for p in (start[i], end[i])])
        other = np.sort([(p - middle[i]) @ along[i] for p in (start[j], end[j])])
        low, high = max(own[0], other[0]), min(own[1], other[1])
        if high - low < max(6.0, 0.35 * min(own[1] - own[0], other[1] - other[0])):
            continue
        line = [_facing_middle(i, j, t, start, end, side, along) for t in (ranges[0], ranges[-1])]
        width = float(((line[0] + line[1]) / 2 - middle[i]) @ side[i]) * 2
        if WIDTH_PX[0] < width < WIDTH_PX[1]:
            pieces.append(_Stick(line[0], line[1], width, float(high - low)))
    return pieces


def _facing_middle(
    i: int, j: int, t: float, start: Floats, end: Floats, side: Floats, along: Floats
) -> Floats:
    """The point half way between edges i and j, `t` pixels along edge i from its middle."""
    point = (start[i] + end[i]) / 2 + t * along[i]
    step = end[j] - start[j]
    normal = np.array([-step[1], step[0]]) / np.linalg.norm(step)
    gap = ((start[j] - point) @ normal) / (side[i] @ normal)
    return np.asarray(point + side[i] * gap / 2, np.float64)


def _joined(pieces: list[_Stick]) -> list[_Stick]:
    """Sticks of collinear pieces, long pieces gathering short ones."""
    rest = sorted(pieces, key=lambda p: -p.support)
    sticks = []
    while rest:
        stick, others = rest[0], []
        for piece in rest[1:]:
            if _same_line(stick, piece):
                stick = _united(stick, piece)
            else:
                others.append(piece)
        rest = others
        if stick.support >= STICK_PX:
            sticks.append(stick)
    return sticks


def _same_line(stick: _Stick, piece: _Stick) -> bool:
    along = stick.direction
    normal = np.array([-along[1], along[0]])
    ends = np.stack([piece.start, piece.end]) - stick.middle
    length = float(np.linalg.norm(stick.end - stick.start))
    near = np.abs(ends @ normal).max() < max(2.0, 0.5 * stick.width) + 0.01 * length
    apart = np.abs((piece.middle - stick.middle) @ along) - length / 2
    return bool(near and apart < 0.8 * length + 40.0)


def _united(stick: _Stick, piece: _Stick) -> _Stick:
    """The stick with the piece added; the middle line is that of the better seen one, bent
    towards the other by its share.
    """
    points = np.stack([stick.start, stick.end, piece.start, piece.end])
    weight = np.repeat([stick.support, piece.support], 2)
    centre = weight @ points / weight.sum()
    offset = points - centre
    along = np.linalg.eigh((offset * weight[:, None]).T @ offset)[1][:, 1]
    along = along * (1.0 if along @ stick.direction > 0 else -1.0)
    reach = offset @ along
    overlap = max(
        0.0, min(reach[:2].max(), reach[2:].max()) - max(reach[:2].min(), reach[2:].min())
    )
    support = stick.support + max(0.0, piece.support - overlap)
    width = float(np.average([stick.width, piece.width], weights=weight[::2]))
    return _Stick(centre + reach.min() * along, centre + reach.max() * along, width, support)


# From sticks to the board.


def _rows(sticks: list[_Stick], count: int, size: tuple[int, int]) -> list[tuple[float, Row]]:
    """Rows of sticks with their numbers 1 to `count`, and how much of each is seen (pixels)."""
    seen = [s.support * (CUT_COUNTS if s.is_cut(size) else 1.0) for s in sticks]
    rows: dict[frozenset[int], tuple[float, Row]] = {}
    for reference in sticks:
        beside = [i for i, s in enumerate(sticks) if _beside(reference, s)]
        across = np.array([-reference.direction[1], reference.direction[0]])
        places = np.array([_crossing(reference.middle, across, sticks[i]) for i in beside])
        order = np.argsort(places)
        for numbers in _regular(places[order], count):
            row = [(k, beside[order[i]]) for k, i in numbers.items()]
            merit = sum(seen[i] for _, i in row)
            rows[frozenset(i for _, i in row)] = merit, [(k, sticks[i]) for k, i in row]
    return list(rows.values())


def _beside(one: _Stick, other: _Stick) -> bool:
    """Whether two sticks could be neighbours: nearly parallel, alike, and side by side."""
    along = one.direction
    ends = np.sort(np.stack([other.start, other.end]) @ along)
    own = np.sort(np.stack([one.start, one.end]) @ along)
    overlap = min(ends[1], own[1]) - max(ends[0], own[0])
    short = min(ends[1] - ends[0], own[1] - own[0])
    alike = 0.4 < one.width / other.width < 2.5
    return bool(alike and abs(along @ other.direction) > FAN and overlap > 0.5 * short)


def _crossing(origin: Floats, across: Floats, stick: _Stick) -> float:
    """How far from `origin` along `across` the stick's line is met."""
    normal = np.array([-stick.direction[1], stick.direction[0]])
    return float((stick.start - origin) @ normal / (across @ normal))


def _regular(places: Floats, count: int) -> Iterator[dict[int, int]]:
    """Rows among sorted places: {stick number: index}, complete or with gaps inside."""
    for i in range(len(places)):
        for j in range(i + 1, len(places)):
            step = places[j] - places[i]
            if step < 2 * WIDTH_PX[0]:
                continue
            members = _followed(places, i, j, step, count)
            if len(members) >= count - 1 and max(members) == count:
                yield members


def _followed(places: Floats, first: int, second: int, step: float, count: int) -> dict[int, int]:
    """Follow a row from its first two sticks; the step may change a little each time."""
    members = {1: first, 2: second}
    at, number = places[second], 2
    while number < count:
        for skip in (1, 2):
            expected = at + skip * step
            nearest = int(np.argmin(np.abs(places - expected)))
            if abs(places[nearest] - expected) < IRREGULAR * step and number + skip <= count:
                break
        else:
            return members
        step = 0.5 * step + 0.5 * (places[nearest] - at) / skip
        at, number = places[nearest], number + skip
        members[number] = nearest
    return members


def _geometry(
    row: Row, layout: Layout, size: tuple[int, int], lens: Lens | None
) -> BoardGeometry | None:
    """The geometry of a numbered row of sticks."""
    along = row[0][1].direction
    upward = row[-1][1].middle - row[0][1].middle
    if along[0] * upward[1] - along[1] * upward[0] > 0:  # a picture's y runs down: x right, y up
        along = -along
    left, right = [], []
    for _, stick in row:
        ends = (stick.start, stick.end)
        left.append(min(ends, key=lambda p: float(p @ along)))
        right.append(max(ends, key=lambda p: float(p @ along)))
    numbers = np.array([k for k, _ in row], np.float64)
    low, high = -OVERHANG, layout.columns + OVERHANG
    board = np.concatenate([[(low, k) for k in numbers], [(high, k) for k in numbers]])
    pixels = np.concatenate([left, right])
    start = geometry_from_points(
        board, pixels, layout.columns, layout.rows, size, lens, ASPECT, sigma_px=3.0, robust_px=6.0
    )
    if start is None:
        return None
    spread = np.linalg.norm(row[-1][1].middle - row[0][1].middle) / (numbers[-1] - numbers[0])
    radius = 0.5 * float(np.median([stick.width for _, stick in row]) / spread) * ASPECT
    return _with_lines(start, numbers, np.array(left), np.array(right), radius, lens)


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
    across = np.repeat(np.stack([-along[:, 1], along[:, 0]], axis=-1), len(shares), axis=0)
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
