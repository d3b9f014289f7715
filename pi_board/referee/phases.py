"""The phases of a refereed game, each with only its own data.

Setting up the board, playing, choosing between readings that cannot be told apart, correcting a
board that shows nothing legal, and over. All are immutable; `advance` makes the next one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pi_board.core.game import Outcome, Player
from pi_board.referee.continuations import AnyGame
from pi_board.referee.hypotheses import Hypothesis
from pi_board.referee.line import Line
from pi_board.referee.settle import Watch


@dataclass(frozen=True, slots=True)
class Table:
    """What is agreed before a game: the rules, where it starts, how strict the referee is.

    `confirm`: a move counts only when it is confirmed by the clock or a button.
    """

    game: AnyGame
    start: Any
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class SettingUp:
    """Waiting for the start position to stand. `said`: the wrong sites last reported."""

    table: Table
    watch: Watch = field(default_factory=Watch)
    said: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Playing:
    """A game is on, and the board shows it. `offer`: who has offered a draw."""

    table: Table
    line: Line
    watch: Watch
    offer: Player | None = None


@dataclass(frozen=True, slots=True)
class Choosing:
    """Somebody has to say which of `candidates` was played.

    `corrected`: the board was being put right when the question came up.
    """

    table: Table
    line: Line
    watch: Watch
    candidates: tuple[Hypothesis, ...]
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Correcting:
    """The board shows something else than the game, and the clock stands still.

    `said`: the wrong groups last spoken of · `refused`: the move just taken back by command, which
    is not played again merely because it still stands on the board.
    """

    table: Table
    line: Line
    watch: Watch
    said: tuple[tuple[int, tuple[int, ...]], ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; the board may be cleared."""

    table: Table
    line: Line
    watch: Watch
    outcome: Outcome


State = SettingUp | Playing | Choosing | Correcting | Over


def begin(game: AnyGame, position: Any = None, confirm: bool = False) -> SettingUp:
    """A table at which nothing stands yet; the game starts from `position` (None: as usual)."""
    return SettingUp(Table(game, game.start() if position is None else position, confirm))
