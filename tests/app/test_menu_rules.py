"""Rules that were agreed on outside the menus, in the menus."""

from dataclasses import replace

import pytest

from pi_board.app.agreement import Agreement
from pi_board.app.menus import Menus
from pi_board.core.observation import Command
from pi_board.games.registry import GAMES, make_game
from tests.app.menu_pages import world


@pytest.mark.parametrize(
    ("game", "preset"),
    [(name, preset) for name, kind in GAMES.items() for preset, _ in kind.presets],
)
def test_rules_named_on_the_command_line_are_in_the_menus(game: str, preset: str) -> None:
    """Each of them, the usual ones by their own name too."""
    menus = Menus(replace(world(), agreed=Agreement(game, preset=preset))).opened("new")
    (row,) = (item for item in menus.page.items if item.argument == "preset")
    (now,) = (item for item in menus.opened("preset").page.items if item.mark == "chosen")
    assert row.value == now.label
    wanted = menus.opened("preset").obey(Command(0.0, now.command, now.argument)).world.agreed
    assert wanted.make().options == make_game(game, preset).options
