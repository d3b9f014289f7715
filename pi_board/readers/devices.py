"""Cameras: USB through OpenCV and V4L2, the Pi's own through picamera2, MJPEG over HTTP.

All give 8-bit BGR frames (height, width, 3) until they fail. Where a camera allows it, exposure,
gain, colour gains and focus are left to settle for a moment and then locked: a camera that keeps
correcting itself changes the looks of the board.
"""

from __future__ import annotations

import http.client
import importlib
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import cv2
import numpy as np

from pi_board.core.errors import EnvironmentFault, InvalidText
from pi_board.vision.geometry import Image

SIZE_PX = (1280, 720)
FRAMES_PER_S = 10
SETTLE_FRAMES = 20  # about two seconds for automatic exposure and white balance
_TIMEOUT_S = 5.0
_MAINS_US = 10_000  # exposures in multiples of this do not flicker under 50 Hz lamps
_V4L2_MANUAL, _V4L2_AUTO = 1.0, 3.0


class Device(Protocol):
    """An open camera."""

    def read(self) -> Image:
        """The next frame; waits for it. Raises EnvironmentFault when the camera is gone."""
        ...

    def close(self) -> None:
        """Let go of the camera."""
        ...


Opener = Callable[[], Device]


def opener(source: str) -> Opener:
    """How to open ``camera``, ``camera:1``, ``/dev/video0`` or ``http://...``.

    ``camera`` is the Pi's own camera where picamera2 is installed, else the first USB camera.
    Raises InvalidText for anything else. The opener raises EnvironmentFault.
    """
    if source.startswith(("http://", "https://")):
        return lambda: MjpegStream(source)
    if source.startswith("/dev/"):
        return lambda: UsbCamera(source)
    kind, _, number = source.partition(":")
    if kind != "camera" or not (number.isdecimal() or (number == "" and ":" not in source)):
        raise InvalidText(
            f"camera {source!r}, expected camera, camera:NUMBER, /dev/videoN or http://ADDRESS"
        )
    return lambda: _camera(int(number or 0))


def _camera(number: int) -> Device:
    try:
        module = importlib.import_module("picamera2")
    except (ImportError, ValueError):  # not there, or built for another NumPy
        return UsbCamera(number)
    if number >= len(module.Picamera2.global_camera_info()):
        return UsbCamera(number)
    try:
        camera = module.Picamera2(number)
    except RuntimeError as problem:  # another program has it
        raise EnvironmentFault(f"the Pi camera cannot be opened ({problem})") from problem
    return PiCamera(camera)


