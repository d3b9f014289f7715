"""A picture that lies turned on the display, on SDL's dummy driver."""

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from pi_board.core.scene import Piece
from pi_board.views.buttons import button_boxes
from pi_board.views.layout import Point
from pi_board.views.screen import ScreenView
from pi_board.views.theme import TURNS
from tests.app.menu_pages import all_pages
from tests.app.menu_rows import box_of
from tests.views.scenes import BOARD, BUTTONS, SCENE

SIZE = (800, 480)
MOVED = replace(SCENE, board=replace(BOARD, pieces=(Piece("e5", "b"), *BOARD.pieces[1:])))


@pytest.fixture(params=TURNS)
def turned(request: pytest.FixtureRequest) -> Iterator[tuple[ScreenView, int]]:
    """A window that shows the scene, and how it is turned."""
    view = ScreenView(SIZE, headless=True, turn=request.param)
    view.show(SCENE, 0.0)
    view.draw(0.0)
    view.poll(0.0)
    yield view, request.param
    view.close()


def rgb(surface: pygame.Surface) -> bytes:
    """What is to be seen."""
    return pygame.image.tobytes(surface, "RGB")


def upright(turn: int) -> bytes:
    """What is on the display, as whoever has turned their head sees it."""
    return rgb(pygame.transform.rotate(pygame.display.get_surface(), turn))


def on_display(at: Point, turn: int) -> tuple[int, int]:
    """The pixel of the display on which a point of the picture lies."""
    x, y = map(int, at)
    width, height = SIZE
    return {
        0: (x, y), 90: (width - 1 - y, x), 180: (width - 1 - x, height - 1 - y),
        270: (y, height - 1 - x),
    }[turn]  # fmt: skip


def touch(at: tuple[int, int], kinds: tuple[int, int]) -> None:
    """Down and up again at a pixel of the display, with a finger or the mouse."""
    x, y = (at[0] + 0.5) / SIZE[0], (at[1] + 0.5) / SIZE[1]
    for kind in kinds:
        if kind in (pygame.FINGERDOWN, pygame.FINGERUP):
            pygame.event.post(pygame.event.Event(kind, finger_id=3, x=x, y=y))
        else:
            pygame.event.post(pygame.event.Event(kind, pos=at, button=1))


MOUSE = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
FINGER = (pygame.FINGERDOWN, pygame.FINGERUP)


def test_the_picture_is_laid_out_for_the_turned_display(turned: tuple[ScreenView, int]) -> None:
    """It is that of a display which is as wide as this one is high, turned as a whole."""
    view, turn = turned
    shown = upright(turn)
    view.close()
    size = SIZE[::-1] if turn % 180 else SIZE
    other = ScreenView(size, headless=True)
    other.show(SCENE, 0.0)
    other.draw(0.0)
    assert shown == rgb(pygame.display.get_surface())


def test_what_moves_is_brought_to_where_it_lies(turned: tuple[ScreenView, int]) -> None:
    """At every moment of a move and of what fades, though only parts of the picture are copied."""
    view, turn = turned
    before = upright(turn)
    view.show(MOVED, 1.0)
    seen = set()
    for step in range(20):
        view.draw(1.0 + step / 20)
        assert upright(turn) == rgb(view._glass.picture)
        seen.add(upright(turn))
    assert len(seen - {before}) > 3


@pytest.mark.parametrize("kinds", [MOUSE, FINGER])
def test_a_touch_means_what_lies_under_it(
    turned: tuple[ScreenView, int], kinds: tuple[int, int]
) -> None:
    """Of finger and mouse, at each corner of a button and just beside it."""
    view, turn = turned
    box = button_boxes(view._canvas._desk, BUTTONS, view._canvas.plan.buttons)[0]
    for i, at in enumerate([(box.x, box.y), (box.right - 1, box.bottom - 1), box.centre]):
        touch(on_display(at, turn), kinds)
        assert [command.name for command in view.poll(i + 1.0)] == ["hint"]
    for at in ((box.x - 2, box.y), (box.x, box.bottom + 2)):
        touch(on_display(at, turn), kinds)
        assert "hint" not in [command.name for command in view.poll(9.0)]


def test_pages_of_the_menus_are_turned_and_touched(turned: tuple[ScreenView, int]) -> None:
    """As scenes are."""
    view, turn = turned
    view.open_page(dict(all_pages())["home"])
    view.draw(1.0)
    assert upright(turn) == rgb(view._glass.picture)
    assert view.menu is not None
    box = box_of(view.menu, "open", "settings")
    assert box is not None
    touch(on_display(box.centre, turn), FINGER)
    assert [(c.name, c.argument) for c in view.poll(2.0)] == [("open", "settings")]


@pytest.mark.parametrize("with_page", [False, True])
def test_a_turned_window_that_was_covered_is_filled_again(
    turned: tuple[ScreenView, int], with_page: bool
) -> None:
    """After an expose event all of the display shows the picture."""
    view, turn = turned
    if with_page:
        view.open_page(dict(all_pages())["home"])
        view.draw(1.0)
    shown = upright(turn)
    pygame.display.get_surface().fill((1, 2, 3))
    pygame.event.post(pygame.event.Event(pygame.VIDEOEXPOSE))
    view.poll(2.0)
    view.draw(2.0)
    assert upright(turn) == shown


def test_a_picture_is_turned_while_it_is_seen(turned: tuple[ScreenView, int]) -> None:
    """By the settings; the scene stays."""
    view, turn = turned
    shown = upright(turn)
    for other in TURNS:
        view.restyle(turn=other)
        view.draw(1.0)
        assert view.size == (SIZE[::-1] if other % 180 else SIZE)
        assert upright(other) == rgb(view._glass.picture)
    view.restyle(turn=turn)
    view.draw(2.0)
    assert upright(turn) == shown


def test_a_window_of_another_size_is_filled(turned: tuple[ScreenView, int]) -> None:
    """Somebody drags its edge."""
    view, turn = turned
    pygame.display.set_mode((1000, 600), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, w=1000, h=600, size=(1000, 600)))
    view.poll(1.0)
    view.draw(1.0)
    assert view.size == ((600, 1000) if turn % 180 else (1000, 600))
    assert upright(turn) == rgb(view._glass.picture)


def test_an_upright_picture_is_never_copied() -> None:
    """It is drawn on the display itself."""
    view = ScreenView(SIZE, headless=True)
    assert view._glass.picture is pygame.display.get_surface()
    view.restyle(turn=90)
    view.restyle(turn=0)
    assert view._glass.picture is pygame.display.get_surface()
    view.close()
