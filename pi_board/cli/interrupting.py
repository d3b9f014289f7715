"""Ctrl-C, and being told to end, while something runs that does not hear them."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from pi_board.hints.search import Answer, Limits, Question, Report, Searcher

T = TypeVar("T")


def interruptible(work: Callable[[], T], stop: Callable[[], object] | None = None) -> T:
    """What `work` gives, which is done in a thread of its own: the search kernel hears no Ctrl-C.

    `stop` makes it come to an end soon; without it, it is left behind when the program ends.
    """
    from concurrent.futures import Future, wait  # small commands do not load it

    from pi_board.core.beside import beside

    done: Future[T] = Future()
    try:
        return beside(work, "interruptible", done).result()
    except KeyboardInterrupt:
        while stop is not None and not done.cancel() and not done.done():
            stop()  # again and again: the work may only be beginning
            wait([done], 0.05)
        raise


class Interruptible:
    """A searcher whose searches end with Ctrl-C; see `pi_board.hints.search.Searcher`."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher

    def search(self, question: Question, limits: Limits, report: Report | None = None) -> Answer:
        """See `Searcher`."""
        return interruptible(
            lambda: self._searcher.search(question, limits, report), self._searcher.stop
        )

    def perft(self, game: str, rules: str, position: str, depth: int) -> int:
        """See `Searcher`."""
        return interruptible(lambda: self._searcher.perft(game, rules, position, depth))

    def stop(self) -> None:
        """See `Searcher`."""
        self._searcher.stop()

    def close(self) -> None:
        """See `Searcher`."""
        self._searcher.close()


class Ended(KeyboardInterrupt):
    """Somebody ends the program; a bare KeyboardInterrupt may only end what it does just now."""


@contextmanager
def ended_like_interrupted(*, by_sigterm: bool = True) -> Iterator[None]:
    """Whoever ends the program from outside (SIGTERM, or SIGHUP: a terminal that was closed) ends
    it in order, as Ctrl-C does; once is enough, and what is then put away is not disturbed. Raises
    Ended within then. Not to be used within another.

    A window hears of SIGTERM itself (`by_sigterm`); what is to outlive its terminal (`nohup`) does.
    """

    def end(*_: object) -> None:
        for sign in before:
            signal.signal(sign, signal.SIG_IGN)
        raise Ended

    before = {
        sign: signal.getsignal(sign) for sign in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)
    }
    for sign, handler in before.items():
        if handler != signal.SIG_IGN and (by_sigterm or sign != signal.SIGTERM):
            signal.signal(sign, end)
    try:
        yield
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)
