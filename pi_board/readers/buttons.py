"""Three buttons on pins: hint, confirm, take back; a long press of confirm switches off, one of
take back opens the menu.

Buttons connect their pin to ground. A press is told when it ends, a long press when it has been
held long enough; gpiozero calls from a thread of its own, so both wait in a queue.
"""

from __future__ import annotations

from collections.abc import Mapping
from queue import Empty, SimpleQueue
from typing import Any

from gpiozero import Button

from pi_board.core.errors import EnvironmentFault, drivers_answer
from pi_board.core.observation import Command

HOLD_S = 2.0
BOUNCE_S = 0.02
# BCM numbers in the manual; there are no buttons by default
DRAWN_PINS: Mapping[str, int] = {"hint": 14, "ok": 26, "back": 15}
POWER_OFF = "power_off"  # a command for the box, not for the referee

SHORT: Mapping[str, str] = {"hint": "hint", "ok": "confirm", "back": "take_back"}
LONG: Mapping[str, str] = {"ok": POWER_OFF, "back": "menu"}


class Buttons:
    """The buttons of a box."""

    def __init__(self, pins: Mapping[str, int], hold_s: float = HOLD_S) -> None:
        """`pins`: BCM number of ``hint``, ``ok``, ``back``; those not named are not there.

        Raises EnvironmentFault naming the button whose pin cannot be had.
        """
        self._pressed: SimpleQueue[str] = SimpleQueue()
        self._buttons: dict[str, Any] = {}
        for name, pin in pins.items():
            try:
                with drivers_answer(f"button {name}, BCM {pin}"):
                    button = Button(pin, bounce_time=BOUNCE_S, hold_time=hold_s)
            except EnvironmentFault:
                self.close()
                raise
            self._buttons[name] = button
            self._listen(button, name)

    def _listen(self, button: Any, name: str) -> None:
        held = False

        def hold() -> None:
            nonlocal held
            if name in LONG:
                held = True
                self._pressed.put(LONG[name])

        def release() -> None:
            nonlocal held
            if not held:
                self._pressed.put(SHORT[name])
            held = False

        button.when_held, button.when_released = hold, release

    @property
    def pressed(self) -> tuple[str, ...]:
        """The names of those that are pressed just now."""
        return tuple(name for name, button in self._buttons.items() if button.is_pressed)

    def poll(self, now_s: float) -> tuple[Command, ...]:
        """What was pressed since the last call, in order."""
        commands = []
        while True:
            try:
                commands.append(Command(now_s, self._pressed.get_nowait()))
            except Empty:
                return tuple(commands)

    def close(self) -> None:
        """Let go of the pins."""
        for button in self._buttons.values():
            button.close()
        self._buttons = {}
