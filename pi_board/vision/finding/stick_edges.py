"""Sticks: long, narrow things in a picture.

A stick is a pair of straight edges that face each other, bright or dark in between; pieces of one
stick between stones are joined.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from pi_board.vision.finding.lattice import Ints, Mask, sample
from pi_board.vision.geometry import Floats, Image

SEGMENT_PX = 10.0  # shortest edge that is looked at
LONG_PX, LEAST_LONG = 20.0, 0.08  # a long edge, and their share of all where sticks may lie
WIDTH_PX = (2.0, 18.0)  # of a stick
STICK_PX = 30.0  # least length of a stick that is seen
LEAST_PX, LEAST_SHARE = 6.0, 0.35  # over which two edges face each other: length, of the shorter
MOST_PIECES = 400  # the longest ones of sticks that are joined: wood has thousands
MARGIN_PX = 6.0  # of the picture, in which no board ends
LOG_SCALE, LEAST_RANGE = 40.0, 12.0  # of logarithms of brightness that are made grey levels

_GREY = np.array([[0.114, 0.587, 0.299]])  # of blue, green and red


@dataclass(frozen=True, slots=True)
class Edges:
    """Straight edges: ends (n, 2) and (n, 2), and unit normals (n, 2) to their brighter side."""

    start: Floats
    end: Floats
    side: Floats

    @property
    def hardly_long(self) -> bool:
        """Whether there are edges, but hardly a long one among them, as in noise and small print:
        then no sticks are there.
        """
        length = np.linalg.norm(self.end - self.start, axis=1)
        return bool(length[length > LONG_PX].sum() < LEAST_LONG * length.sum())


@dataclass(frozen=True, slots=True)
class Stick:
    """A stick's middle line from `start` to `end`, pixels (2,), its width, and how much of its
    length is seen.
    """

    start: Floats
    end: Floats
    width: float
    support: float

    @property
    def direction(self) -> Floats:
        """Unit vector (2,) from start to end."""
        step = self.end - self.start
        return np.asarray(step / math.hypot(*step.tolist()), np.float64)

    @property
    def middle(self) -> Floats:
        """The point half way between the ends."""
        return (self.start + self.end) / 2

    def is_cut(self, size: tuple[int, int]) -> bool:
        """Whether it goes on beyond a picture of this size (width, height)."""
        ends = np.stack([self.start, self.end])
        return bool(((ends < MARGIN_PX) | (ends > np.array(size) - MARGIN_PX)).any())


def edges_of_sticks(image_bgr: Image) -> Iterator[list[Edges]]:
    """What may be edges of sticks in a picture (height, width, 3): looks at it from which
    `sticks_in` takes them, quick ones first; none where there cannot be any.
    """
    bright, red = _bright_and_red(image_bgr)
    edges = _edges(bright)
    if edges.hardly_long and _edges(_halved(red)).hardly_long:
        return
    yield [edges, _edges(red)]
    yield [_edges(plane) for plane in _logarithms(image_bgr)]


def _bright_and_red(image_bgr: Image) -> tuple[Image, Image]:
    """Bamboo on sand shows best where noise is smoothed away, or in red."""
    grey = cv2.GaussianBlur(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    return np.asarray(grey, np.uint8), np.ascontiguousarray(image_bgr[..., 2])


def _halved(grey: Image) -> Image:
    """Quick to look at, and less noisy."""
    return np.asarray(
        cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8
    )


def _logarithms(image_bgr: Image) -> tuple[Image, ...]:
    """Brightness and tints, such that neither coarse ground nor a shadow's edge breaks a stick."""
    logs = LOG_SCALE * np.log(image_bgr.astype(np.float32) + 8.0)
    bright, (blue, green, red) = cv2.transform(logs, _GREY), cv2.split(logs)
    planes = ((bright, 1.5), (red - blue, 2.0), (red - green, 2.0))
    return tuple(_stretched(np.asarray(p, np.float64), sigma) for p, sigma in planes)


def _stretched(plane: Floats, sigma: float) -> Image:
    """Smoothed values as grey levels, contrast made the most of."""
    smooth = cv2.GaussianBlur(plane.astype(np.float32), (0, 0), sigma)
    low, high = np.percentile(smooth[::3, ::3], [1, 99])
    levels = (smooth - low) * (255.0 / max(high - low, LEAST_RANGE))
    return np.asarray(np.clip(levels, 0, 255), np.uint8)


def sticks_in(looks: Sequence[Edges]) -> tuple[list[Stick], list[Stick]]:
    """All sticks: those brighter than what lies beside them in any of some looks at the same
    things, and the darker ones.
    """
    bright: list[Stick] = []
    dark: list[Stick] = []
    for e in looks:
        facing = np.nonzero(np.triu(e.side @ e.side.T < -0.99, 1))
        bright += _pieces(e.start, e.end, e.side, facing)
        dark += _pieces(e.start, e.end, -e.side, facing)
    return _joined(bright), _joined(dark)


def _edges(grey: Image) -> Edges:
    """All straight edges of a picture (height, width) but the shortest."""
    lines = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(grey)[0]
    if lines is None:
        return Edges(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros((0, 2)))
    ends = lines.reshape(-1, 4).astype(np.float64)
    ends = ends[np.hypot(ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1]) >= SEGMENT_PX]
    start, end = ends[:, :2], ends[:, 2:]
    along = (end - start) / np.linalg.norm(end - start, axis=1)[:, None]
    normal = np.stack([-along[:, 1], along[:, 0]], axis=-1)
    places = start[:, None] + (end - start)[:, None] * np.linspace(0.1, 0.9, 9)[None, :, None]
    picture = grey.astype(np.float32)
    here = sample(picture, places + 1.5 * normal[:, None]).mean(axis=1)
    there = sample(picture, places - 1.5 * normal[:, None]).mean(axis=1)
    return Edges(start, end, normal * np.where(here > there, 1.0, -1.0)[:, None])


