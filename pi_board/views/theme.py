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


@dataclass(frozen=True, slots=True)
class Theme:
    """One theme: its colours by role, and the sizes it shares with the other.

    `type`, `space`, `radius`, `touch` are shares of the unit u, `stroke` of one square, `motion`
    seconds.
    """

    name: str
    colours: Mapping[str, Colour]
    type: Mapping[str, float]
    space: Mapping[str, float]
    radius: Mapping[str, float]
    touch: Mapping[str, float]
    stroke: Mapping[str, float]
    motion: Mapping[str, float]

    def colour(self, role: str) -> Colour:
        """The colour of `role`; KeyError if the tokens have none."""
        return self.colours[role]


def read_theme(name: str) -> Theme:
    """The theme called `name`, from the tokens in the package. Raises ConfigurationError."""
    if name not in THEMES:
        raise ConfigurationError(f"unknown theme {name!r}, expected {' or '.join(THEMES)}")
    tokens = tomllib.loads((files("pi_board.views") / "assets" / "tokens.toml").read_text("utf-8"))
    colours = {role: _rgb(text) for role, text in tokens[name].items()}
    sizes = {part: _numbers(tokens[part]) for part in _SIZES}
    return Theme(name, MappingProxyType(colours), **sizes)


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


def luminance(colour: Colour) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.x, https://www.w3.org/TR/WCAG21/#dfn-relative-luminance)."""
    red, green, blue = (
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in (c / 255 for c in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: Colour, b: Colour) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.x)."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)
