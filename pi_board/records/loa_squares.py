"""Lines of Action boards as dictionaries, for files that say what stands where."""

from __future__ import annotations

from pi_board.core.game import PLAYERS, Player, opponent
from pi_board.games.bit_sets import bit_set
from pi_board.games.loa.board import SQUARES, names_of
from pi_board.games.loa.notation import parse_position, position_text
from pi_board.games.loa.position import LoaPosition

Stones = dict[str, Player]  # whose stone stands on a square


def stones_by_square(position: str) -> Stones:
    """What stands where in a position text. Raises InvalidPosition."""
    at = parse_position(position)
    return {square: player for player in PLAYERS for square in names_of(at.stones(player))}


def position_of(stones: Stones, to_move: Player) -> str:
    """The position text of a board, which may be one that no game comes to."""
    black, white = (
        bit_set(bit for bit, square in enumerate(SQUARES) if stones.get(square) == player)
        for player in PLAYERS
    )
    return position_text(LoaPosition(black, white, to_move))


def carried(position: str, source: str, target: str) -> str | None:
    """The position after a stone was carried to another square, legal or not and in turn or not,
    and the other side is to move; None if no stone stands on `source`.
    """
    stones = stones_by_square(position)
    stone = stones.pop(source, None)
    if stone is None or source == target:
        return None
    stones[target] = stone
    return position_of(stones, opponent(stone))