def _pieces(start: Floats, end: Floats, side: Floats, facing: tuple[Ints, ...]) -> list[Stick]:
    """Stretches over which two edges (n) look at each other at a stick's width; `facing` are the
    numbers of those that look opposite ways, first (m) and second (m).
    """
    middle = (start + end) / 2
    along = np.stack([side[:, 1], -side[:, 0]], axis=-1)
    i, j = facing
    gap = _dot(middle[j] - middle[i], side[i])
    near = (gap > WIDTH_PX[0]) & (gap < WIDTH_PX[1])
    i, j = i[near], j[near]
    own = np.sort([_dot(p[i] - middle[i], along[i]) for p in (start, end)], axis=0)
    other = np.sort([_dot(p[j] - middle[i], along[i]) for p in (start, end)], axis=0)
    common = np.minimum(own[1], other[1]) - np.maximum(own[0], other[0])
    shorter = np.minimum(own[1] - own[0], other[1] - other[0])
    far = common >= np.maximum(LEAST_PX, LEAST_SHARE * shorter)
    i, j, common, ends = i[far], j[far], common[far], np.stack([own, other])[:, :, far]
    first, last = (
        middle[i] + t[:, None] * along[i] for t in (ends[:, 0].min(axis=0), ends[:, 1].max(axis=0))
    )
    first, last = (_half_way(p, side[i], start[j], end[j]) for p in (first, last))
    width = 2 * _dot((first + last) / 2 - middle[i], side[i])
    thin = (width > WIDTH_PX[0]) & (width < WIDTH_PX[1])
    return [
        Stick(first[k], last[k], float(width[k]), float(common[k])) for k in np.flatnonzero(thin)
    ]


def _dot(one: Floats, other: Floats) -> Floats:
    return np.asarray((one * other).sum(axis=-1), np.float64)


def _half_way(points: Floats, side: Floats, start: Floats, end: Floats) -> Floats:
    """The points (n, 2) half way from some points, along `side`, to the lines through others."""
    step = end - start
    normal = np.stack([-step[:, 1], step[:, 0]], axis=-1)
    gap = _dot(start - points, normal) / _dot(side, normal)
    return np.asarray(points + side * gap[:, None] / 2, np.float64)


def _joined(pieces: list[Stick]) -> list[Stick]:
    """Sticks of collinear pieces, long pieces gathering short ones."""
    rest = sorted(pieces, key=lambda piece: -piece.support)[:MOST_PIECES]
    ends = np.array([[p.start for p in rest], [p.end for p in rest]]).reshape(2, -1, 2)
    left = np.ones(len(rest), np.bool_)
    sticks = []
    for k, piece in enumerate(rest):
        if not left[k]:
            continue
        left[k], stick = False, piece
        while len(near := np.flatnonzero(left & _on_line(stick, ends))):
            left[near[0]], stick = False, _united(stick, rest[near[0]])
        if stick.support >= STICK_PX:
            sticks.append(stick)
    return sticks


def _on_line(stick: Stick, ends: Floats) -> Mask:
    """Which pieces with these ends (2, n, 2) may belong to a stick."""
    x, y = (stick.end - stick.start).tolist()
    length = math.hypot(x, y)
    offset = ends - stick.middle
    across = np.abs(offset @ (-y / length, x / length))
    close = np.maximum(across[0], across[1]) < max(2.0, 0.5 * stick.width) + 0.01 * length
    apart = np.abs((offset[0] + offset[1]) @ (x / length / 2, y / length / 2)) - length / 2
    return np.asarray(close & (apart < 0.8 * length + 40.0), np.bool_)


def _united(stick: Stick, piece: Stick) -> Stick:
    """The stick with the piece added; the middle line is that of the better seen one, bent
    towards the other by its share.

    In plain numbers: this is done a thousand times on wood, and arrays of four points are slow.
    """
    points = [*_ends(stick), *_ends(piece)]
    total = 2 * (stick.support + piece.support)
    one, other = stick.support / total, piece.support / total
    weights = (one, one, other, other)
    x0 = sum(w * x for w, (x, _) in zip(weights, points, strict=True))
    y0 = sum(w * y for w, (_, y) in zip(weights, points, strict=True))
    away = [(x - x0, y - y0) for x, y in points]
    xx = sum(w * x * x for w, (x, _) in zip(weights, away, strict=True))
    yy = sum(w * y * y for w, (_, y) in zip(weights, away, strict=True))
    xy = sum(w * x * y for w, (x, y) in zip(weights, away, strict=True))
    angle = 0.5 * math.atan2(2 * xy, xx - yy)  # of the longer axis of these moments
    c, s = math.cos(angle), math.sin(angle)
    if c * (points[1][0] - points[0][0]) + s * (points[1][1] - points[0][1]) < 0:
        c, s = -c, -s
    reach = [x * c + y * s for x, y in away]
    common = min(max(reach[:2]), max(reach[2:])) - max(min(reach[:2]), min(reach[2:]))
    support = stick.support + max(0.0, piece.support - max(0.0, common))
    width = 2 * (one * stick.width + other * piece.width)
    start, end = (np.array((x0 + t * c, y0 + t * s)) for t in (min(reach), max(reach)))
    return Stick(start, end, width, support)


def _ends(stick: Stick) -> list[tuple[float, float]]:
    """Both ends, (x, y)."""
    (x0, y0), (x1, y1) = stick.start.tolist(), stick.end.tolist()
    return [(x0, y0), (x1, y1)]
