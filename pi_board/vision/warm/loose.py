"""Stones that lie loosely in lanes, and the ground they lie on.

Pixels are those of the flat view; colours are opponent colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.vision.flat import MARGIN_SITES, SITE_PX
from pi_board.vision.geometry import Array, Mask
from pi_board.vision.sampling import wide_median
from pi_board.vision.warm.looks import floor_variance
from pi_board.vision.warm.misfit import CHANGED, misfits, squared_distance

MARGIN = round(MARGIN_SITES * SITE_PX)
RADIUS = 0.3  # of a stone before it was measured, in site widths
HALF_PX = 5  # half the side of the square a stone is kept in
SIDE_PX = 2 * HALF_PX + 1
_APART = 0.75  # of a stone's width and height: no two are closer
_AROUND = 2 * SITE_PX  # half the side of the square whose median is the ground
_STICK = 3 * SITE_PX // 2  # half the length over which the ground is alike along a stick
_LEAST_AREA, _MOST_AREA = 12, 90  # of a stone, in pixels
# Over which the ground's own pattern is evened out, to tell the light on it. In 18 filmed games of
# sticks 150 of 167 moves are right with it and 141 without; 144 at 3 px.
_LIGHT_PX = 0.6 * SITE_PX
_LIGHT_RANGE = (0.35, 2.0)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a stone (or something like one) lies: pixel of the flat view, how strongly it is seen
    (1 being usual), and which team's it is (-1 the first's, 1 the second's).
    """

    x: int
    y: int
    strength: float
    colour: float


@dataclass(frozen=True, slots=True)
class Paint:
    """A team's stones: colour and its variance (3)."""

    mean: Array
    variance: Array


@dataclass(frozen=True)  # without slots: what is cached needs a place
class Shape:
    """What a stone covers, 0 or 1 in a small square about its middle."""

    cover: Array

    @classmethod
    def disc(cls, radius_sites: float) -> Shape:
        """A round one."""
        y, x = np.mgrid[-HALF_PX : HALF_PX + 1, -HALF_PX : HALF_PX + 1]
        return cls((np.hypot(x, y) <= radius_sites * SITE_PX).astype(np.float32))

    @cached_property
    def kernel(self) -> Array:
        """Averages over a stone."""
        return np.asarray(self.cover / self.cover.sum(), np.float32)

    @cached_property
    def inner(self) -> Array:
        """Without its rim."""
        return np.asarray(cv2.erode(self.cover, np.ones((3, 3), np.uint8)), np.float32)

    @cached_property
    def outer(self) -> Array:
        """With what lies next to it."""
        return np.asarray(cv2.dilate(self.cover, np.ones((3, 3), np.uint8)), np.float32)

    @cached_property
    def close(self) -> Mask:
        """Which places (in a square of odd sides) are too close to its middle for another's."""
        # of the middle row and column or so
        wide, tall = (float(np.sort(self.cover.sum(axis=k))[-3:].mean()) for k in (1, 0))
        half = int(_APART * max(wide, tall))
        y, x = np.mgrid[-half : half + 1, -half : half + 1]
        return np.asarray(np.hypot(x / wide, y / tall) < _APART, np.bool_)


def placed(
    shape: npt.NDArray[Any], x: int, y: int, size: Sequence[int]
) -> tuple[tuple[slice, slice], Mask]:
    """Where a shape (2 n + 1, 2 n + 1) with its middle at a pixel lies in a picture of this size
    (height, width, ...), and which pixels there it covers.
    """
    half, height, width = len(shape) // 2, size[0], size[1]
    top, left = y - half, x - half
    low, high = max(top, 0), min(top + len(shape), height)
    start, stop = max(left, 0), min(left + len(shape), width)
    part = shape[low - top : high - top, start - left : stop - left]
    return (slice(low, high), slice(start, stop)), np.asarray(part, np.bool_)


def log_density(seen: Array, mean: Array, variance: Array, known: Mask) -> Array:
    """Log densities (...) of pixels (..., 3), but for a constant; `known` as in `Flat`."""
    return -misfits(seen, mean, variance, known)[0]


def measured_shape(unlike: Mask, places: Sequence[Place]) -> Shape:
    """The shape most stones have, from where the picture is unlike the ground; a disc if that is no
    stone's: too small, too large, nothing but rim, or as wide as all that is looked at, as where
    several touch side by side.
    """
    padded = np.pad(unlike, HALF_PX)
    windows = [padded[p.y : p.y + SIDE_PX, p.x : p.x + SIDE_PX] for p in places]
    usual = np.mean(windows, axis=0) > 0.6 if windows else np.zeros((SIDE_PX, SIDE_PX))
    _, parts = cv2.connectedComponents(usual.astype(np.uint8), connectivity=4)
    own = parts[HALF_PX, HALF_PX]
    shape = Shape((parts == own).astype(np.float32))
    merged = shape.cover.any(axis=0).all()
    fits = _LEAST_AREA <= shape.cover.sum() <= _MOST_AREA and not merged and shape.inner.any()
    return shape if own and fits else Shape.disc(RADIUS)


def local_ground(colour: Array) -> Array:
    """The bare ground under everything (height, width, 3): a wide median, as most of it is bare."""
    ground, unlike = _beside_median(colour)
    # A stick runs along the whole board; stones, however many, leave a quarter of their lane free.
    stick = np.quantile(unlike[:, MARGIN:-MARGIN], 0.25, axis=1) > CHANGED
    views = np.lib.stride_tricks.sliding_window_view(
        np.pad(colour, ((0, 0), (_STICK, _STICK), (0, 0)), mode="reflect"), 2 * _STICK + 1, axis=1
    )
    ground[stick] = np.median(views[stick], axis=-1)
    return ground


def sticks_on(ground: Array) -> Mask:
    """Where (height, width) sticks lie on the ground (height, width, 3): they are higher than
    stones, and may hide a part of those behind them.
    """
    _, unlike = _beside_median(ground)
    there = (unlike > CHANGED).astype(np.uint8)
    long = cv2.morphologyEx(there, cv2.MORPH_OPEN, np.ones((1, _STICK), np.uint8))
    return np.asarray(long > 0, np.bool_)


def light_on(ground: Array, sticks: Mask) -> Array:
    """How much light (height, width, 1) there is on a ground (height, width, 3), 1 usually: it is
    all of one stuff, but for `sticks` (height, width), so where it is darker shadows lie.
    """
    bare = (~sticks).astype(np.float32)
    seen = cv2.GaussianBlur(ground[..., 0] * bare, (0, 0), _LIGHT_PX)
    light = seen / np.maximum(cv2.GaussianBlur(bare, (0, 0), _LIGHT_PX), 1e-3)
    share = light / max(float(np.median(light)), 1.0)
    return np.asarray(np.clip(share, *_LIGHT_RANGE), np.float32)[..., None]


def _beside_median(colour: Array) -> tuple[Array, Array]:
    """The wide median of a view (height, width, 3), and its squared distance (height, width)."""
    median = wide_median(colour, _AROUND)
    return median, squared_distance(colour, median, floor_variance(median))
