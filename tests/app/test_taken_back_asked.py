"""Questions whose answers take moves back, on the screen."""

from dataclasses import replace

import pytest

from pi_board.app.compose import compose
from pi_board.app.scenes.amiss import exits
from pi_board.app.scenes.state import Choosing
from pi_board.app.showcase.gallery import table
from pi_board.core.scene import Arrow, Role


@pytest.mark.parametrize(
    ("name", "moves", "asked", "words", "shown"),
    [
        ("loa", "b1-b3 a2-c2", "take_back 1", "Take back one move", "b1-b3"),
        ("loa", "b1-b3 a2-c2", "take_back 2", "Take back 2 moves", ""),
        ("loa", "b1-b3 a2-c2", "a2-b1", "Move a2 to b1", "b1-b3 a2-b1"),
        ("loa", "b1-b3 a2-c2", "b8-b6", "Move b8 to b6", "b1-b3 a2-c2 b8-b6"),
        ("linja", "0-1", "take_back 1", "Take back one move", ""),
        ("connexoh", "b3@90", "take_back 1", "Take back one move", ""),
        ("connexoh", "b3@90", "take_back 1 c3@90",
         "Take back one move. Then: Turn c3 to the right", "c3@90"),
    ],
)  # fmt: skip
def test_an_answer_shows_the_board_that_it_leads_to(name, moves, asked, words, shown):
    """Be it that moves are only taken back, that another one follows, or that one was slid on."""
    state = replace(table(name, moves), situation=Choosing((asked,)))
    (choice,) = compose(state).choices
    (button,) = [one for one in exits(state) if one.argument == asked]
    assert str(choice.label) == str(button.label) == words
    then = compose(table(name, shown)).board
    assert choice.argument == asked
    if name != "connexoh":  # of which only a part is drawn
        assert sorted(map(str, choice.board.pieces)) == sorted(map(str, then.pieces))


def test_what_a_move_taken_back_has_changed_is_marked():
    """On the small board, and by the lamps; where another move follows its arrow is enough."""
    scene = compose(replace(table("loa", "b1-b3"), situation=Choosing(("take_back 1",))))
    for board in (scene.board, scene.choices[0].board):
        assert [(m.role, m.site) for m in board.marks] == [(Role.FROM, "b1"), (Role.FROM, "b3")]
    (other,) = compose(
        replace(table("loa", "b1-b3"), situation=Choosing(("take_back 1 c1-c3",)))
    ).choices
    assert (other.board.marks, other.board.ways) == ((), (Arrow("c1", "c3"),))
