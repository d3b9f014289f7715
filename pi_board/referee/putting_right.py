"""A board that is being put right, stone by stone: what is still wrong may look like moves."""

from __future__ import annotations

from collections.abc import Set

from pi_board.referee.continuations import Node
from pi_board.referee.differences import balance, differences
from pi_board.referee.evidence import Evidence
from pi_board.referee.gone import VANISHED_S
from pi_board.referee.hypothesis import Hypothesis
from pi_board.referee.in_between import stood
from pi_board.referee.judging import ASK_AFTER_S
from pi_board.referee.phases import Choosing, Correcting, Playing
from pi_board.referee.ranking import hardly_seen
from pi_board.referee.settle import Hypotheses
from pi_board.referee.sideways import left_holes, moved_by, went_sideways
from pi_board.referee.verdict import Happened, Unclear, Verdict, Wait
from pi_board.referee.watch import Watch

SWEPT = 2  # stones or tiles out of place at once that no single mistake explains


def swept_off(node: Node, evidence: Evidence, passed: tuple[Evidence, ...]) -> frozenset[int]:
    """The wrong groups of a board that no single mistake explains, if so much is out of place, on
    more than one of them, that somebody's sleeve went over it; also rows in which stones went to
    other holes since the position was seen to stand, among what has `passed`.
    """
    found = differences(evidence, node)
    change, left = balance(node.layout, found), left_holes(node, passed, evidence)
    displaced = max(len(change.missing), len(change.extra), left.total()) + len(change.turned)
    groups = frozenset([one.group for one in found]) | left.keys()
    return groups if displaced >= SWEPT and len(groups) > 1 else frozenset()


def is_left_over(watch: Watch, groups: Set[int]) -> bool:
    """Whether what is amiss in `groups` is what is left of stones that were swept off their places:
    no hand has touched another place since then.
    """
    return bool(watch.swept) and groups <= watch.swept


def amid_others(state: Playing | Choosing, hypotheses: Hypotheses, verdict: Verdict) -> Verdict:
    """The verdict on a board on which nothing was amiss. Moves amid stones that went sideways are
    asked about, but for one move and one stone: somebody may have straightened that.
    """
    if not isinstance(verdict, Happened):
        return verdict
    moved = moved_by(state.line, verdict.what)
    strays = went_sideways(state.line.now, state.watch.passed, hypotheses.evidence, moved)
    if not strays or strays + len(moved) <= SWEPT:
        return verdict
    return Unclear((verdict.what,)) if hypotheses.explained_s >= ASK_AFTER_S else Wait()


def while_put_right(
    state: Correcting | Choosing, hypotheses: Hypotheses, verdict: Verdict
) -> Verdict:
    """The verdict on a board that is being put right. What may be left over of a sweep, or looks
    like several moves, is asked about if it lasts, and touches tell nothing there. What was aimed
    at and a position of several moves before are no leavings, and an eye that tells colours is
    believed about what one player does in a turn, and what bears out a stone that went beside.
    """
    if not isinstance(verdict, Happened):
        return verdict
    what = verdict.what
    aimed_at = state.aim is not None and what.node.position == state.aim.node.position
    meant = aimed_at or (what.undo > 1 and not what.steps)
    if meant or not is_left_over(state.watch, set(hypotheses.changed_by(what))):
        followed = _of_one_player(hypotheses, what) or _is_borne_out(state, what)
        told = not hypotheses.evidence.colour_blind() and followed
        in_hand = not meant and hardly_seen(hypotheses.standing, what, hypotheses.evidence)
        if (told or len(what.steps) < 2) and not in_hand:
            return verdict
    return Unclear((what,)) if hypotheses.explained_s >= VANISHED_S else Wait()


def _is_borne_out(state: Correcting | Choosing, what: Hypothesis) -> bool:
    """Whether play has gone on, since a game was gone on with, from a board that showed just that a
    stone had left a row to go beside another one, and nothing was complained of: it is in no hand.
    """
    if not isinstance(state, Correcting) or not state.resumed or state.said or what.undo:
        return False
    return any(
        step.goes_beside and stood(step.node, state.watch.passed) is not None
        for step in what.steps[:-1]
    )


def _of_one_player(hypotheses: Hypotheses, what: Hypothesis) -> bool:
    """Whether whoever is to move makes all the moves of an explanation, which takes none back."""
    mover = hypotheses.standing.to_move
    return all(step.node.to_move == mover for step in what.steps[:-1])
