"""Which holes of a board look alike: bare ones do, and so do those with pegs of one team.

What tells pegs from holes differs from board to board (a shadow within the hole, a bright rim, a
knob that leans away), but on one board it is the same everywhere. So from what is believed of the
holes so far the patterns of the three are learnt, and every hole is judged again by them: a linear
discriminant in the few components in which the holes' pictures differ most (Fisher, "The use of
multiple measurements in taxonomic problems", 1936), its covariance shrunk because holes are few.

Evidence: 33 boards (29 rendered for tests, true geometry), read whole by colours and network alone
and with this: 21 and 24 (wrong sites 31 and 21), with one and a half stops too much light 19 and
22 (37 and 28), under noise 18 and 20 (38 and 33).
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from pi_board.vision.geometry import Floats, Mask
from pi_board.vision.mixture import middles, normalised
from pi_board.vision.sampling import RectifiedBoard, parallax

_HEIGHTS = (0.0, 0.3, 0.6)  # over each site at which a small picture is taken, in site widths
_SIDE, _HALF_SITES = 9, 0.44  # of these pictures: pixels, and from middle to edge in site widths
_BLUR = 0.45  # of these pixels
_CHANNELS = (1.0, 2.0, 2.0)  # what luma and the tints count
_MOST = 2.0  # logarithm of a colour from which it does not count for more
_COMPONENTS = 12
_ROUNDS = 4
_SHRINKAGE = 3.0  # sites
_LEAST_SPREAD = 0.02  # of the variance of all sites
_DOF = 4.0
_WEIGHT = 0.9  # neighbouring components say in part the same


def with_likeness(
    board: RectifiedBoard,
    wood: Floats,
    seen: Mask,
    logs: Floats,
    shares: Callable[[Floats], Floats],
) -> Floats:
    """Log-likelihoods (N, labels) made surer by which sites look alike, for the `seen` ones (N).

    `wood` (N, 3) is the log colour around each site; `shares` gives log priors for likelihoods.
    """
    if seen.sum() <= _COMPONENTS:
        return logs
    x = _components(_pictures(board, wood), seen)
    belief = logs
    for _ in range(_ROUNDS):
        belief = logs + _WEIGHT * _discriminant(x, normalised(belief + shares(belief)), seen)
    return np.where(seen[:, None], belief, logs)


def _pictures(board: RectifiedBoard, wood: Floats) -> Floats:
    """Small pictures (N, M) of all sites, in log colours less that of the wood."""
    centres = board.geometry.site_centres
    step = np.linspace(-_HALF_SITES, _HALF_SITES, _SIDE)
    offsets = np.stack(np.meshgrid(step, step), axis=-1).reshape(-1, 2)
    sigma = _BLUR * board.px_per_site * 2 * _HALF_SITES / _SIDE
    smooth = cv2.GaussianBlur(board.colour, (0, 0), sigma)
    at = np.stack([parallax(board.geometry, centres, z) for z in _HEIGHTS], axis=1)
    pixels = board.pixel(at[:, :, None] + offsets).reshape(len(wood), -1, 2)
    x, y = pixels[..., 0], pixels[..., 1]
    seen = cv2.remap(smooth, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    pictures = (seen - wood[:, None]) * _CHANNELS
    return np.asarray(pictures.reshape(len(wood), -1).clip(-_MOST, _MOST), np.float64)


def _components(pictures: Floats, seen: Mask) -> Floats:
    """The principal components (N, k) of pictures (N, M), each with a variance of 1."""
    off = pictures - middles(pictures[seen].T)
    variance, vectors = np.linalg.eigh(off[seen] @ off[seen].T)
    top = slice(-_COMPONENTS, None)
    size = np.sqrt(np.maximum(variance[top], 1e-9))
    return np.asarray(off @ (off[seen].T @ vectors[:, top]) / size**2 * np.sqrt(seen.sum()))


def _discriminant(x: Floats, belief: Floats, seen: Mask) -> Floats:
    """Log-likelihoods (N, labels) of components (N, k), learnt from the belief (N, labels)."""
    share = belief * seen[:, None]
    count, dims = share.sum(axis=0), x.shape[1]
    means = share.T @ x / (count[:, None] + 0.5)
    off = x[:, None] - means
    scatter = np.einsum("nl,nli,nlj->ij", share, off, off)
    usual = np.eye(dims) * np.trace(scatter) / dims / count.sum()
    within = (scatter + _SHRINKAGE * usual) / (count.sum() + _SHRINKAGE)
    within += _LEAST_SPREAD * np.eye(dims)
    distance = np.einsum("nli,ij,nlj->nl", off, np.linalg.inv(within), off)
    return np.asarray(-0.5 * (_DOF + dims) * np.log1p(distance / _DOF), np.float64)
