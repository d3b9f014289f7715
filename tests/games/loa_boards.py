"""Positions of Lines of Action written down for tests."""

from pi_board.core.game import Player
from pi_board.games.loa import LoaPosition
from pi_board.games.loa.board import SQUARES
from pi_board.games.loa.rules import LinesOfAction


def place(black: str, white: str, to_move: Player) -> LoaPosition:
    """A position from two lists of squares, as in ``place("b1 b2", "a4", "w")``."""
    return LoaPosition(_stones(black), _stones(white), to_move)


def after(game: LinesOfAction, moves: str, position: LoaPosition | None = None) -> LoaPosition:
    """The position after moves separated by spaces, from the start or from `position`."""
    position = position or game.start()
    for text in moves.split():
        position = game.play(position, game.parse_move(position, text))
    return position


def legal(game: LinesOfAction, position: LoaPosition) -> list[str]:
    """The texts of all legal moves."""
    return [game.move_text(move) for move in game.legal_moves(position)]


def _stones(names: str) -> int:
    return sum(1 << SQUARES.index(name) for name in names.split())
