"""The helpers of one game, as many as are wanted, and what they have to say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pi_board.app.commenting import Coach
from pi_board.app.hinting import Hints
from pi_board.app.opponent import Opponent
from pi_board.app.scenes.state import HintGiven, TableState
from pi_board.app.sitting import Moment
from pi_board.core.events import GameStarted
from pi_board.core.message import Message
from pi_board.core.observation import Command
from pi_board.core.scene import Scene


@dataclass(frozen=True, slots=True)
class Helpers:
    """`hints` answers who asks for one, `opponent` plays one of the sides, `coach` says of every
    turn what it was worth.
    """

    hints: Hints | None = None
    opponent: Opponent | None = None
    coach: Coach | None = None

    def follow(self, moment: Moment, table: TableState) -> None:
        """Take in a moment, and the table after it."""
        if self.hints is not None:
            started = any(isinstance(event, GameStarted) for event in moment.events)
            self.hints.follow(table, started=started)
        if self.coach is not None:
            self.coach.follow(table)
        if self.opponent is not None:
            self.opponent.follow(moment.state, moment.input.t)

    def commands(self, t: float) -> tuple[Command, ...]:
        """What the program that plays one side asks of the referee at `t`."""
        return () if self.opponent is None else self.opponent.commands(t)

    def said(self) -> Iterator[HintGiven | Message]:
        """What each of them has to say now."""
        all_said = (
            self.hints.answer() if self.hints is not None else None,
            self.coach.comment() if self.coach is not None else None,
            self.opponent.problem() if self.opponent is not None else None,
        )
        return (one for one in all_said if one is not None)

    def offered(self, scene: Scene, table: TableState) -> Scene:
        """The scene, its buttons dead for what cannot be asked for."""
        return scene if self.hints is None else self.hints.offered(scene, table)
