"""Every state of every game on the screen, in every language: all is said, nothing overflows."""

import pygame
import pytest

from pi_board.app.gallery import SIZES, scenes
from pi_board.views.canvas import Canvas
from pi_board.views.language import LANGUAGES, speaker
from pi_board.views.lettering import CAPITALS, ELLIPSIS, Letters
from pi_board.views.theme import TEXT_SIZES, read_theme

SCENES = tuple(scenes())


@pytest.fixture
def written(monkeypatch):
    """Every line of text that is drawn: the text, its rectangle, and the box it must stay in."""
    found = []
    draw = Letters.draw

    def watch(self, target, text, at, size, weight, colour, align="left"):
        width = self.width(text, size, weight)
        left = at[0] - {"left": 0, "centre": width / 2, "right": width}[align]
        capitals = pygame.Rect(round(left), round(at[1] - CAPITALS / 2 * size), width, 0)
        capitals.h = int(CAPITALS * size)
        found.append((text, capitals, target.get_clip()))
        draw(self, target, text, at, size, weight, colour, align)

    monkeypatch.setattr(Letters, "draw", watch)
    return found


@pytest.mark.parametrize("text_size", TEXT_SIZES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_whole_and_in_its_box(language, size, text_size, written):
    """No line leaves its part of the screen or is cut, be it message, button, card or strip."""
    canvas = Canvas(size, read_theme("dark", TEXT_SIZES[text_size]), speaker(language))
    for name, scene in SCENES:
        canvas.draw(scene)
        for text, capitals, box in written:
            assert box.inflate(2, 0).contains(capitals), (name, text)
            assert ELLIPSIS not in text, (name, text)
        written.clear()


@pytest.mark.parametrize("text_size", TEXT_SIZES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_the_cards_do_not_touch(language, size, text_size, written):
    """Name, clock and counter of a player keep clear of each other."""
    canvas = Canvas(size, read_theme("dark", TEXT_SIZES[text_size]), speaker(language))
    cards = [tuple(box) for box in (canvas.plan.far, canvas.plan.near)]
    for name, scene in SCENES:
        canvas.draw(scene)
        lines = [(t, r.inflate(-2, 0)) for t, r, box in written if tuple(box) in cards]
        for i, (one, its) in enumerate(lines):
            touched = [other for other, rect in lines[i + 1 :] if its.colliderect(rect)]
            assert not touched, (name, one, touched)
        written.clear()
