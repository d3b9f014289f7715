"""The doctor on machines made of folders."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from calibration.profile import Profile, View, picture_path, profile_path, save_profile
from pi_board.app.doctor import camera, checks, display, pins, system
from pi_board.app.doctor.checks import Check, Finding, Machine
from pi_board.cli.doctor import CHECKS, check_profiles
from pi_board.cli.doctor import doctor as command
from pi_board.config.settings import defaults, load
from tests.hardware.machines import configured, machine, only, reed_settings


def test_a_bare_machine_says_what_it_lacks(tmp_path: Path) -> None:
    """No pins, no bus, no screen, nothing to touch: each with its own remedy."""
    here, box = machine(tmp_path / "root", {}), reed_settings(tmp_path)
    found = [
        only(pins.check_pins, here, box),
        only(pins.check_spi, here, box),
        only(display.check_display, here, box),
        only(display.check_touch, here, box),
        only(display.check_sound, here, box),
    ]
    assert [f.level for f in found] == ["fault", "fault", "fault", "warning", "warning"]
    assert len({f.remedy for f in found}) == 5


def test_three_buttons_do_without_anything_to_touch(tmp_path: Path) -> None:
    """Whoever has wired them is not told to."""
    here, buttons = machine(tmp_path / "root", {}), "[buttons]\nhint = 14\nok = 26\n"
    assert only(display.check_touch, here, configured(tmp_path, buttons)).level == "warning"
    all_three = configured(tmp_path, buttons + "back = 15\n")
    assert only(display.check_touch, here, all_three).level == "well"


def test_what_is_not_used_is_no_fault(tmp_path: Path) -> None:
    """A camera alone needs no pins and no bus."""
    here = machine(tmp_path, {})
    assert only(pins.check_pins, here).level == "warning"
    assert only(pins.check_spi, here).level == "warning"
    assert only(camera.check_camera, here, reed_settings(tmp_path)).text == "not used"


def test_pygame_without_kmsdrm_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wheel from PyPI cannot draw without a desktop."""
    here = machine(tmp_path, {"dev/dri/card0": ""})
    monkeypatch.setattr(display, "sdl_drivers", lambda: ("x11", "dummy"))
    found = only(display.check_display, here)
    assert found.level == "fault"
    assert "python3-pygame" in found.remedy


