"""Video files, frame by frame.

Frames have the times that the file gives them: phones and programs that record screens make more
frames where more moves, and the rate that such a file tells is a mean, or no rate at all.
"""

from __future__ import annotations

from collections.abc import Generator
from os import SEEK_END
from pathlib import Path
from typing import BinaryIO

import cv2
import numpy as np

from pi_board.core.errors import InvalidFile
from pi_board.vision.geometry import Image
from pi_board.vision.pictures import readable

VIDEOS = frozenset({".mp4", ".m4v", ".mkv", ".mov", ".avi", ".mjpg", ".mjpeg", ".webm", ".h264"})
_MOST_FAILED = 100  # attempts in a row to read on in a damaged video
_LONG, _LEAST = b"\0\0\0\1", 8  # the size of a box that stands after its name; its least in bytes
_MOST_BOXES = 1000  # that are looked at; films have a few
# Frames are looked at no more often than 30 times a second, or little more, as their times jitter:
# hands and stones are slower.
_OFTEN_S = 0.75 / 30
_USUAL_S = 0.5  # between frames of which nothing tells when they were made
_WHOLE = 0.9  # of the time a video says it lasts, which is an estimate in some files

# a frame's number, when it was made, in seconds, and what it shows, or why nothing
Timed = tuple[int, float, Image | InvalidFile]


def open_video(path: Path) -> cv2.VideoCapture:
    """The capture of a file. Raises InvalidFile, which says why it cannot be read."""
    name = readable(path)
    if path.suffix.lower() not in VIDEOS:
        expected = ", ".join(sorted(VIDEOS))
        raise InvalidFile(f"{name}: not a video file by its name, expected {expected}")
    try:
        with path.open("rb") as file:  # OpenCV does not say why it cannot
            empty = not file.read(1)
            cut_short = not empty and _lacks_index(file)
    except OSError as error:
        raise InvalidFile(f"{name}: {error.strerror or error}, expected a video file") from error
    if empty:
        raise InvalidFile(f"{name}: the file is empty, expected a video file")
    if cut_short:
        raise InvalidFile(
            f"{name}: cut short where the recording or the copying broke off: where its frames are "
            "stands at the end. Copy it again, or have it repaired"
        )
    try:
        place = str(path.absolute())  # else what stands before a colon is taken for a protocol
        place.encode()
    except UnicodeEncodeError as error:  # OpenCV dies of it
        raise InvalidFile(f"{name}: its name is not UTF-8; rename it") from error
    capture = cv2.VideoCapture(place)
    if not capture.isOpened():
        raise InvalidFile(f"{name}: not a video file that can be decoded")
    return capture


def _lacks_index(file: BinaryIO) -> bool:
    """Whether this is an MP4 or MOV without what tells where its frames are: the box `moov`
    (ISO 14496-12), which phones write last.
    """
    end, at, boxes = file.seek(0, SEEK_END), 0, set()
    for _ in range(_MOST_BOXES):
        if at >= end:
            break
        file.seek(at)
        head = file.read(16)
        boxes.add(head[4:8])
        size = int.from_bytes(head[8:] if head[:4] == _LONG else head[:4])
        if size < _LEAST:  # the last one, which goes on to the end
            break
        at += size
    else:
        return False  # nobody knows what comes yet
    return b"mdat" in boxes and b"moov" not in boxes


def video_frames(
    path: Path, capture: cv2.VideoCapture, interval_s: float | None
) -> Generator[Timed, None, None]:
    """The frames of an opened video: all of them, `interval_s` apart, or at the times the file
    gives them, no more than are worth a look. What fails to be decoded, or is missing at its end,
    is said.

    Raises InvalidFile if there is none.
    """
    rate, count = capture.get(cv2.CAP_PROP_FPS), capture.get(cv2.CAP_PROP_FRAME_COUNT)
    step = 1.0 / rate if 1.0 <= rate <= 1000.0 else _USUAL_S
    name, index, at, first, looked_at = readable(path), 0, -step, 0.0, -1.0

    def when(made_at: float) -> float:
        return interval_s * index if interval_s else made_at

    try:
        while (failed := _grabbed_after(capture, index < count)) is not None:
            before, at = at, _made_at(capture, at, step)
            if failed and index:
                lost = max(1, round((at - before) / step) - 1)
                text = f"{name}: frames {index} to {index + lost - 1} cannot be decoded"
                for one in range(lost):
                    then = before + (at - before) * (one + 1) / (lost + 1)
                    yield index, when(then), InvalidFile(text)
                    index += 1
            if interval_s or at - looked_at >= _OFTEN_S:
                looked_at = at
                decoded, image = capture.retrieve()
                if decoded:
                    yield index, when(at), np.asarray(image, np.uint8)
            index += 1
            if index == 1:
                first = at
            else:  # the rate that is told is a mean, or none at all
                step = (at - first) / (index - 1)
    finally:
        capture.release()
    if index == 0:
        raise InvalidFile(f"{name}: no frame in it that can be decoded")
    lasts = count / rate if rate > 0 else 0.0
    if at + step < _WHOLE * lasts:
        broken = InvalidFile(f"{name}: breaks off after {at + step:.1f} of {lasts:.1f} s")
        yield index, when(at + step), broken


def _grabbed_after(capture: cv2.VideoCapture, more: bool) -> int | None:
    """How many attempts failed before the next frame; None at the end. OpenCV answers alike there
    and where a video is damaged, so that whether there should be `more` decides.
    """
    for failed in range(_MOST_FAILED if more else 1):
        if capture.grab():
            return failed
    return None


def _made_at(capture: cv2.VideoCapture, before: float, step: float) -> float:
    """When the frame that was just grabbed was made, in seconds: usually a `step` after the one
    `before`, where the file does not tell.
    """
    told = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0
    return float(told if told > before else before + step)
