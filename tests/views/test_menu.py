"""Pages of the menus on the screen: every line can be read, and hit with a finger."""

import pygame
import pytest

from pi_board.app.menus.typing import keys
from pi_board.core.observation import Command
from pi_board.core.page import Item, Page
from pi_board.views.language import LANGUAGES, speaker
from pi_board.views.menu_rows import Line
from pi_board.views.screen import ScreenView
from pi_board.views.theme import TEXT_SIZES
from tests.app.menu_pages import all_pages, world
from tests.app.menu_rows import box_of, rows_of

SIZES = ((800, 480), (480, 800), (1920, 1080))
FINGER_PX = 48  # at 800x480: 9 mm on the 7-inch panel


def lines(screen: ScreenView) -> list[Line]:
    """The lines of the page that is shown."""
    assert screen.menu is not None
    rows = rows_of(screen.menu)
    return [row.line for row in rows]


@pytest.fixture
def screen() -> ScreenView:
    """A small panel."""
    view = ScreenView((800, 480), headless=True)
    yield view
    view.close()


def test_a_window_that_was_covered_shows_its_page_again(screen: ScreenView) -> None:
    """After an expose event, though nothing on the page has changed."""
    screen.open_page(next(page for _, page in all_pages("en")))
    screen.draw(0.0)
    shown = pygame.image.tobytes(screen._glass.picture, "RGB")
    screen._glass.picture.fill((1, 2, 3))
    pygame.event.post(pygame.event.Event(pygame.VIDEOEXPOSE))
    screen.poll(1.0)
    screen.draw(1.0)
    assert pygame.image.tobytes(screen._glass.picture, "RGB") == shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_line_has_room_for_its_words(size: tuple[int, int], language: str) -> None:
    """No label and no note is cut, in any language and size; every target has a finger's size."""
    screen = ScreenView(size, headless=True, say=speaker(language), text=TEXT_SIZES["large"])
    least = FINGER_PX * min(min(size), 0.6 * max(size)) / 480
    for name, page in all_pages(language):
        screen.open_page(page)
        for line in lines(screen):
            words = " ".join((*line.label, *line.note))
            assert "…" not in words, (name, words)
            assert line.size[0] <= size[0], (name, words)
            if line.item.command:
                assert min(line.size) >= least, (name, words)
    screen.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_are_not_cut(language: str) -> None:
    """What is chosen stands whole beside its label on the small panel."""
    screen = ScreenView((800, 480), headless=True, say=speaker(language))
    for name, page in all_pages(language):
        screen.open_page(page)
        for line in lines(screen):
            assert line.value == line.shown_value(), (name, line.value)
    screen.close()


def key(code: int, letter: str = "") -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, unicode=letter, mod=0))


def page_of(name: str):
    return dict(all_pages())[name]


@pytest.mark.parametrize("enter", [pygame.K_RETURN, pygame.K_KP_ENTER])
def test_keys_lead_to_every_line(screen: ScreenView, enter: int) -> None:
    """The down key reaches all lines one after the other, and enter enters the line it is on."""
    page = page_of("game")
    screen.open_page(page)
    reached = []
    key(pygame.K_DOWN)  # shows where the keys are
    for _ in page.items:
        key(enter)
        found = screen.poll(0.0)
        reached += [(command.name, command.argument) for command in found]
        key(pygame.K_DOWN)
    assert reached == [(item.command, item.argument) for item in page.items]


def test_three_buttons_lead_through_a_page(screen: ScreenView) -> None:
    """The hint button goes on to the next line, ok enters it, back goes back."""
    screen.open_page(page_of("game"))
    for name in ("hint", "hint"):
        assert screen.steer(Command(0.0, name)) == ()
    assert screen.chosen is not None
    assert screen.chosen.argument == "game=linja"
    assert screen.steer(Command(1.0, "confirm")) == (Command(1.0, "choose", "game=linja"),)
    assert screen.steer(Command(2.0, "take_back")) == (Command(2.0, "back"),)


@pytest.mark.parametrize(("press", "way"), [("hint", 1), ("previous", -1)])
def test_buttons_lead_through_two_columns_as_they_are_read(
    screen: ScreenView, press: str, way: int
) -> None:
    """Row by row: what is wanted at once stands first, and is not a whole column away."""
    page = page_of("game_menu")
    screen.open_page(page)
    screen.steer(Command(0.0, press))  # shows where the buttons are
    reached = []
    for _ in page.items:
        reached.append(screen.chosen)
        screen.steer(Command(0.0, press))
    assert reached == [page.items[way * i] for i in range(len(page.items))]
    assert screen.chosen == page.items[0]


