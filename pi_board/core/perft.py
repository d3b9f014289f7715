"""Counting the leaves of the game tree, the customary check of a rules engine.

A pass counts as a ply; a game that is over before the full depth gives no leaf.
"""

from __future__ import annotations

from collections.abc import Callable

from pi_board.core.game import Game, M, P


def perft(game: Game[P, M], position: P, depth: int) -> int:
    """Number of different lines of `depth` plies (small moves) from `position`."""
    if depth == 0:
        return 1
    moves = game.legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.play(position, move), depth - 1) for move in moves)


def divide(
    game: Game[P, M],
    position: P,
    depth: int,
    count: Callable[[Game[P, M], P, int], int] = perft,
) -> tuple[tuple[str, int], ...]:
    """The text of each legal move with the leaves behind it, sorted by text; `depth` at least 1.

    `count` counts the leaves.
    """
    return tuple(
        (game.move_text(move), count(game, game.play(position, move), depth - 1))
        for move in game.legal_moves(position)
    )
