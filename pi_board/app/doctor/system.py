"""The doctor's checks of disk, clock, power and versions."""

from __future__ import annotations

import errno
import importlib.metadata
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryFile

import cv2
from gpiozero import Device

from pi_board.app.box import claim_pins
from pi_board.app.doctor.checks import PIP, Finding, Machine, user
from pi_board.config.command import command
from pi_board.config.sections import Settings
from pi_board.core.errors import EnvironmentFault
from pi_board.readers.opening import LEAST_PICAMERA2
from pi_board.records.place import CLOCK_IS_SET, state_folder

LEAST_FREE_MB = 100
SLOW_FSYNC_S = 0.5
HOT_C = 80.0
_OVERLAY = re.compile(r"overlayroot=tmpfs\b|boot=overlay\b")  # of this raspi-config, and before
FLAT_MICROVOLTS = 2_000_000  # where data sheets of such cells end; without one next to nothing
BUILT = 1_750_000_000  # seconds: no clock that is right shows an earlier time than this program's
_LOW_VOLTAGE = "/sys/class/hwmon/hwmon*/in0_lcrit_alarm"
_THROTTLED = "/sys/devices/platform/soc*/soc*firmware/get_throttled"
PACKAGES = (
    "gpiozero",
    "lgpio",
    "numpy",
    "opencv-python-headless",
    "opencv-python",
    "pygame",
    "picamera2",
)


def check_disk(machine: Machine, _: Settings) -> Iterator[Finding]:
    """Whether games can be kept, and how long a safe write takes."""
    folder = state_folder()
    # nothing is there for who may not enter the folder above it
    there = next(p for p in (folder, *folder.parents) if os.access(p, os.F_OK))
    try:
        took_s = _fsync_s(there)
    except OSError as problem:
        own = f"sudo {'chown -R' if there == folder else 'install -d -o'} {user()} {folder}"
        remedies = {
            errno.EROFS: "the card is read-only: switch the overlay off, or replace the card",
            errno.ENOSPC: "free the disk",
            errno.EACCES: own,
            errno.EPERM: own,
        }
        remedy = remedies.get(problem.errno or 0, "replace the card, if sudo dmesg complains of it")
        yield Finding("disk", "fault", f"{there}: {problem.strerror}", remedy)
        return
    if forgotten := _forgotten(machine, there):
        yield forgotten
        return
    free_mb = shutil.disk_usage(there).free // 1_000_000
    text = f"{folder}: {free_mb} MB free, a safe write takes {1000 * took_s:.0f} ms"
    if free_mb < LEAST_FREE_MB:
        yield Finding("disk", "fault", text, f"{command('games export')}, then delete old games")
    elif took_s > SLOW_FSYNC_S:
        yield Finding("disk", "warning", text, "use an endurance card of class A1 or A2")
    else:
        yield Finding("disk", "well", text)


def _forgotten(machine: Machine, folder: Path) -> Finding | None:
    """What keeps nothing over the next start; None for a disk.

    The overlay of raspi-config, which the kernel was told of, leaves the card alone: what is
    written goes to memory. Those of containers lie on a disk.
    """
    place, kind = _mounted(machine, folder.resolve())
    text = f"{folder}: games are lost with the power, for {place} is in memory ({kind})"
    told = map(_OVERLAY.match, machine.text("/proc/cmdline").split())
    if kind == "overlay" and any(told):
        off = "sudo raspi-config nonint do_overlayfs 1, then restart"
        return Finding("disk", "fault", text, off)
    if kind in ("tmpfs", "ramfs"):
        return Finding("disk", "fault", text, "mount a disk there, or keep games elsewhere")
    return None


def _mounted(machine: Machine, folder: Path) -> tuple[str, str]:
    """Where the file system begins that a folder is on, and its kind; "" if that is not told."""
    found = ("", "")
    for line in machine.text("/proc/mounts").splitlines():
        _, place, kind, *_ = line.split(" ")
        # what was mounted later hides what was there, and blanks are written as numbers
        place = re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), place)
        if folder.is_relative_to(place) and len(place) >= len(found[0]):
            found = (place, kind)
    return found


def _fsync_s(folder: Path) -> float:
    began_s = time.monotonic()
    with TemporaryFile(dir=folder) as file:
        file.write(b"x" * 512)
        file.flush()
        os.fsync(file.fileno())
    return time.monotonic() - began_s


def check_clock(machine: Machine, _: Settings) -> Iterator[Finding]:
    """Whether the time of day can be believed: most Pis have no battery for it."""
    if time.time() < BUILT:
        yield Finding(
            "clock",
            "fault",
            f"it is not {time.strftime('%Y-%m-%d')}",
            "connect to the network once, or fit a clock module (RTC)",
        )
    elif machine.found(str(CLOCK_IS_SET)) or _keeps_time(machine):
        yield Finding("clock", "well", time.strftime("%Y-%m-%d %H:%M"))
    else:
        yield Finding(
            "clock",
            "warning",
            "not set from the network and without a battery",
            "sudo timedatectl set-ntp true; games still sort in the order played",
        )


