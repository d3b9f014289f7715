"""Which moves are new between two scenes."""

from dataclasses import replace

import pytest

from pi_board.core.scene import Kind, MoveEntry, Strip
from pi_board.views.changes import alarmed, mover, new_moves, took_back
from tests.views.scenes import CARDS, SCENE


def entries(text):
    """Moves of Black and White in turn: ``c1-c3 a3-c3`` is the first turn of both."""
    return tuple(
        MoveEntry(0 if i % 2 else i // 2 + 1, "w" if i % 2 else "b", move)
        for i, move in enumerate(text.split())
    )


def showing(moves):
    """The scene with the last four of some moves."""
    return replace(SCENE, strip=Strip(entries(moves)[-4:]))


@pytest.mark.parametrize(
    ("before", "after", "new"),
    [
        ("", "a", "a"),
        ("", "a b", "a b"),
        ("a", "a", ""),
        ("a", "a b", "b"),
        ("a b", "a b c d", "c d"),
        ("a b c d", "a b c d e", "e"),
        ("a b c d", "a b c d e f", "e f"),
        ("a b c d e", "a b c d", ""),
        ("a", "", ""),
        ("a b", "a", ""),
        ("0-1", "0-1/1-4", "/1-4"),
        ("0-1/1-4", "0-1/1-4;2-3", "2-3"),
        ("0-1", "0-1/1-4 2-3", "/1-4 2-3"),
        ("0-1/1-4", "0-1", ""),
        ("w x y z w x y", "w x y z w x y z", "z"),
        ("a b c", "d e f", ""),
    ],
)
def test_only_moves_that_were_made_are_new(before, after, new):
    """Taken back moves and other games are not news; a turn that goes on gives its new part."""
    found = new_moves(showing(before), showing(after))
    assert " ".join(move.text for move in found) == new


@pytest.mark.parametrize(
    ("before", "after", "back"),
    [
        ("b1-h1 a2-c2 h1-b1 c2-a2 b1-h1", "b1-h1 a2-c2 h1-b1 c2-a2 b1-h1 a2-c2", False),
        ("b1-h1 a2-c2 h1-b1 c2-a2 b1-h1 a2-c2", "b1-h1 a2-c2 h1-b1 c2-a2 b1-h1", True),
        ("a b c d e", "a b c", True),
        ("a b", "a b", False),
    ],
)
def test_a_move_that_was_made_before_is_not_taken_back(before, after, back):
    """Stones that go to and fro show the same last moves again and again."""
    assert took_back(showing(before), showing(after)) == back


def test_an_end_of_the_game_that_is_taken_back_is_heard():
    """A resignation, say: no move goes with it. Another game is none."""
    over = replace(showing("a b c"), kind=Kind.OVER)
    for kind in (Kind.PLAYING, Kind.INSTRUCTED, Kind.OBSTRUCTED):
        assert took_back(over, replace(showing("a b c"), kind=kind))
    assert not took_back(over, over)
    assert not took_back(over, showing(""))
    assert not took_back(over, replace(showing("a b c"), kind=Kind.SETTING_UP))


def test_the_mover_and_who_is_short_of_time_stand_on_the_cards():
    """A card that is `turn` is the mover's; one with an alarm is short of time."""
    late = replace(CARDS[0], alarm="warning")
    assert mover(SCENE) == "b"
    assert mover(replace(SCENE, cards=(CARDS[0], replace(CARDS[1], turn=False)))) is None
    assert alarmed(replace(SCENE, cards=(late, CARDS[1]))) == {"w"}
