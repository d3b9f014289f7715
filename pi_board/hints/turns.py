"""Lines of small moves as people read them: whole turns, written together as the games do."""

from __future__ import annotations

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


def within(plies: int) -> str:
    """How soon a proved end comes: ``at once``, ``in 5 moves of both players``."""
    return "at once" if plies == 1 else f"in {plies} moves of both players"
