"""What covers places that should show nothing but the bare board: hands, sleeves, cups.

Wood, cloth and paint have one tint all over a board, lamps and shadows hardly change it, and skin
has another. So the commonest tint among the places is taken to be the board's, and a place whose
tint is far from it is covered. A small difference in brightness says little (a shadow).
"""

from __future__ import annotations

import numpy as np

from pi_board.vision.mixture import Floats
from pi_board.vision.sampling import Mask

_SPREAD = np.array([0.3, 0.055, 0.065])  # of one surface: luma, R/G, B/G
_FAR = 3.5  # spreads
_LUMA_MOST = 3.0  # spreads of luma never count for more ...
_LUMA_SHARE = 0.4  # ... than so much of this


def commonest(colours: Floats) -> Floats:
    """The log colour (3) with the commonest tint among points (N, 3): a mode, by mean shift."""
    scaled = colours[:, 1:] / _SPREAD[1:]
    distance = ((scaled[:, None] - scaled[None]) ** 2).sum(axis=2)
    centre = colours[np.exp(-distance / 2).sum(axis=1).argmax()]
    for _ in range(8):
        off = ((colours - centre) / _SPREAD)[:, 1:]
        weight = np.exp(-(off**2).sum(axis=1) / 2) + 1e-9
        centre = weight @ colours / weight.sum()
    return np.asarray(centre, np.float64)


def covered_places(colours: Floats, bare: Floats) -> Mask:
    """Which of the places with these log colours (..., 3) do not show the surface `bare` (..., 3)."""
    off = np.abs((colours - bare) / _SPREAD)
    luma = np.minimum(_LUMA_SHARE * off[..., 0], _LUMA_MOST)
    return np.asarray(np.sqrt(luma**2 + off[..., 1] ** 2 + off[..., 2] ** 2) > _FAR, np.bool_)
