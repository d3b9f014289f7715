"""The doctor on the service and who runs it."""

from __future__ import annotations

import pwd
import re
import sys
from pathlib import Path

import pytest

from pi_board.app.doctor import checks, pins, service
from pi_board.app.doctor.checks import Machine
from pi_board.cli.doctor import check_profiles, findings
from pi_board.config.settings import default_text, defaults
from tests.hardware.machines import machine, only

UNIT = (Path(__file__).parents[2] / "systemd" / "pi-board@.service").read_text("utf-8")


def test_what_a_running_service_has_is_not_tried(tmp_path: Path) -> None:
    """One note says so, instead of a fault for each part; the service's own doctor is its own."""
    here = machine(tmp_path, {"run/pi-board-linja/x": ""})
    found = list(findings(here))
    (note,) = (f for f in found if "pi-board@linja runs" in f.text)
    assert (note.level, "systemctl stop pi-board@linja" in note.remedy) == ("warning", True)
    tried = {"pins", "spi", "camera", "display"}
    assert not tried & {f.part for f in found}
    for here in (machine(tmp_path / "other", {}), Machine(tmp_path, (("RUNTIME_DIRECTORY", "x"),))):
        assert tried <= {f.part for f in findings(here)}


def test_groups_of_the_service_are_checked(tmp_path: Path) -> None:
    """The missing ones are named, and the remedy adds just them."""
    lines = [f"{g}:x:1:piboard" for g in service.GROUPS if g not in ("render", "spi")]
    files = {"etc/systemd/system/pi-board@.service": UNIT, "etc/group": "\n".join(lines)}
    found = only(service.check_service, machine(tmp_path, files))
    assert found.remedy == "sudo usermod -aG spi,render piboard"


def test_the_groups_that_are_checked_are_those_of_the_unit() -> None:
    """Of a user that an older version has made, the newer ones may be missing."""
    unit = (Path(__file__).parents[2] / "systemd" / "pi-board@.service").read_text()
    (groups,) = re.findall(r"^SupplementaryGroups=(.*)$", unit, re.MULTILINE)
    assert set(groups.split()) == set(service.GROUPS)


def test_the_unit_that_is_shipped_has_no_trap(tmp_path: Path) -> None:
    """And is well once somebody has enabled it."""
    lines = [f"{group}:x:1:piboard" for group in service.GROUPS]
    folder = "etc/systemd/system"
    files = {
        f"{folder}/pi-board@.service": UNIT,
        f"{folder}/multi-user.target.wants/pi-board@loa.service": UNIT,
        "etc/group": "\n".join(lines),
    }
    assert only(service.check_service, machine(tmp_path, files)).level == "well"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("AF_UNIX AF_NETLINK", "AF_UNIX", "without AF_NETLINK"),
        ("StartLimitIntervalSec=0", "StartLimitBurst=5", "gives up"),
        ("ProtectHome=yes", "PrivateDevices=yes", "takes pins, camera and screen away"),
        ("ProtectHome=yes", "PrivateNetwork=yes", "touch screen that comes later"),
        ("ProtectHome=yes", "ProcSubset=pid", "which Pi this is"),
        ("ProtectHome=yes", "MemoryDenyWriteExecute=yes", "graphics drivers"),
    ],
)
def test_traps_of_the_unit_are_known(tmp_path: Path, old: str, new: str, words: str) -> None:
    """Each line that somebody may have changed with the best intentions."""
    files = {"etc/systemd/system/pi-board@.service": UNIT.replace(old, new)}
    found = list(service.check_service(machine(tmp_path, files), defaults()))
    assert [words in f.text for f in found].count(True) == 1


def test_an_old_systemd_is_known(tmp_path: Path) -> None:
    """It shuts out every device with a line that is harmless later."""
    unit = {"etc/systemd/system/pi-board@.service": UNIT}
    for version, faults in (("247", 1), ("252", 0)):
        library = {f"usr/lib/aarch64-linux-gnu/systemd/libsystemd-shared-{version}.so": ""}
        here = machine(tmp_path / version, unit | library)
        found = service.check_service(here, defaults())
        assert sum("ProtectClock" in f.text for f in found) == faults


def test_the_user_a_remedy_names_is_who_runs_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the service's doctor does; the reader's shell is somebody else's."""
    nobody = pwd.getpwnam("nobody")
    monkeypatch.setattr(checks.os, "geteuid", lambda: nobody.pw_uid)
    monkeypatch.setattr(pins.os, "access", lambda *_: False)
    found = only(pins.check_pins, machine(tmp_path, {"dev/gpiochip0": ""}))
    assert found.remedy == "sudo usermod -aG gpio nobody, then log in again"


@pytest.mark.parametrize(
    ("folder", "program"), [("/opt/pi-board/venv", "pi-board-box"), ("/home/pi/venv", "pi-board")]
)
def test_a_remedy_names_the_command_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, program: str
) -> None:
    """The installer puts only one of the two on the PATH; the configuration it makes names it."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(sys, "prefix", folder)
    assert only(check_profiles, machine(tmp_path / "root", {})).remedy == f"{program} calibrate"
    assert f"#     {program} config check\n" in default_text()
