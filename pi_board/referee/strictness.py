"""The strict policy: a touched stone must move when it can.

A stone counts as touched when the reeds felt it being lifted and it stands where it stood; a camera
cannot tell. From then on a move of another stone is not accepted. Stones that no single move lifts
together were knocked over: none of them was touched in order to be moved.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from pi_board.core.events import Event
from pi_board.core.game import Explanation
from pi_board.core.layout import Surface
from pi_board.core.message import message
from pi_board.referee.accepting import Advanced, Stamp, illegal
from pi_board.referee.continuations import Node
from pi_board.referee.differences import place
from pi_board.referee.hypothesis import Hypothesis
from pi_board.referee.phases import Correcting, Playing

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


def after_a_touch(state: Playing, at: Stamp) -> Advanced:
    """The board stands as it stood; under the strict policy a stone lifted is bound to move."""
    table = state.table
    if table.policy != "strict" or table.must_move is not None:
        return state, ()
    group = touched_stone(state.line.now, state.watch.felt)
    if group is None:
        return state, ()
    return replace(state, table=replace(table, must_move=group)), (_told(state, group, at),)


def refuse_another(state: Playing, what: Hypothesis, at: Stamp) -> Advanced | None:
    """Where another stone than the touched one was moved, the move does not count: the board is to
    be put back. None otherwise.
    """
    group = state.table.must_move
    if group is None or not what.steps or what.steps[0].origin == group:
        return None
    moved, line = what.steps[0].text, state.line
    correcting = Correcting(
        state.table, line, state.watch, offence=line.now.to_move, refused=(moved,)
    )
    return correcting, (_told(state, group, at, moved),)


def _told(state: Playing, group: int, at: Stamp, seen: str | None = None) -> Event:
    layout = state.line.now.layout
    text = message("the stone on {site} was touched and must move", site=place(layout, group))
    return illegal(Explanation(RULE, text, layout.sites_of(group)), at, seen)
