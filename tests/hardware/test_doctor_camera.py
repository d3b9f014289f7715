"""The doctor on ribbon cameras."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pi_board.app.doctor import camera
from pi_board.config.settings import defaults
from pi_board.core.cause import FaultKind
from pi_board.core.errors import EnvironmentFault
from pi_board.readers import opening
from pi_board.readers.pi_camera import PiCamera
from pi_board.vision.geometry import Image
from tests.hardware.machines import machine, only
from tests.readers.ribbon import FAILED, SCANNING, RibbonCamera, module


def test_a_ribbon_camera_without_its_library_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """V4L2 opens it and gives no pictures; what to install depends on what is there."""
    files = {"dev/video0": "", "sys/class/video4linux/video0/name": "unicam-image\n"}
    raised: Exception = ModuleNotFoundError("picamera2")

    def missing(name: str) -> None:
        raise raised

    monkeypatch.setattr(camera.importlib, "import_module", missing)

    def opens(_: str) -> object:
        raise EnvironmentFault("/dev/video0: the camera gives no more frames")

    monkeypatch.setattr(camera, "opener", opens)
    here = machine(tmp_path, files)
    assert "apt install python3-picamera2" in only(camera.check_camera, here).remedy
    (tmp_path / "usr/lib/python3/dist-packages/libcamera").mkdir(parents=True)
    assert "--system-site-packages" in only(camera.check_camera, here).remedy
    raised = ValueError("numpy.dtype size changed")
    assert "pip uninstall numpy" in only(camera.check_camera, here).remedy


def test_a_pi_without_a_camera_is_told_to_plug_one_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has nodes for its decoders, which no camera is behind."""
    files = {"dev/video10": "", "dev/media0": "", "dev/dma_heap/system": ""}
    names = {"sys/class/video4linux/video10/name": "bcm2835-isp-output0\n"}
    here = machine(tmp_path, files | names)
    usual = defaults()
    monkeypatch.setitem(sys.modules, "picamera2", module(ids=()))
    monkeypatch.setattr(opening, "usb_nodes", lambda: ())
    assert only(camera.check_camera, here).remedy == camera.PLUG_IN
    monkeypatch.setattr(opening, "usb_nodes", lambda: ("/dev/video0",))
    for source, words in (
        ("camera:3", "one that is there"), ("/dev/video7", 'reader.camera = "camera"'),
    ):  # fmt: skip
        settings = replace(usual, reader=replace(usual.reader, camera=source))
        assert words in only(camera.check_camera, here, settings).remedy
    monkeypatch.setattr(opening, "usb_nodes", lambda: ())
    monkeypatch.setattr(camera.os, "access", lambda *_: False)
    assert "usermod" in only(camera.check_camera, here).remedy


@pytest.mark.parametrize(
    ("size", "level"), [((320, 240), "warning"), ((480, 640), "well"), ((470, 640), "warning")]
)
def test_a_picture_too_small_to_play_by_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], level: str
) -> None:
    """A phone's application may be set to one, and some USB cameras have no larger ones. A phone
    may stand upright.
    """

    class Camera:
        def read(self) -> Image:
            return np.zeros((*size[::-1], 3), np.uint8)

        def close(self) -> None:
            """Nothing to let go of."""

    monkeypatch.setattr(camera, "opener", lambda _: Camera)
    usual = defaults()
    upright = replace(usual, reader=replace(usual.reader, camera="http://phone:8080/video"))
    found = only(camera.check_camera, machine(tmp_path, {}), upright)
    assert (found.level, found.text[:7]) == (level, "x".join(map(str, size)))


