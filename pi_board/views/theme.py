"""The design tokens: colours by role for two themes, sizes as shares of one unit.

Read from ``assets/tokens.toml``. No pygame here: the contrast of the tokens can be checked alone.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from pi_board.core.errors import ConfigurationError

Colour = tuple[int, int, int]

THEMES = ("dark", "light")
TEXT_SIZES: Mapping[str, float] = MappingProxyType({"normal": 1.0, "large": 1.2})
STONES = ("black", "white", "red", "yellow", "blue", "green", "brown")
BLACK_AND_WHITE = ("black", "white")
TURNS = (0, 90, 180, 270)  # of the picture, in degrees clockwise


@dataclass(frozen=True, slots=True)
class Theme:
    """One theme: its colours by role, and the sizes it shares with the other.

    `type`, `space`, `radius`, `touch` are shares of the unit u, `stroke` of one square, `motion`
    seconds. `text` is how many times larger than usual all text is; `stones` are
    the colours of the first and second player's.
    """

    name: str
    colours: Mapping[str, Colour]
    type: Mapping[str, float]
    space: Mapping[str, float]
    radius: Mapping[str, float]
    touch: Mapping[str, float]
    stroke: Mapping[str, float]
    motion: Mapping[str, float]
    text: float = 1.0
    stones: tuple[str, str] = BLACK_AND_WHITE

    def colour(self, role: str) -> Colour:
        """The colour of `role`; KeyError if the tokens have none."""
        return self.colours[role]


def read_theme(name: str, text: float = 1.0, stones: tuple[str, str] = BLACK_AND_WHITE) -> Theme:
    """The theme called `name`, from the tokens in the package, with text so many times as large
    and the stones of the first and second player in these colours (of `STONES`).

    Raises ConfigurationError for a name that is not there.
    """
    if name not in THEMES:
        raise ConfigurationError(f"unknown theme {name!r}, expected {' or '.join(THEMES)}")
    tokens = tomllib.loads((files("pi_board.views") / "assets" / "tokens.toml").read_text("utf-8"))
    colours = {role: _rgb(text) for role, text in tokens[name].items()}
    colours |= _stone_colours(name, colours, tokens["stones"], stones)
    sizes = {part: _numbers(tokens[part]) for part in _SIZES}
    larger = {role: sizes["type"][role] * text for role in _LETTERS}
    sizes["type"] = MappingProxyType({**sizes["type"], **larger})
    return Theme(name, MappingProxyType(colours), **sizes, text=text, stones=stones)


def _stone_colours(
    name: str, colours: Mapping[str, Colour], others: Mapping[str, Any], stones: tuple[str, str]
) -> dict[str, Colour]:
    """The colours of both players' stones, each under its player's roles."""
    found: dict[str, Colour] = {}
    for player, stone in zip(("first", "second"), stones, strict=True):
        if stone not in STONES:
            raise ConfigurationError(f"stones {stone!r}, expected one of {', '.join(STONES)}")
        if stone in BLACK_AND_WHITE:
            own = ("first", "second")[BLACK_AND_WHITE.index(stone)]
            found |= {role.format(player): colours[role.format(own)] for role in _OF_STONES}
            continue
        of = others[stone]
        shades = (
            of["fill"], of["highlight"], of["rim"][THEMES.index(name)], of["ink"], of["counted"]
        )  # fmt: skip
        found |= {
            role.format(player): _rgb(shade) for role, shade in zip(_OF_STONES, shades, strict=True)
        }
    return found


_OF_STONES = ("{}", "{}_highlight", "{}_rim", "on_{}", "counted_{}")
_LETTERS = ("hero", "title", "clock", "body", "caption")
_SIZES = ("type", "space", "radius", "touch", "stroke", "motion")


def _numbers(table: Mapping[str, Any]) -> Mapping[str, float]:
    return MappingProxyType({k: float(v) for k, v in table.items() if isinstance(v, int | float)})


def _rgb(text: str) -> Colour:
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """`a` with `share` (0 to 1) of `b` in it, in the plain sRGB values."""
    red, green, blue = (round(p + (q - p) * share) for p, q in zip(a, b, strict=True))
    return red, green, blue
