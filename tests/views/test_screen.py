"""The window, on SDL's dummy driver."""

from dataclasses import replace

import pygame
import pytest

from pi_board.core.errors import EnvironmentFault
from pi_board.core.scene import Mark, Piece, Role
from pi_board.views.buttons import button_boxes
from pi_board.views.screen import ScreenView
from tests.views.scenes import BOARD, BUTTONS, CHOICES, SCENE


@pytest.fixture
def view():
    """A window that shows the scene."""
    opened = ScreenView((800, 480), headless=True)
    opened.show(SCENE, 0.0)
    opened.draw(0.0)
    opened.poll(0.0)
    yield opened
    opened.close()


def touch(view, point):
    """The commands of a touch at `point`."""
    at = tuple(map(round, point))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    return [(c.name, c.argument) for c in view.poll(1.0)]


def key(view, which, letter=""):
    """The commands of a key, and what it types."""
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=which, unicode=letter))
    return [(c.name, c.argument) for c in view.poll(1.0)]


def test_a_touch_becomes_a_command(view):
    """A tap on the hint button is the command `hint`."""
    canvas = view._canvas
    box = button_boxes(canvas._desk, BUTTONS, canvas.plan.buttons)[0]
    assert touch(view, box.centre) == [("hint", "")]


def test_a_finger_that_slides_off_sends_nothing(view):
    """What is let go elsewhere than it was touched is not meant; nor is the mouse's wheel."""
    hint, _, menu = button_boxes(view._canvas._desk, BUTTONS, view._canvas.plan.buttons)
    for down, up, button in ((hint, menu, 1), (hint, hint, 4)):
        for kind, box in ((pygame.MOUSEBUTTONDOWN, down), (pygame.MOUSEBUTTONUP, up)):
            at = tuple(map(round, box.centre))
            pygame.event.post(pygame.event.Event(kind, pos=at, button=button))
    assert view.poll(1.0) == ()


def test_a_mouse_that_hovers_is_no_finger(view):
    """Beside a touch screen it may lie on its side; the finger is heard all the same."""
    box = button_boxes(view._canvas._desk, BUTTONS, view._canvas.plan.buttons)[0]
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(400, 200)))
    x, y = box.centre[0] / 800, box.centre[1] / 480
    for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
        pygame.event.post(pygame.event.Event(kind, finger_id=7, x=x, y=y))
    assert [command.name for command in view.poll(1.0)] == ["hint"]


def test_a_pressed_button_looks_pressed(view):
    """While a finger is on a button it is drawn in another colour."""
    box = button_boxes(view._canvas._desk, BUTTONS, view._canvas.plan.buttons)[0]
    at = (box.x + box.w // 2, box.y + 6)
    before = view._glass.picture.get_at(at)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    view.poll(1.0)
    view.draw(1.0)
    assert view._glass.picture.get_at(at) != before


def test_a_window_that_was_covered_is_filled_again(view):
    """After an expose event the window shows the canvas, without drawing it anew."""
    canvas = view._canvas
    view._glass.picture.fill((1, 2, 3))
    pygame.event.post(pygame.event.Event(pygame.VIDEOEXPOSE))
    view.poll(1.0)
    assert view._canvas is canvas
    window = pygame.image.tobytes(view._glass.picture, "RGB")
    assert window == pygame.image.tobytes(canvas.surface, "RGB")


def test_keys_become_commands(view):
    """Keys do what the buttons do."""
    assert key(view, pygame.K_h) == [("hint", "")]
    assert key(view, pygame.K_BACKSPACE) == [("take_back", "")]
    assert key(view, pygame.K_KP_ENTER) == [("confirm", "")]
    assert key(view, pygame.K_F5) == []


def test_a_figure_chooses_a_reading(view):
    """While two readings are shown, 1 and 2 choose, on a keypad and with a Czech keyboard's shift
    too; at other times they do nothing.
    """
    assert key(view, pygame.K_2, "2") == []
    view.show(replace(SCENE, choices=CHOICES), 1.0)
    for which in (pygame.K_2, pygame.K_KP2, ord("ě")):
        assert key(view, which, "2") == [("choose", "c1xa3")]
    assert key(view, pygame.K_3, "3") == key(view, pygame.K_0, "0") == []


def test_closing_the_window_is_a_command(view):
    """The window's own button asks to quit."""
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert [c.name for c in view.poll(1.0)] == ["quit"]


def test_a_command_carries_its_time(view):
    """A command has the time that was given to `poll`."""
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_h, unicode="h"))
    assert [c.t for c in view.poll(7.5)] == [7.5]


