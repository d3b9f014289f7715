"""The Pi's own cameras, through picamera2 (an optional part of the Pi's system)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pi_board.core.errors import EnvironmentFault
from pi_board.readers.devices import FRAMES_PER_S, SETTLE_FRAMES, SIZE_PX, TIMEOUT_S
from pi_board.vision.geometry import Image

MAINS_US = 10_000  # exposures in multiples of this do not flicker under 50 Hz lamps
TOLERANCE = 0.02  # by which a setting may differ from what was wanted, as a share of it
_AF_MANUAL, _AF_CONTINUOUS = 0, 2  # of libcamera's AfModeEnum
_VERIFIED = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")


@dataclass(frozen=True, slots=True)
class Lock:
    """What a Pi camera was told to keep, and what its frames then really had."""

    wanted: Mapping[str, Any]
    seen: Mapping[str, Any]

    @property
    def lost(self) -> tuple[str, ...]:
        """The settings that the frames do not have as they were wanted."""
        asked = (name for name in _VERIFIED if name in self.wanted)
        return tuple(name for name in asked if not self._is_kept(name))

    def _is_kept(self, name: str) -> bool:
        wanted, seen = np.ravel(self.wanted[name]), np.ravel(self.seen.get(name, np.nan))
        return bool(np.all(np.abs(seen - wanted) <= TOLERANCE * np.maximum(np.abs(wanted), 1.0)))


class PiCamera:
    """A camera of the Pi. How it was locked stands in `lock` once it has settled."""

    def __init__(self, camera: Any) -> None:
        """`camera` is a `picamera2.Picamera2` not configured yet. Raises EnvironmentFault."""
        self._camera = camera
        self._frames = 0
        self._is_lost = False
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
                    controls=controls,
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
            # a loose cable would be waited for for ever
            frame = self._camera.capture_array("main", wait=TIMEOUT_S)
            self._frames += 1
            if self._frames == SETTLE_FRAMES:
                self.lock = self._lock()
        except (RuntimeError, TimeoutError) as problem:
            self._is_lost = True
            raise EnvironmentFault(f"the Pi camera gives no more frames ({problem})") from problem
        return np.ascontiguousarray(frame[..., :3], np.uint8)

    def close(self) -> None:
        """See `Device.close`."""
        if self._is_lost:  # stopping would wait for the frame that never came
            self._camera.cancel_all_and_flush()
        self._camera.stop()
        self._camera.close()

    def _has_focus(self) -> bool:
        return "LensPosition" in self._camera.camera_controls

    def _lock(self) -> Lock:
        settled = self._camera.capture_metadata(wait=TIMEOUT_S)
        exposure_us = round(settled["ExposureTime"] / MAINS_US) * MAINS_US or MAINS_US
        gain = settled["AnalogueGain"] * settled["ExposureTime"] / exposure_us
        wanted = {
            "AeEnable": False,
            "AwbEnable": False,
            "ExposureTime": exposure_us,
            # what the rounding of the exposure takes or gives, the gain makes good
            "AnalogueGain": max(1.0, gain),
            "ColourGains": settled["ColourGains"],
        }
        if self._has_focus() and "LensPosition" in settled:
            wanted |= {"AfMode": _AF_MANUAL, "LensPosition": settled["LensPosition"]}
        self._camera.set_controls(wanted)
        seen: Mapping[str, Any] = {}
        for _ in range(SETTLE_FRAMES):  # controls take a few frames
            seen = self._camera.capture_metadata(wait=TIMEOUT_S)
            if not Lock(wanted, seen).lost:
                break
        return Lock(wanted, seen)
