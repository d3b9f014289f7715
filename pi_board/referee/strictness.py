"""The strict policy: a touched stone must move when it can.

A stone counts as touched when the reeds felt it being lifted, or a camera saw that it was gone, or
it was moved as it may not be, and it stands where it stood. From then on a move of another stone is
not accepted; nor is one made under the hand that put a stone back that was seen to be gone. Stones
that no single move lifts together were knocked over: none of them was touched in order to be moved.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from pi_board.core.events import Event
from pi_board.core.game import PLAYERS, Explanation
from pi_board.core.layout import Layout, Surface
from pi_board.core.message import Message, message
from pi_board.referee.accepting import Advanced, Stamp, illegal
from pi_board.referee.continuations import Node
from pi_board.referee.differences import is_lifted, place
from pi_board.referee.hypothesis import Hypothesis
from pi_board.referee.judging import enough_looks
from pi_board.referee.phases import Correcting, Playing
from pi_board.referee.settle import Hypotheses, wrong_groups
from pi_board.referee.watch import evidence_of

RULE = "table.touched_stone"


def touched_stone(node: Node, felt: tuple[int, ...]) -> int | None:
    """The first group felt with a stone with which the side to move has a legal move, for which a
    hand lifts all that was felt; None if there is none.
    """
    # stones are slid over empty squares, but an empty tile may have been turned
    on_tiles = node.layout.surface is Surface.TILES
    lifted = {group for group in felt if on_tiles or node.stones(group).count}
    # where no stone stands the tile alone was touched
    stones = {group for group in lifted if node.stones(group).count}
    origins = {
        step.origin for step in node.steps_touching(stones) if lifted <= set(chain(*step.ways))
    }
    return next((group for group in felt if group in origins & stones), None)


def note_lifted(state: Playing, seen: Hypotheses) -> Playing:
    """Remember from where stones are gone, if enough looks of a camera agree in it, and a hand may
    have taken them; also the other player's, which a sleeve sweeps off together with one's own.
    Where one has come as well, a move was made before.
    """
    now, evidence, watch = state.line.now, seen.evidence, state.watch
    if state.table.policy != "strict" or evidence.colour_blind():
        return state
    if watch.sensor.sees_hands and not watch.hands.came_over:
        return state
    gone = evidence.against(now.appearance)
    if not all(is_lifted(now, group, evidence.seen(group), PLAYERS) for group in gone):
        return state
    against = [look.against(now.appearance) for look in seen.looks]
    enough = enough_looks(seen)
    lifted = {group for group in gone if sum(group in look for look in against) >= enough}
    return replace(state, watch=replace(watch, lifted=watch.lifted | lifted))


def _bound(state: Playing, felt: tuple[int, ...]) -> int | None:
    """The group whose stone was touched, by what was `felt` or seen; seen is the stone, which moves
    along its path, not its tile. Whoever lifts a stone for a program binds nobody.
    """
    now, lifted = state.line.now, tuple(state.watch.lifted)
    if state.table.policy != "strict" or state.table.is_programs(now.to_move):
        return None
    group = touched_stone(now, (*felt, *lifted))
    if group is None or group not in lifted or group in felt:
        return group
    slides = (step for step in now.steps_touching({group}) if not step.turns_tile)
    return group if any(step.origin == group for step in slides) else None


def after_a_touch(state: Playing, at: Stamp) -> Advanced:
    """The board stands as it stood; under the strict policy a stone lifted is bound to move."""
    group = _bound(state, state.watch.felt) if state.table.must_move is None else None
    if group is None:
        return state, ()
    return replace(state, table=replace(state.table, must_move=group)), (_told(state, group, at),)


def refuse_another(state: Playing, what: Hypothesis, at: Stamp) -> Advanced | None:
    """Where another stone than the touched one was moved, the move does not count: the board is to
    be put back. None otherwise. A stone of Linja that was seen in a hand may be that of a later
    small move.
    """
    group = state.table.must_move
    origins = {step.origin for step in what.steps}
    if group is None and not what.undo and origins.isdisjoint(state.watch.lifted):
        group = _bound(state, ())
    if group is None or not what.steps or what.steps[0].origin == group:
        return None
    moved, line = what.steps[0].text, state.line
    table = replace(state.table, must_move=group)
    evidence = evidence_of(state.watch)
    said = () if evidence is None else wrong_groups(evidence, line.now.appearance)
    correcting = Correcting(table, line, state.watch, said, line.now.to_move, (moved,))
    return correcting, (_told(state, group, at, moved),)


def _told(state: Playing, group: int, at: Stamp, seen: str | None = None) -> Event:
    layout = state.line.now.layout
    return illegal(Explanation(RULE, must_move(layout, group), layout.sites_of(group)), at, seen)


def must_move(layout: Layout, group: int) -> Message:
    """That the stone of a group must move."""
    return message("the stone on {site} was touched and must move", site=place(layout, group))