def test_ok_leaves_a_page_on_which_there_is_only_something_to_read(screen: ScreenView) -> None:
    """As why something could not be done: the hint button leads nowhere there."""
    screen.open_page(page_of("trouble"))
    assert screen.steer(Command(0.0, "hint")) == ()
    assert screen.steer(Command(1.0, "confirm")) == (Command(1.0, "back"),)


LONG = Page("doctor", "Long", tuple(Item("", f"{i} {'word ' * 30}") for i in range(8)))


def ends_seen(screen: ScreenView) -> list[bool]:
    """Whether the first and the last line of the page can be seen."""
    assert screen.menu is not None
    rows = rows_of(screen.menu)
    return [rows[i].get_rect(to_real_position=True).h > 0 for i in (0, -1)]


def test_the_hint_button_reads_a_long_page_over_and_over(screen: ScreenView) -> None:
    """From its end on to its top again, as from the last line of a page to the first."""
    screen.open_page(LONG)
    seen = []
    for press in ("", *["hint"] * 3, "previous"):
        screen.steer(Command(0.0, press))
        seen.append(ends_seen(screen))
    top, bottom = [True, False], [False, True]
    assert seen[0] == seen[3] == top
    assert seen[2] == seen[4] == bottom


def test_page_keys_stop_at_the_ends_of_a_long_page(screen: ScreenView) -> None:
    """Whoever holds a keyboard sees where a page ends."""
    screen.open_page(LONG)
    for way, ends in ((pygame.K_PAGEDOWN, [False, True]), (pygame.K_PAGEUP, [True, False])):
        for _ in range(4):
            key(way)
            assert screen.poll(0.0) == ()
        assert ends_seen(screen) == ends


def test_the_first_page_has_no_way_back(screen: ScreenView) -> None:
    """Neither escape nor the back button leaves the menus."""
    screen.open_page(page_of("home"))
    key(pygame.K_ESCAPE)
    assert screen.poll(0.0) == ()
    assert screen.steer(Command(0.0, "take_back")) == ()


def test_nothing_is_drawn_when_nothing_has_changed(screen: ScreenView) -> None:
    """A page that stays is drawn once."""
    screen.open_page(page_of("new"))
    assert screen.menu is not None
    window = pygame.display.get_surface()
    assert screen.menu.draw(window)
    screen.open_page(page_of("new"))
    assert not screen.menu.draw(window)


def test_a_list_keeps_its_place_when_a_line_changes(screen: ScreenView) -> None:
    """A switch far down that is turned over stays under the finger."""
    new = dict(all_pages())["new"]
    screen.open_page(new)
    assert screen.menu is not None
    screen.menu.wheel(-100)
    before = box_of(screen.menu, "choose", "nudges=")
    changed = [
        item if item.argument != "nudges=" else type(item)(item.command, item.label, item.argument,
                                                           mark="on")
        for item in new.items
    ]  # fmt: skip
    screen.open_page(type(new)(new.name, new.title, tuple(changed)))
    assert box_of(screen.menu, "choose", "nudges=") == before


def test_typing_is_told_letter_by_letter(screen: ScreenView) -> None:
    """A keyboard types too, where there is one."""
    screen.open_page(page_of("type_9"))
    key(pygame.K_z, "ž")
    key(pygame.K_BACKSPACE)
    assert [(c.name, c.argument) for c in screen.poll(0.0)] == [("type", "ž"), ("erase", "")]


def test_enter_takes_what_was_typed(screen: ScreenView) -> None:
    """Not the key on the screen that was led to, unless that was done since."""
    for typed in ("", "Z"):  # the list keeps its place: a letter
        screen.open_page(keys(world(), typed))
    key(pygame.K_DOWN)
    key(pygame.K_z, "z")
    key(pygame.K_RETURN, "\r")
    key(pygame.K_KP_ENTER, "\r")
    key(pygame.K_DOWN)
    key(pygame.K_RETURN, "\r")
    assert [c.name for c in screen.poll(0.0)] == ["type", "named", "named", "type"]
