"""Stones laid on many sites at once, to see which explains what is seen.

A stone, wherever it lies within its reach, covers a part of a site, and what it leaves bare looks
as without it. So only pixels that it covers are looked at: those of all stones at all shifts, one
after the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pi_board.vision.geometry import Array, Indices, Mask
from pi_board.vision.warm.looks import SHIFTS, Stone, SurfaceLook, composed
from pi_board.vision.warm.misfit import log_likelihood, misfits

_AT_ONCE = 12  # sites: at 3 the calls themselves take time, more only take memory
_APART = 0.1  # of the smaller stone: two that lie side by side overlap by no more


@dataclass(frozen=True, slots=True)
class Bare:
    """Sites without a stone: the likeliest surface of each, the site in its usual light and the
    channels that are known, (sites, px, px, 3); how much more noise than usual there is on it, in
    the surface's variance too (sites, 1, 1, 3); and what is then left of it: pixels' negative
    log-likelihoods and squared distances (sites, px, px).
    """

    surface: SurfaceLook
    seen: Array
    known: Mask
    noise: Array
    misfit: Array
    distance: Array

    def of(self, sites: Indices | slice) -> Bare:
        """Some of them."""
        surface = SurfaceLook(self.surface.mean[sites], self.surface.variance[sites])
        seen = self.seen[sites], self.known[sites], self.noise[sites]
        return Bare(surface, *seen, self.misfit[sites], self.distance[sites])


class Laid:
    """The stones of a board, as they cover sites."""

    def __init__(self, stones: Mapping[str, Stone], both_fit: bool) -> None:
        """`both_fit`: whether one of each kind may lie on a site."""
        self._stones = stones
        self._apart = _apart(*stones.values()) if both_fit and len(stones) == 2 else None
        cover = np.concatenate([stone.cover for stone in stones.values()])
        self._shape = cover.shape[:3]
        # numbers of the covered pixels, counted through all shifts, and within a site
        self._at = np.flatnonzero(cover)
        self._pixel = self._at % (cover.shape[1] * cover.shape[2])
        self._free = np.repeat(1.0 - cover.reshape(-1, 1)[self._at], 3, axis=1)
        means = np.concatenate([stone.mean_share for stone in stones.values()])
        variances = np.concatenate([stone.variance_share for stone in stones.values()])
        self._mean = means.reshape(-1, 3)[self._at]
        self._variance = variances.reshape(-1, 3)[self._at]

    def explained(self, bare: Bare) -> dict[str, tuple[Array, Array]]:
        """For each stone, and both, log-likelihoods (sites) and squared distances (sites, px, px)
        where it fits best.
        """
        starts = range(0, len(bare.misfit), _AT_ONCE)
        parts = [self._explained(bare.of(slice(n, n + _AT_ONCE))) for n in starts]
        return {
            name: (
                np.concatenate([part[name][0] for part in parts]),
                np.concatenate([part[name][1] for part in parts]),
            )
            for name in (parts[0] if parts else ())
        }

    def covers(self, bare: Bare) -> dict[str, Array]:
        """For each stone what it covers (sites, px, px, 1) where it fits best."""
        value, _ = self._at_shifts(bare)
        stones = self._stones.items()
        return {name: s.cover[self._best(value, n)] for n, (name, s) in enumerate(stones)}

    def _explained(self, bare: Bare) -> dict[str, tuple[Array, Array]]:
        value, distance = self._at_shifts(bare)
        out: dict[str, tuple[Array, Array]] = {}
        site = np.arange(len(value))
        for n, name in enumerate(self._stones):
            place = n * len(SHIFTS) + self._best(value, n)
            out[name] = value[site, place], distance[site, place].reshape(bare.distance.shape)
        if self._apart is not None:
            both, shifts = bare.surface, _best_apart(value, self._apart)
            for stone, shift in zip(self._stones.values(), shifts, strict=True):
                both = SurfaceLook(*composed(both, stone.only(shift), bare.noise))
            out["x"] = log_likelihood(bare.seen, both.mean, both.variance, bare.known)
        return out

    def _best(self, value: Array, stone: int) -> Indices:
        """The shift (sites) at which the stone of this number fits best."""
        first = stone * len(SHIFTS)
        return np.asarray(value[:, first : first + len(SHIFTS)].argmax(axis=1), np.intp)

    def _at_shifts(self, bare: Bare) -> tuple[Array, Array]:
        """Log-likelihoods (sites, shifts) and squared distances (sites, shifts, pixels)."""
        count, (shifts, px, _) = len(bare.misfit), self._shape
        surface = bare.surface
        mean = self._of(surface.mean) * self._free + self._mean
        variance = self._of(surface.variance) * self._free + self._variance
        if bare.noise.any():  # mostly there is light enough, and time is short
            variance += bare.noise[:, 0] * (1.0 - self._free)
        found = misfits(self._of(bare.seen), mean, variance, self._of(bare.known))
        whole = []
        for without, with_stone in zip((bare.misfit, bare.distance), found, strict=True):
            laid = np.repeat(without.reshape(count, 1, px * px), shifts, axis=1)
            laid.reshape(count, -1)[:, self._at] = with_stone
            whole.append(laid)
        return -whole[0].sum(axis=-1), whole[1]

    def _of(self, sites: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The covered pixels (sites, n, 3) of sites (sites, px, px, 3)."""
        return np.asarray(sites.reshape(len(sites), -1, 3).take(self._pixel, axis=1))


def _apart(one: Stone, other: Stone) -> Mask:
    """At which shifts (shifts of one, shifts of the other) two stones do not cover the same."""
    a, b = (stone.cover.reshape(len(SHIFTS), -1) for stone in (one, other))
    overlap = np.minimum(a[:, None], b[None]).sum(axis=-1)
    smaller = min(a.sum(axis=1).max(), b.sum(axis=1).max())
    return np.asarray(overlap <= max(_APART * smaller, 1.01 * overlap.min()), np.bool_)


def _best_apart(value: Array, apart: Mask) -> tuple[Indices, Indices]:
    """The shifts (sites) of two stones that lie `apart` at which they fit best; `value` (sites,
    shifts of both) is what each says by itself.
    """
    one, other = np.split(value, 2, axis=1)
    pairs = np.where(apart, one[:, :, None] + other[:, None, :], -np.inf)
    first, second = np.divmod(pairs.reshape(len(value), -1).argmax(axis=1), len(SHIFTS))
    return first, second
