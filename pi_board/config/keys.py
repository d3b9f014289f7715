"""What may stand in the configuration file: every key with its default and what is expected of it.

The table below is all there is: reading, checking, the errors and the commented file that is
installed are made from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pi_board.config.command import command
from pi_board.readers.addresses import CAMERAS, is_camera, split_address
from pi_board.readers.buttons import DRAWN_PINS
from pi_board.readers.reed import LEAST_SCANS_PER_S, SCANS_PER_S
from pi_board.readers.reed_debounce import SCANS
from pi_board.readers.reed_matrix import COLUMN_PINS, ROW_PINS
from pi_board.readers.reed_shift import LATCH_PIN
from pi_board.views.buzzer import DRAWN_PIN
from pi_board.views.language import LANGUAGES
from pi_board.views.theme import STONES, TEXT_SIZES, THEMES, TURNS

Value = object

PROFILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,40}")

# sections and keys of an earlier version that are of one physical board, and in its profile now
MOVED = (("lamps", "order"), ("reeds", "masked"))


@dataclass(frozen=True, slots=True)
class Key:
    """One key: `expected` says in words what `valid` tests."""

    name: str
    default: Value
    expected: str
    valid: Callable[[Value], bool]
    comment: str


def is_whole(value: Value, low: int, high: int) -> bool:
    """Whether a value is a whole number within limits."""
    return isinstance(value, int) and is_number(value, low, high)


def is_number(value: Value, low: float, high: float) -> bool:
    """Whether a value is a number within limits, which are finite."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return low <= value <= high


def _one_of(*words: str) -> tuple[str, Callable[[Value], bool]]:
    named = ", ".join(word or '""' for word in words)
    return f"one of {named}", lambda value: value in words and isinstance(value, str)


def _one_of_numbers(*numbers: int) -> tuple[str, Callable[[Value], bool]]:
    named = ", ".join(map(str, numbers))
    return f"one of {named}", lambda value: type(value) is int and value in numbers


def _number(low: float, high: float) -> tuple[str, Callable[[Value], bool]]:
    return f"a number from {low:g} to {high:g}", lambda value: is_number(value, low, high)


def _whole(low: int, high: int) -> tuple[str, Callable[[Value], bool]]:
    return f"a whole number from {low} to {high}", lambda value: is_whole(value, low, high)


_PIN = (2, 27)
_MOST_PINS = 8


def _pin() -> tuple[str, Callable[[Value], bool]]:
    return (
        "a BCM number from 2 to 27, or 0 for none",
        lambda value: (value == 0 and not isinstance(value, bool)) or is_whole(value, *_PIN),
    )


def _pins() -> tuple[str, Callable[[Value], bool]]:
    return (
        f"at most {_MOST_PINS} different BCM numbers from 2 to 27",
        lambda value: (
            isinstance(value, list)
            and len(value) <= _MOST_PINS
            and all(is_whole(pin, *_PIN) for pin in value)
            and len(set(value)) == len(value)
        ),
    )


def _camera() -> tuple[str, Callable[[Value], bool]]:
    return CAMERAS, lambda value: isinstance(value, str) and _may_be_camera(value)


def _may_be_camera(source: str) -> bool:
    try:
        split_address(source)
    except ValueError:
        return False
    return is_camera(source)


def _name() -> tuple[str, Callable[[Value], bool]]:
    return (
        "letters, digits, - and _",
        lambda value: isinstance(value, str) and PROFILE_NAME.fullmatch(value) is not None,
    )


def _any_text() -> tuple[str, Callable[[Value], bool]]:
    return "a text, or nothing", lambda value: isinstance(value, str)


def _flag() -> tuple[str, Callable[[Value], bool]]:
    return "true or false", lambda value: isinstance(value, bool)


