"""The picture with what was read drawn on it."""

import numpy as np
import pytest

from pi_board.vision.labels import board_state
from pi_board.vision.overlay import draw_reading
from pi_board.vision.reading import Reading
from tests.vision.painting import SQUARES, TILES, paint, view


def reading(sure: float = 1.0, obstructed: tuple[str, ...] = ()) -> Reading:
    """A board with one black stone, on c4."""
    probabilities = np.zeros((64, 3))
    probabilities[:, 0] = 1.0
    probabilities[SQUARES.site("c4")] = (1 - sure, sure, 0.0)
    return Reading(SQUARES, np.log(probabilities + 1e-9), probabilities, obstructed)


def test_drawing_leaves_the_picture_alone() -> None:
    """A copy is drawn on."""
    camera = view()
    image = paint(camera)
    before = image.copy()
    drawn = draw_reading(image, camera, reading())
    assert (image == before).all()
    assert drawn.shape == image.shape


def test_label_is_drawn_where_the_stone_is() -> None:
    """The drawing differs between boards with and without the stone only around its square."""
    camera = view()
    image = paint(camera)
    nothing = Reading(SQUARES, np.zeros((64, 3)), np.tile([1.0, 0.0, 0.0], (64, 1)))
    with_stone = draw_reading(image, camera, reading())
    without = draw_reading(image, camera, nothing)
    y, x = np.nonzero((with_stone != without).any(axis=2))
    assert len(x)
    board = camera.unproject(np.c_[x, y])
    assert (np.abs(board - (2.5, 3.5)) < 0.6).all()


def test_colour_says_how_sure_a_label_is() -> None:
    """Sure, unsure and hidden sites are drawn in different colours."""
    camera = view()
    image = paint(camera)
    pictures = [reading(), reading(0.7), reading(0.7, ("c4",))]
    drawn = [draw_reading(image, camera, look) for look in pictures]
    assert (drawn[0] != drawn[1]).any()
    assert (drawn[1] != drawn[2]).any()


def test_reading_reports_doubt() -> None:
    """Confidence is the product over what can be seen; doubtful sites are named."""
    look = reading(0.7)
    assert look.confidence == pytest.approx(0.7)
    assert look.uncertain == ("c4",)
    hidden = reading(0.7, ("c4",))
    assert hidden.confidence == pytest.approx(1.0)
    assert not hidden.uncertain
    assert look.labels[SQUARES.site("c4")] == "b"


def test_reading_has_the_layouts_shape() -> None:
    """Arrays of another shape are refused."""
    with pytest.raises(ValueError, match=r"\(36, 3\)"):
        Reading(TILES, np.zeros((64, 3)), np.zeros((64, 3)))


def test_state_has_the_top_row_first() -> None:
    """The grid reads as the board is seen."""
    grid = board_state(SQUARES, reading().labels)["grid"]
    assert isinstance(grid, list)
    assert grid[4] == "..b....."
    assert [row for row in grid if row != "........"] == ["..b....."]