def test_an_equal_scene_needs_no_drawing(view):
    """Showing the same again, nothing moves and nothing is drawn."""
    view.show(replace(SCENE), 1.0)
    assert view.draw(1.0) is False


def test_a_move_takes_some_frames_and_then_rests(view):
    """While a stone slides `draw` asks to be called again; afterwards it does not."""
    moved = replace(SCENE, board=replace(BOARD, pieces=(Piece("c3", "b"), Piece("a3", "w"))))
    view.show(moved, 1.0)
    assert view.draw(1.05) is True
    assert view.draw(1.10) is True
    assert view.draw(1.30) is False
    assert view.draw(1.31) is False


def test_what_is_seen_at_rest_is_the_canvas(view):
    """After a motion the window shows exactly the canvas."""
    moved = replace(SCENE, board=replace(BOARD, pieces=(Piece("c3", "b"), Piece("a3", "w"))))
    view.show(moved, 1.0)
    for t in (1.0, 1.1, 1.2, 1.3, 1.4):
        view.draw(t)
    window = pygame.image.tobytes(view._glass.picture, "RGB")
    assert window == pygame.image.tobytes(view._canvas.surface, "RGB")


def test_a_snapshot_is_a_picture_of_the_whole_screen(view, tmp_path):
    """The PNG has the size of the screen."""
    view.snapshot(tmp_path / "now.png")
    assert pygame.image.load(tmp_path / "now.png").get_size() == (800, 480)


def test_a_snapshot_that_cannot_be_written_says_so(view, tmp_path):
    """A folder that is not there is named."""
    with pytest.raises(EnvironmentFault, match="nowhere"):
        view.snapshot(tmp_path / "nowhere" / "now.png")


def test_another_style_is_there_at_once(view):
    """Theme, text size and the colour of stones change while the window is open."""
    before = view._glass.picture.copy()
    for style in ({"theme": "light"}, {"text": 1.2}, {"stones": ("red", "yellow")}):
        view.restyle(**style)
        view.draw(1.0)
        assert view._glass.picture.get_buffer().raw != before.get_buffer().raw
        before = view._glass.picture.copy()
    assert (view._theme.name, view._theme.text) == ("light", 1.2)
    assert view._theme.stones == ("red", "yellow")


def test_another_language_is_spoken_at_once(view):
    """The same scene is said in the new language."""
    before = view._glass.picture.copy()
    view.restyle(say=lambda sentence: f"{sentence}!")
    view.draw(1.0)
    assert view._glass.picture.get_buffer().raw != before.get_buffer().raw


@pytest.mark.parametrize("after_s", [0.0, 0.03, 0.1, 0.3])
def test_the_window_shows_the_last_of_quick_changes(view, after_s):
    """Cards that still fade when something else changes fade to the end."""
    other = tuple(replace(card, turn=not card.turn) for card in SCENE.cards)
    view.show(replace(SCENE, cards=other), 1.0)
    view.draw(1.0)
    view.draw(1.0 + after_s)
    lifted = replace(BOARD, pieces=BOARD.pieces[1:])
    view.show(replace(SCENE, cards=other, board=lifted), 1.0 + after_s)
    assert settled(view, 1.0 + after_s)


def test_markers_are_there_before_the_cards(view):
    """Markers take `fade`, cards `card_swap`: between the two only the board is at rest."""
    other = tuple(replace(card, turn=not card.turn) for card in SCENE.cards)
    marked = replace(BOARD, marks=(Mark(Role.FROM, "c1"),))
    view.show(replace(SCENE, cards=other, board=marked), 1.0)
    view.draw(1.0)
    view.draw(1.122)
    plan = view._canvas.plan
    assert [alike(view, plan.board), alike(view, plan.near)] == [True, False]


def test_nothing_is_left_of_a_tall_message(view):
    """Also between what comes in its place."""
    tall = replace(SCENE.notice, tall=True, tone="danger")
    for at_s, notice in ((1.0, tall), (5.0, SCENE.notice)):
        view.show(replace(SCENE, notice=notice), at_s)
        assert settled(view, at_s)


def settled(view, at_s):
    """Whether the window shows what the canvas does once nothing moves any more."""
    for frame in range(120):
        view.draw(at_s + frame / 30)
    return alike(view, view._glass.picture.get_rect())


def alike(view, box):
    """Whether the window shows in `box` what the canvas does."""
    pictures = (picture.subsurface(box) for picture in (view._glass.picture, view._canvas.surface))
    window, canvas = (pygame.image.tobytes(picture, "RGB") for picture in pictures)
    return window == canvas
