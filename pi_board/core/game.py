"""What a game is to the rest of the house.

`Game` is the one port between the rules and everybody else: the referee, the hints, the
simulation, the records and the screen know games only through it. A position is complete and
immutable; playing returns a new one. Everything that a person reads comes back as a `Message`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar

from pi_board.core.layout import Appearance, Layout, Look
from pi_board.core.message import Message

Player = Literal["b", "w"]
PLAYERS: tuple[Player, Player] = ("b", "w")


def opponent(player: Player) -> Player:
    """The other player."""
    return "w" if player == "b" else "b"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner (None: a draw) and a reason, a stable identifier."""

    winner: Player | None
    reason: str

    def __str__(self) -> str:
        return self.winner or "draw"


@dataclass(frozen=True, slots=True)
class Score:
    """Points of both players (Linja)."""

    b: int
    w: int

    def of(self, player: Player) -> int:
        """The points of `player`."""
        return self.b if player == "b" else self.w


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move is legal or not: the rule's stable identifier, a sentence, the sites that matter.

    For a legal move `rule` is ``"<game>.legal"``.
    """

    rule: str
    text: Message
    sites: tuple[str, ...] = ()
    legal: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that a hand did between groups of a board, by the rules or not: it moved a stone of
    `player`, which may have taken the place of another one, now off the board (`took`). `target` is
    `source` if that stone is off the board itself. `player` None: it turned the tile there by so
    many `quarters`, clockwise.
    """

    player: Player | None
    source: int
    target: int
    took: bool = False
    quarters: int = 0


class Position(Protocol):
    """All that the house asks of a position: whose turn it is. Hashable and immutable."""

    @property
    def to_move(self) -> Player: ...

    def __hash__(self) -> int: ...


Facts = tuple[tuple[str, object], ...]
P = TypeVar("P", bound=Position)
M = TypeVar("M")


class Game(Protocol[P, M]):
    """One game under one choice of rules.

    Contract, tested for every game: play never changes a position; every legal move and every
    position round-trips through text; an illegal move raises `IllegalMove` with the position in the
    message; there is no legal move after an outcome.
    """

    @property
    def name(self) -> str:
        """The identifier, as in the registry (``loa``); what each rule's begins with."""

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The rules in force as (option, value) texts, in a fixed order."""

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """The kinds of board this game is played on; the first is the usual one."""

    @property
    def rule_names(self) -> tuple[str, ...]:
        """Every rule identifier that `explain` can give, sorted: ``<game>.<rule>``. Three names the
        house knows: ``legal``; ``not_yours``, which the referee itself gives where a text cannot
        name the other player's stone; ``own_stone``, where a stone may not be put on one of its own
        side, by which the referee tells a stone put there from one taken off.
        """

    @property
    def reasons(self) -> tuple[str, ...]:
        """Every outcome reason that `outcome` can give."""

    def start(self) -> P:
        """The start position under these rules."""

    def legal_moves(self, position: P) -> tuple[M, ...]:
        """All legal moves, sorted by their text; empty when the game is over."""

    def play(self, position: P, move: M) -> P:
        """The position after `move`. Raises IllegalMove."""

    def outcome(self, position: P) -> Outcome | None:
        """How the game ended, None while it goes on."""

    def score(self, position: P) -> Score | None:
        """Points so far where the game has points, else None."""

    def appearance(self, position: P, layout: Layout) -> Appearance:
        """The looks that agree with the position, one set for each group of `layout`."""

    def check_start(self, position: P, layout: Layout) -> None:
        """Raises InvalidPosition for a position that no board of this layout can show, though it
        may be shown on another: no game begins there with it.
        """

    def touches(self, position: P, move: M, layout: Layout) -> tuple[tuple[int, ...], ...]:
        """The groups (indices into `layout.groups`) from which a hand lifts, or on which it puts,
        for `move`: in order, one tuple for each natural way of doing it. A stone that is put
        beside the board touches nothing there.
        """

    def standing(
        self,
        layout: Layout,
        looks: tuple[Look, ...],
        to_move: Player,
        before: P | None,
        as_before: tuple[int, ...],
    ) -> P | Explanation:
        """The position that stands on a board whose groups show `looks`, with `to_move` to begin a
        turn, or why it may not: stones have gone that never leave the board. `before`: what stood
        there, None if the game has not begun; nobody can see of the groups `as_before` that they
        show anything else. Raises InvalidPosition.
        """

    def facts(self, before: P, after: P, mover: Player, layout: Layout) -> Facts:
        """The fields of `move_played` that this game has, whether by a legal move of `mover`'s or
        as a board was accepted.
        """

    def parse_position(self, text: str) -> P:
        """Read the one-line text. Raises InvalidPosition."""

    def position_text(self, position: P) -> str:
        """Write the one-line text."""

    def parse_move(self, position: P, text: str) -> M:
        """Read a move tolerantly. Raises InvalidText when it is no move text at all, IllegalMove
        when it is one that is not legal here.
        """

    def move_text(self, move: M) -> str:
        """Write a move, always in the same way. Who shows and says moves reads so much of it: on
        named sites it begins with the one that is left, and has an ``x`` where a stone is captured
        (``b1-b3``, ``b1xb3``). What begins with ``/`` or a digit may be one small move of several
        (`core.turn`). There are no spaces, braces or ``;`` in it.
        """

    def deed_text(self, position: P, deed: Deed) -> str | None:
        """How a deed is written as a move, legal or not; None if it cannot be."""

    def still_due(self, position: P) -> Message | None:
        """What the player to move has to do yet in a turn that has begun, as part of a sentence;
        None before it begins.
        """

    def explain(self, position: P, text: str) -> Explanation:
        """Why the move written in `text` is legal or not. Raises InvalidText if it is no move."""


AnyGame = Game[Any, Any]  # to everybody who does not care which game it is
