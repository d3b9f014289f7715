"""The state of play of Lines of Action."""

from __future__ import annotations

from dataclasses import dataclass, field

from pi_board.core.game import Player, opponent
from pi_board.games.loa.moves import LoaMove, Step


@dataclass(frozen=True, slots=True)
class LoaPosition:
    """Both sides' stones (bit sets, see `board`) and whose turn it is.

    `earlier` holds the keys of the positions before this one since the last capture: only they can
    come again. It is no part of what makes two positions equal, and texts do not carry it.
    """

    black: int
    white: int
    to_move: Player
    earlier: tuple[int, ...] = field(default=(), compare=False, repr=False)

    @property
    def own(self) -> int:
        """Stones of the side to move."""
        return self.black if self.to_move == "b" else self.white

    @property
    def enemy(self) -> int:
        """Stones of the other side."""
        return self.white if self.to_move == "b" else self.black

    @property
    def key(self) -> int:
        """One number for stones and side to move."""
        return self.black << 65 | self.white << 1 | (self.to_move == "w")

    def stones(self, player: Player) -> int:
        """Stones of `player`."""
        return self.black if player == "b" else self.white

    @property
    def occurrences(self) -> int:
        """How often this position has stood, this time included."""
        return 1 + self.earlier.count(self.key)

    def after(self, move: LoaMove) -> LoaPosition:
        """The position after `move`, which is not checked."""
        other = opponent(self.to_move)
        if not isinstance(move, Step):
            return LoaPosition(self.black, self.white, other, (*self.earlier, self.key))
        own = self.own ^ (1 << move.source | 1 << move.target)
        enemy = self.enemy & ~(1 << move.target)
        black, white = (own, enemy) if self.to_move == "b" else (enemy, own)
        earlier = () if move.captures else (*self.earlier, self.key)
        return LoaPosition(black, white, other, earlier)
