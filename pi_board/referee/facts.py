"""What an event tells of a move beyond its text: captures, points, protected tiles, stones gone."""

from __future__ import annotations

from pi_board.core.game import PLAYERS, Player, opponent
from pi_board.core.layout import Surface
from pi_board.referee.continuations import Node, Step, player_of
from pi_board.referee.differences import place
from pi_board.referee.placing import beside, rows_of

Facts = tuple[tuple[str, object], ...]


def facts(before: Node, step: Step) -> Facts:
    """The further fields of `move_played` for `step`, by the kind of board.

    `captured`: site of the captured stone, or None · `occurrence`: how often the position has
    stood, if not for the first time · `score`: points of both · `beside`: how many stones lie
    beside rows 8 and 1, whose holes are all taken · `left`: sites from which stones left the
    board · `protected`: tiles the opponent may not turn.
    """
    surface = before.layout.surface
    if surface is Surface.SQUARES:
        gone = _changed(before, step, opponent(player_of(before, step)), -1)
        return (("captured", gone[0] if gone else None), *_repeated(step.node))
    if surface is Surface.TILES:
        text = step.node.text.split()[-1]  # the last field names them
        protected = () if text == "-" else tuple(text.split(","))
        return (("protected", protected), ("left", left(before, step)))
    score = before.game.score(step.node.position)
    points = (("score", (("b", score.b), ("w", score.w))),) if score else ()
    return (*points, *_beside(step.node))


def _beside(after: Node) -> Facts:
    """How many stones lie beside the board's two ends, if any."""
    if after.layout.surface is not Surface.HOLES:
        return ()
    top, bottom = beside(rows_of(after.text), len(after.layout.groups[0]))
    counts = ((str(after.layout.rows), top), ("1", bottom))
    return (("beside", counts),) if top or bottom else ()


def _repeated(after: Node) -> Facts:
    """How often the position has stood, from the second time on, where the game counts that."""
    times = getattr(after.position, "occurrences", 1)
    return (("occurrence", times),) if times > 1 else ()


def left(before: Node, step: Step) -> tuple[str, ...]:
    """Sites (as they were called before the move) from which stones went off the board for good."""
    return tuple(
        site
        for player in PLAYERS
        if not _changed(before, step, player, 1)
        for site in _changed(before, step, player, -1)
    )


def _changed(before: Node, step: Step, player: Player, sign: int) -> tuple[str, ...]:
    """Where `player` has more stones (`sign` 1) or fewer (-1) after `step`."""
    return tuple(
        place(before.layout, group)
        for group in step.changed
        if (step.node.stones(group).of(player) - before.stones(group).of(player)) * sign > 0
    )
