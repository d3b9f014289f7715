"""The archive's pages in the menus: which games stand there, and what is told of each."""

from dataclasses import replace

import pytest

from pi_board.app.menus import Menus
from pi_board.app.menus.archive import archive, one_game
from pi_board.core.observation import Command
from tests.app.menu_pages import GAMES, summary, world


def test_older_games_are_a_page_further() -> None:
    """There and back every game is seen once; of those that are not shown it is told how many."""
    menus = Menus(world()).opened("archive 0")
    *first, older = menus.page.items
    newer, *rest, untold = menus.obey(Command(0.0, "open", older.argument)).page.items
    assert [item.argument for item in (*first, *rest)] == [f"kept {game.id}" for game in GAMES]
    assert (str(older.label), str(newer.label)) == ("Older games", "Newer games")
    assert str(untold.label) == "1234 older games are not shown."
    assert newer.argument == "archive 0"


@pytest.mark.parametrize(
    ("outcome", "told"),
    [("b", "Ștefania-Alexandra won"), ("w", "Božena Němcová won"), ("draw", "a draw"),
     ("", "not finished")],
)  # fmt: skip
def test_a_game_without_a_date_is_shown_without_one(outcome: str, told: str) -> None:
    """Files that are imported need not have one, and nobody played here in 1970."""
    undated = summary(1, started=0.0, outcome=outcome)
    note = archive(replace(world(), kept=(undated,))).items[0].note
    assert str(note) == f"Lines of Action · {told}"


@pytest.mark.parametrize(
    ("plies", "problem", "is_shown"),
    [(5, "line 9: no JSON", True), (0, "line 1: no JSON", False), (0, "", True)],
)
def test_a_damaged_game_can_be_gone_through_as_far_as_it_goes(
    plies: int, problem: str, is_shown: bool
) -> None:
    """Its page says where it is damaged, in place of a result that is not known."""
    game = summary(1, outcome="", reason="", plies=plies, problem=problem)
    items = one_game(replace(world(), kept=(game,)), game.id).items
    assert (problem or "not finished") in {str(item.label) for item in items}
    assert {"replay", "review"} & {item.command for item in items} == (
        {"replay", "review"} if is_shown else set()
    )


def test_the_archive_tells_in_brief_what_is_damaged() -> None:
    """One game among others; on its own page all of it stands."""
    long = f"line 9: {'x' * 500}, expected an event"
    damaged = summary(1, plies=5, problem=long)
    shown = replace(world(), kept=(damaged,))
    note = str(archive(shown).items[0].note)
    assert note.startswith("line 9: xxx")
    assert note.endswith("xxx, expected an event")
    assert len(note) < 150
    assert long in {str(item.label) for item in one_game(shown, damaged.id).items}
