"""Logarithms of pictures: in these a shadow or a dim lamp adds a constant."""

from __future__ import annotations

import cv2
import numpy as np

from pi_board.vision.geometry import Array, Image

BLACK = 8.0  # grey levels: what is much darker hardly differs, as noise does most there
LOG_SCALE = 40.0  # of logarithms that are looked at like grey levels


def logarithms(levels: Image, black: float = BLACK) -> Array:
    """Natural logarithms, float32, of an 8-bit picture (height, width) or (height, width, 3); what
    is much darker than `black` (grey levels) hardly differs.
    """
    # of 256 levels, looked up: a logarithm of each pixel takes several times as long
    table = np.log(np.arange(256, dtype=np.float32) + np.float32(black))
    return np.asarray(cv2.LUT(levels, table), np.float32)


def log_grey(image_bgr: Image) -> Array:
    """Logarithmic brightness (height, width), float32."""
    return logarithms(np.asarray(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY), np.uint8)) * LOG_SCALE


def log_red_over_green(image_bgr: Image) -> Array:
    """Like `log_grey`, for colours that are equally bright."""
    return weighed_logarithms(image_bgr, (0.0, -1.0, 1.0)) * LOG_SCALE


def weighed_logarithms(image_bgr: Image, weights: tuple[float, float, float]) -> Array:
    """The sum (height, width) of the channels' logarithms, each so often; float32."""
    return np.asarray(cv2.transform(logarithms(image_bgr), np.array([weights])), np.float32)
