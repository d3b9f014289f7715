"""How well pixels agree with what they should look like, burnt-out ones as far as they tell."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pi_board.vision.flat import all_known, from_opponent, from_opponent_variance
from pi_board.vision.geometry import Array, Indices, Mask

_CHANNELS = np.ones(3, np.float32)
CHANGED = 16.0  # squared distance from memory of a pixel that has changed
FREEDOM = 4.0  # of the Student t distribution of a pixel: heavy tails


def log_likelihood(seen: Array, mean: Array, variance: Array, known: Mask) -> tuple[Array, Array]:
    """Log-likelihoods (...) of sites (..., px, px, 3) under means and variances (..., px, px, 3),
    and squared distances (..., px, px); `known` (..., px, px, 3) as in `squared_distance`.
    """
    misfit, distance = misfits(seen, mean, variance, known)
    return -misfit.sum(axis=(-1, -2)), distance


def misfits(seen: Array, mean: Array, variance: Array, known: Mask) -> tuple[Array, Array]:
    """Negative log-likelihoods (...) of pixels (..., 3), but for a constant, and their squared
    distances; all as in `squared_distance`.
    """
    distance, burnt, channels = _compared(seen, mean, variance, known)
    tail = (0.5 * (FREEDOM + 3.0)) * np.log1p(distance * (1.0 / FREEDOM))
    spread = 0.5 * np.log(variance[..., 0] * variance[..., 1] * variance[..., 2])
    if len(burnt):  # a channel or none is known there
        if spread.shape != distance.shape:
            spread = np.array(np.broadcast_to(spread, distance.shape))
        logs = np.log(channels) * _pixels(known, distance.shape, burnt)
        spread.reshape(-1)[burnt] = 0.5 * (logs[:, 0] + logs[:, 1] + logs[:, 2])
        tail.reshape(-1)[burnt] *= (FREEDOM + 1.0) / (FREEDOM + 3.0)
    return tail + spread, distance


def squared_distance(seen: Array, mean: Array, variance: Array, known: Mask | None = None) -> Array:
    """Squared distances (...) of pixels (..., 3) from means, in standard deviations.

    Channels (..., 3: blue, green, red) that are not `known` are burnt out: they were at least as
    bright as they look. Of a pixel with such channels the one counts that fits worst.
    """
    return _compared(seen, mean, variance, known)[0]


def _compared(
    seen: Array, mean: Array, variance: Array, known: Mask | None
) -> tuple[Array, Indices, Array]:
    """As `squared_distance`; the numbers (n), counted through, of the pixels with channels that are
    burnt out, and their variances of blue, green and red (n, 3).
    """
    difference = seen - mean
    # a product with ones is several times faster than a sum over an axis of three
    off = difference * difference / variance
    distance = np.asarray(off.reshape(-1, 3) @ _CHANNELS, np.float32).reshape(off.shape[:-1])
    if known is None or known.all():
        return distance, np.zeros(0, np.intp), np.zeros((0, 3), np.float32)
    burnt = np.flatnonzero(np.broadcast_to(~all_known(known), distance.shape))
    short = from_opponent(difference.reshape(-1, 3).take(burnt, axis=0))
    least = np.where(_pixels(known, distance.shape, burnt), -np.inf, np.float32(0.0))
    short = np.maximum(short, least)
    channels = from_opponent_variance(_pixels(variance, distance.shape, burnt))
    worst = short * short / channels
    distance.reshape(-1)[burnt] = np.maximum(np.maximum(worst[:, 0], worst[:, 1]), worst[:, 2])
    return distance, burnt, channels


def _pixels(values: npt.NDArray[Any], shape: tuple[int, ...], numbers: Indices) -> npt.NDArray[Any]:
    """Some pixels (n, 3) of values (..., 3), by their numbers in a picture of this shape."""
    if values.shape[:-1] != shape:
        values = np.broadcast_to(values, (*shape, 3))
    return values.reshape(-1, 3).take(numbers, axis=0)
