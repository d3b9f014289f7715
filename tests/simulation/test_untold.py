"""Questions that no sensor could have spared anybody."""

from __future__ import annotations

from random import Random

import pytest

from pi_board.games.registry import make_game
from pi_board.simulation.fairness import untold
from pi_board.simulation.people import People
from pi_board.simulation.sensors import Kind


def people(kind: Kind, *texts: str, name: str = "connexoh") -> People:
    """People who have made some moves."""
    game = make_game(name)
    found = People(game, game.layouts[0], Random(1), kind == "reeds", kind == "camera")
    for text in texts:
        found.record(game.parse_move(found.position, text))
    return found


@pytest.mark.parametrize(
    ("kind", "texts", "why"),
    [
        ("camera", ("c3@180", "f5@90"), "order"),
        ("both", ("c3@180", "f5@90"), "hand"),
        ("camera", ("c3@180",), ""),
    ],
)
def test_what_nobody_could_tell(kind: Kind, texts: tuple[str, ...], why: str) -> None:
    """A camera does not see which of two tiles was turned first; nobody sees by whom."""
    table = people(kind, *texts)
    assert untold(table, tuple(table.truth.positions[:1])) == why


def test_a_slide_that_comes_last_tells_whose_it_was() -> None:
    """A tile is turned, then the other player's stone slides: that is one story only."""
    table = people("both", "a2@180", "f5@90", "c3@180", "f6-f5")
    assert untold(table, tuple(table.truth.positions[:3])) == ""


@pytest.mark.parametrize(("again", "why"), [("a1@90", "hand"), ("a1@270", "hand"), ("b1@90", "")])
def test_nobody_can_tell_who_turned_a_tile_again(again: str, why: str) -> None:
    """Whoever turned it may have turned it further, or back."""
    table = people("both", "a1@90", again)
    assert untold(table, tuple(table.truth.positions[:2])) == why


def test_equal_boards_in_the_past_are_not_told_apart() -> None:
    """Turned to and fro by both: which of the equal positions was restored?"""
    table = people("camera", "c3@180", "f5@90", "a3@180", "d5@180")
    recorded = tuple(table.truth.positions)
    table.forget(2)
    assert untold(table, recorded) == ""
    twice = (*recorded[:3], *recorded[1:])
    assert untold(table, twice) == "order"


def test_other_moves_that_lead_to_the_same_are_not_told_apart() -> None:
    """0-1 and /1-3 do, and neither of them was made."""
    table = people("camera", "2-3", "/0-2", name="linja")
    assert untold(table, (table.truth.positions[0],)) == "order"


@pytest.mark.parametrize(
    ("recorded", "is_right"),
    [(("0-1", "/1-3"), False), (("2-3", "/0-2"), True), (("6-7", "/2-3"), False)],
)
def test_a_record_of_other_moves_is_wrong_though_it_leads_to_the_same(
    recorded: tuple[str, str], is_right: bool
) -> None:
    """The first two do."""
    table, other = (people("camera", *made, name="linja") for made in (("2-3", "/0-2"), recorded))
    assert table.allow(tuple(other.truth.positions)) is is_right


def test_the_same_moves_may_be_recorded_in_another_order() -> None:
    """No board shows it."""
    made = ("2-3", "/6-7"), ("6-7", "/2-3")
    table, other = (people("camera", *texts, name="linja") for texts in made)
    assert table.allow(tuple(other.truth.positions))
