"""Whole turns and their small moves."""

from functools import reduce

import pytest

from pi_board.core.errors import InvalidText
from pi_board.core.turn import joined, small_moves, split_turn


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("2-3", ("2-3",)),
        ("2-3/0-4", ("2-3", "/0-4")),
        ("5-6/1-4;0-1/3-5", ("5-6", "/1-4", "0-1", "/3-5")),
        (" 5-6 / 1-4 ; 0-1 ", ("5-6", "/ 1-4", "0-1")),
        ("/0-4", ("/0-4",)),
        ("/0-4;1-2", ("/0-4", "1-2")),
        ("b1xb3", ("b1xb3",)),
        ("", ("",)),
    ],
)
def test_turns_are_split(text: str, parts: tuple[str, ...]) -> None:
    """A slash begins a follow-up and belongs to it; a semicolon stands between sequences."""
    assert split_turn(text) == parts


@pytest.mark.parametrize("text", ["2-3", "2-3/0-4", "5-6/1-4;0-1/3-5", "5-6;stop"])
def test_turns_are_joined_as_they_are_split(text: str) -> None:
    """Small moves written together again make the same turn."""
    assert reduce(joined, split_turn(text)) == text


@pytest.mark.parametrize("text", [";", "1-2;", ";1-2", "1-2;;2-3"])
def test_empty_moves_in_turns(text: str) -> None:
    """Nothing between two semicolons is no move."""
    with pytest.raises(InvalidText, match="empty move"):
        split_turn(text)


def test_a_turn_that_is_over_has_no_more_moves() -> None:
    """The rest would be the other player's."""
    moved: list[str] = []
    with pytest.raises(InvalidText, match="'0-1/0-2;3-4' is over before 3-4"):
        moved.extend(small_moves("0-1/0-2;3-4", lambda: "bbw"[len(moved)]))
    assert moved == ["0-1", "/0-2"]
