"""The choices of Linja: options, presets, and the numbers of the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pi_board.games.options import Whole

ROWS = 8
GOAL = ROWS - 1  # own goal line, the opponent's start line
STONES = 12
HOLES_IN_ROW = 6  # of the board with holes; stones that find none lie beside it
START = (6, 1, 1, 1, 1, 1, 1, 0)  # stones on own rows 0 to 7, the same for both
VALUES = (0, 0, 0, 0, 1, 2, 3, 5)  # points of a stone on own rows 0 to 7


@dataclass(frozen=True, slots=True)
class LinjaOptions:
    """The options of the rules, each with its default.

    `goal_entry`: what an initial move into the goal line earns: a follow-up of one row, another
    initial move with a follow-up of its own, or nothing. `goal_empty_bonus`: whether a follow-up
    into an empty *goal line* earns a bonus sequence as one into an empty field row does.
    `bonus_limit`: bonus sequences in one turn. `capacity`: stones a field row takes.
    `end_rule=field_only`: a stone on its goal line has left the field and stands in nobody's way,
    so a game also ends when all stones of one player are there.
    """

    goal_entry: Literal["one_step", "extra_basic", "none"] = "one_step"
    goal_empty_bonus: Literal["no", "yes"] = "no"
    bonus_limit: Annotated[int, Whole(at_least=0, at_most=24)] = 1
    followup: Literal["mandatory", "optional"] = "mandatory"
    blocked_followup: Literal["forfeit", "lose"] = "forfeit"
    overshoot: Literal["lost", "illegal"] = "lost"
    end_check: Literal["immediate", "turn_end"] = "immediate"
    end_rule: Literal["strict", "field_only"] = "strict"
    capacity: Annotated[int, Whole(at_least=1, at_most=24)] = 6
    first: Literal["w", "b"] = "w"


PRESETS = (
    ("official", ()),
    ("sdszs", (("goal_entry", "extra_basic"),)),
)
