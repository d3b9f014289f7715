"""Linja boards with holes read cold: which holes hold a peg, and of which team.

A peg may be a flat disc or as tall as a site is wide, and then its top stands over another hole in
the picture. So every hole is looked at along the axis a peg would have, at several heights; at each
of them an empty hole, a dark and a light peg have their own usual colour, learnt from the picture
(expectation maximisation), and at each a covering neighbour is forgiven.
"""

from __future__ import annotations

import cv2
import numpy as np

from pi_board.vision.mixture import (
    Floats,
    normalised,
    robust_weights,
    student_t,
    two_means,
    weighted_covariance,
    weighted_mean,
)
from pi_board.vision.sampling import Array, Mask, Surface, disc, parallax, patches

HEIGHTS = (0.0, 0.12, 0.3, 0.5, 0.75)  # along a peg's axis, in site widths
_DOF = 3.0
SHARES = np.log([0.56, 0.22, 0.22])


def look_at_holes(board: Surface) -> Floats:
    """What is seen of each hole (N, heights, 3): log colour less that of the wood around it."""
    geometry = board.geometry
    y, x = np.divmod(np.arange(geometry.rows * geometry.columns), geometry.columns)
    centres = np.stack([x + 0.5, y + 0.5], axis=-1)
    wood = _wood(board, centres)
    half = max(board.px_per_site // 10, 1)
    around = disc(half, half + 0.5)
    seen = [
        np.median(patches(board, parallax(geometry, centres, z), half)[:, around], axis=1) - wood
        for z in HEIGHTS
    ]
    return np.stack(seen, axis=1).astype(np.float64)


def _wood(board: Surface, centres: Array) -> Array:
    """The board's own log colour (N, 3) about every hole: the median of eight places."""
    smooth = cv2.boxFilter(board.colour, -1, (3, 3))
    offset = np.array([(u, v) for u in (-0.5, 0, 0.5) for v in (-0.5, 0, 0.5) if u or v])
    at = np.rint(board.pixel(centres[:, None] + offset)).astype(np.intp)
    return np.asarray(np.median(smooth[at[..., 1], at[..., 0]], axis=1), np.float32)


_EMPTY_SPREAD = np.diag([0.20, 0.08, 0.08]) ** 2
_STONE_SPREAD = np.diag([0.30, 0.15, 0.15]) ** 2
_PRIOR_STRENGTH = 5.0


def fit_holes(looks: Floats, seen: Mask, rounds: int = 12) -> Floats:
    """Log-likelihoods (N, 3) of empty, dark peg, light peg; only `seen` holes teach."""
    share = _first_guess(looks, seen)
    count, heights = looks.shape[:2]
    logs = np.zeros((count, 3))
    means = np.zeros((3, heights, 3))
    spreads = np.zeros((3, heights, 3, 3))
    priors = (_EMPTY_SPREAD, _STONE_SPREAD, _STONE_SPREAD)
    for k in range(3):
        for z in range(heights):
            means[k, z] = _weighted_median(looks[:, z], share[:, k])
            spreads[k, z] = priors[k]
    for _ in range(rounds):
        for k in range(3):
            logs[:, k] = sum(
                student_t(looks[:, z], means[k, z], spreads[k, z], _DOF) for z in range(heights)
            )
        share = normalised(logs + SHARES) * seen[:, None]
        for k in range(3):
            for z in range(heights):
                points = looks[:, z]
                w = share[:, k] * robust_weights(points, means[k, z], spreads[k, z], _DOF)
                means[k, z] = weighted_mean(points, w, means[k, z], 0.5)
                spreads[k, z] = weighted_covariance(
                    points, means[k, z], w, priors[k], _PRIOR_STRENGTH
                )
    return logs


def _weighted_median(x: Floats, weights: Floats) -> Floats:
    inside = weights > 0.5
    return np.asarray(np.median(x[inside] if inside.any() else x, axis=0), np.float64)


def _first_guess(looks: Floats, seen: Mask) -> Floats:
    """Shares (N, 3) to start from: half of the holes at least are empty and look like wood."""
    low = looks[:, :3].reshape(len(looks), -1)
    usual = np.array([-0.2, 0.0, 0.0] * 3)
    scale = np.array([0.3, 0.1, 0.1] * 3)
    strange = (((low - usual) / scale) ** 2).sum(axis=1)
    for _ in range(5):
        near = seen & (strange <= np.median(strange[seen]))
        usual = np.median(low[near], axis=0)
        strange = (((low - usual) / scale) ** 2).sum(axis=1)
    stones = seen & (strange > np.sort(strange[seen])[int(0.56 * seen.sum())])
    base = looks[:, 1] * (1.0, 2.0, 2.0)
    centres = two_means(base, stones + 1e-6)
    nearer = np.linalg.norm(base[:, None] - centres, axis=2).argmin(axis=1)
    share = np.zeros((len(looks), 3))
    share[~stones, 0] = 1
    share[stones & (nearer == 0), 1] = 1
    share[stones & (nearer == 1), 2] = 1
    return share
