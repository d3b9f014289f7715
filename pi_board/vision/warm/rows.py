"""Reading a Linja board with sticks whose looks are known: loose stones, counted lane by lane.

A lane that looks as it did when it was last confirmed keeps its count. In the others stones are
looked for: places where the picture, over the size of a stone, is likelier to be a stone's colour
than the bare ground, which is remembered pixel by pixel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from pi_board.core.layout import Layout
from pi_board.vision.cold.rows import lane_counts, stones_told
from pi_board.vision.cold.trained import opinions_on_lanes
from pi_board.vision.flat import SITE_PX
from pi_board.vision.geometry import Array, BoardGeometry, Floats, Image, Mask
from pi_board.vision.mixture import parted
from pi_board.vision.warm.flattener import Flat, Flattener
from pi_board.vision.warm.looks import floor_variance, variance_around
from pi_board.vision.warm.loose import (
    HALF_PX,
    MARGIN,
    RADIUS,
    SIDE_PX,
    Paint,
    Place,
    Shape,
    light_on,
    local_ground,
    log_density,
    measured_shape,
    placed,
    sticks_on,
)
from pi_board.vision.warm.memory import RENEWAL
from pi_board.vision.warm.misfit import CHANGED, squared_distance
from pi_board.vision.warm.reader import MOST_LEAD, STRANGE, WarmReading

_HEIGHT = 0.2  # of what is seen of a stone, in site widths
_BAND = 0.32  # of a lane's height, on both sides of its middle, where stones' middles lie
_OUTSIDE_PX = MARGIN - 1  # of the view, left and right: no stone has its middle there
# Probability below which a network sees no stone where the strongest places of a lane are, learnt
# from for want of a better: they are shadows. Of a filmed game 4 of 11 moves were seen with these.
_NO_STONE = 0.05
_WEAKEST = 0.15  # of the lane's strongest place: what is weaker is not looked at
_CLIP = 6.0  # most that one pixel can say, in nats
_CHANGED_PX = 5  # so many changed pixels in a lane, and it is counted anew
_BLIND = 0.5  # a share of burnt-out pixels in a lane that might as well hide that it has changed
_SHARPNESS = 14.0  # log odds between no stone at all and a stone as clear as they come
_ALL = slice(0, None)
_UNSEEN = 0.5  # of a stone burnt out or at the edge of a shadow, and it cannot be seen
_STAYS = 2.0  # log odds that it still lies there then
_HALF = 0.5  # of a usual stone's strength: from there on a place holds one rather than none


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
        self._ground = local_ground(flat.colour)
        columns = (np.arange(flat.colour.shape[1]) + 0.5 - MARGIN) / SITE_PX
        told = stones_told(opinions_on_lanes(frame, geometry), columns)
        self._learn(flat, [divmod(n, self._most + 1) for n in labels], told)
        self._refresh()

    @property
    def labels(self) -> tuple[int, ...]:
        """The count of each lane as far as it is confirmed."""
        return self._labels

    def explain_all(self, flat: Flat) -> tuple[Floats, Floats]:
        """Log-likelihoods (rows, labels) from the looks alone, memory left aside; and zeros (rows):
        a count explains all there is in its lane.
        """
        rows = range(self.layout.rows)
        counts = np.stack([self._count(self._places(flat, row)) for row in rows])
        return counts, np.zeros(self.layout.rows)

    @property
    def team_colours(self) -> tuple[Floats, Floats]:
        """As `BoardLooks.team_colours`, of stones in the middle of the board's light."""
        black, white = (np.asarray(paint.mean, np.float64) for paint in self._paints)
        return black, white

    def darker_first(self) -> bool:
        """Whether the stones called ``b`` are the darker ones."""
        black, white = self.team_colours
        return bool(black[0] < white[0])

    def read(self, flat: Flat) -> WarmReading:
        """How many stones lie in each lane, and what is strange."""
        known = flat.known
        memory = squared_distance(flat.colour, self._memory, self._memory_variance, known)
        ground = squared_distance(flat.colour, self._ground, self._ground_variance, known)
        distance = np.minimum(memory, ground)
        changed = self._lanes(memory > CHANGED).sum(axis=1) >= _CHANGED_PX
        blind = self._lanes(np.asarray(~known.any(axis=2))).mean(axis=1) > _BLIND
        looks = np.full((self.layout.rows, len(self.layout.labels)), -MOST_LEAD)
        looks[np.arange(self.layout.rows), self._labels] = 0.0
        unseen = self._unseen(flat) if changed.any() else None
        for row in np.flatnonzero(changed).tolist():
            places = self._places(flat, row)
            looks[row] = self._count([*places, *self._hidden(unseen, row, places)])
            for place in places:
                self._explain(distance, flat, place)
        labels = tuple(int(i) for i in looks.argmax(axis=1))
        strange = np.asarray((distance > STRANGE) & flat.clear, np.bool_)
        return WarmReading(looks, labels, strange, unchanged=~changed & ~blind)

    def confirm(self, flat: Flat, labels: Sequence[int], hidden: Mask | None = None) -> None:
        """Remember the view, which is known to show these counts, but for what is `hidden` (height,
        width).
        """
        rows = range(self.layout.rows)
        places = [p for row in rows for p in self._places(flat, row) if p.strength > _HALF]
        seen = np.ones(flat.clear.shape, np.bool_) if hidden is None else ~hidden
        self._uncover(flat, places, RENEWAL * seen.astype(np.float32))
        change = squared_distance(flat.colour, self._memory, self._memory_variance)
        share = np.where(change > CHANGED, 1.0, RENEWAL).astype(np.float32)
        # What is burnt out may be glare, unless a stone is seen there.
        share *= seen & (flat.clear | (flat.burnt & (self._cover_of(places) > 0)))
        self._memory += share[..., None] * (flat.colour - self._memory)
        self._labels = tuple(labels)
        self._refresh()

    def _uncover(self, flat: Flat, places: Sequence[Place], share: Array) -> None:
        """Remember the ground wherever no stone lies, a `share` (height, width) of it new."""
        stones = cv2.dilate(self._cover_of(places), np.ones((5, 5), np.uint8)) > 0
        share = share * (~stones & flat.clear)
        self._ground += share[..., None] * (flat.colour - self._ground)

    def _learn(self, flat: Flat, counts: Sequence[tuple[int, int]], told: Floats) -> None:
        """Measure the stones, of which each lane has these, where they are most unlike the ground
        and a network has `told` of some (rows, width).
        """
        variance = floor_variance(self._ground)
        unlike = squared_distance(flat.colour, self._ground, variance)
        unlike = np.minimum(unlike, 40.0).astype(np.float32)
        unlike[sticks_on(self._ground)] = 0.0  # where one ends, the table is unlike it too
        self._shape = Shape.disc(RADIUS)
        stones = self._strongest(unlike, counts, told)
        self._shape = measured_shape(unlike > CHANGED, [p for lane in stones for p in lane])
        stones = self._strongest(unlike, counts, told)
        teams = self._teams(flat, stones, counts)
        places = [p for team in teams for p in team]
        self._uncover(flat, places, np.ones(flat.clear.shape, np.float32))
        self._sticks = sticks_on(self._ground)
        self._light = light_on(self._ground, self._sticks)
        self._measure(flat, teams)

    def _strongest(
        self, unlike: Array, counts: Sequence[tuple[int, int]], told: Floats
    ) -> list[list[Place]]:
        """The places of the stones of each lane; if one of them is a shadow, which may be as unlike
        the ground as a stone and hide it, rather those that the network has told of.
        """
        strength = np.asarray(cv2.filter2D(unlike, -1, self._shape.kernel), np.float32)
        lanes = []
        for row, ((b, w), stones) in enumerate(zip(counts, told, strict=True)):
            places = self._peaks(strength, strength, row)[: b + w]
            if any(stones[place.x] < _NO_STONE for place in places):
                rather = self._peaks(strength * (1 + stones), strength, row)[: b + w]
                places = [_on_top(strength, place) for place in rather]
            lanes.append(places)
        return lanes

    def _teams(
        self, flat: Flat, stones: Sequence[Sequence[Place]], counts: Sequence[tuple[int, int]]
    ) -> tuple[list[Place], list[Place]]:
        """The places of both teams' stones: from lanes of one team first, then the others."""
        pure: tuple[list[Place], list[Place]] = ([], [])
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

    def _measure(self, flat: Flat, teams: tuple[list[Place], list[Place]]) -> None:
        """Learn both teams' colours in the usual light, and how strongly a stone is seen."""
        paints = []
        evened = flat.colour / self._light
        for team in teams:
            pixels = [self._covered(evened, p, self._shape.inner) for p in team]
            colours = np.concatenate(pixels) if pixels else np.zeros((1, 3), np.float32)
            mean = np.median(colours, axis=0).astype(np.float32)
            spread = (1.4826 * np.median(np.abs(colours - mean), axis=0)) ** 2
            variance = np.asarray(spread + floor_variance(mean), np.float32)
            paints.append(Paint(mean, variance))
        self._paints = (paints[0], paints[1])
        self._usual = 1.0, 1.0
        self._ground_variance = floor_variance(self._ground)
        strength, colour = self._maps(flat)
        there = [strength[p.y, p.x] for team in teams for p in team] or [1.0]
        odds = [abs(colour[p.y, p.x]) for team in teams for p in team] or [1.0]
        self._usual = max(float(np.median(there)), 0.1), max(float(np.median(odds)), 0.1)

    def _maps(self, flat: Flat, part: slice = _ALL) -> tuple[Array, Array]:
        """How strongly a stone is seen at each place, and which team's (positive: the second's);
        (height of the part, width) each, 1 on a usual stone.
        """
        seen, known = flat.colour[part], flat.known[part]
        ground = log_density(seen, self._ground[part], self._ground_variance[part], known)
        light = self._light[part]
        first, second = (log_density(seen, p.mean * light, p.variance, known) for p in self._paints)
        stone = np.clip(np.maximum(first, second) - ground, -_CLIP, _CLIP)
        np.maximum(stone, 0.0, out=stone, where=self._sticks[part])
        colour = np.clip(second - first, -_CLIP, _CLIP)
        strength = cv2.filter2D(stone, -1, self._shape.kernel) / np.float32(self._usual[0])
        return strength, cv2.filter2D(colour, -1, self._shape.kernel) / np.float32(self._usual[1])

    def _places(self, flat: Flat, row: int) -> list[Place]:
        """The places in a lane."""
        top = MARGIN + (self.layout.rows - row - 1) * SITE_PX - HALF_PX
        part = slice(max(top, 0), top + SITE_PX + 2 * HALF_PX)
        return self._peaks(*self._maps(flat, part), row, part.start)

    def _unseen(self, flat: Flat) -> Array | None:
        """How much (height, width) of a stone would not be seen in each place; None: all would."""
        if flat.known.all():
            return None
        blind = (~flat.clear).astype(np.float32)
        return np.asarray(cv2.filter2D(blind, -1, self._shape.kernel), np.float32)

    def _hidden(self, unseen: Array | None, row: int, seen: Sequence[Place]) -> list[Place]:
        """The places in a lane that cannot be seen, most likely as they are remembered; not those
        where enough is `seen` of a stone. `unseen` as of `_unseen`.
        """
        if unseen is None:
            return []
        places = [p for p in self._peaks(unseen, unseen, row) if p.strength > _UNSEEN]
        if not places:
            return []
        found = [p for p in seen if p.strength > _HALF]
        known = np.ones(self._memory.shape, np.bool_)
        remembered = self._places(Flat(self._memory, known, self._memory), row)
        stones = [
            replace(p, strength=_HALF + _STAYS / _SHARPNESS)
            for p in remembered
            if p.strength > _HALF
            and unseen[p.y, p.x] > _UNSEEN
            and not _any_near(found, p, HALF_PX)
        ]
        free = [
            Place(p.x, p.y, _HALF - _STAYS / _SHARPNESS, 0.0)
            for p in places
            if not _any_near([*found, *stones], p, SIDE_PX)
        ]
        return [*stones, *free]

    def _peaks(self, strength: Array, colour: Array, row: int, start: int = 0) -> list[Place]:
        """Places in a lane, strongest first, no two closer than stones can be.

        The maps begin at pixel row `start` of the view.
        """
        middle = MARGIN + (self.layout.rows - row - 0.5) * SITE_PX - 0.5 - start
        top = round(middle - _BAND * SITE_PX)
        band = strength[top : round(middle + _BAND * SITE_PX) + 1].copy()
        band[:, :_OUTSIDE_PX] = band[:, -_OUTSIDE_PX:] = -np.inf
        places: list[Place] = []
        least = max(_WEAKEST * float(band.max()), 0.0)
        while len(places) <= 2 * self.layout.columns:
            py, px = divmod(int(band.argmax()), band.shape[1])
            if not band[py, px] > least:
                break
            at = top + py, px
            places.append(Place(px, start + at[0], float(strength[at]), float(colour[at])))
            around, close = placed(self._shape.close, px, py, band.shape)
            band[around][close] = -np.inf
        return places

    def _count(self, places: Sequence[Place]) -> Floats:
        """Log-likelihoods of the lane's labels, 0 for the best."""
        there = _SHARPNESS * (np.array([p.strength for p in places]) - _HALF)
        light = _SHARPNESS * np.array([p.colour for p in places])
        odds = np.c_[np.zeros(len(places)), parted(there, -light)]
        table = lane_counts(odds, np.zeros(len(places), np.intp), 1, self._most)[0]
        counts = np.log(np.maximum(table.ravel(), 1e-12))
        return np.asarray(np.maximum(counts - counts.max(), -MOST_LEAD), np.float64)

    def _explain(self, distance: Array, flat: Flat, place: Place) -> None:
        """Lower the squared distances (height, width) where a stone explains the picture."""
        if place.strength <= _HALF:
            return
        paint = self._paints[int(place.colour > 0)]
        around, on = placed(self._shape.outer, place.x, place.y, distance.shape)
        known = flat.known[around]
        mean = paint.mean * self._light[around]
        away = squared_distance(flat.colour[around], mean, paint.variance, known)
        np.minimum(distance[around], away, out=distance[around], where=on)

    def _cover_of(self, places: Sequence[Place]) -> Image:
        """1 where one of these stones lies (height, width)."""
        stones = np.zeros(self._memory.shape[:2], np.uint8)
        for place in places:
            around, on = placed(self._shape.cover, place.x, place.y, stones.shape)
            stones[around] |= on
        return stones

    def _covered(self, colour: Array, place: Place, shape: Array) -> Array:
        """The pixels (n, 3) of a view (height, width, 3) that such a stone covers there."""
        around, on = placed(shape, place.x, place.y, colour.shape)
        return colour[around][on]

    def _colour(self, flat: Flat, place: Place) -> Array:
        covered = self._covered(flat.colour, place, self._shape.cover)
        return np.asarray(np.median(covered, axis=0), np.float32)

    def _lanes(self, picture: Mask) -> Mask:
        """The pixels (rows, n) of each lane, row 1 first, without the margin above and below."""
        return picture[MARGIN:-MARGIN].reshape(self.layout.rows, -1)[::-1]

    def _refresh(self) -> None:
        self._memory_variance = variance_around(self._memory)
        self._ground_variance = variance_around(self._ground)
        self.flattener.remember(self._memory)


def _on_top(strength: Array, place: Place) -> Place:
    """A place beside the strongest one of a map (height, width) that it touches, on that."""
    part = strength[place.y - 1 : place.y + 2, place.x - 1 : place.x + 2]
    down, right = np.unravel_index(part.argmax(), part.shape)
    return replace(place, x=place.x - 1 + int(right), y=place.y - 1 + int(down))


def _any_near(places: Sequence[Place], one: Place, most_px: int) -> bool:
    """Whether any of the places is nearer than so much to one."""
    return any(np.hypot(p.x - one.x, p.y - one.y) < most_px for p in places)
