"""What the crossings of a chequered board's lines tell: the light there, and what covers the board.

Four squares meet in every crossing. Taking the step between the two colours off two of them gives
four measurements of the light at that place, of which the median forgives stones that spill over.
Where the step itself is missing, something lies over the crossing: a hand, or glare.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from pi_board.vision.geometry import Array, Mask
from pi_board.vision.mixture import middles_seen
from pi_board.vision.sampling import RectifiedBoard

_CORNER = 0.4  # where a square still shows beside its stone: this far from its middle, both ways
_VISIBLE = 0.4  # of the step must be seen at a crossing
_EDGE_VISIBLE = 0.2  # the same on the board's edge, where two squares meet only
_GLARE = 0.3  # log luma above the lighter squares
_CHANNELS = np.array([1.0, 2.0, 2.0])  # how much luma and the two tints count in a step


@dataclass(frozen=True, slots=True)
class Crossings:
    """Arrays over crossings have shape (rows + 1, columns + 1).

    `light` (..., 3): log colour that a square of a1's colour would have there; `step` (3): from
    there to the other colour; `covered`: something hides the crossing, the light is then that of
    its neighbours; `cover` (M, 3): log colours of what covers them.
    """

    light: Array
    step: Array
    covered: Mask
    cover: Array


def look_at_crossings(board: RectifiedBoard) -> Crossings:
    """Measure all crossings of a chequered board, its edges included."""
    around, odd = _around(board)
    inner, parity = around[1:-1, 1:-1], odd[1:-1, 1:-1, :, None]
    steps = np.where(parity, inner, -inner).sum(axis=2) / 2
    step = np.median(steps.reshape(-1, 3), axis=0)
    covered = _covered(around, odd, step)
    light = middles_seen(np.moveaxis(around - odd[..., None] * step, 2, -1)).astype(np.float32)
    hidden = around[covered]
    cover = hidden[~np.isnan(hidden[..., 0])]
    return Crossings(_filled(light, covered), step, covered, cover)


def on_sites(crossings: Array) -> Array:
    """Means (rows, columns, ...) of the four crossings around every site."""
    c = crossings
    return np.asarray((c[:-1, :-1] + c[1:, :-1] + c[:-1, 1:] + c[1:, 1:]) / 4, np.float32)


def _around(board: RectifiedBoard) -> tuple[Array, Mask]:
    """Log colours (rows + 1, columns + 1, 4, 3) of the squares around each crossing, NaN beyond the
    board's edge, and which of them are of the other colour than a1.
    """
    rows, columns = board.geometry.rows, board.geometry.columns
    smooth = cv2.boxFilter(board.colour, -1, (3, 3))
    around = np.full((rows + 1, columns + 1, 4, 3), np.nan, np.float32)
    odd = np.zeros((rows + 1, columns + 1, 4), np.bool_)
    y, x = np.mgrid[0:rows, 0:columns]
    for i, (v, u) in enumerate(((0, 0), (0, 1), (1, 0), (1, 1))):
        offset = np.array([u - 0.5, v - 0.5]) * (2 * _CORNER)
        at = np.rint(board.pixel(np.stack([x + 0.5, y + 0.5], axis=-1) + offset)).astype(np.intp)
        around[v : v + rows, u : u + columns, i] = smooth[at[..., 1], at[..., 0]]
        odd[v : v + rows, u : u + columns, i] = (x + y) % 2 == 1
    return around, odd


def _covered(around: Array, odd: Mask, step: Array) -> Mask:
    there = ~np.isnan(around[..., 0])
    known = np.where(there[..., None], around, 0.0)
    count = [np.maximum((there & kind).sum(axis=2), 1)[..., None] for kind in (odd, ~odd)]
    mean = [
        (known * kind[..., None]).sum(axis=2) / n
        for kind, n in zip((odd, ~odd), count, strict=True)
    ]
    weighted = _CHANNELS * step
    seen = (mean[0] - mean[1]) @ weighted / max(float(step @ weighted), 1e-6)
    # Glare hides the step too, but it is brighter than the board: what stands there can be seen.
    brighter = np.maximum(mean[0][..., 0], mean[1][..., 0])
    dull = (mean[0] + mean[1])[..., 0] / 2 < np.median(brighter) + _GLARE
    seen = np.where(dull, seen, 1.0)
    inside = there.all(axis=2)
    covered = inside & (seen < _VISIBLE)
    # A crossing on the edge is believed to be covered only if the next one inside is covered too.
    next_to = cv2.dilate(covered.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    edge = ~inside & (there.sum(axis=2) == 2) & (seen < _EDGE_VISIBLE) & next_to
    covered = covered | edge
    for y, x in ((0, 0), (0, -1), (-1, 0), (-1, -1)):
        beside = covered[y, 1 if x == 0 else -2], covered[1 if y == 0 else -2, x]
        covered[y, x] = all(beside)
    return np.asarray(covered, np.bool_)


def _filled(light: Array, covered: Mask) -> Array:
    """Light with the covered crossings replaced by means of their visible neighbours."""
    if covered.all() or not covered.any():
        return light
    known = (~covered).astype(np.float32)
    filled = np.where(covered[..., None], 0.0, light).astype(np.float32)
    while (known == 0).any():
        total = cv2.blur(known, (3, 3), borderType=cv2.BORDER_CONSTANT)
        spread = cv2.blur(filled, (3, 3), borderType=cv2.BORDER_CONSTANT)
        new = (known == 0) & (total > 1e-6)
        filled[new] = (spread[new] / total[new][:, None]).astype(np.float32)
        known[new] = 1.0
    return filled
