"""Lines of Action boards as dictionaries, for files that say what stands where."""

from __future__ import annotations

import re

from pi_board.core.game import Player, opponent

Stones = dict[str, Player]  # by square, a1 the bottom left one

_SIZE = 8


def stones_of(position: str) -> Stones:
    """What stands where in a position text."""
    found: Stones = {}
    for rank, row in zip(range(_SIZE, 0, -1), position.split()[0].split("/"), strict=True):
        letters = re.sub(r"\d", lambda digit: "." * int(digit.group()), row)
        for file, letter in zip("abcdefgh", letters, strict=True):
            if letter in "bw":
                found[f"{file}{rank}"] = "b" if letter == "b" else "w"
    return found


def position_of(stones: Stones, to_move: Player) -> str:
    """The position text of a board."""
    ranks = []
    for rank in range(_SIZE, 0, -1):
        letters = "".join(stones.get(f"{file}{rank}", ".") for file in "abcdefgh")
        ranks.append(re.sub(r"\.+", lambda run: str(len(run.group())), letters))
    return f"{'/'.join(ranks)} {to_move}"


def carried(position: str, source: str, target: str) -> str | None:
    """The position after a stone was carried to another square, legal or not and in turn or not,
    and the other side is to move; None if no stone stands on `source`.
    """
    stones = stones_of(position)
    stone = stones.pop(source, None)
    if stone is None or source == target:
        return None
    stones[target] = stone
    return position_of(stones, opponent(stone))
