"""Light that lies over painted and filmed boards."""

import numpy as np

from pi_board.vision.geometry import Image


def mirroring_a_window(picture: Image, strength: float, at: float = 0.5) -> Image:
    """Light added half way down a picture, `at` so many of its widths, as a soft-edged window does;
    sRGB's gamma is 2.2.
    """
    height, width = picture.shape[:2]
    y, x = np.mgrid[:height, :width]
    away = ((x / width - at) / 0.2) ** 2 + ((y / height - 0.5) / 0.25) ** 2
    light = (picture / 255.0) ** 2.2 + strength * np.exp(-away)[..., None]
    return np.asarray(255.0 * light.clip(0, 1) ** (1 / 2.2), np.uint8)


def misted(picture: Image, mist: float = 0.4) -> Image:
    """So much of a picture is mist."""
    return np.asarray((1 - mist) * picture + mist * 200, np.uint8)


def in_barred_sun(picture: Image, bars: int, strength: float, at: float = 0.5) -> Image:
    """The sun through a window with so many bars, its middle `at` so many of a picture's widths, on
    a table in some shade: so much stronger than the light there was, with soft edges.
    """
    height, width = picture.shape[:2]
    y, x = np.mgrid[:height, :width]
    along, across = (y / height - 0.5) / 0.4, (x / width - at) / 0.35
    sun = 1 / (1 + np.exp((np.abs(along) - 1) / 0.02)) / (1 + np.exp((np.abs(across) - 1) / 0.02))
    for bar in range(1, bars + 1):
        away = np.abs(along - (2 * bar / (bars + 1) - 1))
        sun *= 1 - 1 / (1 + np.exp((away - 0.06) / 0.015))
    light = (picture / 255.0) ** 2.2 * (0.75 + strength * sun)[..., None]
    return np.asarray(255.0 * light.clip(0, 1) ** (1 / 2.2), np.uint8)
