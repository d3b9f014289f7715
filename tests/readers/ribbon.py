"""A picamera2 that exists only in the tests: what pi_board uses of it, behaving as 0.3.38 does."""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from pi_board.vision.geometry import Image

# size in pixels and the part of the sensor (left, top, width, height) of each mode, as told by
# libcamera; the last one has every pixel
MODES = {
    "imx708": (
        ((1536, 864), (768, 432, 3072, 1728)),
        ((2304, 1296), (0, 0, 4608, 2592)),
        ((4608, 2592), (0, 0, 4608, 2592)),
    ),
    "imx219": (
        ((640, 480), (1000, 752, 1280, 960)),
        ((1640, 1232), (0, 0, 3280, 2464)),
        ((1920, 1080), (680, 692, 1920, 1080)),
        ((3280, 2464), (0, 0, 3280, 2464)),
    ),
    "ov5647": (
        ((640, 480), (16, 0, 2560, 1920)),
        ((1296, 972), (0, 0, 2592, 1944)),
        ((1920, 1080), (348, 434, 1928, 1080)),
        ((2592, 1944), (0, 0, 2592, 1944)),
    ),
}
GAINS = {"imx708": (1024 / 912, 16.0), "imx219": (1.0, 256 / 24), "ov5647": (1.0, 1023 / 16)}
GAIN_STEP = 1 / 16  # an ov5647's
DELAY_FRAMES = 3  # from a control to the first frame that has it
FOCUSED, SCANNING, FAILED = 2, 1, 3


class Request:
    """A frame with its metadata, whose buffer has to be given back."""

    def __init__(self, camera: RibbonCamera, metadata: dict[str, Any]) -> None:
        self._camera, self._metadata = camera, metadata
        camera.held += 1

    def make_array(self, name: str) -> Image:
        """A copy of the picture."""
        width, height = self._camera.configuration[name]["size"]
        return np.zeros((height, width, 3), np.uint8)

    def get_metadata(self) -> dict[str, Any]:
        """What the frame was taken with."""
        return self._metadata

    def release(self) -> None:
        """Give the buffer back."""
        self._camera.held -= 1


class RibbonCamera:
    """What the reader uses of `picamera2.Picamera2`."""

    def __init__(
        self,
        sensor: str = "imx708",
        exposure_us: int = 14_300,
        gain: float = 2.0,
        focus: Sequence[int] = (FOCUSED,),
    ) -> None:
        """`focus` is the AfState of each frame, the last one from then on."""
        self._sensor, self._focus = sensor, focus
        self._coming: list[tuple[int, dict[str, Any]]] = []
        self.frames = self.held = 0
        self.is_loose = self.has_jobs = self.is_closed = False
        self.deaf_to: tuple[str, ...] = ()
        least, most = GAINS[sensor]
        self.camera_controls: dict[str, Any] = {"AnalogueGain": (least, most, 1.0)}
        self.metadata: dict[str, Any] = {
            "ExposureTime": exposure_us,
            "AnalogueGain": gain,
            "ColourGains": (1.9, 1.4),
        }
        if sensor == "imx708":
            self.camera_controls["LensPosition"] = (0.0, 32.0, 1.0)
            self.metadata["LensPosition"] = 1.6
        self.camera_properties = {"PixelArraySize": MODES[sensor][-1][0]}
        self.sensor_modes = [
            {"size": size, "crop_limits": part, "bit_depth": depth, "fps": 40.0}
            for depth in ((10, 8) if sensor == "imx219" else (10,))
            for size, part in MODES[sensor]
        ]

    def create_video_configuration(
        self,
        main: dict[str, Any],
        controls: dict[str, Any],
        buffer_count: int = 6,
        queue: bool = True,
        sensor: dict[str, Any] = {},  # noqa: B006
    ) -> dict[str, Any]:
        """A configuration."""
        return {
            "main": main,
            "controls": controls,
            "buffer_count": buffer_count,
            "queue": queue,
            "sensor": sensor,
        }

    def configure(self, configuration: dict[str, Any]) -> None:
        """Take the mode that is nearest to what is asked of the sensor, else to the picture."""
        self.configuration = configuration
        width, height = configuration["main"]["size"]
        wanted = configuration["sensor"].get("output_size", (width, height))
        _, (left, top, wide, high) = min(MODES[self._sensor], key=lambda m: far(wanted, m[0]))
        # of that, as much as has the shape of the picture
        shown = min(wide, high * width // height), min(high, wide * height // width)
        left, top = left + (wide - shown[0]) // 2, top + (high - shown[1]) // 2
        self.metadata["ScalerCrop"] = (left, top, *shown)

    def start(self) -> None:
        """Nothing to start."""

    def capture_request(self, wait: float) -> Request:
        """The next frame, unless the cable is loose or all buffers are in use."""
        if self.is_loose or self.held >= self.configuration["buffer_count"]:
            self.has_jobs = True
            raise TimeoutError
        while self._coming and self._coming[0][0] <= self.frames:
            self.metadata |= self._coming.pop(0)[1]
        told = dict(self.metadata)
        if self._sensor == "imx708":
            told["AfState"] = self._focus[min(self.frames, len(self._focus) - 1)]
        self.frames += 1
        return Request(self, told)

    def set_controls(self, wanted: dict[str, Any]) -> None:
        """Obey some frames later, but for what it is deaf to."""
        heard = {name: value for name, value in wanted.items() if name not in self.deaf_to}
        if self._sensor == "ov5647" and "AnalogueGain" in heard:
            heard["AnalogueGain"] = heard["AnalogueGain"] // GAIN_STEP * GAIN_STEP
        self._coming.append((self.frames + DELAY_FRAMES, heard))

    def stop(self) -> None:
        """Would wait for ever behind jobs that come to no end."""
        assert not self.has_jobs

    def cancel_all_and_flush(self) -> None:
        """Forget the jobs."""
        self.has_jobs = False

    def close(self) -> None:
        """Let go of the camera."""
        self.is_closed = True


def far(wanted: tuple[int, int], size: tuple[int, int]) -> float:
    """How little libcamera likes a mode of `size`: least of all with fewer pixels."""

    def off(want: float, have: float) -> float:
        return 2 * (want - have) if have < want else (have - want) / 4

    shape = off(wanted[0] / wanted[1], size[0] / size[1])
    return off(wanted[0], size[0]) + off(wanted[1], size[1]) + 1500 * shape


def module(
    ids: Sequence[str] = ("/base/soc/i2c0mux/i2c@1/imx708@1a",),
    memory: Callable[[], None] = lambda: None,
    refuse: Callable[[int], None] = lambda number: None,
) -> types.ModuleType:
    """The module itself, with cameras of these `ids`.

    `memory` is called for the buffers' memory, `refuse` when a camera is opened; both may raise.
    """
    made = types.ModuleType("picamera2")
    taken: set[int] = set()

    class Picamera2(RibbonCamera):
        def __init__(self, number: int, allocator: object = None) -> None:
            super().__init__()
            if number in taken:
                raise RuntimeError("Camera __init__ sequence did not complete.")
            refuse(number)
            taken.add(number)
            if allocator is None:  # too late: who is refused it now keeps the camera
                memory()

        def close(self) -> None:
            super().close()
            taken.clear()

        @staticmethod
        def global_camera_info() -> list[dict[str, str]]:
            return [{"Id": id_} for id_ in ids]

    made.Picamera2 = Picamera2  # type: ignore[attr-defined]
    made.allocators = types.SimpleNamespace(  # type: ignore[attr-defined]
        DmaAllocator=lambda: memory() or object()
    )
    return made
