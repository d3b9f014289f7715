"""A buzzer: short for a move, twice short where people are asked for something, long for something
wrong, all told from the scene.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gpiozero import Buzzer

from pi_board.core.errors import drivers_answer
from pi_board.core.scene import Kind, Scene
from pi_board.views.changes import AMISS, goes_on, goes_wrong

MOVE_S = 0.05
DRAWN_PIN = 7  # BCM number in the manual; there is no buzzer by default
# kind: seconds on, and how often
SOUNDS: Mapping[Kind, tuple[float, int]] = MappingProxyType(
    {
        Kind.CHOOSING: (MOVE_S, 2),
        Kind.INSTRUCTED: (MOVE_S, 2),
        Kind.OVER: (0.1, 3),
        Kind.ILLEGAL: (0.4, 1),
        Kind.DISTURBED: (0.2, 2),
        Kind.READER_LOST: (0.2, 2),
    }
)


class BuzzerView:
    """Sounds when what is going on changes."""

    def __init__(self, pin: int) -> None:
        """A buzzer with its own sound on a BCM pin. Raises EnvironmentFault."""
        with drivers_answer(f"buzzer, BCM {pin}"):
            self._buzzer = Buzzer(pin)
        self._last: Scene | None = None

    def show(self, scene: Scene) -> None:
        """The scene from now on."""
        last, self._last = self._last, scene
        if last is None or not goes_on(last, scene):
            return
        is_other = scene.kind is not last.kind and scene.kind not in AMISS
        if scene.kind in SOUNDS and (is_other or goes_wrong(last, scene)):
            on_s, times = SOUNDS[scene.kind]
            self._buzzer.beep(on_s, on_s, times)
        elif scene.strip.moves != last.strip.moves:
            self.beep()

    def beep(self) -> None:
        """One beep, as for a move."""
        self._buzzer.beep(MOVE_S, MOVE_S, 1)

    def close(self) -> None:
        """Silence."""
        self._buzzer.close()
