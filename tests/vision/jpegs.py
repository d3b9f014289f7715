"""JPEG files for tests."""

import cv2
import numpy as np


def jpeg(level: int, side: int = 32) -> bytes:
    """A picture all of one level."""
    return cv2.imencode(".jpg", np.full((side, side, 3), level, np.uint8))[1].tobytes()


def torn() -> bytes:
    """A picture of which the lower part is missing, though it has an end mark."""
    noise = np.random.default_rng(1).integers(0, 256, (64, 64, 3), np.uint8)
    whole = cv2.imencode(".jpg", noise)[1].tobytes()
    return whole[: len(whole) * 2 // 3] + b"\xff\xd9"
