"""What a voice says only when it has said what it is saying."""

from dataclasses import replace

import pytest

from pi_board.app.compose import compose
from pi_board.app.hearing import HeardView
from pi_board.app.scenes.state import Instructed, Obstructed
from pi_board.app.showcase.gallery import LOA_OPENING, table
from pi_board.core.message import message
from pi_board.core.scene import Kind, Notice
from pi_board.views.voice import Voice
from tests.app.test_hearing import Window
from tests.views.scenes import SCENE

DISTURBED = replace(SCENE, kind=Kind.DISTURBED, notice=Notice(message("Put it back")))
NEXT_STEP = replace(
    DISTURBED, notice=Notice(message("Move {start} to {end}", start="a1", end="a2"))
)
HAND_RESTS = compose(replace(table("loa", LOA_OPENING), situation=Obstructed(3.0)))
DICTATED = compose(replace(table("loa", LOA_OPENING), situation=Instructed("e8-e5")))


@pytest.fixture
def told(monkeypatch):
    """What a voice has begun to say."""
    texts = []
    monkeypatch.setattr(Voice, "_begin", lambda _, text: texts.append(text))
    return texts


def test_what_has_waited_is_said_though_nothing_new_is_shown(told, monkeypatch):
    """A set-up whose last word is that it could not be saved shows nothing any more."""
    speaking = [True]
    monkeypatch.setattr(Voice, "is_speaking", property(lambda _: speaking[0]))
    voice = Voice(str, "en", "true")
    for scene in (DISTURBED, NEXT_STEP):
        voice.show(scene)
    voice.go_on()
    assert told == ["Put it back."]
    speaking[0] = False
    for _ in range(2):
        HeardView(Window(), (voice,)).draw(0.0)
    assert told[1:] == ["Move a1 to a2."]
    speaking[0] = True
    voice.show(DISTURBED)
    voice.read("Menu.")
    speaking[0] = False
    voice.go_on()
    assert told[2:] == ["Menu."]


def test_what_is_due_after_a_menu_waits_for_no_line_of_it(told, monkeypatch):
    """The page that is still read is gone."""
    monkeypatch.setattr(Voice, "is_speaking", property(lambda voice: voice.is_heard))
    monkeypatch.setattr(Voice, "hush", lambda voice: setattr(voice, "is_heard", False))
    voice = Voice(str, "en", "true")
    voice.is_heard = True
    voice.forget()
    voice.show(DICTATED)
    assert len(told) == 1


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (SCENE, HAND_RESTS, "A hand is over the board. The move is read when the board is free."),
        (DISTURBED, NEXT_STEP, "Move a1 to a2."),
        (SCENE, DICTATED, "moves: please do it on the board. Move e8 to e5."),
    ],
)
def test_what_is_no_news_of_the_game_breaks_nothing_off(told, monkeypatch, before, after, said):
    """It is said when that has been said, or never if something else has come by then."""
    speaking = [False]
    monkeypatch.setattr(Voice, "is_speaking", property(lambda _: speaking[0]))
    voice = Voice(str, "en", "true")
    voice.show(before)
    told.clear()
    speaking[0] = True
    for scene in (after, before, after):
        voice.show(scene)
    assert told == []
    speaking[0] = False
    voice.show(after)
    assert told[0].endswith(said)
