"""Pictures from files, checked before they are believed."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np

from pi_board.core.errors import InvalidFile
from pi_board.core.files import may_never_end
from pi_board.vision.geometry import Image
from pi_board.vision.jpeg import jpeg_in, size_in

_JPEG, _PNG = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"  # first bytes
_MISSING = 128  # level, without colour: all coefficients are 0
_BOX = b"ftyp"  # from the fifth byte on: HEIC, as phones save it, and its kin (ISO 14496-12)
_FILMS = frozenset({b"qt  ", b"isom", b"iso2", b"mp41", b"mp42", b"M4V ", b"3gp4", b"3gp5"})
_MOST_PIXELS = 2**30  # of one picture: CV_IO_MAX_IMAGE_PIXELS of OpenCV,
_MOST_ACROSS = 2**20  # and of each side: its CV_IO_MAX_IMAGE_WIDTH and _HEIGHT


def readable(path: Path | str) -> str:
    """A path or its text as valid text: what of it is no UTF-8 is written as escapes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def load_picture(path: Path) -> Image:
    """The picture (height, width, 3), 8-bit BGR, in a file of any format OpenCV knows.

    Raises InvalidFile for a file that cannot be opened, that is no picture, that claims to be too
    large a one, or a JPEG or PNG that was cut short (what is missing would be filled up with grey),
    or where reading may never end.
    """
    name = readable(path)
    try:
        if may_never_end(path):
            raise InvalidFile(f"{name}: a pipe, socket or device, expected a file with a picture")
        data = path.read_bytes()
    except OSError as error:
        raise InvalidFile(f"{name}: {error.strerror or error}, expected a picture") from error
    if _is_cut_short(data):
        raise InvalidFile(f"{name}: the picture is cut short, its end mark is missing")
    if not data:
        raise InvalidFile(f"{name}: the file is empty, expected a picture")
    try:
        image = _decode(data)
    except cv2.error as error:
        raise InvalidFile(f"{name}: {_too_large(data)}") from error
    if image is None and data[4:8] == _BOX and data[8:12] in _FILMS:
        raise InvalidFile(f"{name}: a film, expected a picture; `pi-board watch` takes films")
    if image is None and data[4:8] == _BOX:
        raise InvalidFile(f"{name}: a phone's HEIC or the like, expected JPEG: save it as one")
    if image is None:
        raise InvalidFile(f"{name}: this is no picture (expected JPEG, PNG or the like)")
    if data.startswith(_JPEG) and is_filled_up(image):
        raise InvalidFile(f"{name}: the picture is cut short, its last part is missing")
    return image


def _is_cut_short(data: bytes) -> bool:
    """Whether a JPEG or PNG has no end mark. Phones put a film or another picture behind it; in a
    JPEG with stray bytes that OpenCV passes over, any end mark behind its last data will do.
    """
    if data.startswith(_JPEG):
        start, end = jpeg_in(data)
        whole = start == 0 and end is not None
        return not whole and data.rfind(b"\xff\xd9") <= data.rfind(b"\xff\xda")
    return data.startswith(_PNG) and data.rfind(b"IEND") <= data.rfind(b"IDAT")


def _too_large(data: bytes) -> str:
    """What is said of a picture with more pixels than OpenCV takes, or than there is memory for."""
    size = size_in(data)
    if data.startswith(_PNG):
        size = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    found = "a picture" if size is None else f"a picture of {size[0]} x {size[1]} pixels"
    expected = f"at most {_MOST_PIXELS} pixels in all and {_MOST_ACROSS} a side"
    return f"{found}, which is too large, expected {expected}"


def decoded(data: bytes) -> Image | None:
    """The picture (height, width, 3), 8-bit BGR, that these bytes are; None: they are none, or one
    that is damaged, or too large for OpenCV. What is missing of it may be grey.
    """
    try:
        return _decode(data)
    except cv2.error:  # a header that claims an absurd size
        return None


def is_filled_up(image: Image) -> bool:
    """Whether the last part of a JPEG (height, width, 3) was missing, whatever end mark it had:
    OpenCV is not told, and libjpeg fills up one that is not progressive with just this grey. It
    lies below, or where that is once OpenCV has turned the picture as its EXIF says.
    """
    borders = image[0], image[-1], image[:, 0], image[:, -1]
    filled = [bool((border == _MISSING).all()) for border in borders]
    return any(filled) and not all(filled)


def _decode(data: bytes) -> Image | None:
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return None if image is None else np.asarray(image, np.uint8)
