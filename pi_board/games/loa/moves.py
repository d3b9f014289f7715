"""Moves: every step a stone could ever make, and those it can make now.

All steps are laid out once, in the order of their texts, so a list of legal moves is a sorted list
of small numbers and no move is ever built during play.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pi_board.games.bit_sets import bit_set
from pi_board.games.loa.board import DIRECTIONS, SIZE, SQUARES, line, ray


@dataclass(frozen=True, slots=True)
class Step:
    """A stone moves from one square (a bit number, 0 to 63, not checked) to another."""

    source: int
    target: int
    captures: bool

    def __str__(self) -> str:
        return f"{SQUARES[self.source]}{'x' if self.captures else '-'}{SQUARES[self.target]}"


@dataclass(frozen=True, slots=True)
class Pass:
    """No move: there is none."""

    def __str__(self) -> str:
        return "pass"


LoaMove = Step | Pass
PASS = Pass()


class Jump(NamedTuple):
    """A way to move from a given square: what it passes over and where it ends (bit sets), and the
    places in `STEPS` of the step and of the capture it makes.
    """

    passed: int
    target: int
    step: int
    capture: int


class LineJumps(NamedTuple):
    """The squares (a bit set) of a line through a given square, and the jumps along it: those of
    length n stand at index n.
    """

    squares: int
    jumps: tuple[tuple[Jump, ...], ...]


def _all_steps() -> tuple[Step, ...]:
    steps = [
        Step(source, target, captures)
        for source in range(SIZE * SIZE)
        for dx, dy in DIRECTIONS
        for target in line(source, dx, dy)
        if target != source
        for captures in (False, True)
    ]
    return tuple(sorted(steps, key=str))


STEPS = _all_steps()


def _line_jumps(square: int, dx: int, dy: int, number: dict[Step, int]) -> LineJumps:
    ways = ray(square, dx, dy), ray(square, -dx, -dy)
    return LineJumps(
        bit_set(line(square, dx, dy)),
        tuple(
            tuple(_jump(square, way[:length], number) for way in ways if 0 < length <= len(way))
            for length in range(SIZE + 1)
        ),
    )


def _jump(square: int, way: tuple[int, ...], number: dict[Step, int]) -> Jump:
    *passed, target = way
    step, capture = (number[Step(square, target, captures)] for captures in (False, True))
    return Jump(bit_set(passed), 1 << target, step, capture)


def _jump_table() -> tuple[tuple[LineJumps, ...], ...]:
    number = {step: place for place, step in enumerate(STEPS)}
    return tuple(
        tuple(_line_jumps(square, dx, dy, number) for dx, dy in DIRECTIONS)
        for square in range(SIZE * SIZE)
    )


_JUMPS = _jump_table()  # for each square the four lines through it


def steps(own: int, enemy: int, movers: int) -> tuple[Step, ...]:
    """The possible steps of `movers`, a part of `own`, in the order of their texts."""
    occupied = own | enemy
    found = []
    while movers:
        lowest = movers & -movers
        movers ^= lowest
        for squares, jumps in _JUMPS[lowest.bit_length() - 1]:
            for passed, target, step, capture in jumps[(occupied & squares).bit_count()]:
                if not (enemy & passed or own & target):
                    found.append(capture if enemy & target else step)
    found.sort()
    return tuple([STEPS[place] for place in found])


def any_step(own: int, enemy: int) -> bool:
    """Whether any stone of `own` can move."""
    movers = own
    while movers:
        lowest = movers & -movers
        if steps(own, enemy, lowest):
            return True
        movers ^= lowest
    return False
