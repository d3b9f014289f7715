"""The doctor's checks of the pins, of SPI, and of everything that hangs on them.

What the settings say is opened once, as a game opens it: nothing is lit and nothing sounds.
"""

from __future__ import annotations

import importlib
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from string import ascii_lowercase
from typing import Protocol, TypeVar

from gpiozero.exc import GPIOPinInUse

from pi_board.app.box import claim_pins, open_matrix
from pi_board.app.doctor.checks import Finding, Level, Machine, join_group
from pi_board.app.spi import SpiBus
from pi_board.config.command import command
from pi_board.config.sections import ReedSettings, Settings
from pi_board.core.errors import EnvironmentFault
from pi_board.readers.buttons import Buttons
from pi_board.readers.reed import LEAST_SCANS_PER_S
from pi_board.readers.reed_matrix import Matrix
from pi_board.views.buzzer import BuzzerView
from pi_board.views.leds_edge import EdgeLamps

_SCANS = 20
_MOST_NAMED = 8  # closed reeds: a row or a file of them


class Part(Protocol):
    """What has pins until it is closed."""

    def close(self) -> None:
        """Let go of the pins."""


P = TypeVar("P", bound=Part)


def check_pins(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """The pins and who has them; what hangs on them, but for what SPI drives."""
    level: Level = "fault" if _wants_pins(settings) else "warning"
    chips = machine.found("/dev/gpiochip*")
    if problem := _no_pins(machine, chips):
        yield Finding("pins", level, *problem)
        return
    yield Finding("pins", "well", f"{chips[0]} through lgpio")
    yield from _console(machine, settings)
    if settings.reader.kind != "camera" and settings.reeds.kind == "matrix":
        yield from _reeds(settings)
    yield from _parts(settings)


def _no_pins(machine: Machine, chips: tuple[Path, ...]) -> tuple[str, str] | None:
    """What keeps this program from the pins, and its remedy; None: nothing."""
    if not chips:
        return (
            "no /dev/gpiochip*: this machine has no GPIO pins",
            'run this on a Pi, or set reader.kind = "camera"',
        )
    if not os.access(chips[0], os.R_OK | os.W_OK):
        return f"{chips[0]} may not be opened by this user", join_group("gpio")
    folder = Path(machine.set("LG_WD") or ".")
    if not os.access(folder, os.W_OK):
        return f"lgpio needs a folder it can write to, not {folder}", "export LG_WD=$(mktemp -d)"
    try:
        importlib.import_module("lgpio")
    except ImportError:
        return (
            "lgpio is not installed for this Python",
            "sudo apt install python3-lgpio, and a venv with --system-site-packages",
        )
    return None


def _console(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """The serial console has two pins that buttons may be on."""
    buttons = settings.buttons
    ours = {*buttons.pins.values(), buttons.buzzer} & {14, 15}
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
    on_pins = settings.reader.kind != "camera" or settings.lamps.kind != "none"
    return on_pins or bool(settings.buttons.pins or settings.buttons.buzzer)


def _parts(settings: Settings) -> Iterator[Finding]:
    """Buttons, buzzer and the lamps at the edges."""
    lamps, buttons, buzzer = settings.lamps, settings.buttons.pins, settings.buttons.buzzer
    if buttons:
        text = ", ".join(f"{name} on BCM {pin}" for name, pin in buttons.items())
        yield _opened("buttons", text, lambda: Buttons(buttons), _at_rest)
    if buzzer:
        yield _opened("buzzer", f"BCM {buzzer}", lambda: BuzzerView(buzzer))
    if lamps.kind == "edge":
        text = f"{len(lamps.rows)} rows and {len(lamps.columns)} columns"
        yield _opened("lamps", text, lambda: EdgeLamps(lamps.rows, lamps.columns))


def _nothing_amiss(_: Part) -> None:
    """For what is well once it can be had."""


def _at_rest(buttons: Buttons) -> Finding | None:
    """One that nobody holds and that is pressed does nothing, or switches the Pi off when it is let
    go of for long enough.
    """
    if not buttons.pressed:
        return None
    text = f"{', '.join(buttons.pressed)}: pressed all the time"
    remedy = "let go of it; else free it, take it from ground, or fit one that closes when pressed"
    return Finding("buttons", "fault", text, remedy)


def _opened(
    part: str,
    text: str,
    open_part: Callable[[], P],
    amiss: Callable[[P], Finding | None] = _nothing_amiss,
) -> Finding:
    """Whether a part can be had and nothing is `amiss` with it; `text` says so."""
    try:
        claim_pins()
        with closing(open_part()) as opened:
            if found := amiss(opened):
                return found
    except EnvironmentFault as problem:
        # the menus of this program, which may have called the doctor, hear the buttons meanwhile
        if not isinstance(problem.__cause__, GPIOPinInUse):
            return Finding(part, "fault", str(problem), _remedy(problem))
    return Finding(part, "well", text)


def _remedy(problem: EnvironmentFault) -> str:
    """For what cannot be opened."""
    if "BUSY" in str(problem).upper():
        return (
            "dtoverlay=spi0-1cs,no_miso in /boot/firmware/config.txt frees BCM 7 and 9; "
            "end whatever else has the pin"
        )
    return "stop what uses SPI0, or restart" if "SPI" in str(problem) else command("config check")


def _reeds(settings: Settings) -> Iterator[Finding]:
    try:
        matrix, wiring = open_matrix(settings)
    except EnvironmentFault as problem:
        yield Finding("reeds", "fault", str(problem), _remedy(problem))
        return
    with closing(matrix):
        try:
            yield _scanned(matrix, wiring.columns, settings.reeds)
        except EnvironmentFault as problem:
            yield Finding("reeds", "fault", str(problem), "see the wiring in hardware.md")


def _scanned(matrix: Matrix, columns: int, reeds: ReedSettings) -> Finding:
    """What the reeds say; they are named by their wires. Raises EnvironmentFault when they stop
    answering.
    """
    began_s = time.monotonic()
    for _ in range(_SCANS):
        closed = [sensor for sensor, one in enumerate(matrix.scan()) if one]
    rate = _SCANS / (time.monotonic() - began_s)
    if leaky := matrix.without_diode():
        names = _named(sorted(leaky), columns, reeds.kind)
        return Finding(
            "reeds",
            "fault",
            f"current flows backwards through {names}",
            "fit or turn round the diodes there: the ring towards the reed; where they are right, "
            "that of a site in the same row whose stone is not felt",
        )
    if rate < reeds.scans_per_second:
        return Finding(
            "reeds",
            "warning",
            f"only {rate:.0f} scans a second are possible",
            f"set reeds.scans_per_second = {rate / 2:.0f}"
            if rate > 2 * LEAST_SCANS_PER_S
            else f"end other programs; {LEAST_SCANS_PER_S:.0f} a second are needed",
        )
    few = 0 < len(closed) <= _MOST_NAMED
    names = f" ({_named(closed, columns, reeds.kind)})" if few else ""
    return Finding("reeds", "well", f"{len(closed)} closed{names}, up to {rate:.0f} scans a second")


def _named(sensors: Iterable[int], columns: int, kind: str) -> str:
    """Where in the matrix these sensors are: as ``c1`` on the pins of files and rows, else by the
    numbers of the registers' rows and columns.
    """
    places = (divmod(sensor, columns) for sensor in sensors)
    if kind == "matrix":
        return ", ".join(f"{ascii_lowercase[column]}{row + 1}" for row, column in places)
    return ", ".join(f"row {row + 1} column {column + 1}" for row, column in places)


def check_spi(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """The bus of the lamps and the shift registers, and the reeds behind those."""
    chain = settings.lamps.kind == "chain"
    shifts = settings.reader.kind != "camera" and settings.reeds.kind == "shift"
    level: Level = "fault" if chain or shifts else "warning"
    devices = machine.found("/dev/spidev0.*")
    if not devices:
        yield Finding(
            "spi",
            level,
            "no /dev/spidev0.*: no lamps and no shift registers",
            "sudo raspi-config nonint do_spi 0, then restart",
        )
        return
    if not all(os.access(device, os.R_OK | os.W_OK) for device in devices):
        text = f"{devices[0]} may not be opened by this user"
        yield Finding("spi", level, text, join_group("spi"))
        return
    if shifts and machine.path("/dev/spidev0.1") not in devices:
        yield Finding(
            "spi",
            "fault",
            "no /dev/spidev0.1: the shift registers need CE1",
            "take dtoverlay=spi0-1cs out of /boot/firmware/config.txt, then restart",
        )
        return
    text = ", ".join(map(str, devices))
    yield _opened("spi", text, SpiBus) if chain else Finding("spi", "well", text)
    if shifts:
        yield from _reeds(settings)
