"""Places on which a stone may stand, told apart by a mixture fitted to one picture.

Squares of a chequered board and candidates between sticks are the same to it: every place was
measured in three ways, and most of them are empty. The mixture has three looks (empty, dark stone,
light stone) and is fitted by expectation maximisation, starting from the roundest places.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pi_board.vision.mixture import (
    Floats,
    balanced,
    robust_weights,
    student_t,
    two_means,
    weighted_covariance,
    weighted_mean,
)
from pi_board.vision.sampling import Array, Mask


@dataclass(frozen=True, slots=True)
class StoneLooks:
    """What is measured of each of N places.

    `contrast` (N, 3): log colour of the middle less that of the bare board there. `stone` (N, 3):
    log colour of the middle less the light at that place, so that one team's stones agree.
    `roundness` (N): how strong a circle is there, about 0 to 1.
    """

    contrast: Floats
    stone: Floats
    roundness: Floats


def duller_part(pixels: Array) -> Array:
    """Mean colour (N, 3) of the darker pixels of each (N, M, 3): a highlight is not the paint."""
    count = pixels.shape[1]
    order = np.argsort(pixels[..., 0], axis=1)[:, count // 8 : (2 * count) // 5]
    return np.asarray(np.take_along_axis(pixels, order[..., None], axis=1).mean(axis=1), np.float32)


_DOF = 4.0
# Priors of the mixture, in natural log units of colour and of roundness; as if seen so many times.
_EMPTY_SPREAD = np.diag([0.15, 0.06, 0.06]) ** 2
_STONE_SPREAD = np.diag([0.35, 0.15, 0.15]) ** 2
_ROUND_MEAN = np.log([0.13, 0.75])  # empty, stone
_ROUND_SPREAD = (0.35, 0.55)
_PRIOR_STRENGTH = 8.0
MOST = 12  # stones of a team


def fit_stones(
    looks: StoneLooks, seen: Mask, usual: int, most: int = MOST, rounds: int = 10
) -> Floats:
    """Log-likelihoods (N, 3) of empty, dark stone, light stone; only `seen` places teach.

    `usual` stones of each team are expected, and never more than `most`.
    """
    places = max(int(seen.sum()), 1)
    shares = log_shares(places, usual)
    limits = np.array([places, most, most], np.float64)
    weight = seen.astype(np.float64)
    roundness = np.log(looks.roundness + 0.03)
    enough = np.sort(roundness[seen])[::-1][: 2 * usual].min(initial=np.inf)
    plainly = weight * _sigmoid(8 * (roundness - max(enough, np.log(0.4)))) + 1e-3
    scale = np.array([1.0, 1.5, 1.5])
    means = np.vstack([np.zeros(3), two_means(looks.stone * scale, plainly) / scale])
    spreads = [_EMPTY_SPREAD, _STONE_SPREAD]
    round_means = _ROUND_MEAN
    points = [looks.contrast, looks.stone, looks.stone]
    logs = np.zeros((len(weight), 3))
    for _ in range(rounds):
        for k in range(3):
            stone = min(k, 1)
            logs[:, k] = student_t(points[k], means[k], spreads[stone], _DOF)
            away = (roundness - round_means[stone]) / _ROUND_SPREAD[stone]
            logs[:, k] -= 0.5 * away**2 + np.log(_ROUND_SPREAD[stone])
        share = balanced(logs + shares, limits, weight) * weight[:, None]
        robust = np.stack(
            [
                share[:, k] * robust_weights(points[k], means[k], spreads[min(k, 1)], _DOF)
                for k in range(3)
            ]
        )
        for k in (1, 2):
            means[k] = weighted_mean(points[k], robust[k], means[k], 0.5)
        spreads = _spreads(points, means, robust)
        round_means = np.array(
            [
                weighted_mean(roundness[:, None], w, _ROUND_MEAN[k, None], _PRIOR_STRENGTH)[0]
                for k, w in enumerate((share[:, 0], share[:, 1] + share[:, 2]))
            ]
        )
    return logs


def log_shares(places: int, usual: int) -> Floats:
    """Logarithms (3) of the shares of empty, dark and light places."""
    share = min(usual / places, 0.4)
    return np.log([1 - 2 * share, share, share])


def _sigmoid(x: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-x)), np.float64)


def _spreads(points: list[Floats], means: Floats, weights: Floats) -> list[Floats]:
    """Covariances of empty squares and of stones; both teams' stones share one."""
    empty = weighted_covariance(points[0], means[0], weights[0], _EMPTY_SPREAD, _PRIOR_STRENGTH)
    both = np.vstack([points[1] - means[1], points[2] - means[2]])
    stones = weighted_covariance(
        both, np.zeros(3), np.concatenate([weights[1], weights[2]]), _STONE_SPREAD, _PRIOR_STRENGTH
    )
    return [empty, stones]
