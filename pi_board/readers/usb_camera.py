"""USB cameras, through OpenCV and V4L2."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from pi_board.core.cause import FaultKind
from pi_board.core.errors import EnvironmentFault
from pi_board.readers.devices import FRAMES_PER_S, SETTLE_FRAMES, SIZE_PX
from pi_board.vision.geometry import Image

NODES = Path("/sys/class/video4linux")
BOARD_CAMERA = Path("/dev/board-camera")  # see systemd/60-pi-board.rules
LOCKED_FRAMES = 5  # after so many a camera shows what it was locked to
LIKE = 1.3  # brightness after the lock, as a multiple of the one before it or the other way round
_V4L2_MANUAL, _V4L2_AUTO = 1.0, 3.0


class UsbCamera:
    """A V4L2 camera. What it could be locked to stands in `locked` once it has settled."""

    def __init__(self, name: str) -> None:
        """`name` as ``/dev/video0``. Raises EnvironmentFault if there is no camera that can be
        opened.
        """
        self._name = name
        self._capture = cv2.VideoCapture(self._name, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            # only one program at a time may have a V4L2 camera's pictures
            why = "no camera there that can be opened"
            if Path(name).exists():
                why += ": another program may have it, or this user may not"
            raise EnvironmentFault(f"{name}: {why}", FaultKind.CAMERA_SILENT)
        self._frames = 0
        self._settled = 0.0  # mean brightness, 0 to 255
        self.locked: tuple[str, ...] = ()
        set_ = self._capture.set  # in this order: the format decides which sizes there are
        set_(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
        set_(cv2.CAP_PROP_FRAME_WIDTH, float(SIZE_PX[0]))
        set_(cv2.CAP_PROP_FRAME_HEIGHT, float(SIZE_PX[1]))
        set_(cv2.CAP_PROP_FPS, float(FRAMES_PER_S))
        set_(cv2.CAP_PROP_BUFFERSIZE, 1.0)
        # a camera keeps its settings until it is unplugged, those of the last lock too
        set_(cv2.CAP_PROP_AUTO_EXPOSURE, _V4L2_AUTO)
        set_(cv2.CAP_PROP_AUTO_WB, 1.0)
        set_(cv2.CAP_PROP_AUTOFOCUS, 1.0)

    def read(self) -> Image:
        """See `Device.read`."""
        try:
            ok, frame = self._capture.read()
        except cv2.error:  # it decodes what a bad cable leaves of a picture
            ok, frame = False, None
        if not ok or frame is None:
            raise EnvironmentFault(
                f"{self._name}: the camera gives no more frames", FaultKind.CAMERA_SILENT
            )
        self._frames += 1
        if self._frames == SETTLE_FRAMES:
            self._settled = float(frame.mean())
            self.locked = lock_capture(self._capture)
        elif self._frames == SETTLE_FRAMES + LOCKED_FRAMES:
            self._keep_brightness(float(frame.mean()))
        return np.asarray(frame, np.uint8)

    def close(self) -> None:
        """See `Device.close`."""
        self._capture.release()

    def _keep_brightness(self, now: float) -> None:
        """Some cameras do not say what exposure they have settled at, and are locked to another."""
        darker, brighter = sorted((self._settled, now))
        if "exposure" in self.locked and brighter > LIKE * darker:
            self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _V4L2_AUTO)
            self.locked = tuple(name for name in self.locked if name != "exposure")


def lock_capture(capture: Any) -> tuple[str, ...]:
    """Switch a V4L2 capture from automatic to what it has settled at; what could be locked.

    Drivers accept settings without effect, so each is read back.
    """
    locked = []
    for name, automatic, off, value in (
        ("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, _V4L2_MANUAL, cv2.CAP_PROP_EXPOSURE),
        ("white balance", cv2.CAP_PROP_AUTO_WB, 0.0, cv2.CAP_PROP_WB_TEMPERATURE),
        ("focus", cv2.CAP_PROP_AUTOFOCUS, 0.0, cv2.CAP_PROP_FOCUS),
    ):
        settled = capture.get(value)
        capture.set(automatic, off)
        if capture.get(automatic) != off:
            continue
        capture.set(value, settled)
        if capture.get(value) == settled:
            locked.append(name)
    return tuple(locked)


def usb_nodes() -> tuple[str, ...]:
    """The USB cameras that are plugged in, as ``/dev/video0``, the board's own first.

    Most cameras have a second node, for other data than pictures, and a Pi has nodes of its own.
    """
    found = [
        int(node.name.removeprefix("video"))
        for node in NODES.glob("video*")
        if "/usb" in os.path.realpath(node) and _index(node) == "0"
    ]
    names = [f"/dev/video{number}" for number in sorted(found)]
    return tuple(sorted(names, key=lambda name: name != os.path.realpath(BOARD_CAMERA)))


def _index(node: Path) -> str:
    """The number of a node among those of its camera, "" if that has just been pulled out."""
    try:
        return (node / "index").read_text("utf-8").strip()
    except OSError:
        return ""
