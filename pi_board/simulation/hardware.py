"""The simulated table: a board on reeds that bounce, hands that move stones, scans that are late.

`ReedTable` is the physical side: it knows which reed every stone and every tile edge closes, lets
time pass while the scanner waits, and opens and closes reeds as a hand would. It knows nothing of
the scanner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from random import Random

from pi_board.core.layout import Layout
from pi_board.core.stones import stones_of
from pi_board.simulation.board import Board

HAND_S = (0.15, 0.22)  # between two lifts or places
BOUNCING = 0.5  # share of the flips at which a magnet moved over a reed opens and closes it
BOUNCE_S = 0.03  # for so long
LATE, LATE_S = 0.02, 0.06  # share of the scanner's waits that last too long, and by how much
NO_EDGES: tuple[bool, ...] = ()

Sensors = tuple[tuple[int, ...], ...]  # of each site: the stone's reed, then the tile's edges


class ReedTable:
    """A board, its reeds, and time."""

    def __init__(
        self,
        layout: Layout,
        sensors: Sensors,
        edges_of: Callable[[int], Sequence[bool]],
        changed: Callable[[set[int]], None],
        rng: Random,
    ) -> None:
        """`edges_of` gives the edge reeds that a tile turned so closes; `changed` hears which
        reeds are closed whenever that changes.
        """
        self._layout, self._sensors, self._edges_of = layout, sensors, edges_of
        self._changed, self._rng = changed, rng
        self._stones = [stones_of(label) for label in layout.labels]
        self._closed: set[int] = set()
        self._lies: Board | None = None  # what was put on the table last
        self._due: list[tuple[float, int, int, bool]] = []  # time, order, sensor, closed
        self._ordered = 0
        self.now_s = 0.0

    def clock(self) -> float:
        """Seconds since the table was set up."""
        return self.now_s

    def wait(self, seconds: float) -> None:
        """Let time pass, sometimes more than was asked for."""
        if self._rng.random() < LATE:
            seconds += LATE_S
        self.now_s += seconds
        while self._due and self._due[0][0] <= self.now_s:
            _, _, sensor, closed = heappop(self._due)
            (self._closed.add if closed else self._closed.discard)(sensor)
            if not self._due or self._due[0][0] > self.now_s:
                self._changed(self._closed)

    def put(self, board: Board, touched: Sequence[int] = ()) -> float:
        """A hand brings the board to `board`, touching these groups in order. The time it takes."""
        at_s = self.now_s
        shown = set(self._closed)
        self._lies = self._nearest(board)
        target = self._reeds(self._lies)
        for group in touched:
            at_s += self._rng.uniform(*HAND_S)
            site = self._site(group, shown, target)
            stone = self._sensors[site][0]
            if stone in shown or stone in target:
                self._flip(stone, stone not in shown, at_s, shown)
            self._turn(site, at_s, shown, target)
        for sensor in sorted(shown ^ target):  # what was changed without a hand on its site
            at_s += self._rng.uniform(0.0, 0.01)
            self._flip(sensor, sensor in target, at_s, shown)
        return at_s + BOUNCE_S - self.now_s

    def _turn(self, site: int, at_s: float, shown: set[int], target: set[int]) -> None:
        for edge in self._sensors[site][1:]:
            if (edge in shown) != (edge in target):
                self._flip(edge, edge in target, at_s, shown)

    def _site(self, group: int, shown: set[int], target: set[int]) -> int:
        """Of several sites the one a hand goes to: one that differs, else one with a stone."""
        members = self._layout.groups[group]
        differs = [i for i in members if (self._sensors[i][0] in shown ^ target)]
        full = [i for i in members if self._sensors[i][0] in shown]
        return self._rng.choice(differs or full or list(members))

    def _nearest(self, board: Board) -> Board:
        """The same stones in every group, moving as few as possible.

        In a row of holes it does not matter which of them are full, and nobody puts a lifted stone
        back to lift its neighbour instead, nor lifts a stone of the other player.
        """
        lies = self._lies or board
        for group in range(len(self._layout.groups)):
            lies = lies.showing(group, board.look(group), self._rng)
        return lies

    def _reeds(self, board: Board) -> set[int]:
        reeds = set()
        for sensors, label in zip(self._sensors, board.labels, strict=True):
            stones = self._stones[label]
            if stones.count:
                reeds.add(sensors[0])
            edges = self._edges_of(stones.turned) if len(sensors) > 1 else NO_EDGES
            reeds |= {s for s, closed in zip(sensors[1:], edges, strict=False) if closed}
        return reeds

    def _flip(self, sensor: int, closed: bool, at_s: float, shown: set[int]) -> None:
        (shown.add if closed else shown.discard)(sensor)
        if self._rng.random() < BOUNCING:
            for share in sorted(self._rng.random() for _ in range(2)):
                self._plan(at_s + share * 0.9 * BOUNCE_S, sensor, closed)
                self._plan(at_s + share * 0.9 * BOUNCE_S + 0.001, sensor, not closed)
        self._plan(at_s + BOUNCE_S, sensor, closed)

    def _plan(self, at_s: float, sensor: int, closed: bool) -> None:
        self._ordered += 1
        heappush(self._due, (at_s, self._ordered, sensor, closed))
