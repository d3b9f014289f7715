"""A small picture of the board from straight above, cut into sites, for reading it often.

One resampling of the frame, at `FINE_PX` pixels a site; it is read at `SITE_PX`, half of that.
Pixels are float32 BGR, or *opponent colours*: brightness (mean of the three), red minus blue
and green minus magenta, so that a shadow changes mostly the first.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.vision.geometry import Array, BoardGeometry, Image, Mask, rectifier

SITE_PX = 10
FINE_PX = 2 * SITE_PX
MARGIN_SITES = 0.5
KNOWN_BELOW = 245.0  # under `sampling.SATURATED`: a burnt-out pixel may be averaged with others

_OPPONENT = np.array([[1 / 3, -0.5, -0.25], [1 / 3, 0.0, 0.5], [1 / 3, 0.5, -0.25]], np.float32)
_FROM_OPPONENT = np.linalg.inv(_OPPONENT)


def fine_view(frame: Image, geometry: BoardGeometry, height: float = 0.0) -> Image:
    """The rectified board (height, width, 3), BGR, `FINE_PX` a site with `MARGIN_SITES` around.

    What stands `height` site widths above the surface lands in its right place.
    """
    return rectifier(geometry, FINE_PX, MARGIN_SITES, height).apply(frame)


def halved(picture: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The picture at half its size, averaged."""
    size = (picture.shape[1] // 2, picture.shape[0] // 2)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))


def opponent(bgr: Array) -> Array:
    """Opponent colours (..., 3) of BGR pixels (..., 3)."""
    return _transformed(bgr, _OPPONENT)


def from_opponent(colours: Array) -> Array:
    """BGR (..., 3) of opponent colours (..., 3)."""
    return _transformed(colours, _FROM_OPPONENT)


def all_known(known: Mask) -> Mask:
    """Where (...) all channels are known of pixels (..., 3); faster than a reduction over three."""
    return np.asarray(known[..., 0] & known[..., 1] & known[..., 2], np.bool_)


def from_opponent_variance(variance: Array) -> Array:
    """Variances of BGR (..., 3) where opponent colours vary on their own by `variance` (..., 3)."""
    return _transformed(variance, _FROM_OPPONENT**2)


def _transformed(pixels: Array, matrix: Array) -> Array:
    # one product of two matrices is several times faster than one for every row of pixels
    return np.asarray((pixels.reshape(-1, 3) @ matrix).reshape(pixels.shape), np.float32)


def correlate(one: Array, other: Array, least: float) -> bool:
    """Whether two arrays of one shape correlate by more than `least` (Pearson), as none does that
    is the same everywhere.
    """
    together = ((one - one.mean()) * (other - other.mean())).mean()
    return bool(together > least * one.std() * other.std())


def beyond(radius_sites: float, px: int) -> Mask:
    """Which pixels of a site (px, px) are farther from its middle than so many site widths."""
    y, x = np.mgrid[:px, :px] - (px - 1) / 2
    return np.asarray(np.hypot(x, y) > radius_sites * px, np.bool_)


def cut_sites(
    picture: npt.NDArray[Any], geometry: BoardGeometry, px: int, margin: bool = True
) -> npt.NDArray[Any]:
    """Squares (sites, px, px, ...) of a view with `px` a site; a1, b1, ...; each top row first.

    `margin`: whether the view has one.
    """
    inner = inside(picture, px) if margin else picture
    rest = picture.shape[2:]
    split = inner.reshape(geometry.rows, px, geometry.columns, px, *rest)[::-1]
    return split.swapaxes(1, 2).reshape(geometry.rows * geometry.columns, px, px, *rest)


def join_sites(squares: npt.NDArray[Any], columns: int, rows: int) -> npt.NDArray[Any]:
    """The picture (rows px, columns px, ...) that `cut_sites` cut, without its margin."""
    px, rest = squares.shape[1], squares.shape[3:]
    split = squares.reshape(rows, columns, px, px, *rest).swapaxes(1, 2)
    return split[::-1].reshape(rows * px, columns * px, *rest)


def inside(picture: npt.NDArray[Any], px: int) -> npt.NDArray[Any]:
    """The view without its margin."""
    margin = round(MARGIN_SITES * px)
    return picture[margin:-margin, margin:-margin]
