"""Sticks: long, narrow things in a picture.

A stick is a pair of straight edges that face each other, bright or dark in between; pieces of one
stick between stones are joined. It goes on beyond its edges as far as it looks the same across.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from pi_board.vision.finding.lattice import sample
from pi_board.vision.finding.logs import LOG_SCALE, logarithms
from pi_board.vision.geometry import Array, Floats, Image, Indices, Mask, quarter_turned

SEGMENT_PX = 10.0  # shortest edge that is looked at
LONG_PX, LEAST_LONG = 20.0, 0.08  # a long edge, and their share of all where sticks may lie
WIDTH_PX = (2.0, 18.0)  # of a stick
STICK_PX = 30.0  # least length of a stick that is seen
LEAST_PX, LEAST_SHARE = 6.0, 0.35  # over which two edges face each other: length, of the shorter
MOST_PIECES = 400  # the longest ones of sticks that are joined: wood has thousands
MARGIN_PX = 6.0  # of the picture, in which no board ends
LOOKS = 4  # that `sticks_in` takes at most
LEAST_RANGE = 12.0  # of logarithms of brightness that are made grey levels

# Beyond its edges a stick is looked for so much farther, at most, in shares of its length: every so
# many pixels, so far to both sides of its middle line, of which the outermost show the ground.
LONGER, ALONG_PX, ACROSS_PX, GROUND_PX = 0.4, 2.0, 9.0, 3
SMOOTHED, HIDING = 7, 12  # steps over which looks are averaged, and over which stones may hide it
ALIKE = 0.45  # as much like itself it still is; where it ends this falls from 1 to 0 in a few steps

_BILATERAL = 7, 40.0, 3.0  # width in pixels, spreads in grey levels and in pixels

_GREY = np.array([[0.114, 0.587, 0.299]])  # of blue, green and red


Pieces = tuple[Floats, Floats]  # (n, 6) of bright and (n, 6) of dark sticks, see `_stretches`


@dataclass(frozen=True, slots=True)
class Segments:
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
    def across(self) -> Floats:
        """Unit vector (2,) at a right angle to that."""
        x, y = self.direction
        return np.array((-y, x))

    @property
    def middle(self) -> Floats:
        """The point half way between the ends."""
        return (self.start + self.end) / 2

    def is_cut(self, size: tuple[int, int]) -> bool:
        """Whether it goes on beyond a picture of this size (width, height)."""
        ends = np.stack([self.start, self.end])
        return bool(((ends < MARGIN_PX) | (ends > np.array(size) - MARGIN_PX)).any())


def sticks_in(image_bgr: Image) -> Iterator[tuple[list[Stick], list[Stick]]]:
    """Sticks in a picture (height, width, 3), brighter ones and darker ones: what each look at it
    shows, quick ones first, and last what all of them do; nothing where there cannot be any.

    Evidence: on coarse ground, in noise or under a lamp each look may miss a stick. Of 100 boards,
    as they are and in 9 ways disturbed, 984 of 1000 are found, 974 without what all looks show.
    """
    pieces: list[Pieces] = []
    for edges in _edges_of_sticks(image_bgr):
        look = [pieces_of(one) for one in edges]
        pieces += look
        yield sticks_of(look)
    if pieces:
        yield sticks_of(pieces)


def _edges_of_sticks(image_bgr: Image) -> Iterator[list[Segments]]:
    """What may be edges of sticks in looks at a picture."""
    bright, red = _bright_and_red(image_bgr)
    edges = _edges(bright)
    if edges.hardly_long and _edges(_halved(red)).hardly_long:
        return
    yield [edges, _edges(red)]
    yield [_edges(plane) for plane in _logarithms(image_bgr)]
    yield [_edges(plane) for plane in _logarithms(_without_noise(image_bgr))]


def _without_noise(image_bgr: Image) -> Image:
    """In dim light noise breaks edges. Of 170 boards with sticks, as they are, 1.7 and 3 stops
    darker, 15 more are found this way, one of them in a wrong place.
    """
    return np.asarray(cv2.bilateralFilter(image_bgr, *_BILATERAL), np.uint8)


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
    logs = LOG_SCALE * logarithms(image_bgr)
    bright, (blue, green, red) = cv2.transform(logs, _GREY), cv2.split(logs)
    planes = ((bright, 1.5), (red - blue, 2.0), (red - green, 2.0))
    return tuple(_stretched(np.asarray(p, np.float64), sigma) for p, sigma in planes)


def _stretched(plane: Floats, sigma: float) -> Image:
    """Smoothed values as grey levels, contrast made the most of."""
    smooth = cv2.GaussianBlur(plane.astype(np.float32), (0, 0), sigma)
    low, high = np.percentile(smooth[::3, ::3], [1, 99])
    levels = (smooth - low) * (255.0 / max(high - low, LEAST_RANGE))
    return np.asarray(np.clip(levels, 0, 255), np.uint8)


def pieces_of(edges: Segments) -> Pieces:
    """Stretches over which two edges face each other, brighter or darker in between."""
    i, j, gap = _facing(edges)
    start, end, side = edges.start, edges.end, edges.side
    return (
        _stretches(start, end, side, i[gap > 0], j[gap > 0]),
        _stretches(start, end, -side, i[gap < 0], j[gap < 0]),
    )


def sticks_of(looks: Sequence[Pieces]) -> tuple[list[Stick], list[Stick]]:
    """All sticks: those brighter than what lies beside them in any of some looks at the same
    things, and the darker ones.
    """
    bright, dark = zip(*looks, strict=True)
    return _joined(np.concatenate(bright)), _joined(np.concatenate(dark))


def to_its_ends(stick: Stick, planes: Sequence[Array]) -> Stick:
    """The stick with all of it that looks as what was seen of it does in some `planes` (height,
    width) of a picture: the edges of a glint end where the lamp's light does.

    Evidence: of 69 boards the ends of the lanes were out by 0.21 columns (root mean square), three
    of them by 0.5 to 1.5; with this by 0.14, at most 0.44.
    """
    length, along = float(np.linalg.norm(stick.end - stick.start)), stick.direction
    t = np.arange(-LONGER * length, (1 + LONGER) * length, ALONG_PX)
    half = max(ACROSS_PX, stick.width)
    across = np.arange(-half, half + 0.5)[:, None] * stick.across
    places = (stick.start + t[:, None] * along)[:, None] + across
    looks = np.stack([sample(plane, places) for plane in planes], axis=-1)
    ground = np.concatenate([looks[:, :GROUND_PX], looks[:, -GROUND_PX:]], axis=1)
    unlike = (looks - ground.mean(axis=1, keepdims=True)).reshape(len(t), -1)
    before, after = t < 0, t > length
    usual = np.median(unlike[~(before | after)], axis=0)
    like = np.clip(unlike @ usual / max(float(usual @ usual), 1e-6), -1.0, 1.5)
    alike = np.convolve(like, np.full(SMOOTHED, 1 / SMOOTHED), "same") > ALIKE
    back, on = _steps_on(alike[before][::-1]), _steps_on(alike[after])
    start, end = stick.start - back * ALONG_PX * along, stick.end + on * ALONG_PX * along
    return Stick(start, end, stick.width, stick.support)


def _steps_on(alike: Mask) -> int:
    """How many steps a stick goes on, of some (n) that are looked at."""
    last = 0
    for step, goes_on in enumerate(alike.tolist(), start=1):
        if goes_on:
            last = step
        elif step - last > HIDING:
            break
    return last


def _facing(edges: Segments) -> tuple[Indices, Indices, Floats]:
    """Pairs of edges that look opposite ways and lie a stick's width apart: the number of one (m),
    that of the other (m), and how far the second lies to the brighter side of the first (m).
    """
    x, y = edges.side.T.astype(np.float32)
    middle_x, middle_y = ((edges.start + edges.end) / 2).T.astype(np.float32)
    # Outer products: a matrix product of so thin matrices wakes threads that only wait.
    gap = np.outer(x, middle_x) + np.outer(y, middle_y) - (x * middle_x + y * middle_y)[:, None]
    wide = np.abs(gap)
    near = (wide > WIDTH_PX[0]) & (wide < WIDTH_PX[1])
    i, j = np.nonzero(np.triu(near, 1))
    opposite = x[i] * x[j] + y[i] * y[j] < -0.99
    i, j = i[opposite], j[opposite]
    return i, j, gap[i, j]


def _edges(grey: Image) -> Segments:
    """All straight edges of a picture (height, width) but the shortest."""
    lines = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(grey)[0]
    if lines is None:
        return Segments(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros((0, 2)))
    ends = lines.reshape(-1, 4).astype(np.float64)
    ends = ends[np.hypot(ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1]) >= SEGMENT_PX]
    start, end = ends[:, :2], ends[:, 2:]
    along = (end - start) / np.linalg.norm(end - start, axis=1)[:, None]
    normal = quarter_turned(along)
    places = start[:, None] + (end - start)[:, None] * np.linspace(0.1, 0.9, 9)[None, :, None]
    picture = grey.astype(np.float32)
    here = sample(picture, places + 1.5 * normal[:, None]).mean(axis=1)
    there = sample(picture, places - 1.5 * normal[:, None]).mean(axis=1)
    return Segments(start, end, normal * np.where(here > there, 1.0, -1.0)[:, None])


def _stretches(start: Floats, end: Floats, side: Floats, i: Indices, j: Indices) -> Floats:
    """Stretches over which two edges (n) look at each other; `i` (m) and `j` (m) are the numbers of
    those that may. A row for each: x, y of both ends, width, and length seen.
    """
    middle = (start + end) / 2
    along = np.stack([side[:, 1], -side[:, 0]], axis=-1)
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
    return np.column_stack([first, last, width, common])[thin]


def _dot(one: Floats, other: Floats) -> Floats:
    return np.asarray((one * other).sum(axis=-1), np.float64)


def _half_way(points: Floats, side: Floats, start: Floats, end: Floats) -> Floats:
    """The points (n, 2) half way from some points, along `side`, to the lines through others."""
    step = end - start
    normal = quarter_turned(step)
    gap = _dot(start - points, normal) / _dot(side, normal)
    return np.asarray(points + side * gap[:, None] / 2, np.float64)


def _joined(pieces: Floats) -> list[Stick]:
    """Sticks of collinear pieces (see `_stretches`), long pieces gathering short ones."""
    rest = pieces[np.argsort(-pieces[:, 5], kind="stable")[:MOST_PIECES]]
    ends = rest[:, :4].reshape(-1, 2, 2).swapaxes(0, 1)
    left = np.ones(len(rest), np.bool_)
    sticks = []
    for k, (x0, y0, x1, y1, width, support) in enumerate(rest.tolist()):
        if not left[k]:
            continue
        stick = Stick(np.array((x0, y0)), np.array((x1, y1)), width, support)
        left[k], members = False, [k]
        while len(near := np.flatnonzero(left & _on_line(stick, ends))):
            left[near] = False
            members += near.tolist()
            stick = _united(rest[members])
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


def _united(pieces: Floats) -> Stick:
    """The stick that some pieces (see `_stretches`) make: its middle line is the longer axis of
    their moments, and what lies between longer ones, which come first, is not counted again.
    """
    ends, seen = pieces[:, :4].reshape(-1, 2, 2), pieces[:, 5]
    share = seen / seen.sum()
    middle = share @ ends.mean(axis=1)
    away = ends - middle
    (xx, xy), (_, yy) = np.einsum("n,nei,nej->ij", share, away, away).tolist()
    angle = 0.5 * math.atan2(2 * xy, xx - yy)
    axis = np.array((math.cos(angle), math.sin(angle)))
    reach = away @ axis
    low, high = np.sort(reach, axis=1).T
    before = np.minimum.accumulate(low)[:-1], np.maximum.accumulate(high)[:-1]
    common = np.minimum(before[1], high[1:]) - np.maximum(before[0], low[1:])
    support = seen[0] + np.maximum(seen[1:] - np.maximum(common, 0.0), 0.0).sum()
    start, end = (middle + t * axis for t in (low.min(), high.max()))
    return Stick(start, end, float(share @ pieces[:, 4]), float(support))
