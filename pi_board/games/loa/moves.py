"""Moves: every step a stone could ever make, and those it can make now.

All steps are laid out once, in the order of their texts, so a list of legal moves is a sorted list
of small numbers and no move is ever built during play.
"""

from __future__ import annotations

from dataclasses import dataclass

from pi_board.games.loa.board import DIRECTIONS, SIZE, SQUARES, bits, line, ray


@dataclass(frozen=True, slots=True)
class Step:
    """A stone moves from one square (a bit number) to another."""

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

Jump = tuple[
    int, int, int, int
]  # squares passed over, target (sets), step, capturing step (numbers)


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


def _jumps(
    square: int, number: dict[Step, int]
) -> tuple[tuple[int, tuple[tuple[Jump, ...], ...]], ...]:
    return tuple(
        (
            bits(line(square, dx, dy)),
            tuple(
                tuple(
                    _jump(square, along, distance, number)
                    for along in (ray(square, dx, dy), ray(square, -dx, -dy))
                    if 0 < distance <= len(along)
                )
                for distance in range(SIZE + 1)
            ),
        )
        for dx, dy in DIRECTIONS
    )


def _jump(square: int, along: tuple[int, ...], distance: int, number: dict[Step, int]) -> Jump:
    target = along[distance - 1]
    return (
        bits(along[: distance - 1]),
        1 << target,
        number[Step(square, target, False)],
        number[Step(square, target, True)],
    )


def _jump_table() -> tuple[tuple[tuple[int, tuple[tuple[Jump, ...], ...]], ...], ...]:
    number = {step: i for i, step in enumerate(STEPS)}
    return tuple(_jumps(square, number) for square in range(SIZE * SIZE))


# for each square its four lines: the set of the line's squares and, for each number of stones on
# it, the jumps of that length
_JUMPS = _jump_table()


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
    return tuple([STEPS[number] for number in found])


def any_step(own: int, enemy: int) -> bool:
    """Whether any stone of `own` can move."""
    movers = own
    while movers:
        lowest = movers & -movers
        if steps(own, enemy, lowest):
            return True
        movers ^= lowest
    return False
