"""The doctor's checks of screen, touch and sound."""

from __future__ import annotations

import ctypes
import importlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from pi_board.app.doctor.checks import Finding, Machine, join_group
from pi_board.config.sections import Settings
from pi_board.readers.buttons import DRAWN_PINS

_WITHOUT = "to play without one, SDL_VIDEODRIVER=dummy here and in /etc/pi-board/loa.env"


def check_display(machine: Machine, _: Settings) -> Iterator[Finding]:
    """Whether there is a screen that SDL can draw on, and who has it."""
    if machine.set("SDL_VIDEODRIVER") == "dummy":
        yield Finding("display", "well", "none is wanted (SDL_VIDEODRIVER=dummy)")
        return
    desktop = machine.set("WAYLAND_DISPLAY") or machine.set("DISPLAY")
    if desktop:
        yield Finding("display", "well", f"a desktop ({desktop})")
        return
    cards = machine.found("/dev/dri/card*")
    yield _no_way_to_draw(cards) or _screen_of(machine, cards)


def _no_way_to_draw(cards: tuple[Path, ...]) -> Finding | None:
    """What keeps this program from the graphics cards; None: nothing."""
    if not cards:
        return _fault(
            "no desktop and no /dev/dri/card*: there is no screen",
            f"connect a screen, or dtoverlay=vc4-kms-v3d in config.txt; {_WITHOUT}",
        )
    drivers = sdl_drivers()
    if "KMSDRM" not in drivers:
        return _fault(
            f"this pygame draws through {', '.join(drivers) or 'nothing'} only",
            "sudo apt install python3-pygame, and a venv with --system-site-packages",
        )
    if not any(os.access(card, os.R_OK | os.W_OK) for card in cards):
        return _fault(
            f"{cards[0]} may not be opened by this user",
            join_group("video,render"),
        )
    return None


def _screen_of(machine: Machine, cards: tuple[Path, ...]) -> Finding:
    """The screen on the cards, or what is the matter with it."""
    connected = [
        path.parent.name
        for path in machine.found("/sys/class/drm/card*-*/status")
        if machine.text_of(path) == "connected"
    ]
    if not connected:
        return _fault("no screen is connected", f"check cable and power of it; {_WITHOUT}")
    holders = who_holds(machine, cards)
    if holders:
        return Finding(
            "display",
            "warning",
            f"the screen is held by {', '.join(holders)}",
            "end it (a desktop: sudo systemctl stop lightdm, or choose console at start in "
            "raspi-config)",
        )
    return _card(machine, connected[0])


def _fault(text: str, remedy: str) -> Finding:
    return Finding("display", "fault", text, remedy)


def _card(machine: Machine, screen: str) -> Finding:
    """A Pi 5 has several graphics cards, numbered anew at each start: SDL itself takes the one with
    a screen, unless it is told another.
    """
    asked = machine.set("SDL_KMSDRM_DEVICE_INDEX")
    if asked in ("", screen.removeprefix("card").split("-")[0]):
        return Finding("display", "well", screen)
    return Finding(
        "display",
        "warning",
        f"{screen}, not card {asked}",
        "take SDL_KMSDRM_DEVICE_INDEX out of /etc/pi-board/loa.env (each game's)",
    )


def sdl_drivers() -> tuple[str, ...]:
    """The video drivers that pygame's SDL was built with."""
    importlib.import_module("pygame.base")
    maps = Path("/proc/self/maps").read_text("utf-8")
    names = {line.split()[-1] for line in maps.splitlines() if "libSDL2-2" in line}
    if not names:
        return ()
    library = ctypes.CDLL(min(names))
    library.SDL_GetVideoDriver.restype = ctypes.c_char_p
    count = library.SDL_GetNumVideoDrivers()
    return tuple(library.SDL_GetVideoDriver(i).decode() for i in range(count))


def who_holds(machine: Machine, cards: tuple[Path, ...]) -> tuple[str, ...]:
    """The names of the other programs (of this user, or all for root) that have a card open."""
    wanted, own = {str(card) for card in cards}, str(os.getpid())
    names = set()
    for link in machine.found("/proc/[0-9]*/fd/*"):
        try:
            if link.parts[-3] != own and str(link.readlink()) in wanted:
                names.add(machine.text(f"/proc/{link.parts[-3]}/comm"))
        except OSError:
            continue  # the program has ended, or is none of our business
    return tuple(sorted(names))


def check_touch(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Whether there is something to touch or press."""
    events = machine.found("/dev/input/event*")
    if not events and len(settings.buttons.pins) == len(DRAWN_PINS):
        yield Finding("touch", "well", "nothing to touch; the three buttons do without")
    elif not events:
        yield Finding(
            "touch",
            "warning",
            "no touch screen, keyboard or mouse",
            "connect one, or wire the three buttons",
        )
    elif not any(os.access(event, os.R_OK) for event in events):
        yield Finding(
            "touch",
            "fault",
            f"{events[0]} may not be read by this user",
            join_group("input"),
        )
    else:
        found = machine.found("/sys/class/input/event*/device/name")
        names = [machine.text_of(path) for path in found]
        yield Finding("touch", "well", ", ".join(filter(None, names)) or f"{len(events)} devices")


def check_sound(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Whether something can be heard."""
    if settings.sound.voice and shutil.which("espeak-ng") is None:
        yield Finding("voice", "fault", "no espeak-ng", "sudo apt install espeak-ng")
    cards = machine.text("/proc/asound/cards")
    if machine.found("/dev/snd/pcm*p"):
        yield Finding("sound", "well", cards.splitlines()[0].strip() if cards else "a device")
    else:
        yield Finding("sound", "warning", "no sound device", "play without, or wire the buzzer")
