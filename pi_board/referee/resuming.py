"""A table at which a game was going on when the power went.

Nobody knows what lies on the board by now, so the game goes on in `Correcting`: the board is
compared with the last confirmed position, and the people are guided back to it.
"""

from __future__ import annotations

from collections.abc import Iterable

from pi_board.core.events import Event
from pi_board.core.layout import Layout
from pi_board.referee.accepting import Stamp, finish
from pi_board.referee.continuations import Node, Step, as_it_stands, node, step
from pi_board.referee.explain import Offence
from pi_board.referee.line import Line
from pi_board.referee.phases import Correcting, Over, Table
from pi_board.referee.watch import Watch

Played = tuple[str, str]  # a move's text, and the position it led to if the rules do not say


def resume(
    table: Table,
    layout: Layout,
    moves: Iterable[Played],
    refused: tuple[str, ...],
    rejected: Offence | None,
    undone: Iterable[Played] = (),
) -> Over | Correcting:
    """The game at `table` after `moves` from its start, on a board of `layout`; clocks stand still.

    A move that was accepted although it is not legal comes with the text of its position, all
    others with "". `refused`, `rejected`: see `Correcting`; `undone`: moves that were taken back
    by command after these. Raises InvalidText or IllegalMove for a move that is neither.
    """
    line = Line((node(table.game, layout, table.start),))
    for text, accepted in moves:
        line = line.play(_step(line.now, text, accepted))
    outcome = table.game.outcome(line.now.position)
    if outcome is not None:
        return Over(table, line, Watch(), outcome)
    stood = line.now
    for text, accepted in undone:
        stood = _step(stood, text, accepted).node
    return Correcting(
        table, line, Watch(), refused=refused, resumed=True, rejected=rejected,
        undone=None if stood is line.now else stood.appearance,
    )  # fmt: skip


def untold_end(state: Over) -> tuple[Event, ...]:
    """What was to be said of the end of a game that the power went before: nobody says it again."""
    return finish(state, state.outcome, Stamp(0.0, None))[1]


def _step(before: Node, text: str, accepted: str) -> Step:
    game = before.game
    if not accepted:
        return step(before, game.parse_move(before.position, text))
    position = game.parse_position(accepted)
    if before.layout.surface.has_rows:  # of these some may lie beside, which no text tells
        looks = node(game, before.layout, position).looks
        stood = game.standing(before.layout, looks, position.to_move, before.position, ())
        position = stood if stood == position else position
    return as_it_stands(before, position, text)
