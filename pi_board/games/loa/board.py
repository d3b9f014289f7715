"""The bare board: squares, lines and connected groups, as 64-bit sets in Python integers.

Bit ``8 * (rank - 1) + file`` (a = 0) stands for a square, the same number as the site's index in
the layout: a1 is bit 0, b1 bit 1, a2 bit 8.
"""

from __future__ import annotations

from pi_board.core.layout import grid_sites
from pi_board.games.bit_sets import members

SIZE = 8
SQUARES = grid_sites(SIZE, SIZE)  # names, in the order of the bits
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1))  # (x, y) of the four lines, one way each

_NOT_FILE_A = 0xFEFEFEFEFEFEFEFE
_NOT_FILE_H = 0x7F7F7F7F7F7F7F7F


def names_of(stones: int) -> tuple[str, ...]:
    """The names of the squares of a set, in the order of the layout."""
    return tuple(SQUARES[square] for square in members(stones))


def group(stones: int, seed: int) -> int:
    """All of `stones` connected with `seed` (a part of them), orthogonally or diagonally."""
    filled = 0
    while seed != filled:
        filled = seed
        wide = filled | (filled << 1 & _NOT_FILE_A) | (filled >> 1 & _NOT_FILE_H)
        seed = (wide | wide << 8 | wide >> 8) & stones
    return filled


def groups(stones: int) -> tuple[int, ...]:
    """The connected groups of `stones`, the one with the lowest square first."""
    found = []
    while stones:
        one = group(stones, stones & -stones)
        found.append(one)
        stones ^= one
    return tuple(found)


def is_connected(stones: int) -> bool:
    """Whether `stones` form one group. One stone does; no stones at all do not."""
    return stones != 0 and group(stones, stones & -stones) == stones


def ray(square: int, dx: int, dy: int) -> tuple[int, ...]:
    """The squares from `square` (not included) to the edge, nearest first."""
    x, y = square % SIZE + dx, square // SIZE + dy
    found = []
    while 0 <= x < SIZE and 0 <= y < SIZE:
        found.append(SIZE * y + x)
        x, y = x + dx, y + dy
    return tuple(found)


def line(square: int, dx: int, dy: int) -> tuple[int, ...]:
    """The whole line through `square` along (dx, dy), from one edge to the other."""
    return (*reversed(ray(square, -dx, -dy)), square, *ray(square, dx, dy))
