"""Moves of which the board shows all but the colour of the stones that were moved."""

from __future__ import annotations

from pi_board.core.game import PLAYERS
from pi_board.core.layout import Appearance, Look, Surface
from pi_board.referee.evidence import DOUBT_NATS, FIT_NATS, Evidence
from pi_board.referee.hypothesis import MANY, Hypothesis


def in_other_colour(evidence: Evidence, before: Appearance, what: Hypothesis) -> bool:
    """Whether nothing speaks against a move on squares (or that and the reply) but that stones that
    came look like the other player's, on squares that looked otherwise `before`: a lamp is mirrored
    in a dark one, or one of Othello's was put down with its other side up. No stone comes from
    nowhere while one of the mover's goes there.
    """
    if evidence.layout.surface is not Surface.SQUARES or evidence.colour_blind():
        return False
    if what.undo or what.lifted is not None or not 0 < len(what.steps) < MANY:
        return False
    after = what.node.appearance
    against = evidence.against(after)
    changed = all(evidence.cost(square, before[square]) > DOUBT_NATS for square in against)
    return bool(against) and changed and all(_recoloured(evidence, s, after[s]) for s in against)


def _recoloured(evidence: Evidence, square: int, expected: frozenset[Look]) -> bool:
    """Whether a square on which a stone is `expected` plainly shows one of the other player's."""
    stones = [frozenset({(evidence.layout.label(player),)}) for player in PLAYERS]
    others = [stone for stone in stones if stone != expected]
    return len(others) == 1 and evidence.cost(square, others[0]) <= FIT_NATS
