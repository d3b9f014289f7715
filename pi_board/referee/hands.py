"""What a single hand did, as a move text, legal or not."""

from __future__ import annotations

from dataclasses import dataclass

from pi_board.core.game import Player
from pi_board.core.layout import Layout, Surface
from pi_board.referee.continuations import Node
from pi_board.referee.differences import Balance


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing a hand did: moved a stone of `player` (None: turned a tile) between groups.

    `player`'s stone may have taken the place of another one, which is off the board.
    """

    player: Player | None
    source: int
    target: int
    text: str


def deed(node: Node, change: Balance) -> Deed | None:
    """The one thing that explains `change` to the position of `node`, None if it takes more."""
    layout = node.layout
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
    text = _text(node, arrived.player, left[0].group, arrived.group)
    return Deed(arrived.player, left[0].group, arrived.group, text)


def _site(layout: Layout, group: int) -> str:
    return layout.sites[layout.groups[group][0]]


def _text(node: Node, player: Player, source: int, target: int) -> str:
    layout = node.layout
    if layout.surface in (Surface.SQUARES, Surface.TILES):
        return f"{_site(layout, source)}-{_site(layout, target)}"
    goal = layout.rows - 1
    start, end = (source, target) if player == "b" else (goal - source, goal - target)
    followup = any(step.text.startswith("/") for step in node.steps)
    return f"{'/' if followup else ''}{start}-{end}"
