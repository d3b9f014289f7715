"""The Pi's own cameras, with a picamera2 that exists only in the test."""

import sys
import types
from typing import Any

import numpy as np
import pytest

from pi_board.core.errors import EnvironmentFault
from pi_board.readers import opening
from pi_board.readers.opening import opener
from pi_board.readers.pi_camera import Lock, PiCamera
from pi_board.vision.geometry import Image


class PiModule:
    """What the reader uses of picamera2.Picamera2."""

    def __init__(self) -> None:
        self.camera_controls = {"LensPosition": (0, 10, 1)}
        self.is_loose = self.has_jobs = self.is_closed = False
        self.metadata: dict[str, Any] = {
            "ExposureTime": 14_300,
            "AnalogueGain": 2.0,
            "ColourGains": (1.9, 1.4),
            "LensPosition": 1.6,
        }

    def create_video_configuration(self, **how: Any) -> dict[str, Any]:
        """A configuration."""
        return how

    def configure(self, configuration: dict[str, Any]) -> None:
        """Remember it."""
        self.configuration = configuration

    def start(self) -> None:
        """Nothing to start."""

    def capture_array(self, name: str, wait: float) -> Image:
        """A frame of the configured size, unless the cable is loose."""
        if self.is_loose:
            self.has_jobs = True
            raise TimeoutError
        width, height = self.configuration[name]["size"]
        return np.zeros((height, width, 3), np.uint8)

    def capture_metadata(self, wait: float) -> dict[str, Any]:
        """As set."""
        return dict(self.metadata)

    def set_controls(self, wanted: dict[str, Any]) -> None:
        """Obey."""
        self.metadata |= wanted

    def stop(self) -> None:
        """Would wait for ever behind jobs that come to no end."""
        assert not self.has_jobs

    def cancel_all_and_flush(self) -> None:
        """Forget the jobs."""
        self.has_jobs = False

    def close(self) -> None:
        """Let go of the camera."""
        self.is_closed = True


def test_pi_camera_is_locked_once_it_has_settled() -> None:
    """Exposure becomes a multiple of 10 ms, the gain makes up for it, and the frames confirm it."""
    camera = PiCamera(PiModule())
    for _ in range(19):
        camera.read()
    assert camera.lock is None
    camera.read()
    assert camera.lock is not None
    assert not camera.lock.lost
    assert camera.lock.wanted["ExposureTime"] == 10_000
    assert camera.lock.wanted["AnalogueGain"] == pytest.approx(2.86)
    assert camera.lock.wanted["LensPosition"] == 1.6
    assert camera.lock.wanted["AfMode"] == 0


def test_a_pi_camera_with_a_lens_that_moves_looks_for_its_focus_first() -> None:
    """It would stay where its tuning file puts it; other cameras refuse to be told."""
    module = PiModule()
    PiCamera(module)
    assert module.configuration["controls"]["AfMode"] == 2
    module.camera_controls = {}
    PiCamera(module)
    assert "AfMode" not in module.configuration["controls"]


def test_what_does_not_stay_as_set_is_named() -> None:
    """To two per cent; colour gains are two."""
    wanted = {"ExposureTime": 10_000, "AnalogueGain": 2.0, "ColourGains": (1.9, 1.4)}
    assert Lock(wanted, {**wanted, "AnalogueGain": 2.03, "ColourGains": [1.9, 1.41]}).lost == ()
    assert Lock(wanted, {**wanted, "ColourGains": (1.9, 1.5)}).lost == ("ColourGains",)
    assert Lock(wanted, {"ColourGains": (1.9, 1.4)}).lost == ("ExposureTime", "AnalogueGain")


def test_a_pi_camera_that_waits_for_ever_is_lost() -> None:
    """picamera2 raises no error of its own when the ribbon comes loose."""
    module = PiModule()
    camera = PiCamera(module)
    camera.read()
    module.is_loose = True
    with pytest.raises(EnvironmentFault, match="no more frames"):
        camera.read()
    camera.close()
    assert module.is_closed


def test_a_pi_camera_that_another_program_has_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the grabber tries again; its thread does not end."""
    taken = types.ModuleType("picamera2")

    class Taken:
        def __init__(self, number: int) -> None:
            raise RuntimeError("Camera __init__ sequence did not complete.")

        @staticmethod
        def global_camera_info() -> list[dict[str, str]]:
            return [{"Model": "imx708", "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a"}]

    taken.Picamera2 = Taken  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", taken)
    with pytest.raises(EnvironmentFault, match="cannot be opened"):
        opener("camera")()


def test_usb_cameras_that_picamera2_knows_are_opened_as_usb_cameras(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It lists them behind the Pi's own."""
    module = types.ModuleType("picamera2")

    class Two:
        def __init__(self, number: int) -> None:
            raise RuntimeError(f"the ribbon camera {number} is meant")

        @staticmethod
        def global_camera_info() -> list[dict[str, str]]:
            rp1 = "/base/axi/pcie@120000/rp1"
            return [{"Id": f"{rp1}/i2c@88000/imx708@1a"}, {"Id": f"{rp1}/usb@200000-1:1.0"}]

    module.Picamera2 = Two  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setattr(opening, "UsbCamera", lambda name: ("usb", name))
    monkeypatch.setattr(opening, "usb_nodes", lambda: ("/dev/video2",))
    assert opener("camera:1")() == ("usb", "/dev/video2")
    with pytest.raises(EnvironmentFault, match="USB camera 2 is not there, only /dev/video2"):
        opener("camera:2")()
    with pytest.raises(EnvironmentFault, match="ribbon camera 0"):
        opener("camera:0")()
