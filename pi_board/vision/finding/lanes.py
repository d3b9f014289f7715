"""Are there sticks between the lanes of a board that is already in place, or stones in them?

Sticks lie loosely, so they do not tell where exactly a board lies; fiducials, or the board's old
place and how it was moved, say it better. What is left to see is that the sticks are there, or
all the stones.
"""

from __future__ import annotations

import cv2
import numpy as np

from pi_board.vision.cold.rows import counts_in_bins
from pi_board.vision.cold.stones import MOST
from pi_board.vision.cold.trained import opinions_on_lanes
from pi_board.vision.finding.fit import TICK, Probes, profiles, shrunk
from pi_board.vision.finding.logs import log_grey, log_red_over_green
from pi_board.vision.geometry import BoardGeometry, Floats, Image

LEAST_SHARE = 0.5  # hands hide some sticks, but other boards look like one in three at most

_REACH_SITES = 0.36  # how far a stick may lie from its place between two lanes
_BESIDE_TICKS = 5  # from a stick's middle to the ground beside it
_STEPS = 30  # places along a stick that are looked at
_SLANTS = range(-6, 7, 2)  # ticks by which a stick may lie nearer to one lane at its end
_MOST_CONTRAST = 8.0  # to the ground, at one place: a fifth of its brightness
# Mean contrast along a line from which a stick lies there. On 12 marked boards with sticks 81 of 84
# lines have 2.2 or more and 64 have 5; on 45 of tiles and squares 41 of 315 have 2, and of the five
# boards with half of theirs each has a line across the lanes as well.
_CONTRAST = 2.0
_MISCOUNTED, _SURE = 1.0, 0.5  # stones; how probable each lane's likeliest count must be


def share_of_sticks(image_bgr: Image, geometry: BoardGeometry) -> float:
    """Share of the inner lines of `geometry` along which a stick lies, 0 to 1."""
    image_bgr, geometry = shrunk(image_bgr, geometry)
    lines = geometry.rows - 1
    along = (np.arange(_STEPS) + 0.5) / _STEPS * geometry.columns
    y, x = np.meshgrid(np.arange(1, geometry.rows), along, indexing="ij")
    points = np.stack([x, y], axis=-1).reshape(-1, 2).astype(np.float64)
    probes = Probes(points, np.tile((0.0, 1.0), (len(points), 1)), np.ones(len(points)))
    ticks = round(_REACH_SITES / TICK)
    width = 2 * ticks + 1
    best = 0
    for view in (log_grey, log_red_over_green):
        profile = profiles(view(image_bgr), geometry, probes, ticks + _BESIDE_TICKS)
        middle = profile[:, _BESIDE_TICKS : _BESIDE_TICKS + width]
        before, after = profile[:, :width], profile[:, 2 * _BESIDE_TICKS :]
        for ridge in (middle - np.maximum(before, after), np.minimum(before, after) - middle):
            height = np.nan_to_num(ridge, nan=0.0).reshape(lines, _STEPS, width)
            best = max(best, int((_along_sticks(height) > _CONTRAST).sum()))
        if best == lines:
            break
    return best / lines


def all_stones_seen(image_bgr: Image, geometry: BoardGeometry) -> bool:
    """Whether the lanes of `geometry` surely hold all the stones of both teams, which little else
    looks like.

    It is no reason against a board: hands hide stones, and some lie beside a full goal row.
    """
    table = counts_in_bins(opinions_on_lanes(image_bgr, geometry).stones)
    number = np.arange(MOST + 1)
    stones = float((table * np.add.outer(number, number)).sum())
    sure = bool((table.max(axis=(1, 2)) > _SURE).all())
    return sure and abs(stones - 2 * MOST) < _MISCOUNTED


def _along_sticks(height: Floats) -> Floats:
    """The highest mean (lines) of the ridges (lines, places, ticks) along a straight stick, however
    it slants: a rough ground has higher ones here and there, a hand hides some places. 0 where most
    places show none: stones in a row leave gaps.
    """
    lines, places, ticks = height.shape
    clipped = np.clip(height, -_MOST_CONTRAST, _MOST_CONTRAST).reshape(-1, ticks)
    level = cv2.blur(clipped, (3, 1)).reshape(height.shape)
    place = np.arange(places)
    moved = np.rint(np.outer(_SLANTS, place / (places - 1) - 0.5)).astype(int)
    at = np.clip(np.arange(ticks) + moved[..., None], 0, ticks - 1)  # slants, places, ticks
    means = level.reshape(lines, -1).take(place[:, None] * ticks + at, axis=1).mean(axis=2)
    slant, tick = np.divmod(means.reshape(lines, -1).argmax(axis=1), ticks)
    best = level[np.arange(lines)[:, None], place, at[slant, :, tick]]
    seen = (best > _CONTRAST / 2).mean(axis=1)
    return np.asarray(np.where(seen > 0.5, best.mean(axis=1), 0.0), np.float64)
