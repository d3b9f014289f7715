"""Positions of Lines of Action written down for tests."""

from pi_board.core.game import Player
from pi_board.games.loa import LoaPosition
from pi_board.games.loa.board import SQUARES
from pi_board.games.loa.rules import LinesOfAction
from tests.games import lines


def place(black: str, white: str, to_move: Player) -> LoaPosition:
    """A position from two lists of squares, as in ``place("b1 b2", "a4", "w")``."""
    return LoaPosition(_stones(black), _stones(white), to_move)


def after(game: LinesOfAction, moves: str, position: LoaPosition | None = None) -> LoaPosition:
    """The position after moves separated by spaces, from the start or from `position`."""
    return lines.after(game, position or game.start(), *moves.split())  # type: ignore[no-any-return]


def _stones(names: str) -> int:
    return sum(1 << SQUARES.index(name) for name in names.split())
