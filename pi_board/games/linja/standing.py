"""The position that stands on a board of Linja.

Stones that are not in its holes may lie beside a goal line, if all holes of that are taken.
"""

from __future__ import annotations

from pi_board.core.game import Explanation, Player
from pi_board.core.layout import Layout, Look, Surface
from pi_board.core.message import counted
from pi_board.core.stones import total
from pi_board.games.linja.layout import row_counts
from pi_board.games.linja.position import LinjaPosition
from pi_board.games.linja.rules import GOAL, HOLES_IN_ROW

BothRows = tuple[tuple[int, ...], tuple[int, ...]]  # of Black and of White on board rows 1 to 8


def shown(
    layout: Layout,
    looks: tuple[Look, ...],
    to_move: Player,
    before: LinjaPosition | None,
    as_before: tuple[int, ...],
) -> LinjaPosition:
    """See `Game.standing`; not checked."""
    seen = [total(layout, look) for look in looks]
    counts = [(row.b, row.w) for row in seen]
    if layout.surface is not Surface.HOLES or before is None:
        return _position(_rows(counts), to_move)
    then = row_counts(before)
    for row in as_before:  # of a full row nobody sees which of its stones lie beside
        counts[row] = then[row]
    return _position(_with_those_beside(_rows(counts), _rows(then)), to_move)


def stones_missing(before: LinjaPosition, after: LinjaPosition) -> Explanation | None:
    """What to say if stones, which never leave the board, are not all there."""
    missing = sum((*before.w, *before.b)) - sum((*after.w, *after.b))
    if missing <= 0:
        return None
    text = counted(
        "{count} stone is missing: put it on the board, or beside a full goal row",
        "{count} stones are missing: put them on the board, or beside a full goal row",
        missing,
    )
    return Explanation("table.stones_missing", text)


def beside_goals(position: LinjaPosition) -> dict[str, int]:
    """How many stones lie beside board rows 8 and 1, whose holes are all taken."""
    stones = [b + w for b, w in row_counts(position)]
    return {str(row + 1): max(0, stones[row] - HOLES_IN_ROW) for row in (GOAL, 0)}


def _rows(counts: list[tuple[int, int]] | tuple[tuple[int, int], ...]) -> BothRows:
    return tuple(b for b, _ in counts), tuple(w for _, w in counts)


def _position(rows: BothRows, to_move: Player) -> LinjaPosition:
    black, white = rows
    return LinjaPosition(white[::-1], black, to_move)


def _with_those_beside(seen: BothRows, before: BothRows) -> BothRows:
    """Stones that are missing are counted to their goal line (White's is board row 1) if all its
    holes are taken, but no more than stood there `before`.
    """
    found = []
    for now, was, other, goal in (
        (seen[0], before[0], seen[1], GOAL),
        (seen[1], before[1], seen[0], 0),
    ):
        is_full = now[goal] + other[goal] == HOLES_IN_ROW
        missing = max(0, min(sum(was) - sum(now), was[goal] - now[goal])) * is_full
        found.append((*now[:goal], now[goal] + missing, *now[goal + 1 :]))
    return found[0], found[1]
