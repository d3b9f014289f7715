"""One explanation of what happened on the board, what else is known when explanations are compared,
and what speaks for or against them before anything is seen. All costs are in nats.
"""

from __future__ import annotations

from dataclasses import dataclass

from pi_board.core.layout import Look, Surface
from pi_board.referee.continuations import Node, Step
from pi_board.referee.evidence import Evidence

HAND_PRIOR = 2.0  # a move although nothing is known to have happened but a hand over the board
NO_HAND_PRIOR = 9.0  # a move although a reader that sees hands saw none
UNSEEN_PRIOR = 2.0  # a move that nothing shows, though somebody was at the board and had left it
REPLY_PRIOR = 12.0  # the opponent has answered before the board settled
SAME_TURN_PRIOR = 6.0  # one more small move of the same player before the board settled
FEW_STEPS = 12  # so few moves are all tried
MANY = 3  # moves at once or more
HELD_PRIOR_A_S = 2.0  # a stone is in the hand, for each second that it would have been there
HELD_PRIOR = 4.0  # and at most
EQUAL_COST_NATS = 1e-6  # explanations that look the same, but for rounding


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One explanation. `lifted`: a stone of that group is in somebody's hand · `asked`: however
    well it fits, people are asked: its first move is one that nothing shows, or what the board
    showed in between contradicts it · `shown`: the board showed every position on its way.
    """

    undo: int
    steps: tuple[Step, ...]
    node: Node
    cost: float
    lifted: int | None = None
    bare: frozenset[Look] = frozenset()  # what the group then shows
    felt: float = 0.0  # the share of the cost that the touches make up
    asked: bool = False
    shown: bool = False

    def misfit(self, evidence: Evidence) -> float:
        """How badly one look at the board agrees with this."""
        looks = self.node.appearance
        total = evidence.total(looks)
        if self.lifted is None:
            return total
        change = evidence.cost(self.lifted, self.bare) - evidence.cost(
            self.lifted, looks[self.lifted]
        )
        return total + change

    def fits(self, evidence: Evidence) -> bool:
        """Whether no group contradicts this but the one whose stone is `lifted`."""
        return not set(evidence.against(self.node.appearance)) - {self.lifted}

    def way_from(self, standing: Node) -> tuple[Node, ...]:
        """The positions from the one that should stand to where this leads."""
        return (standing, *(step.node for step in self.steps))

    @property
    def key(self) -> tuple[int, tuple[str, ...], int]:
        """What is claimed to have happened."""
        texts = tuple([step.text for step in self.steps])
        return self.undo, texts, -1 if self.lifted is None else self.lifted

    @property
    def stays(self) -> bool:
        """Whether nothing is claimed to have happened."""
        return not self.undo and not self.steps and self.lifted is None

    @property
    def own_squares(self) -> list[set[int]]:
        """The groups that each of the moves was the last to change."""
        changed = [set(step.changed) for step in self.steps]
        return [own.difference(*changed[n:]) for n, own in enumerate(changed, 1)]

    @property
    def replied_to(self) -> set[int]:
        """The squares that only moves changed to which the other player has replied: there each
        move is a turn.
        """
        on_squares = self.node.layout.surface is Surface.SQUARES
        return set().union(*self.own_squares[:-1]) if on_squares else set()


def one_move(step: Step, cost: float = 0.0) -> Hypothesis:
    """That this move was made and nothing else."""
    return Hypothesis(0, (step,), step.node, cost)


def move_texts(what: Hypothesis) -> str:
    """An explanation as `choose` names it: its moves, ``take_back 2``, or one after the other. A
    move made instead of the last one is named alone where it cannot be the opponent's.
    """
    plain = not what.asked or what.node.layout.surface is Surface.SQUARES
    alone = what.undo == len(what.steps) == 1 and plain
    back = (f"take_back {what.undo}",) if what.undo and not alone else ()
    return " ".join([*back, *(step.text for step in what.steps)])


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What else is known.

    `hand`: one was over the board · `felt`: what the reeds felt (None: there are none) ·
    `held_s`: how long the board has been still; a stone is not held in the hand for ever ·
    `idle`: groups that were being put right · `empty`: groups without stones · `passed`: what the
    board showed in between, before the hand came again · `glimpsed`: that, and what was seen beside
    a hand that rested there · `visited`: somebody may have made a move
    that nothing shows · `came`: the sites to which stones came with the last move; None if that is
    not known.
    """

    hand: bool
    felt: tuple[int, ...] | None
    held_s: float
    idle: frozenset[int]
    empty: frozenset[int]
    passed: tuple[Evidence, ...]
    glimpsed: tuple[Evidence, ...]
    visited: bool
    came: frozenset[int] | None

    @property
    def patience(self) -> float:
        """The prior of a stone still in the hand."""
        return min(self.held_s * HELD_PRIOR_A_S, HELD_PRIOR)
