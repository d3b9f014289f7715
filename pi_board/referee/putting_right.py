"""A board that is being put right, stone by stone: what is still wrong may look like moves."""

from __future__ import annotations

from collections.abc import Set

from pi_board.referee.continuations import Node
from pi_board.referee.differences import balance, differences
from pi_board.referee.evidence import Evidence
from pi_board.referee.hypothesis import Hypothesis
from pi_board.referee.phases import Choosing, Correcting
from pi_board.referee.settle import Hypotheses
from pi_board.referee.verdict import VANISHED_S, Happened, Unclear, Verdict, Wait
from pi_board.referee.watch import Watch

SWEPT = 2  # stones or tiles out of place at once that no single mistake explains


def swept_off(node: Node, evidence: Evidence) -> frozenset[int]:
    """The wrong groups of a board that no single mistake explains, if so much is out of place, on
    more than one of them, that somebody's sleeve went over it.
    """
    found = differences(evidence, node)
    change = balance(node.layout, found)
    displaced = max(len(change.missing), len(change.extra)) + len(change.turned)
    is_swept = displaced >= SWEPT and len(found) > 1
    return frozenset(one.group for one in found) if is_swept else frozenset()


def is_left_over(watch: Watch, groups: Set[int]) -> bool:
    """Whether what is amiss in `groups` is what is left of stones that were swept off their places:
    no hand has touched another place since then.
    """
    return bool(watch.swept) and groups <= watch.swept


def while_put_right(
    state: Correcting | Choosing, hypotheses: Hypotheses, verdict: Verdict
) -> Verdict:
    """The verdict on a board that is being put right. What may be left over of a sweep, or looks
    like several moves, is asked about if it lasts, and touches tell nothing there. What was aimed
    at and a position of several moves before are no leavings, and an eye that tells colours is
    believed about what one player does in a turn.
    """
    if not isinstance(verdict, Happened):
        return verdict
    what = verdict.what
    aimed_at = state.aim is not None and what.node.position == state.aim.node.position
    meant = aimed_at or (what.undo > 1 and not what.steps)
    if meant or not is_left_over(state.watch, set(hypotheses.changed_by(what))):
        one = len(what.steps) < 2
        if one or (not hypotheses.evidence.colour_blind() and _of_one_player(hypotheses, what)):
            return verdict
    return Unclear((what,)) if hypotheses.explained_s >= VANISHED_S else Wait()


def _of_one_player(hypotheses: Hypotheses, what: Hypothesis) -> bool:
    """Whether whoever is to move makes all the moves of an explanation, which takes none back."""
    mover = hypotheses.standing.to_move
    return all(step.node.to_move == mover for step in what.steps[:-1])
