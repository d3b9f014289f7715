"""The search process: answers, stops, late searches, crashes."""

import os
import time
from collections.abc import Iterator

import pytest

from pi_board.app.searching import open_searcher
from pi_board.core.errors import EnvironmentFault
from pi_board.hints.search import Answer, Limits, Question, Report, Variation
from pi_board.hints.worker import LEAST_S, Done, Failed, Progress, SearchEvent, Worker

START = Question("loa", "", ("1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b",))


class Obstinate:
    """A searcher that reports once, then neither keeps its time nor stops."""

    def search(self, question: Question, limits: Limits, report: Report | None = None) -> Answer:
        """Report one depth and hang; or crash if asked for one node."""
        if limits.nodes == 1:
            os.abort()
        if report:
            report(Answer(1, 1, 0.0, (Variation(0, ("b1-b3",)),)))
        time.sleep(60)
        raise AssertionError("nobody waits so long")

    def perft(self, game: str, rules: str, position: str, depth: int) -> int:
        """Not asked for here."""
        raise NotImplementedError

    def stop(self) -> None:
        """Ignored."""

    def close(self) -> None:
        """Ignored."""


class Tardy:
    """A searcher that is long in coming and uses up its time."""

    OPENING_S = 0.4

    def __init__(self) -> None:
        time.sleep(self.OPENING_S)

    def search(self, question: Question, limits: Limits, report: Report | None = None) -> Answer:
        """Say how much time there was."""
        return Answer(1, 1, limits.seconds, (Variation(0, ("b1-b3",)),))

    def perft(self, game: str, rules: str, position: str, depth: int) -> int:
        """Not asked for here."""
        raise NotImplementedError

    def stop(self) -> None:
        """Nothing to stop."""

    def close(self) -> None:
        """Nothing to give back."""


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """A process with the usual searcher."""
    one = Worker(open_searcher)
    yield one
    one.close()


@pytest.fixture
def obstinate() -> Iterator[Worker]:
    """A process with a searcher that misbehaves."""
    one = Worker(Obstinate)
    yield one
    one.kill()


def _events(worker: Worker) -> list[SearchEvent]:
    """Everything up to the end of the search."""
    events: list[SearchEvent] = []
    while worker.is_busy:
        event = worker.next_event(10.0)
        if event is not None:
            events.append(event)
    return events


def test_progress_comes_before_the_answer(worker: Worker) -> None:
    """Each finished depth is told, then the answer."""
    worker.start(START, Limits(depth=3))
    *progress, last = _events(worker)
    assert [one.answer.depth for one in progress if isinstance(one, Progress)] == [1, 2, 3]
    assert isinstance(last, Done)
    assert last.answer.lines[0].moves


def test_an_endless_search_can_be_stopped(worker: Worker) -> None:
    """After `stop` the best so far comes as the answer."""
    worker.start(START, Limits())
    assert isinstance(worker.next_event(10.0), Progress)
    worker.stop()
    last = _events(worker)[-1]
    assert isinstance(last, Done)
    assert last.answer.lines


def test_a_dropped_search_says_no_more(worker: Worker) -> None:
    """A new search takes the place of one under way, whose events are not told any more."""
    worker.start(START, Limits())
    worker.start(START, Limits(depth=2))
    events = _events(worker)
    assert [type(one) for one in events] == [Progress, Progress, Done]


def test_an_unreadable_question_is_a_failure(worker: Worker) -> None:
    """What the searcher refuses becomes an event, and the process lives on."""
    worker.start(Question("loa", "", ("nonsense",)), Limits(depth=1))
    (event,) = _events(worker)
    assert isinstance(event, Failed)
    assert "nonsense" in str(event.text)
    assert worker.search(START, Limits(depth=1)).lines


def test_a_late_search_is_cut_short(obstinate: Worker) -> None:
    """A search that does not keep its time is answered with what it last reported."""
    obstinate.start(START, Limits(seconds=0.2))
    last = _events(obstinate)[-1]
    assert isinstance(last, Done)
    assert last.answer.lines[0].moves == ("b1-b3",)


@pytest.mark.thorough
@pytest.mark.parametrize("seconds", [5.0, 0.2])
def test_time_runs_while_the_process_starts(seconds: float) -> None:
    """A search that could begin only late ends no later for it; a little it always has."""
    worker = Worker(Tardy)
    left = worker.search(START, Limits(seconds=seconds)).seconds
    worker.close()
    assert LEAST_S <= left <= max(LEAST_S, seconds - Tardy.OPENING_S)


def test_who_waits_for_the_process_has_all_the_time() -> None:
    """After that even the shortest search loses nothing to the start."""
    worker = Worker(Tardy)
    worker.await_ready()
    left = worker.search(START, Limits(seconds=Tardy.OPENING_S)).seconds
    worker.close()
    assert left > LEAST_S


def test_nobody_waits_for_ever() -> None:
    """A process that is not ready in time is not waited for; a later search still is answered."""
    worker = Worker(Tardy)
    worker.await_ready(timeout_s=0.0)
    left = worker.search(START, Limits(seconds=Tardy.OPENING_S)).seconds
    worker.close()
    assert left == LEAST_S


def test_nobody_waits_for_a_process_that_dies() -> None:
    """A process that dies while it starts is told of by the search."""
    worker = Worker(os.abort)
    worker.await_ready()
    with pytest.raises(EnvironmentFault, match="SIGABRT"):
        worker.search(START, Limits(nodes=1))


@pytest.mark.thorough
def test_a_stopped_search_that_goes_on_is_left(obstinate: Worker) -> None:
    """A search that does not stop when asked to is answered with what it last reported."""
    obstinate.start(START, Limits())
    assert isinstance(obstinate.next_event(10.0), Progress)
    obstinate.stop()
    assert isinstance(_events(obstinate)[-1], Done)
    obstinate.start(START, Limits())  # in a new process: the old one hangs
    assert isinstance(obstinate.next_event(10.0), Progress)


def test_a_crash_is_an_event(obstinate: Worker) -> None:
    """When the process dies the game is told, and the next search has a new process."""
    obstinate.start(START, Limits(nodes=1))
    (event,) = _events(obstinate)
    assert isinstance(event, Failed)
    assert "SIGABRT" in str(event.text)
    obstinate.start(START, Limits(seconds=0.2))
    assert isinstance(_events(obstinate)[-1], Done)


def test_waiting_for_a_crash_raises(obstinate: Worker) -> None:
    """Who waits for the answer of a search that crashes gets an exception."""
    with pytest.raises(EnvironmentFault, match="SIGABRT"):
        obstinate.search(START, Limits(nodes=1))