class UsbCamera:
    """A V4L2 camera. What it could be locked to stands in `locked` once it has settled."""

    def __init__(self, name: str | int) -> None:
        """Raises EnvironmentFault if there is no camera that can be opened."""
        self._name = f"/dev/video{name}" if isinstance(name, int) else name
        self._capture = cv2.VideoCapture(self._name, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise EnvironmentFault(f"{self._name}: no camera there that can be opened")
        self._frames = 0
        self.locked: tuple[str, ...] = ()
        set_ = self._capture.set  # in this order: the format decides which sizes there are
        set_(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
        set_(cv2.CAP_PROP_FRAME_WIDTH, float(SIZE_PX[0]))
        set_(cv2.CAP_PROP_FRAME_HEIGHT, float(SIZE_PX[1]))
        set_(cv2.CAP_PROP_FPS, float(FRAMES_PER_S))
        set_(cv2.CAP_PROP_BUFFERSIZE, 1.0)
        set_(cv2.CAP_PROP_AUTO_EXPOSURE, _V4L2_AUTO)

    def read(self) -> Image:
        """See `Device.read`."""
        ok, frame = self._capture.read()
        if not ok or frame is None:
            raise EnvironmentFault(f"{self._name}: the camera gives no more frames")
        self._frames += 1
        if self._frames == SETTLE_FRAMES:
            self.locked = lock_capture(self._capture)
        return np.asarray(frame, np.uint8)

    def close(self) -> None:
        """See `Device.close`."""
        self._capture.release()


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


@dataclass(frozen=True, slots=True)
class Lock:
    """What a Pi camera was told to keep, and what its frames then really had."""

    wanted: Mapping[str, Any]
    seen: Mapping[str, Any]

    @property
    def holds(self) -> bool:
        """Whether exposure and gain are as wanted, to two per cent."""
        return all(
            abs(float(self.seen.get(name, 0.0)) - float(self.wanted[name]))
            <= 0.02 * float(self.wanted[name])
            for name in ("ExposureTime", "AnalogueGain")
        )


class PiCamera:
    """The Pi's own camera through picamera2 (an optional part of the Pi's system)."""

    def __init__(self, camera: Any) -> None:
        """`camera` is a `picamera2.Picamera2` that is not configured yet."""
        self._camera = camera
        self._frames = 0
        self.lock: Lock | None = None
        frame_us = 1_000_000 // FRAMES_PER_S
        try:
            camera.configure(
                camera.create_video_configuration(
                    # picamera2 calls the byte order B, G, R "RGB888"
                    main={"size": SIZE_PX, "format": "RGB888"},
                    controls={"FrameDurationLimits": (frame_us, frame_us)},
                    buffer_count=4,
                    queue=False,
                )
            )
            camera.start()
        except RuntimeError as problem:
            camera.close()
            raise EnvironmentFault(f"the Pi camera cannot be started ({problem})") from problem

    def read(self) -> Image:
        """See `Device.read`."""
        try:
            frame = self._camera.capture_array(
                "main", wait=_TIMEOUT_S
            )  # a loose cable waits for ever
            self._frames += 1
            if self._frames == SETTLE_FRAMES:
                self.lock = self._lock()
        except (RuntimeError, TimeoutError) as problem:
            raise EnvironmentFault(f"the Pi camera gives no more frames ({problem})") from problem
        return np.ascontiguousarray(frame[..., :3], np.uint8)

    def close(self) -> None:
        """See `Device.close`."""
        self._camera.stop()
        self._camera.close()

    def _lock(self) -> Lock:
        settled = self._camera.capture_metadata(wait=_TIMEOUT_S)
        exposure_us = round(settled["ExposureTime"] / _MAINS_US) * _MAINS_US or _MAINS_US
        gain = settled["AnalogueGain"] * settled["ExposureTime"] / exposure_us
        wanted = {
            "AeEnable": False,
            "AwbEnable": False,
            "ExposureTime": exposure_us,
            # what the rounding of the exposure takes or gives, the gain makes good
            "AnalogueGain": max(1.0, gain),
            "ColourGains": settled["ColourGains"],
        }
        if "LensPosition" in self._camera.camera_controls and "LensPosition" in settled:
            wanted |= {"AfMode": 0, "LensPosition": settled["LensPosition"]}
        self._camera.set_controls(wanted)
        seen: Mapping[str, Any] = {}
        for _ in range(SETTLE_FRAMES):  # controls take a few frames
            seen = self._camera.capture_metadata(wait=_TIMEOUT_S)
            if Lock(wanted, seen).holds:
                break
        return Lock(wanted, seen)


class MjpegStream:
    """Motion JPEG over HTTP, as phones and network cameras serve it."""

    def __init__(self, address: str, timeout_s: float = _TIMEOUT_S) -> None:
        """Raises EnvironmentFault if nothing answers at `address`."""
        self._address = address
        try:
            self._answer = urllib.request.urlopen(address, timeout=timeout_s)
        except (OSError, http.client.HTTPException, ValueError) as problem:
            raise EnvironmentFault(f"{address}: no stream there ({problem})") from problem
        self._rest = b""

    def read(self) -> Image:
        """See `Device.read`. Damaged pictures are passed over."""
        while True:
            data = self._next_jpeg()
            image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
            if image is not None:
                return np.asarray(image, np.uint8)

    def close(self) -> None:
        """See `Device.close`."""
        self._answer.close()

    def _next_jpeg(self) -> bytes:
        """The bytes from one start mark of a JPEG to the end mark that follows it."""
        while True:
            start = self._rest.find(b"\xff\xd8")
            end = self._rest.find(b"\xff\xd9", start + 2) if start >= 0 else -1
            if end >= 0:
                data, self._rest = self._rest[start : end + 2], self._rest[end + 2 :]
                return data
            try:
                more = self._answer.read1(1 << 16)
            except (OSError, http.client.HTTPException) as problem:
                raise EnvironmentFault(f"{self._address}: {problem}") from problem
            if not more or len(self._rest) > 1 << 25:
                raise EnvironmentFault(f"{self._address}: the stream has ended")
            self._rest += more
