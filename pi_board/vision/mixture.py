"""The small statistics the readers share: weighted Gaussians with priors, heavy tails, counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pi_board.vision.geometry import Floats, Indices, Mask


def student_t(x: Floats, mean: Floats, covariance: Floats, dof: float) -> tuple[Floats, Floats]:
    """Log density (..., N) of points (..., N, k) under a multivariate t of mean (..., k) and
    covariance (..., k, k), so that outliers stay possible; and how much each point counts (..., N)
    when a t is fitted to all (EM for the t).

    The normalising constant that depends on `dof` and k only is left out.
    """
    difference = x - mean[..., None, :]
    scaled = difference @ np.linalg.inv(covariance)
    distance = np.einsum("...nk,...nk->...n", scaled, difference)
    _, log_det = np.linalg.slogdet(covariance)
    heavy = dof + x.shape[-1]
    logs = -0.5 * log_det[..., None] - 0.5 * heavy * np.log1p(distance / dof)
    return np.asarray(logs, np.float64), np.asarray(heavy / (dof + distance), np.float64)


def weighted_mean(x: Floats, weights: Floats, prior: Floats, strength: Floats | float) -> Floats:
    """Mean (..., k) of points (..., N, k) with weights (..., N), and of `strength` (...) points at
    `prior` (..., k).
    """
    strength = np.asarray(strength, np.float64)[..., None]
    total = weights.sum(axis=-1)[..., None] + strength
    return np.asarray(
        (np.einsum("...n,...nk->...k", weights, x) + strength * prior) / total, np.float64
    )


def weighted_covariance(
    x: Floats, mean: Floats, weights: Floats, prior: Floats, strength: float
) -> Floats:
    """Covariance (..., k, k) about `mean` (..., k) of points (..., N, k) with weights (..., N),
    shrunk to `prior` (..., k, k) as if seen at `strength` points.
    """
    difference = x - mean[..., None, :]
    scatter = np.swapaxes(weights[..., None] * difference, -1, -2) @ difference
    total = weights.sum(axis=-1)[..., None, None] + strength
    return np.asarray((scatter + strength * prior) / total, np.float64)


def normalised(logs: Floats) -> Floats:
    """Probabilities (..., labels) from log weights (..., labels)."""
    shifted = np.exp(logs - logs.max(axis=-1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=-1, keepdims=True), np.float64)


def parted(either: Floats, odds: Floats) -> Floats:
    """Log weights (..., 2) of two labels, from that of either of them (...) and the log odds (...)
    of the first against the second.
    """
    first, second = either - np.logaddexp(0, -odds), either - np.logaddexp(0, odds)
    return np.stack([first, second], axis=-1)


def behind(logs: Floats, labels: Sequence[int] | Indices) -> Floats:
    """By how much (N) these labels (N) are less likely than the likeliest, from log weights
    (N, labels).
    """
    return np.asarray(logs.max(axis=1) - logs[np.arange(len(logs)), np.asarray(labels)])


def leads(logs: Floats) -> Floats:
    """By how much (N) the likeliest of the labels leads the next, from log weights (N, labels)."""
    second, best = np.sort(logs, axis=1)[:, -2:].T
    return np.asarray(best - second, np.float64)


def middles(values: npt.NDArray[np.floating]) -> Floats:
    """Medians (...) of values (..., N), one at least and none NaN; np.median takes several times as
    long.
    """
    half, odd = divmod(values.shape[-1], 2)
    ranked = np.array(values, order="C")
    ranked.partition(half)  # for two places at once NumPy has no vectorised one
    high = ranked[..., half]
    low = high if odd else ranked[..., :half].max(axis=-1)
    return np.asarray((high + low) / 2, np.float64)


def middles_seen(values: npt.NDArray[np.floating]) -> Floats:
    """As `middles`, of those of the values (..., N) that are not NaN; NaN where all are."""
    ranked = np.sort(values, axis=-1)  # NaN last
    seen = (~np.isnan(values)).sum(axis=-1, keepdims=True)
    at = np.concatenate([np.maximum(seen - 1, 0) // 2, seen // 2], axis=-1)
    both = np.take_along_axis(ranked, at, axis=-1)
    return np.asarray(both.mean(axis=-1), np.float64)


def capped(values: Floats, most: float) -> Floats:
    """The values (...), large ones drawn in smoothly so that none goes beyond `most`."""
    return np.asarray(most * np.tanh(values / most), np.float64)


def balanced_prior(logs: Floats, prior: Floats, most: Floats, seen: npt.NDArray[Any]) -> Floats:
    """Log priors (..., N, labels) such that no label is expected more than `most` (labels) times.

    `prior` (labels) is lowered for labels in excess until their expected numbers among the `seen`
    points (N; a mask, or how much each counts) fit, given the log-likelihoods `logs` (..., N,
    labels): as in Sinkhorn's algorithm.
    """
    weights = seen.astype(np.float64)[:, None]
    odds = np.exp(logs - logs.max(axis=-1, keepdims=True))
    lowered = np.exp(prior)[..., None, :]
    for _ in range(8):
        total = odds @ lowered.swapaxes(-1, -2)
        count = (weights / total).swapaxes(-1, -2) @ odds * lowered
        if (count <= most * 1.01).all():
            break
        lowered = lowered / np.maximum(count / most, 1.0)
    return np.broadcast_to(np.log(lowered), logs.shape)


def two_means(x: Floats, weights: Floats) -> Floats:
    """Centres (2, k) of two weighted clusters of points (N, k), the one lower in x[:, 0] first."""
    order = np.argsort(x[:, 0])
    share = np.cumsum(weights[order]) / weights.sum()
    low, high = (order[min(int(np.searchsorted(share, q)), len(x) - 1)] for q in (0.2, 0.8))
    centres = x[[low, high]].astype(np.float64)
    for _ in range(12):
        nearer = np.linalg.norm(x[:, None] - centres, axis=2).argmin(axis=1)
        for i in (0, 1):
            mine = weights * (nearer == i)
            if mine.sum() > 0:
                centres[i] = mine @ x / mine.sum()
    return centres[np.argsort(centres[:, 0])]


def standing_out(x: Floats, place: Floats, seen: Mask) -> tuple[Floats, Floats]:
    """Residuals (N, k) of points (N, k) from what is usual at their place, and their spread (k).

    What is usual may drift linearly with `place` (N, d), centred on 0, as the light falls off
    across a board. Robust (Cauchy weights); only `seen` points (N) teach.
    """
    design = np.c_[np.ones(len(x)), place]
    ridge = np.diag([1e-3, *[3.0] * place.shape[1]])
    values = x.T[..., None]  # each of the k by itself: (k, N, 1)
    weight = np.ones_like(values) * seen[:, None]
    for _ in range(6):
        weighted = (design * weight).swapaxes(1, 2)
        residual = values - design @ np.linalg.solve(weighted @ design + ridge, weighted @ values)
        size = middles(np.abs(residual[:, seen, 0])) if seen.any() else np.full(len(values), 0.7)
        spread = 1.48 * size[:, None, None] + 1e-3
        weight = seen[:, None] / (1 + (residual / (2 * spread)) ** 2)
    return residual[..., 0].T, spread.ravel()
