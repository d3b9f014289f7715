"""Lines of play in tests, of any game."""

from typing import Any

from pi_board.core.game import AnyGame


def after(game: AnyGame, position: Any, *moves: str) -> Any:
    """The position after these small moves."""
    for move in moves:
        position = game.play(position, game.parse_move(position, move))
    return position


def texts(game: AnyGame, position: Any) -> list[str]:
    """The texts of all legal moves."""
    return [game.move_text(move) for move in game.legal_moves(position)]
