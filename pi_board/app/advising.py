"""Hints at the table: asked for on the screen, searched in another process, said in words.

adviser = Adviser()
adviser.ask(table)                      # returns at once
... adviser.answer() ...                # None until there is one
"""

from __future__ import annotations

from dataclasses import replace

from pi_board.app.reasons import main_reason
from pi_board.app.scenes.state import HintGiven, TableState
from pi_board.app.searching import open_searcher
from pi_board.core.message import Message
from pi_board.hints.search import MOST_LINES, Answer, Limits, question_of
from pi_board.hints.worker import Done, Failed, Worker

LIMITS = Limits(seconds=1.0)


class Adviser:
    """One search process for all hints of an evening. Close it."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        """The process is started with the first question."""
        self._limits = limits
        self._worker = Worker(open_searcher)
        self._asked: TableState | None = None

    def ask(self, table: TableState) -> None:
        """Look for the best move; a question still open is dropped."""
        game, position = table.game, table.position
        if game.outcome(position) is not None:
            return
        self._asked = table
        limits = self._limits if table.bound is None else replace(self._limits, lines=MOST_LINES)
        self._worker.start(question_of(game, (*table.stood, position)), limits)

    def drop(self) -> None:
        """Nobody wants the answer any more: the board has moved on."""
        self._worker.drop()
        self._asked = None

    def answer(self) -> HintGiven | Message | None:
        """The hint, or why there is none; None while there is nothing to say."""
        while self._asked is not None:
            event = self._worker.next_event()
            if event is None:
                return None
            if isinstance(event, Failed):
                self._asked = None
                return event.text
            if isinstance(event, Done):
                asked, self._asked = self._asked, None
                return _hint(asked, event.answer)
        return None

    def close(self) -> None:
        """End the process."""
        self._worker.close()


def _hint(table: TableState, answer: Answer) -> HintGiven | Message:
    """The first small move of the best line, and the one thing that matters most about it. Where a
    stone must move, of the best line in which it does; if none does, why it must.
    """
    best, bound = answer.lines[0], table.bound
    if bound is not None:
        its = next((line for line in answer.lines if line.moves[0] in bound.moves), None)
        if its is None:
            return bound.why
        best = its
    return HintGiven(best.moves[0], main_reason(table.game, table.position, best, named=1))
