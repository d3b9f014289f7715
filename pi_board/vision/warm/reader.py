"""Reading a board whose looks are known: squares, holes and tiles.

Learnt from one picture with known labels. A site that looks as it did when it was last confirmed
keeps its label; only the others are explained anew, as a surface with or without a stone.
What neither memory nor any label explains is *strange*: a hand, a cup, a stone on the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.core.layout import Layout
from pi_board.vision.flat import (
    FINE_PX,
    MARGIN_SITES,
    SITE_PX,
    Array,
    Mask,
    all_known,
    cut_sites,
    inside,
    join_sites,
)
from pi_board.vision.geometry import BoardGeometry, Image
from pi_board.vision.warm import looks as lk
from pi_board.vision.warm.edges import decide_by_edges
from pi_board.vision.warm.flattener import Flat, Flattener
from pi_board.vision.warm.sites import (
    costs_of_change,
    hidden_rows,
    parts_of,
    surface_kinds,
    turned,
    upright,
)

# Pixels are not independent witnesses: a stone as a whole counts as this many.
_WITNESSES = 8.0
_LEAST_EVIDENCE, _MOST_EVIDENCE = 0.12, 0.5  # of one pixel
# No look is trusted beyond this log-likelihood lead, nor is any ruled out for good.
MOST_LEAD = 14.0
STRANGE = 20.0  # squared distance (3 degrees of freedom) of a pixel nothing explains
_ODD = 9.0  # squared distance of a pixel that does not quite belong
_CHANGED = 16.0  # squared distance from memory of a pixel that has changed
_CHANGED_PX = 4  # so many such pixels make a site worth explaining anew,
_CHANGED_AREA = 3.0, 10.0  # or the mean of 3 x 3 pixels: so much is enough,
_CHANGED_MEAN = 0.6  # or of the whole site: a stone hardly unlike its square,
_BURNT = 0.1  # share of a site burnt out from which memory alone is not believed
_HALF_LIT = 0.5  # share of a site at the edge of a shadow from which it cannot be read at all
TOLD = 3.0  # log-likelihood lead that tells what lies there even so
_CHANGED_TIMES = 6.0, 3.0  # where the other sites have not all become as unlike
_OWN_SHADOW = 0.2  # standard deviation of a site's own light, as a factor,
_OWN_GLOSS = 5.0  # and of the gloss on it, in grey levels
_LIGHT_EVIDENCE = 0.2  # of one pixel of the rim
_STONE_COST = 0.5  # log prior cost of a stone
_UNLIKELY_TURN = 60.0  # log-likelihood that no stone makes up for
_RENEWAL = 0.3  # share of a confirmed look in the memory of a site that did not change
_ALL_KNOWN = np.ones((SITE_PX, SITE_PX, 3), np.bool_)
_RULED_OUT = 4.0  # log-likelihood a stone on an unlikely turn of the tile lags behind none

Labels = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WarmReading:
    """`looks` (sites, labels): log-likelihoods, 0 for the best; `labels` (sites) the best ones;
    `strange` (height, width) of the flat view: pixels that nothing explains; `untold` (numbers of
    sites): those mostly at the edge of a shadow; of tiles those that changed, but so burnt out that
    two labels explain them nearly equally well.
    """

    looks: npt.NDArray[np.float64]
    labels: Labels
    strange: Mask
    untold: Labels = ()


@dataclass(frozen=True, slots=True)
class _Bare:
    """A site without a stone: its surface, the site in its usual light, log-likelihood, squared
    distances.
    """

    surface: lk.Surface
    seen: Array
    value: float
    distance: Array


class WarmGrid:
    """The looks of one board with squares, holes or tiles, and what lies where."""

    def __init__(
        self, frame: Image, geometry: BoardGeometry, layout: Layout, labels: Sequence[int]
    ) -> None:
        """Learn from a frame on which the sites (in the layout's order) have these labels."""
        self.layout = layout
        self._shape = geometry
        self._parts = tuple(parts_of(name) for name in layout.labels)
        self._cost_of_change = costs_of_change(self._parts)
        self._turns = sorted({turns for turns, _ in self._parts})
        self._holds_both = any(stone == "x" for _, stone in self._parts)  # stones on one site
        self._kind = surface_kinds(layout)
        stones = tuple(self._parts[label][1] for label in labels)
        kinds = tuple(zip(stones, self._kind, strict=True))
        self.flattener = Flattener(frame, geometry, kinds)
        self._learn_looks(labels, stones)
        flat = self.flattener.flat(frame, geometry)
        self._labels = tuple(labels)
        self._memory = np.array(self._cut(flat.colour))
        self._margin = np.array(flat.colour)
        self._bare = np.stack([surface.mean for surface in self._surfaces])
        self._bare_variance = np.stack([surface.variance for surface in self._surfaces])
        self._remember_bare(range(len(labels)))
        self._refresh()

    def read(self, flat: Flat) -> WarmReading:
        """What the sites look like, and what is strange."""
        sites, known = self._cut(flat.colour), self._cut(flat.known)
        distance = lk.squared_distance(sites, self._memory, self._variance, known)
        # Where it is burnt out little differs from memory, whatever lies there: weigh all labels.
        burnt = (~all_known(known)).mean(axis=(1, 2)) > _BURNT
        changed = self._changed(distance) | burnt
        count = len(self._labels)
        looks = np.full((count, len(self.layout.labels)), -MOST_LEAD)
        looks[np.arange(count), self._labels] = 0.0
        by_edges = self._tells_by_edges(flat)
        for site in np.flatnonzero(changed | by_edges).tolist():
            looks[site], distance[site] = self._explain(site, sites[site], known[site])
        unseen = self._by_edges(flat, looks) if by_edges else frozenset()
        looks = np.maximum(looks - looks.max(axis=1, keepdims=True), -MOST_LEAD)
        best = tuple(int(i) for i in looks.argmax(axis=1))
        tiles = len(self._turns) > 1  # their print reaches the rim: some of it is always seen
        untold = self._glared(flat, looks, best) if tiles else self._half_lit(flat)
        untold = tuple(sorted(unseen.union(untold)))
        return WarmReading(looks, best, self._strange(flat, distance), untold)

    def _tells_by_edges(self, flat: Flat) -> bool:
        """Whether the edges of stones on tiles have a say: some of these are burnt out."""
        if not self._holds_both or flat.fine is None:
            return False
        return bool((self._cut(flat.burnt).mean(axis=(1, 2)) > _BURNT).any())

    def _by_edges(self, flat: Flat, looks: npt.NDArray[np.float64]) -> frozenset[int]:
        """See `decide_by_edges`."""
        if flat.fine is None:
            return frozenset()
        squares = np.asarray(cut_sites(flat.fine, self._shape, FINE_PX), np.float32)
        outlines = {name: stone.outline for name, stone in self._stones.items()}
        return decide_by_edges(looks, squares, self._labels, self._parts, outlines)

    def _glared(self, flat: Flat, looks: npt.NDArray[np.float64], best: Labels) -> Labels:
        """Sites so burnt out that how they changed is hardly told. Only on tiles, where nearly
        every change is a legal move: elsewhere the rules tell what was misread.
        """
        burnt = self._cut(flat.burnt).mean(axis=(1, 2)) > _BURNT
        hardly = np.sort(looks, axis=1)[:, -2] > -TOLD
        found = np.flatnonzero(burnt & hardly & (np.array(best) != self._labels))
        return tuple(int(site) for site in found)

    def _half_lit(self, flat: Flat) -> Labels:
        """Sites mostly at the edge of a shadow: what little can be seen of them fits memory, with
        or without the stone in their middle.
        """
        if flat.edge is None:
            return ()
        share = self._cut(flat.edge).mean(axis=(1, 2))
        return tuple(int(site) for site in np.flatnonzero(share > _HALF_LIT))

    def _changed(self, distance: Array) -> Mask:
        """Which sites (sites) differ from memory: a few pixels much, an area or the whole some."""
        sharp = (distance > _CHANGED).sum(axis=(1, 2)) >= _CHANGED_PX
        times_area, times_mean = _CHANGED_TIMES
        mean = distance.mean(axis=(1, 2))
        faint = mean > max(_CHANGED_MEAN, times_mean * float(np.median(mean)))
        board = join_sites(distance, self.layout.columns, self.layout.rows)
        near = np.pad(cv2.blur(board, (3, 3)), round(MARGIN_SITES * SITE_PX))
        own = self._cut(near)[:, 1:-1, 1:-1]  # nearer the edge it is mixed with the neighbour's
        most = own.max(axis=(1, 2))
        area = most > np.clip(times_area * np.median(most), *_CHANGED_AREA)
        return np.asarray(sharp | faint | area, np.bool_)

    def confirm(self, flat: Flat, labels: Sequence[int]) -> None:
        """Remember how the sites look, which are known to have these labels. Nothing may cover
        them: what is strange in the view would be learnt.
        """
        sites = self._cut(flat.guess)
        kept = np.array([old == new for old, new in zip(self._labels, labels, strict=True)])
        share = np.where(kept, _RENEWAL, 1.0).astype(np.float32)[:, None, None, None]
        share = share * (self._cut(flat.clear)[..., None] | ~kept[:, None, None, None])
        self._memory += share * (sites - self._memory)
        self._margin += _RENEWAL * flat.clear[..., None] * (flat.guess - self._margin)
        self._labels = tuple(labels)
        self._remember_bare(range(len(labels)))
        self._refresh()

    @property
    def labels(self) -> tuple[int, ...]:
        """What lies on each site as far as it is confirmed."""
        return self._labels

    def explain_all(self, flat: Flat) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Log-likelihoods (sites, labels) from the looks alone, memory left aside; and the share
        (sites) of each site that its best label does not really explain: glare, a shadow's edge.
        """
        sites, known = self._cut(flat.colour), self._cut(flat.known)
        answers = [
            self._explain(site, sites[site], known[site], from_memory=False)
            for site in range(len(self._labels))
        ]
        misfits = [float((distance > _ODD).mean()) for _, distance in answers]
        looks = np.stack([found for found, _ in answers])
        if self._tells_by_edges(flat):
            self._by_edges(flat, looks)
        return looks, np.array(misfits)

    def darker_first(self) -> bool:
        """Whether the stones called ``b`` are the darker ones (True where one kind is missing)."""
        brightness = {
            name: float(stone.mean_share[..., 0].sum() / stone.cover.sum())
            for name, stone in self._stones.items()
        }
        return len(brightness) < 2 or brightness["b"] < brightness["w"]

    def _upright_squares(self, labels: Sequence[int]) -> Array:
        squares = cut_sites(self.flattener.fine, self._shape, FINE_PX)
        turned = [upright(s, self._parts[n][0]) for s, n in zip(squares, labels, strict=True)]
        return np.stack(turned)

    def _bare_kinds(self, upright: Array, stones: Sequence[str]) -> dict[int, lk.Surface]:
        bare = {}
        for kind in sorted(set(self._kind)):
            members = [i for i, s in enumerate(stones) if not s and self._kind[i] == kind]
            members = members or [i for i, s in enumerate(stones) if not s]
            usual = lk.learn_surface(upright[members])
            bare[kind] = lk.turnable(usual) if len(self._turns) > 1 else usual
        return bare

    def _learn_looks(self, labels: Sequence[int], stones: Sequence[str]) -> None:
        upright = self._upright_squares(labels)
        usual = self._bare_kinds(upright, stones)
        bare = [usual[kind] for kind in self._kind]
        for row in hidden_rows(self.layout, stones):
            paint = lk.painted(bare[row][0], upright[row])
            # a shadow may lie on some of them besides
            bare[row] = [lk.painted(paint, square[None]) for square in upright[row]]
        self._surfaces = tuple(lk.halved_surface(surface) for surface in bare)
        self._stones: dict[str, lk.Stone] = {}
        for stone in sorted({s for s in stones if s}):
            members = [i for i, s in enumerate(stones) if s == stone]
            kinds = [self._kind[i] for i in members]
            learnt = lk.learn_stone(upright[members], [bare[i] for i in members], kinds)
            if learnt is not None:
                self._stones[stone] = learnt
        if self._holds_both:
            self._stones = lk.with_faint(self._stones, stones, upright, bare)
        known_stones = tuple(self._stones.values())
        if known_stones:
            self._any_stone = lk.Stone(
                np.concatenate([stone.cover for stone in known_stones]),
                np.concatenate([stone.mean_share for stone in known_stones]),
                np.concatenate([stone.variance_share for stone in known_stones]),
                np.max([stone.outline for stone in known_stones], axis=0),
            )
        covers = [stone.cover.max(axis=0)[..., 0] for stone in known_stones]
        self._rim = 1.0 - np.max(covers, axis=0) if covers else np.ones((SITE_PX, SITE_PX))
        size = np.mean([s.cover.sum(axis=(1, 2)).max() for s in known_stones] or [50.0])
        self._evidence = float(np.clip(_WITNESSES / size, _LEAST_EVIDENCE, _MOST_EVIDENCE))

    def _explain(
        self, site: int, seen: Array, known: Mask, from_memory: bool = True
    ) -> tuple[npt.NDArray[np.float64], Array]:
        """Log-likelihood of each label (labels) and the best one's squared distances (px, px)."""
        bare = {
            turns: self._bare_site(site, upright(seen, turns), upright(known, turns), from_memory)
            for turns in self._turns
        }
        # A stone changes less than a wrong turn of the tile does: only the likeliest are looked at.
        least = max(b.value for b in bare.values()) - _UNLIKELY_TURN
        stones = {
            turns: self._with_stones(upright(known, turns), b)
            for turns, b in bare.items()
            if b.value >= least
        }
        answers = []
        for turns, stone in self._parts:
            without = bare[turns].value, bare[turns].distance
            unlikely = without[0] - _RULED_OUT, without[1]
            with_stone = stones.get(turns, {}).get(stone, unlikely) if stone else without
            answers.append(with_stone)
        found = np.array([value for value, _ in answers])
        if from_memory:
            found -= self._cost_of_change[self._labels[site]]
        best = int(found.argmax())
        distance = turned(answers[best][1], self._parts[best][0])
        if from_memory:
            label = self._labels[site]
            # known better than surfaces are, memory would win wherever both fit well enough
            usual = turned(self._surfaces[site].variance, self._parts[label][0])
            variance = np.maximum(self._variance[site], usual)
            value, _ = lk.log_likelihood(seen, self._memory[site], variance, known)
            own = lk.squared_distance(seen, self._memory[site], self._variance[site], known)
            found[label] = max(found[label], self._evidence * float(value))
            if int(found.argmax()) == label and found[label] > answers[label][0]:
                distance = np.asarray(own, np.float32)
        return found, distance

    def _bare_site(self, site: int, seen: Array, known: Mask, from_memory: bool) -> _Bare:
        """A site without a stone, upright: as remembered or as such sites usually look."""
        surfaces = [self._surfaces[site]]
        if from_memory:
            surfaces.append(lk.Surface(self._bare[site], self._bare_variance[site]))
        views = np.stack([self._in_usual_light(seen, s, known) for s in surfaces])
        mean = np.stack([s.mean for s in surfaces])
        variance = np.stack([s.variance for s in surfaces])
        value, distance = lk.log_likelihood(views, mean, variance, known)
        best = int(value.argmax())
        return _Bare(
            surfaces[best], views[best], self._evidence * float(value[best]), distance[best]
        )

    def _with_stones(self, known: Mask, bare: _Bare) -> dict[str, tuple[float, Array]]:
        """For each stone: log-likelihood and squared distances (px, px) of it on this surface."""
        if not self._stones:
            return {}
        mean, variance = lk.composed(bare.surface, self._any_stone)
        value, distance = lk.log_likelihood(bare.seen, mean, variance, known)
        out: dict[str, tuple[float, Array]] = {}
        both = bare.surface
        for n, (name, stone) in enumerate(self._stones.items()):
            first = n * len(lk.SHIFTS)
            shift = int(value[first : first + len(lk.SHIFTS)].argmax())
            likeliest = float(value[first + shift])
            out[name] = self._evidence * likeliest - _STONE_COST, distance[first + shift]
            if self._holds_both:
                both = lk.Surface(*lk.composed(both, stone.only(shift)))
        if self._holds_both and len(out) == 2:
            value, distance = lk.log_likelihood(bare.seen, both.mean, both.variance, known)
            out["x"] = self._evidence * float(value) - 2 * _STONE_COST, distance
        return out

    def _in_usual_light(self, seen: Array, surface: lk.Surface, known: Mask) -> Array:
        """The site without its own shadow (a factor) and gloss (white light added), told from its
        rim, where no stone lies: ridge regression of what is seen on what should be.
        """
        weight = _LIGHT_EVIDENCE * (all_known(known) * self._rim)[..., None] / surface.variance
        short = seen - surface.mean
        mm = (surface.mean**2 * weight).sum() + 1.0 / _OWN_SHADOW**2
        mw = (surface.mean[..., 0] * weight[..., 0]).sum()
        ww = weight[..., 0].sum() + 1.0 / _OWN_GLOSS**2
        sm, sw = (short * surface.mean * weight).sum(), (short[..., 0] * weight[..., 0]).sum()
        determinant = mm * ww - mw * mw
        level = 1.0 + float(np.clip((sm * ww - sw * mw) / determinant, -0.6, 1.0))
        gloss = float((sw * mm - sm * mw) / determinant)
        view = np.array(seen)
        view[..., 0] -= gloss
        return view / np.float32(level)

    def _strange(self, flat: Flat, distance: Array) -> Mask:
        px, edge = SITE_PX, round(MARGIN_SITES * SITE_PX)
        whole = lk.squared_distance(flat.colour, self._margin, self._margin_variance)
        board = join_sites(distance, self.layout.columns, self.layout.rows)
        whole[edge : edge + self.layout.rows * px, edge : edge + self.layout.columns * px] = board
        return np.asarray((whole > STRANGE) & flat.clear, np.bool_)  # glare is no hand

    def _remember_bare(self, sites: Sequence[int] | range) -> None:
        """Keep what can be seen of the surface of these sites; under a stone the old is kept."""
        for site in sites:
            turns, name = self._parts[self._labels[site]]
            seen = upright(self._memory[site], turns)
            share = 1.0 - self._covered(site, seen, name)
            self._bare[site] += share * (seen - self._bare[site])
            seen_variance = lk.floor_variance(seen) + lk.misfit_variance(seen)
            self._bare_variance[site] += share * (seen_variance - self._bare_variance[site])

    def _covered(self, site: int, seen: Array, name: str) -> Array:
        """The part (px, px, 1) of an upright site that its stones cover, 0 or 1."""
        cover = np.zeros((SITE_PX, SITE_PX, 1), np.float32)
        surface = lk.Surface(self._bare[site], self._surfaces[site].variance)
        for part in self._stones if name == "x" else (name,):
            if part in self._stones:
                stone = self._stones[part]
                value, _ = lk.log_likelihood(seen, *lk.composed(surface, stone), _ALL_KNOWN)
                cover = np.maximum(cover, stone.cover[int(value.argmax())])
        return np.asarray(cv2.dilate(cover, np.ones((3, 3)))[..., None] > 0.02, np.float32)

    def _refresh(self) -> None:
        self._variance = lk.floor_variance(self._memory) + lk.misfit_variance(self._memory)
        self._margin_variance = lk.floor_variance(self._margin) + lk.misfit_variance(self._margin)
        shown = np.array(self._margin)
        inside(shown, SITE_PX)[:] = join_sites(self._memory, self.layout.columns, self.layout.rows)
        self.flattener.remember(shown)

    def _cut(self, picture: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return cut_sites(picture, self._shape, SITE_PX)
