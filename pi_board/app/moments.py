"""Where the moments of a sitting come from, for the loop of a screen that must not wait.

    source = moments_of(sitting, reader)
    while not source.has_ended:
        got = source.take()             # (moment, sight), or None: nothing is new

A camera and reeds wait for their next look, so their sitting has a thread of its own. A board that
is only drawn has nothing to wait for and takes turns with the screen.
"""

from __future__ import annotations

import queue
from collections.abc import Iterator
from concurrent.futures import wait
from typing import Protocol

from pi_board.app.sitting import Moment, Sitting
from pi_board.core.beside import beside
from pi_board.readers.base import Reader
from pi_board.readers.simulator import Simulator
from pi_board.vision.warm.sight import Sight

QUEUED_MOMENTS = 4
PATIENCE_S = 0.1  # of the sitting, before it asks whether anybody still listens

Got = tuple[Moment, Sight]


class Moments(Protocol):
    """See above."""

    @property
    def has_ended(self) -> bool:
        """Whether the reader's source is at its end and everything was taken."""

    def take(self) -> Got | None:
        """The next moment if there is one. Raises what the sitting raises."""

    def close(self) -> None:
        """Nobody listens any more."""


def moments_of(sitting: Sitting, reader: Reader) -> Moments:
    """The moments of `sitting`, which reads `reader`."""
    return TurnTaking(sitting, reader) if isinstance(reader, Simulator) else Beside(sitting, reader)


class TurnTaking:
    """A sitting that goes on when it is asked for a moment."""

    def __init__(self, sitting: Sitting, reader: Simulator) -> None:
        self._sitting, self._reader = sitting, reader
        self._moments: Iterator[Moment] = sitting.moments()
        self._ended = False

    @property
    def has_ended(self) -> bool:
        """See `Moments`."""
        return self._ended

    def take(self) -> Got | None:
        """See `Moments`."""
        if self._sitting.is_asked:
            self._reader.stir()
        if self._ended or not self._reader.due:
            return None
        for moment in self._moments:
            return moment, self._reader.picture()
        self._ended = True
        return None

    def close(self) -> None:
        """See `Moments`."""
        self._ended = True


class Beside:
    """A sitting in a thread of its own; it waits only for a queue that is full."""

    def __init__(self, sitting: Sitting, reader: Reader) -> None:
        self._sitting, self._reader = sitting, reader
        self._handed: queue.Queue[Got] = queue.Queue(QUEUED_MOMENTS)
        self._ended = self._closed = False
        self._work = beside(self._sit, "sitting")

    @property
    def has_ended(self) -> bool:
        """See `Moments`."""
        return self._ended

    def take(self) -> Got | None:
        """See `Moments`; exceptions of the thread are raised here."""
        was_last = self._work.done()  # asked before the queue: nothing is handed over after that
        try:
            return self._handed.get_nowait()
        except queue.Empty:
            pass
        if was_last and not self._ended:
            self._ended = True
            self._work.result()
        return None

    def close(self) -> None:
        """See `Moments`."""
        self._closed = True
        wait([self._work])  # ends with its next input: nothing may go on beside what comes after

    def _sit(self) -> None:
        for moment in self._sitting.moments():
            if not self._hand((moment, self._reader.picture())):
                return

    def _hand(self, got: Got) -> bool:
        while not self._closed:
            try:
                self._handed.put(got, timeout=PATIENCE_S)
            except queue.Full:
                continue
            return True
        return False
