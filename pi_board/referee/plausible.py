"""Which explanations leave nothing open, and when two of them are different."""

from __future__ import annotations

from pi_board.referee.hypothesis import MANY, Hypothesis
from pi_board.referee.settle import Hypotheses
from pi_board.referee.touching import MISSED

ABSURD_NATS = 15.0  # touches so different that the explanation is none
ABSURD_SEVERAL_NATS = (ABSURD_NATS, 8.0, 2 * MISSED)  # the same for 1, 2 or many moves


def explains(hypotheses: Hypotheses, what: Hypothesis) -> bool:
    """Whether an explanation leaves nothing open: every site agrees, and what was felt is not
    altogether different.
    """
    if hypotheses.evidence.colour_blind() and _absurd(what):
        return False
    return what.fits(hypotheses.evidence)


def believable(hypotheses: Hypotheses, refused: tuple[str, ...]) -> list[Hypothesis]:
    """The explanations, best first, without those that begin with the moves `refused`.

    Those that the touches contradict altogether come last.
    """
    likely = [h for h in hypotheses.ranking if not refused or h.key[1][: len(refused)] != refused]
    if not hypotheses.evidence.colour_blind():
        return likely
    return sorted(likely, key=_absurd)


def _absurd(what: Hypothesis) -> bool:
    """Whether the touches are so different from what a hand does for this that it is none. Many
    moves of which few were felt explain whatever there is to see.
    """
    return what.felt > ABSURD_SEVERAL_NATS[max(1, min(len(what.steps), MANY)) - 1]


def differs(one: Hypothesis, other: Hypothesis) -> bool:
    """Whether two explanations have different consequences for the game, or are other moves: a
    record that says what was not played is wrong, though it leads to the same. In which order they
    were made counts where each of them is a turn.
    """
    if (one.undo, one.lifted) != (other.undo, other.lifted):
        return True
    if one.node.position != other.node.position:
        return True
    moved, others = ([step.changed for step in h.steps] for h in (one, other))
    if one.node.layout.surface.has_rows:
        return sorted(moved) != sorted(others)
    return moved != others
