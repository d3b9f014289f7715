"""Stones that went to other holes of their rows, which no move does: a sleeve rather than a hand
was over the board.

Only where a row has holes, and by an eye that tells colours: between sticks stones lie loosely, and
reeds do not tell which stone stands where.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pi_board.core.layout import Surface
from pi_board.referee.continuations import Node
from pi_board.referee.evidence import DOUBT_NATS, Evidence
from pi_board.referee.hypothesis import Hypothesis
from pi_board.referee.in_between import parted, stood
from pi_board.referee.line import Line


def left_holes(now: Node, passed: tuple[Evidence, ...], evidence: Evidence) -> Counter[int]:
    """How many stones of each row have plainly left the holes in which they stood when the position
    of `now` was seen to stand; none if it was not among what has `passed`.
    """
    before = stood(now, passed)
    if before is None or now.layout.surface is not Surface.HOLES or evidence.colour_blind():
        return Counter()
    stones = before.occupied()
    return Counter(
        group
        for group, sites in enumerate(now.layout.groups)
        for site in sites
        if site in stones and parted(before.rows[site], evidence.rows[site]) > DOUBT_NATS
    )


def went_sideways(
    now: Node, passed: tuple[Evidence, ...], evidence: Evidence, moved: Iterable[int | None]
) -> int:
    """How many stones that have left their holes are still in their rows, as of `left_holes`, if
    one stone each has gone from the groups `moved` (those may have been replaced in the same hole).
    """
    gone = Counter(group for group in moved if group is not None)
    return (left_holes(now, passed, evidence) - gone).total()


def moved_by(line: Line, what: Hypothesis) -> list[int | None]:
    """The groups from which the moves of an explanation take stones, also those it takes back."""
    back = line.steps[line.plies - what.undo :]
    undone = [group for step in back for group in step.changed if group != step.origin]
    return [*(step.origin for step in what.steps), *undone]
