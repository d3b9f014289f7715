"""Sets of small numbers as bits of Python integers: bit n is set if n is a member."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def bit_set(members: Iterable[int]) -> int:
    """The set of these members."""
    bits = 0
    for member in members:
        bits |= 1 << member
    return bits


def members(bits: int) -> Iterator[int]:
    """The members of a set, in rising order."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
