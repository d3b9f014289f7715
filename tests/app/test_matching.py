"""The next game of a match: people and the computer change sides, and nobody plays twice."""

import os
from contextlib import ExitStack, closing, suppress
from dataclasses import replace

import pytest

from pi_board.app.agreement import Agreement, called, open_table
from pi_board.app.kept.resuming import latest_unfinished
from pi_board.app.lounge import Lounge
from pi_board.app.matching import next_of_match
from pi_board.app.simulated_table import SimulatedTable
from pi_board.app.sitting import Sitting
from pi_board.cli.play import _begin
from pi_board.config.settings import load
from pi_board.core.errors import InvalidText
from pi_board.core.game import Score
from pi_board.records.archive import Archive
from pi_board.records.matches import standing
from pi_board.records.place import games_folder
from pi_board.records.record import Header, Record
from pi_board.records.search import Filter

AGREED = Agreement(players=("Ioana", "White"), against="w", level=6, match="cup", match_length="5")


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """A folder of games of its own."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))


def keep(agreed, outcome, **more):
    """The game as agreed was played and ended so."""
    with closing(Archive(games_folder())) as archive:
        game, begun = agreed.make(), float(archive.count(Filter()))
        header = Header(game.name, game.options, agreed.names, "test", begun, match=agreed.match,
                        match_length=agreed.match_length, **more)  # fmt: skip
        name = archive.add(Record(header, (), outcome, "resigned" if outcome else ""))
        archive.refresh()
    return name


@pytest.mark.parametrize("are_named", [True, False])
def test_the_computer_changes_sides_when_it_has_lost(are_named):
    """It sits where the loser starts, plays that side, and the human keeps the own name."""
    keep(next_of_match(AGREED), "b")
    now = next_of_match(AGREED, are_named)
    assert now.names == ("Computer 6", "Ioana")
    assert (now.against, now.level, now.match_length) == ("b", 6, "5")
    keep(now, "b")
    assert next_of_match(now, are_named).names == ("Ioana", "Computer 6")


def test_hints_go_with_the_person_who_may_ask_for_them():
    """Ioana, who has no hints, sits on the other side once the computer has lost."""
    first = next_of_match(replace(AGREED, hints=(0, None)))
    assert first.hints == (0, None)
    keep(first, "b")
    second = next_of_match(first)
    assert (second.names, second.hints) == (("Computer 6", "Ioana"), (None, 0))
    keep(second, "b")
    assert next_of_match(second).hints == (0, None)


def test_an_ended_match_is_told_with_names_in_the_language_of_the_screen():
    """Who has no name, and the computer."""
    agreed = replace(AGREED, players=("Black", "White"), match_length="1")
    for outcome in ("b", "b", "b", "b"):
        with suppress(InvalidText):
            keep(agreed := next_of_match(agreed), outcome)
    with pytest.raises(InvalidText) as told:
        next_of_match(agreed)
    assert "player 1" in str(told.value)
    assert "computer 6" in str(told.value)


def test_a_match_names_its_computer():
    """Who asks for nobody goes on against the computer; who asks for another one is refused."""
    keep(AGREED, "w")
    unnamed = Agreement(match="cup")
    assert next_of_match(unnamed, are_named=False).names == ("Ioana", "Computer 6")
    with pytest.raises(InvalidText, match="not by computer 3 and Ioana"):
        next_of_match(replace(unnamed, against="b", level=3), are_named=False)
    keep(replace(AGREED, against="b", players=("Black", "Ioana"), match="second"), "w")
    with pytest.raises(InvalidText, match="not by Ioana and computer 3"):
        next_of_match(Agreement(match="second", against="w", level=3), are_named=False)


def test_a_watchdog_hears_that_the_games_of_a_match_are_read():
    """Where the device begins with one after an upgrade, or no index can be kept."""
    keep(AGREED, "w")
    (games_folder().parent / "games.sqlite").unlink()
    lounge, heard = Lounge(load(), AGREED, lambda: iter(())), []
    lounge.progress = heard.append
    lounge.next_of_match(AGREED)
    assert heard == [1]


@pytest.mark.parametrize("unnamed", ["White", "Black", "Player 1", "Player 2"])
def test_who_has_no_name_is_called_as_in_the_games_before(unnamed):
    """Matches that were begun earlier call them by a side, the others by either number."""
    keep(Agreement(players=("Ioana", unnamed), match="cup"), "b")
    for asked in (("Ioana", "White"), ("Black", "Ioana")):
        assert next_of_match(Agreement(players=asked, match="cup")).names == (unnamed, "Ioana")


def test_names_that_were_given_stay_where_there_is_no_match():
    """Also those that players without names have in a match."""
    agreed = Agreement(players=("Player 1", "Player 2"))
    assert next_of_match(agreed).names == ("Player 1", "Player 2")


def test_the_loser_sits_where_a_position_is_gone_on_from():
    """White is to move in it, whoever begins the usual start."""
    agreed = Agreement(players=("Ioana", "Jan"), match="cup")
    keep(agreed, "w")
    ladder = replace(agreed, position="1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 w")
    assert next_of_match(agreed).names == ("Ioana", "Jan")
    assert next_of_match(ladder).names == ("Jan", "Ioana")


def test_people_who_play_a_match_are_not_replaced_by_the_computer():
    """Asked to play against the computer in a match of two people: it is refused."""
    keep(Agreement(players=("Ioana", "Tomáš"), match="cup"), "b")
    with pytest.raises(InvalidText, match="not by Ioana and computer 4"):
        next_of_match(Agreement(match="cup", against="w"), are_named=False)


@pytest.mark.parametrize("length", ["2", "1"])
def test_a_match_goes_on_where_the_power_went_between_its_games(length):
    """The next game is of it, and as agreed; after the last one it is as configured."""
    keep(replace(AGREED, match_length=length), "b", clock="10+5", policy="strict")
    begin = _begin(Agreement("loa"), True, "loa")
    assert begin is not None
    assert begin.found is None
    if length == "1":
        assert begin.agreed == Agreement("loa")
        return
    assert begin.agreed.names == ("Computer 6", "Ioana")
    assert (begin.agreed.match, begin.agreed.match_length) == ("cup", "2")
    assert (begin.agreed.clock, begin.agreed.policy) == ("10+5", "strict")


@pytest.mark.parametrize(
    ("name", "shown"), [("\U0001f98a", ":fox:"), ("\U0001f98a Eva", "\U0001f98a Eva"), ("-", "-")]
)
def test_a_name_of_emoji_alone_is_spelt(name, shown):
    """The screen leaves them out: who leads in a match of two such players nobody would see."""
    assert called(name) == shown


def test_nobody_plays_on_under_the_names_of_another_evening():
    """A match of no set length would go on for ever."""
    path = games_folder() / f"{keep(replace(AGREED, match_length=''), 'b')}.jsonl"
    assert _begin(Agreement("loa"), True, "loa").agreed.match == "cup"
    yesterday = path.stat().st_mtime - 13 * 3600
    os.utime(path, (yesterday, yesterday))
    assert _begin(Agreement("loa"), True, "loa").agreed == Agreement("loa")


def test_a_side_given_up_by_the_computer_has_no_name_of_it():
    """A person who sits down in its place is not called the computer."""
    again = AGREED.for_names("Computer 6", "Ioana")
    assert replace(again, against=None).names == ("Black", "Ioana")


def test_the_match_of_a_game_that_is_gone_on_with_goes_on():
    """Its next game has its rules, clock, policy and people, whatever was agreed on before."""
    lounge = Lounge(load(), Agreement("linja"), lambda: iter(()))
    keep(AGREED, "", clock="10+5", policy="strict")
    found = latest_unfinished("loa")
    assert found is not None
    agreed = lounge.agreed_of(found, lounge.agreed)
    assert lounge.agreed == agreed
    assert (agreed.game, agreed.clock, agreed.policy) == ("loa", "10+5", "strict")
    assert (agreed.match, agreed.match_length) == ("cup", "5")
    assert (agreed.names, agreed.against, agreed.level) == (("Ioana", "Computer 6"), "w", 6)


def test_the_computer_is_no_name_to_choose():
    """Menus offer the people who have played, not the computer."""
    keep(AGREED, "w")
    assert Lounge(load(), Agreement(), lambda: iter(())).world(False).names == ("Ioana",)


def test_a_match_is_read_again_only_after_a_game_of_it(monkeypatch):
    """Menus open at once, however many games there were."""
    read = []

    def counted(archive, name):
        read.append(name)
        return standing(archive, name)

    monkeypatch.setattr("pi_board.app.lounge.standing", counted)
    lounge = Lounge(load(), Agreement(), lambda: iter(()))
    agreed = replace(AGREED, match_length="2")
    for games in (1, 2):
        keep(agreed, "b")
        offered = [tuple(lounge.world(False).matches) for _ in range(3)]
        assert offered == [("cup",) if games == 1 else ()] * 3
        assert read == ["cup"] * games


def play(agreed, seed):
    """The next game of a match on a simulated table, through the code that keeps every game."""
    now = next_of_match(agreed)
    with ExitStack() as stack:
        table = open_table(stack, now, "simulator")
        reader = SimulatedTable(table.game, seed)
        for _ in Sitting(table.game, reader, keep=table.keeper, state=table.state).moments():
            pass
    return table.players, table.keeper.record


@pytest.mark.slow
def test_a_whole_match_is_played_on_a_simulated_table():
    """Linja, three games: the loser of each sits at White, which starts; two points a win; the sum
    of the board points is kept for a tie; then the match is over.
    """
    agreed = Agreement("linja", players=("Ioana", "Jan"), match="cup", match_length="3 games")
    points, total, winner = {"Ioana": 0, "Jan": 0}, {"Ioana": 0, "Jan": 0}, None
    for seed in range(3):
        players, record = play(agreed, seed)
        assert record.outcome, record.moves[-3:]
        if winner is not None:
            assert players[0] == winner
        winner = players["bw".index(record.outcome)] if record.outcome != "draw" else None
        for name, score in zip(players, record.score, strict=True):
            points[name] += 2 * (name == winner) + (winner is None)
            total[name] += score
    with closing(Archive(games_folder())) as archive:
        archive.refresh()
        now = standing(archive, "cup")
    assert (now.match.points, now.match.total) == tuple(
        Score(b=one[now.players[0]], w=one[now.players[1]]) for one in (points, total)
    )
    assert now.is_over
    assert now.leader == max(points, key=lambda name: (points[name], total[name]))
    with pytest.raises(InvalidText, match="over"):
        next_of_match(agreed)
