"""A reed board on simulated pins with a clock that is moved by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from pi_board.core.events import ReaderChanged
from pi_board.core.layout import Layout, column_and_row
from pi_board.core.observation import Input, Observation
from pi_board.core.stones import stones_of
from pi_board.games.registry import make_game
from pi_board.readers.reed import ReedReader, Timing
from pi_board.readers.reed_matrix import COLUMN_PINS, ROW_PINS, GpioMatrix, Pins
from pi_board.simulation.hardware_pins import NetFactory, ReedNet, in_place_of_pins


def place(site: str) -> tuple[int, int]:
    """(row, column) of a site."""
    column, row = column_and_row(site)
    return row, column


class ReedBoard:
    """Reeds, the reader that scans them, and what it said."""

    def __init__(self, net: ReedNet, game: str = "loa", masked: Iterable[str] = ()) -> None:
        self.net, self.now_s = net, 0.0
        self.next: list[tuple[str, ...]] = []  # what to lay before each of the next scans
        self.reader = ReedReader(
            GpioMatrix(Pins()), timing=Timing(lambda: self.now_s, self._wait, 50.0), masked=masked
        )
        rules = make_game(game)
        self.layout: Layout = rules.layouts[0]
        self.start = rules.appearance(rules.start(), self.layout)
        self.reader.expect([(self.layout, self.start)])
        self._inputs = self.reader.inputs()

    def _wait(self, seconds: float) -> None:
        self.now_s += max(seconds, 0.001)
        if self.next:
            self.lay(*self.next.pop(0))

    def lay(self, *sites: str) -> None:
        """These reeds are closed and no others."""
        self.net.close(place(site) for site in sites)

    def run(self, seconds: float) -> list[Input]:
        """What the reader says in this time."""
        end_s, said = self.now_s + seconds, []
        while self.now_s < end_s:
            said.append(next(self._inputs))
        return said

    def occupied(self, last: Input) -> set[str]:
        """The sites that an observation says are surely occupied."""
        assert isinstance(last, Observation)
        return {s for s, row in zip(self.layout.sites, last.looks, strict=True) if row[0] < row[1]}

    def stones(self, last: Input) -> set[str]:
        """The sites on which an observation is surer of a stone than of none."""
        assert isinstance(last, Observation)
        there = [bool(s.b or s.w) for s in map(stones_of, self.layout.labels)]
        return {
            site
            for site, row in zip(self.layout.sites, last.looks, strict=True)
            if max(v for v, t in zip(row, there, strict=True) if t)
            > max(v for v, t in zip(row, there, strict=True) if not t)
        }

    def unknown(self, last: Input) -> set[str]:
        """The sites of which an observation says nothing."""
        assert isinstance(last, Observation)
        return {s for s, row in zip(self.layout.sites, last.looks, strict=True) if row[0] == row[1]}


@contextmanager
def reed_board(
    diodes: bool = True, game: str = "loa", masked: Iterable[str] = ()
) -> Iterator[ReedBoard]:
    """A reed board for the time of a test."""
    net = ReedNet(ROW_PINS, COLUMN_PINS, diodes)
    with in_place_of_pins(NetFactory(net)):
        board = ReedBoard(net, game, masked)
        yield board
        board.reader.close()


def touches(said: list[Input]) -> list[str]:
    """All that was touched, in order."""
    return [s for one in said if isinstance(one, Observation) for s in one.touched]


def reasons(said: list[Input]) -> str:
    """The reasons of all notes."""
    return " ".join(n.reason.text for n in said if isinstance(n, ReaderChanged))
