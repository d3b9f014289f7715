"""Whether a picture is out of focus all over, which tells why no board is found in it."""

from __future__ import annotations

import cv2
import numpy as np

from pi_board.vision.finding.shrinking import search_picture
from pi_board.vision.geometry import Array, Image

_FINE_PX, _COARSE_PX = 1.5, 4.0  # blurs of the picture in which boards are looked for
_SHARPEST = 99.8  # percentile of the steps: edges of something, wherever it lies
# How many times as steep the sharpest edges are at the finer blur, below which they are out of
# focus. Of 870 pictures the least has 1.47; of 73 of them, blurred by 8 pixels, the most 1.18.
_SOFT = 1.3


def is_out_of_focus(image_bgr: Image) -> bool:
    """Whether even the sharpest edges in a picture (height, width, 3) are blurred."""
    grey, _ = search_picture(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY))
    picture = np.asarray(grey, np.float32)
    return _steepest(picture, _FINE_PX) < _SOFT * _steepest(picture, _COARSE_PX)


def _steepest(grey: Array, blur_px: float) -> float:
    smooth = cv2.GaussianBlur(grey, (0, 0), blur_px)
    steps = cv2.magnitude(cv2.Sobel(smooth, -1, 1, 0), cv2.Sobel(smooth, -1, 0, 1))
    return float(np.percentile(steps, _SHARPEST))
