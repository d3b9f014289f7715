"""The Pi's own cameras, through picamera2 (an optional part of the Pi's system)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pi_board.core.cause import FaultKind
from pi_board.core.errors import EnvironmentFault
from pi_board.readers.devices import FRAMES_PER_S, SETTLE_FRAMES, SIZE_PX, TIMEOUT_S
from pi_board.vision.geometry import Image

MAINS_US = 10_000  # exposures in multiples of this do not flicker under 50 Hz lamps
FOCUS_FRAMES = 120  # libcamera's longest search for the focus takes about 110
_AF_MANUAL, _AF_CONTINUOUS = 0, 2  # of libcamera's AfModeEnum
_AF_IDLE, _AF_SCANNING, _AF_FOCUSED = 0, 1, 2  # of its AfStateEnum
# By which share a setting may differ from what was wanted. Sensors take only some gains, and
# libcamera the next one below: up to 6 % for an ov5647, 4 % for an imx219.
_TOLERANCE = {
    "ExposureTime": 0.02,
    "AnalogueGain": 0.07,
    "ColourGains": 0.02,
    "LensPosition": 0.02,
}


@dataclass(frozen=True, slots=True)
class Lock:
    """What a Pi camera was told to keep, and what its frames then really had.

    `field` is the share of the sensor's width or height in the picture, whichever is larger.
    """

    wanted: Mapping[str, Any]
    seen: Mapping[str, Any]
    is_focused: bool = True
    field: float = 1.0

    @property
    def lost(self) -> tuple[str, ...]:
        """The settings that the frames do not have as they were wanted."""
        asked = (name for name in _TOLERANCE if name in self.wanted)
        return tuple(name for name in asked if not self._is_kept(name))

    def _is_kept(self, name: str) -> bool:
        wanted, seen = np.ravel(self.wanted[name]), np.ravel(self.seen.get(name, np.nan))
        most = _TOLERANCE[name] * np.maximum(np.abs(wanted), 1.0)
        return bool(np.all(np.abs(seen - wanted) <= most))


class PiCamera:
    """A camera of the Pi. How it was locked stands in `lock`, some frames after it has settled."""

    def __init__(self, camera: Any) -> None:
        """`camera` is a `picamera2.Picamera2` not configured yet. Raises EnvironmentFault."""
        self._camera = camera
        self._frames = 0  # since it was opened, and then since it was told what to keep
        self._is_lost = False
        self._told: Lock | None = None
        self.lock: Lock | None = None
        frame_us = 1_000_000 // FRAMES_PER_S
        controls: dict[str, Any] = {"FrameDurationLimits": (frame_us, frame_us)}
        if self._has_focus():  # else it stays where its tuning file puts it
            controls["AfMode"] = _AF_CONTINUOUS
        try:
            camera.configure(
                camera.create_video_configuration(
                    # picamera2 calls the byte order B, G, R "RGB888"
                    main={"size": SIZE_PX, "format": "RGB888"},
                    sensor=_whole_field(camera.sensor_modes),
                    controls=controls,
                    buffer_count=4,
                    queue=False,
                )
            )
            camera.start()
        except (RuntimeError, OSError) as problem:  # OSError: no memory for the buffers
            camera.close()
            raise EnvironmentFault(
                f"the Pi camera cannot be started ({problem})", FaultKind.CAMERA_SILENT
            ) from problem

    def read(self) -> Image:
        """See `Device.read`."""
        try:
            # a loose cable would be waited for for ever
            request = self._camera.capture_request(wait=TIMEOUT_S)
            try:
                frame = request.make_array("main")
                if self.lock is None:
                    self._settle(request.get_metadata())
            finally:
                request.release()
        except (RuntimeError, OSError) as problem:  # a TimeoutError is an OSError
            self._is_lost = True
            raise EnvironmentFault(
                f"the Pi camera gives no more frames ({problem})", FaultKind.CAMERA_SILENT
            ) from problem
        return np.ascontiguousarray(frame[..., :3], np.uint8)

    def close(self) -> None:
        """See `Device.close`."""
        if self._is_lost:  # stopping would wait for the frame that never came
            self._camera.cancel_all_and_flush()
        self._camera.stop()
        self._camera.close()

    def _has_focus(self) -> bool:
        return "LensPosition" in self._camera.camera_controls

    def _settle(self, seen: Mapping[str, Any]) -> None:
        """Lock what has settled; from then on see whether the frames, a few later, have it."""
        self._frames += 1
        if self._told is None:
            is_searching = self._has_focus() and seen.get("AfState") in (_AF_IDLE, _AF_SCANNING)
            if self._frames >= (FOCUS_FRAMES if is_searching else SETTLE_FRAMES):
                self._told, self._frames = self._keep(seen), 0
            return
        lock = replace(self._told, seen=seen)
        if not lock.lost or self._frames >= SETTLE_FRAMES:
            self.lock = lock

    def _keep(self, settled: Mapping[str, Any]) -> Lock:
        exposure_us, gain = without_flicker(
            settled["ExposureTime"],
            settled["AnalogueGain"],
            self._camera.camera_controls["AnalogueGain"],
        )
        wanted = {"AeEnable": False, "ExposureTime": exposure_us, "AnalogueGain": gain}
        if "ColourGains" in settled:  # not if all it sees is grey
            wanted |= {"AwbEnable": False, "ColourGains": settled["ColourGains"]}
        is_focused = True
        if self._has_focus() and "LensPosition" in settled:
            wanted |= {"AfMode": _AF_MANUAL, "LensPosition": settled["LensPosition"]}
            is_focused = settled.get("AfState", _AF_FOCUSED) == _AF_FOCUSED
        self._camera.set_controls(wanted)
        crop = settled.get("ScalerCrop")
        whole = self._camera.camera_properties.get("PixelArraySize")
        field = max(crop[2] / whole[0], crop[3] / whole[1]) if crop and whole else 1.0
        return Lock(wanted, {}, is_focused, field)


def without_flicker(exposure_us: int, gain: float, gains: tuple[float, ...]) -> tuple[int, float]:
    """An exposure that does not flicker, and the gain with which it is as bright as the given one.

    The exposure stays as it is where no gain (least and greatest first in `gains`) makes up for
    another: in light so bright that it is most likely the sun's.
    """
    shorter_us = exposure_us // MAINS_US * MAINS_US
    both_us = (shorter_us, shorter_us + MAINS_US)
    for steady_us in sorted(both_us, key=lambda us: abs(us - exposure_us)):
        needed = gain * exposure_us / steady_us if steady_us else math.inf
        if gains[0] <= needed <= gains[1]:
            return steady_us, needed
    return exposure_us, gain


def _whole_field(modes: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The mode of the sensor that shows all it can see and has the fewest pixels of these.

    By itself picamera2 takes the mode nearest in size to the picture, which often shows only the
    middle. Nothing for a sensor that tells no modes.
    """
    known = [mode for mode in modes if "crop_limits" in mode]
    if not known:
        return {}
    widest = max(math.prod(mode["crop_limits"][2:]) for mode in known)
    sizes = {mode["size"] for mode in known if math.prod(mode["crop_limits"][2:]) == widest}
    return {"output_size": min(sizes, key=lambda size: (size[0] < SIZE_PX[0], math.prod(size)))}
