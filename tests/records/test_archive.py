"""The archive: found quickly, made from the journals, never wrong for long."""

import errno
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from pi_board.core.errors import EnvironmentFault, InvalidFile, InvalidText
from pi_board.records.archive import Archive
from pi_board.records.checking import check_games
from pi_board.records.journal import Journal
from pi_board.records.place import new_journal_path
from pi_board.records.record import Record
from pi_board.records.search import Filter, Midnight, Summary
from tests.disks import full
from tests.records.games import random_record

DAY = 86400.0


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an archive."""
    folder = tmp_path_factory.mktemp("kept") / "games"
    with closing(Archive(folder)) as archive:
        for number in range(12):
            archive.add(game(number))
        archive.refresh()
    return folder


@pytest.fixture
def archive(kept: Path, tmp_path: Path) -> Iterator[Archive]:
    """Twelve games of three kinds, begun a day apart, between Ioana, Tomáš and Åsa."""
    with closing(Archive(Path(shutil.copytree(kept, tmp_path / "games")))) as archive:
        archive.refresh()
        yield archive


def game(number: int) -> Record:
    name = ("loa", "linja", "connexoh")[number % 3]
    record = random_record(name, Random(number))
    players = (("Ioana", "Tomáš"), ("Tomáš", "Åsa"))[number % 2]
    header = replace(record.header, started=number * DAY, players=players, match=f"m{number % 2}")
    outcome, reason = [("b", "resigned"), ("w", "flag"), ("draw", "agreed"), ("", "")][number % 4]
    if record.score is None or not outcome:
        record = replace(record, outcome=outcome, reason=reason, score=None)
    return replace(record, header=header)


def midnight(day: int) -> Midnight:
    return Midnight(day * DAY, day * DAY)


def days(found: tuple[Summary, ...]) -> list[int]:
    return [round(one.started / DAY) for one in found]


def test_games_come_newest_first(archive: Archive) -> None:
    """Every game is there, the newest first, and no more than asked for."""
    assert days(archive.games(Filter())) == list(range(11, -1, -1))
    assert days(archive.games(Filter(), 2)) == [11, 10]


def test_few_of_the_games_of_one_day_are_the_first_of_all_of_them(tmp_path: Path) -> None:
    """Who looks at the list and says "last" means the one on top."""
    with closing(Archive(tmp_path / "games")) as archive:
        for number in range(6):
            one = game(number)
            players = (f"Player {9 - number}", "Åsa")
            archive.add(replace(one, header=replace(one.header, started=DAY, players=players)))
        archive.refresh()
        every = archive.games(Filter())
        assert archive.games(Filter(), 2) == every[:2]
        assert archive.find("last") == every[0]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (Filter(game="linja"), [10, 7, 4, 1]),
        (Filter(player="åS"), [11, 9, 7, 5, 3, 1]),
        (Filter(player="TOMÁŠ", game="loa"), [9, 6, 3, 0]),
        (Filter(player="100%"), []),
        (Filter(player="Toma\u0301s\u030c", game="loa"), [9, 6, 3, 0]),
        (Filter(since=midnight(3), until=midnight(6)), [5, 4, 3]),
        (Filter(match="m1", until=midnight(4)), [3, 1]),
    ],
)
def test_filters_agree_with_everything_given(
    archive: Archive, wanted: Filter, expected: list[int]
) -> None:
    """A filter gives the games that agree with all of it, and as many as `count` says."""
    assert days(archive.games(wanted)) == expected
    assert archive.count(wanted) == len(expected)


def test_results_are_told_apart(archive: Archive) -> None:
    """Each game is under exactly one of the four results."""
    by_result = [archive.games(Filter(result=r)) for r in ("b", "w", "draw", "unfinished")]
    assert sorted(day for found in by_result for day in days(found)) == list(range(12))
    assert {one.outcome for one in by_result[3]} == {""}


def test_statistics_count_each_player(archive: Archive) -> None:
    """Won, lost, drawn and unfinished add up to the games of a player."""
    found = archive.statistics(Filter())
    assert sum(one.games for one in found) == 24
    for one in found:
        assert one.games == one.won + one.lost + one.drawn + one.unfinished
    loa = {one.player: one for one in archive.statistics(Filter(game="loa"))}
    assert loa["Tomáš"].games == 4
    assert loa["Tomáš"].lost + loa["Tomáš"].won == loa["Ioana"].won + loa["Ioana"].lost + (
        loa["Åsa"].won + loa["Åsa"].lost
    )


def test_a_record_comes_back_as_it_was_added(archive: Archive) -> None:
    """Moves, result and header are those of the game that was added."""
    for one in archive.games(Filter()):
        record = archive.record(one.id)
        assert record == game(round(one.started / DAY))


def test_a_game_that_cannot_be_read_is_listed_where_it_was(archive: Archive) -> None:
    """Not behind all others, where a short list ends before it."""
    name = "20250301-181500-000-loa"
    archive.path(name).write_text("{\n")
    archive.refresh()
    (first,) = archive.games(Filter(), 1)
    assert (first.id, bool(first.problem)) == (name, True)
    assert first.started == datetime(2025, 3, 1, 18, 15, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("number", "line"), [(1, '{"schema": 1}'), (5, '{"event": "move_played"}')]
)
def test_a_line_that_lacks_something_is_named_with_its_file(
    archive: Archive, number: int, line: str
) -> None:
    """As one is that is no JSON."""
    (kept,) = archive.games(Filter(since=midnight(3), until=midnight(4)))
    path = archive.path(kept.id)
    lines = path.read_text().splitlines()
    lines[number - 1] = line
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(InvalidFile) as caught:
        archive.record(kept.id)
    assert str(caught.value).startswith(f"{path}, line {number}: ")


def test_what_stands_before_damage_is_read(archive: Archive) -> None:
    """And listed with the names of the players; nothing is taken from behind a gap, for what was
    taken back there is not known.
    """
    (kept,) = archive.games(Filter(since=midnight(3), until=midnight(4)))
    whole, path = archive.record(kept.id), archive.path(kept.id)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:4], bytes(20), *lines[4:]]))  # a cell of the card is gone
    archive.rebuild()
    record, damage = archive.readable(kept.id)
    assert (record.header, record.moves) == (whole.header, whole.moves[:2])
    assert f"{path}, line 5" in damage
    with pytest.raises(InvalidFile, match="line 5"):
        archive.record(kept.id)
    (listed,) = archive.games(Filter(player="Tomáš", since=midnight(3), until=midnight(4)))
    assert (listed.black, listed.plies, listed.problem) == (kept.black, 2, damage)


def test_games_are_found_by_the_beginning_of_their_name(archive: Archive) -> None:
    """A name or a beginning of just one name finds the game, ``last`` the newest one."""
    newest = archive.games(Filter(), 1)[0]
    assert archive.find(newest.id) == archive.find("last") == newest
    with pytest.raises(InvalidText, match="several"):
        archive.find(newest.id[:3])
    with pytest.raises(InvalidText, match="not there"):
        archive.find("1999")


def test_a_game_being_played_is_seen_to_grow(archive: Archive) -> None:
    """Moves and the result of a running game show in the list as they are played."""
    path = new_journal_path(archive.folder, "loa", 5.0)
    header = replace(game(0).header, started=99 * DAY)
    move = {"event": "move_played", "move": "b1-b3", "player": "b", "turn_over": True, "t": 1}
    with closing(Journal(path, header)) as journal:
        journal.append({"event": "game_started", "t": 0})
        archive.refresh()
        assert archive.find("last").plies == 0
        journal.append(move)
        archive.refresh()
        assert archive.find("last").plies == 1
        with pytest.raises(EnvironmentFault, match="being played"):
            archive.delete(path.stem)
        journal.append({"event": "game_over", "outcome": "b", "reason": "resigned", "t": 2})
    archive.refresh()
    assert archive.find("last").outcome == "b"


@pytest.mark.parametrize("plies", [1, 0])
def test_a_game_whose_end_was_taken_back_is_read_again(archive: Archive, plies: int) -> None:
    """A game that was over and goes on is unfinished in the list, also if only a resignation was
    taken back.
    """
    path = new_journal_path(archive.folder, "loa", 5.0)
    header = replace(game(0).header, started=99 * DAY)
    move = {"event": "move_played", "move": "b1-b3", "player": "b", "turn_over": True, "t": 1}
    with closing(Journal(path, header)) as journal:
        journal.append({"event": "game_started", "t": 0}, move)
        journal.append({"event": "game_over", "outcome": "b", "reason": "connected", "t": 2})
        archive.refresh()
        assert archive.find("last").outcome == "b"
        journal.append({"event": "taken_back", "plies": plies, "position": "", "t": 3})
        archive.refresh()
        assert (archive.find("last").outcome, archive.find("last").plies) == ("", 1 - plies)


def test_deleting_a_game_hides_no_other_one(archive: Archive) -> None:
    """A game that came since the index was brought up to date is still found."""
    first = archive.games(Filter(), 1)[0]
    new = archive.add(game(0))
    archive.delete(first.id)
    archive.refresh()
    assert archive.find(new).id == new
    assert archive.count(Filter()) == 12


def test_deleted_games_are_gone(archive: Archive) -> None:
    """A game deleted here or behind the archive's back is in no list any more."""
    first, second = archive.games(Filter(), 2)
    archive.delete(first.id)
    archive.path(second.id).unlink()
    archive.refresh()
    assert archive.count(Filter()) == 10


