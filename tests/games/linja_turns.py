"""Whole turns of Linja: the small moves a player makes before the other one may."""

from __future__ import annotations

from collections.abc import Iterator

from pi_board.games.linja.game import Linja
from pi_board.games.linja.moves import Step
from pi_board.games.linja.position import LinjaPosition

Turn = tuple[Step, ...]


def turn_is_over(game: Linja, position: LinjaPosition) -> bool:
    """Whether `position` is no place in the middle of a turn: another turn begins, or the game is
    over.
    """
    return position.phase == "i" or game.outcome(position) is not None


def turns(game: Linja, position: LinjaPosition) -> Iterator[tuple[Turn, LinjaPosition]]:
    """Every way to play the rest of the turn and the position it leads to.

    Different ways may lead to the same position. Nothing if the game is over.
    """
    for step in game.legal_moves(position):
        after = game.play(position, step)
        if turn_is_over(game, after):
            yield (step,), after
        else:
            for rest, end in turns(game, after):
                yield (step, *rest), end


def turn_perft(game: Linja, position: LinjaPosition, depth: int) -> int:
    """Number of lines of `depth` whole turns from `position`."""
    if depth == 0:
        return 1
    return sum(turn_perft(game, after, depth - 1) for _, after in turns(game, position))
