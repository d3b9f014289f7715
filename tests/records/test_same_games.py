"""Which games are the same, and which are of a match."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from pi_board.games.registry import GAMES, make_game
from pi_board.records.archive import Archive
from pi_board.records.record import Header, Record
from pi_board.records.search import Filter


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    """An empty one."""
    with closing(Archive(tmp_path / "games")) as made:
        yield made


@pytest.mark.parametrize("name", GAMES)
def test_a_game_whose_file_leaves_out_usual_rules_is_the_same(archive: Archive, name: str) -> None:
    """As one that another program wrote, or an older version that had fewer of them."""
    game = make_game(name)
    whole = Record(Header(name, game.options, ("Ana", "Bob"), "journal", 86_461.0), ())
    start = game.position_text(game.start())
    kept, _ = archive.add_once(replace(whole, header=replace(whole.header, rules=())))
    assert archive.add_once(whole) == (kept, True)
    assert archive.add_once(replace(whole, header=replace(whole.header, position=start)))[1]
    other = next(one for one in game.options if one[0] == "first")
    rules = (("first", "w" if other[1] == "b" else "b"),)
    assert not archive.add_once(replace(whole, header=replace(whole.header, rules=rules)))[1]


def test_a_blank_name_is_no_match(archive: Archive) -> None:
    """Not that of all games without one."""
    header = Header("loa", make_game("loa").options, ("Ana", "Bob"), "journal", 86_461.0)
    archive.add_once(Record(header, ()))
    assert archive.count(Filter()) == 1
    assert archive.count(Filter(match=" ")) == 0