def _keeps_time(machine: Machine) -> bool:
    """Whether a clock goes on while the plug is out. That of a Pi 5 is always there, its battery
    is not: its driver tells the voltage.
    """
    for clock in machine.found("/sys/class/rtc/rtc*"):
        microvolts = machine.text_of(clock / "battery_voltage")
        if not microvolts.isdigit() or int(microvolts) >= FLAT_MICROVOLTS:
            return True
    return False


def check_power(machine: Machine, _: Settings) -> Iterator[Finding]:
    """Voltage and heat."""
    low = [p for p in machine.found(_LOW_VOLTAGE)
           if machine.text_of(p) == "1"]  # fmt: skip
    if low:
        yield Finding(
            "power",
            "fault",
            "the voltage is or was too low",
            "use the supply made for this Pi; feed the lamps from one of their own",
        )
    told = machine.found(_LOW_VOLTAGE) or machine.found(_THROTTLED)
    slowed = list(_throttled(machine))
    yield from slowed
    heat = machine.text("/sys/class/thermal/thermal_zone0/temp")
    degrees = int(heat) / 1000 if heat.lstrip("-").isdigit() else None
    if degrees is not None and degrees >= HOT_C:
        yield Finding("power", "fault", f"{degrees:.0f} °C", "fit a heat sink or a fan")
    elif not low and not slowed:
        heat_text = "heat unknown" if degrees is None else f"{degrees:.0f} °C"
        voltage = "no undervoltage" if told else "voltage unknown"
        yield Finding("power", "well", f"{voltage}, {heat_text}")


def _throttled(machine: Machine) -> Iterator[Finding]:
    """What the firmware says and remembers since the start: bits as ``vcgencmd get_throttled`` has
    them: below 16 now, from 16 on since the start. The lowest is the supply's and the highest, the
    soft limit, is heat's; both are slowed down for, which is heat's where the supply was well.
    """
    for path in machine.found(_THROTTLED):
        try:
            bits = int(machine.text_of(path) or "0", 16)
        except ValueError:
            continue
        if weak := bits & 0x10001:
            yield Finding(
                "power",
                "fault",
                f"too little voltage since the start (0x{bits:x})",
                "use the supply made for this Pi and a short cable; lamps on one of their own",
            )
        if bits & 0x80008 or (bits and not weak):
            yield Finding("power", "warning", f"slowed down by heat (0x{bits:x})", "fit a fan")


def check_versions(machine: Machine, _: Settings) -> Iterator[Finding]:
    """What is installed, and what is known not to work together."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    text = f"Python {sys.version.split()[0]}, " + ", ".join(f"{n} {v}" for n, v in found.items())
    may_fail = found.get("gpiozero") in ("2.0", "2.0.1", "2.0.1.post1", "2.0.1.post2")
    # Raspberry Pi OS has mended its own 2.0.1
    if may_fail and machine.is_pi_5 and not finds_pins():
        yield Finding(
            "versions",
            "fault",
            text + ": this gpiozero fails on a Pi 5",
            f"{PIP} install 'gpiozero>=2.0.1.post3'",
        )
    elif found.get("lgpio") == "0.0.0.2":
        yield Finding(
            "versions",
            "fault",
            text + ": this lgpio is an empty placeholder",
            f"{PIP} uninstall lgpio, then sudo apt install python3-lgpio",
        )
    elif not hasattr(getattr(cv2, "aruco", None), "ArucoDetector"):
        yield Finding(
            "versions",
            "fault",
            text + f": OpenCV {cv2.__version__} ends the program at the first picture",
            "sudo make install (it puts a newer one beside the system's)",
        )
    elif _parts(found.get("picamera2", "9")) < _parts(LEAST_PICAMERA2):
        yield Finding(
            "versions",
            "fault",
            text + ": this picamera2 does not let go of a lost camera",
            "sudo apt full-upgrade",
        )
    elif "opencv-python" in found and "opencv-python-headless" in found:
        yield Finding(
            "versions",
            "warning",
            text + ": two OpenCVs overwrite each other",
            f"{PIP} uninstall opencv-python",
        )
    else:
        yield Finding("versions", "well", text)


def finds_pins() -> bool:
    """Whether gpiozero gets at the pins through lgpio."""
    try:
        claim_pins()
    except EnvironmentFault:
        return False
    return type(Device.pin_factory).__name__ == "LGPIOFactory"


def _parts(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))
