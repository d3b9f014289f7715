"""Puts a board of holes in place where tall pegs mislead: what is seen of them are their tops.

A top lies over its foot, so in the picture it is shifted away from the camera. Which holes hold a
peg a network says, whose word is good where the board is known to within a third of a site. Bare
holes then show circles on the surface, tops show circles of another size at one height, at which
the votes for circles are best.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from pi_board.vision import rings
from pi_board.vision.cold_holes import SHARES
from pi_board.vision.geometry import BoardGeometry, Floats, Image
from pi_board.vision.hole_votes import (
    LEAST_HOLES,
    PX_PER_SITE,
    RADII,
    between,
    circles,
    grid,
    peaks,
    surely,
)
from pi_board.vision.mixture import normalised
from pi_board.vision.pose import Freedom, fit_points
from pi_board.vision.sampling import Array, Surface, parallax
from pi_board.vision.trained import opinions_on_holes

_REACHES = (0.16, 0.12)  # sites: how far from its place a circle may be, one round after another
_HEIGHTS = tuple(0.1 * i for i in range(11))  # of tops over the surface, in site widths
_TRIED = 4  # heights to which the board is fitted,
_NEXT = 0.1  # and so much below and above: votes tell the height badly while the board is off
_USUAL = 0.04  # sites between where a circle should be and is seen
_STEPS = 6
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
        geometry, scatter = _refitted(image_bgr, geometry, freedom, reach)
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
    holes = grid(0, geometry.columns, 0, geometry.rows)
    flat = max((_seen(each, holes, trust * ~pegs, 0.0) for each in votes), key=_merit)
    tops = [flat]
    if pegs.sum() >= _LEAST_PEGS:
        seen = [
            max((_seen(each, places, trust * pegs, z) for each in votes), key=_merit)
            for z in _HEIGHTS
            for places in (np.asarray(parallax(geometry, holes, z), np.float64),)
        ]
        tops = sorted(seen, key=_merit, reverse=True)[:_TRIED]
    here, sure = _circles(flat, reach)
    fits = []
    for top in tops:
        there, sure_too = _circles(top, reach)
        seen_px = geometry.project(np.where(pegs[:, None], there, here))
        weights = trust * np.where(pegs, sure_too, sure)
        for height in (top.height - _NEXT, top.height, top.height + _NEXT):
            heights = np.where(pegs, max(height, 0.0), 0.0)
            fits.append(_fit(geometry, heights, seen_px, weights, freedom))
    _, best, scatter = min(fits, key=lambda fit: fit[0])
    return best, scatter


@dataclass(frozen=True, slots=True)
class _Votes:
    """Votes for circles of one radius on a board, the largest within reach of each pixel, and what
    places without a hole get.
    """

    board: Surface
    plane: Array
    largest: Array
    chance: float


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
    middles = between(board.geometry.columns, board.geometry.rows)
    chance = np.quantile(rings.strongest(largest, board, middles, 0.0), 0.75)
    return _Votes(board, plane, largest, float(chance))


def _seen(votes: _Votes, places: Floats, weights: Floats, height: float) -> _Seen:
    found = rings.strongest(votes.largest, votes.board, places, 0.0) - votes.chance
    merit = weights @ np.minimum(found, _FULL) / (weights.sum() + 1e-9)
    return _Seen(votes, places, height, float(merit))


def _merit(seen: _Seen) -> float:
    return seen.merit


def _circles(seen: _Seen, reach: float) -> tuple[Floats, Floats]:
    """Board points (n, 2) of the circles, and how surely (n), 0 to 1, they are there."""
    found, votes, is_peak = peaks(seen.votes.plane, seen.votes.board, seen.places, reach)
    usual = float(np.quantile(votes, 0.3))
    return found, surely(votes, usual, seen.votes.chance) * is_peak


def _fit(
    start: BoardGeometry, heights: Floats, seen_px: Floats, weights: Floats, freedom: Freedom
) -> tuple[float, BoardGeometry, float]:
    """Cost, geometry and scatter (sites) for these heights (sites) of what is seen."""
    holes = grid(0, start.columns, 0, start.rows)
    points = np.column_stack([holes, heights])
    geometry = fit_points(
        start,
        points,
        seen_px,
        freedom,
        sigma_px=0.05 * start.site_px,
        robust_px=_USUAL * start.site_px,
        steps=_STEPS,
        weights=weights,
    )
    miss = np.linalg.norm(geometry.project(points) - seen_px, axis=1) / geometry.site_px
    cost = float(weights @ np.log1p((miss / _USUAL) ** 2)) / max(float(weights.sum()), 1.0)
    certain = weights > 0.4
    scatter = float(np.median(miss[certain])) if certain.sum() >= LEAST_HOLES else 1.0
    return cost - float(weights.mean()), geometry, scatter
