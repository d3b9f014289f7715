"""The small statistics the readers share: weighted Gaussians with priors, heavy tails, counts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def student_t(x: Floats, mean: Floats, covariance: Floats, dof: float) -> Floats:
    """Log density (N) of points (N, k) under a multivariate t, so that outliers stay possible.

    The normalising constant that depends on `dof` and k only is left out.
    """
    k = x.shape[1]
    inverse = np.linalg.inv(covariance)
    difference = x - mean
    distance = np.einsum("ij,jk,ik->i", difference, inverse, difference)
    _, log_det = np.linalg.slogdet(covariance)
    return np.asarray(-0.5 * log_det - 0.5 * (dof + k) * np.log1p(distance / dof), np.float64)


def robust_weights(x: Floats, mean: Floats, covariance: Floats, dof: float) -> Floats:
    """How much each point (N, k) counts when a t is fitted to all (EM for the t)."""
    difference = x - mean
    distance = np.einsum("ij,jk,ik->i", difference, np.linalg.inv(covariance), difference)
    return np.asarray((dof + x.shape[1]) / (dof + distance), np.float64)


def weighted_mean(x: Floats, weights: Floats, prior: Floats, strength: float) -> Floats:
    """Mean (k) of points (N, k) with weights (N), and of `strength` points at `prior`."""
    total = weights.sum() + strength
    return np.asarray((weights @ x + strength * prior) / total, np.float64)


def weighted_covariance(
    x: Floats, mean: Floats, weights: Floats, prior: Floats, strength: float
) -> Floats:
    """Covariance (k, k) about `mean`, shrunk to `prior` as if seen at `strength` points."""
    difference = x - mean
    scatter = (weights[:, None] * difference).T @ difference
    return np.asarray((scatter + strength * prior) / (weights.sum() + strength), np.float64)


def normalised(logs: Floats) -> Floats:
    """Probabilities (N, labels) from log weights (N, labels)."""
    shifted = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True), np.float64)


def balanced(logs: Floats, most: Floats, weights: Floats, rounds: int = 8) -> Floats:
    """Probabilities (N, labels) from log weights, no label having more than `most` (labels) in all.

    Labels in excess are scaled down until their expected numbers fit (as in Sinkhorn's algorithm);
    `weights` (N) tell how much each point counts.
    """
    offset = np.zeros(logs.shape[1])
    share = normalised(logs)
    for _ in range(rounds):
        count = weights @ share
        if (count <= most * 1.01).all():
            break
        offset -= np.log(np.maximum(count / most, 1.0))
        share = normalised(logs + offset)
    return share


def two_means(x: Floats, weights: Floats, rounds: int = 12) -> Floats:
    """Centres (2, k) of two weighted clusters of points (N, k), the one lower in x[:, 0] first."""
    order = np.argsort(x[:, 0])
    share = np.cumsum(weights[order]) / weights.sum()
    low, high = (order[min(int(np.searchsorted(share, q)), len(x) - 1)] for q in (0.2, 0.8))
    centres = x[[low, high]].astype(np.float64)
    for _ in range(rounds):
        nearer = np.linalg.norm(x[:, None] - centres, axis=2).argmin(axis=1)
        for i in (0, 1):
            mine = weights * (nearer == i)
            if mine.sum() > 0:
                centres[i] = mine @ x / mine.sum()
    return centres[np.argsort(centres[:, 0])]


@dataclass(frozen=True, slots=True)
class Outliers:
    """A few points unlike the many: priors of both, and the share of the few.

    Means (k) and covariances (k, k); `strength` is how many points the priors count for.
    """

    many_mean: Floats
    many_covariance: Floats
    few_mean: Floats
    few_covariance: Floats
    few_share: float
    strength: float = 8.0
    dof: float = 5.0


def find_outliers(
    x: Floats, place: Floats, seen: npt.NDArray[np.bool_], model: Outliers, rounds: int = 8
) -> Floats:
    """Log-likelihood ratio (N), few against many, of points (N, k); only `seen` ones teach.

    The many may drift linearly with `place` (N, d), centred on 0: light falls off across a board.
    """
    weight = seen.astype(np.float64)
    design = np.c_[np.ones(len(x)), place]
    many_mean = np.tile(np.median(x[seen], axis=0) if seen.any() else model.many_mean, (len(x), 1))
    many_cov, few_mean, few_cov = model.many_covariance, model.few_mean, model.few_covariance
    ratio = np.zeros(len(x))
    zero = np.zeros(x.shape[1])
    for _ in range(rounds):
        ratio = student_t(x, few_mean, few_cov, model.dof)
        ratio -= student_t(x - many_mean, zero, many_cov, model.dof)
        few = weight / (1 + np.exp(np.clip(-ratio - np.log(model.few_share), -50, 50)))
        many = (weight - few) * robust_weights(x - many_mean, zero, many_cov, model.dof)
        ridge = np.diag([1e-3, *[2.0] * place.shape[1]])
        normal = (design * many[:, None]).T @ design + ridge
        many_mean = design @ np.linalg.solve(normal, (design * many[:, None]).T @ x)
        many_cov = weighted_covariance(
            x - many_mean, zero, many, model.many_covariance, model.strength
        )
        few_mean = weighted_mean(x, few, model.few_mean, 2.0)
        few_cov = weighted_covariance(x, few_mean, few, model.few_covariance, model.strength)
    return np.asarray(ratio, np.float64)
