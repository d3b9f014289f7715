"""How much every site looks as if something round stood on it (a gradient-voting Hough transform).

Every edge pixel votes for the points one radius away along and against its gradient (Ballard,
"Generalizing the Hough transform", 1981); a disc's rim votes for its middle, whatever the colours
on both sides, while wood grain and straight edges spread their votes out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.vision.sampling import Array, Mask, Surface

_SMOOTH_PX = 1.2
_LEAST = 0.7  # strength, in usual gradients, of the weakest edge that counts
_FLATTEST = 0.03  # no board is so smooth that weaker gradients mean anything
_EDGE_PX = 0.7  # smoothing before the gradient


@dataclass(frozen=True, slots=True)
class Edges:
    """Edge pixels: `at` (N, 2) as (x, y), `towards` (N, 2), unit vectors to the brighter side, and
    `strength` (N) between 0 and 1; `size` is the (height, width) of the picture.
    """

    at: Array
    towards: Array
    strength: Array
    size: tuple[int, int]


def edges(board: Surface, ignore: Mask, kinds: Mask | None = None) -> Edges:
    """The edge pixels of a board, but for those of `ignore` (height, width).

    Of the three colour channels each pixel takes the one in which it stands out most, measured
    against the usual gradient there: of all the board, or of each of two `kinds` of surface.
    """
    best = np.zeros(board.saturated.shape, np.float32)
    along_x, along_y = np.zeros_like(best), np.zeros_like(best)
    for channel, weight in ((0, 1.0), (1, 0.6), (2, 0.6)):
        plane = cv2.GaussianBlur(board.colour[..., channel], (0, 0), _EDGE_PX)
        gx = cv2.Scharr(plane, cv2.CV_32F, 1, 0)
        gy = cv2.Scharr(plane, cv2.CV_32F, 0, 1)
        size = cv2.magnitude(gx, gy) + np.float32(1e-6)
        strength = weight * size / _usual_gradient(size, ignore, kinds)
        better = strength > best
        best[better] = strength[better]
        along_x[better] = (gx / size)[better]
        along_y[better] = (gy / size)[better]
    best[ignore] = 0.0
    y, x = np.nonzero(best > _LEAST)
    strength = best[y, x]
    towards = np.stack([along_x[y, x], along_y[y, x]], axis=-1)
    at = np.stack([x, y], axis=-1).astype(np.float32)
    return Edges(at, towards, strength / (1.0 + strength), board.saturated.shape)


def _usual_gradient(size: Array, ignore: Mask, kinds: Mask | None) -> Array | np.float32:
    if kinds is None:
        return np.float32(max(float(np.median(size[::3, ::3])), _FLATTEST))
    medians = [
        max(float(np.median(size[(kinds == kind) & ~ignore][::5])), _FLATTEST)
        for kind in (False, True)
    ]
    return np.where(kinds, medians[1], medians[0]).astype(np.float32)


def votes(found: Edges, radius_px: float, sides: Sequence[int] = (1, -1)) -> Array:
    """Votes (height, width) for circles of this radius; a full, strong rim gives about 1.

    `sides`: 1 for circles that are brighter than what is around them, -1 for darker ones.
    """
    height, width = found.size
    pad = int(np.ceil(radius_px)) + 1  # votes beyond the picture fall into a border that is cut off
    wide = width + 2 * pad
    counts = np.zeros((height + 2 * pad) * wide)
    for side in sides:
        reach = np.rint(found.at + np.float32(side * radius_px) * found.towards).astype(np.int32)
        index = (reach[:, 1] + pad) * wide + (reach[:, 0] + pad)
        counts += np.bincount(index, found.strength, len(counts))
    plane = counts.astype(np.float32).reshape(-1, wide)[pad : pad + height, pad : pad + width]
    smooth = cv2.GaussianBlur(plane, (0, 0), _SMOOTH_PX)
    return np.asarray(smooth * np.float32(_SMOOTH_PX**2 / radius_px), np.float32)


def strongest(plane: Array, board: Surface, points_board: npt.ArrayLike, reach: float) -> Array:
    """The largest value (N) of `plane` within a square of `reach` site widths about the points."""
    size = 2 * round(reach * board.px_per_site) + 1
    spread = cv2.dilate(plane, np.ones((size, size), np.uint8))
    at = np.rint(board.pixel(points_board)).astype(np.intp)
    y = np.clip(at[:, 1], 0, plane.shape[0] - 1)
    x = np.clip(at[:, 0], 0, plane.shape[1] - 1)
    return np.asarray(spread[y, x], np.float32)
