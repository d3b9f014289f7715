"""Moves that nothing shows: white stones on tiles that are burnt out, say.

Where a stone may stand or not for all that is seen, it may as well have moved there. On squares and
tiles only: of rows that hold several stones the rules know moves that do not show. A sensor that
never tells stones apart, or how tiles lie, is not blind by glare; what it feels says more.
"""

from __future__ import annotations

from pi_board.core.layout import Surface
from pi_board.referee.continuations import Node, Step
from pi_board.referee.evidence import DOUBT_NATS, Evidence

MOST_UNSEEN = 3  # so many are worth asking about


def unseen_steps(node: Node, evidence: Evidence) -> tuple[Step, ...]:
    """The legal moves that no group contradicts, nor that it stands as it did, the likeliest first;
    at most `MOST_UNSEEN`.
    """
    if node.layout.surface not in (Surface.SQUARES, Surface.TILES):
        return ()
    if evidence.colour_blind() or evidence.turns_unseen():
        return ()
    now = evidence.by_group(node.appearance)
    blind = {
        group
        for group, (cost, costs) in enumerate(zip(now, evidence.costs, strict=True))
        if cost < DOUBT_NATS and sum(other < cost + DOUBT_NATS for other in costs.values()) > 1
    }
    if not blind:
        return ()
    found = []
    for step in node.steps_touching(blind):
        new = step.node.appearance
        more = [evidence.cost(group, new[group]) - now[group] for group in step.changed]
        if blind.issuperset(step.changed) and max(more, default=DOUBT_NATS) < DOUBT_NATS:
            found.append((sum(more), step.text, step))
    return tuple([step for _, _, step in sorted(found, key=lambda one: one[:2])[:MOST_UNSEEN]])
