"""Shapes: smooth edges, one opacity, kept once."""

import pygame
import pytest

from pi_board.views.layout import Box
from pi_board.views.paint import Painter
from pi_board.views.stones import stone
from pi_board.views.theme import read_theme

GREY, RED = (100, 100, 100), (200, 0, 0)


@pytest.fixture
def paint():
    """A painter of the dark theme."""
    return Painter(read_theme("dark"))


def sheet(size=(100, 100)):
    """A grey surface."""
    surface = pygame.Surface(size, 0, 32)
    surface.fill(GREY)
    return surface


def colours(surface):
    """All colours on a surface."""
    w, h = surface.get_size()
    return {surface.get_at((x, y))[:3] for x in range(w) for y in range(h)}


def test_a_disc_has_a_smooth_edge(paint):
    """Between disc and ground lie mixed colours, and only such: no dark or light fringe."""
    surface = sheet()
    paint.disc(surface, (50, 50), 30, RED)
    found = colours(surface) - {GREY, RED}
    assert len(found) > 5
    assert all(100 <= r <= 200 and 0 <= g <= 100 for r, g, _ in found)


def test_crossing_bands_do_not_brighten(paint):
    """Lines of one layer have one opacity, also where they cross."""
    surface = sheet()
    lines = [[(10, 50), (90, 50)], [(50, 10), (50, 90)]]
    paint.strokes(surface, lines, 20, RED, 128)
    assert surface.get_at((50, 50)) == surface.get_at((20, 50))


def test_a_shape_is_drawn_once_and_kept(paint):
    """The same key gives the same surface without making it again."""
    made = []

    def make():
        made.append(1)
        return sheet()

    assert paint.kept("key", make) is paint.kept("key", make)
    assert len(made) == 1


def test_a_box_has_round_corners_and_stays_inside(paint):
    """Nothing is drawn outside the box, and its very corner is left free."""
    surface = sheet()
    paint.box(surface, Box(20, 20, 60, 40), RED, 10)
    assert surface.get_at((20, 20))[:3] == GREY
    assert surface.get_at((50, 40))[:3] == RED
    assert surface.get_at((19, 40))[:3] == GREY
    assert surface.get_at((80, 40))[:3] == GREY


def test_an_edge_stands_inside_its_box(paint):
    """An edge takes the outermost pixels of the box."""
    surface = sheet()
    paint.box(surface, Box(20, 20, 60, 40), RED, 0, (0, 0, 200), 2)
    assert surface.get_at((20, 30))[:3] == (0, 0, 200)
    assert surface.get_at((22, 30))[:3] == RED


@pytest.mark.parametrize("player", ["b", "w"])
def test_a_ghost_is_seen_but_lets_the_board_through(paint, player):
    """A ghost differs from the board by a tenth of the range, and from the stone."""
    middle = []
    for ghost in (False, True):
        surface = sheet()
        stone(paint, surface, (50, 50), 30, player, ghost=ghost)
        middle.append(surface.get_at((58, 58))[0])
    assert abs(middle[1] - GREY[0]) > 25
    assert abs(middle[1] - middle[0]) > 20


def test_a_stone_throws_a_shadow_below_itself(paint):
    """Under a stone the board is darker than above it."""
    surface = sheet()
    stone(paint, surface, (50, 50), 30, "w")
    assert surface.get_at((50, 84))[0] < surface.get_at((50, 16))[0]


def test_only_a_few_large_layers_are_kept(paint):
    """A layer that comes back soon is not drawn again; after many others it is."""
    made = []

    def show(number):
        box = Box(0, 0, 20, 20)
        paint.layer(sheet(), box, number, lambda on: made.append(on.get_size()))

    show(0)
    show(0)
    assert made == [(20, 20)]
    for number in range(1, 50):
        show(number)
    show(0)
    assert len(made) == 51
