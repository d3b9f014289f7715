"""What a single hand did, as a move text, legal or not."""

from __future__ import annotations

from dataclasses import dataclass

from pi_board.core.game import Player
from pi_board.core.layout import Layout, Surface
from pi_board.referee.continuations import Node
from pi_board.referee.differences import Balance, Stray


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing a hand did: moved a stone of `player` (None: turned a tile) between groups.

    `player`'s stone may have taken the place of another one, which is off the board.
    """

    player: Player | None
    source: int
    target: int
    text: str


def deed(node: Node, change: Balance, felt: tuple[int, ...] = ()) -> Deed | None:
    """The one thing that explains `change` to the position of `node`, None if it takes more.

    `felt`: groups on which reeds felt a stone lifted or put.
    """
    layout = node.layout
    if change.one_missing is not None:
        return _gone(node, change.one_missing, felt)
    if len(change.turned) == 1:
        if change.missing or change.extra:
            return None
        group, quarters = change.turned[0]
        return Deed(None, group, group, f"{_site(layout, group)}@{90 * quarters}")
    if change.turned or len(change.extra) != 1:
        return None
    arrived = change.extra[0]
    left = [stray for stray in change.missing if stray.player == arrived.player]
    displaced = [stray for stray in change.missing if stray.player != arrived.player]
    if len(left) != 1 or len(displaced) > 1:
        return None
    if displaced and displaced[0].group != arrived.group:
        return None
    text = _text(node, arrived.player, left[0].group, arrived.group, took=bool(displaced))
    return Deed(arrived.player, left[0].group, arrived.group, text)


def _gone(node: Node, stray: Stray, felt: tuple[int, ...]) -> Deed | None:
    """A stone that is on the board no more: taken off its path, off the goal line, or put on one of
    its own side.
    """
    layout, player, source = node.layout, stray.player, stray.group
    if layout.surface is Surface.TILES:
        return Deed(player, source, source, f"{_site(layout, source)}-off")
    if layout.surface.has_rows:
        goal = layout.rows - 1
        last = source == (goal if player == "b" else 0)
        return Deed(player, source, source, f"{goal}-{goal + 1}") if last else None
    for target in felt:
        text = f"{_site(layout, source)}-{_site(layout, target)}"
        if target != source and node.game.explain(node.position, text).rule == "loa.own_stone":
            return Deed(player, source, target, text)
    return None


def _site(layout: Layout, group: int) -> str:
    return layout.sites[layout.groups[group][0]]


def _text(node: Node, player: Player, source: int, target: int, took: bool) -> str:
    layout = node.layout
    if not layout.surface.has_rows:
        between = "x" if took and layout.surface is Surface.SQUARES else "-"
        return f"{_site(layout, source)}{between}{_site(layout, target)}"
    goal = layout.rows - 1
    start, end = (source, target) if player == "b" else (goal - source, goal - target)
    followup = any(step.text.startswith("/") for step in node.steps)
    return f"{'/' if followup else ''}{start}-{end}"
