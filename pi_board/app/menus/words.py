"""What can be chosen in the menus, each choice with its name and a line on what it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pi_board.core.message import Message, Text, message
from pi_board.games.registry import GAMES
from pi_board.referee.clocks import Control, parse_control


@dataclass(frozen=True, slots=True)
class Option:
    """One of several: the value it stands for, what it is called, and what it means."""

    value: str
    name: Text
    note: Text = ""


def game_title(name: str) -> str:
    """``Lines of Action``."""
    return GAMES[name].title


def game_options() -> tuple[Option, ...]:
    """The games there are."""
    return tuple(Option(name, kind.title, _GAME_NOTES[name]) for name, kind in GAMES.items())


_GAME_NOTES: Mapping[str, Message] = MappingProxyType(
    {
        "loa": message("Bring your stones together into one group."),
        "linja": message("Hurry your stones past the others, far up the board."),
        "connexoh": message("Turn the tiles into paths and lead your stones home."),
    }
)

PRESETS: Mapping[str, tuple[Option, ...]] = MappingProxyType(
    {
        "loa": (
            Option("", message("tournaments"), message("A move that connects both is a draw.")),
            Option("gamut", "Gamut of Games",
                   message("A move that connects both wins for the mover.")),
            Option("deskovehry", "deskovehry.cz",
                   message("A move that connects both loses for the mover.")),
        ),
        "linja": (
            Option("", message("the official rules"),
                   message("Reaching the goal line first earns a follow-up of one row.")),
            Option("sdszs", "SDSZŠ",
                   message("Reaching the goal line first earns another whole turn.")),
        ),
        "connexoh": (
            Option("", "deskovehry.cz",
                   message("When a path opens, only the mover's stones may leave by it.")),
            Option("carlit", "Carlit", message("When a path opens, both players' stones leave.")),
        ),
    }
)  # fmt: skip

CLOCKS = ("", "5", "10", "20", "3+2", "5+3", "5+5", "10+5", "20+10", "10d5", "30s")


def clock_name(text: str) -> Text:
    """``10 min + 5 s a turn``."""
    if not text:
        return message("no clock")
    control: Control = parse_control(text)
    main, extra = f"{control.main_s / 60:g}", f"{control.extra_s:g}"
    if control.kind == "move":
        return message("{seconds} s a turn", seconds=f"{control.main_s:g}")
    if control.kind == "sudden":
        return message("{minutes} min", minutes=main)
    if control.kind == "fischer":
        return message("{minutes} min + {seconds} s a turn", minutes=main, seconds=extra)
    return message("{minutes} min, {seconds} s free a turn", minutes=main, seconds=extra)


POLICIES = (
    Option("casual", message("put right"),
           message("An illegal move is put right, and the game goes on.")),
    Option("strict", message("touch and move"),
           message("It is put right, and the stone that was touched must move.")),
    Option("tournament", message("tournament"),
           message("The opponent may accept it; the third one loses the game.")),
)  # fmt: skip

HINTS = (
    Option("", message("no limit")),
    Option("5", "5"),
    Option("3", "3"),
    Option("1", "1"),
    Option("0", message("no hints")),
)

READERS = (
    Option("", message("as configured")),
    Option("camera", message("camera")),
    Option("reed", message("reed switches")),
    Option("fused", message("camera and reeds")),
    Option("simulator", message("touching the screen"),
           message("No real board is needed: the drawn one is played on.")),
)  # fmt: skip

OPPONENTS = (
    Option("", message("nobody")),
    Option("b", message("Black")),
    Option("w", message("White")),
)

TEXT_OPTIONS = (Option("normal", message("normal")), Option("large", message("large")))

TURN_OPTIONS = (
    Option("0", "0°"),
    Option("90", "90°", message("to the right")),
    Option("180", "180°", message("upside down")),
    Option("270", "270°", message("to the left")),
)


def dark_name(minutes: int) -> Message:
    """When the screen goes dark, 0 being never."""
    return message("after {minutes} min", minutes=f"{minutes}") if minutes else message("never")


STONE_OPTIONS = (
    Option("black", message("black")),
    Option("white", message("white")),
    Option("red", message("red")),
    Option("yellow", message("yellow")),
    Option("blue", message("blue")),
    Option("green", message("green")),
    Option("brown", message("brown")),
)

LENGTHS = (
    Option("", message("as many games as you like")),
    Option("2", message("two games")),
    Option("best of 3", message("best of three")),
    Option("best of 5", message("best of five")),
)

THEMES = (Option("dark", message("dark")), Option("light", message("light")))


def chosen(options: tuple[Option, ...], value: str) -> Text:
    """What the choice of `value` is called; the value itself if it is none of these."""
    return next((option.name for option in options if option.value == value), value)
