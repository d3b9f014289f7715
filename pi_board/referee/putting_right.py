"""A board that is being put right, stone by stone: what is still wrong may look like moves."""

from __future__ import annotations

from collections.abc import Set

from pi_board.referee.hypothesis import Hypothesis
from pi_board.referee.phases import Choosing, Correcting
from pi_board.referee.settle import Hypotheses, Watch
from pi_board.referee.verdict import VANISHED_S, Happened, Unclear, Verdict, Wait

SWEPT = 4  # groups complained of that no single mistake leaves behind: two stones were displaced


def is_left_over(watch: Watch, groups: Set[int]) -> bool:
    """Whether what is amiss in `groups` is what is left of stones that were swept off their places:
    no hand has touched another place since then.
    """
    return len(watch.idle) >= SWEPT and groups <= watch.idle


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
    movers = {h.node.to_move for h in hypotheses.ranking if h.stays}
    movers.update(step.node.to_move for step in what.steps[:-1])
    return len(movers) == 1
