"""A game that is heard."""

from contextlib import ExitStack
from dataclasses import replace

import pygame
import pytest

from pi_board.app.hearing import HeardPages, HeardView, open_ears
from pi_board.core.message import message
from pi_board.core.observation import Command
from pi_board.core.page import Item, Page
from pi_board.core.scene import Kind
from pi_board.views.language import speaker
from pi_board.views.sound import SoundView
from pi_board.views.voice import Voice
from tests.views.scenes import SCENE


class Window:
    """A view that notes what it was shown."""

    def __init__(self):
        self.shown = []

    def show(self, scene, now_s, pixels=None):
        self.shown.append(scene)

    def draw(self, now_s):
        return now_s < 1

    def behind(self, scene, now_s):
        pass

    def poll(self, now_s):
        return ("asked",)


def test_every_scene_is_seen_and_heard():
    """A scene reaches the window and the loudspeaker; touches come back from the window."""
    notice = replace(SCENE.notice, tone="danger")
    window, wrong = Window(), replace(SCENE, kind=Kind.ILLEGAL, notice=notice)
    with ExitStack() as stack:
        view = HeardView(window, open_ears(stack, sound=True, voice=False, language="en"))
        view.show(SCENE, 0.0)
        assert not pygame.mixer.get_busy()
        view.show(wrong, 1.0)
        assert pygame.mixer.get_busy()
        assert window.shown == [SCENE, wrong]
        assert (view.draw(0.0), view.draw(2.0), view.poll(0.0)) == (True, False, ("asked",))
    assert pygame.mixer.get_init() is None


@pytest.fixture
def said(monkeypatch):
    """What a voice has said."""
    texts = []
    monkeypatch.setattr(Voice, "_begin", lambda _, text: texts.append(text))
    return texts


class Paged(Window):
    """A window with a page, whose lines the hint button leads through."""

    def open_page(self, page):
        self.items, self.at = [item for item in page.items if item.command], 0

    def steer(self, command):
        if command.name != "hint":
            return (command,)
        self.at += 1
        return ()

    @property
    def chosen(self):
        return self.items[self.at] if self.items else None


def paged(language="en"):
    window = Paged()
    heard = HeardView(window, (Voice(speaker(language), language, "true"),))
    return heard, HeardPages(window, heard)


def menu_of(clock="5", marked="on"):
    items = Item("back", message("Back")), Item("set", message("Clock"), value=clock, mark=marked)
    return Page("menu", message("Menu"), items)


def test_the_lines_of_a_page_are_heard_as_buttons_lead_through_them(said):
    """What OK would enter; what is chosen there is heard again once it is another one."""
    _, pages = paged()
    for _ in range(2):  # drawn anew with each turn of the loop
        pages.open_page(menu_of())
    assert said == ["Menu. Back."]
    assert pages.steer(Command(0.0, "hint")) == ()
    assert said[1:] == ["Clock, 5, on."]
    confirm = Command(0.0, "confirm")
    assert pages.steer(confirm) == (confirm,)
    assert len(said) == 2


def test_what_tells_one_kept_game_from_another_is_heard(said):
    """The same two have played; what it is about stands in small letters below their names."""
    about = message("{game} · {what}", game="Linja", what="Eva won")
    pages = paged()[1]
    pages.open_page(Page("archive", message("Archive"), (Item("open", "Eva – Jan", note=about),)))
    assert said == ["Archive. Eva – Jan. Linja, Eva won."]


@pytest.mark.parametrize(
    ("language", "heard"),
    [
        ("cs", "Menu. Zpět."),
        ("de", "Menü. Zurück."),
        ("ro", "Meniu. Înapoi."),
        ("sv", "Meny. Bakåt."),
    ],
)
def test_a_page_is_told_in_the_players_language(said, language, heard):
    """Its title and its line."""
    paged(language)[1].open_page(menu_of())
    assert said == [heard]


def test_what_is_only_to_be_read_is_heard_when_it_is_opened(said):
    """As what went wrong: no button leads to it. Once it is something else, as what the doctor has
    found by now, it is heard anew.
    """
    pages = paged()[1]
    for text in ("No camera", "No camera", "No lamps"):
        why = Item("", text, note="plug it in")
        pages.open_page(Page("trouble", message("Not so"), (why,)))
    assert said == ["Not so. No camera. plug it in.", "Not so. No lamps. plug it in."]


def test_whose_turn_it_is_is_said_when_a_menu_is_closed(said):
    """Whoever hears it knows that the menu has gone; while it is open only news are said."""
    heard, pages = paged()
    heard.show(SCENE, 0.0)
    pages.open_page(menu_of())
    heard.behind(SCENE, 1.0)
    assert said == ["Black to move.", "Menu. Back."]
    heard.show(SCENE, 2.0)
    heard.show(SCENE, 3.0)
    assert said[2:] == ["Black to move."]


def test_only_what_is_asked_for_is_opened(monkeypatch):
    """Without sound and voice there is nothing to hear; a missing voice says so."""
    monkeypatch.setenv("PATH", "")
    with ExitStack() as stack:
        assert open_ears(stack, sound=False, voice=False, language="de") == ()
        sound, voice = open_ears(stack, sound=True, voice=True, language="de")
        assert isinstance(sound, SoundView)
        assert "espeak-ng is not installed" in voice.problem
