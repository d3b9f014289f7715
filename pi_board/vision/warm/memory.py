"""How a board with squares, holes or tiles looked when it was confirmed last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pi_board.core.layout import Layout, Surface
from pi_board.vision.flat import SITE_PX, cut_sites, inside, join_sites
from pi_board.vision.geometry import Array, BoardGeometry, Floats, Indices, Mask
from pi_board.vision.warm.board_looks import BoardLooks
from pi_board.vision.warm.flattener import Flat
from pi_board.vision.warm.looks import SurfaceLook, under_stones, variance_around
from pi_board.vision.warm.misfit import CHANGED, log_likelihood, squared_distance
from pi_board.vision.warm.sites import all_upright

# Share of a confirmed look in the memory of what did not change. What did, the light on it too, is
# remembered at once: after a shove shadows lie elsewhere, and would be strange for many moves.
RENEWAL = 0.3


class Memory:
    """The sites (sites, px, px, 3) at `SITE_PX` as they lie, what lies around the board, and the
    sites' bare surfaces, upright, as far as they could be seen. In opponent colours.

    `labels` are those that were confirmed last, in the layout's order; `site_noise` (sites, 1, 1,
    3) is what varies on a site besides (variance).
    """

    def __init__(
        self,
        flat: Flat,
        labels: Sequence[int],
        noise: Array,
        layout: Layout,
        geometry: BoardGeometry,
        looks: BoardLooks,
    ) -> None:
        """Remember `flat`, on which the sites have these labels; on it (height, width, 3) there is
        so much `noise` (variance). `looks` are what was learnt of the board.
        """
        self.labels = tuple(labels)
        self._layout, self._shape, self._looks = layout, geometry, looks
        self._noise = noise
        self.site_noise = self._cut(noise).mean(axis=(1, 2), keepdims=True)
        self._sites = np.array(self._cut(flat.colour))
        self._around = np.array(flat.colour)
        self._bare = np.array(looks.surfaces.mean)
        self._bare_variance = np.array(looks.surfaces.variance)
        self._remember_bare()
        self._refresh()

    def unlike(self, sites: Array, known: Mask) -> Array:
        """Squared distances (sites, px, px) of all sites as they are seen (sites, px, px, 3), of
        which these channels are known, from what is remembered.
        """
        return squared_distance(sites, self._sites, self._variance, known)

    def unlike_around(self, view: Array) -> Array:
        """Squared distances (height, width) of a flat view (height, width, 3); only those of what
        lies around the board are of use.
        """
        return squared_distance(view, self._around, self._around_variance)

    def likelihood(self, sites: Indices, seen: Array, known: Mask) -> Floats:
        """Log-likelihoods (sites) of sites `seen` as (sites, px, px, 3) if they are as before."""
        value, _ = log_likelihood(seen, self._sites[sites], self._steady[sites], known)
        return self._looks.evidence * value.astype(np.float64)

    def surfaces(self, sites: Indices) -> SurfaceLook:
        """The bare surfaces (sites, 2, px, px, 3) of these sites, upright: as they were learnt, and
        as they are remembered.
        """
        learnt = self._looks.surfaces
        return SurfaceLook(
            np.stack([learnt.mean[sites], self._bare[sites]], axis=1),
            np.stack([learnt.variance[sites], self._bare_variance[sites]], axis=1),
        )

    def shown(self) -> Array:
        """The flat view (height, width, 3) as it is remembered."""
        view = np.array(self._around)
        inside(view, SITE_PX)[:] = join_sites(self._sites, self._layout.columns, self._layout.rows)
        return view

    def renew(self, flat: Flat, labels: Sequence[int], hidden: Mask | None) -> None:
        """Remember how the sites look, which are known to have these labels, and what lies around
        them; but for what is `hidden` (height, width).
        """
        sites = self._cut(flat.guess)
        kept = np.array([old == new for old, new in zip(self.labels, labels, strict=True)])
        alike = squared_distance(sites, self._sites, self._variance) < CHANGED
        share = np.where(kept[:, None, None] & alike, RENEWAL, 1.0).astype(np.float32)[..., None]
        share = share * (self._cut(flat.clear)[..., None] | ~kept[:, None, None, None])
        around = flat.clear if hidden is None else flat.clear & ~hidden
        if hidden is not None:
            share[self._cut(hidden)] = 0.0
        self._sites += share * (sites - self._sites)
        self._around += RENEWAL * around[..., None] * (flat.guess - self._around)
        self.labels = tuple(labels)
        self._remember_bare()
        self._refresh()

    def _remember_bare(self) -> None:
        """Keep what can be seen of the sites' surfaces; under a stone the old is kept, in the light
        that falls on what is seen beside it.
        """
        turns, names = zip(*(self._looks.parts[label] for label in self.labels), strict=True)
        seen = all_upright(self._sites, turns)
        surface = SurfaceLook(self._bare, self._looks.surfaces.variance)
        covered = self._looks.covered(surface, seen, names)
        share = 1.0 - covered
        halved = self._layout.surface is Surface.TILES
        self._bare = under_stones(self._bare, seen, covered, halved=halved)
        self._bare += share * (seen - self._bare)
        seen_variance = variance_around(seen)  # to which sites' noise is added as they are read
        self._bare_variance += share * (seen_variance - self._bare_variance)

    def _refresh(self) -> None:
        """Work out by how much what is remembered may vary."""
        self._variance = variance_around(self._sites, self._cut(self._noise))
        turns = [-self._looks.parts[label][0] for label in self.labels]
        usual = all_upright(self._looks.surfaces.variance, turns)
        # known better than surfaces are, memory would win wherever both fit well enough
        self._steady = np.maximum(self._variance, usual + self.site_noise)
        self._around_variance = variance_around(self._around, self._noise)

    def _cut(self, picture: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return cut_sites(picture, self._shape, SITE_PX)
