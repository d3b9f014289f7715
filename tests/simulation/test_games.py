"""Whole games with clumsy people, refereed through every kind of sensor."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from dataclasses import replace

import pytest

from pi_board.app.hardware_table import play_on_hardware
from pi_board.app.searching import open_searcher
from pi_board.core.errors import EnvironmentFault
from pi_board.core.events import to_json
from pi_board.games.registry import GAMES, make_game
from pi_board.referee.advance import advance, begin
from pi_board.referee.phases import State
from pi_board.simulation.many import WORTH_PROCESSES, play_many
from pi_board.simulation.plan import BY_CHANCE, Plan
from pi_board.simulation.players import Choose, EnginePlayers
from pi_board.simulation.runner import Session, first_seed
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


@pytest.mark.thorough
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


@pytest.mark.parametrize("clumsy", [False, True])
def test_who_stops_a_turn_says_so(clumsy: bool) -> None:
    """Nothing on the board tells it, and the record is whole all the same."""
    game = make_game("linja", options={"followup": "optional"})
    session = Session(Plan(game, clumsy=clumsy, most_plies=20), 4)
    assert session.play().whole
    assert "stop" in session.people.truth.moves


@pytest.mark.thorough
@pytest.mark.parametrize("clumsy", [False, True])
def test_a_turn_that_a_program_stops_is_stopped_once(clumsy: bool) -> None:
    """The referee ends it by itself, so nobody says so, nor makes another move in its place."""
    game = make_game("linja", options={"followup": "optional"})
    plan = Plan(game, clumsy=clumsy, most_plies=30, program="w", seeks=True)
    session = Session(plan, 9)
    result = session.play()
    assert result.whole
    assert not result.notes
    movers = [position.to_move for position in session.people.truth.positions]
    assert ("w", "stop") in zip(movers, session.people.truth.moves, strict=False)


def test_the_plain_table_has_no_mishaps() -> None:
    """And no complaint is heard there."""
    session = Session(Plan(make_game("loa"), clumsy=False, most_plies=20), 5)
    result = session.play()
    assert (result.moves, result.whole, set(result.acts)) == (20, True, {"plain"})
    assert not {"illegal", "disturbed", "choose"} & {event.name for event in session.events}


@pytest.mark.thorough
def test_a_third_of_the_turns_at_the_clumsy_table_have_a_mishap() -> None:
    """Which is what makes it a test."""
    acts: Counter[str] = Counter()
    for seed in range(8):
        result = Session(Plan(make_game("loa"), most_plies=20), seed).play()
        acts.update({name: tally.staged for name, tally in result.acts.items()})
    assert acts["plain"] < 0.75 * acts.total()


@pytest.mark.thorough
def test_the_rules_explained_are_counted() -> None:
    """And a button pressed in vain is told why."""
    total, rules = Summary(), {"linja.backward", "linja.not_yours", "linja.stop_not_allowed"}
    for number in range(20):
        total.add(Session(Plan(make_game("linja"), most_plies=40), first_seed(5) + number).play())
        if rules <= set(total.rules):
            break
    assert rules <= set(total.rules)
    assert total.acts["stopped in vain"].understood == total.acts["stopped in vain"].staged > 0


def test_several_processes_play_the_same_games() -> None:
    """Whoever plays them: results come in order and are equal."""
    plan, seeds = Plan(make_game("loa"), most_plies=2), range(WORTH_PROCESSES)
    alone = [played.result for played in play_many(plan, seeds, 1)]
    assert [played.result for played in play_many(plan, seeds, 2)] == alone
    assert [result.seed for result in alone] == list(seeds)


class Dying:
    """Players with whom their process dies."""

    def open(self) -> Choose:
        """Never comes to an end."""
        os._exit(9)


def test_a_process_that_dies_is_told() -> None:
    """As one fault of the machine, which is what a system without memory is."""
    plan = Plan(make_game("loa"), players=Dying())
    with pytest.raises(EnvironmentFault, match="a process that played games has died"):
        list(play_many(plan, range(WORTH_PROCESSES), 2))


class Tiring:
    """Players who, in each process, take half a minute over all games but their first."""

    opened = 0

    def open(self) -> Choose:
        """As by chance, if at once."""
        Tiring.opened += 1
        if Tiring.opened > 1:
            time.sleep(30)
        return BY_CHANCE.open()


def test_nobody_waits_for_games_that_are_not_wanted_any_more() -> None:
    """The processes that play them are ended."""
    plan = Plan(make_game("loa"), most_plies=2, players=Tiring())
    games = play_many(plan, range(WORTH_PROCESSES), 2)
    next(games)
    before_s = time.monotonic()
    games.close()
    assert time.monotonic() - before_s < 15


@pytest.mark.thorough
@pytest.mark.parametrize("name", list(GAMES))
def test_a_search_may_choose_the_moves(name: str) -> None:
    """The same seed gives the same game, and another one than chance does."""
    by_search = EnginePlayers(open_searcher)
    plan = Plan(make_game(name), clumsy=False, most_plies=8, players=by_search)
    sessions = [Session(plan, 3), Session(plan, 3), Session(replace(plan, players=BY_CHANCE), 3)]
    for session in sessions:
        assert session.play().whole
    first, again, other = (session.people.truth.moves for session in sessions)
    assert first == again != other


@pytest.mark.thorough
def test_connexoh_on_reeds_that_feel_stones_alone() -> None:
    """The people name the turns nothing is felt of, and the record is whole."""
    session = play_on_hardware(
        Plan(make_game("connexoh"), "reeds", clumsy=False, most_plies=6), 3, coding="none"
    )
    assert (session.result.whole, session.result.wrong) == (True, 0)


@pytest.mark.thorough
def test_stones_knocked_along_a_file_are_not_believed_as_five_moves() -> None:
    """Felt and seen, five small moves at once are asked about: here they were a sleeve's."""
    result = Session(Plan(make_game("linja"), "both"), 1000015).play()
    assert (result.wrong, result.whole) == (0, True)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [1000332, 1000501, 1000563])
def test_what_was_hardly_felt_is_asked_about_in_the_end(seed: int) -> None:
    """A turn taken back and two replies were once taken for a stone in the hand, for ever."""
    result = Session(Plan(make_game("linja"), "reeds"), seed).play()
    assert (result.wrong, result.whole) == (0, True)
