"""A search in a process of its own: niced, late by 50 ms at the most, stopped at once, killable.

    worker = Worker(open_searcher)
    worker.start(question, Limits(seconds=1.0))
    while not isinstance(event := worker.next_event(0.1), Done): ...

A crash of the search is an event, `Failed`, not a crash of the game; the next search gets a new
process. `open_searcher` makes the searcher inside that process, so it must be a function of a
module, and whatever it needs is imported there.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from pi_board.core.errors import EnvironmentFault, InvalidPosition
from pi_board.core.message import Message, message
from pi_board.hints.search import Answer, Limits, Question, Searcher

NICENESS = 10
GRACE_S = 0.03  # after the deadline, before the last report is taken for the answer
STARTING_S = 30.0  # far more than a process takes to start, also on a busy Pi
LEAST_S = 0.05  # what a search that could not begin in time has still
_CLOSING_S = 0.5

OpenSearcher = Callable[[], Searcher]


@dataclass(frozen=True, slots=True)
class Progress:
    """A depth was finished."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Done:
    """The search has ended, by itself or because it was stopped."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Failed:
    """The search has no answer; `text` says why."""

    text: Message


SearchEvent = Progress | Done | Failed


@dataclass(frozen=True, slots=True)
class _Task:
    number: int
    question: Question
    limits: Limits
    deadline: float | None  # on the monotonic clock, which processes share; None: no limit of time

    def limits_now(self) -> Limits:
        """The limits, less the time that has passed since the task was given."""
        if self.deadline is None:
            return self.limits
        left = max(self.deadline - time.monotonic(), min(self.limits.seconds, LEAST_S))
        return replace(self.limits, seconds=left)


class Worker:
    """One search process. Not for several threads at once."""

    def __init__(self, open_searcher: OpenSearcher, niceness: int = NICENESS) -> None:
        """The process is started with the first search, or by `await_ready`; it takes some tenths
        of a second until it is ready.
        """
        self._open, self._niceness = open_searcher, niceness
        self._context = multiprocessing.get_context("spawn")
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._number = self._finished = 0  # the last task begun, the last one that ended
        self._busy = self._is_ready = False
        self._deadline: float | None = None
        self._last: Answer | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a search is under way."""
        return self._busy

    @property
    def pipe(self) -> Connection | None:
        """To wait on (`multiprocessing.connection.wait`) together with other things."""
        return self._pipe

    def start(self, question: Question, limits: Limits) -> None:
        """Begin a search; one that is under way is dropped. Its time runs from now, also while its
        process still starts.
        """
        deadline = time.monotonic() + limits.seconds if limits.seconds else None
        self.drop()
        self._await_idle()
        self._revive()
        self._number += 1
        self._last = None
        self._busy = True
        self._deadline = deadline
        self._send(_Task(self._number, question, limits, deadline))

    def await_ready(self, timeout_s: float = STARTING_S) -> None:
        """Wait until the process can begin a search at once, has died, or the time is over."""
        self._revive()
        until = time.monotonic() + timeout_s
        while not self._is_ready and self._pipe is not None:
            if not self._pipe.poll(max(0.0, until - time.monotonic())):
                return
            self._receive()

    def stop(self) -> None:
        """Ask the search to end now; `Done` follows with the best it has."""
        if self._busy:
            self._send(self._number)
            self._deadline = time.monotonic()

    def drop(self) -> None:
        """End the search, whose answer nobody wants any more."""
        if self._busy:
            self._send(self._number)
            self._busy = False

    def next_event(self, timeout_s: float = 0.0) -> SearchEvent | None:
        """The next event of the search under way, None if there is none in time."""
        until = time.monotonic() + timeout_s
        while self._busy and self._pipe is not None:
            now = time.monotonic()
            overdue = None if self._deadline is None else self._deadline + GRACE_S - now
            if overdue is not None and overdue <= 0 and self._last is not None:
                return self._give_up(self._last)
            wait = until - now if overdue is None or overdue <= 0 else min(until - now, overdue)
            if self._pipe.poll(max(0.0, wait)):
                event = self._receive()
                if event is not None:
                    return event
            elif time.monotonic() >= until:
                return None
        return None

    def search(self, question: Question, limits: Limits) -> Answer:
        """Search and wait for the answer. Raises EnvironmentFault if the search fails."""
        self.start(question, limits)
        while True:
            event = self.next_event(1.0)
            if isinstance(event, Done):
                return event.answer
            if isinstance(event, Failed):
                raise EnvironmentFault(str(event.text))

    def kill(self) -> None:
        """End the process at once, whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None
        self._busy = self._is_ready = False
        self._finished = self._number

    def close(self) -> None:
        """End the process, gently first."""
        if self._process is not None and self._process.is_alive():
            self.drop()
            self._send(None)
            self._process.join(_CLOSING_S)
        self.kill()

    def _await_idle(self) -> None:
        """Give a dropped search a moment to end; one that does not is killed with its process."""
        until = time.monotonic() + _CLOSING_S
        while self._finished < self._number and self._pipe is not None:
            if not self._pipe.poll(max(0.0, until - time.monotonic())):
                self.kill()
            else:
                self._receive()

    def _revive(self) -> None:
        if self._process is not None and self._process.is_alive():
            return
        self.kill()
        here, there = self._context.Pipe()
        process = self._context.Process(
            target=_serve, args=(there, self._open, self._niceness), daemon=True
        )
        process.start()
        there.close()
        self._process, self._pipe = process, here

    def _send(self, what: _Task | int | None) -> None:
        if self._pipe is not None:
            with suppress(OSError):  # the process has died: next_event tells
                self._pipe.send(what)

    def _receive(self) -> SearchEvent | None:
        assert self._pipe is not None
        try:
            number, event = self._pipe.recv()
        except (EOFError, OSError):
            return self._crashed()
        self._is_ready = True
        if event is None:  # that was all it had to say
            return None
        if not isinstance(event, Progress):
            self._finished = number
        if number != self._number or not self._busy:
            return None
        if isinstance(event, Progress):
            self._last = event.answer
        else:
            self._busy = False
        return event  # type: ignore[no-any-return]

    def _give_up(self, answer: Answer) -> Done:
        """The search is late: what it last reported is the answer."""
        self.drop()
        return Done(answer)

    def _crashed(self) -> Failed:
        process = self._process
        if process is not None:
            process.join(_CLOSING_S)
        code = process.exitcode if process is not None else None
        self.kill()
        return Failed(
            message("the search has crashed ({reason}); the game goes on", reason=_reason(code))
        )


def _reason(code: int | None) -> str:
    if code is not None and code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit code {code}"


def _serve(pipe: Connection, open_searcher: OpenSearcher, niceness: int) -> None:
    """The life of the search process: a thread listens, this one searches."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ctrl-C is for the game to answer
    os.nice(niceness)
    searcher = open_searcher()
    listener = _Listener(pipe, searcher)
    listener.send(0, None)
    threading.Thread(target=listener.listen, daemon=True).start()
    while (task := listener.next_task()) is not None:
        listener.send(task.number, _searched(searcher, task, listener))
    searcher.close()


