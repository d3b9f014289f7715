"""The journals of a sitting, on a disk that may not take them at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path

from pi_board.core.errors import EnvironmentFault
from pi_board.core.message import Text
from pi_board.records.journal import Journal, JournalLine
from pi_board.records.record import Header

_KEPT_BEFORE = 100  # lines before the game starts


class Journals:
    """The journal of the running game, what will stand at its head, and the journals of games
    before it that the disk has not taken whole.

    `problem`: why the disk does not take something; "" if it has everything.
    """

    def __init__(self, wall: Callable[[], float]) -> None:
        """`wall` gives the wall time."""
        self.problem: Text = ""
        self._wall = wall
        self._running: Journal | None = None
        self._early: deque[JournalLine] = deque(maxlen=_KEPT_BEFORE)
        self._ended: list[Journal] = []

    @property
    def path(self) -> Path | None:
        """The file of the running game; None while there is none."""
        return None if self._running is None else self._running.path

    def begin(self, path: Path, header: Header | None) -> None:
        """A game begins, or that at `path` goes on (without a header). Raises as `Journal` does."""
        self._running = Journal(path, header, self._wall)

    def keep_for_next(self, line: JournalLine) -> None:
        """Keep a line that can wait until there is another one."""
        self._early.append(line)

    def append(self, *lines: JournalLine) -> None:
        """Keep lines, and bring what is pending to the disk."""
        if self._running is None:
            self._early += lines
        try:
            if self._running is not None:
                early = list(self._early)
                self._early.clear()
                self._running.append(*early, *lines)
            while self._ended:
                self._ended[0].append()
                self._ended.pop(0).close()
        except EnvironmentFault as fault:
            self.problem = self.problem or fault.text
        else:
            self.problem = ""

    def end(self) -> None:
        """The running game ends or rests."""
        if self.problem:
            self.append()
        if self._running is None:
            return
        if self.problem:
            self._ended.append(self._running)
        else:
            self._running.close()
        self._running = None

    def close(self) -> None:
        """Let go of all of them."""
        self.end()
        for journal in self._ended:
            journal.close()
