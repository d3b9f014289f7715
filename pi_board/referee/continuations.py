"""The legal continuations of a position and how each would look, worked out once and kept.

A `Node` is a position together with how it looks; asked for its `steps` it works out every legal
move and remembers them. Remembering changes nothing that can be seen, so nodes count as immutable.
A node is not shared between equal positions, because a position may know its history.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pi_board.core.game import AnyGame, Facts, Player, opponent
from pi_board.core.layout import Appearance, Layout, Look, groups_apart
from pi_board.core.stones import Stones, total

Ways = tuple[tuple[int, ...], ...]
BOARD = "board"  # the text of a board that was accepted as it stood, without being any one move


@dataclass(frozen=True, slots=True)
class Step:
    """A legal move: its text, where it leads, and the groups that look different afterwards.

    Or a board that was accepted as it stands: there `move` is None, and the text is that of a move
    which is not legal, or `BOARD`.
    """

    move: Any
    text: str
    node: Node
    changed: tuple[int, ...]
    ways: Ways  # how a hand does it, see Game.touches

    @property
    def accepted(self) -> bool:
        """Whether the rules do not know it: the board was accepted as it stood."""
        return self.move is None

    @property
    def turns_tile(self) -> bool:
        """Whether a tile was turned where it lies: lifted from and put back on the same place."""
        way = self.ways[-1] if self.ways else ()
        return len(way) > 1 and way[0] == way[1]

    @property
    def goes_beside(self) -> bool:
        """Whether a stone goes beside a full row, or off the board: a hand only takes it. (One that
        comes from beside a full row a hand only puts down.)
        """
        return self.ways[-1:] == ((self.origin,),)

    @property
    def origin(self) -> int | None:
        """The group from which a hand takes what it moves; None if that cannot be said."""
        if self.turns_tile:
            return self.ways[-1][0]
        return next((way[0] for way in self.ways if way), None)


@dataclass(frozen=True, slots=True)
class Node:
    """A position on one kind of board."""

    game: AnyGame
    layout: Layout
    position: Any
    appearance: Appearance
    _moves: list[tuple[Any, Ways]] = field(default_factory=list, compare=False, repr=False)
    _steps: dict[int, Step] = field(default_factory=dict, compare=False, repr=False)

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
    def empty(self) -> frozenset[int]:
        """The groups on which no stone stands."""
        return frozenset(g for g in range(len(self.appearance)) if not self.stones(g).count)

    @property
    def looks(self) -> tuple[Look, ...]:
        """What each group shows; of a row with stones beside the board, one way it may look."""
        return tuple(map(min, self.appearance))

    def stones(self, group: int) -> Stones:
        """What stands in a group, as in `looks`."""
        return total(self.layout, min(self.appearance[group]))

    @property
    def steps(self) -> tuple[Step, ...]:
        """All legal moves, sorted by text; none when the game is over."""
        return tuple([self._step(number) for number in range(len(self.moves))])

    @property
    def moves(self) -> list[tuple[Any, Ways]]:
        """All legal moves in the same order, and how hands make them; where they lead is not
        worked out yet.
        """
        if not self._moves:
            game, position, layout = self.game, self.position, self.layout
            for move in game.legal_moves(position):
                self._moves.append((move, game.touches(position, move, layout)))
        return self._moves

    def steps_touching(self, groups: set[int]) -> list[Step]:
        """The legal moves for which a hand touches any of `groups`."""
        return [
            self._step(number)
            for number, (_, ways) in enumerate(self.moves)
            if ways and not groups.isdisjoint(ways[-1])
        ]

    def steps_named(self, text: str) -> list[Step]:
        """The legal move of this text, if there is one."""
        texts = [self.game.move_text(move) for move, _ in self.moves]
        return [self._step(number) for number, one in enumerate(texts) if one == text]

    def _step(self, number: int) -> Step:
        if number not in self._steps:
            move, ways = self.moves[number]
            self._steps[number] = _lead(self, move, ways)
        return self._steps[number]

    def forget(self) -> Node:
        """The same position without what was remembered of its future."""
        return Node(self.game, self.layout, self.position, self.appearance)


def node(game: AnyGame, layout: Layout, position: Any) -> Node:
    """The node of `position` on boards of `layout`."""
    return Node(game, layout, position, game.appearance(position, layout))


def step(before: Node, move: Any) -> Step:
    """What `move` leads to from `before`. Raises IllegalMove."""
    return _lead(before, move, before.game.touches(before.position, move, before.layout))


def as_it_stands(before: Node, position: Any, text: str) -> Step:
    """The board is accepted as it stands, with `position` on it."""
    after = node(before.game, before.layout, position)
    changed = groups_apart(before.appearance, after.appearance)
    return Step(None, text, after, changed, ())


def accepted_of(text: str, before: Player, after: Player) -> Player:
    """Whose doing the accepted `text` was, when `before` had the move and `after` has it next: an
    illegal move may have been made out of turn, and gives the move to the other player.
    """
    return before if text == BOARD else opponent(after)


def player_of(before: Node, step: Step) -> Player:
    """Who made `step` from `before`."""
    if step.accepted:
        return accepted_of(step.text, before.to_move, step.node.to_move)
    return before.to_move


def facts_of(before: Node, step: Step) -> Facts:
    """What an event tells of `step` beyond its text."""
    position, mover = before.position, player_of(before, step)
    return before.game.facts(position, step.node.position, mover, before.layout)


def _lead(before: Node, move: Any, ways: Ways) -> Step:
    game = before.game
    after = node(game, before.layout, game.play(before.position, move))
    changed = groups_apart(before.appearance, after.appearance)
    return Step(move, game.move_text(move), after, changed, ways)


def turn_over(before: Node, after: Node) -> bool:
    """Whether the move between the two ended its player's turn (or the game)."""
    return before.to_move != after.to_move or after.game.outcome(after.position) is not None