def test_the_card_with_the_screen_is_left_to_sdl(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Pi 5 has several cards; a number that was right may be another one's at the next start."""
    files = {
        "dev/dri/card0": "",
        "dev/dri/card1": "",
        "sys/class/drm/card0-Writeback-1/status": "unknown",
        "sys/class/drm/card1-DSI-1/status": "connected",
    }
    monkeypatch.setattr(display, "sdl_drivers", lambda: ("KMSDRM",))
    found = only(display.check_display, machine(tmp_path, files))
    assert (found.level, found.text) == ("well", "card1-DSI-1")
    told = Machine(tmp_path, (("SDL_KMSDRM_DEVICE_INDEX", "1"),))
    assert only(display.check_display, told).level == "well"
    told = Machine(tmp_path, (("SDL_KMSDRM_DEVICE_INDEX", "0"),))
    found = only(display.check_display, told)
    assert (found.level, found.text) == ("warning", "card1-DSI-1, not card 0")
    assert "SDL_KMSDRM_DEVICE_INDEX out of" in found.remedy


def test_a_screen_that_nobody_wants_is_not_missed(tmp_path: Path) -> None:
    """Lamps and voice are enough; who wants one is told how to go without, too."""
    assert "SDL_VIDEODRIVER=dummy" in only(display.check_display, machine(tmp_path, {})).remedy
    told = Machine(tmp_path, (("SDL_VIDEODRIVER", "dummy"),))
    assert only(display.check_display, told).level == "well"


def test_another_program_that_has_the_screen_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But not this one, whose menus may have called the doctor."""
    files = {
        "dev/dri/card1": "",
        "sys/class/drm/card1-DSI-1/status": "connected",
        "proc/77/comm": "labwc\n",
        f"proc/{os.getpid()}/comm": "pi-board\n",
    }
    here = machine(tmp_path, files)
    for holder, level in ((str(os.getpid()), "well"), ("77", "warning")):
        folder = tmp_path / "proc" / holder / "fd"
        folder.mkdir()
        (folder / "5").symlink_to(tmp_path / "dev/dri/card1")
        monkeypatch.setattr(display, "sdl_drivers", lambda: ("KMSDRM",))
        found = only(display.check_display, here)
        assert found.level == level
    assert found.text == "the screen is held by labwc"


def test_sdl_says_what_it_was_built_with() -> None:
    """Asked through its own library; the dummy driver is always there."""
    assert "dummy" in display.sdl_drivers()


def test_undervoltage_and_heat_are_told(tmp_path: Path) -> None:
    """Both at once, if need be."""
    files = {
        "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1\n",
        "sys/class/thermal/thermal_zone0/temp": "83000\n",
    }
    found = list(system.check_power(machine(tmp_path, files), defaults()))
    assert [f.level for f in found] == ["fault", "fault"]


def test_what_the_firmware_remembers_is_told(tmp_path: Path) -> None:
    """Undervoltage since the start, even if it is well now."""
    file = "sys/devices/platform/soc/soc:firmware/get_throttled"
    for bits, levels in (("50000", ["fault"]), ("80000", ["warning"]), ("0", [])):
        here = machine(tmp_path, {file: bits + "\n"})
        found = list(system.check_power(here, defaults()))
        assert [f.level for f in found] == (levels or ["well"])


@pytest.mark.parametrize(
    ("bits", "remedy"),
    [("1", "supply"), ("10000", "supply"), ("4", "fan"), ("40000", "fan"), ("60000", "fan")],
)
def test_heat_is_not_called_a_weak_supply(tmp_path: Path, bits: str, remedy: str) -> None:
    """Both slow the processor down, and both may be amiss."""
    file = "sys/devices/platform/soc/soc:firmware/get_throttled"
    both = machine(tmp_path, {file: "d0000"})
    assert [f.level for f in system.check_power(both, defaults())] == ["fault", "warning"]
    found = only(system.check_power, machine(tmp_path, {file: bits}))
    assert remedy in found.remedy


@pytest.mark.parametrize(
    ("number", "there", "remedy"),
    [
        (errno.EACCES, True, "sudo chown -R {user} {folder}"),
        (errno.EACCES, False, "sudo install -d -o {user} {folder}"),
        (errno.EROFS, True, "the card is read-only"),
        (errno.ENOSPC, True, "free the disk"),
        (errno.EIO, True, "replace the card"),
    ],
)
def test_a_disk_that_cannot_be_written_has_its_own_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, there: bool, remedy: str
) -> None:
    """Nobody is told to take a folder above the games for his own."""

    def refuse(folder: Path) -> float:
        raise OSError(number, os.strerror(number))

    folder = tmp_path / "games"
    if there:
        folder.mkdir()
    monkeypatch.setenv("STATE_DIRECTORY", str(folder))
    monkeypatch.setattr(system, "_fsync_s", refuse)
    found = only(system.check_disk, machine(tmp_path, {}))
    assert remedy.format(user=checks.user(), folder=folder) in found.remedy


@pytest.mark.parametrize(
    ("mounts", "level", "remedy"),
    [
        (("overlayroot / overlay",), "fault", "do_overlayfs 1"),
        (("/dev/mmcblk0p2 / ext4",), "well", ""),
        (("overlayroot / overlay", "/dev/mmcblk0p3 {games} ext4"), "well", ""),
        (("/dev/mmcblk0p2 / ext4", "tmpfs {games} tmpfs"), "fault", "mount a disk"),
        (("/dev/mmcblk0p2 / ext4", "tmpfs {games}-not tmpfs"), "well", ""),
        (("/dev/mmcblk0p2 {games} ext4", "tmpfs {games} tmpfs"), "fault", "mount a disk"),
    ],
)
def test_a_disk_that_is_memory_keeps_no_game(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    mounts: tuple[str, ...],
    level: str,
    remedy: str,
) -> None:
    """Everything can be written, and is gone when the plug is pulled."""
    folder = tmp_path / "kept games"
    folder.mkdir()
    monkeypatch.setenv("STATE_DIRECTORY", str(folder))
    escaped = str(folder.resolve()).replace(" ", "\\040")
    text = "".join(line.format(games=escaped) + " rw,relatime 0 0\n" for line in mounts)
    files = {"proc/mounts": text, "proc/cmdline": "quiet overlayroot=tmpfs:recurse=0"}
    found = only(system.check_disk, machine(tmp_path / "root", files))
    assert (found.level, remedy in found.remedy) == (level, True)
    if mounts == ("overlayroot / overlay",):  # a container's lies on a disk
        del files["proc/cmdline"]
        assert only(system.check_disk, machine(tmp_path / "other", files)).level == "well"


@pytest.mark.parametrize(
    ("files", "level"),
    [
        ({"rtc0/name": "rpi_rtc soc:rpi_rtc", "rtc0/battery_voltage": "12000"}, "warning"),
        ({"rtc0/name": "rpi_rtc soc:rpi_rtc", "rtc0/battery_voltage": "3070082"}, "well"),
        ({"rtc0/name": "rtc-ds1307 1-0068"}, "well"),
        ({"rtc0/battery_voltage": "0", "rtc1/name": "rtc-ds1307 1-0068"}, "well"),
        ({}, "warning"),
    ],
)
def test_a_clock_without_its_battery_keeps_no_time(
    tmp_path: Path, files: dict[str, str], level: str
) -> None:
    """Every Pi 5 has a clock, and hardly one a battery for it."""
    clocks = {f"sys/class/rtc/{name}": text + "\n" for name, text in files.items()}
    here = machine(tmp_path, clocks | {"dev/rtc0": ""})
    assert only(system.check_clock, here).level == level


def test_damaged_choices_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The box works without them, but for what was chosen."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    (tmp_path / "settings.toml").write_text("[screen]\nthe")
    _, found = checks.settings_of()
    assert (found.level, "settings.toml" in found.remedy) == ("warning", True)


def test_what_may_not_be_read_is_a_fault_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And does not end the doctor."""
    monkeypatch.setenv("PI_BOARD_CONFIG", str(tmp_path / "shut" / "config.toml"))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "shut" / "games"))
    stat = Path.stat

    def refuse(path: Path, **options: Any) -> os.stat_result:
        if "shut" in path.parts:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return stat(path, **options)

    monkeypatch.setattr(Path, "stat", refuse)
    settings, found = checks.settings_of()
    assert (found.level, "config.toml: cannot be read" in found.text) == ("fault", True)
    assert checks.user() in found.remedy
    here = machine(tmp_path / "root", {})
    assert only(system.check_disk, here, settings).level == "well"
    assert list(check_profiles(here, settings)) == []
    monkeypatch.setenv("PI_BOARD_CONFIG", str(tmp_path / "none.toml"))
    assert "settings.toml: cannot be read" in checks.settings_of()[1].text


