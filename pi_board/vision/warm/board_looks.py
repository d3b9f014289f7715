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
from pi_board.vision.flat import SITE_PX, all_known
from pi_board.vision.geometry import Array, Floats, Mask
from pi_board.vision.warm.laid import Bare, Laid
from pi_board.vision.warm.looks import (
    Stone,
    SurfaceLook,
    halved_surface,
    learn_stone,
    learn_surface,
    painted,
    side_by_side,
    turnable,
    with_faint,
)
from pi_board.vision.warm.misfit import misfits
from pi_board.vision.warm.sites import (
    STONES,
    Part,
    all_upright,
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
# Share of a pixel from which a stone hides it. Of 70,128 looks at squares and holes of 55 filmed
# games, each before a network is asked, 75 are wrong with this, 23 by 3 nats or more; 85 and 30
# with a margin of a pixel around it, 89 and 33 with that and a share of 0.02.
_HIDES = 0.3
_STONE_COST = 0.5  # log prior cost of a stone
_UNLIKELY_TURN = 60.0  # log-likelihood that no stone makes up for
_RULED_OUT = 4.0  # log-likelihood a stone on an unlikely turn of the tile lags behind none
_ALL_KNOWN = np.ones((SITE_PX, SITE_PX, 3), np.bool_)


@dataclass(frozen=True, slots=True)
class BoardLooks:
    """What was learnt, at `SITE_PX`: the sites' surfaces (sites, px, px, 3), upright, and the
    `stones` that were seen, also `laid` on any site (None: no stone was).

    `parts` are those of the labels; `rim` (px, px) is 1 where no stone lies, `evidence` the weight
    of one pixel of a site.
    """

    parts: tuple[Part, ...]
    surfaces: SurfaceLook
    stones: Mapping[str, Stone]
    laid: Laid | None
    rim: npt.NDArray[np.floating]
    evidence: float

    @property
    def team_colours(self) -> tuple[Floats, Floats] | None:
        """Opponent colours (3) in grey levels of the stones called ``b`` and ``w``; None where one
        kind is missing.
        """
        if len(self.stones) < 2:
            return None
        black, white = (self.stones[name] for name in "bw")
        return _mean_colour(black), _mean_colour(white)

    def darker_first(self) -> bool:
        """Whether the stones called ``b`` are the darker ones (True where one kind is missing)."""
        teams = self.team_colours
        return teams is None or bool(teams[0][0] < teams[1][0])

    def explain(
        self, surfaces: SurfaceLook, seen: Array, known: Mask, noise: Array
    ) -> tuple[Floats, Array]:
        """For each label the log-likelihoods (sites, labels) of sites (sites, px, px, 3), of which
        the channels `known` (as the sites) are; and squared distances (sites, labels, px, px).

        `surfaces` (sites, n, px, px, 3) are what they may look like without a stone, upright; there
        is so much more `noise` (sites, 1, 1, 3: variance) on the sites.
        """
        turns = turns_of(self.parts)
        surfaces = SurfaceLook(surfaces.mean, surfaces.variance + noise[:, None])
        bare = [self._bare(surfaces, upright(seen, t), upright(known, t), noise) for t in turns]
        without = self.evidence * np.stack([_log_likelihood(b) for b in bare], axis=1)
        # A stone changes less than a wrong turn of the tile does: only the likeliest are looked at.
        likely = without >= without.max(axis=1, keepdims=True) - _UNLIKELY_TURN
        values = np.empty((len(seen), len(self.parts)))
        distances = np.empty((len(seen), len(self.parts), SITE_PX, SITE_PX), np.float32)
        for n, turn in enumerate(turns):
            sites = np.flatnonzero(likely[:, n])
            stones = {} if self.laid is None else self.laid.explained(bare[n].of(sites))
            for label, (turns_round, stone) in enumerate(self.parts):
                if turns_round != turn:
                    continue
                values[:, label] = without[:, n] - (_RULED_OUT if stone else 0.0)
                distances[:, label] = upright(bare[n].distance, -turn)
                if stone in stones:
                    value, distance = stones[stone]
                    cost = _STONE_COST * len(STONES[stone])
                    values[sites, label] = self.evidence * value.astype(np.float64) - cost
                    distances[sites, label] = upright(distance, -turn)
        return values, distances

    def covered(self, surface: SurfaceLook, seen: Array, names: Sequence[str]) -> Array:
        """The part (sites, px, px, 1) of upright sites (sites, px, px, 3) that the stones of these
        names cover, 0 or 1.
        """
        covered = np.zeros((*seen.shape[:-1], 1), np.float32)
        sites = np.flatnonzero([bool(name) for name in names])
        if self.laid is None or not len(sites):
            return covered
        surface = SurfaceLook(surface.mean[sites], surface.variance[sites])
        known = np.broadcast_to(_ALL_KNOWN, seen[sites].shape)
        left = misfits(seen[sites], surface.mean, surface.variance, known)
        noise = np.zeros((len(sites), 1, 1, 3), np.float32)
        covers = self.laid.covers(Bare(surface, seen[sites], known, noise, *left))
        for n, site in enumerate(sites.tolist()):
            there = [cover[n] for stone, cover in covers.items() if stone in STONES[names[site]]]
            if there:
                cover = np.max(there, axis=0).reshape(SITE_PX, SITE_PX)
                if holds_both(self.parts):  # what is left of a half must be free of its edge
                    cover = np.asarray(cv2.dilate(cover, np.ones((3, 3))), np.float32)
                covered[site] = cover[..., None] > _HIDES
        return covered

    def _bare(self, surfaces: SurfaceLook, seen: Array, known: Mask, noise: Array) -> Bare:
        """Sites (sites, px, px, 3) without a stone, upright, on the likeliest of the surfaces."""
        views = self._in_usual_light(seen[:, None], surfaces, known[:, None])
        misfit, distance = misfits(views, surfaces.mean, surfaces.variance, known[:, None])
        value = -misfit.sum(axis=(-1, -2))
        best = np.arange(len(seen)), value.argmax(axis=1)
        surface = SurfaceLook(surfaces.mean[best], surfaces.variance[best])
        return Bare(surface, views[best], known, noise, misfit[best], distance[best])

    def _in_usual_light(self, seen: Array, surface: SurfaceLook, known: Mask) -> Array:
        """Sites (..., px, px, 3) without their own shadow (a factor) and gloss (white light added),
        told from their rims, where no stone lies: ridge regression of what is seen on what should
        be.
        """
        share = _LIGHT_EVIDENCE * (all_known(known) * self.rim)
        weight = np.repeat(share[..., None], 3, axis=-1) / surface.variance
        short = seen - surface.mean
        whole, bright = (-1, -2, -3), (-1, -2)
        mm = (surface.mean**2 * weight).sum(axis=whole) + 1.0 / _OWN_SHADOW**2
        mw = (surface.mean[..., 0] * weight[..., 0]).sum(axis=bright)
        ww = weight[..., 0].sum(axis=bright) + 1.0 / _OWN_GLOSS**2
        sm = (short * surface.mean * weight).sum(axis=whole)
        sw = (short[..., 0] * weight[..., 0]).sum(axis=bright)
        determinant = mm * ww - mw * mw
        level = 1.0 + np.clip((sm * ww - sw * mw) / determinant, -0.6, 1.0)
        gloss = (sw * mm - sm * mw) / determinant
        view = np.array(np.broadcast_to(seen, short.shape))
        view[..., 0] -= gloss[..., None, None]
        return np.asarray(view / level[..., None, None, None], np.float32)


def learn_looks(squares: Array, labels: Sequence[int], layout: Layout) -> BoardLooks:
    """The looks of sites (sites, FINE_PX, FINE_PX, 3), in opponent colours and as they lie in the
    picture, with these labels, both in the layout's order.
    """
    parts = tuple(parts_of(name) for name in layout.labels)
    stones = tuple(parts[label][1] for label in labels)
    squares = all_upright(squares, [parts[label][0] for label in labels])
    bare = _bare_sites(squares, stones, layout, may_turn=len(turns_of(parts)) > 1)
    learnt = _learn_stones(squares, stones, bare, surface_kinds(layout))
    if holds_both(parts):
        learnt = with_faint(learnt, stones, squares, bare)
    seen = tuple(learnt.values())
    covers = [stone.cover.max(axis=0)[..., 0] for stone in seen]
    size = np.mean([stone.cover.sum(axis=(1, 2)).max() for stone in seen] or [50.0])
    return BoardLooks(
        parts,
        side_by_side([halved_surface(surface) for surface in bare]),
        learnt,
        Laid(learnt, holds_both(parts)) if learnt else None,
        1.0 - np.max(covers, axis=0) if covers else np.ones((SITE_PX, SITE_PX)),
        float(np.clip(_WITNESSES / size, _LEAST_EVIDENCE, _MOST_EVIDENCE)),
    )


def _bare_sites(
    squares: Array, stones: Sequence[str], layout: Layout, may_turn: bool
) -> list[SurfaceLook]:
    """The surface of each site, at `FINE_PX`: as all of its kind, or with paint of its own."""
    kinds = surface_kinds(layout)
    usual = {}
    for kind in sorted(set(kinds)):
        members = [i for i, s in enumerate(stones) if not s and kinds[i] == kind]
        members = members or [i for i, s in enumerate(stones) if not s]
        surface = learn_surface(squares[members])
        usual[kind] = turnable(surface) if may_turn else surface
    bare = [usual[kind] for kind in kinds]
    for row in hidden_rows(layout, stones):
        bare[row] = [painted(bare[row][0], squares[row])] * layout.columns
    return bare


def _learn_stones(
    squares: Array, stones: Sequence[str], bare: Sequence[SurfaceLook], kinds: Sequence[int]
) -> dict[str, Stone]:
    """The stones that stand out from their surfaces, told by sites that hold one kind."""
    found = {}
    for stone in sorted({"b", "w"} & set(stones)):
        members = [i for i, s in enumerate(stones) if s == stone]
        surfaces = [bare[i] for i in members]
        learnt = learn_stone(squares[members], surfaces, [kinds[i] for i in members])
        if learnt is not None:
            found[stone] = learnt
    return found


def _log_likelihood(bare: Bare) -> Floats:
    """Of sites without a stone (sites)."""
    return np.asarray(-bare.misfit.sum(axis=(-1, -2)), np.float64)


def _mean_colour(stone: Stone) -> Floats:
    return np.asarray(np.einsum("syxc->c", stone.mean_share) / stone.cover.sum(), np.float64)
