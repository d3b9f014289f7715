"""Reading a Linja board with sticks whose looks are known: loose stones, counted lane by lane.

A lane that looks as it did when it was last confirmed keeps its count. In the others stones are
looked for: places where the picture, over the size of a stone, is likelier to be a stone's colour
than the bare ground, which is remembered pixel by pixel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.core.layout import Layout
from pi_board.vision.cold.rows import lane_counts
from pi_board.vision.flat import MARGIN_SITES, SITE_PX, Array, Mask
from pi_board.vision.geometry import BoardGeometry, Image
from pi_board.vision.warm import looks as lk
from pi_board.vision.warm.flattener import Flat, Flattener
from pi_board.vision.warm.reader import MOST_LEAD, STRANGE, WarmReading

_MARGIN = round(MARGIN_SITES * SITE_PX)
_HEIGHT = 0.2  # of what is seen of a stone, in site widths
_BAND = 0.32  # of a lane's height, on both sides of its middle, where stones' middles lie
_RADIUS = 0.3  # of a stone before it was measured, in site widths
_APART = 0.75  # of a stone's width and height: no two are closer
_STICK = 3 * SITE_PX // 2  # half the length over which the ground is alike along a stick
_HALF_PX = 5  # half the side of the square a stone is kept in
_SIDE_PX = 2 * _HALF_PX + 1
_LEAST_AREA, _MOST_AREA = 12, 90  # of a stone, in pixels
_WEAKEST = 0.15  # of the lane's strongest place: what is weaker is not looked at
_FREEDOM = 4.0
_CLIP = 6.0  # most that one pixel can say, in nats
_CHANGED = 16.0  # squared distance of a pixel that has changed
_CHANGED_PX = 5  # so many in a lane, and it is counted anew
_SHARPNESS = 14.0  # log odds between no stone at all and a stone as clear as they come
_RENEWAL = 0.3
_ALL = slice(0, None)
_UNSEEN = 0.6  # of a stone burnt out or at the edge of a shadow, and it cannot be seen
_STAYS = 2.0  # log odds that it still lies there then
_HALF = 0.5  # of a usual stone's strength: from there on a place holds one rather than none


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a stone (or something like one) lies: pixel of the flat view, how strongly it is seen
    (1 being usual), and which team's it is (-1 the first's, 1 the second's).
    """

    x: int
    y: int
    strength: float
    colour: float


@dataclass(frozen=True, slots=True)
class _Paint:
    """A team's stones: colour and its variance (3)."""

    mean: Array
    variance: Array


