"""Observations and commands as JSON Lines."""

from __future__ import annotations

import json

import pytest

from pi_board.core.errors import InvalidText
from pi_board.core.observation import Command, Observation
from pi_board.games.registry import make_game
from pi_board.referee.stream import ObservationReader

START = [".bbbbbb."] + ["w......w"] * 6 + [".bbbbbb."]


def reader(name: str = "loa") -> ObservationReader:
    """A reader of one game's lines."""
    return ObservationReader(make_game(name).layouts)


def best(seen: Observation, site: str) -> list[str]:
    """The labels a site most likely shows."""
    row = seen.looks[seen.layout.site(site)]
    return [label for label, one in zip(seen.layout.labels, row, strict=True) if one == max(row)]


def test_a_grid_has_its_top_row_first() -> None:
    """Top row first; ``?`` says nothing and ``x`` leaves the colour open."""
    rows = ["x?......", *START[1:]]
    seen = reader().read(json.dumps({"t": 1.5, "grid": rows, "frame": 3}))
    assert isinstance(seen, Observation)
    assert (seen.t, seen.frame) == (1.5, 3)
    assert best(seen, "b1") == ["b"]
    assert best(seen, "a2") == ["w"]
    assert best(seen, "a8") == ["b", "w"]
    assert best(seen, "b8") == ["empty", "b", "w"]


def test_tiles_and_stones() -> None:
    """Both halves of a Connex'oh reading."""
    line = {"t": 0, "tiles": ["000000"] * 5 + ["100000"], "stones": {"b": ["a6"], "w": ["a1"]}}
    seen = reader("connexoh").read(json.dumps(line))
    assert [best(seen, site) for site in ("a1", "a6", "b1")] == [["1w"], ["0b"], ["0"]]


def test_stones_of_other_colours_are_refused() -> None:
    """They would be read as a board without stones."""
    line = {"t": 0, "tiles": ["000000"] * 6, "stones": {"black": ["a6"], "white": ["a1"]}}
    with pytest.raises(InvalidText, match="expected lists by colour, b and w"):
        reader("connexoh").read(json.dumps(line))


def test_rows_between_sticks() -> None:
    """Linja without holes."""
    line = {"t": 0, "rows": [{"row": 8, "b": 0, "w": 6}]}
    seen = reader("linja").read(json.dumps(line))
    assert seen.layout.name == "linja-rows"
    assert best(seen, "8") == ["0b6w"]
    assert len(best(seen, "1")) == len(seen.layout.labels)
    with pytest.raises(InvalidText, match="not on the board"):
        reader("linja").read('{"t": 0, "rows": [{"row": 9, "b": 0, "w": 6}]}')


def test_probabilities_change_only_the_sites_named() -> None:
    """All others look as in the last line."""
    one = reader()
    one.read(json.dumps({"t": 0, "grid": START}))
    line = {"t": 1, "probabilities": {"b1": {"empty": 0.9, "b": 0.1, "w": 0.0}}}
    seen = one.read(json.dumps(line))
    assert [best(seen, site) for site in ("b1", "c1")] == [["empty"], ["b"]]


def test_reeds_say_what_is_down_and_what_was_touched() -> None:
    """What is down, and what was touched, in order."""
    seen = reader().read('{"t": 2, "occupied": ["b1"], "touched": ["c1", "b1"]}')
    assert seen.touched == ("c1", "b1")
    assert [best(seen, site) for site in ("b1", "c1")] == [["b", "w"], ["empty"]]


def test_obstructed_and_commands() -> None:
    """Lines without a look."""
    assert reader().read('{"t": 3, "obstructed": ["d4"]}').obstructed == ("d4",)
    assert reader().read('{"t": 3, "command": "choose b1-b3"}') == Command(3.0, "choose", "b1-b3")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("b1-b3", "no JSON"),
        ("[1]", "expected a JSON object"),
        ('{"grid": []}', "expected seconds"),
        ('{"t": true, "grid": []}', "expected seconds"),
        ('{"t": NaN, "grid": []}', "expected seconds"),
        ('{"t": 1}', "nothing to see"),
        ('{"t": 1, "grid": ["........"]}', "expected 8 strings"),
        ('{"t": 1, "grid": 7}', "expected 8 strings"),
        (json.dumps({"t": 1, "grid": ["...q...."] * 8}), "of '.bw"),
        ('{"t": 1, "tiles": []}', "expected one for loa"),
        ('{"t": 1, "command": "confirm", "occupied": []}', "a command with occupied, expected a"),
        ('{"t": 1, "occupied": ["z9"]}', "not on the board"),
        ('{"t": 1, "occupied": "b1"}', "expected a list"),
        ('{"t": 1, "probabilities": {"b1": {"red": 1}}}', "red"),
        ('{"t": 1, "probabilities": {"b1": {"b": -1}}}', "-1"),
        ('{"t": 1, "probabilities": 3}', "expected an object"),
        ('{"t": 1, "probabilities": {"b1": 3}}', "expected numbers by label"),
        ('{"t": 1, "command": 7}', "expected one such as"),
        ('{"t": 1, "obstructed": [], "frame": "x"}', "expected a number"),
    ],
)
def test_bad_lines_say_what_is_wrong(line: str, says: str) -> None:
    """What was found and what was expected."""
    with pytest.raises(InvalidText, match=says):
        reader().read(line)


@pytest.mark.parametrize(
    "line",
    [
        '{"t": 1%s, "grid": []}' % ("0" * 400),
        '{"t": 0, "probabilities": {"a1": {"b": 1%s}}}' % ("0" * 400),
        "[" * 100_000,
    ],
)
def test_what_no_float_and_no_program_can_hold_is_refused(line: str) -> None:
    """JSON allows numbers and nesting of any length."""
    with pytest.raises(InvalidText):
        reader().read(line)


def test_a_row_may_be_written_with_floats() -> None:
    """As other languages write whole numbers."""
    seen = reader("linja").read('{"t": 0, "rows": [{"row": 8.0, "b": 0.0, "w": 6.0}]}')
    assert isinstance(seen, Observation)
    assert best(seen, "8") == ["0b6w"]


@pytest.mark.parametrize("count", ["Infinity", "-3", "1.5", "13", "true", "null"])
def test_a_row_that_no_board_has_is_refused(count: str) -> None:
    """A row between sticks holds a whole number of stones, no more than a team has."""
    with pytest.raises(InvalidText, match="expected 0 to 12 stones"):
        reader("linja").read(f'{{"t": 0, "rows": [{{"row": 8, "b": {count}, "w": 0}}]}}')
