"""Indicators beside the board, one for each row and each column, for boards without a chain.

A site is told by its row and its column together, so only the places of one colour are shown: of
the brightest in the frame. `leds.urgent_frame_at` makes frames that have but one.
"""

from __future__ import annotations

from collections.abc import Sequence

from gpiozero import LEDBoard

from pi_board.core.errors import drivers_answer
from pi_board.views.leds import Frame


class EdgeLamps:
    """Row and column indicators on pins of their own."""

    def __init__(self, row_pins: Sequence[int], column_pins: Sequence[int]) -> None:
        """BCM numbers, row 1 and file a first. Raises EnvironmentFault if a pin cannot be had."""
        self._rows = len(row_pins)
        pins = (*row_pins, *column_pins)
        with drivers_answer(f"indicator pins BCM {', '.join(map(str, pins))}"):
            self._board = LEDBoard(*pins)

    def light(self, frame: Frame, columns: int) -> None:
        """See `Lamps.light`."""
        brightest = max(map(sum, frame), default=0)
        lit = {i for i, rgb in enumerate(frame) if brightest and sum(rgb) == brightest}
        rows, across = {i // columns for i in lit}, {i % columns for i in lit}
        others = len(self._board.leds) - self._rows
        value = (
            *(int(row in rows) for row in range(self._rows)),
            *(int(column in across) for column in range(others)),
        )
        with drivers_answer("indicator pins"):
            self._board.value = value

    def dim(self, level: int) -> None:
        """See `Lamps.dim`: plain LEDs are on or off."""

    def close(self) -> None:
        """See `Lamps.close`."""
        with drivers_answer("indicator pins"):
            self._board.close()
