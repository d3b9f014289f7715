"""Whole games through the production scanner and lamp driver on simulated pins."""

from __future__ import annotations

import pytest

from pi_board.app.hardware_table import play_on_hardware
from pi_board.core.events import ReaderChanged
from pi_board.games.registry import make_game
from pi_board.simulation.plan import Plan
from pi_board.simulation.runner import first_seed


def plan(name: str, plies: int) -> Plan:
    """Plain games; the reeds bounce and scans are late anyway."""
    return Plan(make_game(name), "reeds", clumsy=False, most_plies=plies)


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "plies"), [("loa", 4), ("linja", 3), ("connexoh", 2)])
def test_a_game_begins_and_is_recorded(name: str, plies: int) -> None:
    """The record is what was played, and the lamps show something."""
    session = play_on_hardware(plan(name, plies), first_seed(5))
    assert session.result.whole, session.result.notes
    assert session.result.wrong == 0
    assert any(any(rgb) for _, rgb in session.lamps)


def test_tiles_may_be_told_by_two_reeds() -> None:
    """In Gray's code, on the shift registers like the four of the other coding."""
    session = play_on_hardware(plan("connexoh", 2), first_seed(5), coding="gray")
    assert session.result.whole, session.result.notes


@pytest.mark.thorough
def test_without_diodes_the_trouble_is_named() -> None:
    """The event says which reeds let current back."""
    session = play_on_hardware(plan("loa", 1), first_seed(5), diodes=False)
    said = [event for event in session.events if isinstance(event, ReaderChanged)]
    assert "c1 no diode" in " ".join(event.reason.text for event in said)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["loa", "linja", "connexoh"])
def test_whole_games_are_recorded(name: str) -> None:
    """Sixty plies of each game."""
    session = play_on_hardware(plan(name, 60), first_seed(5))
    assert session.result.whole, session.result.notes
    assert session.result.wrong == 0
