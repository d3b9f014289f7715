"""Reed switches as a reader: occupied or not, and what was lifted and put down, in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from pi_board.core.cause import Cause, FaultKind
from pi_board.core.errors import EnvironmentFault
from pi_board.core.layout import Appearance, Layout, Surface
from pi_board.core.observation import Input, Observation, ReaderNote, Tick, reader_changed
from pi_board.core.stones import all_or_none
from pi_board.readers.reed_debounce import SCANS, Debouncer
from pi_board.readers.reed_doubts import ReedDoubts
from pi_board.readers.reed_fault import ReedFault, cause_of
from pi_board.readers.reed_matrix import Matrix
from pi_board.readers.reed_wiring import Looks, Wiring
from pi_board.vision.warm.sight import Sight

SCANS_PER_S = 40.0
LEAST_SCANS_PER_S = 10.0
LOOK_EVERY_S = 0.2  # even if nothing has changed
SAME_TURN_S = 1.5  # the edge reeds of a tile that flip within this time belong to one turn


@dataclass(frozen=True, slots=True)
class Timing:
    """The clock (seconds), how to wait, and how often to scan; a state counts after `scans`."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    scans_per_s: float = SCANS_PER_S
    scans: int = SCANS


@dataclass(frozen=True, slots=True)
class _Board:
    """A board over the reeds: the sensors of each site, the stone's first; the site (a number) over
    each sensor; and what reeds say of its labels.
    """

    layout: Layout
    sensors: tuple[tuple[int, ...], ...]
    site_of: Mapping[int, int]
    looks: Looks


