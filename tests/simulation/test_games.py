"""Whole games with clumsy people, refereed through every kind of sensor."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from pi_board.core.events import to_json
from pi_board.games.registry import GAMES, make_game
from pi_board.referee.advance import advance, begin
from pi_board.referee.phases import State
from pi_board.simulation.runner import Plan, Session, first_seed
from pi_board.simulation.sensors import KINDS, Kind
from pi_board.simulation.summary import Summary


def played(name: str, kind: Kind, games: int, seed: int, plies: int) -> Summary:
    """The figures of some games at the clumsy table."""
    plan = Plan(make_game(name), kind, most_plies=plies)
    total = Summary()
    for number in range(games):
        total.add(Session(plan, first_seed(seed) + number).play())
    return total


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", list(GAMES))
def test_no_wrong_move_is_accepted(name: str, kind: Kind) -> None:
    """A short clumsy game through every sensor."""
    total = played(name, kind, 1, 7, 20)
    assert (total.wrong, total.notes) == (0, total.notes)
    assert total.moves >= 5


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", list(GAMES))
def test_records_equal_what_was_played(name: str, kind: Kind) -> None:
    """Many clumsy games: none with a wrong move, and with a camera all of them whole."""
    total = played(name, kind, 20, 11, 60)
    assert total.wrong == 0, total.notes
    if kind != "reeds":
        assert total.whole == total.games, total.notes


@pytest.mark.parametrize("name", list(GAMES))
def test_a_stream_replays_to_identical_events(name: str) -> None:
    """The same inputs give the same bytes, whatever was remembered the first time."""
    session = Session(Plan(make_game(name), "both", most_plies=12), 3)
    session.play()
    state: State = begin(make_game(name))
    again = []
    for item in session.inputs:
        state, events = advance(state, item)
        again += events

    def lines(events: list) -> str:
        return "\n".join(json.dumps(to_json(event)) for event in events)

    assert lines(again) == lines(session.events)


def test_the_plain_table_has_no_mishaps() -> None:
    """And no complaint is heard there."""
    session = Session(Plan(make_game("loa"), clumsy=False, most_plies=20), 5)
    result = session.play()
    assert (result.moves, result.whole, set(result.acts)) == (20, True, {"plain"})
    assert not {"illegal", "disturbed", "choose"} & {event.name for event in session.events}


def test_a_third_of_the_turns_at_the_clumsy_table_have_a_mishap() -> None:
    """Which is what makes it a test."""
    acts: Counter[str] = Counter()
    for seed in range(6):
        result = Session(Plan(make_game("loa"), most_plies=30), seed).play()
        acts.update({name: tally.staged for name, tally in result.acts.items()})
    assert acts["plain"] < 0.75 * acts.total()
