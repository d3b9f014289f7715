"""One layout for every screen: nothing overlaps, nothing leaves the screen."""

from itertools import combinations

import pytest

from pi_board.views.layout import Box, button_row, plan
from pi_board.views.theme import TEXT_SIZES, read_theme

SIZES = [
    (800, 480), (480, 800), (1024, 600), (1024, 768), (768, 1024), (1280, 720), (1280, 800),
    (1366, 768), (1920, 1080), (1080, 1920), (640, 480), (720, 720),
]  # fmt: skip
THEME = read_theme("dark")


def boxes(size):
    """All boxes of the plan for `size`."""
    p = plan(size, THEME)
    return [p.board, p.far, p.near, p.notice, p.strip, p.buttons]


def overlap(one, other):
    """Whether two boxes share a pixel."""
    return (
        one.x < other.right and other.x < one.right
        and one.y < other.bottom and other.y < one.bottom
    )  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps(size):
    """No two boxes share a pixel."""
    assert not [pair for pair in combinations(boxes(size), 2) if overlap(*pair)]


@pytest.mark.parametrize("size", SIZES)
def test_nothing_leaves_the_screen(size):
    """Every box lies on the screen and has room in it."""
    for box in boxes(size):
        assert box.x >= 0
        assert box.y >= 0
        assert box.right <= size[0]
        assert box.bottom <= size[1]
        assert min(box.w, box.h) > 0


@pytest.mark.parametrize("size", SIZES)
def test_the_board_is_square_and_the_largest_thing(size):
    """The board is a square and larger than any other box."""
    p = plan(size, THEME)
    assert p.board.w == p.board.h
    assert p.board.w * p.board.h == max(box.w * box.h for box in boxes(size))


@pytest.mark.parametrize("size", SIZES)
def test_the_message_has_room_for_a_title_and_two_lines(size):
    """The message's box holds a title and two lines of body text."""
    p = plan(size, THEME)
    need = (THEME.type["title"] + 2 * THEME.type["body"]) * THEME.type["line_height"]
    assert p.notice.h >= need * p.unit


@pytest.mark.parametrize("size", SIZES)
def test_buttons_are_large_enough_for_a_finger(size):
    """The row of buttons is at least as high as the least side of a target."""
    p = plan(size, THEME)
    assert p.buttons.h >= THEME.touch["min_side"] * p.unit


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080)])
def test_larger_text_gets_a_wider_panel(size):
    """Else the message would be set smaller than usual where cards and buttons are larger."""
    usual, large = plan(size, THEME), plan(size, read_theme("dark", TEXT_SIZES["large"]))
    assert large.notice.w >= 1.18 * usual.notice.w
    assert large.board.w * large.board.h > large.notice.w * large.notice.h


def test_portrait_puts_the_cards_side_by_side():
    """On an upright screen the cards are narrow and level with each other."""
    p = plan((480, 800), THEME)
    assert p.portrait
    assert p.far.y == p.near.y
    assert not plan((800, 480), THEME).portrait


def test_buttons_fill_their_row_from_edge_to_edge():
    """Buttons share what is left over equally and end where the row ends."""
    row = Box(10, 0, 300, 60)
    one, two, three = button_row(row, (60.0, 100.0, 50.0), 6)
    assert (one.x, three.right) == (10, 310)
    assert two.x - one.right == 6
    assert two.w - one.w in (39, 40, 41)


def test_a_box_contains_its_own_pixels_only():
    """The left and upper edge belong to a box, the right and lower one do not."""
    box = Box(10, 20, 5, 5)
    assert box.contains((10, 20))
    assert box.contains((14.9, 24.9))
    assert not box.contains((15, 20))
    assert not box.contains((10, 25))
