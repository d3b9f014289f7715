"""Mock pins that are wired to each other: a matrix of reeds with or without diodes.

gpiozero's mock pins know one wire from one pin to another; a matrix is a net. Every change of a row
sets every input anew. Worst case is assumed where drivers fight: high wins, and the fight is
counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPin

_REVISION = "c04170"  # a Pi 5 with 4 GB


class ReedNet:
    """The wires: which reeds are closed, which diodes are there, what the pins see of it."""

    def __init__(self, rows: tuple[int, ...], columns: tuple[int, ...], diodes: bool = True):
        """`rows` and `columns` are BCM numbers; reeds are (row index, column index)."""
        self.rows, self.columns = rows, columns
        self.closed: set[tuple[int, int]] = set()
        every = {(r, c) for r in range(len(rows)) for c in range(len(columns))}
        self.without_diode: set[tuple[int, int]] = set() if diodes else every
        self.turned_round: set[tuple[int, int]] = set()  # diodes that let current only back
        self.fights = 0  # a row driven low that another one pulled high
        self._pins: dict[int, NetPin] = {}

    def attach(self, number: int, pin: NetPin) -> bool:
        """A pin of the factory came into being; whether it is wired to the net."""
        wired = number in self.rows or number in self.columns
        if wired:
            self._pins[number] = pin
        return wired

    def close(self, closed: Iterable[tuple[int, int]]) -> None:
        """These reeds are closed and no others."""
        self.closed = set(closed)
        self.update()

    def update(self) -> None:
        """Let every input see what the outputs make of it."""
        driven = [self._driven(number) for number in self.rows]
        high_rows, high_columns = self._spread({i for i, high in enumerate(driven) if high})
        for index, number in enumerate(self.columns):
            self._drive(number, index in high_columns)
        for index, number in enumerate(self.rows):
            if driven[index] is None:
                self._drive(number, index in high_rows)
            elif not driven[index] and index in high_rows:
                self.fights += 1

    def _spread(self, rows: set[int]) -> tuple[set[int], set[int]]:
        """The rows and columns that are high where these rows are driven so."""
        while True:
            columns = {c for r, c in self.closed - self.turned_round if r in rows}
            back = self.without_diode | self.turned_round
            up = {r for r, c in self.closed & back if c in columns}
            if up <= rows:
                return rows, columns
            rows = rows | up

    def _driven(self, number: int) -> bool | None:
        """Whether a pin drives its wire high; None: it does not drive it."""
        pin = self._pins.get(number)
        return None if pin is None else pin.driven

    def _drive(self, number: int, high: bool) -> None:
        pin = self._pins.get(number)
        if pin is not None and pin.driven is None:
            (pin.drive_high if high else pin.drive_low)()


class NetPin(MockPin):  # type: ignore[misc]
    """A mock pin that tells the net of its factory whenever it is set or turned round."""

    def __init__(self, factory: Any, info: Any) -> None:
        super().__init__(factory, info)
        self._wired = factory.net.attach(int(info.name.removeprefix("GPIO")), self)

    @property
    def driven(self) -> bool | None:
        """Whether it is high as an output; None: it is an input."""
        return bool(self._state) if self._function == "output" else None

    def _set_state(self, value: Any) -> None:
        super()._set_state(value)
        self._tell()

    def _set_function(self, value: str) -> None:
        super()._set_function(value)
        self._tell()

    def _tell(self) -> None:
        if self._wired:
            self.factory.net.update()


class NetFactory(MockFactory):  # type: ignore[misc]
    """Mock pins on a net; pins that are not part of the net are plain mock pins."""

    def __init__(self, net: ReedNet) -> None:
        super().__init__(revision=_REVISION, pin_class=NetPin)
        self.net = net


@contextmanager
def in_place_of_pins(factory: MockFactory) -> Iterator[MockFactory]:
    """Let everything that asks gpiozero for pins get these; gpiozero's SPI bus asks for itself."""
    before = Device.pin_factory
    Device.pin_factory = factory
    try:
        yield factory
    finally:
        factory.reset()
        Device.pin_factory = before