def test_a_voice_needs_its_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it is asked for."""
    (tmp_path / "config.toml").write_text("[sound]\nvoice = true\n")
    monkeypatch.setattr(display.shutil, "which", lambda _: None)
    found = list(display.check_sound(machine(tmp_path, {}), load(tmp_path / "config.toml")))
    assert found[0].remedy == "sudo apt install espeak-ng"


@pytest.mark.parametrize(
    ("packages", "model", "word"),
    [
        ({"gpiozero": "2.0.1"}, "Raspberry Pi 5 Model B", "2.0.1.post3"),
        ({"lgpio": "0.0.0.2"}, "", "python3-lgpio"),
        ({"picamera2": "0.3.12"}, "", "apt full-upgrade"),
        ({"opencv-python": "4", "opencv-python-headless": "4"}, "", "uninstall opencv-python"),
    ],
)
def test_versions_that_do_not_work_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packages: dict[str, str], model: str, word: str
) -> None:
    """Each trap has its remedy."""

    def version(name: str) -> str:
        if name in packages:
            return packages[name]
        raise system.importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(system.importlib.metadata, "version", version)
    monkeypatch.setattr(system, "finds_pins", lambda: False)
    here = machine(tmp_path, {"proc/device-tree/model": model})
    remedy = only(system.check_versions, here).remedy
    assert word in remedy
    assert remedy.count("pip ") == remedy.count(f"{sys.prefix}/bin/pip ")


def test_a_gpiozero_that_finds_the_pins_of_a_pi_5_is_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Raspberry Pi OS has mended its own and left the number as it was."""

    class LGPIOFactory:
        """What gpiozero has taken."""

    monkeypatch.setattr(system.importlib.metadata, "version", lambda _: "2.0.1")
    monkeypatch.setattr(system, "PACKAGES", ("gpiozero",))
    here = machine(tmp_path, {"proc/device-tree/model": "Raspberry Pi 5 Model B"})
    for factory, level in ((LGPIOFactory(), "well"), (object(), "fault")):
        monkeypatch.setattr(system.Device, "pin_factory", factory)
        assert only(system.check_versions, here).level == level
    monkeypatch.setattr(system.Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "lgpio")
    assert only(system.check_versions, here).level == "fault"


