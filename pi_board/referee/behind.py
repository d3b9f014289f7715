"""More turns than a move and the reply to it, made while little could be seen of them: under hands
that never left the board, or while a lamp blinded the camera.

Only on squares and tiles, by an eye that tells colours: there what has changed names what moved,
and little else can have led there. People are asked, unless each position on the way was seen.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from pi_board.core.layout import Surface
from pi_board.referee.continuations import Step
from pi_board.referee.evidence import Evidence
from pi_board.referee.hypothesis import HAND_PRIOR, REPLY_PRIOR, Hypothesis
from pi_board.referee.in_between import seen_on_the_way

FEWEST_TURNS = 3
MOST_TURNS = {Surface.SQUARES: 4, Surface.TILES: 3}
# So many are worth asking about; if there are more it may have been anything. Three tiles may have
# been turned in six orders, each of which protects others of them.
MOST_WAYS = {Surface.SQUARES: 4, Surface.TILES: 6}
MOST_STEPS = 2000  # looked at for so many turns, which bounds the time
# Squares that a move changes, and tiles at most, unless several stones leave the board: orders in
# which such a turn is not the first are not found, so that the right one may be missing.
CHANGED = 2
# At least so many more squares than turns have changed, unless stones moved twice and captured:
# fewer tell rather of a move that is not legal, which a detour might explain as well. Of 477 random
# sequences that are rightly asked about none has changed fewer; of 599 boards at a clumsy table
# that nothing else explained as many as 21 would be asked about if three squares were enough, and
# of 518 after a legal move and one that is not 21, instead of 5, if four were for four turns.
# A tile may be turned by itself; a single mistake changes fewer than three.
MORE_CHANGED = {Surface.SQUARES: 1, Surface.TILES: 0}


def turns_behind(
    stay: Hypothesis, evidence: Evidence, passed: tuple[Evidence, ...]
) -> list[Hypothesis]:
    """All ways in which the fewest turns lead from the position that should stand to what is seen;
    none if there are too many. `passed`: what the board showed in between.
    """
    surface = evidence.layout.surface
    if surface not in MOST_TURNS or evidence.colour_blind():
        return []
    changed = len(evidence.against(stay.node.appearance))
    most = min(MOST_TURNS[surface], changed - MORE_CHANGED[surface])
    for turns in range(max(FEWEST_TURNS, ceil(changed / CHANGED)), most + 1):
        ways = _ways(stay, evidence, turns)
        if ways is None or len(ways) > MOST_WAYS[surface]:
            return []
        if ways:
            return [_explained(stay, way, evidence, passed) for way in ways]
    return []


def _ways(stay: Hypothesis, evidence: Evidence, turns: int) -> list[tuple[Step, ...]] | None:
    """All sequences of so many legal moves that leave nothing wrong, each move touching something
    that is; None if there are too many to look at.
    """
    level: list[tuple[Step, ...]] = [()]
    looked_at = 0
    for left in reversed(range(turns)):
        grown: list[tuple[Step, ...]] = []
        for way in level:
            node = way[-1].node if way else stay.node
            steps = node.steps_touching(set(evidence.against(node.appearance)))
            looked_at += len(steps)
            if looked_at > MOST_STEPS:
                return None
            nearer = (
                step
                for step in steps
                if len(evidence.against(step.node.appearance)) <= CHANGED * left
            )
            grown.extend((*way, step) for step in nearer)
        level = grown
    return level


def _explained(
    stay: Hypothesis, way: tuple[Step, ...], evidence: Evidence, passed: tuple[Evidence, ...]
) -> Hypothesis:
    end = way[-1].node
    prior = HAND_PRIOR + REPLY_PRIOR * (len(way) - 1)
    cost = evidence.weighed(end.appearance) + prior
    found = Hypothesis(0, way, end, cost)
    return replace(found, asked=not seen_on_the_way(stay, found, passed))
