"""Pictures in which boards are looked for: as large as what is looked for there needs."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.vision.geometry import Image

_CROSSINGS_PX = 800  # the longer side of the picture in which crossings are looked for,
_SEARCH_PX = 640  # and of that for holes, tiles and sticks
_MOST_ENLARGED = 2.0


def working_picture(image_bgr: Image) -> Image:
    """The picture, made smaller if it is larger than crossings need."""
    height, width = image_bgr.shape[:2]
    scale = max(height, width) / _CROSSINGS_PX
    if scale < 1.2:
        return image_bgr
    size = (round(width / scale), round(height / scale))
    small = cv2.resize(image_bgr, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def search_picture(picture: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], float]:
    """A picture (height, width, ...) in the size in which holes, tiles and sticks are looked for,
    and how many times as large that is: twice at most. The type of its values stays.
    """
    scale = min(_MOST_ENLARGED, _SEARCH_PX / max(picture.shape[:2]))
    method = cv2.INTER_AREA if scale <= 1 else cv2.INTER_CUBIC
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=method), scale
