"""Tables with an entry for each game, as the docstring of `pi_board.games` lists them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from importlib import import_module

import pytest

import pi_board.games
from pi_board.config.sections import ProfileSettings
from pi_board.games.registry import GAMES

LISTED = re.findall(
    r"`([a-z_.]+)\.(\w+)`", (pi_board.games.__doc__ or "").partition("A new game")[2]
)
TABLES = [f"pi_board.{module}.{table}" for module, table in LISTED if table.isupper()]


def entries(table: str) -> Iterable[str]:
    """The games that have an entry there."""
    module, _, name = table.rpartition(".")
    found = vars(import_module(module))[name]
    return [key.name for key in found["profiles"]] if name == "KEYS" else found


def test_there_are_tables() -> None:
    """The list is read as it is meant: it names eleven tables."""
    assert len(TABLES) == 11


@pytest.mark.parametrize("table", TABLES)
def test_each_table_has_every_game(table: str) -> None:
    """Neither is a game missing in it, nor is one there that is none."""
    assert set(entries(table)) == set(GAMES)


def test_each_game_has_a_profile() -> None:
    """`ProfileSettings` has a field for every game."""
    assert {field.name for field in fields(ProfileSettings)} == set(GAMES)
