"""The position that stands on a board of Linja.

Stones that are not in its holes may lie beside a goal line, if all holes of that are taken.
"""

from __future__ import annotations

from dataclasses import replace

from pi_board.core.game import Explanation, Player
from pi_board.core.layout import Layout, Look, Surface
from pi_board.core.message import counted
from pi_board.core.stones import total
from pi_board.games.linja.layout import row_counts
from pi_board.games.linja.position import LinjaPosition, at_goals, crowded_out
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
    return _position(_with_those_beside(_rows(counts), before), to_move)


def may_lie_beside(before: LinjaPosition, after: LinjaPosition) -> LinjaPosition:
    """The position `after`, where what lay beside the board `before` may lie there yet."""
    lines = zip(before.beside, after.beside, at_goals(after), strict=True)
    return replace(after, beside=tuple([max(now, min(was, on)) for was, now, on in lines]))


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
    black, white = crowded_out(position)
    return {str(GOAL + 1): black, "1": white}


def _rows(counts: list[tuple[int, int]] | tuple[tuple[int, int], ...]) -> BothRows:
    return tuple(b for b, _ in counts), tuple(w for _, w in counts)


def _position(rows: BothRows, to_move: Player) -> LinjaPosition:
    black, white = rows
    return LinjaPosition(white[::-1], black, to_move)


def _with_those_beside(seen: BothRows, before: LinjaPosition) -> BothRows:
    """Stones that are missing are counted to their goal line (White's is board row 1), or else to
    their start line, where all holes are taken or as many may lie beside since they were: but no
    more than stood there `before`.
    """
    rows, stood = (list(seen[0]), list(seen[1])), _rows(row_counts(before))
    room = {}
    for line, beside in zip((GOAL, 0), before.beside, strict=True):
        is_full = seen[0][line] + seen[1][line] == HOLES_IN_ROW
        room[line] = sum(map(sum, stood)) if is_full else beside
    for now, was, goal in zip(rows, stood, (GOAL, 0), strict=True):
        for line in (goal, GOAL - goal):
            missing = min(sum(was) - sum(now), was[line] - now[line], room[line])
            now[line] += max(0, missing)
            room[line] -= max(0, missing)
    return tuple(rows[0]), tuple(rows[1])
