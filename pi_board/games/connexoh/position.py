"""The state of play of Connex'oh."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isqrt

from pi_board.core.game import Player
from pi_board.games.bit_sets import members
from pi_board.games.connexoh.board import Board, board

Key = tuple[tuple[int, ...], int, int, Player, int]


@dataclass(frozen=True, slots=True)
class ConnexohPosition:
    """Orientations of the tiles, stones of both players (bit sets, see `board`), whose turn it is,
    and the tiles the side to move may not rotate.

    `earlier` holds the keys of the positions before this one. It is no part of what makes two
    positions equal, and texts do not carry it.
    """

    tiles: tuple[int, ...]
    white: int
    black: int
    to_move: Player
    protected: int = 0
    earlier: tuple[Key, ...] = field(default=(), compare=False, repr=False)

    @property
    def board(self) -> Board:
        """The board it stands on."""
        return board(isqrt(len(self.tiles)))

    @property
    def key(self) -> Key:
        """What must be the same for a position to have come again."""
        return self.tiles, self.white, self.black, self.to_move, self.protected

    @property
    def occurrences(self) -> int:
        """How often this position has stood, this time included."""
        return 1 + self.earlier.count(self.key)

    def stones(self, player: Player) -> int:
        """Stones of `player`."""
        return self.white if player == "w" else self.black

    def names(self, tiles: int) -> tuple[str, ...]:
        """The names of a bit set of tiles, sorted."""
        names = self.board.names
        return tuple(sorted(names[tile] for tile in members(tiles)))
