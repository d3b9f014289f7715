"""JPEG files for tests."""

import cv2
import numpy as np


def jpeg(level: int, side: int = 32) -> bytes:
    """A picture all of one level."""
    return cv2.imencode(".jpg", np.full((side, side, 3), level, np.uint8))[1].tobytes()
