"""Which reeds are not believed, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pi_board.readers.reed_debounce import RESTLESS_FLIPS, RESTLESS_SCANS, BounceWatch
from pi_board.readers.reed_fault import ReedFault
from pi_board.readers.reed_matrix import ghost_suspects

CONTRADICTIONS = 3  # confirmed positions in a row that a reed denies, until it is not believed


class ReedDoubts:
    """What has been noticed of the sensors (numbers) and of the stones' reeds under sites (names)
    that speaks against them.
    """

    def __init__(self, count: int, columns: int) -> None:
        """Of `count` sensors, wired in rows of `columns`."""
        self._columns = columns
        self._bounces = BounceWatch(count)
        self._restless = BounceWatch(count, RESTLESS_FLIPS, RESTLESS_SCANS)
        self._bouncing: frozenset[int] = frozenset()
        self._leaky: frozenset[int] = frozenset()
        self._denied: dict[str, int] = {}
        self._faulty: dict[str, str] = {}

    def follow(self, raw: Sequence[bool], closed: Sequence[bool]) -> None:
        """Take in a scan, as it came and debounced."""
        self._bouncing = self._bounces.feed(raw) | self._restless.feed(closed)

    def note_leaky(self, sensors: frozenset[int]) -> None:
        """These sensors have no diode."""
        self._leaky |= sensors

    def blind(self, closed: Sequence[bool]) -> frozenset[int]:
        """The sensors that tell nothing while these are closed."""
        if not self._leaky:
            return self._bouncing
        return self._bouncing | ghost_suspects(closed, self._columns, self._leaky)

    def is_faulty(self, site: str) -> bool:
        """Whether the reed of the stone there has denied too often what was known."""
        return site in self._faulty

    def compare(self, site: str, *, closed: bool, wanted: bool, by_word: bool) -> None:
        """Take in whether the reed of the stone there is `closed`, and should be; `by_word`: as
        people see themselves, which is enough.
        """
        if closed == wanted:
            self._denied.pop(site, None)
            if self._faulty.get(site) != ("stuck" if wanted else "missing"):
                self._faulty.pop(site, None)  # a dead reed is right of an empty site by chance
            return
        self._denied[site] = self._denied.get(site, 0) + (CONTRADICTIONS if by_word else 1)
        if self._denied[site] >= CONTRADICTIONS:
            self._faulty[site] = "missing" if wanted else "stuck"

    def faults(self, names: Sequence[str], site_of: Mapping[int, int]) -> tuple[ReedFault, ...]:
        """What is wrong with which sensor, in the order of the sites' `names`; `site_of` gives the
        number of the site over each sensor that lies under one.
        """
        kinds = [(self._bouncing, "bouncing"), (self._leaky, "no diode")]
        found = {
            ReedFault(names[site_of[s]], what)
            for sensors, what in kinds
            for s in sensors
            if s in site_of
        }
        found |= {ReedFault(site, what) for site, what in self._faulty.items()}
        return tuple(sorted(found, key=lambda f: (names.index(f.site), f.what)))
