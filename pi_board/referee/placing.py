"""The position that the board shows, whatever the game so far says: "accept the board".

The game puts it together. What a board cannot show is taken as at the beginning of a turn. What the
sensor cannot see is taken from the position before, or nothing is accepted (see `untold`).
"""

from __future__ import annotations

from typing import Any

from pi_board.core.errors import InvalidPosition
from pi_board.core.game import AnyGame, Explanation, Player
from pi_board.core.layout import Surface
from pi_board.core.message import message
from pi_board.referee.continuations import Node
from pi_board.referee.evidence import Evidence
from pi_board.referee.untold import told

NO_POSITION = "table.no_position"  # why a board is not accepted that shows none


def read_standing(
    game: AnyGame,
    evidence: Evidence,
    to_move: Player,
    before: Node | None = None,
    felt: tuple[int, ...] = (),
) -> Any | Explanation:
    """The position that looks likeliest, with `to_move` to begin a turn, or why there is none.
    `before` is the position that stood there, None if the game has not begun; `felt`: see `told`.
    """
    layout, now = evidence.layout, told(evidence, before, felt)
    if now.untold:
        text = message("it cannot be seen whose stone stands where")
        if layout.surface is Surface.TILES:
            text = message("it cannot be seen whose stone stands where, or how a tile lies")
        return Explanation("table.colours_unseen", text, layout.sites_of(*now.untold))
    stood = None if before is None else before.position
    try:
        return game.standing(layout, now.looks, to_move, stood, now.as_before)
    except InvalidPosition:
        text = message("no position of this game looks like the board")
        return Explanation(NO_POSITION, text)
