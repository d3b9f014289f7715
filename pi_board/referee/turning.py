"""What reeds feel and nothing shows, above all in Connex'oh: nobody sees how many stones stand on a
tile, nor, where they feel stones only, which way it lies.

A tile lifted with a stone on it and put back may have been turned, and a stone may have slid from a
tile of two to a tile of one: that is asked. Of an empty tile nothing is felt, so the player names
the turn, with the same command that answers a question: ``choose c3@90``. Where a program is to
move, only what it plays can have been made.

So it is in every game with a capture that is changed into another one of the same stone: stones
stand on both squares, before and afterwards.
"""

from __future__ import annotations

from itertools import permutations

from pi_board.core.events import Choose
from pi_board.referee.accepting import Advanced, Stamp, accept
from pi_board.referee.continuations import Node, Step
from pi_board.referee.evidence import Evidence
from pi_board.referee.hypothesis import Hypothesis, move_texts, one_move
from pi_board.referee.instructing import may_be_made
from pi_board.referee.phases import Choosing, Playing
from pi_board.referee.returning import made_otherwise
from pi_board.referee.touching import MISSED, touch_cost
from pi_board.referee.watch import Watch, evidence_of
from pi_board.referee.words import unspaced

MOST_TILES = 3  # felt last, of which it is asked whether they were turned: each in three ways


def after_a_lift(state: Playing, at: Stamp) -> Advanced:
    """The board stands as it stood as far as can be felt; a tile that was lifted may be turned, and
    a stone that was, have slid, or have gone on from where it went last.
    """
    felt = state.watch.felt
    evidence = evidence_of(state.watch) if felt else None
    if evidence is None or not evidence.colour_blind():
        return state, ()
    now = state.line.now
    found = _slides(now, evidence, state.watch.felt_before, felt)
    if evidence.turns_unseen():
        lifted = list(dict.fromkeys(reversed(felt)))[:MOST_TILES]
        found += [step for step in now.steps if step.turns_tile and step.origin in lifted]
    made = [one_move(step) for step in found if may_be_made(state.table, state.line, step)]
    candidates = (*made, *_gone_on(state, evidence))
    if not candidates:
        return state, ()
    watch = state.watch.confirmed()
    asking = Choosing(state.table, state.line, watch, candidates, unseen=True)
    return asking, (Choose(at.t, at.frame, tuple(map(move_texts, candidates))),)


def _gone_on(state: Playing, evidence: Evidence) -> list[Hypothesis]:
    """The last move changed into another one of its stone, if nothing shows that and just what is
    done for it was felt; a program's is not changed.
    """
    line = state.line
    if not line.steps or state.table.is_programs(line.nodes[-2].to_move):
        return []
    return [
        Hypothesis(1, (step,), step.node, 0.0)
        for step in made_otherwise(line)
        if not step.turns_tile
        and not evidence.against(step.node.appearance)
        and _is_felt(_at_target(line.steps[-1]), _at_target(step), state.watch)
    ]


def _at_target(step: Step) -> tuple[int, ...]:
    """What a hand touches for a move of a stone, but for lifting that."""
    return tuple(group for group in step.ways[-1] if group != step.origin)


def _is_felt(where: tuple[int, ...], whither: tuple[int, ...], watch: Watch) -> bool:
    """Whether a stone seems to have gone on, and what it had captured come back: in any order, and
    one of the touches may have been missed, but not all at one end.
    """
    both, orders = {*where, *whither}, tuple(set(permutations(where + whither)))
    return bool(where and whither) and any(
        both <= set(felt) and touch_cost(felt, (orders,)) <= MISSED
        for felt in (watch.felt, watch.felt_before + watch.felt)
    )


def _slides(
    now: Node, evidence: Evidence, before: tuple[int, ...], felt: tuple[int, ...]
) -> list[Step]:
    """The moves of stones that nothing shows and that end with what was felt last; one of the
    touches may have been missed.
    """
    return [
        step
        for step in now.steps_touching({felt[-1]})
        if not step.turns_tile
        and step.ways[-1][-1] == felt[-1]
        and min(touch_cost(what, (step.ways,)) for what in (felt, before + felt)) <= MISSED
        and not evidence.against(step.node.appearance)
    ]


def name_turn(state: Playing, text: str, at: Stamp) -> Advanced:
    """The turn of a tile, named by whoever made it; anything else changes nothing."""
    evidence = evidence_of(state.watch)
    if evidence is None or not evidence.turns_unseen():
        return state, ()
    for step in state.line.now.steps_named(unspaced(text)):
        if step.turns_tile and may_be_made(state.table, state.line, step):
            return accept(state, one_move(step), None, at)
    return state, ()
