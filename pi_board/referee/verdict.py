"""What the ranked explanations of a settled look amount to."""

from __future__ import annotations

from dataclasses import dataclass

from pi_board.referee.hypotheses import MARGIN_NATS, Hypothesis
from pi_board.referee.settle import TOLERANCE_S, Reading

ASK_AFTER_S = 1.0  # looking longer will not tell them apart any more


@dataclass(frozen=True, slots=True)
class Wait:
    """Not settled, or not sure enough yet."""


@dataclass(frozen=True, slots=True)
class Stays:
    """The board shows the position that should stand on it."""


@dataclass(frozen=True, slots=True)
class Held:
    """A stone of this group is in somebody's hand; that explains all."""

    group: int


@dataclass(frozen=True, slots=True)
class Happened:
    """An explanation to believe. `margin`: its lead over the next one with other consequences."""

    what: Hypothesis
    margin: float | None


@dataclass(frozen=True, slots=True)
class Unclear:
    """These cannot be told apart."""

    candidates: tuple[Hypothesis, ...]


@dataclass(frozen=True, slots=True)
class Unexplained:
    """No legal continuation looks like this; `nearest` comes closest."""

    nearest: Hypothesis


Verdict = Wait | Stays | Held | Happened | Unclear | Unexplained


def judge(reading: Reading, refused: tuple[str, ...] = ()) -> Verdict:
    """The verdict on a reading. Moves beginning with `refused` (texts) are not believed."""
    if not reading.settled:
        return Wait()
    ranking = [h for h in reading.ranking if not refused or h.key[1][: len(refused)] != refused]
    best = ranking[0]
    against = set(reading.evidence.against(best.node.appearance)) - {best.lifted}
    if against:
        return Unexplained(best)
    if best.lifted is not None:
        return Held(best.lifted)
    if best.stays:
        return Stays()
    rivals = [h for h in ranking[1:] if _differs(h, best)]
    margin = rivals[0].cost - best.cost if rivals else None
    if margin is None or margin >= MARGIN_NATS:
        return Happened(best, margin)
    return _unclear(reading, best, rivals)


def _unclear(reading: Reading, best: Hypothesis, rivals: list[Hypothesis]) -> Verdict:
    """Ask when time will not tell and only moves are left to choose from."""
    if reading.held_s < ASK_AFTER_S - TOLERANCE_S:
        return Wait()
    close: list[Hypothesis] = [best]
    for rival in rivals:
        if rival.cost - best.cost >= MARGIN_NATS:
            break
        is_move = bool(rival.steps) and not reading.evidence.against(rival.node.appearance)
        if is_move and all(_differs(rival, other) for other in close):
            close.append(rival)
    return Unclear(tuple(close)) if len(close) > 1 else Wait()


def _differs(one: Hypothesis, other: Hypothesis) -> bool:
    """Whether two explanations have different consequences for the game."""
    if (one.undo, one.lifted) != (other.undo, other.lifted):
        return True
    return bool(one.node.position != other.node.position)
