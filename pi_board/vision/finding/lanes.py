"""Are there sticks between the lanes of a board that is already in place, or stones in them?

Sticks lie loosely, so they do not tell where exactly a board lies; fiducials, or the board's old
place and how it was moved, say it better. What is left to see is that the sticks are there, or
all the stones.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pi_board.vision.cold.rows import counts_in_bins
from pi_board.vision.cold.stones import MOST
from pi_board.vision.cold.trained import opinions_on_lanes
from pi_board.vision.finding.fit import TICK, Probes, profiles, shrunk
from pi_board.vision.finding.grid import log_grey, log_red_over_green
from pi_board.vision.geometry import BoardGeometry, Floats, Image

LEAST_SHARE = 0.5  # hands hide some sticks, but other boards look like one in three at most

_REACH_SITES = 0.36  # how far a stick may lie from its place between two lanes
_BESIDE_TICKS = 5  # from a stick's middle to the ground beside it
_CONTRAST = 4.0  # least difference from the ground: a tenth of its brightness
_STEPS = 12  # places along a stick that are looked at
_RUN = 7  # so many in a row must be seen; a hand may hide the rest, rows of pegs leave gaps
_MISCOUNTED, _SURE = 1.0, 0.5  # stones; how probable each lane's likeliest count must be
_SLACK_TICKS = 2  # how far the places of one stick may stray from a straight line


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
    for picture in (log_grey(image_bgr), log_red_over_green(image_bgr)):
        profile = profiles(picture, geometry, probes, ticks + _BESIDE_TICKS)
        middle = profile[:, _BESIDE_TICKS : _BESIDE_TICKS + width]
        before, after = profile[:, :width], profile[:, 2 * _BESIDE_TICKS :]
        for ridge in (middle - np.maximum(before, after), np.minimum(before, after) - middle):
            height = np.nan_to_num(ridge, nan=0.0).reshape(lines, _STEPS, width)
            best = max(best, sum(_is_stick(part) for part in height))
    return best / lines


def all_stones_seen(image_bgr: Image, geometry: BoardGeometry) -> bool:
    """Whether the lanes of `geometry` surely hold all the stones of both teams, which little else
    looks like.

    It is no reason against a board: hands hide stones, and some lie beside a full goal row.
    """
    table = counts_in_bins(opinions_on_lanes(image_bgr, geometry).stones, MOST)
    number = np.arange(MOST + 1)
    stones = float((table * np.add.outer(number, number)).sum())
    sure = bool((table.max(axis=(1, 2)) > _SURE).all())
    return sure and abs(stones - 2 * MOST) < _MISCOUNTED


def _is_stick(height: Floats) -> bool:
    """Whether an unbroken run of ridges (places, ticks) is high and in one line."""
    at, seen = height.argmax(axis=1), height.max(axis=1) > _CONTRAST
    runs = range(len(height) - _RUN + 1)
    return any(seen[k : k + _RUN].all() and _straight(at[k : k + _RUN]) for k in runs)


def _straight(at: npt.NDArray[np.intp]) -> bool:
    """Whether equally spaced offsets (in ticks) lie within `_SLACK_TICKS` of a straight line."""
    i, j = np.triu_indices(len(at), 1)
    rest = at - np.median((at[j] - at[i]) / (j - i)) * np.arange(len(at))
    return bool(np.abs(rest - np.median(rest)).max() <= _SLACK_TICKS)