def test_an_opencv_without_our_markers_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system's own on Bookworm crashes when it is asked for them."""
    monkeypatch.delattr(system.cv2.aruco, "ArucoDetector")
    found = only(system.check_versions, machine(tmp_path, {}))
    assert found.level == "fault"
    assert "sudo make install" in found.remedy


def test_a_disk_that_cannot_be_written_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games could not be kept."""

    def fails(_: Path) -> float:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(system, "_fsync_s", fails)
    found = only(system.check_disk, machine(tmp_path, {}))
    assert found.level == "fault"
    assert "Read-only" in found.text


def test_every_finding_that_is_not_well_has_a_remedy() -> None:
    """On this machine, whatever it is."""
    lines = CliRunner().invoke(command, ["--json"]).stdout.splitlines()
    found: Iterable[Finding] = [Finding(**json.loads(line)) for line in lines]
    assert all(f.remedy for f in found if f.level != "well")
    assert len(list(found)) > len(CHECKS)


def test_who_closes_the_terminal_ends_a_show_in_order(
    monkeypatch: pytest.MonkeyPatch, hang_up: Callable[..., None]
) -> None:
    """What is lit and listened to is put away."""
    monkeypatch.setattr("pi_board.cli.doctor.findings", lambda _: ())
    monkeypatch.setattr("pi_board.cli.doctor.show_box", lambda *_: map(hang_up, "x"))
    assert CliRunner().invoke(command, ["--show", "loa"]).exit_code == 1


def test_exit_codes_tell_configuration_from_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """0 all well, 1 the configuration, 2 the machine."""

    def checks(level: str) -> tuple[Check, ...]:
        return (lambda *_: iter([Finding("disk", level, "text", "remedy")]),)  # type: ignore[arg-type]

    monkeypatch.setenv("PI_BOARD_CONFIG", str(tmp_path / "config.toml"))
    for level, config, code in (("well", "", 0), ("warning", "", 0), ("well", "x = 1", 1),
                                ("fault", "x = 1", 2), ("fault", "", 2)):  # fmt: skip
        (tmp_path / "config.toml").write_text(config)
        monkeypatch.setattr("pi_board.cli.doctor.CHECKS", checks(level))
        assert CliRunner().invoke(command, [], standalone_mode=False).return_value == code


def test_boards_that_were_set_up_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With their score; a broken profile is a fault, none at all a note."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    here = machine(tmp_path / "root", {})
    assert only(check_profiles, here).level == "warning"
    corners = ((1.5, 2.0), (1.0, 300.0), (300.0, 301.0), (310.0, 3.0))
    view = View("2026-01-02", "camera", (640, 480), "loa", corners, 4, 9)
    save_profile(Profile("loa", "loa", view=view), profile_path("loa"))
    assert only(check_profiles, here).text == "loa (9/10, 2026-01-02)"
    picture_path(profile_path("loa")).write_bytes(b"torn")
    damaged, _ = check_profiles(here, defaults())
    assert damaged.text.startswith("loa: its picture is damaged")
    picture_path(profile_path("loa")).unlink()
    save_profile(Profile("loa", "loa", view=view, reed_order=(3, 3)), profile_path("loa"))
    misfit, _ = check_profiles(here, defaults())
    assert (misfit.level, misfit.text[:27]) == ("warning", "loa: reeds.order has a sens")
    save_profile(Profile("loa", "loa", view=view), profile_path("loa"))
    profile_path("loa").rename(profile_path("attic"))
    unused = only(check_profiles, here)  # calibrating anew would not help
    assert unused.text == "no board that was set up is in use: attic"
    assert "[profiles]" in unused.remedy
    profile_path("attic").unlink()
    profile_path("loa").write_text("schema = 7\n")
    assert [f.level for f in check_profiles(here, defaults())] == ["fault", "warning"]
