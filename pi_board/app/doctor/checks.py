"""The doctor: what of this machine is well, and one remedy for each fault.

Every check gives findings and changes nothing. What the machine looks like comes from files under
`Machine.root`, so that the checks can be tried on a folder.
"""

from __future__ import annotations

import importlib
import os
import pwd
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pi_board.app.box import claim_pins
from pi_board.app.spi import SpiBus
from pi_board.config.sections import Settings
from pi_board.config.settings import chosen_file, chosen_problems, config_file, defaults, load
from pi_board.core.errors import ConfigurationError, EnvironmentFault
from pi_board.readers.reed_matrix import GpioMatrix

Level = Literal["well", "warning", "fault"]
_SCANS = 20
# the one of this venv; the installer's belongs to root
PIP = ("" if os.access(sys.prefix, os.W_OK) else "sudo ") + f"{sys.prefix}/bin/pip"


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence about one part; a warning or fault has a remedy."""

    part: str
    level: Level
    text: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Machine:
    """Where the machine's own files are, and what is set in the environment."""

    root: Path = Path("/")
    environment: tuple[tuple[str, str], ...] = tuple(sorted(os.environ.items()))

    def path(self, name: str) -> Path:
        """The file called `name` on this machine."""
        return self.root / name.lstrip("/")

    def text(self, name: str) -> str:
        """What stands in a file, "" if it cannot be read."""
        try:
            return self.path(name).read_text("utf-8", "replace").strip("\0\n ")
        except OSError:
            return ""

    def text_of(self, path: Path) -> str:
        """What stands in a file that was `found`, "" if it cannot be read."""
        return self.text(str(path.relative_to(self.root)))

    def found(self, pattern: str) -> tuple[Path, ...]:
        """The files that match a pattern like ``dev/video*``, sorted."""
        return tuple(sorted(self.root.glob(pattern.lstrip("/"))))

    @property
    def is_pi_5(self) -> bool:
        """Whether this is a Raspberry Pi 5."""
        return "Raspberry Pi 5" in self.text("/proc/device-tree/model")

    def set(self, name: str) -> str:
        """A variable of the environment, "" if it is not set."""
        return dict(self.environment).get(name, "")


def join_group(groups: str) -> str:
    """The remedy for devices that only these groups (joined by commas) may open. The shell of who
    reads it may be another user's than the one the program runs as.
    """
    return f"sudo usermod -aG {groups} {user()}, then log in again"


def user() -> str:
    """The name of the user this program runs as, or the number of one without a name."""
    number = os.geteuid()
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


Check = Callable[[Machine, Settings], Iterator[Finding]]


def settings_of() -> tuple[Settings, Finding]:
    """The configuration in use (defaults if it is broken) and what is to be said of it."""
    try:
        settings = load()
    except ConfigurationError as problem:
        broken = Finding("configuration", "fault", str(problem), "pi-board config check")
        return defaults(), broken
    if left_out := chosen_problems():
        again = f"rm {chosen_file()}, then choose again on the device"
        return settings, Finding("configuration", "warning", "; ".join(left_out), again)
    where = settings.file or f"no {config_file()}, all defaults"
    return settings, Finding("configuration", "well", str(where))


def check_board(machine: Machine, _: Settings) -> Iterator[Finding]:
    """Which computer this is."""
    model = machine.text("/proc/device-tree/model")
    if model:
        yield Finding("computer", "well", model)
    else:
        yield Finding(
            "computer",
            "warning",
            "not a Raspberry Pi",
            "use --reader watch:SOURCE here, or run this on the Pi",
        )


