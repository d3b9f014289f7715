"""Puts a board of holes in place where tall pegs mislead: what is seen of them are their tops.

A top lies over its foot, so in the picture it is shifted away from the camera. Which holes hold a
peg is read from their colours; the bare holes then lie on the surface and the tops all at one
height, which is tried out.
"""

from __future__ import annotations

import numpy as np

from pi_board.vision.cold_holes import fit_holes, look_at_holes
from pi_board.vision.geometry import BoardGeometry, Floats
from pi_board.vision.pose import Freedom, fit_points
from pi_board.vision.sampling import Surface

_HEIGHTS = (0.0, 0.2, 0.4, 0.6, 0.8)  # of tops over the surface, in site widths
_USUAL = 0.04  # sites between where a hole or top should be and is seen
_BETTER = 0.8  # of the cost without pegs that the cost with them must stay below
_ROUNDS = 2  # of telling pegs from bare holes
_COVERED = 0.2  # share of a hole's surroundings from which a hand spoils what is seen
_LEAST = 10  # holes that must be seen


def fit_with_pegs(
    board: Surface, start: BoardGeometry, seen_px: Floats, weights: Floats, freedom: Freedom
) -> tuple[BoardGeometry, float]:
    """The geometry of a board near `start` with pegs in some holes, and how far from their places
    holes and tops are seen: the median, in sites.

    `board` is the rectified picture; `seen_px` (sites, 2) is where each hole or top is seen in the
    picture, row 1 first, `weights` (sites) how surely.
    """
    looks = look_at_holes(board)
    logs = fit_holes(looks, _ROUNDS)
    pegs = logs[:, 1:].max(axis=1) > logs[:, 0]
    weights = weights * (looks.covered < _COVERED)
    fits = [_fit(start, pegs * height, seen_px, weights, freedom) for height in _HEIGHTS]
    flat, best = fits[0], min(fits, key=lambda fit: fit[0])
    _, geometry, miss = best if best[0] < _BETTER * flat[0] else flat
    certain = weights > 0.5
    return geometry, float(np.median(miss[certain])) if certain.sum() >= _LEAST else 1.0


def _fit(
    start: BoardGeometry, heights: Floats, seen_px: Floats, weights: Floats, freedom: Freedom
) -> tuple[float, BoardGeometry, Floats]:
    """Cost, geometry and misses (sites) for these heights (sites) of what is seen, in sites."""
    y, x = np.divmod(np.arange(len(heights)), start.columns)
    points = np.stack([x + 0.5, y + 0.5, heights], axis=-1)
    geometry = fit_points(
        start,
        points,
        seen_px,
        freedom,
        sigma_px=0.05 * start.site_px,
        robust_px=_USUAL * start.site_px,
        steps=10,
        weights=weights,
    )
    miss = np.linalg.norm(geometry.project(points) - seen_px, axis=1) / geometry.site_px
    cost = float((weights * np.log1p((miss / _USUAL) ** 2)).sum())
    return cost, geometry, np.asarray(miss, np.float64)
