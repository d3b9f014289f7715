"""Connex'oh on reeds that feel stones only: nobody sees which way a tile lies.

A tile lifted with a stone on it and put back may have been turned: that is asked. Of an empty tile
nothing is felt, so the player names the turn, with the same command that answers a question:
``choose c3@90``.
"""

from __future__ import annotations

from pi_board.core.events import Choose
from pi_board.referee.accepting import Advanced, Stamp, accept
from pi_board.referee.continuations import Step
from pi_board.referee.hypothesis import one_move
from pi_board.referee.phases import Choosing, Playing
from pi_board.referee.returning import is_turn
from pi_board.referee.settle import evidence_of


def after_a_lift(state: Playing, at: Stamp) -> Advanced:
    """The board stands as it stood as far as can be felt; a tile that was lifted may be turned."""
    felt = frozenset(state.watch.felt)
    evidence = evidence_of(state.watch) if felt else None
    if evidence is None or not evidence.turns_unseen():
        return state, ()
    turns = [step for step in state.line.now.steps if is_turn(step) and step.ways[-1][0] in felt]
    if not turns:
        return state, ()
    candidates = tuple(one_move(step) for step in turns)
    watch = state.watch.confirmed()
    asking = Choosing(state.table, state.line, watch, candidates, unseen=True)
    return asking, (Choose(at.t, at.frame, tuple(step.text for step in turns)),)


def name_turn(state: Playing, text: str, at: Stamp) -> Advanced:
    """The turn of a tile, named by whoever made it; anything else changes nothing."""
    evidence = evidence_of(state.watch)
    if evidence is None or not evidence.turns_unseen():
        return state, ()
    wanted = "".join(text.split()).lower()
    named: Step | None = next(
        (step for step in state.line.now.steps if is_turn(step) and step.text == wanted), None
    )
    if named is None:
        return state, ()
    return accept(state.table, state.line, state.watch, one_move(named), None, at)
