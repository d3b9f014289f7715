"""What a single hand did, as a move text, legal or not."""

from __future__ import annotations

from dataclasses import dataclass

from pi_board.core.game import Deed
from pi_board.referee.continuations import Node
from pi_board.referee.differences import Balance, Stray


@dataclass(frozen=True, slots=True)
class WrittenDeed:
    """What a hand did, and how that is written."""

    deed: Deed
    text: str


def done(node: Node, change: Balance, felt: tuple[int, ...] = ()) -> WrittenDeed | None:
    """The one thing that explains `change` to the position of `node`, None if it takes more.

    `felt`: groups on which reeds felt a stone lifted or put.
    """
    if change.one_missing is not None:
        return _gone(node, change.one_missing, felt)
    if len(change.turned) == 1:
        if change.missing or change.extra:
            return None
        group, quarters = change.turned[0]
        return _written(node, Deed(None, group, group, quarters=quarters))
    if change.turned or len(change.extra) != 1:
        return None
    arrived = change.extra[0]
    left = [stray for stray in change.missing if stray.player == arrived.player]
    displaced = [stray for stray in change.missing if stray.player != arrived.player]
    if len(left) != 1 or len(displaced) > 1:
        return None
    if displaced and displaced[0].group != arrived.group:
        return None
    took = bool(displaced)
    return _written(node, Deed(arrived.player, left[0].group, arrived.group, took))


def _gone(node: Node, stray: Stray, felt: tuple[int, ...]) -> WrittenDeed | None:
    """A stone that is on the board no more: taken off its path, off the goal line, or put on one of
    its own side.
    """
    player, source = stray.player, stray.group
    if off := _written(node, Deed(player, source, source)):
        return off
    for target in felt:
        deed = _written(node, Deed(player, source, target)) if target != source else None
        if deed is not None:
            rule = node.game.explain(node.position, deed.text).rule
            if rule == f"{node.game.name}.own_stone":
                return deed
    return None


def _written(node: Node, deed: Deed) -> WrittenDeed | None:
    text = node.game.deed_text(node.position, deed)
    return None if text is None else WrittenDeed(deed, text)
