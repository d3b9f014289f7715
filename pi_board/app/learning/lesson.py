"""One page of the rules, and what pages of all games are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pi_board.app.scenes.state import Over, Playing, Seat, Situation, TableState
from pi_board.core.game import AnyGame
from pi_board.core.message import Message

NOBODY = Seat("")


@dataclass(frozen=True, slots=True)
class Lesson:
    """A title, one or two sentences, and the table that shows what they say."""

    title: Message
    sentences: tuple[Message, ...]
    table: TableState


def lesson(title: Message, *sentences: Message, table: TableState) -> Lesson:
    """A page."""
    return Lesson(title, sentences, table)


def table(game: AnyGame, position: Any, situation: Situation | None = None) -> TableState:
    """A table without players at `position`, which may be given as text."""
    at = game.parse_position(position) if isinstance(position, str) else position
    return TableState(game, game.layouts[0], at, situation or Playing(), NOBODY, NOBODY)


def ended(game: AnyGame, position: str) -> TableState:
    """The same at a position in which the game is over."""
    outcome = game.outcome(game.parse_position(position))
    assert outcome is not None, "the example is over"
    return table(game, position, Over(outcome))
