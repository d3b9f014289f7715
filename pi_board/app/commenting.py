"""Practice: what a move was worth, said after it was made.

    coach = Coach()
    coach.follow(table)            # at every change of the table; returns at once
    ... coach.comment() ...        # None until there is something to say

The position is searched while its player thinks, so that the comment comes soon after the move.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from pi_board.app.reasons import main_reason, reasons
from pi_board.app.scenes.frame import move_words, one_by_one
from pi_board.app.scenes.state import TableState
from pi_board.app.searching import open_searcher
from pi_board.core.game import PLAYERS, AnyGame, Player
from pi_board.core.message import Message, message
from pi_board.core.words import side
from pi_board.hints.probability import (
    INACCURACY,
    MISTAKE,
    win_probability,
    win_probability_of,
    worth,
)
from pi_board.hints.search import Limits, Variation, question_of
from pi_board.hints.turns import first_turn
from pi_board.hints.worker import Done, Failed, Worker

LIMITS = Limits(seconds=1.0)
# small moves: a bonus turn of Linja in words fills the message's box without a reason
_LONGEST_EXPLAINED = 2


def comment(
    game: AnyGame, before: Any, played: tuple[str, ...], best: Variation, chance: float
) -> Message:
    """What to say of the turn `played` (small moves) at `before`, where `best` was found best and
    `chance` is the mover's probability of winning after it.
    """
    wanted = first_turn(game, before, best.moves)
    facts = reasons(game, before, Variation(0, played))
    if played == wanted:
        praise = message("The best move.")
        return message("The best move: {why}.", why=facts[0]) if facts else praise
    cost = win_probability(game.name, best) - chance
    if cost < INACCURACY:
        praise = message("A good move.")
        return message("A good move: {why}.", why=facts[0]) if facts else praise
    mover = side(before.to_move)  # by name: it stands below whose turn it is now
    move = one_by_one([move_words(game.name, text) for text in wanted])
    if cost < MISTAKE:
        return message("A little better for {player} was: {move}.", player=mover, move=move)
    why = main_reason(game, before, best)
    if why is None or len(wanted) > _LONGEST_EXPLAINED:
        return message("Better for {player} was: {move}.", player=mover, move=move)
    return message("Better for {player} was: {move}; it {why}.", player=mover, move=move, why=why)


class Coach:
    """Follows a game and comments on its turns. One search process; close it."""

    def __init__(self, players: tuple[Player, ...] = PLAYERS, limits: Limits = LIMITS) -> None:
        """`players` are those whose turns are commented on, `limits` those of each search.
        The process is started with the first position.
        """
        self._players, self._limits = players, limits
        self._worker = Worker(open_searcher)
        self._game: AnyGame
        self._start: Any = None  # where the turn under way began, after so many small moves
        self._plies = 0
        self._best: Variation | None = None  # found there so far
        self._judged: tuple[Any, tuple[str, ...], Variation] | None = None  # the turn before
        self._said: Message | None = None

    def follow(self, table: TableState) -> None:
        """The table may have changed: a turn that is over is judged, the next one looked at."""
        stood = (*table.stood, table.position)
        if self._start is None or stood[self._plies : self._plies + 1] != (self._start,):
            self._begin(table)  # also where moves were taken back, or the last one was revised
        elif len(table.plies) > self._plies and self._is_over(table) and not self._is_awaited():
            plies = table.plies[self._plies :]
            start, best, mover = self._start, self._best, self._start.to_move
            self._begin(table)
            own = tuple(takewhile(lambda ply: ply.player == mover, plies))
            # who has no move passes at once
            is_one_turn = all(ply.text == "pass" for ply in plies[len(own) :])
            is_one_turn &= not any(ply.accepted for ply in own)
            if best is not None and mover in self._players and is_one_turn:
                self._judged = start, tuple(ply.text for ply in own), best
                end = table.game.outcome(table.position)
                if end is not None:  # a turn that ended the game is worth what it brought
                    self._say(worth(end, mover))

    def _is_awaited(self) -> bool:
        """Whether the search has nothing to say yet of where the turn began: the first one was
        played faster than its process starts.
        """
        return self._best is None and self._worker.is_busy

    def _is_over(self, table: TableState) -> bool:
        movers = {ply.player for ply in table.plies[self._plies :]} | {table.position.to_move}
        is_passed = movers != {self._start.to_move}
        return is_passed or table.game.outcome(table.position) is not None

    def _begin(self, table: TableState) -> None:
        self._start, self._plies = table.position, len(table.plies)
        self._best = self._judged = self._said = None
        self._game = table.game
        if table.game.outcome(table.position) is None:
            stood = (*table.stood, table.position)
            self._worker.start(question_of(table.game, stood), self._limits)

    def comment(self) -> Message | None:
        """What there is to say of the last turn, once; None while there is nothing."""
        while (event := self._worker.next_event()) is not None:
            if isinstance(event, Failed):
                self._judged = None
                continue
            self._best = event.answer.lines[0]
            if isinstance(event, Done) and self._judged is not None:
                mover, to_move = self._judged[0].to_move, self._start.to_move
                self._say(win_probability_of(mover, to_move, self._game.name, self._best))
        said, self._said = self._said, None
        return said

    def _say(self, chance: float) -> None:
        if self._judged is not None:
            start, played, best = self._judged
            self._said, self._judged = comment(self._game, start, played, best, chance), None

    def close(self) -> None:
        """End the process."""
        self._worker.close()
