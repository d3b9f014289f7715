"""Puts a board of holes in place where tall pegs mislead: what is seen of them are their tops.

A top lies over its foot, so in the picture it is shifted away from the camera. Which holes hold a
peg a network says, whose word is good where the board is known to within a third of a site. Bare
holes then show circles on the surface, tops show circles of another size at one height, at which
the votes for circles are best.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from pi_board.vision.cold.holes import SHARES
from pi_board.vision.cold.trained import opinions_on_holes
from pi_board.vision.finding.hole_votes import (
    LEAST_HOLES,
    PX_PER_SITE,
    RADII,
    between,
    circles,
    corner_shift,
    peaks,
    surely,
)
from pi_board.vision.geometry import BoardGeometry, Floats, Image
from pi_board.vision.mixture import normalised
from pi_board.vision.pose import Freedom, fit_points
from pi_board.vision.sampling import Array, Surface, parallax

_REACHES = (0.16, 0.12)  # sites: how far from its place a circle may be, one round after another
_HEIGHTS = tuple(0.1 * i for i in range(11))  # of tops over the surface, in site widths
_STEADY = 0.05  # sites: a board moved by less was looked at in the right place
_TRIED = 4  # heights to which the board is fitted,
_NEXT = 0.1  # and so much below and above: votes tell the height badly while the board is off
_USUAL = 0.04  # sites between where a circle should be and is seen
_FEW_STEPS, _STEPS = 3, 8  # of the fit, to find the best height and then
_LEAST_PEGS = 3
_OF_PEG = 0.7  # what a top counts beside a hole: it may stand askew
_FULL = 1.0  # votes of a clear rim; more say no more


def fit_with_pegs(
    image_bgr: Image, start: BoardGeometry, freedom: Freedom
) -> tuple[BoardGeometry, float]:
    """The geometry of a board near `start` with pegs in some holes, and how far from their places
    holes and tops are seen: the median, in sites.
    """
    geometry, scatter = start, 1.0
    for reach in _REACHES:
        before = geometry
        geometry, scatter = _refitted(image_bgr, before, freedom, reach)
        if corner_shift(before, geometry) < _STEADY:
            break
    return geometry, scatter


def _refitted(
    image_bgr: Image, geometry: BoardGeometry, freedom: Freedom, reach: float
) -> tuple[BoardGeometry, float]:
    """One round: look, tell pegs from bare holes, fit."""
    second = opinions_on_holes(image_bgr, geometry)
    bare = normalised(second.logs + SHARES)[:, 0]
    pegs = bare < 0.5
    trust = np.abs(2 * bare - 1) * (1 - second.covered) * np.where(pegs, _OF_PEG, 1.0)
    board, planes = circles(image_bgr, geometry, range(len(RADII)))
    votes = [_votes(plane, board, reach) for plane in planes]
    holes = geometry.site_centres
    flat = _best_seen(votes, holes[None], (0.0,), trust * ~pegs)[0]
    tops = [flat]
    if pegs.sum() >= _LEAST_PEGS:
        places = np.stack([parallax(geometry, holes, z) for z in _HEIGHTS]).astype(np.float64)
        tops = _best_seen(votes, places, _HEIGHTS, trust * pegs)[:_TRIED]
    here, sure = _circles(flat, reach)
    tries = []
    for top in tops:
        there, sure_too = _circles(top, reach)
        seen_px = geometry.project(np.where(pegs[:, None], there, here))
        weights = trust * np.where(pegs, sure_too, sure)
        for height in (top.height - _NEXT, top.height, top.height + _NEXT):
            places = np.column_stack([holes, np.where(pegs, max(height, 0.0), 0.0)])
            told = _Told(places, seen_px, weights)
            tries.append((told, told.fitted(geometry, freedom, _FEW_STEPS)))
    told, best = min(tries, key=lambda each: each[0].cost(each[1]))
    best = told.fitted(best, freedom, _STEPS)
    return best, told.scatter(best)


@dataclass(frozen=True, slots=True)
class _Told:
    """Places (n, 3), in sites, of holes and tops, where they are seen, `seen_px` (n, 2), and how
    much that counts, `weights` (n).
    """

    places: Floats
    seen_px: Floats
    weights: Floats

    def fitted(self, start: BoardGeometry, freedom: Freedom, steps: int) -> BoardGeometry:
        """The geometry that explains it best, from a start nearby."""
        site_px = start.site_px
        return fit_points(
            start,
            self.places,
            self.seen_px,
            freedom,
            sigma_px=0.05 * site_px,
            robust_px=_USUAL * site_px,
            steps=steps,
            weights=self.weights,
        )

    def _misses(self, geometry: BoardGeometry) -> Floats:
        off = geometry.project(self.places) - self.seen_px
        return np.asarray(np.linalg.norm(off, axis=1) / geometry.site_px, np.float64)

    def cost(self, geometry: BoardGeometry) -> float:
        """How badly a geometry explains it; less where much is seen."""
        misfit = self.weights @ np.log1p((self._misses(geometry) / _USUAL) ** 2)
        return float(misfit / max(self.weights.sum(), 1.0) - self.weights.mean())

    def scatter(self, geometry: BoardGeometry) -> float:
        """How far, in sites, from its place is seen what counts: the median."""
        certain = self.weights > 0.4
        if certain.sum() < LEAST_HOLES:
            return 1.0
        return float(np.median(self._misses(geometry)[certain]))


@dataclass(frozen=True, slots=True)
class _Votes:
    """Votes for circles of one radius on a board, the largest within reach of each pixel, and what
    places without a hole get.
    """

    board: Surface
    plane: Array
    largest: Array
    chance: float

    def at(self, places: Floats) -> Array:
        """The largest votes (...) within reach of places (..., 2)."""
        x, y = np.moveaxis(np.rint(self.board.pixel(places)).astype(np.intp), -1, 0)
        height, width = self.largest.shape
        inside = y.clip(0, height - 1), x.clip(0, width - 1)
        return np.asarray(self.largest[inside], np.float32)


@dataclass(frozen=True, slots=True)
class _Seen:
    """How well circles of one radius are seen at `places` (n, 2), which things at `height` hide."""

    votes: _Votes
    places: Floats
    height: float
    merit: float


def _votes(plane: Array, board: Surface, reach: float) -> _Votes:
    size = 2 * round(reach * PX_PER_SITE) + 1
    largest = np.asarray(cv2.dilate(plane, np.ones((size, size), np.uint8)), np.float32)
    votes = _Votes(board, plane, largest, 0.0)
    middles = between(board.geometry.columns, board.geometry.rows)
    return replace(votes, chance=float(np.quantile(votes.at(middles), 0.75)))


def _best_seen(
    votes: Sequence[_Votes], places: Floats, heights: Sequence[float], weights: Floats
) -> list[_Seen]:
    """For each height, with its places (heights, n, 2), the radius at which circles are seen best;
    the best height first.
    """
    found = np.stack([each.at(places) - each.chance for each in votes])
    merits = np.minimum(found, _FULL) @ weights / (weights.sum() + 1e-9)
    seen = [
        _Seen(votes[int(merit.argmax())], at, height, float(merit.max()))
        for merit, at, height in zip(merits.T, places, heights, strict=True)
    ]
    return sorted(seen, key=lambda each: -each.merit)


def _circles(seen: _Seen, reach: float) -> tuple[Floats, Floats]:
    """Board points (n, 2) of the circles, and how surely (n), 0 to 1, they are there."""
    found, votes, is_peak = peaks(seen.votes.plane, seen.votes.board, seen.places, reach)
    usual = float(np.quantile(votes, 0.3))
    return found, surely(votes, usual, seen.votes.chance) * is_peak
