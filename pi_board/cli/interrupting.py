"""Ctrl-C, and being told to end, while something runs that does not hear them."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Thread
from typing import TypeVar

from pi_board.hints.search import Answer, Limits, Question, Report, Searcher

T = TypeVar("T")


def interruptible(work: Callable[[], T], stop: Callable[[], object] | None = None) -> T:
    """What `work` gives, which is done in a thread of its own: the search kernel hears no Ctrl-C.

    `stop` makes it come to an end soon; without it, it is left behind when the program ends.
    """
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except Exception as error:  # noqa: BLE001 - raised again by who waits
            done.set_exception(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        return done.result()
    except KeyboardInterrupt:
        if stop is not None:
            stop()
            thread.join()
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


@contextmanager
def ended_like_interrupted() -> Iterator[None]:
    """Whoever ends the program from outside (SIGTERM) ends it in order, as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
