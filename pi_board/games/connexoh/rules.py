"""The choices of Connex'oh: options and presets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pi_board.games.options import Whole


@dataclass(frozen=True, slots=True)
class ConnexohOptions:
    """The options of the rules, each with its default.

    `exit_scope`: whose stones leave when a rotation opens a path: the rotating player's, or both
    players'. `protect`: what a rotation must connect to protect tiles, and which: ``new``
    connections and the tiles they join; ``all_if_new``: if there is a new one, all the rotated
    tile's; ``after``: all connections there are afterwards. `start`: the light corner of all tiles.
    `repetition`: a draw when a position occurs for that time, 0 for never. `size`: tiles along an
    edge, and stones of each player.
    """

    exit_scope: Literal["mover", "both"] = "mover"
    protect: Literal["new", "all_if_new", "after"] = "new"
    start: Literal["NE", "NW"] = "NE"
    first: Literal["w", "b"] = "w"
    repetition: Annotated[int, Whole(at_least=2, zero=True)] = 0
    size: Annotated[int, Whole(at_least=4, at_most=8)] = 6


PRESETS = (
    ("deskovehry", ()),
    ("carlit", (("exit_scope", "both"),)),
)
