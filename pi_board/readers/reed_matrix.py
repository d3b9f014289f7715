"""Reed switches in a matrix straight on the Pi's pins.

Rows are outputs, low when idle and high while they are read; columns are inputs with the internal
pull-down; every reed has a diode, anode towards its row. Active high leaves 0.6 V of margin with
plain silicon diodes, active low would leave 0.1 V.

Sensors are numbered row by row from row 1 at the bottom, file a first, as the sites of a layout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from gpiozero import InputDevice, OutputDevice

from pi_board.core.cause import FaultKind
from pi_board.core.errors import EnvironmentFault, drivers_answer

ROW_PINS = (5, 6, 12, 13, 16, 19, 20, 21)  # BCM numbers: row 1 first
COLUMN_PINS = (4, 17, 18, 22, 23, 24, 25, 27)  # file a first
UNREADABLE = "the reeds' pins cannot be read", FaultKind.REEDS_SILENT


class Matrix(Protocol):
    """Whatever knows at once which of its sensors are closed."""

    @property
    def count(self) -> int:
        """How many sensors there are."""

    def scan(self) -> tuple[bool, ...]:
        """Which sensors are closed now. Raises EnvironmentFault when the pins are gone."""

    def without_diode(self) -> frozenset[int]:
        """The sensors that current can flow through backwards, and those that cannot be told from
        them. Only of reeds that are closed, in rows that share a column with another one, can it be
        told. Raises as `scan`.
        """

    def close(self) -> None:
        """Let go of the pins. May be called twice."""


@dataclass(frozen=True, slots=True)
class Pins:
    """BCM numbers of a matrix: `rows` (row 1 first) and `columns` (file a first)."""

    rows: tuple[int, ...] = ROW_PINS
    columns: tuple[int, ...] = COLUMN_PINS


class GpioMatrix:
    """A matrix on GPIO pins."""

    def __init__(self, pins: Pins) -> None:
        """Raises EnvironmentFault naming the pin that cannot be had.

        A row that goes high is given no time: Python takes 40 us a pin, long cables less.
        """
        self._opened: list[Any] = []
        try:
            self._rows = [self._open(OutputDevice, "row", pin) for pin in pins.rows]
            self._columns = [
                self._open(InputDevice, "column", pin, pull_up=False) for pin in pins.columns
            ]
        except EnvironmentFault:
            self.close()
            raise

    @property
    def count(self) -> int:
        """See `Matrix.count`."""
        return len(self._rows) * len(self._columns)

    def scan(self) -> tuple[bool, ...]:
        """See `Matrix.scan`."""
        closed: list[bool] = []
        with drivers_answer(*UNREADABLE):
            for row in self._rows:
                with self._driven(row):
                    closed += [bool(column.value) for column in self._columns]
        return tuple(closed)

    def without_diode(self) -> frozenset[int]:
        """See `Matrix.without_diode`.

        While one row is driven the others are inputs with pull-downs. Such a row can only go high
        through a reed whose diode lets current back from a column that is high.
        """
        others = [row.pin for row in self._rows]
        with drivers_answer(*UNREADABLE):
            for pin in others:
                pin.input_with_pull("down")
            try:
                return frozenset(self._backward())
            finally:
                for pin in others:
                    pin.output_with_state(0)

    def close(self) -> None:
        """See `Matrix.close`."""
        for device in self._opened:
            device.close()
        self._opened = []

    def _open(self, kind: type[Any], role: str, pin: int, **options: Any) -> Any:
        with drivers_answer(f"{role} pin BCM {pin}"):
            device = kind(pin, **options)
        self._opened.append(device)
        return device

    @contextmanager
    def _driven(self, row: Any) -> Iterator[None]:
        row.on()
        try:
            yield
        finally:
            row.off()

    def _backward(self) -> Iterator[int]:
        """Open-row scan: the sensors in each row that went high though not driven, through which
        that may have come. Such a row goes high with every column that leads back into it, so one
        that was high without it does not. Those that lead forward as well have no diode; where
        there is none of these, one is the wrong way round, and its reed seems open.
        """
        seen = [self._alone(row.pin) for row in self._rows]
        for other, (forward, _) in enumerate(seen):
            lifting = [columns for columns, lifted in seen if other in lifted]
            rest = (seen[row] for row in range(len(seen)) if row != other)
            innocent = frozenset().union(*(high for high, lifted in rest if other not in lifted))
            for columns in lifting:
                through = columns - innocent or columns  # a hand may have moved a stone meanwhile
                found = through & forward or through
                yield from (other * len(self._columns) + column for column in found)

    def _alone(self, pin: Any) -> tuple[frozenset[int], frozenset[int]]:
        """With only this row driven: the columns that are high, and the other rows that are."""
        pin.output_with_state(1)
        columns = frozenset(i for i, column in enumerate(self._columns) if column.value)
        rows = [row.pin for row in self._rows]
        lifted = frozenset(i for i, other in enumerate(rows) if other is not pin and other.state)
        pin.output_with_state(0)
        pin.input_with_pull("down")
        return columns, lifted


def ghost_suspects(closed: Sequence[bool], columns: int, leaky: frozenset[int]) -> frozenset[int]:
    """The sensors that may only seem closed, given those in `leaky` without a diode.

    A ghost at (row, column) needs three closed reeds on the other corners of a rectangle, the
    opposite one being passed backwards.
    """
    down = {divmod(i, columns) for i, one in enumerate(closed) if one}
    back = {divmod(i, columns) for i in leaky} & down
    suspects = set()
    for row, column in down:
        for far_row, far_column in back:
            if far_row == row or far_column == column:
                continue
            if (row, far_column) in down and (far_row, column) in down:
                suspects.add(row * columns + column)
    return frozenset(suspects)
