"""The legal continuations of a position and how each would look, worked out once and kept.

A `Node` is a position together with how it looks; asked for its `steps` it works out every legal
move and remembers them. Remembering changes nothing that can be seen, so nodes count as immutable.
A node is not shared between equal positions, because a position may know its history.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pi_board.core.game import Game, Player
from pi_board.core.layout import Appearance, Layout

AnyGame = Game[Any, Any]
Ways = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A legal move: its text, where it leads, and the groups that look different afterwards."""

    move: Any
    text: str
    node: Node
    changed: tuple[int, ...]
    ways: Ways  # how a hand does it, see Game.touches


@dataclass(frozen=True, slots=True)
class Node:
    """A position on one kind of board."""

    game: AnyGame
    layout: Layout
    position: Any
    appearance: Appearance
    _steps: list[Step] = field(default_factory=list, compare=False, repr=False)

    @property
    def to_move(self) -> Player:
        """Whose turn it is."""
        player: Player = self.position.to_move
        return player

    @property
    def text(self) -> str:
        """The position's one-line text."""
        return self.game.position_text(self.position)

    @property
    def steps(self) -> tuple[Step, ...]:
        """All legal moves, sorted by text; none when the game is over."""
        if not self._steps:
            self._steps.extend(step(self, move) for move in self.game.legal_moves(self.position))
        return tuple(self._steps)

    def forget(self) -> Node:
        """The same position without what was remembered of its future."""
        return Node(self.game, self.layout, self.position, self.appearance)


def node(game: AnyGame, layout: Layout, position: Any) -> Node:
    """The node of `position` on boards of `layout`."""
    return Node(game, layout, position, game.appearance(position, layout))


def step(before: Node, move: Any) -> Step:
    """What the legal `move` does."""
    game, layout = before.game, before.layout
    after = node(game, layout, game.play(before.position, move))
    changed = tuple(
        [group for group, looks in enumerate(after.appearance)
         if looks is not before.appearance[group] and looks != before.appearance[group]]
    )  # fmt: skip
    ways = game.touches(before.position, move, layout)
    return Step(move, game.move_text(move), after, changed, ways)


def turn_over(before: Node, after: Node) -> bool:
    """Whether the move between the two ended its player's turn (or the game)."""
    return before.to_move != after.to_move or after.game.outcome(after.position) is not None