def check_pins(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """The pins and who has them; the reeds on them."""
    wanted = _wants_pins(settings)
    level: Level = "fault" if wanted else "warning"
    chips = machine.found("/dev/gpiochip*")
    if not chips:
        yield Finding(
            "pins",
            level,
            "no /dev/gpiochip*: this machine has no GPIO pins",
            'run this on a Pi, or set reader.kind = "camera"',
        )
        return
    if not os.access(chips[0], os.R_OK | os.W_OK):
        yield Finding(
            "pins",
            level,
            f"{chips[0]} may not be opened by this user",
            join_group("gpio"),
        )
        return
    folder = Path(machine.set("LG_WD") or ".")
    if not os.access(folder, os.W_OK):
        yield Finding(
            "pins",
            level,
            f"lgpio needs a folder it can write to, not {folder}",
            "export LG_WD=$(mktemp -d)",
        )
        return
    try:
        importlib.import_module("lgpio")
    except ImportError:
        yield Finding(
            "pins",
            level,
            "lgpio is not installed for this Python",
            "sudo apt install python3-lgpio, and a venv with --system-site-packages",
        )
        return
    yield Finding("pins", "well", f"{chips[0]} through lgpio")
    yield from _console(machine, settings)
    if settings.reader.kind != "camera" and settings.reeds.kind == "matrix":
        yield from _matrix(settings)


def _console(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """The serial console has two pins that buttons may be on."""
    buttons = settings.buttons
    ours = {buttons.hint, buttons.ok, buttons.back, buttons.buzzer} & {14, 15}
    consoles = re.findall(r"\bconsole=(serial0|ttyAMA\d+|ttyS\d+)", machine.text("/proc/cmdline"))
    # those of a Pi 5 have a connector of their own
    elsewhere = {"ttyAMA10", "serial0"} if machine.is_pi_5 else {"ttyAMA10"}
    if ours and set(consoles) - elsewhere:
        yield Finding(
            "pins",
            "fault",
            f"BCM {min(ours)} is the serial console's as well",
            "sudo raspi-config nonint do_serial_cons 1, then restart",
        )


def _wants_pins(settings: Settings) -> bool:
    buttons = settings.buttons
    on_pins = settings.reader.kind != "camera" or settings.lamps.kind != "none"
    return on_pins or any((buttons.hint, buttons.ok, buttons.back, buttons.buzzer))


def _matrix(settings: Settings) -> Iterator[Finding]:
    try:
        claim_pins()
        matrix = GpioMatrix(settings.reeds.pins)
    except EnvironmentFault as problem:
        busy = "BUSY" in str(problem).upper()
        remedy = (
            "dtoverlay=spi0-1cs,no_miso in /boot/firmware/config.txt frees BCM 7 and 9; "
            "stop a running pi-board@ service"
            if busy
            else "pi-board config check"
        )
        yield Finding("reeds", "fault", str(problem), remedy)
        return
    with closing(matrix):
        try:
            began_s = time.monotonic()
            for _ in range(_SCANS):
                closed = sum(matrix.scan())
            rate = _SCANS / (time.monotonic() - began_s)
            leaky = matrix.without_diode()
        except EnvironmentFault as problem:
            yield Finding("reeds", "fault", str(problem), "see the wiring in hardware.md")
            return
    if leaky:
        names = ", ".join(map(str, sorted(leaky)))
        yield Finding(
            "reeds",
            "fault",
            f"current flows backwards through sensors {names}",
            "fit or turn round the diodes there: the ring towards the reed",
        )
    elif rate < settings.reeds.scans_per_second:
        yield Finding(
            "reeds",
            "warning",
            f"only {rate:.0f} scans a second are possible",
            f"set reeds.scans_per_second = {rate / 2:.0f}",
        )
    else:
        yield Finding("reeds", "well", f"{closed} closed, up to {rate:.0f} scans a second")


def check_spi(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """The bus of the lamps and the shift registers."""
    shifts = settings.reader.kind != "camera" and settings.reeds.kind == "shift"
    wanted = settings.lamps.kind == "chain" or shifts
    devices = machine.found("/dev/spidev0.*")
    if not devices:
        level: Level = "fault" if wanted else "warning"
        yield Finding(
            "spi",
            level,
            "no /dev/spidev0.*: no lamps and no shift registers",
            "sudo raspi-config nonint do_spi 0, then restart",
        )
        return
    if not all(os.access(device, os.R_OK | os.W_OK) for device in devices):
        yield Finding(
            "spi",
            "fault" if wanted else "warning",
            f"{devices[0]} may not be opened by this user",
            join_group("spi"),
        )
        return
    if wanted:
        try:
            claim_pins()
            SpiBus().close()
        except EnvironmentFault as problem:
            yield Finding("spi", "fault", str(problem), "stop what uses SPI0, or restart")
            return
    yield Finding("spi", "well", ", ".join(map(str, devices)))
