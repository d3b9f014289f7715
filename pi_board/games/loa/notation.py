"""The texts of positions and moves of Lines of Action."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pi_board.core.errors import InvalidPosition, InvalidText
from pi_board.games.fields import read_side
from pi_board.games.loa.board import SIZE
from pi_board.games.loa.position import LoaPosition

STONES = 12  # of each side at the start; no board has more

_MOVE = re.compile(r"([a-z])\s*(\d{1,2})\s*[-:x×–]?\s*([a-z])\s*(\d{1,2})\s*[+!?#]*")


@dataclass(frozen=True, slots=True)
class Written:
    """A move as somebody wrote it: two squares as (x, y), a1 = (0, 0), perhaps off the board."""

    source: tuple[int, int]
    target: tuple[int, int]


def read_move(text: str) -> Written | None:
    """The squares of a move text, None for a pass.

    Any case; ``-``, ``:``, ``x``, spaces or nothing between the squares; whether something is
    captured is not read from the text, because archives write both. Raises InvalidText.
    """
    plain = text.strip().lower()
    if plain == "pass":
        return None
    found = _MOVE.fullmatch(plain)
    if not found:
        raise InvalidText(f"{text!r} is no move of loa, expected one like b1-b3, b1xb3 or pass")
    from_file, from_rank, to_file, to_rank = found.groups()
    return Written(
        (ord(from_file) - ord("a"), int(from_rank) - 1), (ord(to_file) - ord("a"), int(to_rank) - 1)
    )


def position_text(position: LoaPosition) -> str:
    """Ranks 8 to 1 with runs of empty squares as digits, then the side to move."""
    ranks = (_rank_text(position, y) for y in reversed(range(SIZE)))
    return f"{'/'.join(ranks)} {position.to_move}"


def _rank_text(position: LoaPosition, y: int) -> str:
    squares = "".join(_letter(position, SIZE * y + x) for x in range(SIZE))
    return re.sub(r"\.+", lambda run: str(len(run.group())), squares)


def _letter(position: LoaPosition, square: int) -> str:
    if position.black >> square & 1:
        return "b"
    return "w" if position.white >> square & 1 else "."


def parse_position(text: str) -> LoaPosition:
    """Read the text of `position_text`, in any case; any position that a board could show.

    Raises InvalidPosition saying what is wrong and where.
    """
    fields = text.lower().split()
    if len(fields) != 2:
        raise _invalid(text, f"{len(fields)} fields, expected 2: the board and the side to move")
    board, side = fields
    ranks = board.split("/")
    if len(ranks) != SIZE:
        raise _invalid(text, f"{len(ranks)} ranks, expected {SIZE}")
    rows = [_read_rank(text, rank, SIZE - i) for i, rank in enumerate(ranks)]
    letters = "".join(reversed(rows))
    return LoaPosition(
        _stones(text, letters, "b", "black"),
        _stones(text, letters, "w", "white"),
        read_side(side, "loa", text),
    )


def _read_rank(text: str, rank: str, number: int) -> str:
    for letter in rank:
        if letter not in "bw12345678":
            raise _invalid(text, f"{letter!r} in rank {number}, expected b, w or a digit 1 to 8")
    squares = re.sub(r"\d", lambda digit: "." * int(digit.group()), rank)
    if len(squares) != SIZE:
        raise _invalid(text, f"rank {number} has {len(squares)} squares, expected {SIZE}")
    return squares


def _stones(text: str, letters: str, letter: str, name: str) -> int:
    count = letters.count(letter)
    if count > STONES:
        raise _invalid(text, f"{count} {name} stones, expected at most {STONES}")
    return sum(1 << square for square, found in enumerate(letters) if found == letter)


def _invalid(text: str, what: str) -> InvalidPosition:
    return InvalidPosition(f"loa position {text!r}: {what}")
