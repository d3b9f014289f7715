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

from pi_board.vision.geometry import Array, Mask
from pi_board.vision.mixture import middles
from pi_board.vision.sampling import RectifiedBoard, windows

_SMOOTH_PX = 1.2
_LEAST = 0.7  # strength, in usual gradients, of the weakest edge that counts
_FLATTEST = 0.03  # no board is so smooth that weaker gradients mean anything
_EDGE_PX = 0.7  # smoothing before the gradient
_CHANNELS = (1.0, 0.6, 0.6)  # how much edges of luma and of the tints count


@dataclass(frozen=True, slots=True)
class EdgePixels:
    """Edge pixels: `at` (N, 2) as (x, y), `towards` (N, 2), unit vectors to the brighter side, and
    `strength` (N) between 0 and 1; `size` is the (height, width) of the picture.
    """

    at: Array
    towards: Array
    strength: Array
    size: tuple[int, int]


def edges(board: RectifiedBoard, ignore: Mask, kinds: Mask | None = None) -> EdgePixels:
    """The edge pixels of a board, but for those of `ignore` (height, width).

    Of the three colour channels each pixel takes the one in which it stands out most, measured
    against the usual gradient there: of all the board, or of each of two `kinds` of surface.
    """
    planes = cv2.split(cv2.GaussianBlur(board.colour, (0, 0), _EDGE_PX))
    ways = (1, 0), (0, 1)
    slopes = [[cv2.Scharr(plane, cv2.CV_32F, *way) for plane in planes] for way in ways]
    sizes = [cv2.magnitude(gx, gy) for gx, gy in zip(*slopes, strict=True)]
    weights = _weights(sizes, ignore, kinds)
    strengths = [size * weight for size, weight in zip(sizes, weights, strict=True)]
    best, gx, gy = strengths[0], slopes[0][0], slopes[1][0]
    for strength, other_x, other_y in zip(strengths[1:], slopes[0][1:], slopes[1][1:], strict=True):
        better = (strength > best).astype(np.uint8)
        best = cv2.max(best, strength)
        gx, gy = cv2.copyTo(other_x, better, gx), cv2.copyTo(other_y, better, gy)
    chosen = np.flatnonzero((best > _LEAST) & ~ignore)
    size = cv2.magnitude(gx, gy).take(chosen)
    towards = np.stack([gx.take(chosen) / size, gy.take(chosen) / size], axis=-1)
    y, x = np.divmod(chosen.astype(np.int32), best.shape[1])
    at = np.stack([x, y], axis=-1).astype(np.float32)
    strength = best.take(chosen)
    return EdgePixels(at, towards, strength / (1.0 + strength), board.saturated.shape)


def _weights(sizes: Sequence[Array], ignore: Mask, kinds: Mask | None) -> list[Array | np.float32]:
    """How much a gradient of each channel counts, the usual one of these `sizes` (height, width)
    being 1 in luma; for each pixel (height, width) if there are `kinds`.
    """
    if kinds is None:
        usual = [_usual(size[::3, ::3]) for size in sizes]
        return [np.float32(share / one) for share, one in zip(_CHANNELS, usual, strict=True)]
    some = (slice(None, None, 2), slice(None, None, 3))
    each = [np.flatnonzero((kinds[some] == kind) & ~ignore[some]) for kind in (True, False)]
    out: list[Array | np.float32] = []
    for size, share in zip(sizes, _CHANNELS, strict=True):
        thinned = size[some].ravel()
        out.append(np.where(kinds, *(np.float32(share / _usual(thinned[at])) for at in each)))
    return out


def _usual(size: Array) -> float:
    return max(float(middles(size.ravel())), _FLATTEST)


def votes(found: EdgePixels, radius_px: float, sides: Sequence[int] = (1, -1)) -> Array:
    """Votes (height, width) for circles of this radius; a full, strong rim gives about 1.

    `sides`: 1 for circles that are brighter than what is around them, -1 for darker ones.
    """
    height, width = found.size
    pad = int(np.ceil(radius_px)) + 1  # votes beyond the picture fall into a border that is cut off
    wide = width + 2 * pad
    counts = np.zeros((height + 2 * pad) * wide)
    for side in sides:
        reach = np.rint(found.at + np.float32(side * radius_px) * found.towards) + pad
        # exact in float32 up to 2^24 places; a board has some hundred thousand
        index = (reach @ np.array([1.0, wide], np.float32)).astype(np.intp)
        counts += np.bincount(index, found.strength, len(counts))
    plane = counts.astype(np.float32).reshape(-1, wide)[pad : pad + height, pad : pad + width]
    smooth = cv2.GaussianBlur(plane, (0, 0), _SMOOTH_PX)
    return np.asarray(smooth * np.float32(_SMOOTH_PX**2 / radius_px), np.float32)


def strongest(
    planes: Sequence[Array], board: RectifiedBoard, points_board: npt.ArrayLike, reach: float
) -> Array:
    """The largest value (planes, N) of each plane (height, width) within a square of `reach` site
    widths about the points (N, 2).
    """
    near = windows(board, points_board, round(reach * board.px_per_site))
    near = near.reshape(len(near), -1)
    return np.stack([plane.take(near).max(axis=1) for plane in planes])
