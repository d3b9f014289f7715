"""Matches across games: where they stand, who sits where next, when they are over."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from unicodedata import normalize

import pytest

from pi_board.core.errors import InvalidText
from pi_board.games.registry import make_game
from pi_board.records.archive import Archive
from pi_board.records.matches import Length, Standing, next_players, parse_length, standing
from pi_board.records.search import Filter
from pi_board.records.text import parse_record, record_text
from pi_board.views.language import speaker, written
from tests.records.games import random_record

NAMES = ("Ioana", "Tomáš")


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    """An archive without a game."""
    with closing(Archive(tmp_path / "games")) as archive:
        yield archive


def add(
    archive: Archive, names: tuple[str, str], outcome: str, score: tuple[int, int] | None = None,
    length: str = "", game: str = "loa", **more: Any,
) -> None:  # fmt: skip
    """One more game of the match called cup."""
    record = random_record(game, Random(1), 3)
    header = replace(
        record.header, match="cup", players=names, match_length=length, position="",
        rules=make_game(game).options, **{"started": float(archive.count(Filter())), **more},
    )  # fmt: skip
    reason = "agreed" if outcome else ""
    moves = () if score is None else record.moves
    archive.add(
        replace(record, header=header, moves=moves, outcome=outcome, reason=reason, score=score)
    )
    archive.refresh()


def cup(archive: Archive) -> Standing:
    found = standing(archive, "cup")
    assert found is not None
    return found


def test_players_are_counted_by_name(archive: Archive) -> None:
    """Two points for a win, one for a draw, whichever side somebody sat at; names in any case."""
    add(archive, NAMES, "b")
    add(archive, ("Tomáš", "ioana"), "b")
    add(archive, ("Tomáš", "Ioana"), "draw")
    add(archive, NAMES, "")
    now = cup(archive)
    assert now.players == NAMES
    assert (now.match.points.b, now.match.points.w) == (3, 3)
    assert len(now.games) == 3
    assert now.leader == ""


@pytest.mark.parametrize("name", ["", " \n"])
def test_no_match_is_called_nothing(archive: Archive, name: str) -> None:
    """It is not one of all games that belong to none."""
    add(archive, NAMES, "b")
    archive.add(random_record("loa", Random(1), 3))
    archive.refresh()
    assert standing(archive, name) is None


def test_board_points_break_a_tie(archive: Archive) -> None:
    """At equal points the one with more board points leads, counted by name too."""
    add(archive, NAMES, "b", (30, 20), game="linja")
    add(archive, ("Tomáš", "Ioana"), "b", (40, 25), game="linja")
    now = cup(archive)
    assert (now.match.total.b, now.match.total.w) == (55, 60)
    assert now.leader == "Tomáš"


@pytest.mark.parametrize(("game", "seat"), [("loa", 0), ("linja", 1), ("connexoh", 1)])
def test_the_loser_sits_where_the_game_starts(archive: Archive, game: str, seat: int) -> None:
    """Black starts Lines of Action, White the others: that is where the loser of the last game
    sits; after a draw, whoever did not start it.
    """
    first = make_game(game).start().to_move
    add(archive, NAMES, "b", game=game)
    seats = next_players(cup(archive), first, None, "")
    assert seats[seat] == "Tomáš"
    assert set(seats) == set(NAMES)
    add(archive, seats, "draw", game=game)
    assert next_players(cup(archive), first, NAMES, "")[seat] == "Ioana"


@pytest.mark.parametrize(("source", "loser"), [("camera", "Ioana"), ("import:cup.txt", "Tomáš")])
def test_the_last_game_is_the_one_played_last(archive: Archive, source: str, loser: str) -> None:
    """Not the one before it, when the clock was ahead: the network has told the time since. What
    was imported was played when it says.
    """
    for names, started in ((NAMES, 2e9), (NAMES[::-1], 1.7e9)):
        add(archive, names, "b", started=started, source=source)
    assert next_players(cup(archive), "b", None, "")[0] == loser


def test_a_first_game_is_seated_as_asked(archive: Archive) -> None:
    """Before any game is finished nobody has lost."""
    assert next_players(None, "b", NAMES, "best of 3") == NAMES
    add(archive, NAMES, "")
    assert next_players(cup(archive), "b", NAMES[::-1], "") == NAMES[::-1]
    assert next_players(cup(archive), "b", None, "") == NAMES


@pytest.mark.parametrize(
    ("length", "outcomes", "over"),
    [
        ("", "bbbbbb", False),
        ("3", "bb", False),
        ("3", "bbw", True),
        ("best of 3", "b", False),
        ("best of 3", "bb", True),
        ("best of 3", "bd", False),
        ("best of 5", "bdb", False),
        ("best of 5", "bdbb", True),
        ("best of 3", "bwd", True),
    ],
)
def test_a_match_ends_with_its_length(
    archive: Archive, length: str, outcomes: str, over: bool
) -> None:
    """After its games, or when nobody can catch up; then no game follows."""
    for outcome in outcomes:
        add(archive, NAMES, {"d": "draw"}.get(outcome, outcome), length=length)
    now = cup(archive)
    assert now.is_over == over
    if over:
        with pytest.raises(InvalidText, match="is over: Ioana"):
            next_players(now, "b", NAMES, "")


@pytest.mark.parametrize(("length", "outcomes"), [("best of 3", "bbww"), ("2", "bww")])
def test_what_is_played_after_a_match_decides_nothing(
    archive: Archive, length: str, outcomes: str
) -> None:
    """Who sets the board up once more when a match is over plays for fun."""
    for number, outcome in enumerate(outcomes, 1):
        add(archive, NAMES, outcome, length=length)
        if number == 2:
            then = cup(archive)
    assert then.is_over
    assert cup(archive) == then


def test_other_people_and_other_lengths_are_refused(archive: Archive) -> None:
    """A match keeps its players and its length; two players need two names."""
    add(archive, NAMES, "b", length="best of 3")
    now = cup(archive)
    with pytest.raises(InvalidText, match="played by Ioana and Tomáš, not by Åsa and Tomáš"):
        next_players(now, "b", ("Åsa", "Tomáš"), "")
    in_other_letters = normalize("NFD", "Tomáš"), "Ioana"
    assert next_players(now, "b", in_other_letters, "") == NAMES[::-1]
    with pytest.raises(InvalidText, match="another length: best of 3, not 5 games"):
        next_players(now, "b", NAMES, "5")
    with pytest.raises(InvalidText, match="two players of different names"):
        next_players(None, "b", ("Ioana", "ioana"), "")
    add(archive, ("Åsa", "Tomáš"), "b")
    with pytest.raises(InvalidText, match="expected two players"):
        standing(archive, "cup")


@pytest.mark.parametrize(
    ("agreed", "asked", "said"),
    [
        ("best of 3", "5", "Das Match 'cup' hat eine andere Länge: Best of 3, nicht 5 Partien"),
        ("", "1", "Das Match 'cup' hat eine andere Länge: beliebig viele Partien, nicht 1 Partie"),
        ("", "long", "Länge eines Matches 'long', erwartet wird etwa 3 oder best of 5"),
    ],
)
def test_a_wrong_length_is_told_in_the_players_language(
    archive: Archive, agreed: str, asked: str, said: str
) -> None:
    """They are told at the board, by the menus."""
    add(archive, NAMES, "b", length=agreed)
    with pytest.raises(InvalidText) as caught:
        next_players(cup(archive), make_game("loa"), NAMES, asked)
    assert written(speaker("de"), caught.value.text) == said


def test_a_third_player_is_told_in_the_players_language(archive: Archive) -> None:
    """So are people of whom a match has too many."""
    add(archive, NAMES, "b")
    add(archive, ("Åsa", "Tomáš"), "b")
    with pytest.raises(InvalidText) as caught:
        standing(archive, "cup")
    told = written(speaker("de"), caught.value.text)
    assert told == "Das Match 'cup' spielen Ioana, Tomáš, Åsa, erwartet werden zwei Spieler"


def test_lengths_are_read_as_people_write_them() -> None:
    """A number, a number of games, best of a number; anything else is told."""
    assert parse_length("") == Length()
    assert parse_length("3") == parse_length(" 3 games") == Length(3)
    assert parse_length("Best of 5") == parse_length("best-of-5") == Length(5, True)
    for length in (Length(), Length(3), Length(5, True)):
        assert parse_length(str(length)) == length
    for text in ("0", "seven", "best", "3.5", "-1", "best of 0"):
        with pytest.raises(InvalidText, match="expected one like"):
            parse_length(text)


def test_a_text_record_keeps_the_match() -> None:
    """Its name and its length."""
    record = random_record("loa", Random(2), 6)
    header = replace(record.header, match="cup", match_length="best of 3")
    again = parse_record(record_text(replace(record, header=header))).header
    assert (again.match, again.match_length) == ("cup", "best of 3")
