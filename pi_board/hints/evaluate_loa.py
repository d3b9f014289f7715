"""What a position of Lines of Action is worth: how near each side is to being one group.

Features after M. H. M. Winands, "Informed Search in Complex Games" (PhD thesis, Maastricht 2004):
concentration, centralisation, connectedness; the kernel knows more of them.
"""

from __future__ import annotations

from typing import Protocol

_CONCENTRATION, _CENTRE, _LINKS, _GROUPS, _TEMPO = 900, 35, 120, 90, 80
_LEAST = (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14)  # distances of n stones packed closely
_NOT_FILE_A, _NOT_FILE_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F


class Stones(Protocol):
    """The fields of a position that count here: bit sets, a1 = bit 0, b1 = bit 1, a2 = bit 8."""

    @property
    def black(self) -> int: ...
    @property
    def white(self) -> int: ...
    @property
    def to_move(self) -> str: ...


def evaluate_loa(position: Stones) -> int:
    """Value for the side to move, in thousandths of a stone's worth."""
    black, white = _side(position.black), _side(position.white)
    return (black - white if position.to_move == "b" else white - black) + _TEMPO


def _side(stones: int) -> int:
    squares = [square for square in range(64) if stones >> square & 1]
    count = len(squares)
    if not count:
        return 0
    x = round(sum(square % 8 for square in squares) / count)
    y = round(sum(square // 8 for square in squares) / count)
    distance = sum(max(abs(s % 8 - x), abs(s // 8 - y)) for s in squares)
    centre = sum(min(s % 8, 7 - s % 8, s // 8, 7 - s // 8) for s in squares)
    links = sum((_wide(1 << s) & stones).bit_count() - 1 for s in squares)
    value = -_CONCENTRATION * (distance - _LEAST[min(count, 12)]) // count
    value += 12 * _CENTRE * centre // count + _LINKS * links // count
    return value - _GROUPS * _groups(stones)


def _wide(stones: int) -> int:
    """The set with all its neighbours."""
    row = stones | (stones << 1 & _NOT_FILE_A) | (stones >> 1 & _NOT_FILE_H)
    return row | row << 8 | row >> 8


def _groups(stones: int) -> int:
    count = 0
    while stones:
        filled, seed = 0, stones & -stones
        while seed != filled:
            filled, seed = seed, _wide(seed) & stones
        stones ^= filled
        count += 1
    return count
