"""Stones that are gone: in a hand, or beside the board or off it, as they would be after a move."""

from __future__ import annotations

from pi_board.core.layout import Surface
from pi_board.referee.hypothesis import Hypothesis
from pi_board.referee.plausible import differs, explains
from pi_board.referee.ranking import MARGIN_NATS, STRANGE_NATS
from pi_board.referee.settle import Hypotheses
from pi_board.referee.verdict import Happened, Unclear, Verdict, Wait

VANISHED_S = 3.0  # a stone that is off the board for so long is in nobody's hand
CAPTURED_S = 4.0  # the same where it may stand on a square where it captured


def unless_held(hypotheses: Hypotheses, best: Hypothesis, margin: float | None) -> Verdict:
    """That `best` has happened. Where eyes see no more of it than that a stone is gone from a board
    with holes, beside which it may lie, it may be in the hand: a small move that goes on with the
    game is believed at once, and changed if the stone comes down elsewhere, but several small moves
    and the end of the game have to wait. Moves that are taken back show more.
    """
    evidence, after = hypotheses.evidence, best.node
    seen_whole = evidence.colour_blind() or after.layout.surface is not Surface.HOLES or best.undo
    if seen_whole or hypotheses.explained_s >= VANISHED_S:
        return Happened(best, margin)
    before = best.way_from(hypotheses.standing)[:-1]
    gone = [evidence.one_lifted(node.appearance) is not None for node in before]
    several = len(gone) > 1 and gone[0]
    ends = any(gone) and after.game.outcome(after.position) is not None
    return Wait() if several or ends else Happened(best, margin)


def vanished(hypotheses: Hypotheses, ranking: list[Hypothesis]) -> Verdict | None:
    """A move that takes a stone off (beside a full row, off the board) looks the same as a stone in
    the hand; after a while it is the move, or asked about if the touches contradict it.
    """
    holding = next((h for h in ranking if h.lifted is not None and not h.steps), None)
    if holding is None:
        return None
    close = [h for h in ranking if abs(h.cost - holding.cost) < MARGIN_NATS]
    move = next((h for h in close if _takes_off(hypotheses, h, holding)), None)
    if move is None:
        return None
    rivals = [h for h in ranking if h.lifted is None and differs(h, move)]
    if rivals and rivals[0].cost - move.cost < MARGIN_NATS:
        return None
    if hypotheses.explained_s < VANISHED_S:
        return Wait()
    return Unclear((move,)) if move.felt > STRANGE_NATS else Happened(move, None)


def long_gone(
    hypotheses: Hypotheses, best: Hypothesis, ranking: list[Hypothesis]
) -> Verdict | None:
    """A stone that seems to be in the hand for so long may rather have captured, of which little
    was felt; one of Linja may lie beside the board, after a move or a move taken back.
    """
    if hypotheses.explained_s < VANISHED_S:
        return None
    late = hypotheses.explained_s >= CAPTURED_S
    others = [h for h in ranking if h.lifted is None and not h.stays and explains(hypotheses, h)]
    near = [h for h in others if h.cost - best.cost < MARGIN_NATS]
    if not best.steps and any(h.undo for h in near):
        return Unclear(tuple(near))
    onward = [h for h in (others if late and best.steps else near) if _goes_on(best, h)]
    asked = (*(onward if late or best.steps else ()), *(h for h in near if late and h.undo))
    return Unclear(asked) if asked else None


def _goes_on(before: Hypothesis, after: Hypothesis) -> bool:
    """Whether `after` is one move more than `before`."""
    undo, texts, _ = before.key
    return after.undo == undo and after.key[1][:-1] == texts and bool(after.steps)


def _takes_off(hypotheses: Hypotheses, move: Hypothesis, holding: Hypothesis) -> bool:
    """Whether all that can be seen of a single move is that the stone of `holding` is gone."""
    if len(move.steps) != 1 or move.undo or move.lifted is not None or move.felt > holding.felt:
        return False
    (step,) = move.steps
    others = [group for group in step.changed if group != holding.lifted]
    told = hypotheses.evidence.unlike(others, holding.node.appearance)
    return holding.lifted in step.changed and not told
