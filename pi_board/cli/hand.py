"""A hand that puts stones on a board of reeds and takes them off, told by the reeds alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pi_board.readers.reed_matrix import Matrix

PATIENCE_S = 15.0  # without an answer: nothing there
STEADY_S = 0.3
POLL_S = 0.025


class Hand:
    """Waits for what a hand does on a board; between two waits the board is to be as it was."""

    def __init__(
        self, matrix: Matrix, clock: Callable[[], float], sleep: Callable[[float], None]
    ) -> None:
        """`clock` gives seconds, and `sleep` waits for some."""
        self._matrix, self._clock, self._sleep = matrix, clock, sleep
        self._ignored: frozenset[int] = frozenset()
        self._before = self._closed()

    def _closed(self) -> frozenset[int]:
        return frozenset(i for i, closed in enumerate(self._matrix.scan()) if closed)

    def _changed(self) -> frozenset[int]:
        return (self._closed() ^ self._before) - self._ignored

    def touched(self) -> frozenset[int]:
        """The reeds that become otherwise and stay so: under a stone that was put down or lifted.
        Nothing if nothing comes within `PATIENCE_S`.
        """
        began_s = since_s = self._clock()
        last: frozenset[int] = frozenset()
        while not (last and self._clock() - since_s >= STEADY_S):
            if not last and self._clock() - began_s >= PATIENCE_S:
                return last
            self._sleep(POLL_S)
            now = self._changed()
            if now != last:
                last, since_s = now, self._clock()
        return last

    def is_back(self) -> bool:
        """Whether the board becomes as it was within `PATIENCE_S`: the stone is off again, or back
        in its place.
        """
        began_s = self._clock()
        while self._changed():
            if self._clock() - began_s >= PATIENCE_S:
                return False
            self._sleep(POLL_S)
        return True

    def ignore_changed(self) -> None:
        """Reeds that are otherwise than they were are not looked at any more."""
        self._ignored |= self._changed()
