"""The small moves of Linja: which there are, and what follows from each.

A turn is a chain of small moves; the position after each says what is due next. What cannot be
done (a follow-up no stone can make, a bonus sequence without an initial move) ends the turn by
itself, so a position never waits for it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from pi_board.core.game import Outcome, Player, opponent
from pi_board.games.linja.position import (
    LinjaPosition,
    is_full,
    next_turn,
    own_rows,
    points,
    separated,
    totals,
    with_stone_moved,
)
from pi_board.games.linja.rules import GOAL, LinjaOptions

Kind = Literal["initial", "followup", "pass", "stop"]


@dataclass(frozen=True, slots=True)
class Step:
    """One small move: from own row `source` to own row `target` (both 0 for pass and stop)."""

    kind: Kind
    source: int = 0
    target: int = 0


PASS = Step("pass")
STOP = Step("stop")


def initial_steps(
    position: LinjaPosition, player: Player, options: LinjaOptions
) -> tuple[Step, ...]:
    """The initial moves `player` has with these stones, rearmost stone first."""
    mine, stones = own_rows(position, player), totals(position, player)
    return tuple(
        Step("initial", row, row + 1)
        for row in range(GOAL)
        if mine[row] and not is_full(row + 1, stones[row + 1], options)
    )


def followup_target(source: int, due: int, options: LinjaOptions) -> int | None:
    """The row a follow-up of `due` rows from `source` leads to; None if it may not go that far."""
    if source + due <= GOAL:
        return source + due
    return GOAL if options.overshoot == "lost" else None


def followup_steps(position: LinjaPosition, options: LinjaOptions) -> tuple[Step, ...]:
    """The follow-ups of the due length, rearmost stone first; none if no follow-up is due."""
    if position.phase != "f":
        return ()
    mine, stones = own_rows(position, position.to_move), totals(position, position.to_move)
    steps = []
    for row in range(GOAL):
        target = followup_target(row, position.due, options)
        if mine[row] and target is not None and not is_full(target, stones[target], options):
            steps.append(Step("followup", row, target))
    return tuple(steps)


@lru_cache(256)  # of a position all moves are tried, and each is to be legal
def legal_steps(position: LinjaPosition, options: LinjaOptions) -> tuple[Step, ...]:
    """All legal small moves, sorted by their text; none when the game is over."""
    if outcome(position, options) is not None:
        return ()
    if position.phase == "f":
        steps = followup_steps(position, options)
    else:
        steps = initial_steps(position, position.to_move, options)
    if position.phase == "i":
        return steps or (PASS,)
    return (*steps, STOP) if options.followup == "optional" else steps


def after(position: LinjaPosition, step: Step, options: LinjaOptions) -> LinjaPosition:
    """The position after a legal `step`. Legality is not checked."""
    if step.kind in ("pass", "stop"):
        return next_turn(position)
    met = totals(position, position.to_move)[step.target]
    moved = with_stone_moved(position, step.source, step.target)
    if step.kind == "initial":
        return settled(_after_initial(moved, step.target, met, options), options)
    return settled(_after_followup(moved, step.target, met, options), options)


def _after_initial(
    moved: LinjaPosition, target: int, met: int, options: LinjaOptions
) -> LinjaPosition:
    if target == GOAL:
        if options.goal_entry == "extra_basic":
            return replace(moved, phase="e", due=0)
        met = 1 if options.goal_entry == "one_step" else 0
    return replace(moved, phase="f", due=met) if met else next_turn(moved)


def _after_followup(
    moved: LinjaPosition, target: int, met: int, options: LinjaOptions
) -> LinjaPosition:
    earns = not met and (target < GOAL or options.goal_empty_bonus == "yes")
    if earns and moved.bonuses < options.bonus_limit:
        return replace(moved, phase="e", due=0, bonuses=moved.bonuses + 1)
    return next_turn(moved)


def settled(position: LinjaPosition, options: LinjaOptions) -> LinjaPosition:
    """`position`, or the next turn if what is due in it cannot be done.

    With ``blocked_followup=lose`` a follow-up that cannot be made stays due: it has lost the game.
    """
    if position.phase == "f":
        possible = bool(followup_steps(position, options)) or followup_loses(options)
    else:
        possible = position.phase == "i" or bool(initial_steps(position, position.to_move, options))
    return position if possible else next_turn(position)


def followup_loses(options: LinjaOptions) -> bool:
    """Whether a player who cannot make a follow-up has lost. One who need not make it has not."""
    return options.blocked_followup == "lose" and options.followup == "mandatory"


def outcome(position: LinjaPosition, options: LinjaOptions) -> Outcome | None:
    """How the game ended, None while it goes on."""
    turn_begins = position.phase == "i"
    if separated(position, options) and (turn_begins or options.end_check == "immediate"):
        return _by_points(position, "separated")
    if turn_begins and not any(initial_steps(position, player, options) for player in ("w", "b")):
        return _by_points(position, "deadlock")
    if position.phase == "f" and not followup_steps(position, options):
        return Outcome(opponent(position.to_move), "blocked_followup")
    return None


def _by_points(position: LinjaPosition, reason: str) -> Outcome:
    score = points(position)
    if score.w == score.b:
        return Outcome(None, reason)
    return Outcome("w" if score.w > score.b else "b", reason)
