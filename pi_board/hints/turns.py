"""Lines of small moves as people read them: whole turns, written together as the games do."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from pi_board.core.game import AnyGame
from pi_board.core.turn import joined


def whole_turns(game: AnyGame, position: Any, moves: Iterable[str]) -> tuple[str, ...]:
    """The turns that `moves` (legal from `position`, else IllegalMove) make, each as one text."""
    turns: list[str] = []
    is_new = True
    for text in moves:
        after = game.play(position, game.parse_move(position, text))
        turns[len(turns) - (not is_new) :] = [text if is_new else joined(turns[-1], text)]
        is_new = after.to_move != position.to_move
        position = after
    return tuple(turns)


def first_turn(game: AnyGame, position: Any, moves: Iterable[str]) -> tuple[str, ...]:
    """Those of `moves` (legal from `position`, else IllegalMove) that make the first turn."""
    turn: list[str] = []
    mover = position.to_move
    for text in moves:
        if position.to_move != mover:
            break
        turn.append(text)
        position = game.play(position, game.parse_move(position, text))
    return tuple(turn)


def any_turn(game: AnyGame, position: Any, rng: random.Random) -> tuple[str, ...]:
    """The small moves of a turn drawn by lot; none if there is no legal move."""
    turn: list[str] = []
    mover = position.to_move
    while position.to_move == mover and (moves := game.legal_moves(position)):
        move = rng.choice(moves)
        turn.append(game.move_text(move))
        position = game.play(position, move)
    return tuple(turn)


def within(plies: int) -> str:
    """How soon a proved end comes: ``at once``, ``in 5 moves of both players``."""
    return "at once" if plies == 1 else f"in {plies} moves of both players"
