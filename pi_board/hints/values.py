"""The values of a search as numbers, the same in the kernel (`kernel.h`) and in Python.

A win in n small moves is ``WIN - n``; from `PROVED` on a value is a proved result. In Linja one
carries by how many points: what is proved first is that, and then how soon (`linja_final` in the
kernel).
"""

from __future__ import annotations

from pi_board.hints.search import Proved, Variation

WIN, PROVED = 1_000_000, 990_000
_LONGEST, _POINT = 128, 130  # small moves of a line; what a point more is worth against them
NO_POINTS = 61  # the lead of who wins otherwise: by points it is at most 60


def by_points(lead: int, ply: int) -> int:
    """The value of a game of Linja won by `lead` points after `ply` small moves."""
    return PROVED + _LONGEST + _POINT * lead - ply


def line_of(game: str, value: int, moves: tuple[str, ...], plies: int, complete: bool) -> Variation:
    """What a searched `value` of the line of these moves says; `plies` to the end, if that is
    proved. `complete`: nothing was left out, so an even value is a proved draw.
    """
    size = abs(value)
    if size < PROVED:
        if complete and size == 0:
            return Variation(0, moves, "draw", len(moves), 0 if game == "linja" else None)
        return Variation(value, moves)
    proved: Proved = "win" if value > 0 else "loss"
    lead = (size - PROVED - _LONGEST + _POINT - 1) // _POINT if game == "linja" else None
    return Variation(value, moves, proved, plies, None if lead == NO_POINTS else lead)
