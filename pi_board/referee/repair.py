"""How to put a disturbed board right, one step at a time, for whoever says or shows it.

Stones that are missing are paired with stones of the same colour that are too many, so that they
travel the shortest way in all (the assignment problem, solved by munkres); what is left over is put
on or taken off; turned tiles are turned back. Stones too many that may be either player's, for all
that is seen, are not said to go anywhere: they are taken off, and people who see the colours put on
what is missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import dist

from munkres import Munkres

from pi_board.core.game import PLAYERS, Player
from pi_board.core.layout import Layout
from pi_board.core.message import Message, counted, message
from pi_board.referee.continuations import Node
from pi_board.referee.differences import Balance, Stray, balance_of, place
from pi_board.referee.evidence import DOUBT_NATS, Evidence
from pi_board.referee.words import stone


@dataclass(frozen=True, slots=True)
class Carry:
    """A stone of `player` goes from one group to another; a place that is None lies beside the
    board, and one of both is on it.

    `either`: it may be a stone of the other player's just as well.
    """

    player: Player
    start: int | None
    end: int | None
    either: bool = False

    @property
    def groups(self) -> frozenset[int]:
        """The groups that this concerns."""
        return frozenset(group for group in (self.start, self.end) if group is not None)


@dataclass(frozen=True, slots=True)
class TurnBack:
    """The tile of a group is turned clockwise by so many quarters (1 to 3)."""

    group: int
    quarters: int

    @property
    def groups(self) -> frozenset[int]:
        """The group that this concerns."""
        return frozenset((self.group,))


Repair = TurnBack | Carry


@dataclass(frozen=True, slots=True)
class Aim:
    """The position a board is brought to. Wrong are the groups that contradict it by more than
    `limit_nats`.
    """

    node: Node
    limit_nats: float = DOUBT_NATS


def repairs(evidence: Evidence, aim: Aim) -> tuple[Repair, ...]:
    """Everything to do until the board shows what it should, in order."""
    return repairs_of(aim.node.layout, balance_of(evidence, aim.node, aim.limit_nats))


def repairs_of(layout: Layout, wrong: Balance) -> tuple[Repair, ...]:
    """Everything to do, in order: turn tiles back, take off, move, put on."""
    moves: list[Carry] = []
    off: list[Carry] = []
    on: list[Carry] = []
    apart = _not_told_apart(wrong)
    for player in PLAYERS:
        missing = [stray for stray in wrong.missing if stray.player == player]
        extra = [stray for stray in wrong.extra if stray.player == player]
        for here, there in () if apart else _pairs(layout, extra, missing):
            either = here.group in wrong.guessed and there.group in wrong.either
            moves.append(Carry(player, here.group, there.group, either))
            extra.remove(here)
            missing.remove(there)
        off.extend(
            Carry(player, stray.group, None, stray.group in wrong.guessed) for stray in extra
        )
        on.extend(
            Carry(player, None, stray.group, stray.group in wrong.either) for stray in missing
        )
    turns = [TurnBack(group, 4 - quarters) for group, quarters in wrong.turned]
    return (*turns, *off, *moves, *on)


def _not_told_apart(wrong: Balance) -> bool:
    """Whether it is a guess which of the stones that are too many is missing where: one that has
    come is the one that has gone, but of several they may be both players'.
    """
    extra, missing = wrong.extra, wrong.missing
    if not any(stray.group in wrong.guessed for stray in extra) or not missing:
        return False
    if len(extra) == len(missing) == 1:
        return False
    owners = {stray.player for stray in missing}
    unknown = any(stray.group in wrong.either for stray in missing)
    return len(owners) > 1 or unknown or len(extra) > len(missing)


def _pairs(layout: Layout, extra: list[Stray], missing: list[Stray]) -> list[tuple[Stray, Stray]]:
    if not extra or not missing:
        return []
    costs = [[_distance(layout, one.group, other.group) for other in missing] for one in extra]
    return [(extra[i], missing[j]) for i, j in Munkres().compute(costs)]


def _distance(layout: Layout, one: int, other: int) -> float:
    """Distance between two groups in sites."""
    return dist(_point(layout, one), _point(layout, other))


def _point(layout: Layout, group: int) -> tuple[int, int]:
    if layout.surface.has_rows:
        return 0, group
    return group % layout.columns, group // layout.columns


def repair_text(layout: Layout, step: Repair) -> Message:
    """What to do, as part of a sentence."""
    if isinstance(step, TurnBack):
        return counted(
            "turn the tile {site} clockwise by a quarter",
            "turn the tile {site} clockwise by {count} quarters",
            step.quarters,
            site=place(layout, step.group),
        )
    if step.end is None:
        assert step.start is not None, "one end is on the board"
        if step.either:
            return message("take the stone off {site}", site=place(layout, step.start))
        return message(
            "take {stone} off {site}", stone=stone(step.player), site=place(layout, step.start)
        )
    end = place(layout, step.end)
    if step.start is not None:
        start = place(layout, step.start)
        if step.either:
            return message("move the stone from {start} to {end}", start=start, end=end)
        return message(
            "move {stone} from {start} to {end}",
            stone=stone(step.player),
            start=start,
            end=end,
        )
    if step.either:
        return message("put the missing stone back on {site}", site=end)
    return message("put {stone} on {site}", stone=stone(step.player), site=end)
