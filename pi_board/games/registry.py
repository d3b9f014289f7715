"""All games there are, one line each: ``make_game("loa", preset="gamut")`` makes one of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pi_board.core.errors import InvalidText
from pi_board.core.game import AnyGame
from pi_board.games import connexoh, linja, loa
from pi_board.games.kind import GameKind

GAMES: Mapping[str, GameKind[Any]] = MappingProxyType(
    {
        "loa": loa.KIND,
        "linja": linja.KIND,
        "connexoh": connexoh.KIND,
    }
)


def make_game(
    name: str, preset: str | None = None, options: Mapping[str, str] = MappingProxyType({})
) -> AnyGame:
    """The game `name` under `preset` (None: the defaults), with `options` overriding it.

    Raises InvalidText for an unknown game, preset or option, saying what was found and expected.
    """
    if name not in GAMES:
        raise InvalidText(f"unknown game {name!r}, expected {' or '.join(GAMES)}")
    return GAMES[name].make(preset, options)
