"""Parameters that many commands share: the game, its rules, a position."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from math import isfinite, nan
from typing import Any, TypeVar

import click

from pi_board.core.game import AnyGame
from pi_board.games.options import parse_rule
from pi_board.games.registry import GAMES, make_game

F = TypeVar("F", bound=Callable[..., Any])


class WholeRange(click.IntRange):
    """As its base, but says which numbers are expected where none is given, too."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """See `click.ParamType`."""
        try:
            int(value)
        except ValueError:
            expected = f"a whole number in the range {self._describe_range()}"
            self.fail(f"{value!r} is not {expected}.", param, ctx)
        return int(super().convert(value, param, ctx))


class FiniteRange(click.FloatRange):
    """As its base, but neither infinite nor no number at all."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """See `click.ParamType`."""
        try:
            number = float(value)
        except ValueError:
            number = nan
        if not isfinite(number):
            expected = f"a number in the range {self._describe_range()}"
            self.fail(f"{value!r} is not {expected}.", param, ctx)
        return float(super().convert(value, param, ctx))


class _Utf8(click.types.StringParamType):
    """Text that can be kept. Shells hand over bytes; what encoding they are said to be in (none in
    the C locale) does not matter, as long as they are UTF-8.
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """See `click.ParamType`."""
        try:
            return os.fsencode(value).decode("utf-8")
        except UnicodeError:
            self.fail(f"{value!r} is no text in UTF-8.", param, ctx)


UTF8 = _Utf8()
SECONDS = FiniteRange(0.01, 86400)  # of a search


def game_choice() -> click.Choice[str]:
    """The names of all games."""
    return click.Choice(list(GAMES))


# GAME, passed on as `game_name`
game_argument = click.argument("game_name", metavar="GAME", type=game_choice())
# passed on as `position_text` (None: the start position)
position_option = click.option(
    "--position",
    "position_text",
    metavar="POSITION",
    help="Where to begin, as the one-line text; else the start position.",
)
# passed on as `profile_name` (None: what the configuration says)
profile_option = click.option(
    "--profile",
    "profile_name",
    metavar="NAME",
    help="The board's profile (see `calibrate`); else the one in the configuration, if any.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON Lines.")


def rule_options(command: F) -> F:
    """``--preset NAME`` and ``--rule name=value`` (repeatable), as `preset` and `rules`."""
    rule = click.option(
        "--rule", "rules", multiple=True, metavar="NAME=VALUE", help="Set one rule; repeatable."
    )
    preset = click.option("--preset", metavar="NAME", help="Start from a named choice of rules.")
    return preset(rule(command))


def chosen_game(game_name: str, preset: str | None, rules: Iterable[str]) -> AnyGame:
    """The game under the rules asked for. Raises InvalidText."""
    return make_game(game_name, preset, dict(parse_rule(rule) for rule in rules))


def chosen_position(game: AnyGame, position_text: str | None) -> Any:
    """The position asked for, or the start position. Raises InvalidPosition."""
    return game.start() if position_text is None else game.parse_position(position_text)
