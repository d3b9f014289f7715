"""Hints at the table: asked for on the screen, searched in another process, said in words.

adviser = Adviser()
adviser.ask(table)                      # returns at once
... adviser.answer() ...                # None until there is one
"""

from __future__ import annotations

from dataclasses import replace

from pi_board.app.reasons import main_reason
from pi_board.app.scenes.frame import after
from pi_board.app.scenes.state import HintGiven, TableState
from pi_board.app.searching import open_searcher
from pi_board.core.message import Message
from pi_board.hints.probability import win_probability_of, worth
from pi_board.hints.search import Answer, Limits, Variation, question_of
from pi_board.hints.worker import Done, Failed, Worker

LIMITS = Limits(seconds=1.0)


class Adviser:
    """One search process for all hints of an evening. Close it."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        """The process is started with the first question."""
        self._limits = limits
        self._worker = Worker(open_searcher)
        self._asked: TableState | None = None
        self._unweighed: list[str] = []  # moves of the stone that must move
        self._weighed: list[tuple[float, str]] = []  # the probability of winning, and the move

    def ask(self, table: TableState) -> None:
        """Look for the best move; a question still open is dropped."""
        game, position = table.game, table.position
        if game.outcome(position) is not None:
            return
        self._asked, self._weighed = table, []
        if table.bound is None:
            self._worker.start(question_of(game, (*table.stood, position)), self._limits)
            return
        self._unweighed = list(table.bound.moves)
        self._weigh(table)

    def drop(self) -> None:
        """Nobody wants the answer any more: the board has moved on."""
        self._worker.drop()
        self._asked = None

    def answer(self) -> HintGiven | Message | None:
        """The hint, or why there is none; None while there is nothing to say."""
        while (asked := self._asked) is not None:
            if asked.bound is not None and not self._unweighed:
                self._asked = None
                return _hint(asked, Variation(0, (max(self._weighed)[1],)))
            event = self._worker.next_event()
            if event is None:
                return None
            if isinstance(event, Failed):
                self._asked = None
                return event.text
            if isinstance(event, Done):
                if asked.bound is not None:
                    self._note(asked, event.answer)
                    continue
                self._asked = None
                return _hint(asked, event.answer.lines[0])
        return None

    def _weigh(self, asked: TableState) -> None:
        """Search what follows the next move of the stone that must move, in its share of the time;
        a move that ends the game is worth what it brings.
        """
        limits, bound = self._limits, asked.bound
        share = len(bound.moves) if bound is not None else 1
        limits = replace(limits, seconds=limits.seconds / share, nodes=-(-limits.nodes // share))
        while self._unweighed:
            then = after(asked, self._unweighed[0])
            end = then.game.outcome(then.position)
            if end is None:
                stood = (*then.stood, then.position)
                self._worker.start(question_of(then.game, stood), limits)
                return
            won = worth(end, asked.position.to_move)
            self._weighed.append((won, self._unweighed.pop(0)))

    def _note(self, asked: TableState, found: Answer) -> None:
        """What was found behind the move that was searched."""
        move = self._unweighed.pop(0)
        mover, to_move = asked.position.to_move, after(asked, move).position.to_move
        chance = win_probability_of(mover, to_move, asked.game.name, found.lines[0])
        self._weighed.append((chance, move))
        self._weigh(asked)

    def close(self) -> None:
        """End the process."""
        self._worker.close()


def _hint(table: TableState, best: Variation) -> HintGiven:
    """The first small move of a line, and the one thing that matters most about it."""
    return HintGiven(best.moves[0], main_reason(table.game, table.position, best, named=1))
