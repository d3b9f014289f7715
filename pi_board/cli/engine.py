"""``pi-board engine``: a dialogue of lines with another program.

The search runs in a process of its own, so every line is answered at once, also during a search.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from multiprocessing.connection import Connection, wait

import click

from pi_board.app.dialogue import Dialogue
from pi_board.app.searching import open_searcher
from pi_board.cli.choosing import game_argument, rule_options
from pi_board.games.options import parse_rule
from pi_board.hints.search import Answer, Limits
from pi_board.hints.worker import Failed, Progress, Worker

_LOOK_S = 0.01  # between two looks at a search that has to keep its time
_LONGEST_LINE = 1 << 20
_READ_SIZE = 1 << 16


@click.command()
@game_argument
@rule_options
def engine(game_name: str, preset: str | None, rules: tuple[str, ...]) -> None:
    """Answer the lines of another program on standard input."""
    dialogue = Dialogue(game_name, preset, dict(parse_rule(rule) for rule in rules))
    with closing(Worker(open_searcher, niceness=0)) as worker:
        worker.await_ready()  # nobody's clock runs yet
        Session(dialogue, worker, click.echo).run(sys.stdin.fileno())


class Session:
    """Carries lines to the dialogue and searches to the worker."""

    def __init__(self, dialogue: Dialogue, worker: Worker, write: Callable[[str], object]) -> None:
        """`write` takes one line of output."""
        self._dialogue, self._worker, self._write = dialogue, worker, write
        self._held: Answer | None = None  # the answer of an endless search that was not stopped yet
        self._is_endless = False

    def run(self, source: int) -> None:
        """Answer the lines of the file descriptor `source` until `quit` or its end."""
        lines = Lines(source)
        while not lines.is_at_end:
            ready = wait(self._sources(source), _LOOK_S if self._worker.is_busy else None)
            self._tell_of_search()
            if source in ready:
                for line in lines.read():
                    if self._take(line):
                        return
        if self._is_endless:
            self._stop()
        self._finish()

    def _sources(self, source: int) -> list[int | Connection]:
        pipe = self._worker.pipe
        return [source] if pipe is None or not self._worker.is_busy else [source, pipe]

    def _take(self, line: str) -> bool:
        """Act on one line; True: the end."""
        is_searching = self._worker.is_busy or self._held is not None
        reply = self._dialogue.reply(line, is_searching)
        for answer in reply.lines:
            self._write(answer)
        if reply.is_stop and is_searching:
            self._stop()
        if reply.limits is not None:
            self._is_endless = reply.limits == Limits()
            self._worker.start(self._dialogue.question, reply.limits)
        return reply.is_quit

    def _stop(self) -> None:
        self._is_endless = False
        if self._held is not None:
            self._write(self._dialogue.best_move(self._held))
            self._held = None
        else:
            self._worker.stop()
            self._finish()  # what was sent after it comes after the answer

    def _finish(self) -> None:
        """Wait for the answer of the search that is under way, if one is."""
        while self._worker.is_busy:
            self._tell_of_search(_LOOK_S)

    def _tell_of_search(self, timeout_s: float = 0.0) -> None:
        while (event := self._worker.next_event(timeout_s)) is not None:
            if isinstance(event, Failed):
                self._is_endless = False
                self._write(f"error {event.text}")
            elif isinstance(event, Progress):
                self._write(self._dialogue.info(event.answer))
            elif self._is_endless:
                self._held = event.answer
            else:
                self._write(self._dialogue.best_move(event.answer))


class Lines:
    """Whole lines out of a file descriptor, whatever bytes come."""

    def __init__(self, source: int) -> None:
        """Read from the file descriptor `source`."""
        self._source, self._rest = source, b""
        self.is_at_end = False

    def read(self) -> Iterator[str]:
        """The lines that are there; waits if there is nothing at all."""
        data = os.read(self._source, _READ_SIZE)
        self.is_at_end = not data
        *whole, self._rest = (self._rest + data).split(b"\n")
        if self.is_at_end and self._rest:
            whole, self._rest = [self._rest], b""
        if len(self._rest) > _LONGEST_LINE:  # nobody means this: keep an answerable beginning
            self._rest = self._rest[:_READ_SIZE]
        for line in whole:
            yield line.decode(errors="replace")