KEYS: Mapping[str, tuple[Key, ...]] = MappingProxyType(
    {
        "reader": (
            Key("kind", "camera", *_one_of("camera", "reed", "fused"),
                "what sees the board: camera, reed or fused (both)"),
            Key("camera", "camera", *_camera(), "/dev/board-camera is one on USB"),
        ),
        "reeds": (
            Key("kind", "matrix", *_one_of("matrix", "shift"),
                "matrix: on GPIO pins; shift: 74HC595 and 74HC165 on SPI"),
            Key("rows", list(ROW_PINS), *_pins(), "BCM numbers, row 1 first (matrix)"),
            Key("columns", list(COLUMN_PINS), *_pins(), "BCM numbers, file a first (matrix)"),
            Key("coding", "none", *_one_of("none", "gray", "one_hot"),
                "reeds at the edges of Connex'oh's tiles (shift)"),
            Key("latch", LATCH_PIN, *_pin(), "BCM number of the latch (shift)"),
            Key("scans_per_second", SCANS_PER_S, *_number(LEAST_SCANS_PER_S, 100),
                "25 to 50 is usual"),
            Key("equal_scans", SCANS, *_whole(1, 10), "scans until a state counts"),
        ),
        "lamps": (
            Key("kind", "none", *_one_of("none", "chain", "edge"),
                "chain: SK9822 or APA102 on SPI; edge: one for each row and column on GPIO pins"),
            Key("corner", "a1", *_one_of("a1", "h1", "a8", "h8"), "where the chain begins"),
            Key("along", "row", *_one_of("row", "column"), "which way it runs first"),
            Key("zigzag", True, *_flag(), "whether it comes back in the next line"),
            Key("base_columns", 0, *_whole(0, 16),
                "lamps of the chain from left to right; 0: as many as the board has sites"),
            Key("base_rows", 0, *_whole(0, 16), "and from front to back"),
            Key("brightness", 7, *_whole(1, 10), ""),
            Key("night", False, *_flag(), "dim for a dark room"),
            Key("limit_a", 0.8, *_number(0.1, 10), "what the lamps' supply gives, in ampere"),
            Key("rows", [], *_pins(), "BCM numbers (edge)"),
            Key("columns", [], *_pins(), "BCM numbers (edge)"),
        ),
        "buttons": (
            Key("hint", 0, *_pin(), f"{DRAWN_PINS['hint']} in the manual; to ground"),
            Key("ok", 0, *_pin(),
                f"{DRAWN_PINS['ok']} in the manual; confirms, held for two seconds it switches "
                "the Pi off"),
            Key("back", 0, *_pin(), f"{DRAWN_PINS['back']} in the manual; takes back"),
            Key("buzzer", 0, *_pin(), f"{DRAWN_PIN} in the manual, with dtoverlay=spi0-1cs"),
        ),
        "screen": (
            Key("language", "", *_one_of("", *LANGUAGES),
                "of screen and voice; nothing: as the system says"),
            Key("theme", "dark", *_one_of(*THEMES), ""),
            Key("text", "normal", *_one_of(*TEXT_SIZES), "how large everything is written"),
            Key("turn", 0, *_one_of_numbers(*TURNS),
                "degrees clockwise that the picture is turned by, for a screen mounted so"),
            Key("dark_after_minutes", 15, *_whole(0, 1440),
                "without anybody there, and without a clock that runs; 0: never"),
            Key("black", "black", *_one_of(*STONES), "the stones of the player called Black"),
            Key("white", "white", *_one_of(*STONES), "the stones of the player called White"),
        ),
        "sound": (
            Key("tones", True, *_flag(), "for moves, faults and the clock"),
            Key("voice", False, *_flag(), "says moves, faults and scores (needs espeak-ng)"),
        ),
        "evidence": (
            Key("keep", True, *_flag(), "pictures of the board after every move and of disputes"),
            Key("days", 30.0, *_number(0, 3650), "older ones are deleted"),
            Key("megabytes", 500.0, *_number(0, 100_000), "the oldest are deleted beyond that"),
        ),
        "players": (
            Key("black", "", *_any_text(), "usual name; nothing: Black"),
            Key("white", "", *_any_text(), "usual name; nothing: White"),
        ),
        "profiles": (
            Key("loa", "loa", *_name(),
                f"the board's profile, if there is one ({command('calibrate')})"),
            Key("linja", "linja", *_name(), ""),
            Key("connexoh", "connexoh", *_name(), ""),
        ),
    }
)  # fmt: skip
