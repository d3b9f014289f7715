"""What a voice says only when it has said what it is saying."""

from dataclasses import replace

import pytest

from pi_board.app.compose import compose
from pi_board.app.gallery import LOA_OPENING, table
from pi_board.app.scenes.state import Instructed, Obstructed
from pi_board.core.message import message
from pi_board.core.scene import Kind, Notice
from pi_board.views.voice import Voice
from tests.views.scenes import SCENE

DISTURBED = replace(SCENE, kind=Kind.DISTURBED, notice=Notice(message("Put it back")))
NEXT_STEP = replace(
    DISTURBED, notice=Notice(message("Move {start} to {end}", start="a1", end="a2"))
)
HAND_RESTS = compose(replace(table("loa", LOA_OPENING), situation=Obstructed(3.0)))
DICTATED = compose(replace(table("loa", LOA_OPENING), situation=Instructed("e8-e5")))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (SCENE, HAND_RESTS, "A hand is over the board. The move is read when the board is free."),
        (DISTURBED, NEXT_STEP, "Move a1 to a2."),
        (SCENE, DICTATED, "moves: please do it on the board. Move e8 to e5."),
    ],
)
def test_what_is_no_news_of_the_game_breaks_nothing_off(monkeypatch, before, after, said):
    """It is said when that has been said, or never if something else has come by then."""
    told, speaking = [], [False]
    monkeypatch.setattr(Voice, "_begin", lambda _, text: told.append(text))
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
