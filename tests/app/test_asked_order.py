"""Questions about ways of playing after which the same stands on the board."""

from dataclasses import replace

import pytest

from pi_board.app.compose import compose
from pi_board.app.scenes.state import Choosing
from pi_board.app.showcase.gallery import table

ALIKE = [
    ("connexoh", ("c2@90 e3@180 b5@270", "b5@270 e3@180 c2@90"), "In which order?"),
    ("loa", ("c8-c6 h4-f2 g8-g6", "g8-g6 h4-f2 c8-c6"), "In which order?"),
    ("loa", ("e8-g6 h4-f2 g8-e6", "g8-g6 h4-f2 e8-e6"), "Which moves?"),
    ("linja", ("0-1 /1-3", "2-3 /0-2"), "Which moves?"),
]


@pytest.mark.parametrize(("game", "moves", "title"), ALIKE)
def test_ways_to_the_same_position_are_numbered(game, moves, title):
    """No board is the right one then: it is asked what was played, and in which order."""
    scene = compose(replace(table(game), situation=Choosing(moves)))
    assert str(scene.notice.title) == title
    (told,) = map(str, scene.notice.sentences)
    assert "numbers" in told
    assert "board that is right" not in told
    one, other = (choice.board for choice in scene.choices)
    assert one != other
    for board in (one, other):
        count = len(board.ways) + len(board.spins)
        assert {step.number for step in (*board.ways, *board.spins)} == {*range(1, count + 1)}


def test_the_numbers_are_those_of_the_moves():
    """Each stands where the stone left that was moved then, or on the tile that was turned."""
    for game, moves, _ in ALIKE[:2]:
        scene = compose(replace(table(game), situation=Choosing(moves)))
        one, other = (choice.board for choice in scene.choices)
        firsts = [{way.number: way.start for way in board.ways} for board in (one, other)]
        if game == "connexoh":  # a part of the board, its sites named anew
            firsts = [{spin.number: spin.site for spin in board.spins} for board in (one, other)]
        assert firsts[0] == {4 - number: site for number, site in firsts[1].items()}
        assert firsts[0][1] != firsts[0][3]


def test_readings_of_which_each_has_its_board_have_no_numbers():
    """The board tells which is right, and the turn of a tile is drawn."""
    moves = ("c2@90 e3@180", "c2@90 e3@90")
    scene = compose(replace(table("connexoh"), situation=Choosing(moves)))
    assert str(scene.notice.title) == "Which move?"
    assert not any(spin.number for choice in scene.choices for spin in choice.board.spins)


@pytest.mark.parametrize(
    ("game", "moves", "label"),
    [
        (*ALIKE[0][:2], "First c2, then e3, b5"),
        (*ALIKE[1][:2], "First c8, then h4, g8"),
        (*ALIKE[2][:2], "Move e8 to g6. Then: Move h4 to f2. Then: Move g8 to e6"),
    ],
)
def test_an_order_is_told_in_short(game, moves, label):
    """The words of three moves would leave six small boards no room."""
    scene = compose(replace(table(game), situation=Choosing(moves)))
    assert str(scene.choices[0].label) == label
