"""The doctor on machines made of folders."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pi_board.app import doctor, doctor_display, doctor_system
from pi_board.app.doctor import Check, Finding, Machine
from pi_board.cli.doctor import CHECKS
from pi_board.cli.doctor import doctor as command
from pi_board.config.sections import Settings
from pi_board.config.settings import defaults, load


def machine(root: Path, files: dict[str, str], **environment: str) -> Machine:
    """A machine that has these files and no others."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Machine(root, tuple(environment.items()))


def only(check: Check, here: Machine, settings: Settings | None = None) -> Finding:
    """The one finding of a check."""
    (found,) = check(here, settings or defaults())
    return found


def reed_settings(folder: Path) -> Settings:
    """A box with reeds and a chain of lamps."""
    file = folder / "config.toml"
    file.write_text('[reader]\nkind = "reed"\n[lamps]\nkind = "chain"\n')
    return load(file)


def test_a_bare_machine_says_what_it_lacks(tmp_path: Path) -> None:
    """No pins, no bus, no screen, nothing to touch: each with its own remedy."""
    here, box = machine(tmp_path / "root", {}), reed_settings(tmp_path)
    found = [
        only(doctor.check_pins, here, box),
        only(doctor.check_spi, here, box),
        only(doctor_display.check_display, here, box),
        only(doctor_display.check_touch, here, box),
        only(doctor_display.check_sound, here, box),
    ]
    assert [f.level for f in found] == ["fault", "fault", "fault", "warning", "warning"]
    assert len({f.remedy for f in found}) == 5


def test_what_is_not_used_is_no_fault(tmp_path: Path) -> None:
    """A camera alone needs no pins and no bus."""
    here = machine(tmp_path, {})
    assert only(doctor.check_pins, here).level == "warning"
    assert only(doctor.check_spi, here).level == "warning"
    assert only(doctor.check_camera, here, reed_settings(tmp_path)).text == "not used"


def test_lgpio_needs_a_folder_to_write_to(tmp_path: Path) -> None:
    """Otherwise gpiozero ends with BadPinFactory and does not say why."""
    here = machine(tmp_path, {"dev/gpiochip0": ""}, LG_WD=str(tmp_path / "none"))
    assert "LG_WD" in only(doctor.check_pins, here).remedy


def test_pygame_without_kmsdrm_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The wheel from PyPI cannot draw without a desktop."""
    here = machine(tmp_path, {"dev/dri/card0": ""})
    monkeypatch.setattr(doctor_display, "sdl_drivers", lambda: ("x11", "dummy"))
    found = only(doctor_display.check_display, here)
    assert found.level == "fault"
    assert "python3-pygame" in found.remedy


def test_the_card_with_the_screen_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pi 5 has several cards, and SDL may pick the wrong one."""
    files = {
        "dev/dri/card0": "",
        "dev/dri/card1": "",
        "sys/class/drm/card0-Writeback-1/status": "unknown",
        "sys/class/drm/card1-DSI-1/status": "connected",
    }
    monkeypatch.setattr(doctor_display, "sdl_drivers", lambda: ("KMSDRM",))
    found = only(doctor_display.check_display, machine(tmp_path, files))
    assert found.level == "well"
    assert "SDL_KMSDRM_DEVICE_INDEX=1" in found.text


def test_sdl_says_what_it_was_built_with() -> None:
    """Asked through its own library; the dummy driver is always there."""
    assert "dummy" in doctor_display.sdl_drivers()


def test_undervoltage_and_heat_are_told(tmp_path: Path) -> None:
    """Both at once, if need be."""
    files = {
        "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1\n",
        "sys/class/thermal/thermal_zone0/temp": "83000\n",
    }
    found = list(doctor_system.check_power(machine(tmp_path, files), defaults()))
    assert [f.level for f in found] == ["fault", "fault"]


def test_groups_of_the_service_are_checked(tmp_path: Path) -> None:
    """The missing ones are named, and the remedy adds just them."""
    lines = [f"{g}:x:1:piboard" for g in doctor_system.GROUPS if g not in ("render", "spi")]
    files = {"etc/systemd/system/pi-board@.service": "", "etc/group": "\n".join(lines)}
    found = only(doctor_system.check_service, machine(tmp_path, files))
    assert found.remedy == "sudo usermod -aG spi,render piboard"


@pytest.mark.parametrize(
    ("packages", "model", "word"),
    [
        ({"gpiozero": "2.0.1"}, "Raspberry Pi 5 Model B", "2.0.1.post3"),
        ({"lgpio": "0.0.0.2"}, "", "python3-lgpio"),
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
        raise doctor_system.importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(doctor_system.importlib.metadata, "version", version)
    here = machine(tmp_path, {"proc/device-tree/model": model})
    assert word in only(doctor_system.check_versions, here).remedy


def test_a_disk_that_cannot_be_written_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games could not be kept."""

    def fails(_: Path) -> float:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(doctor_system, "_fsync_s", fails)
    found = only(doctor_system.check_disk, machine(tmp_path, {}))
    assert found.level == "fault"
    assert "Read-only" in found.text


def test_every_finding_that_is_not_well_has_a_remedy() -> None:
    """On this machine, whatever it is."""
    lines = CliRunner().invoke(command, ["--json"]).stdout.splitlines()
    found: Iterable[Finding] = [Finding(**json.loads(line)) for line in lines]
    assert all(f.remedy for f in found if f.level != "well")
    assert len(list(found)) > len(CHECKS)


def test_exit_codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """0 all well, 1 the configuration, 2 the machine."""

    def checks(level: str) -> tuple[Check, ...]:
        return (lambda *_: iter([Finding("disk", level, "text", "remedy")]),)  # type: ignore[arg-type]

    monkeypatch.setenv("PI_BOARD_CONFIG", str(tmp_path / "config.toml"))
    for level, config, code in (("well", "", 0), ("warning", "", 0), ("well", "x = 1", 1),
                                ("fault", "x = 1", 2), ("fault", "", 2)):  # fmt: skip
        (tmp_path / "config.toml").write_text(config)
        monkeypatch.setattr("pi_board.cli.doctor.CHECKS", checks(level))
        assert CliRunner().invoke(command, [], standalone_mode=False).return_value == code
