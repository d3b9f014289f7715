"""Work in a thread of its own."""

from __future__ import annotations

import threading
from concurrent.futures import Future

import pytest

from pi_board.core.beside import beside


def test_who_waits_gets_what_the_work_gives() -> None:
    """It is done in a thread of the given name."""
    assert beside(lambda: threading.current_thread().name, "scribe").result(2.0) == "scribe"


def test_who_waits_raises_what_the_work_raised() -> None:
    """Nothing that goes wrong in a thread is lost."""

    def broken() -> None:
        raise KeyError("a1")

    with pytest.raises(KeyError, match="a1"):
        beside(broken, "scribe").result(2.0)


def test_work_that_goes_on_for_ever_does_not_keep_the_program() -> None:
    """Its thread is one that the program does not wait for."""
    begun, end = threading.Event(), threading.Event()

    def long() -> bool:
        begun.set()
        return end.wait(10.0)

    done = beside(long, "scribe")
    assert begun.wait(2.0)
    assert [one.daemon for one in threading.enumerate() if one.name == "scribe"] == [True]
    assert done.running()
    end.set()
    assert done.result(2.0)


def test_work_that_is_called_off_before_it_begins_is_not_done() -> None:
    """As when Ctrl-C comes while its thread starts."""
    future: Future[None] = Future()
    assert future.cancel()
    done: list[str] = []
    beside(lambda: done.append("done"), "scribe", future)
    for thread in threading.enumerate():
        if thread.name == "scribe":
            thread.join(2.0)
    assert not done
