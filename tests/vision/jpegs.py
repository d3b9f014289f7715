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


def turned_by_exif(data: bytes, orientation: int) -> bytes:
    """The same with an EXIF segment that says how the picture is to be turned (TIFF tag 0x0112)."""
    entry = b"\x01\x12\x00\x03\x00\x00\x00\x01" + bytes([0, orientation, 0, 0])
    tiff = b"Exif\0\0MM\0*\0\0\0\x08\0\x01" + entry + bytes(4)
    return data[:2] + b"\xff\xe1" + (len(tiff) + 2).to_bytes(2) + tiff + data[2:]
