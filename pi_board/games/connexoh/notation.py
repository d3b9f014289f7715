"""The texts of Connex'oh positions and moves."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pi_board.core.errors import InvalidPosition, InvalidText
from pi_board.core.stones import TILE, stones_of
from pi_board.games.connexoh.board import STONES_ON, Board, board
from pi_board.games.connexoh.position import ConnexohPosition
from pi_board.games.fields import read_side

MOST_PROTECTED = 3  # the rotated tile and two neighbours

_SHAPE = "TILES SIDE PROTECTED, as in 0b0b0b0b0b0b/000000/.../0w0w0w0w0w0w w -"
_SITE = r"([a-z])\s*(\d{1,2})"
_ROTATION = re.compile(rf"{_SITE}\s*@\s*(\d{{1,3}})\s*°?")
_SLIDE = re.compile(rf"{_SITE}\s*[-:x×–]?\s*(?:(off)|{_SITE})")


@dataclass(frozen=True, slots=True)
class WrittenRotation:
    """A rotation as somebody wrote it; the tile may be off the board, the angle any number."""

    site: str
    degrees: int


@dataclass(frozen=True, slots=True)
class WrittenSlide:
    """A slide as somebody wrote it; the tiles may be off the board. `target` None: off."""

    source: str
    target: str | None


Written = WrittenRotation | WrittenSlide | None


def read_move(text: str) -> Written:
    """Read a move text; None for a pass, which is a word but never a move. Raises InvalidText.

    Any case; ``-``, ``:``, ``x``, spaces or nothing between the tiles of a slide.
    """
    plain = text.strip().lower()
    if plain == "pass":
        return None
    if found := _ROTATION.fullmatch(plain):
        return WrittenRotation(_site(found[1], found[2]), int(found[3]))
    if found := _SLIDE.fullmatch(plain):
        return WrittenSlide(
            _site(found[1], found[2]), None if found[3] else _site(found[4], found[5])
        )
    raise InvalidText(f"{text!r} is no move of connexoh, expected one like c3@90, b1-b4 or b4-off")


def _site(letter: str, number: str) -> str:
    return f"{letter}{int(number)}"


def position_text(position: ConnexohPosition) -> str:
    """Rows from the top, the side to move, the tiles it may not rotate."""
    size = position.board.size
    tokens = [_token(position, tile) for tile in range(size * size)]
    rows = ("".join(tokens[size * y : size * (y + 1)]) for y in reversed(range(size)))
    protected = ",".join(position.names(position.protected)) or "-"
    return f"{'/'.join(rows)} {position.to_move} {protected}"


def _token(position: ConnexohPosition, tile: int) -> str:
    return f"{position.tiles[tile]}{STONES_ON[stones_on(position, tile)]}"


def stones_on(position: ConnexohPosition, tile: int) -> int:
    """What stands on a tile, as an index into STONES_ON."""
    return (position.white >> tile & 1) + 2 * (position.black >> tile & 1)


def read_position(text: str, size: int) -> ConnexohPosition:
    """Read a position text. Raises InvalidPosition saying what was found and expected."""
    fields = text.lower().split()
    if len(fields) != 3:
        raise InvalidPosition(f"connexoh position {text!r}, expected {_SHAPE}")
    on = board(size)
    tiles, white, black = _read_tiles(fields[0], size, text)
    protected = _read_protected(fields[2], on, text)
    return ConnexohPosition(tiles, white, black, read_side(fields[1], "connexoh", text), protected)


def _read_tiles(field: str, size: int, text: str) -> tuple[tuple[int, ...], int, int]:
    rows = field.split("/")
    tiles = [stones_of(found[0]) for row in reversed(rows) for found in TILE.finditer(row)]
    if len(rows) != size or not all(
        re.fullmatch(rf"(?:{TILE.pattern}){{{size}}}", row) for row in rows
    ):
        raise InvalidPosition(
            f"tiles {field!r} of connexoh position {text!r}, expected {size} rows of {size} tiles, "
            "each a digit 0 to 3 with w, b or x where stones lie"
        )
    white = sum(1 << tile for tile, on in enumerate(tiles) if on.w)
    black = sum(1 << tile for tile, on in enumerate(tiles) if on.b)
    most = max(white.bit_count(), black.bit_count())
    if most > size:
        raise InvalidPosition(
            f"{most} stones of a side in connexoh position {text!r}, expected at most {size}"
        )
    return tuple(on.turned for on in tiles), white, black


def _read_protected(field: str, on: Board, text: str) -> int:
    if field == "-":
        return 0
    names = set(field.split(","))
    if not names <= set(on.names) or len(names) > MOST_PROTECTED:
        raise InvalidPosition(
            f"protected tiles {field!r} of connexoh position {text!r}, expected - or at most "
            f"{MOST_PROTECTED} tiles from {on.names[0]} to {on.names[-1]}, as in c2,c3"
        )
    return sum(1 << on.names.index(name) for name in names)
