"""Explanations that take moves back: a stone slid on to another place or a tile turned further, an
earlier position restored, a position on another way to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pi_board.referee.continuations import Node, Step
from pi_board.referee.evidence import Evidence
from pi_board.referee.hypothesis import (
    FEW_STEPS,
    HAND_PRIOR,
    NO_HAND_PRIOR,
    REPLY_PRIOR,
    SAME_TURN_PRIOR,
    Circumstances,
    Hypothesis,
)
from pi_board.referee.line import Line

REVISED_PRIOR = 4.0  # the last move was changed: a stone slid on
BACK_PRIOR = 4.0  # an earlier position was restored, which no single move explains
MOST_BACK = 4  # moves taken back under one hand, before which another one is looked for
ONE_DEED = 2  # groups that a single mistake changes at most: that is no move taken back


def revisions(line: Line, evidence: Evidence, known: Circumstances) -> Iterator[Hypothesis]:
    """The stone that moved last has gone on to another square it could have moved to; of a tile see
    `turned_on`.
    """
    if line.steps and not line.steps[-1].turns_tile:
        yield from _changed(line, evidence, known)


def turned_on(line: Line, evidence: Evidence, known: Circumstances) -> Iterator[Hypothesis]:
    """Whoever turned a tile last has turned it further, where the board shows that. The opponent
    may just as well have done it, who may: it is asked about.
    """
    if line.steps and line.steps[-1].turns_tile:
        for changed in _changed(line, evidence, known):
            if not evidence.against(changed.node.appearance):
                yield replace(changed, asked=True)


def is_turned_on(line: Line, what: Hypothesis) -> bool:
    """Whether all that an explanation says is that the tile turned last was turned further."""
    if what.undo != 1 or len(what.steps) != 1:
        return False
    return what.steps[0].turns_tile and what.steps[0].origin == line.steps[-1].origin


def _changed(line: Line, evidence: Evidence, known: Circumstances) -> Iterator[Hypothesis]:
    prior = REVISED_PRIOR + (HAND_PRIOR if known.hand else NO_HAND_PRIOR)
    for step in made_otherwise(line):
        cost = evidence.weighed(step.node.appearance) + prior
        yield Hypothesis(1, (step,), step.node, cost)


def made_otherwise(line: Line) -> list[Step]:
    """The other moves of the stone that moved last, or the other turns of the tile."""
    last, start = line.steps[-1], line.steps[-1].origin
    return [
        step
        for step in (line.nodes[-2].steps_touching({start}) if start is not None else ())
        if step.text != last.text and (step.origin, step.turns_tile) == (start, last.turns_tile)
    ]


def turned_again(line: Line, what: Hypothesis) -> Iterator[Hypothesis]:
    """The moves of `what`, the first of which turned the tile that was turned last; but whoever
    turned it then has done that too: has turned it back and made another move, or turned it
    further.
    """
    if not line.steps or not line.steps[-1].turns_tile:
        return
    (first, *more), last = what.steps, line.steps[-1]
    if not first.turns_tile or first.origin != last.origin:
        return
    for begun in ((), *((step,) for step in made_otherwise(line))):
        node = begun[0].node if begun else line.nodes[-2]
        steps = _replayed(node, more) if node.appearance == first.node.appearance else ()
        if steps and steps[-1].node.appearance == what.node.appearance:
            yield Hypothesis(1, (*begun, *steps), steps[-1].node, what.cost, asked=True)


def _replayed(node: Node, steps: list[Step]) -> tuple[Step, ...]:
    """The same moves made from another position; none if they may not all be made there."""
    found: list[Step] = []
    for step in steps:
        same = node.steps_named(step.text)
        if not same:
            return ()
        found, node = found + same, same[0].node
    return tuple(found)


def changed_and_replied(line: Line, evidence: Evidence, cost: float) -> Iterator[Hypothesis]:
    """A stone was slid on or a tile turned further, and the other player has replied to that under
    the same hand.
    """
    for step in made_otherwise(line) if line.steps else ():
        for reply in step.node.steps_touching(set(evidence.against(step.node.appearance))):
            if not evidence.against(reply.node.appearance):
                yield Hypothesis(1, (step, reply), reply.node, cost, asked=True)


def take_backs(line: Line, evidence: Evidence, most_plies: int) -> Iterator[Hypothesis]:
    """Earlier positions that the board shows exactly, by so many moves at the most."""
    for plies in range(1, min(most_plies, line.plies) + 1):
        then = line.nodes[-1 - plies]
        if not evidence.against(then.appearance):
            cost = evidence.weighed(then.appearance) + BACK_PRIOR
            yield Hypothesis(plies, (), then, cost)


def put_back(line: Line, evidence: Evidence, known: Circumstances) -> Iterator[Hypothesis]:
    """The last move taken back, which looks like a move of the other player's: the tile that was
    turned is turned back, or a stone of Linja, whose colour is not seen, has gone the other way.
    """
    if known.came and known.came <= evidence.occupied():
        return  # the stone that came last is still there
    yield from take_backs(line, evidence, 1)


def others_instead(line: Line, evidence: Evidence) -> Iterator[Hypothesis]:
    """The last move was taken back and another one made under the same hand: it is asked about. A
    tile that was just turned further is none of these: the opponent may have done that, who may
    not.
    """
    if not line.steps or line.steps[-1].accepted:
        return
    last, before = line.steps[-1], line.nodes[-2]
    for step in before.steps_touching(set(evidence.against(before.appearance))):
        further = step.changed == last.changed
        if not further and not evidence.against(step.node.appearance):
            cost = evidence.weighed(step.node.appearance)
            yield Hypothesis(1, (step,), step.node, cost + BACK_PRIOR + SAME_TURN_PRIOR, asked=True)


def others_before(line: Line, evidence: Evidence) -> Iterator[Hypothesis]:
    """Several moves were taken back, or others made instead, under the same hand: it is asked
    about. It costs as much as so many turns on from here, which may look the same.
    """
    if evidence.colour_blind() or len(evidence.against(line.now.appearance)) <= ONE_DEED:
        return
    for plies in range(1, min(MOST_BACK, line.plies) + 1):
        first = line.steps[-plies]
        if first.accepted:
            return
        own_turn = len({node.to_move for node in line.nodes[-1 - plies : -1]}) == 1
        for steps in _one_or_two_moves(line.nodes[-1 - plies], evidence, 2 if own_turn else 1):
            node, several = steps[-1].node, plies + len(steps) > 2
            if several and steps[0].text != first.text and not evidence.against(node.appearance):
                prior = HAND_PRIOR + REPLY_PRIOR * plies + SAME_TURN_PRIOR * (len(steps) - 1)
                cost = evidence.weighed(node.appearance) + prior
                yield Hypothesis(plies, steps, node, cost, asked=True)


def _one_or_two_moves(then: Node, evidence: Evidence, most: int) -> Iterator[tuple[Step, ...]]:
    """One move, or two small ones of a turn if `most` is 2, that begin at what `evidence` shows
    otherwise.
    """
    for step in then.steps_touching(set(evidence.against(then.appearance))):
        yield (step,)
        if most > 1 and step.node.to_move == then.to_move:
            wrong = set(evidence.against(step.node.appearance))
            yield from ((step, more) for more in step.node.steps_touching(wrong))


def by_another_way(line: Line, evidence: Evidence) -> Iterator[Hypothesis]:
    """Positions that came up, but were not recorded: moves done in one go may have been made in
    another order than they were written down, and the later ones taken back: one fewer than here.
    """
    for plies in range(2, min(MOST_BACK + 1, line.plies) + 1):
        then, second = line.nodes[-1 - plies], line.steps[1 - plies]
        for step in _instead(then, second) if line.joined[1 - plies] else ():
            if not evidence.against(step.node.appearance):
                cost = evidence.weighed(step.node.appearance)
                yield Hypothesis(plies, (step,), step.node, cost + BACK_PRIOR + SAME_TURN_PRIOR)


def _instead(then: Node, second: Step) -> list[Step]:
    """What may have been done first of a turn, or of a move and its reply, of which `second` was
    written down as the second.
    """
    if len(then.moves) <= FEW_STEPS:
        return list(then.steps)
    return then.steps_named(second.text)