class ReedReader:
    """Polls a matrix. Call `expect` before `inputs`."""

    def __init__(
        self,
        matrix: Matrix,
        wiring: Wiring | None = None,
        timing: Timing | None = None,
        masked: Iterable[str] = (),
    ) -> None:
        """The reeds of the sites `masked` are never believed."""
        self._matrix = matrix
        self._wiring = wiring if wiring is not None else Wiring()
        self._timing = timing if timing is not None else Timing()
        self._started_s = self._timing.clock()
        self._masked = frozenset(masked)
        self._closed = self._lost = False
        self._scanning = Lock()  # pins are not let go of in the middle of a scan
        self.scans = 0  # so far
        self._board: _Board | None = None
        self._debouncer = Debouncer(matrix.count, self._timing.scans)
        self._doubts = ReedDoubts(matrix.count, self._wiring.columns)
        self._turn_felt: dict[str, float] = {}
        self._said: frozenset[ReedFault] = frozenset()
        self._last: Observation | None = None

    def expect(self, starts: Iterable[tuple[Layout, Appearance]], *, in_play: bool = False) -> None:
        """See `Reader.expect`. Reeds lie under grids: the first one of them is taken.

        Raises EnvironmentFault if there are not enough sensors for it.
        """
        for layout, _ in starts:
            if layout.surface is Surface.ROWS:
                continue
            sensors = self._wiring.sensors_of(layout, self._matrix.count)
            site_of = {sensor: site for site, each in enumerate(sensors) for sensor in each}
            self._board = _Board(layout, sensors, site_of, Looks(layout))
            return

    def inputs(self) -> Iterator[Input]:
        """Observations whenever something flipped and five times a second; `reader_changed` when
        the sensors that are believed change. Ends with `close`. Raises EnvironmentFault if no board
        with a grid was expected.
        """
        period_s = 1 / self._timing.scans_per_s
        looked_s = -LOOK_EVERY_S
        while not self._closed:
            t = self._timing.clock() - self._started_s
            try:
                with self._scanning:
                    if self._closed:
                        return
                    flipped = self._scan()
            except EnvironmentFault as problem:
                yield self._lose(t, problem.cause)
            else:
                notes = (*self._found_again(t), *self._news(t))
                touched = self._touched(flipped, t)
                if self._last is None:  # first of all that there is a board
                    yield self._observe(t, ())
                yield from notes
                if touched or notes or t - looked_s >= LOOK_EVERY_S - period_s / 2:
                    looked_s = t
                    self._last = self._observe(t, touched)
                    yield self._last
            spent_s = self._timing.clock() - self._started_s - t
            self._timing.sleep(max(0.0, period_s - spent_s))

    def confirm(self, appearance: Appearance, *, by_word: bool = False) -> None:
        """See `Reader.confirm`: a reed that denies what is known again and again is not believed,
        nor is one that denies what people see.

        Groups of several sites (Linja's rows) do not say where a stone stands, if they are neither
        full nor empty.
        """
        if self._board is None or self._last is None:
            return
        layout = self._board.layout
        for members, looks in zip(layout.groups, appearance, strict=True):
            wanted = all_or_none(layout, looks)
            if wanted is None:
                continue
            for member in members:
                closed = self._debouncer.closed[self._board.sensors[member][0]]
                site = layout.sites[member]
                self._doubts.compare(site, closed=closed, wanted=wanted, by_word=by_word)

    @property
    def faults(self) -> tuple[ReedFault, ...]:
        """What is wrong with which sensor, as far as it has shown."""
        if self._board is None:
            return ()
        return self._doubts.faults(self._board.layout.sites, self._board.site_of)

    def picture(self) -> Sight:
        """See `Reader.picture`: there is no frame."""
        return Sight(None, None, self._last)

    def close(self) -> None:
        """See `Reader.close`."""
        self._closed = True
        with self._scanning:
            self._matrix.close()

    # -- scanning ---------------------------------------------------------------------------------

    def _scan(self) -> tuple[int, ...]:
        raw = self._matrix.scan()
        if all(raw):  # even the sensors that lie under no site
            raise EnvironmentFault(
                "every reed is closed at once, as where a cable is loose", FaultKind.REEDS_CLOSED
            )
        self.scans += 1
        first = self._last is None
        flipped = self._debouncer.feed(raw)
        self._doubts.follow(raw, self._debouncer.closed)
        if flipped or first:  # other reeds are closed now, so other diodes can be told
            self._doubts.note_leaky(self._matrix.without_diode())
        return flipped

    def _touched(self, flipped: Sequence[int], t: float) -> tuple[str, ...]:
        """The sites of the sensors that flipped and are believed, in order."""
        board = self._board
        if board is None:
            return ()
        ignored = self._doubts.blind(self._debouncer.closed)
        names = []
        for sensor in flipped:
            if sensor in ignored or sensor not in board.site_of:
                continue
            index = board.site_of[sensor]
            site = board.layout.sites[index]
            is_stone = sensor == board.sensors[index][0]
            if site in self._masked or (is_stone and self._doubts.is_faulty(site)):
                continue
            if not is_stone:
                again = t - self._turn_felt.get(site, -SAME_TURN_S) < SAME_TURN_S
                self._turn_felt[site] = t
                if again:
                    continue
            names.append(site)
        return tuple(names)

    def _observe(self, t: float, touched: tuple[str, ...]) -> Observation:
        board = self._board
        if board is None:
            raise EnvironmentFault("a reed board that nobody has named, expected a layout first")
        closed = self._debouncer.closed
        blind = self._doubts.blind(closed)
        rows = []
        for site, sensors in zip(board.layout.sites, board.sensors, strict=True):
            if site in self._masked:
                rows.append(board.looks.unknown)
                continue
            stone, edges = sensors[0], sensors[1:]
            there = None if stone in blind or self._doubts.is_faulty(site) else closed[stone]
            turned = None if blind & set(edges) else self._wiring.turned([closed[s] for s in edges])
            rows.append(board.looks.row(there, turned))
        return Observation(t, board.layout, tuple(rows), touched=touched)

    # -- what is to be said -----------------------------------------------------------------------

    def _news(self, t: float) -> tuple[ReaderNote, ...]:
        now = frozenset(self.faults)
        new = sorted(now - self._said, key=str)
        self._said |= now
        if not new:
            return ()
        return (reader_changed(t, "reed", "reed", cause_of(new)),)

    def _lose(self, t: float, reason: Cause) -> Input:
        if self._lost:
            return Tick(t)
        self._lost = True
        return reader_changed(t, "reed", "none", reason)

    def _found_again(self, t: float) -> tuple[ReaderNote, ...]:
        if not self._lost:
            return ()
        self._lost = False
        return (reader_changed(t, "none", "reed", Cause("the reeds answer again")),)
