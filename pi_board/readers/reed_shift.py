"""Reed switches in a matrix behind shift registers, for boards with more than 64 sensors.

Two 74HC595 drive up to 16 rows, two 74HC165 read up to 16 columns, all on one SPI bus with one
latch pin, which is wired to RCLK of the 595 and to SH/LD of the 165. A pulse of it (low, high) puts
the word last shifted in onto the rows and freezes the columns as they were until then; so a row is
latched by one pulse and its columns are taken by a second. Pull-downs (10 kOhm) on the columns, a
diode at every reed as on `reed_matrix`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from gpiozero import OutputDevice

from pi_board.core.errors import EnvironmentFault, drivers_answer
from pi_board.readers.reed_matrix import UNREADABLE

LATCH_PIN = 25


class Bus(Protocol):
    """SPI as the registers need it."""

    @property
    def lock(self) -> AbstractContextManager[Any]:
        """Held from a transfer to its latch: what else goes over the bus shifts the registers."""

    def transfer(self, data: Sequence[int]) -> Sequence[int]:
        """Send bytes and return as many that came in."""

    def close(self) -> None:
        """Let go of the bus."""


class ShiftMatrix:
    """A matrix of `rows` times `columns` sensors (at most 16 each side by default chips)."""

    def __init__(self, bus: Bus, rows: int, columns: int, latch_pin: int = LATCH_PIN) -> None:
        """The bus is closed with the matrix, also if there is none: raises EnvironmentFault if the
        latch pin is taken.
        """
        self._bus, self._rows, self._columns = bus, rows, columns
        self._bytes = max(-(-rows // 8), -(-columns // 8))
        try:
            with drivers_answer(f"latch pin BCM {latch_pin}"):
                self._latch = OutputDevice(latch_pin, initial_value=True)
        except EnvironmentFault:
            bus.close()
            raise

    @property
    def count(self) -> int:
        """See `Matrix.count`."""
        return self._rows * self._columns

    def scan(self) -> tuple[bool, ...]:
        """See `Matrix.scan`: each transfer sends a row and brings the columns of the last one."""
        closed: list[bool] = []
        self._exchange(1)
        for row in range(self._rows):
            columns = self._exchange(1 << row + 1 if row + 1 < self._rows else 0)
            closed += [bool(columns >> column & 1) for column in range(self._columns)]
        return tuple(closed)

    def without_diode(self) -> frozenset[int]:
        """Cannot be told here: the registers' rows are outputs always."""
        return frozenset()

    def close(self) -> None:
        """See `Matrix.close`."""
        self._latch.close()
        self._bus.close()

    def _exchange(self, row_word: int) -> int:
        """Send the next row; the columns frozen before."""
        with self._bus.lock:
            got = self._bus.transfer(list(row_word.to_bytes(self._bytes, "big")))
            with drivers_answer(*UNREADABLE):
                for _ in range(2):  # the row out, then its columns in
                    self._latch.off()
                    self._latch.on()
        return int.from_bytes(bytes(got), "big")
