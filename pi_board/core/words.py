"""The words that sentences of every layer are made of."""

from __future__ import annotations

import re
from unicodedata import normalize

from pi_board.core.game import Player
from pi_board.core.message import Message, Text, message

PICTURE_MIRRORED = message("The picture is mirrored: set the board up anew.")
TOO_DARK = message("The picture is too dark: more light on the board.")
TOO_BRIGHT = message("The picture is too bright: less light, or a shorter exposure.")
NOT_SHARP = message("The picture is not sharp: focus on the board.")
CUT_OFF = message("The board is cut off: move the camera back.")
LENS_COVERED = message("The picture is black: uncover the lens, or light the board.")

NO_MOVES = message("No moves yet")

_MOST = 800  # letters that tell what is wrong, ten lines of a terminal
IN_A_LIST = 120  # of them where one line of many tells it
# the last ones turn the direction of writing: what follows a name would stand backwards
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def one_line(text: str) -> str:
    """A text that people wrote, on one line, without control characters."""
    return " ".join(_CONTROL.sub(" ", text).split())


def one_name(text: str) -> str:
    """A name that people wrote, on one line and in one spelling (NFC): keyboards give a letter and
    its accent as one character or as two, which look the same.
    """
    return normalize("NFC", one_line(text))


def in_brief(wrong: object, most: int = _MOST) -> str:
    """What is wrong, on one line. The middle of one with more than `most` letters is left out: what
    somebody wrote, while the beginning says where that was and the end what is expected.
    """
    text, half = one_line(str(wrong)), most // 2
    return text if len(text) <= most else f"{text[:half]} ... {text[-half:]}"


def many(count: int, word: str) -> str:
    """``1 game``, ``3 games``, where only English is spoken."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def whole_board(game: str) -> Message:
    """What is to be seen of the board of a game with this title."""
    return message("All of the board of {game} must be in sight.", game=game)


def as_sentence(text: Text) -> Message:
    """The sentence of a `text` that has no full stop, as it may stand within others."""
    return message("{sentence}.", sentence=text)


def side(player: Player) -> Message:
    """``White``."""
    return message("Black") if player == "b" else message("White")
