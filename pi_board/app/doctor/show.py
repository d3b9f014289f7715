"""What only eyes, ears and fingers can tell: lamps one after another, a beep, the buttons."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

from pi_board.app.box import claim_pins, open_lamps
from pi_board.config.sections import Settings
from pi_board.core.layout import Layout
from pi_board.readers.buttons import LONG, SHORT, Buttons
from pi_board.views.buzzer import BuzzerView
from pi_board.views.leds import OFF

LAMP_S = 0.08
LISTEN_S = 10.0
DIM = 3
_WHITE = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class Waiting:
    """The clock (seconds) and how to wait."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


def show_box(settings: Settings, layout: Layout, waiting: Waiting | None = None) -> Iterator[str]:
    """Try what is configured, saying each time what is to be seen. Raises EnvironmentFault."""
    wait = waiting if waiting is not None else Waiting()
    wired = settings.buttons
    if settings.lamps.kind == "none" and not wired.pins and not wired.buzzer:
        yield "no lamps, buttons or buzzer in the configuration"
        return
    claim_pins()
    with ExitStack() as stack:
        if settings.lamps.kind != "none":
            yield f"lamps: white from {layout.sites[0]} on, site by site, row by row"
            _walk_lamps(settings, layout, wait, stack)
        if wired.buzzer:
            yield "buzzer: one beep"
            buzzer = BuzzerView(wired.buzzer)
            stack.callback(buzzer.close)
            buzzer.beep()
            wait.sleep(LAMP_S)
        if wired.pins:
            yield f"buttons: press them within {LISTEN_S:.0f} s: {', '.join(wired.pins)}"
            yield from _listen(wired.pins, wait, stack)


def _walk_lamps(settings: Settings, layout: Layout, wait: Waiting, stack: ExitStack) -> None:
    lamps = open_lamps(settings, layout, stack)
    stack.callback(lamps.close)
    lamps.dim(DIM)
    for site in range(len(layout.sites)):
        frame = tuple(_WHITE if i == site else OFF for i in range(len(layout.sites)))
        lamps.light(frame, layout.columns)
        wait.sleep(LAMP_S)
    lamps.light((OFF,) * len(layout.sites), layout.columns)


def _listen(pins: dict[str, int], wait: Waiting, stack: ExitStack) -> Iterator[str]:
    buttons = Buttons(pins)
    stack.callback(buttons.close)
    meant = {command: f"{name}, short" for name, command in SHORT.items()}
    meant |= {command: f"{name}, held" for name, command in LONG.items()}
    end_s = wait.clock() + LISTEN_S
    while wait.clock() < end_s:
        wait.sleep(LAMP_S)
        for command in buttons.poll(wait.clock()):
            yield f"  button {meant[command.name]}"
