"""What moves between two boards."""

import pytest

from pi_board.core.layout import Surface
from pi_board.core.scene import Arrow, Board, Mark, Piece, Role
from pi_board.views.geometry import grid_of, stone_point
from pi_board.views.layout import Box
from pi_board.views.motion import STILL, cubic_out, transition
from pi_board.views.theme import read_theme

SECONDS = read_theme("dark").motion
BOX = Box(0, 0, 400, 400)


def board(*pieces, **more):
    """A board of squares with stones as ``bc1``."""
    return Board(Surface.SQUARES, 8, 8, tuple(Piece(p[1:], p[0]) for p in pieces), **more)


def moving(before, after):
    """The transition between two boards."""
    return transition(before, after, grid_of(after, BOX), SECONDS)


def test_a_moved_stone_slides_from_where_it_was():
    """A stone that is gone from c1 and new on c3 slides from c1, and is there at the end."""
    before, after = board("bc1", "wa2"), board("bc3", "wa2")
    slide = moving(before, after)
    grid = grid_of(after, BOX)
    (start,) = slide.at(0.0).stones
    assert start == ("bc3", grid.point("c1"))
    assert slide.at(slide.duration_s) == STILL


def test_a_captured_stone_does_not_slide():
    """Only the capturing stone moves."""
    slide = moving(board("bc1", "wa3"), board("ba3"))
    assert [s.key for s in slide.slides] == ["ba3"]


def test_a_stone_from_the_hand_slides_from_its_ghost():
    """A lifted stone is a ghost; when it is put down it comes from there."""
    before = Board(Surface.SQUARES, 8, 8, (Piece("c1", "b", ghost=True),))
    slide = moving(before, board("bc3"))
    assert slide.slides[0].start == grid_of(before, BOX).point("c1")


def test_a_new_game_is_simply_shown():
    """When many stones differ, nothing moves."""
    before = board(*(f"b{c}1" for c in "abcdefgh"))
    after = board(*(f"b{c}8" for c in "abcdefgh"))
    assert moving(before, after).at(0.0) == STILL


def test_a_tile_turns_the_short_way_with_its_stone():
    """270 degrees clockwise is shown as 90 the other way; the stone on the tile goes with it."""
    before = Board(Surface.TILES, 2, 2, (Piece("a1", "w"),), (0, 0, 0, 0))
    after = Board(Surface.TILES, 2, 2, (Piece("a1", "w"),), (3, 0, 0, 0))
    turn = moving(before, after)
    tween = turn.at(0.0)
    assert tween.tiles == (("a1", -90.0),)
    grid = grid_of(after, BOX)
    ((key, at),) = tween.stones
    assert key == "wa1"
    assert at == pytest.approx(stone_point(before, grid, "a1", "w"))


def test_a_new_arrow_draws_itself():
    """An arrow that was not there before grows; one that was there already does not."""
    plain, arrow = board("bc1"), board("bc1", arrow=Arrow("c1", "c2"))
    assert moving(plain, arrow).at(0.0).arrow == 0.0
    assert moving(arrow, arrow).at(0.0) == STILL


def test_motion_is_over_in_a_quarter_of_a_second():
    """No transition takes longer than 250 ms."""
    both = moving(board("bc1"), board("bc3", arrow=Arrow("c1", "c2")))
    assert 0 < both.duration_s <= 0.25


def test_a_new_cross_pulses_twice_and_is_still():
    """A cross that was not there swells twice; one that was there does not."""
    plain, crossed = board("bc1"), board("bc1", marks=(Mark(Role.WRONG, "c1"),))
    pulse = moving(plain, crossed)
    sizes = [pulse.at(t).cross for t in (0.0, 0.3, 0.6, 0.9, 1.2)]
    assert sizes[1] > 1.2
    assert sizes[3] > 1.2
    assert [round(s, 6) for s in (sizes[0], sizes[2], sizes[4])] == [1.0, 1.0, 1.0]
    assert moving(crossed, crossed).duration_s == 0


def test_easing_runs_from_0_to_1_and_slows_down():
    """Half of the time brings more than half of the way."""
    assert cubic_out(0.0) == 0.0
    assert cubic_out(1.0) == 1.0
    assert cubic_out(0.5) > 0.5
