"""Linja as a `Game`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from pi_board.core.errors import IllegalMove, InvalidPosition
from pi_board.core.game import Deed, Explanation, Facts, Outcome, Player, Score
from pi_board.core.layout import Appearance, Layout, Look, Surface
from pi_board.core.message import Message
from pi_board.games.kind import GameKind
from pi_board.games.linja import explain, moves, notation, standing
from pi_board.games.linja.layout import HOLES, LANES, group_of, looks, row_counts, touched_groups
from pi_board.games.linja.moves import Step
from pi_board.games.linja.position import LinjaPosition, points
from pi_board.games.linja.rules import GOAL, HOLES_IN_ROW, PRESETS, START, LinjaOptions
from pi_board.games.options import option_texts


@dataclass(frozen=True, slots=True)
class Linja:
    """The rules of Linja under one choice of options.

    A move is one small move, a `Step`; `turns` joins them. A position read from text in which what
    is due cannot be done is taken as the next turn, as if the move before had just been played.
    """

    rules: LinjaOptions = field(default_factory=LinjaOptions)
    name: ClassVar[str] = "linja"
    layouts: ClassVar[tuple[Layout, ...]] = (HOLES, LANES)
    rule_names: ClassVar[tuple[str, ...]] = explain.RULE_NAMES
    reasons: ClassVar[tuple[str, ...]] = ("separated", "deadlock", "blocked_followup")

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The options in force, as texts."""
        return option_texts(self.rules)

    def start(self) -> LinjaPosition:
        """The start position, with `first` to move."""
        return LinjaPosition(START, START, self.rules.first)

    def legal_moves(self, position: LinjaPosition) -> tuple[Step, ...]:
        """All legal small moves, sorted by their text."""
        return moves.legal_steps(position, self.rules)

    def play(self, position: LinjaPosition, move: Step) -> LinjaPosition:
        """The position after `move`. Raises IllegalMove."""
        if move not in self.legal_moves(position):
            raise self._illegal(position, move)
        return moves.after(position, move, self.rules)

    def outcome(self, position: LinjaPosition) -> Outcome | None:
        """Separation or deadlock, decided by points; or a follow-up that cannot be made, if so
        chosen.
        """
        return moves.outcome(position, self.rules)

    def score(self, position: LinjaPosition) -> Score:
        """The points of both players so far."""
        return points(position)

    def appearance(self, position: LinjaPosition, layout: Layout) -> Appearance:
        """The looks of board rows 1 to 8; see `looks` of the module `layout`."""
        return looks(position, layout)

    def check_start(self, position: LinjaPosition, layout: Layout) -> None:
        """Between sticks there is room for all, beside a start line too, but a field row has no
        more than its holes. Raises InvalidPosition.
        """
        stones = [b + w for b, w in row_counts(position)]
        most = max(stones[1:-1])
        if layout.surface is Surface.HOLES and most > HOLES_IN_ROW:
            raise InvalidPosition(
                f"{most} stones in board row {stones.index(most, 1) + 1} of linja position "
                f"{self.position_text(position)!r}, expected at most {HOLES_IN_ROW}: this board "
                "has no more holes there; one with sticks could show it"
            )

    def standing(
        self,
        layout: Layout,
        looks: tuple[Look, ...],
        to_move: Player,
        before: LinjaPosition | None,
        as_before: tuple[int, ...],
    ) -> LinjaPosition | Explanation:
        """What the rows show, and what may lie beside holes. Raises InvalidPosition."""
        shown = standing.shown(layout, looks, to_move, before, as_before)
        position = self.parse_position(self.position_text(shown))
        if before is None or layout.surface is not Surface.HOLES:
            return position
        missing = standing.stones_missing(before, position)
        return missing or standing.may_lie_beside(before, position)

    def facts(
        self, before: LinjaPosition, after: LinjaPosition, mover: Player, layout: Layout
    ) -> Facts:
        """`score`: points of both · `beside`: how many stones lie beside rows 8 and 1, if any."""
        now = self.score(after)
        score = ("score", (("b", now.b), ("w", now.w)))
        beside = standing.beside_goals(after)
        if layout.surface is not Surface.HOLES or not any(beside.values()):
            return (score,)
        return (score, ("beside", tuple(beside.items())))

    def touches(
        self, position: LinjaPosition, move: Step, layout: Layout
    ) -> tuple[tuple[int, ...], ...]:
        """From, to; see `touched_groups` of the module `layout`."""
        return touched_groups(position, move, layout)

    def parse_position(self, text: str) -> LinjaPosition:
        """Read a position text. Raises InvalidPosition."""
        return moves.settled(notation.read_position(text), self.rules)

    def position_text(self, position: LinjaPosition) -> str:
        """Write a position text."""
        return notation.position_text(position)

    def parse_move(self, position: LinjaPosition, text: str) -> Step:
        """Read a small move. Raises InvalidText, or IllegalMove with the reason."""
        step = notation.read_step(text)
        if step not in self.legal_moves(position):
            raise self._illegal(position, step)
        return step

    def move_text(self, move: Step) -> str:
        """Write a small move."""
        return notation.step_text(move)

    def deed_text(self, position: LinjaPosition, deed: Deed) -> str | None:
        """From, to, in the own rows of the stone's player. A stone that is gone may have been moved
        over the goal line, from no other row.
        """
        if deed.player is None:
            return None
        source, target = (group_of(deed.player, group) for group in (deed.source, deed.target))
        if source == target:
            return f"{GOAL}-{GOAL + 1}" if source == GOAL else None
        mine = deed.player == position.to_move
        followup = mine and any(step.kind == "followup" for step in self.legal_moves(position))
        return f"{'/' if followup else ''}{source}-{target}"

    def still_due(self, position: LinjaPosition) -> Message | None:
        """A follow-up or another first move of a turn that has begun, unless it is optional."""
        return None if self.rules.followup == "optional" else explain.still_due(position)

    def explain(self, position: LinjaPosition, text: str) -> Explanation:
        """Why the small move written in `text` is legal or not. Raises InvalidText."""
        return self._explain(position, notation.read_step(text))

    def _explain(self, position: LinjaPosition, step: Step) -> Explanation:
        over = self.outcome(position)
        return explain.game_over(over) if over else explain.explain(position, step, self.rules)

    def _illegal(self, position: LinjaPosition, step: Step) -> IllegalMove:
        why = self._explain(position, step)
        return IllegalMove(
            f"{notation.step_text(step)}: {why.text} "
            f"({why.rule}, position {notation.position_text(position)})"
        )


KIND = GameKind(name="linja", title="Linja", options=LinjaOptions, presets=PRESETS, build=Linja)
