"""What the squares, holes or tiles of one board and the stones on them look like.

Learnt all at once, from one picture with known labels; then a single site of any later picture is
explained as each label: the site turned back, in its usual light, with each stone on it or none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.core.layout import Layout
from pi_board.vision.flat import SITE_PX, Array, Mask, all_known
from pi_board.vision.warm import looks as lk
from pi_board.vision.warm.sites import (
    Part,
    hidden_rows,
    holds_both,
    parts_of,
    surface_kinds,
    turns_of,
    upright,
)

# Pixels are not independent witnesses: a stone as a whole counts as this many.
_WITNESSES = 8.0
_LEAST_EVIDENCE, _MOST_EVIDENCE = 0.12, 0.5  # of one pixel
_OWN_SHADOW = 0.2  # standard deviation of a site's own light, as a factor,
_OWN_GLOSS = 5.0  # and of the gloss on it, in grey levels
_LIGHT_EVIDENCE = 0.2  # of one pixel of the rim
_STONE_COST = 0.5  # log prior cost of a stone
_UNLIKELY_TURN = 60.0  # log-likelihood that no stone makes up for
_RULED_OUT = 4.0  # log-likelihood a stone on an unlikely turn of the tile lags behind none
_ALL_KNOWN = np.ones((SITE_PX, SITE_PX, 3), np.bool_)

Answer = tuple[float, Array]  # log-likelihood and squared distances (px, px)


@dataclass(frozen=True, slots=True)
class _Bare:
    """A site without a stone: its surface, the site in its usual light, log-likelihood, squared
    distances.
    """

    surface: lk.Surface
    seen: Array
    value: float
    distance: Array


@dataclass(frozen=True, slots=True)
class BoardLooks:
    """What was learnt, at `SITE_PX`: each site's surface, upright, and the `stones` that were seen,
    also one after the other in `any_stone` (None: no stone was).

    `parts` are those of the labels; `rim` (px, px) is 1 where no stone lies, `evidence` the weight
    of one pixel of a site.
    """

    parts: tuple[Part, ...]
    surfaces: tuple[lk.Surface, ...]
    stones: Mapping[str, lk.Stone]
    any_stone: lk.Stone | None
    rim: npt.NDArray[np.floating]
    evidence: float

    def darker_first(self) -> bool:
        """Whether the stones called ``b`` are the darker ones (True where one kind is missing)."""
        brightness = {
            name: float(stone.mean_share[..., 0].sum() / stone.cover.sum())
            for name, stone in self.stones.items()
        }
        return len(brightness) < 2 or brightness["b"] < brightness["w"]

    def explain(self, surfaces: Sequence[lk.Surface], seen: Array, known: Mask) -> list[Answer]:
        """For each label the log-likelihood of a site (px, px, 3), of which the channels `known`
        (px, px, 3) are; and squared distances (px, px), with the site turned upright.

        `surfaces` are what the site may look like without a stone, upright.
        """
        bare = {
            turns: self._bare(surfaces, upright(seen, turns), upright(known, turns))
            for turns in turns_of(self.parts)
        }
        # A stone changes less than a wrong turn of the tile does: only the likeliest are looked at.
        least = max(b.value for b in bare.values()) - _UNLIKELY_TURN
        stones = {
            turns: self._with_stones(upright(known, turns), b)
            for turns, b in bare.items()
            if b.value >= least
        }
        answers = []
        for turns, stone in self.parts:
            without = bare[turns].value, bare[turns].distance
            unlikely = without[0] - _RULED_OUT, without[1]
            with_stone = stones.get(turns, {}).get(stone, unlikely) if stone else without
            answers.append(with_stone)
        return answers

    def covered(self, surface: lk.Surface, seen: Array, name: str) -> Array:
        """The part (px, px, 1) of an upright site (px, px, 3) that its stones cover, 0 or 1."""
        cover = np.zeros((SITE_PX, SITE_PX, 1), np.float32)
        for part in self.stones if name == "x" else (name,):
            if part in self.stones:
                stone = self.stones[part]
                value, _ = lk.log_likelihood(seen, *lk.composed(surface, stone), _ALL_KNOWN)
                cover = np.maximum(cover, stone.cover[int(value.argmax())])
        return np.asarray(cv2.dilate(cover, np.ones((3, 3)))[..., None] > 0.02, np.float32)

    def _bare(self, surfaces: Sequence[lk.Surface], seen: Array, known: Mask) -> _Bare:
        """A site without a stone, upright, on the likeliest of the surfaces."""
        views = np.stack([self._in_usual_light(seen, s, known) for s in surfaces])
        mean = np.stack([s.mean for s in surfaces])
        variance = np.stack([s.variance for s in surfaces])
        value, distance = lk.log_likelihood(views, mean, variance, known)
        best = int(value.argmax())
        return _Bare(
            surfaces[best], views[best], self.evidence * float(value[best]), distance[best]
        )

    def _with_stones(self, known: Mask, bare: _Bare) -> dict[str, Answer]:
        """For each stone what it explains on this surface."""
        if self.any_stone is None:
            return {}
        mean, variance = lk.composed(bare.surface, self.any_stone)
        value, distance = lk.log_likelihood(bare.seen, mean, variance, known)
        out: dict[str, Answer] = {}
        both, both_fit = bare.surface, holds_both(self.parts)
        for n, (name, stone) in enumerate(self.stones.items()):
            first = n * len(lk.SHIFTS)
            shift = int(value[first : first + len(lk.SHIFTS)].argmax())
            likeliest = float(value[first + shift])
            out[name] = self.evidence * likeliest - _STONE_COST, distance[first + shift]
            if both_fit:
                both = lk.Surface(*lk.composed(both, stone.only(shift)))
        if both_fit and len(out) == 2:
            value, distance = lk.log_likelihood(bare.seen, both.mean, both.variance, known)
            out["x"] = self.evidence * float(value) - 2 * _STONE_COST, distance
        return out

    def _in_usual_light(self, seen: Array, surface: lk.Surface, known: Mask) -> Array:
        """The site without its own shadow (a factor) and gloss (white light added), told from its
        rim, where no stone lies: ridge regression of what is seen on what should be.
        """
        weight = _LIGHT_EVIDENCE * (all_known(known) * self.rim)[..., None] / surface.variance
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


def learn_looks(squares: Array, labels: Sequence[int], layout: Layout) -> BoardLooks:
    """The looks of sites (sites, FINE_PX, FINE_PX, 3), in opponent colours and as they lie in the
    picture, with these labels, both in the layout's order.
    """
    parts = tuple(parts_of(name) for name in layout.labels)
    stones = tuple(parts[label][1] for label in labels)
    squares = np.stack([upright(s, parts[n][0]) for s, n in zip(squares, labels, strict=True)])
    bare = _bare_sites(squares, stones, layout, may_turn=len(turns_of(parts)) > 1)
    learnt = _learn_stones(squares, stones, bare, surface_kinds(layout))
    if holds_both(parts):
        learnt = lk.with_faint(learnt, stones, squares, bare)
    seen = tuple(learnt.values())
    covers = [stone.cover.max(axis=0)[..., 0] for stone in seen]
    size = np.mean([stone.cover.sum(axis=(1, 2)).max() for stone in seen] or [50.0])
    return BoardLooks(
        parts,
        tuple(lk.halved_surface(surface) for surface in bare),
        learnt,
        _one_after_the_other(seen) if seen else None,
        1.0 - np.max(covers, axis=0) if covers else np.ones((SITE_PX, SITE_PX)),
        float(np.clip(_WITNESSES / size, _LEAST_EVIDENCE, _MOST_EVIDENCE)),
    )


def _bare_sites(
    squares: Array, stones: Sequence[str], layout: Layout, may_turn: bool
) -> list[lk.Surface]:
    """The surface of each site, at `FINE_PX`: as all of its kind, or with paint of its own."""
    kinds = surface_kinds(layout)
    usual = {}
    for kind in sorted(set(kinds)):
        members = [i for i, s in enumerate(stones) if not s and kinds[i] == kind]
        members = members or [i for i, s in enumerate(stones) if not s]
        surface = lk.learn_surface(squares[members])
        usual[kind] = lk.turnable(surface) if may_turn else surface
    bare = [usual[kind] for kind in kinds]
    for row in hidden_rows(layout, stones):
        paint = lk.painted(bare[row][0], squares[row])
        # a shadow may lie on some of them besides
        bare[row] = [lk.painted(paint, square[None]) for square in squares[row]]
    return bare


def _learn_stones(
    squares: Array, stones: Sequence[str], bare: Sequence[lk.Surface], kinds: Sequence[int]
) -> dict[str, lk.Stone]:
    """The stones that stand out from their surfaces, told by sites that hold one kind."""
    found = {}
    for stone in sorted({"b", "w"} & set(stones)):
        members = [i for i, s in enumerate(stones) if s == stone]
        surfaces = [bare[i] for i in members]
        learnt = lk.learn_stone(squares[members], surfaces, [kinds[i] for i in members])
        if learnt is not None:
            found[stone] = learnt
    return found


def _one_after_the_other(stones: Sequence[lk.Stone]) -> lk.Stone:
    """All stones at all shifts, to be compared at once."""
    return lk.Stone(
        np.concatenate([stone.cover for stone in stones]),
        np.concatenate([stone.mean_share for stone in stones]),
        np.concatenate([stone.variance_share for stone in stones]),
        np.max([stone.outline for stone in stones], axis=0),
    )
