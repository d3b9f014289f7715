"""Every long sentence of every language has room in the message's box, as a fault tells it."""

from dataclasses import replace

import pytest

from pi_board.core.message import counted, message
from pi_board.core.scene import Notice
from pi_board.views.canvas import Canvas
from pi_board.views.language import LANGUAGES, speaker
from pi_board.views.lettering import ELLIPSIS, Letters
from pi_board.views.theme import read_theme
from tests.app.rough import rough_shapes
from tests.views.scenes import SCENE
from tests.views.sentences import SENTENCES, fields

SIZES = [(800, 480), (480, 800), (1280, 720)]
LONG = 40  # letters: what is shorter is a title or a label
BLACK, WHITE = message("Black"), message("White")
VALUES = {
    "player": WHITE, "winner": WHITE, "loser": BLACK, "owner": message("Black's"),
    "stone": message("a black stone"), "move": "e8xh5", "sites": "d4, e5, f6",
    "why": "No space left on device", "reason": "no such device",
    "sentence": message("the stone stays on {site}", site="e8"),
    **dict.fromkeys(("site", "start", "end", "first", "last", "blocker"), "e8"),
}  # fmt: skip


def sentence(template):
    """A template with likely values; all else is a number of two figures."""
    values = {name: VALUES.get(name, 12) for name in fields(template[-1])}
    if len(template) == 1:
        return message(*template, **values)
    values.pop("count", None)
    return counted(*template, 12, **values)


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_long_sentence_is_said_whole(language, size, monkeypatch):
    """No reason for a fault is cut, with what to do as its title."""
    written, draw = [], Letters.draw

    def watch(self, target, text, *more, **named):
        written.append(text)
        draw(self, target, text, *more, **named)

    monkeypatch.setattr(Letters, "draw", watch)
    canvas = Canvas(size, read_theme("dark"), speaker(language))
    title = message("Put it back on {site}", site="e8")
    said = [s for s in map(sentence, sorted(SENTENCES)) if len(str(s)) > LONG]
    assert len(said) > 50
    for each in said:
        notice = Notice(title, (each,), "danger", icon="wrong", lead="e8-h5")
        with rough_shapes():
            canvas.draw(replace(SCENE, notice=notice))
        assert not [text for text in written if ELLIPSIS in text], str(each)
