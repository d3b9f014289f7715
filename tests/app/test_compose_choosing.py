"""What is to be seen where people are asked which of several moves was played."""

from dataclasses import replace

import pytest

from pi_board.app.compose import compose
from pi_board.app.scenes.amiss import exits
from pi_board.app.scenes.state import Choosing
from pi_board.app.showcase.gallery import table
from pi_board.core.scene import Arrow
from pi_board.games.registry import GAMES
from pi_board.views.leds import patterns


@pytest.mark.parametrize("game", GAMES)
def test_two_readings_are_two_boards(game):
    """Each reading is shown as the board it would give, and is chosen by its moves."""
    state = table(game)
    moves = tuple(state.game.move_text(m) for m in state.game.legal_moves(state.position)[:2])
    scene = compose(replace(state, situation=Choosing(moves)))
    assert [choice.argument for choice in scene.choices] == list(moves)
    one, other = (choice.board for choice in scene.choices)
    assert one != other
    assert all(len(board.ways) + len(board.spins) == 1 for board in (one, other))


@pytest.mark.parametrize("game", GAMES)
def test_readings_are_told_in_words(game):
    """What stands under a reading's board is a sentence of its own, not notation."""
    state = table(game)
    moves = tuple(state.game.move_text(m) for m in state.game.legal_moves(state.position)[:2])
    scene = compose(replace(state, situation=Choosing(moves)))
    one, other = (str(choice.label) for choice in scene.choices)
    assert one != other
    assert not {one, other} & set(moves)
    assert all(" " in label for label in (one, other))


@pytest.mark.parametrize("game", GAMES)
def test_lamps_show_the_board_to_which_keys_have_led_alone(game):
    """Who presses buttons looks at the wood; before a press all that is asked about is lit. The
    small boards show no less of the board for it.
    """
    state = table(game)
    moves = tuple(state.game.move_text(m) for m in state.game.legal_moves(state.position))
    asked = moves[0], moves[-1]

    def shown(*asked, marked=None):
        return compose(replace(state, situation=Choosing(asked, marked=marked)))

    def lit(scene):
        return set(patterns(scene))

    one, other = (lit(shown(move)) for move in asked)
    assert one != other
    assert lit(shown(*asked)) == one | other
    assert [lit(shown(*asked, marked=at)) for at in (0, 1)] == [one, other]
    boards = [[c.board for c in shown(*asked, marked=at).choices] for at in (None, 1)]
    assert boards[0] == boards[1]


def test_one_move_alone_is_asked_about_as_such():
    """There is nothing to choose from."""
    scene = compose(replace(table("loa"), situation=Choosing(("c1-c3",))))
    assert str(scene.notice.title) == "Was it this move?"
    assert [choice.argument for choice in scene.choices] == ["c1-c3"]


def test_a_reading_of_two_moves_has_two_arrows():
    """A move and a quick reply are shown and told one after the other."""
    scene = compose(replace(table("loa"), situation=Choosing(("c1-c3 h4-f2", "c1-c3"))))
    both, one = scene.choices
    assert both.board.ways == (Arrow("c1", "c3"), Arrow("h4", "f2"))
    assert str(both.label) == "Move c1 to c3. Then: Move h4 to f2"
    assert one.board.ways == (Arrow("c1", "c3"),)


def test_a_move_of_which_nothing_is_seen_cannot_be_left_as_it_stands():
    """As a turn of a tile, where reeds feel stones alone."""
    asked = Choosing(("b2@90", "b2@180"))
    seen, unseen = (
        {button.command for button in exits(replace(table("connexoh"), situation=one))}
        for one in (asked, replace(asked, unseen=True))
    )
    assert seen - unseen == {"accept_board"}


@pytest.mark.parametrize(("moves", "no"), [(("b2@90",), "Not turned"), (("b2-b3",), "None")])
def test_what_was_none_of_these_is_named(moves, no):
    """Of a tile that was lifted it is said that it was not turned."""
    asked = replace(table("connexoh"), situation=Choosing(moves, unseen=True))
    assert str(exits(asked)[0].label) == no