def test_a_camera_that_stops_while_it_is_looked_at_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is let go of, and what it said is told."""

    class Camera:
        pictures, is_closed = 2, False

        def read(self) -> Image:
            self.pictures -= 1
            if self.pictures < 0:
                raise EnvironmentFault("/dev/video0: the camera gives no more frames")
            return np.zeros((480, 640, 3), np.uint8)

        def close(self) -> None:
            self.is_closed = True

    seen = Camera()
    monkeypatch.setattr(camera, "opener", lambda _: lambda: seen)
    found = only(camera.check_camera, machine(tmp_path, {"dev/video0": ""}))
    assert (found.level, found.text) == ("fault", "/dev/video0: the camera gives no more frames")
    assert "usermod" in found.remedy
    assert seen.is_closed


def test_a_camera_on_the_network_is_neither_locked_nor_plugged_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own settings lock it; one that does not answer is sought at its address."""

    class Camera:
        def read(self) -> Image:
            return np.zeros((480, 640, 3), np.uint8)

        def close(self) -> None:
            """Nothing to let go of."""

    usual = defaults()
    address = "http://127.0.0.1:1/video"
    settings = replace(usual, reader=replace(usual.reader, camera=address))
    found = only(camera.check_camera, machine(tmp_path, {}), settings)
    assert (found.level, "browser" in found.remedy) == ("fault", True)
    monkeypatch.setattr(camera, "opener", lambda _: Camera)
    found = only(camera.check_camera, machine(tmp_path, {}), settings)
    assert found.text == "640x480; what it locks is up to its own settings"


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (FaultKind.NO_LOGIN, "http://NAME:PASSWORD@HOST"),
        (FaultKind.NO_STREAM, "/video"),
        (FaultKind.ONE_PICTURE, "/video"),
    ],
)
def test_the_remedy_for_a_wrong_address_is_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: FaultKind, words: str
) -> None:
    """A browser does show the pictures there, in a page or after it has asked for the password."""

    def opens(_: str) -> object:
        raise EnvironmentFault("no stream there", kind)

    usual = defaults()
    settings = replace(usual, reader=replace(usual.reader, camera="http://phone:8080"))
    monkeypatch.setattr(camera, "opener", lambda _: lambda: opens(_))
    found = only(camera.check_camera, machine(tmp_path, {}), settings)
    assert (found.level, words in found.remedy, "browser" in found.remedy) == ("fault", True, False)


@pytest.mark.parametrize(
    ("ribbon", "level", "words"),
    [
        (RibbonCamera(), "well", "1280x720, settled and locked"),
        (RibbonCamera(focus=[SCANNING] * 50 + [FAILED]), "warning", "no focus"),
        (RibbonCamera(focus=[SCANNING]), "warning", "no focus"),
        (RibbonCamera("imx219"), "well", "1280x720, settled and locked"),
    ],
)
def test_a_ribbon_camera_is_looked_at_until_it_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ribbon: RibbonCamera, level: str, words: str
) -> None:
    """A lens that searches takes longer than two seconds."""
    monkeypatch.setattr(camera, "opener", lambda _: lambda: PiCamera(ribbon))
    found = only(camera.check_camera, machine(tmp_path, {}))
    assert found.level == level
    assert words in found.text


def test_a_ribbon_camera_that_does_not_do_as_it_is_told_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether its settings change, or it shows only the middle of what it could see."""
    ribbon = RibbonCamera()
    monkeypatch.setattr(camera, "opener", lambda _: lambda: PiCamera(ribbon))
    ribbon.sensor_modes = []
    assert "the middle 67%" in only(camera.check_camera, machine(tmp_path, {})).text
    ribbon = RibbonCamera()
    ribbon.deaf_to = ("ExposureTime",)
    found = only(camera.check_camera, machine(tmp_path, {}))
    assert found.text.endswith("not all stays as set: ExposureTime")


def test_a_picamera2_that_is_too_old_for_us_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the one thing that helps."""
    monkeypatch.setitem(sys.modules, "picamera2", module())
    monkeypatch.delattr(RibbonCamera, "cancel_all_and_flush")
    found = only(camera.check_camera, machine(tmp_path, {}))
    assert found.level == "fault"
    assert "apt full-upgrade" in found.remedy


def test_a_network_camera_beside_lamps_is_a_fault(tmp_path: Path) -> None:
    """No game could be begun with it, whatever pictures it gives."""
    usual = defaults()
    late = replace(
        usual,
        reader=replace(usual.reader, camera="http://ann:x@phone/v"),
        lamps=replace(usual.lamps, kind="chain"),
    )
    (found,) = camera.check_camera(machine(tmp_path, {}), late)
    assert found.level == "fault"
    assert found.text.startswith("reader.camera = 'http://phone/v' beside lamps.kind = 'chain'")
