"""Choosing rules: options, presets, and what is said when they are wrong."""

import pytest

from pi_board.core.errors import InvalidText
from pi_board.games.options import parse_rule
from pi_board.games.registry import GAMES, make_game


def test_loa_options_in_the_order_of_the_rules() -> None:
    """Lines of Action has five options with these defaults."""
    assert make_game("loa").options == (
        ("simultaneous", "draw"),
        ("no_moves", "pass"),
        ("repetition", "3"),
        ("setup", "standard"),
        ("first", "b"),
    )


@pytest.mark.parametrize(
    ("preset", "simultaneous"),
    [("olympiad", "draw"), ("gamut", "mover_wins"), ("deskovehry", "mover_loses")],
)
def test_presets_differ_in_who_wins_when_both_are_connected(preset: str, simultaneous: str) -> None:
    """The presets of Lines of Action differ in who wins when both are connected."""
    assert dict(make_game("loa", preset).options)["simultaneous"] == simultaneous


def test_options_override_the_preset() -> None:
    """An option given by name wins over the preset's value."""
    game = make_game("loa", "gamut", {"simultaneous": "mover_loses", "repetition": "0"})
    assert dict(game.options)["simultaneous"] == "mover_loses"
    assert dict(game.options)["repetition"] == "0"


@pytest.mark.parametrize("name", GAMES)
def test_first_preset_is_the_default(name: str) -> None:
    """The first preset of every game is the choice of all defaults."""
    assert make_game(name, GAMES[name].presets[0][0]).options == make_game(name).options


@pytest.mark.parametrize(
    ("name", "preset", "options", "expected"),
    [
        ("chess", None, {}, "unknown game 'chess', expected loa or"),
        ("loa", "carlit", {}, "unknown preset 'carlit' of loa, expected olympiad or gamut"),
        ("loa", None, {"colour": "b"}, "unknown option 'colour', expected one of simultaneous"),
        ("loa", None, {"first": "black"}, "option first=black, expected b or w"),
        ("loa", None, {"repetition": "1"}, "repetition=1, expected 0 or a number from 2"),
        ("loa", None, {"repetition": "-3"}, "repetition=-3, expected 0 or a number from 2"),
        ("loa", None, {"repetition": "two"}, "repetition=two, expected 0 or a number from 2"),
        ("loa", None, {"repetition": "³"}, "repetition=³, expected 0 or a number from 2"),
    ],
)
def test_wrong_choices_are_named(
    name: str, preset: str | None, options: dict[str, str], expected: str
) -> None:
    """What was found and what was expected stand in the message."""
    with pytest.raises(InvalidText) as caught:
        make_game(name, preset, options)
    assert expected in str(caught.value)


def test_rules_are_split_at_the_equals_sign() -> None:
    """``name=value`` is split, with spaces allowed around both."""
    assert parse_rule(" first = w ") == ("first", "w")


@pytest.mark.parametrize("text", ["first", "first=", "=w", ""])
def test_incomplete_rule_texts(text: str) -> None:
    """A rule without a name, an equals sign or a value is refused."""
    with pytest.raises(InvalidText, match="expected name=value"):
        parse_rule(text)
