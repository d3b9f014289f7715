"""Connex'oh as a `Game`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from pi_board.core.errors import IllegalMove
from pi_board.core.game import PLAYERS, Deed, Explanation, Facts, Outcome, Player
from pi_board.core.layout import Appearance, Layout, Look
from pi_board.core.stones import stones_of
from pi_board.games.bit_sets import bit_set, members
from pi_board.games.connexoh import explain, moves, notation
from pi_board.games.connexoh.board import STONES_ON, board, layout
from pi_board.games.connexoh.moves import ConnexohMove, Rotation
from pi_board.games.connexoh.position import ConnexohPosition
from pi_board.games.connexoh.rules import PRESETS, ConnexohOptions
from pi_board.games.kind import GameKind
from pi_board.games.options import option_texts

_CORNERS = ("NE", "SE", "SW", "NW")
_LOOKS = tuple(frozenset({(label,)}) for label in range(len(_CORNERS) * len(STONES_ON)))
_BARE = _LOOKS[:: len(STONES_ON)]  # tiles without stones


@dataclass(frozen=True, slots=True)
class Connexoh:
    """The rules of Connex'oh under one choice of options."""

    rules: ConnexohOptions = field(default_factory=ConnexohOptions)
    name: ClassVar[str] = "connexoh"
    rule_names: ClassVar[tuple[str, ...]] = explain.RULE_NAMES
    reasons: ClassVar[tuple[str, ...]] = ("all_home", "double_exit", "repetition")

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The options in force, as texts."""
        return option_texts(self.rules)

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """The tiles."""
        return (layout(self.rules.size),)

    def start(self) -> ConnexohPosition:
        """All tiles turned the same way, stones on the home rows, `first` to move."""
        on = board(self.rules.size)
        return ConnexohPosition(
            tiles=(_CORNERS.index(self.rules.start),) * len(on.names),
            white=bit_set(on.home_row("w")),
            black=bit_set(on.home_row("b")),
            to_move=self.rules.first,
        )

    def legal_moves(self, position: ConnexohPosition) -> tuple[ConnexohMove, ...]:
        """All legal moves, sorted by their text."""
        return moves.legal_moves(position, self.rules)

    def play(self, position: ConnexohPosition, move: ConnexohMove) -> ConnexohPosition:
        """The position after `move`. Raises IllegalMove."""
        if not moves.is_legal(position, move, self.rules):
            raise self._illegal(position, self.move_text(move))
        return moves.after(position, move, self.rules)

    def outcome(self, position: ConnexohPosition) -> Outcome | None:
        """A side without stones has won; both without: the side to move."""
        return moves.outcome(position, self.rules)

    def score(self, position: ConnexohPosition) -> None:
        """Always None: there are no points."""

    def appearance(self, position: ConnexohPosition, layout: Layout) -> Appearance:
        """One look for each tile."""
        looks = [_BARE[orientation] for orientation in position.tiles]
        for tile in members(position.white | position.black):
            turned, stones = position.tiles[tile], notation.stones_on(position, tile)
            looks[tile] = _LOOKS[len(STONES_ON) * turned + stones]
        return tuple(looks)

    def check_start(self, position: ConnexohPosition, layout: Layout) -> None:
        """The board can show every position."""

    def touches(
        self, position: ConnexohPosition, move: ConnexohMove, layout: Layout
    ) -> tuple[tuple[int, ...], ...]:
        """A tile is turned where it lies or lifted and put back, and then the stones that leave are
        taken off; a stone is lifted from one tile and put on another, or beside the board.
        """
        if not isinstance(move, Rotation):
            return ((move.source,) if move.target is None else (move.source, move.target),)
        off = tuple(members(moves.leaving(position, move, self.rules)))
        return off, (move.tile, move.tile, *off)

    def standing(
        self,
        layout: Layout,
        looks: tuple[Look, ...],
        to_move: Player,
        before: ConnexohPosition | None,
        as_before: tuple[int, ...],
    ) -> ConnexohPosition:
        """What the tiles show, none of them protected. Raises InvalidPosition."""
        tiles = [stones_of(layout.labels[label]) for (label,) in looks]
        shown = ConnexohPosition(
            tiles=tuple(tile.turned for tile in tiles),
            white=bit_set(tuple(index for index, tile in enumerate(tiles) if tile.w)),
            black=bit_set(tuple(index for index, tile in enumerate(tiles) if tile.b)),
            to_move=to_move,
        )
        return self.parse_position(self.position_text(shown))

    def facts(
        self, before: ConnexohPosition, after: ConnexohPosition, mover: Player, layout: Layout
    ) -> Facts:
        """`protected`: tiles the opponent may not turn · `left`: those from which stones left the
        board · `occurrence`: how often the position has stood, if not for the first time.
        """
        left: list[str] = []
        for player in PLAYERS:
            then, now = before.stones(player), after.stones(player)
            if not now & ~then:  # else it has moved
                left += (layout.sites[tile] for tile in members(then & ~now))
        told = (("protected", after.names(after.protected)), ("left", tuple(left)))
        times = after.occurrences
        return (*told, ("occurrence", times)) if times > 1 else told

    def parse_position(self, text: str) -> ConnexohPosition:
        """Read a position text. Raises InvalidPosition."""
        return notation.read_position(text, self.rules.size)

    def position_text(self, position: ConnexohPosition) -> str:
        """Write a position text."""
        return notation.position_text(position)

    def parse_move(self, position: ConnexohPosition, text: str) -> ConnexohMove:
        """Read a move. Raises InvalidText, or IllegalMove with the reason."""
        move = explain.meant(position, notation.read_move(text))
        if move is None or not moves.is_legal(position, move, self.rules):
            raise self._illegal(position, text)
        return move

    def move_text(self, move: ConnexohMove) -> str:
        """Write a move."""
        return moves.text_of(board(self.rules.size), move)

    def deed_text(self, position: ConnexohPosition, deed: Deed) -> str:
        """The tile and how far it was turned; or from, to, which may be off the board."""
        source, target = (position.board.names[tile] for tile in (deed.source, deed.target))
        if deed.player is None:
            return f"{source}@{90 * deed.quarters}"
        return f"{source}-{'off' if source == target else target}"

    def still_due(self, position: ConnexohPosition) -> None:
        """Nothing: a turn is one move."""

    def explain(self, position: ConnexohPosition, text: str) -> Explanation:
        """Why the move written in `text` is legal or not. Raises InvalidText."""
        written = notation.read_move(text)
        over = self.outcome(position)
        return explain.game_over(over) if over else explain.explain(position, written)

    def _illegal(self, position: ConnexohPosition, text: str) -> IllegalMove:
        why = self.explain(position, text)
        return IllegalMove(
            f"{text}: {why.text} ({why.rule}, position {notation.position_text(position)})"
        )


KIND = GameKind(
    name="connexoh", title="Connex'oh", options=ConnexohOptions, presets=PRESETS, build=Connexoh
)
