"""From raw scans to lifts and places, and to what is wrong with a sensor."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

SCANS = 3  # equal ones until a state counts: 60 to 120 ms at 50 to 25 scans a second
BOUNCING_FLIPS = 12  # raw flips of one sensor within the window: no hand is that quick
WINDOW_SCANS = 100
RESTLESS_FLIPS = 30  # lifts and places of one site within the longer window: nobody goes on so long
RESTLESS_SCANS = 1200


class Debouncer:
    """A sensor's state flips after `scans` equal scans that say so."""

    def __init__(self, count: int, scans: int) -> None:
        self._scans = scans
        self._run = [0] * count
        self.closed: list[bool] = [False] * count
        self._begun = False

    def feed(self, raw: Sequence[bool]) -> tuple[int, ...]:
        """Take in a scan; the sensors that have flipped, lifts before places.

        A stone that is put down arrives after it was lifted, so in the same scan lifts come first.
        The very first scan is taken as it is, and nothing has flipped.
        """
        if not self._begun:
            self._begun, self.closed = True, list(raw)
            return ()
        flipped = []
        for i, value in enumerate(raw):
            if value == self.closed[i]:
                self._run[i] = 0
                continue
            self._run[i] += 1
            if self._run[i] >= self._scans:
                self._run[i] = 0
                self.closed[i] = value
                flipped.append(i)
        return tuple(sorted(flipped, key=lambda i: (self.closed[i], i)))


class BounceWatch:
    """Notices sensors that flicker: a broken glass, a magnet at the edge of the reed's reach.

    Raw scans tell quick ones. A slow one looks like a hand that lifts and places without end, and
    the board never comes to rest: the longer window is for debounced states.
    """

    def __init__(self, count: int, flips: int = BOUNCING_FLIPS, scans: int = WINDOW_SCANS) -> None:
        """A sensor flickers that has flipped `flips` times within as many `scans`."""
        self._last: tuple[bool, ...] = ()
        self._most, self._flips = flips, deque[tuple[int, ...]](maxlen=scans)
        self._sums = [0] * count

    def feed(self, states: Sequence[bool]) -> frozenset[int]:
        """Take in a scan; the sensors that flicker now."""
        now = tuple(states)
        changed = tuple(i for i, value in enumerate(self._last) if value != now[i])
        if len(self._flips) == self._flips.maxlen:
            for i in self._flips[0]:
                self._sums[i] -= 1
        self._flips.append(changed)
        for i in changed:
            self._sums[i] += 1
        self._last = now
        return frozenset(i for i, flips in enumerate(self._sums) if flips >= self._most)
