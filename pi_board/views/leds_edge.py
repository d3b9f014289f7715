"""Indicators beside the board, one for each row and each column, for boards without a chain.

A site is told by its row and its column together, so only the most urgent places are shown: all
lamps of the brightest colour of the frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from gpiozero import LEDBoard
from gpiozero.exc import GPIOZeroError

from pi_board.core.errors import EnvironmentFault, driver_errors
from pi_board.views.leds import Frame


class EdgeLamps:
    """Row and column indicators on pins of their own."""

    def __init__(self, row_pins: Sequence[int], column_pins: Sequence[int]) -> None:
        """BCM numbers, row 1 and file a first. Raises EnvironmentFault if a pin cannot be had."""
        self._rows = len(row_pins)
        try:
            self._board = LEDBoard(*row_pins, *column_pins)
        except (GPIOZeroError, *driver_errors()) as problem:
            pins = ", ".join(map(str, (*row_pins, *column_pins)))
            raise EnvironmentFault(f"indicator pins BCM {pins}: {problem}") from problem

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
        with _pins_answer():
            self._board.value = value

    def dim(self, level: int) -> None:
        """See `Lamps.dim`: plain LEDs are on or off."""

    def close(self) -> None:
        """See `Lamps.close`."""
        with _pins_answer():
            self._board.close()


@contextmanager
def _pins_answer() -> Iterator[None]:
    """Raises EnvironmentFault if they do not."""
    try:
        yield
    except (GPIOZeroError, *driver_errors()) as problem:
        raise EnvironmentFault(f"indicator pins: {problem}") from problem