def test_a_game_whose_pictures_cannot_be_deleted_stays(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it nobody would find them: it can be deleted another time."""
    (first,) = archive.games(Filter(), 1)
    pictures = archive.folder / first.id
    pictures.mkdir()
    with monkeypatch.context() as disk:
        disk.setattr(shutil, "rmtree", full)
        with pytest.raises(EnvironmentFault, match="cannot delete"):
            archive.delete(first.id)
    archive.refresh()
    archive.delete(archive.find(first.id).id)
    assert not pictures.exists()


@pytest.mark.parametrize("more", [0, 1, 2])
def test_an_old_game_that_was_edited_or_copied_over_is_read_again(
    archive: Archive, more: int
) -> None:
    """Editors write a file beside it that takes its name, as whoever brings games together does."""
    oldest = archive.path(archive.games(Filter())[-1].id)
    assert archive.count(Filter(player="Zoë")) == 0
    beside = oldest.with_name("beside")
    beside.write_bytes(oldest.read_bytes().replace(b"Ioana", "Zoë".encode()))
    beside.replace(oldest)
    for number in range(more):  # games that came with it, or one that was begun since
        shutil.copy2(oldest, archive.folder / f"20990101-000000-00{number}-loa.jsonl")
    archive.refresh()
    assert archive.count(Filter(player="Zoë")) == 1 + more
    assert archive.games(Filter())[-1].black == "Zoë"


def test_an_index_damaged_in_the_middle_is_made_anew(archive: Archive) -> None:
    """A power cut may spoil pages that nobody looks at when it is opened."""
    archive.refresh()
    games = archive.games(Filter())
    archive._index._db.execute("pragma wal_checkpoint(truncate)")
    archive.close()
    index = archive.folder.parent / "games.sqlite"
    data = bytearray(index.read_bytes())
    for page in range(2 * 4096, len(data), 4096):
        data[page : page + 1000] = b"\xff" * 1000
    index.write_bytes(data)
    with closing(Archive(archive.folder)) as again:
        again.refresh()
        assert again.games(Filter()) == games


@pytest.mark.parametrize(
    ("old", "new"),
    [("Tomáš".encode(), b"Tom\xff\xff\xff\xff"), (b"hints integer", b"hintz integer")],
)
def test_damage_that_shows_only_when_read_is_mended(
    archive: Archive, old: bytes, new: bytes
) -> None:
    """Flipped bytes in names, of players or of columns, are still a whole database."""
    games, players = archive.games(Filter()), archive.players()
    archive._index._db.execute("pragma wal_checkpoint(truncate)")
    archive.close()
    index = archive.folder.parent / "games.sqlite"
    index.write_bytes(index.read_bytes().replace(old, new))
    for _ in range(2):  # and then one is on the disk again
        with closing(Archive(archive.folder)) as again:
            again.refresh()
            assert again.games(Filter()) == games
            assert again.players() == players


def test_a_damaged_index_is_made_anew(archive: Archive) -> None:
    """Whatever lies where the index was, the games are found."""
    archive.close()
    (archive.folder.parent / "games.sqlite").write_bytes(b"no database at all, just text" * 100)
    with closing(Archive(archive.folder)) as again:
        again.refresh()
        assert again.count(Filter()) == 12


def test_an_index_that_cannot_be_written_lives_in_memory(tmp_path: Path) -> None:
    """A folder in place of the index stops nobody from listing games."""
    (tmp_path / "games.sqlite").mkdir()
    with closing(Archive(tmp_path / "games")) as archive:
        archive.add(game(1))
        archive.refresh()
        assert archive.count(Filter()) == 1


@pytest.mark.parametrize("fault", ["full", "locked"])
def test_an_index_that_can_no_longer_be_written_hides_no_game(archive: Archive, fault: str) -> None:
    """The disk may have filled up since it was opened, or another program write to it: games are
    listed and deleted all the same, and what is on the disk serves when that is over.
    """
    last, *_ = archive.games(Filter(), 1)
    for number in range(12, 50):
        archive.add(game(number))
    with closing(sqlite3.connect(archive.folder.parent / "games.sqlite")) as other:
        if fault == "full":
            archive._index._db.execute("pragma max_page_count = 1")  # no more than it has
        else:
            archive._index._db.execute("pragma busy_timeout = 0")
            other.execute("begin immediate")
        archive.refresh()
        archive.delete(last.id)
        assert days(archive.games(Filter())) == [*range(49, 11, -1), *range(10, -1, -1)]
    with closing(Archive(archive.folder)) as again:
        again.refresh()
        assert again.games(Filter()) == archive.games(Filter())


def test_a_damaged_index_that_cannot_be_replaced_is_left_alone(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card that has gone bad can only be read; the games are found all the same."""
    archive.close()
    (archive.folder.parent / "games.sqlite").write_bytes(b"no database at all, just text" * 100)

    def refuse(_: Path, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "unlink", refuse)
    with closing(Archive(archive.folder)) as again:
        again.refresh()
        assert again.count(Filter()) == 12


def test_check_tells_what_is_wrong(archive: Archive) -> None:
    """A journal that cannot be read, or whose moves are not legal or lead elsewhere than it says,
    is named; the others count.
    """
    bad, illegal = archive.games(Filter(game="loa"), 2)
    archive.path(bad.id).write_text("{}\n")
    (elsewhere,) = archive.games(Filter(game="connexoh"), 1)
    *lines, last = archive.path(elsewhere.id).read_text().splitlines()
    last = json.dumps(json.loads(last) | {"position": json.loads(lines[-1])["position"]})
    archive.path(elsewhere.id).write_text("\n".join([*lines, last, ""]))
    text = archive.path(illegal.id).read_text()
    first = archive.record(illegal.id).moves[0].text
    archive.path(illegal.id).write_text(text.replace(f'"{first}"', '"a1-a2"'))
    problems = {problem.id: problem.text for problem in check_games(archive)}
    assert set(problems) == {bad.id, illegal.id, elsewhere.id}
    assert "header" in problems[bad.id]
    assert "move 1" in problems[illegal.id]
    assert "after 40 moves, expected" in problems[elsewhere.id]
    assert archive.count(Filter()) == 12


@pytest.mark.parametrize("version", [1, 2])
def test_an_index_of_another_version_is_made_anew(
    archive: Archive, tmp_path: Path, version: int
) -> None:
    """What an older program indexed is not believed: it may have read the journals otherwise."""
    index = sqlite3.connect(tmp_path / "games.sqlite")
    with closing(index), index:
        index.execute("update games set plies = 999")
        index.execute(f"pragma user_version = {version}")
    with closing(Archive(tmp_path / "games")) as newer:
        newer.refresh()
        assert newer.count(Filter()) == 12
        assert all(game.plies < 999 for game in newer.games(Filter()))


def test_names_and_matches_are_listed(archive: Archive) -> None:
    """Everybody who has played, most games first, and every match, the one played last first."""
    assert archive.players() == ("Tomáš", "Ioana", "Åsa")
    assert archive.matches() == ("m1", "m0")
