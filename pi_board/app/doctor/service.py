"""The doctor's checks of the service: is it there, may it use the devices, can it survive."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pi_board.app.doctor.checks import Finding, Machine
from pi_board.config.sections import Settings

GROUPS = ("gpio", "spi", "i2c", "video", "render", "input", "audio")
LEAST_SYSTEMD = 252  # before it, ProtectClock= shut out every device but the clock

# what a unit must not say, and what follows from it
_TRAPS = (
    (r"^PrivateDevices=(yes|true|1)", "PrivateDevices= takes pins, camera and screen away"),
    (r"^PrivateNetwork=(yes|true|1)", "PrivateNetwork= hides a touch screen that comes later"),
    (r"^ProcSubset=pid", "ProcSubset=pid hides which Pi this is from gpiozero"),
    (r"^MemoryDenyWriteExecute=(yes|true|1)", "MemoryDenyWriteExecute= ends graphics drivers"),
)


def running(machine: Machine) -> str:
    """The service that has pins, camera and screen just now, as ``pi-board@loa``; "" if there is
    none, or this program is it.
    """
    folders = machine.found("/run/pi-board-*")  # systemd takes them away when it has stopped
    if not folders or machine.set("RUNTIME_DIRECTORY"):
        return ""
    return f"pi-board@{folders[0].name.removeprefix('pi-board-')}"


def check_service(machine: Machine, _: Settings) -> Iterator[Finding]:
    """Whether the box starts by itself, and as whom."""
    units = machine.found("/etc/systemd/system/pi-board@.service")
    if not units:
        yield Finding(
            "service",
            "warning",
            "pi_board does not start by itself",
            "sudo make install, then sudo systemctl enable pi-board@loa",
        )
        return
    yield from _traps(machine)
    enabled = machine.found("/etc/systemd/system/*.wants/pi-board@*.service")
    groups = machine.text("/etc/group").splitlines()
    missing = [g for g in GROUPS if not any(_has_piboard(line, g) for line in groups)]
    if missing:
        yield Finding(
            "service",
            "fault",
            f"user piboard is not in {', '.join(missing)}",
            f"sudo usermod -aG {','.join(missing)} piboard",
        )
    elif not enabled:
        yield Finding(
            "service",
            "warning",
            "installed but not enabled",
            "sudo systemctl enable --now pi-board@loa",
        )
    else:
        yield Finding("service", "well", ", ".join(p.stem for p in enabled))


def _has_piboard(line: str, group: str) -> bool:
    """Whether a line of /etc/group says that the service's user is in `group`."""
    fields = line.split(":")
    return len(fields) == 4 and fields[0] == group and "piboard" in fields[3].split(",")


def _traps(machine: Machine) -> Iterator[Finding]:
    """Lines of the unit, and of what was dropped in beside it, that are known to break it."""
    folder = "/etc/systemd/system"
    (unit,) = machine.found(f"{folder}/pi-board@.service")
    dropped = machine.found(f"{folder}/pi-board@*.service.d/*.conf")
    for file in (unit, *dropped):
        text = machine.text_of(file)
        for pattern, words in _TRAPS:
            if re.search(pattern, text, re.MULTILINE):
                yield _broken(f"{file.name}: {words}")
    text = machine.text_of(unit)
    families = re.findall(r"^RestrictAddressFamilies=(.*)", text, re.MULTILINE)
    if families and not any("AF_NETLINK" in line for line in families):
        yield _broken(f"{unit.name}: without AF_NETLINK SDL ends on KMSDRM")
    if "StartLimitIntervalSec=0" not in text:
        yield _broken(f"{unit.name}: gives up after a few crashes")
    version = _systemd(machine)
    if "ProtectClock=yes" in text and 0 < version < LEAST_SYSTEMD:
        words = f"systemd {version} shuts out all devices with ProtectClock="
        yield Finding("service", "fault", words, "upgrade to Bookworm or later")


def _broken(words: str) -> Finding:
    return Finding("service", "fault", words, "sudo make install puts the unit right")


def _systemd(machine: Machine) -> int:
    """The version of systemd, 0 if it cannot be told."""
    for folder in ("/usr/lib/systemd", "/usr/lib/*/systemd"):
        for library in machine.found(f"{folder}/libsystemd-shared-*.so"):
            if found := re.search(r"shared-(\d+)", library.name):
                return int(found[1])
    return 0
