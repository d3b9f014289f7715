"""What is agreed on in the menus, and what was outside them."""

from dataclasses import replace

import pytest

from pi_board.app.agreement import Agreement
from pi_board.app.menus import Menus
from pi_board.core.errors import InvalidText
from pi_board.core.observation import Command
from pi_board.games.registry import GAMES, make_game
from pi_board.views.language import speaker
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


COLOURS = ("white", "red")  # of the first and of the second player's stones
AGREED = Agreement("loa", players=("Eva", "Jan"), hints=(3, None), confirm=True)


@pytest.mark.parametrize(
    ("key", "value", "wanted"),
    [
        ("confirm", "", {"confirm": False}),
        ("nudges", "", {"nudges": True}),
        ("against", "w", {"against": "w"}),
        ("against", "", {"against": None}),
        ("level", "7", {"level": 7}),
        ("hints_b", "", {"hints": (None, None)}),
        ("hints_w", "0", {"hints": (3, 0)}),
        ("match", "Vánoce", {"match": "Vánoce", "match_length": ""}),
    ],
)
def test_each_choice_changes_what_is_agreed(
    key: str, value: str, wanted: dict[str, object]
) -> None:
    """And nothing else."""
    before = replace(world(), agreed=AGREED)
    assert before.agreeing(key, value).agreed == replace(AGREED, **wanted)


@pytest.mark.parametrize("choice", [("level", "high"), ("against", "x"), ("hints_b", "-1")])
def test_what_cannot_be_agreed_on_is_refused(choice: tuple[str, str]) -> None:
    """With the choice that was made."""
    with pytest.raises(InvalidText, match=choice[0]):
        world().agreeing(*choice)


def test_the_limits_of_hints_are_named_after_the_stones() -> None:
    """Whose limit it is is told as everywhere else, in the row and over its page."""
    menus, say = Menus(replace(world(), agreed=AGREED)).opened("new"), speaker("en", COLOURS)
    rows = {item.argument: say(item.label) for item in menus.page.items if item.label}
    titles = [say(menus.opened(f"hints_{player}").page.title) for player in "bw"]
    assert [rows["hints_b"], rows["hints_w"]] == titles == ["Hints for White", "Hints for Red"]


def test_a_start_position_from_the_command_line_is_shown_and_can_be_dropped() -> None:
    """The game that begins next has it as well; one touch brings back the usual start."""
    own = Agreement("loa", position="8/8/b7/wb6/8/1wb5/8/8 w", confirm=True)
    menus = Menus(replace(world(), agreed=own)).opened("new")
    (row,) = (item for item in menus.page.items if item.argument == "position=")
    menus = menus.obey(Command(0.0, row.command, row.argument))
    assert menus.world.agreed == replace(own, position="")
    assert menus.page.name == "new"
    assert not [item for item in menus.page.items if item.argument == "position="]


def test_rules_that_no_preset_has_are_shown_and_can_be_dropped() -> None:
    """The game that begins next has them as well; a preset that is chosen goes before them."""
    own = Agreement("linja", preset="sdszs", rules=(("first", "b"),))
    menus = Menus(replace(world(), agreed=own)).opened("new")
    (row,) = (item for item in menus.page.items if item.argument == "preset")
    assert "first=b" in str(row.note)
    assert row.value not in [item.label for item in menus.opened("preset").page.items[1:]]
    menus = menus.opened("preset")
    (now,) = (item for item in menus.page.items if item.mark == "chosen")
    assert (now.label, now.note) == (row.value, row.note)
    assert menus.obey(Command(0.0, now.command, now.argument)).world.agreed == own
    usual = menus.obey(Command(0.0, "choose", "preset=")).world.agreed
    assert usual.make().options == make_game("linja").options


def test_rules_given_one_by_one_have_the_name_of_the_preset_that_they_are() -> None:
    """A game that was gone on with brings all of its rules so."""
    every = Agreement("loa", rules=make_game("loa", "gamut").options)
    menus = Menus(replace(world(), agreed=every)).opened("new")
    (row,) = (item for item in menus.page.items if item.argument == "preset")
    assert row.value == "Gamut of Games"