@dataclass(frozen=True, slots=True)
class _Shape:
    """What a stone covers, 0 or 1 in a small square about its middle."""

    cover: Array

    @classmethod
    def disc(cls, radius_sites: float) -> _Shape:
        """A round one."""
        y, x = np.mgrid[-_HALF_PX : _HALF_PX + 1, -_HALF_PX : _HALF_PX + 1]
        return cls((np.hypot(x, y) <= radius_sites * SITE_PX).astype(np.float32))

    @property
    def kernel(self) -> Array:
        """Averages over a stone."""
        return np.asarray(self.cover / self.cover.sum(), np.float32)

    @property
    def inner(self) -> Array:
        """Without its rim."""
        return np.asarray(cv2.erode(self.cover, np.ones((3, 3), np.uint8)), np.float32)

    @property
    def outer(self) -> Array:
        """With what lies next to it."""
        return np.asarray(cv2.dilate(self.cover, np.ones((3, 3), np.uint8)), np.float32)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in pixels, of the middle row and column or so."""
        across, down = self.cover.sum(axis=1), self.cover.sum(axis=0)
        return float(np.sort(across)[-3:].mean()), float(np.sort(down)[-3:].mean())


class WarmRows:
    """The looks of one board with lanes between sticks, and how many stones lie in each."""

    def __init__(
        self, frame: Image, geometry: BoardGeometry, layout: Layout, labels: Sequence[int]
    ) -> None:
        """Learn from a frame on which the lanes (row 1 first) have these labels (counts)."""
        self.layout = layout
        self._most = round(len(layout.labels) ** 0.5) - 1
        self.flattener = Flattener(frame, geometry, (), _HEIGHT)
        flat = self.flattener.flat(frame, geometry)
        self._labels = tuple(labels)
        self._memory = np.array(flat.colour)
        self._ground = _local_ground(flat.colour)
        self._learn(flat, [divmod(n, self._most + 1) for n in labels])
        self._refresh()

    @property
    def labels(self) -> tuple[int, ...]:
        """The count of each lane as far as it is confirmed."""
        return self._labels

    def explain_all(self, flat: Flat) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Log-likelihoods (rows, labels) from the looks alone, memory left aside; and zeros (rows):
        a count explains all there is in its lane.
        """
        rows = range(self.layout.rows)
        counts = np.stack([self._count(self._places(flat, row)) for row in rows])
        return counts, np.zeros(self.layout.rows)

    def darker_first(self) -> bool:
        """Whether the stones called ``b`` are the darker ones."""
        return bool(self._paints[0].mean[0] < self._paints[1].mean[0])

    def read(self, flat: Flat) -> WarmReading:
        """How many stones lie in each lane, and what is strange."""
        clear = flat.clear
        memory = lk.squared_distance(flat.colour, self._memory, self._memory_variance, clear)
        ground = lk.squared_distance(flat.colour, self._ground, self._ground_variance, clear)
        distance = np.minimum(memory, ground)
        changed = [(lane > _CHANGED).sum() >= _CHANGED_PX for lane in self._lanes(memory)]
        looks = np.full((self.layout.rows, len(self.layout.labels)), -MOST_LEAD)
        looks[np.arange(self.layout.rows), self._labels] = 0.0
        for row in np.flatnonzero(changed).tolist():
            places = self._places(flat, row)
            looks[row] = self._count([*places, *self._hidden(flat, row, places)])
            for place in places:
                self._explain(distance, flat, place)
        labels = tuple(int(i) for i in looks.argmax(axis=1))
        return WarmReading(looks, labels, np.asarray((distance > STRANGE) & clear, np.bool_))

    def confirm(self, flat: Flat, labels: Sequence[int]) -> None:
        """Remember the view, which is known to show these counts; nothing may cover the board."""
        rows = range(self.layout.rows)
        places = [p for row in rows for p in self._places(flat, row) if p.strength > _HALF]
        self._uncover(flat, places, _RENEWAL)
        change = lk.squared_distance(flat.colour, self._memory, self._memory_variance)
        share = np.where(change > _CHANGED, 1.0, _RENEWAL).astype(np.float32)[..., None]
        share = share * flat.clear[..., None]
        self._memory += share * (flat.colour - self._memory)
        self._labels = tuple(labels)
        self._refresh()

    def _uncover(self, flat: Flat, places: Sequence[_Place], share: float) -> None:
        """Remember the ground wherever no stone lies, `share` of it new."""
        stones = np.zeros(flat.clear.shape, np.uint8)
        for place in places:
            stones |= self._covering(place)
        bare = (cv2.dilate(stones, np.ones((5, 5), np.uint8)) == 0) & flat.clear
        self._ground[bare] += share * (flat.colour - self._ground)[bare]

    def _learn(self, flat: Flat, counts: Sequence[tuple[int, int]]) -> None:
        """Measure the stones, of which each lane has these."""
        variance = lk.floor_variance(self._ground)
        unlike = lk.squared_distance(flat.colour, self._ground, variance)
        unlike = np.minimum(unlike, 40.0).astype(np.float32)
        self._shape = _Shape.disc(_RADIUS)
        stones = self._strongest(unlike, counts)
        self._shape = _measured_shape(unlike > _CHANGED, [p for lane in stones for p in lane])
        stones = self._strongest(unlike, counts)
        teams = self._teams(flat, stones, counts)
        self._measure(flat, teams)
        self._uncover(flat, [p for team in teams for p in team], share=1.0)

    def _strongest(self, unlike: Array, counts: Sequence[tuple[int, int]]) -> list[list[_Place]]:
        strength = np.asarray(cv2.filter2D(unlike, -1, self._shape.kernel), np.float32)
        return [
            self._peaks(strength, np.zeros_like(strength), row)[: b + w]
            for row, (b, w) in enumerate(counts)
        ]

    def _teams(
        self, flat: Flat, stones: Sequence[Sequence[_Place]], counts: Sequence[tuple[int, int]]
    ) -> tuple[list[_Place], list[_Place]]:
        """The places of both teams' stones: from lanes of one team first, then the others."""
        pure: tuple[list[_Place], list[_Place]] = ([], [])
        for lane, (b, w) in zip(stones, counts, strict=True):
            if not b or not w:
                pure[0 if b else 1].extend(lane)
        if not pure[0] or not pure[1]:
            return pure
        means = [np.mean([self._colour(flat, p) for p in team], axis=0) for team in pure]
        axis = means[1] - means[0]
        teams = (list(pure[0]), list(pure[1]))
        for lane, (b, w) in zip(stones, counts, strict=True):
            if b and w:
                order = sorted(lane, key=lambda p: float(self._colour(flat, p) @ axis))
                teams[0].extend(order[:b])
                teams[1].extend(order[b:])
        return teams

    def _measure(self, flat: Flat, teams: tuple[list[_Place], list[_Place]]) -> None:
        """Learn both teams' colours and how strongly a stone of theirs is seen."""
        paints = []
        for team in teams:
            pixels = [flat.colour[self._covering(p, self._shape.inner) > 0] for p in team]
            colours = np.concatenate(pixels) if pixels else np.zeros((1, 3), np.float32)
            mean = np.median(colours, axis=0).astype(np.float32)
            spread = (1.4826 * np.median(np.abs(colours - mean), axis=0)) ** 2
            variance = np.asarray(spread + lk.floor_variance(mean), np.float32)
            paints.append(_Paint(mean, variance))
        self._paints = (paints[0], paints[1])
        self._usual = 1.0, 1.0
        self._ground_variance = lk.floor_variance(self._ground)
        strength, colour = self._maps(flat)
        there = [strength[p.y, p.x] for team in teams for p in team]
        odds = [abs(colour[p.y, p.x]) for team in teams for p in team]
        self._usual = max(float(np.median(there)), 0.1), max(float(np.median(odds)), 0.1)

    def _maps(self, flat: Flat, part: slice = _ALL) -> tuple[Array, Array]:
        """How strongly a stone is seen at each place, and which team's (positive: the second's);
        (height of the part, width) each, 1 on a usual stone.
        """
        seen, clear = flat.colour[part], flat.clear[part]
        ground = _log_density(seen, self._ground[part], self._ground_variance[part], clear)
        first, second = (_log_density(seen, p.mean, p.variance, clear) for p in self._paints)
        stone = np.clip(np.maximum(first, second) - ground, -_CLIP, _CLIP)
        colour = np.clip(second - first, -_CLIP, _CLIP)
        strength = cv2.filter2D(stone, -1, self._shape.kernel) / np.float32(self._usual[0])
        return strength, cv2.filter2D(colour, -1, self._shape.kernel) / np.float32(self._usual[1])

    def _places(self, flat: Flat, row: int) -> list[_Place]:
        """The places in a lane."""
        top = _MARGIN + (self.layout.rows - row - 1) * SITE_PX - _HALF_PX
        part = slice(max(top, 0), top + SITE_PX + 2 * _HALF_PX)
        return self._peaks(*self._maps(flat, part), row, part.start)

    def _hidden(self, flat: Flat, row: int, seen: Sequence[_Place]) -> list[_Place]:
        """The places in a lane that cannot be seen, most likely as they are remembered; not those
        where enough is `seen` of a stone.
        """
        blind = (~flat.clear).astype(np.float32)
        unseen = np.asarray(cv2.filter2D(blind, -1, self._shape.kernel), np.float32)
        found = [p for p in seen if p.strength > _HALF]
        hidden = [
            p
            for p in self._peaks(unseen, unseen, row)
            if p.strength > _UNSEEN
            and not any(np.hypot(s.x - p.x, s.y - p.y) < _SIDE_PX for s in found)
        ]
        if not hidden:
            return []
        remembered = self._places(Flat(self._memory, np.ones_like(flat.clear), self._memory), row)
        stones = [p for p in remembered if p.strength > _HALF]
        out = []
        for place in hidden:
            near = [s for s in stones if np.hypot(s.x - place.x, s.y - place.y) < _HALF_PX]
            there = _HALF + (_STAYS if near else -_STAYS) / _SHARPNESS
            out.append(_Place(place.x, place.y, there, near[0].colour if near else 0.0))
        return out

    def _peaks(self, strength: Array, colour: Array, row: int, start: int = 0) -> list[_Place]:
        """Places in a lane, strongest first, no two closer than stones can be.

        The maps begin at pixel row `start` of the view.
        """
        middle = _MARGIN + (self.layout.rows - row - 0.5) * SITE_PX - 0.5 - start
        top = round(middle - _BAND * SITE_PX)
        band = strength[top : round(middle + _BAND * SITE_PX) + 1].copy()
        y, x = np.mgrid[: band.shape[0], : band.shape[1]]
        wide, tall = self._shape.size
        places: list[_Place] = []
        least = max(_WEAKEST * float(band.max()), 0.0)
        while len(places) <= 2 * self.layout.columns:
            py, px = divmod(int(band.argmax()), band.shape[1])
            if not band[py, px] > least:
                break
            at = top + py, px
            places.append(_Place(px, start + at[0], float(strength[at]), float(colour[at])))
            band[np.hypot((x - px) / wide, (y - py) / tall) < _APART] = -np.inf
        return places

    def _count(self, places: Sequence[_Place]) -> npt.NDArray[np.float64]:
        """Log-likelihoods of the lane's labels, 0 for the best."""
        there = _SHARPNESS * (np.array([p.strength for p in places]) - _HALF)
        light = _SHARPNESS * np.array([p.colour for p in places])
        odds = np.stack(
            [
                np.zeros(len(places)),
                there - np.logaddexp(0.0, light),
                there - np.logaddexp(0.0, -light),
            ],
            axis=-1,
        )
        table = lane_counts(odds, np.zeros(len(places), np.intp), 1, self._most)[0]
        counts = np.log(np.maximum(table.ravel(), 1e-12))
        return np.asarray(np.maximum(counts - counts.max(), -MOST_LEAD), np.float64)

    def _explain(self, distance: Array, flat: Flat, place: _Place) -> None:
        """Lower the squared distances (height, width) where a stone explains the picture."""
        if place.strength <= _HALF:
            return
        paint = self._paints[int(place.colour > 0)]
        on = self._covering(place, self._shape.outer) > 0
        colours = flat.colour[on]
        away = lk.squared_distance(colours, paint.mean, paint.variance, flat.clear[on])
        distance[on] = np.minimum(distance[on], away)

    def _covering(self, place: _Place, shape: Array | None = None) -> npt.NDArray[np.uint8]:
        """1 where a stone at this place lies (height, width)."""
        shape = self._shape.cover if shape is None else shape
        height, width = self._memory.shape[0], self._memory.shape[1]
        out = np.zeros((height, width), np.uint8)
        top, left = place.y - _HALF_PX, place.x - _HALF_PX
        low, high = max(top, 0), min(top + _SIDE_PX, height)
        start, stop = max(left, 0), min(left + _SIDE_PX, width)
        out[low:high, start:stop] = shape[low - top : high - top, start - left : stop - left] > 0
        return out

    def _colour(self, flat: Flat, place: _Place) -> Array:
        return np.asarray(np.median(flat.colour[self._covering(place) > 0], axis=0), np.float32)

    def _lanes(self, picture: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        """The lanes (rows, px, width), row 1 first, without the margin above and below."""
        inner = picture[_MARGIN:-_MARGIN]
        return inner.reshape(self.layout.rows, SITE_PX, -1)[::-1]

    def _refresh(self) -> None:
        self._memory_variance = lk.floor_variance(self._memory) + lk.misfit_variance(self._memory)
        self._ground_variance = lk.floor_variance(self._ground) + lk.misfit_variance(self._ground)
        self.flattener.remember(self._memory)


def _log_density(seen: Array, mean: Array, variance: Array, clear: Mask) -> Array:
    distance = lk.squared_distance(seen, mean, variance, clear)
    tail = -0.5 * (_FREEDOM + 3.0) * np.log1p(distance / _FREEDOM)
    spread = variance[..., 0] * variance[..., 1] * variance[..., 2]
    return np.asarray(tail - 0.5 * np.log(spread), np.float32)


def _measured_shape(unlike: Mask, places: Sequence[_Place]) -> _Shape:
    """The shape most stones have, from where the picture is unlike the ground."""
    padded = np.pad(unlike, _HALF_PX)
    windows = [padded[p.y : p.y + _SIDE_PX, p.x : p.x + _SIDE_PX] for p in places]
    usual = np.mean(windows, axis=0) > 0.6 if windows else np.zeros((_SIDE_PX, _SIDE_PX))
    _, parts = cv2.connectedComponents(usual.astype(np.uint8), connectivity=4)
    own = parts[_HALF_PX, _HALF_PX]
    cover = (parts == own).astype(np.float32)
    if own == 0 or not _LEAST_AREA <= cover.sum() <= _MOST_AREA:
        return _Shape.disc(_RADIUS)
    return _Shape(cover)


def _local_ground(colour: Array) -> Array:
    """The bare ground under everything (height, width, 3): a wide median, as most of it is bare."""
    low, high = colour.min(axis=(0, 1)), colour.max(axis=(0, 1))
    step = np.maximum(high - low, 1e-3) / 255
    levels = np.rint((colour - low) / step).astype(np.uint8)
    middle = cv2.medianBlur(levels, 4 * SITE_PX + 1)
    ground = np.asarray(middle.astype(np.float32) * step + low, np.float32)
    unlike = lk.squared_distance(colour, ground, lk.floor_variance(ground))
    # A stick runs along the whole board; stones, however many, leave a quarter of their lane free.
    stick = np.quantile(unlike[:, _MARGIN:-_MARGIN], 0.25, axis=1) > _CHANGED
    views = np.lib.stride_tricks.sliding_window_view(
        np.pad(colour, ((0, 0), (_STICK, _STICK), (0, 0)), mode="reflect"), 2 * _STICK + 1, axis=1
    )
    ground[stick] = np.median(views[stick], axis=-1)
    return ground


__all__ = ["Mask", "WarmRows"]