def _searched(searcher: Searcher, task: _Task, listener: _Listener) -> SearchEvent:
    def report(answer: Answer) -> bool:
        listener.send(task.number, Progress(answer))
        return listener.is_dropped(task.number)

    # stopped before it began: any legal move
    limits = Limits(nodes=1) if listener.is_dropped(task.number) else task.limits_now()
    try:
        return Done(searcher.search(task.question, limits, report))
    except (InvalidPosition, EnvironmentFault) as error:
        return Failed(message("{reason}", reason=str(error)))


class _Listener:
    """The search process's end of the pipe."""

    def __init__(self, pipe: Connection, searcher: Searcher) -> None:
        self._pipe, self._searcher = pipe, searcher
        self._tasks: list[_Task | None] = []
        self._changed = threading.Condition()
        self._dropped = 0

    def listen(self) -> None:
        """Take tasks, and the numbers of tasks to end, until the pipe closes."""
        while True:
            try:
                what = self._pipe.recv()
            except (EOFError, OSError):
                what = None
            with self._changed:
                if isinstance(what, int):
                    self._dropped = what
                    self._searcher.stop()
                    continue
                self._tasks.append(what)
                self._changed.notify()
            if what is None:
                self._searcher.stop()
                return

    def next_task(self) -> _Task | None:
        """Wait for the next task; None: the end."""
        with self._changed:
            self._changed.wait_for(lambda: bool(self._tasks))
            return self._tasks.pop(0)

    def is_dropped(self, number: int) -> bool:
        """Whether this task is to end."""
        return number <= self._dropped

    def send(self, number: int, event: SearchEvent | None) -> None:
        """Tell the game; None: ready for a search."""
        with suppress(OSError):  # the game has gone; the listener ends this process
            self._pipe.send((number, event))
