"""How much every site looks as if something round stood on it (a gradient-voting Hough transform).

Every edge pixel votes for the points one radius away along and against its gradient (Ballard,
"Generalizing the Hough transform", 1981); a disc's rim votes for its middle, whatever the colours
on both sides, while wood grain and straight edges spread their votes out.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.vision.sampling import Array, Mask, Surface

_SMOOTH_PX = 1.2
_WEAKEST = 1.5  # edge strengths are measured against so many times the picture's median gradient


def edges(board: Surface, ignore: Mask) -> tuple[npt.NDArray[np.intp], Array, Array]:
    """Edge pixels (N, 2) as (x, y), their unit gradients (N, 2) and strengths (N) between 0 and 1.

    Of the three colour channels each pixel takes the one in which it stands out most. Pixels of
    `ignore` are left out.
    """
    best = np.zeros(board.saturated.shape, np.float32)
    along_x, along_y = np.zeros_like(best), np.zeros_like(best)
    for channel, weight in ((0, 1.0), (1, 0.6), (2, 0.6)):
        plane = np.ascontiguousarray(board.colour[..., channel])
        gx = cv2.Scharr(plane, cv2.CV_32F, 1, 0)
        gy = cv2.Scharr(plane, cv2.CV_32F, 0, 1)
        size = np.sqrt(gx * gx + gy * gy) + np.float32(1e-6)
        typical = max(float(np.median(size[::3, ::3])), 0.05) * _WEAKEST
        strength = (weight / typical) * size
        better = strength > best
        best[better] = strength[better]
        along_x[better] = (gx / size)[better]
        along_y[better] = (gy / size)[better]
    best[ignore] = 0.0
    y, x = np.nonzero(best > 0.7)
    strength = best[y, x]
    unit = np.stack([along_x[y, x], along_y[y, x]], axis=-1)
    return np.stack([x, y], axis=-1), unit, strength / (1.0 + strength)


def votes(board: Surface, radii_sites: Sequence[float], ignore: Mask) -> Array:
    """Votes (radii, height, width) for circles of these radii; a full, strong rim gives about 1."""
    at, unit, strength = edges(board, ignore)
    height, width = board.saturated.shape
    out = np.empty((len(radii_sites), height, width), np.float32)
    for i, radius in enumerate(radii_sites):
        step = radius * board.px_per_site * unit
        both = np.rint(np.concatenate([at + step, at - step])).astype(np.intp)
        inside = ((both >= 0) & (both < (width, height))).all(axis=1)
        index = both[inside, 1] * width + both[inside, 0]
        counts = np.bincount(index, np.tile(strength, 2)[inside], height * width)
        plane = cv2.GaussianBlur(counts.reshape(height, width), (0, 0), _SMOOTH_PX)
        out[i] = plane * (_SMOOTH_PX**2 / (radius * board.px_per_site))
    return out


def strongest(plane: Array, board: Surface, points_board: npt.ArrayLike, reach: float) -> Array:
    """The largest value (N) of `plane` within a square of `reach` site widths about the points."""
    size = 2 * round(reach * board.px_per_site) + 1
    spread = cv2.dilate(plane, np.ones((size, size), np.uint8))
    at = np.rint(board.pixel(points_board)).astype(np.intp)
    y = np.clip(at[:, 1], 0, plane.shape[0] - 1)
    x = np.clip(at[:, 0], 0, plane.shape[1] - 1)
    return np.asarray(spread[y, x], np.float32)
