"""The picture with what was read drawn on it."""

import numpy as np
import pytest

from pi_board.vision.labels import board_state
from pi_board.vision.overlay import draw_missing, draw_reading
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


def test_every_site_has_its_certainty() -> None:
    """Sure and empty ones too: no site is drawn as if nothing had been read there."""
    camera = view()
    image = paint(camera)
    sites = {}
    for sure in (1.0, 0.995):
        probabilities = np.tile([sure, 1 - sure, 0.0], (64, 1))
        sites[sure] = draw_reading(image, camera, Reading(SQUARES, probabilities, probabilities))
    y, x = np.nonzero((sites[1.0] != image).any(axis=2))
    board = camera.unproject(np.c_[x, y])
    inner = np.abs(board % 1 - 0.5).max(axis=1) < 0.35  # not the lines of the grid
    assert len({tuple(site) for site in np.floor(board[inner]).astype(int)}) == 64
    assert (sites[0.995] == sites[1.0]).all(), "both are 100 per cent"
    doubtful = np.tile([0.9, 0.1, 0.0], (64, 1))
    assert (draw_reading(image, camera, Reading(SQUARES, doubtful, doubtful)) != sites[1.0]).any()


def test_a_picture_without_a_board_says_why() -> None:
    """On a copy, over several lines where one is too short, and all of it in the picture."""
    image = np.zeros((120, 160, 3), np.uint8)
    short, long = (draw_missing(image, reason) for reason in ("dark", "word " * 12))
    assert not image.any()
    assert short.shape == image.shape
    rows = [int(np.count_nonzero(drawn.any(axis=(1, 2)))) for drawn in (short, long)]
    assert 0 < rows[0] < rows[1]
    assert not short[:, [0, -1]].any()


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
