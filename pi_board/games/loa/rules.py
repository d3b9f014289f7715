"""Lines of Action as a `Game`: options, start positions, legal moves, outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from pi_board.core.errors import IllegalMove
from pi_board.core.game import Deed, Explanation, Facts, Outcome, Player, opponent
from pi_board.core.layout import Appearance, Layout, Look, Surface
from pi_board.games.bit_sets import bit_set
from pi_board.games.kind import GameKind
from pi_board.games.loa import explain, notation
from pi_board.games.loa.board import SIZE, SQUARES, is_connected, names_of
from pi_board.games.loa.moves import PASS, LoaMove, Step, any_step, steps
from pi_board.games.loa.position import LoaPosition
from pi_board.games.options import Whole, option_texts

LAYOUT = Layout(
    name="loa",
    surface=Surface.SQUARES,
    columns=SIZE,
    rows=SIZE,
    sites=SQUARES,
    labels=("empty", "b", "w"),
    groups=tuple((square,) for square in range(len(SQUARES))),
)
_LOOKS = tuple(frozenset({(label,)}) for label in range(len(LAYOUT.labels)))

_STARTS: Mapping[str, str] = MappingProxyType(
    {
        "standard": "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1",
        "scrambled": "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1",
    }
)


@dataclass(frozen=True, slots=True)
class LoaOptions:
    """The points on which rule sheets differ; the defaults are tournament rules."""

    simultaneous: Literal["draw", "mover_wins", "mover_loses"] = "draw"
    no_moves: Literal["pass", "lose"] = "pass"
    repetition: Annotated[int, Whole(at_least=2, zero=True)] = 3
    setup: Literal["standard", "scrambled"] = "standard"
    first: Literal["b", "w"] = "b"


@dataclass(frozen=True, slots=True)
class LinesOfAction:
    """The rules of Lines of Action under one choice of options."""

    rules: LoaOptions = LoaOptions()
    name: ClassVar[str] = "loa"
    layouts: ClassVar[tuple[Layout, ...]] = (LAYOUT,)
    rule_names: ClassVar[tuple[str, ...]] = explain.RULE_NAMES
    reasons: ClassVar[tuple[str, ...]] = (
        "connected",
        "opponent_connected",
        "both_connected",
        "repetition",
        "no_moves",
    )

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The options in force, as texts."""
        return option_texts(self.rules)

    def start(self) -> LoaPosition:
        """The start position of `setup`, with `first` to move."""
        return notation.parse_position(f"{_STARTS[self.rules.setup]} {self.rules.first}")

    def legal_moves(self, position: LoaPosition) -> tuple[LoaMove, ...]:
        """All legal moves, sorted by their text; a lone pass if no stone can move."""
        if self.outcome(position):
            return ()
        return steps(position.own, position.enemy, position.own) or (PASS,)

    def play(self, position: LoaPosition, move: LoaMove) -> LoaPosition:
        """The position after `move`. Raises IllegalMove."""
        if self.outcome(position) or not _possible(position, move):
            raise self._illegal(position, str(move))
        return position.after(move)

    def outcome(self, position: LoaPosition) -> Outcome | None:
        """Connection, then repetition, then want of moves."""
        black, white = is_connected(position.black), is_connected(position.white)
        if black and white:
            return Outcome(self._winner_of_both(position), "both_connected")
        if black or white:
            winner: Player = "b" if black else "w"
            moved = winner != position.to_move
            return Outcome(winner, "connected" if moved else "opponent_connected")
        if 0 < self.rules.repetition <= position.occurrences:
            return Outcome(None, "repetition")
        return self._outcome_without_moves(position)

    def _winner_of_both(self, position: LoaPosition) -> Player | None:
        winners: dict[str, Player | None] = {
            "draw": None,
            "mover_wins": opponent(position.to_move),
            "mover_loses": position.to_move,
        }
        return winners[self.rules.simultaneous]

    def _outcome_without_moves(self, position: LoaPosition) -> Outcome | None:
        if any_step(position.own, position.enemy):
            return None
        if not any_step(position.enemy, position.own):
            return Outcome(None, "no_moves")
        if self.rules.no_moves == "lose":
            return Outcome(opponent(position.to_move), "no_moves")
        return None

    def score(self, position: LoaPosition) -> None:
        """Always None: there are no points."""

    def appearance(self, position: LoaPosition, layout: Layout) -> Appearance:
        """One look for each square."""
        black, white = position.black, position.white
        return tuple(
            _LOOKS[(black >> square & 1) + 2 * (white >> square & 1)]
            for square in range(len(layout.sites))
        )

    def check_start(self, position: LoaPosition, layout: Layout) -> None:
        """The board can show every position."""

    def touches(
        self, position: LoaPosition, move: LoaMove, layout: Layout
    ) -> tuple[tuple[int, ...], ...]:
        """From, to; a captured stone is taken off before or after the capturing one is lifted."""
        if not isinstance(move, Step):
            return ((),)
        source, target = move.source, move.target
        if move.captures:
            return (source, target, target), (target, source, target)
        return ((source, target),)

    def standing(
        self,
        layout: Layout,
        looks: tuple[Look, ...],
        to_move: Player,
        before: LoaPosition | None,
        as_before: tuple[int, ...],
    ) -> LoaPosition:
        """What the squares show. Raises InvalidPosition."""
        black, white = (
            bit_set(tuple(square for square, (label,) in enumerate(looks) if label == wanted))
            for wanted in (layout.label("b"), layout.label("w"))
        )
        return self.parse_position(self.position_text(LoaPosition(black, white, to_move)))

    def facts(
        self, before: LoaPosition, after: LoaPosition, mover: Player, layout: Layout
    ) -> Facts:
        """`captured`: site of the captured stone, or None · `occurrence`: how often the position
        has stood, if not for the first time.
        """
        other = opponent(mover)
        gone = names_of(before.stones(other) & ~after.stones(other))
        captured = ("captured", gone[0] if gone else None)
        times = after.occurrences
        return (captured, ("occurrence", times)) if times > 1 else (captured,)

    def parse_position(self, text: str) -> LoaPosition:
        """Read a position text. Raises InvalidPosition."""
        return notation.parse_position(text)

    def position_text(self, position: LoaPosition) -> str:
        """Write a position text."""
        return notation.position_text(position)

    def parse_move(self, position: LoaPosition, text: str) -> LoaMove:
        """Read a move tolerantly. Raises InvalidText, or IllegalMove with the reason."""
        written = notation.read_move(text)
        for move in self.legal_moves(position):
            if explain.is_meant(written, move):
                return move
        raise self._illegal(position, text)

    def move_text(self, move: LoaMove) -> str:
        """Write a move."""
        return str(move)

    def deed_text(self, position: LoaPosition, deed: Deed) -> str | None:
        """From, to; a stone that is merely gone has made no move."""
        if deed.source == deed.target:
            return None
        return f"{SQUARES[deed.source]}{'x' if deed.took else '-'}{SQUARES[deed.target]}"

    def still_due(self, position: LoaPosition) -> None:
        """Nothing: a turn is one move."""

    def explain(self, position: LoaPosition, text: str) -> Explanation:
        """Why the move written in `text` is legal or not. Raises InvalidText."""
        written = notation.read_move(text)
        over = self.outcome(position)
        return explain.game_over(over) if over else explain.explain(position, written)

    def _illegal(self, position: LoaPosition, text: str) -> IllegalMove:
        why = self.explain(position, text)
        where = f"position {self.position_text(position)}"
        if why.legal:  # its squares are right, but not what it says about capturing
            return IllegalMove(f"{text}, expected {self.parse_move(position, text)} ({where})")
        return IllegalMove(f"{text}: {why.text} ({why.rule}, {where})")


def _possible(position: LoaPosition, move: LoaMove) -> bool:
    if not isinstance(move, Step):
        return not any_step(position.own, position.enemy)
    return move in steps(position.own, position.enemy, position.own & 1 << move.source)


KIND = GameKind(
    name="loa",
    title="Lines of Action",
    options=LoaOptions,
    presets=(
        ("olympiad", ()),
        ("gamut", (("simultaneous", "mover_wins"),)),
        ("deskovehry", (("simultaneous", "mover_loses"),)),
    ),
    build=LinesOfAction,
)
