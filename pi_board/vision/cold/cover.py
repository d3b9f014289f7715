"""What covers places that should show nothing but the bare board: hands, sleeves, cups.

Wood, cloth and paint have one tint all over a board, lamps and shadows hardly change it, and skin
has another. So the commonest tint among the places is taken to be the board's, and a place whose
tint is far from it is covered. A small difference in brightness says little (a shadow).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pi_board.vision.geometry import Floats, Mask
from pi_board.vision.mixture import student_t

_SPREAD = np.array([0.3, 0.055, 0.065])  # of one surface: luma, R/G, B/G
_FAR = 3.5  # spreads
_LUMA_MOST = 3.0  # spreads of luma never count for more ...
_LUMA_SHARE = 0.4  # ... than so much of this


def commonest(colours: Floats) -> Floats:
    """The log colour (3) with the commonest tint among points (N, 3): a mode, by mean shift."""
    red, blue = colours[:, 1:].T / _SPREAD[1:, None]
    distance = np.subtract.outer(red, red) ** 2 + np.subtract.outer(blue, blue) ** 2
    centre = colours[np.exp(-distance / 2).sum(axis=1).argmax()]
    for _ in range(8):
        off = ((colours - centre) / _SPREAD)[:, 1:]
        weight = np.exp(-(off**2).sum(axis=1) / 2) + 1e-9
        centre = weight @ colours / weight.sum()
    return np.asarray(centre, np.float64)


def covered_places(colours: Floats, bare: Floats) -> Mask:
    """Which places with these log colours (..., 3) do not show the surface `bare` (..., 3)."""
    off = np.abs((colours - bare) / _SPREAD)
    luma = np.minimum(_LUMA_SHARE * off[..., 0], _LUMA_MOST)
    return np.asarray(np.sqrt(luma**2 + off[..., 1] ** 2 + off[..., 2] ** 2) > _FAR, np.bool_)


_DOF = 4.0
_ANYTHING = -12.0  # log density of a pixel that nothing explains
_ON_STONE = 0.55  # of the pixels of a place that holds a stone
_WITNESSES = 6.0  # the pixels of a place count as so many independent ones
Look = tuple[Floats, Floats]  # of single pixels: mean (3), or (N, 3) of places; covariance (3, 3)


def cover_look(cover: Floats) -> Look:
    """What covers the board, from log colours (M, 3) of places it covers."""
    mean = np.median(cover, axis=0)
    spread = 1.5 * np.median(np.abs(cover - mean), axis=0)
    return mean, np.diag(np.maximum(spread, [0.3, 0.08, 0.08]) ** 2)


def through_cover(
    pixels: Floats, empty: Sequence[Look], stones: Sequence[Look], cover: Look, share: Floats
) -> Floats:
    """Log-likelihoods (N, 1 + stones) of nothing and of each stone from places' pixels (N, M, 3).

    Each pixel is what lies there or, with probability `share` (N), what covers it; around a stone
    the first of the `empty` looks is seen as well.
    """
    hidden = np.clip(share, 0.1, 0.8)[:, None, None]
    means, spreads = zip(cover, *empty, *stones, strict=True)
    each = np.stack(np.broadcast_arrays(*means), axis=1)
    logs, _ = student_t(pixels[:, None], each, np.stack(spreads), _DOF)
    hand, bare, on_it = np.split(logs, [1, 1 + len(empty)], axis=1)
    nothing = np.logaddexp.reduce(bare, axis=1, keepdims=True) - np.log(len(empty))
    stone = np.logaddexp(np.log(_ON_STONE) + on_it, np.log(1 - _ON_STONE) + bare[:, :1])
    looks = np.log(1 - hidden) + np.concatenate([nothing, stone], axis=1)
    either = np.logaddexp(looks, hand + np.log(hidden))
    return np.asarray(np.logaddexp(either, _ANYTHING).mean(axis=2) * _WITNESSES, np.float64)
