"""Pixels of a board, site by site: one rectified picture in log colour, and patches cut from it.

The board is resampled once, to the plane of its surface. What stands above the surface is found in
the same picture by its parallax: a point at height z over board point p hides the surface point ``p
+ shift`` with ``shift = (p - c) z / (c_z - z)``, c being the camera (similar triangles).

Colours are natural logarithms of (approximately) linear light, so that a change of light adds a
constant: the first channel is luma, the other two are log R/G and log B/G. Light is measured in
what is bright in the picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isqrt
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.vision.geometry import Array, BoardGeometry, Image, Indices, Mask, size_of

PX_PER_SITE = 24
MARGIN_SITES = 0.75
SATURATED = 250  # grey levels from which a channel is burnt out
_GAMMA = 2.2  # close enough to every camera's tone curve for ratios of neighbouring places
# Added to linear light, as a share of the board's brightest: keeps logarithms of black finite, and
# a veil of reflected light on a black stone from counting as much as a coat of paint.
VEIL = 0.08
_FROM_LOG_BGR = np.array([[0.25, 0.45, 0.3], [0.0, -1.0, 1.0], [1.0, -1.0, 0.0]], np.float32)
_TO_LOG_BGR = np.linalg.inv(_FROM_LOG_BGR)


@dataclass(frozen=True, slots=True)
class RectifiedBoard:
    """A board from straight above.

    `colour` is (height, width, 3) log colour as in the module's docstring; `saturated` (height,
    width) marks glare. Board point (x, y) is at pixel (x + margin) px - 0.5, (rows + margin - y) px
    - 0.5.
    """

    geometry: BoardGeometry
    colour: Array
    saturated: Mask
    px_per_site: int
    margin_sites: float

    def pixel(self, points_board: npt.ArrayLike) -> Array:
        """Pixels (..., 2), (x, y), of surface points (..., 2)."""
        points = np.asarray(points_board, np.float32)
        at = flat_pixel(self.geometry, points, self.px_per_site, self.margin_sites)
        return np.asarray(at, np.float32)


def flat_pixel(
    geometry: BoardGeometry,
    points_board: npt.NDArray[np.floating[Any]],
    px_per_site: int,
    margin_sites: float,
) -> npt.NDArray[np.floating[Any]]:
    """Pixels (..., 2), (x, y), of board points (..., 2) on the board from `straight_down`."""
    x = (points_board[..., 0] + margin_sites) * px_per_site - 0.5
    y = (geometry.rows + margin_sites - points_board[..., 1]) * px_per_site - 0.5
    return np.stack([x, y], axis=-1)


def log_colour(image_bgr: Image, veil: float = VEIL) -> Array:
    """Log luma, log R/G and log B/G of an 8-bit BGR picture, both (height, width, 3).

    Light is measured in what is bright in this picture, so exposure does not matter.
    """
    linear = (np.arange(256, dtype=np.float32) / 255.0) ** np.float32(_GAMMA)
    bright = max(float(linear[int(np.percentile(image_bgr[::4, ::4, 1], 95))]), 0.002)
    logs = np.log(linear / bright + veil).astype(np.float32)
    return np.asarray(cv2.transform(cv2.LUT(image_bgr, logs), _FROM_LOG_BGR), np.float32)


def other_light(colour: Array, shade: npt.ArrayLike, veil: npt.ArrayLike) -> Array:
    """Log colours (lights, ..., 3) of (..., 3), if `shade` (lights) times the light fell there and
    `veil` (lights; 1: as bright as the board's brightest) of white light were reflected on top.
    """
    alone = (slice(None), *[None] * colour.ndim)
    linear = np.maximum(np.exp(colour @ _TO_LOG_BGR.T) - VEIL, 0.0)
    lit = linear * np.asarray(shade, np.float32)[alone] + np.asarray(veil, np.float32)[alone]
    return np.asarray(np.log(lit + VEIL) @ _FROM_LOG_BGR.T, np.float32)


def surface(
    image_bgr: Image,
    geometry: BoardGeometry,
    px_per_site: int = PX_PER_SITE,
    margin_sites: float = MARGIN_SITES,
    veil: float = VEIL,
) -> RectifiedBoard:
    """The rectified board of one picture (height, width, 3), 8-bit BGR."""
    flat, geometry = straight_down(image_bgr, geometry, px_per_site, margin_sites)
    saturated = most_channels(flat >= SATURATED)
    return RectifiedBoard(geometry, log_colour(flat, veil), saturated, px_per_site, margin_sites)


def most_channels(mask: Mask) -> Mask:
    """Where (height, width) two or all channels of a mask (height, width, 3) are set."""
    # three planes apart: to add along an axis of three takes thirty times as long
    planes = cv2.split(mask.view(np.uint8))
    blue, green, red = (np.asarray(plane, np.uint8) for plane in planes)
    most = (blue & green) | (blue & red) | (green & red)
    return np.asarray(most.view(np.bool_), np.bool_)


def straight_down(
    image_bgr: Image, geometry: BoardGeometry, px_per_site: int, margin_sites: float
) -> tuple[Image, BoardGeometry]:
    """The board from straight above, and the geometry of the picture it was taken from.

    A large picture is averaged rather than pixels skipped: less noise, and no aliasing.
    """
    image_bgr, geometry = averaged(image_bgr, geometry, int(geometry.site_px / px_per_site + 0.35))
    return geometry.rectify(image_bgr, px_per_site, margin_sites), geometry


def averaged(image_bgr: Image, geometry: BoardGeometry, factor: int) -> tuple[Image, BoardGeometry]:
    """A picture `factor` times smaller, its pixels averaged so that noise goes down.

    What is left over of the last columns and rows is cut off: to spread a third pixel over two
    takes OpenCV five times as long. Of a board far larger than the picture, as a bad fit may be, no
    more is averaged than leaves more pixels than one is made of: see `before_averaging`.
    """
    factor = min(factor, isqrt(min(geometry.image_size)))
    if factor < 2:
        return image_bgr, geometry
    width, height = (side // factor for side in geometry.image_size)
    whole = image_bgr[: height * factor, : width * factor]
    small = cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)
    cut = replace(geometry.lens, image_size=size_of(whole))
    return np.asarray(small, np.uint8), replace(geometry, lens=cut.scaled((width, height)))


def before_averaging(geometry: BoardGeometry, image_size: tuple[int, int]) -> BoardGeometry:
    """The board of an `averaged` picture in the one of `image_size` that it was made of."""
    if geometry.image_size == image_size:
        return geometry
    width, height = geometry.image_size
    factor = image_size[0] // width
    whole = geometry.lens.scaled((width * factor, height * factor))  # what was cut off comes back
    return replace(geometry, lens=replace(whole, image_size=image_size))


def parallax(geometry: BoardGeometry, points_board: npt.ArrayLike, height: float) -> Array:
    """Surface points (N, 2) hidden by points at `height` (site widths) over (N, 2) board points."""
    points = np.asarray(points_board, np.float32)
    camera = geometry.camera_position
    return np.asarray(points + (points - camera[:2]) * (height / (camera[2] - height)), np.float32)


def patches(board: RectifiedBoard, points_board: npt.ArrayLike, half_px: int) -> Array:
    """Square patches (N, 2 half_px + 1, same, 3) of log colour around surface points (N, 2).

    Centres are rounded to whole pixels; beyond the picture the border is repeated.
    """
    pixels = board.colour.reshape(-1, 3)
    return np.asarray(pixels.take(windows(board, points_board, half_px), axis=0), np.float32)


def glare(board: RectifiedBoard, points_board: npt.ArrayLike, half_px: int) -> Mask:
    """The saturated pixels of the same patches (N, 2 half_px + 1, same)."""
    return np.asarray(board.saturated.take(windows(board, points_board, half_px)), np.bool_)


def windows(board: RectifiedBoard, points_board: npt.ArrayLike, half_px: int) -> Indices:
    """The pixels (N, 2 half_px + 1, same) of `patches`, counted row by row: `take` is several
    times as fast as to index by rows and columns.
    """
    centre = np.rint(board.pixel(points_board)).astype(np.intp)
    offset = np.arange(-half_px, half_px + 1)
    height, width = board.saturated.shape
    x = np.clip(centre[:, 0, None, None] + offset[None, None, :], 0, width - 1)
    y = np.clip(centre[:, 1, None, None] + offset[None, :, None], 0, height - 1)
    return np.asarray(y * width + x, np.intp)


def disc(half_px: int, radius_px: float) -> Mask:
    """A mask (2 half_px + 1, same) of the disc about the middle."""
    offset = np.arange(-half_px, half_px + 1)
    return np.asarray(np.hypot(offset[None, :], offset[:, None]) <= radius_px, np.bool_)


def wide_median(picture: Array, half_px: int) -> Array:
    """The median of the square around each pixel (height, width, 3), `half_px` to each side, to a
    255th of the channel's range.
    """
    low, high = picture.min(axis=(0, 1)), picture.max(axis=(0, 1))
    step = np.maximum(high - low, 1e-3) / 255
    levels = np.rint((picture - low) / step).astype(np.uint8)
    # mirrored at the border: OpenCV repeats the outermost pixel, which may be the table's
    mirrored = np.pad(levels, ((half_px, half_px), (half_px, half_px), (0, 0)), mode="reflect")
    middle = cv2.medianBlur(mirrored, 2 * half_px + 1)[half_px:-half_px, half_px:-half_px]
    return np.asarray(middle.astype(np.float32) * step + low, np.float32)
