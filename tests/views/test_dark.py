"""A screen that is dark, under clumsy fingers."""

from collections.abc import Iterator

import pygame
import pytest

from pi_board.views.buttons import button_boxes
from pi_board.views.layout import Point
from pi_board.views.screen import DEAF_S, ScreenView
from tests.app.menu_pages import all_pages
from tests.app.menu_rows import box_of
from tests.views.scenes import BUTTONS, SCENE

SIZE = (800, 480)


@pytest.fixture
def view() -> Iterator[ScreenView]:
    """A window that shows the scene."""
    screen = ScreenView(SIZE, headless=True)
    screen.show(SCENE, 0.0)
    screen.draw(0.0)
    screen.poll(0.0)
    yield screen
    screen.close()


def finger(kind: int, at: Point, number: int) -> None:
    """An event of one of the fingers."""
    x, y = at[0] / SIZE[0], at[1] / SIZE[1]
    pygame.event.post(pygame.event.Event(kind, finger_id=number, x=x, y=y))


def tapped(view: ScreenView, at: Point, number: int, now_s: float) -> list[str]:
    """What a tap at a point asks for; touch screens number the fingers on and on."""
    finger(pygame.FINGERDOWN, at, number)
    finger(pygame.FINGERUP, at, number)
    return [command.name for command in view.poll(now_s)]


def shown(view: ScreenView, now_s: float) -> bytes:
    """What is on the display by then."""
    view.draw(now_s)
    return pygame.image.tobytes(pygame.display.get_surface(), "RGB")


def test_what_leant_on_the_screen_in_the_dark_is_forgotten(view: ScreenView) -> None:
    """Taken away meanwhile, it holds no button down, and the next finger counts."""
    hint = button_boxes(view._canvas._desk, BUTTONS, view._canvas.plan.buttons)[0].centre
    usual = shown(view, 1.0)
    finger(pygame.FINGERDOWN, hint, 1)
    view.poll(2.0)
    assert shown(view, 2.0) != usual
    view.rest(is_dark=True, now_s=900.0)
    finger(pygame.FINGERUP, hint, 1)
    assert view.poll(901.0) == ()
    view.rest(is_dark=False, now_s=901.0)
    assert shown(view, 901.0) == usual
    assert tapped(view, hint, 2, 902.0) == ["hint"]


def test_what_leant_on_a_page_in_the_dark_is_forgotten(view: ScreenView) -> None:
    """As on the board."""
    view.open_page(dict(all_pages())["home"])
    usual = shown(view, 1.0)
    assert view.menu is not None
    box = box_of(view.menu, "open", "settings")
    assert box is not None
    finger(pygame.FINGERDOWN, box.centre, 1)
    view.poll(2.0)
    assert shown(view, 2.0) != usual
    view.rest(is_dark=True, now_s=900.0)
    finger(pygame.FINGERUP, box.centre, 1)
    assert view.poll(901.0) == ()
    view.rest(is_dark=False, now_s=901.0)
    assert shown(view, 901.0) == usual
    assert tapped(view, box.centre, 2, 902.0) == ["open"]


def test_the_second_tap_of_two_that_wake_it_moves_no_stone(view: ScreenView) -> None:
    """Though stones are quick otherwise; nor does a key that was pressed twice."""
    at = view._canvas.plan.board.centre
    view.rest(is_dark=True, now_s=900.0)
    assert tapped(view, at, 1, 901.0) == []
    view.rest(is_dark=False, now_s=901.0)
    assert tapped(view, at, 2, 901.0 + DEAF_S / 2) == []
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_u, unicode="u"))
    assert view.poll(901.0 + DEAF_S / 2) == ()
    assert tapped(view, at, 3, 902.0) == ["touch"]
    assert tapped(view, at, 4, 902.0 + DEAF_S / 2) == ["touch"]


def test_a_turned_window_that_got_another_size_in_the_dark_is_filled() -> None:
    """Also where a game takes the place of a page meanwhile."""
    view = ScreenView(SIZE, headless=True, turn=90)
    view.open_page(dict(all_pages())["home"])
    view.draw(1.0)
    view.rest(is_dark=True, now_s=900.0)
    pygame.display.set_mode((480, 640), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, w=480, h=640, size=(480, 640)))
    view.poll(901.0)
    view.show(SCENE, 902.0)
    view.rest(is_dark=False, now_s=903.0)
    seen = shown(view, 904.0)
    view.close()
    other = ScreenView((480, 640), headless=True, turn=90)
    other.show(SCENE, 0.0)
    assert seen == shown(other, 1.0)
    other.close()
