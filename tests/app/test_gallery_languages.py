"""Every state of every game on the screen, in every language: all is said, nothing overflows."""

from itertools import combinations, product

import pytest

from pi_board.app.drawn_board import DrawnBoard
from pi_board.app.learning import lesson_scene, lessons
from pi_board.app.scenes.common import NOT_TURNED
from pi_board.app.showcase.gallery import SIZES, scenes
from pi_board.games.registry import make_game
from pi_board.readers.simulator import Simulator
from pi_board.views.canvas import Canvas
from pi_board.views.language import LANGUAGES, speaker
from pi_board.views.lettering import ELLIPSIS
from pi_board.views.theme import TEXT_SIZES, read_theme
from tests.app.lettered import Line, lines_drawn
from tests.app.test_learning import OPTIONS, PRESETS

GAMES = (
    *(make_game(name, preset) for name, preset in PRESETS),
    *(make_game(name, None, options) for name, options in OPTIONS),
)
PAGES = {  # of the rules, each once, however many rule sheets have it
    scene.notice: scene
    for pages in map(lessons, GAMES)
    for scene in (lesson_scene(pages, i) for i in range(len(pages)))
}
BOARD = DrawnBoard(Simulator())
DRAWN = tuple(
    (f"{name}_drawn", played)
    for name, scene in scenes()
    if (played := BOARD.offered(scene)) != scene
)
NAMED = (*scenes(), *DRAWN, *((str(said), page) for said, page in PAGES.items()))
BOARDS = list(dict.fromkeys((scene.board, scene.choices) for _, scene in NAMED))
SCENES = sorted(  # each once; those of one board in a row, so that it is drawn once
    ((name, scene) for scene, name in {scene: name for name, scene in reversed(NAMED)}.items()),
    key=lambda named: BOARDS.index((named[1].board, named[1].choices)),
)
LARGE = ((1024, 768), (1920, 1080))  # screens that somebody may have
LOW = (1024, 600)  # large, but not high
SMALL = ((480, 320), (240, 320), (320, 480))
LONGEST = "de"  # the language that needs most room
SCREENS = (
    *product(("en", LONGEST), SIZES[:1], TEXT_SIZES),
    *product(sorted({*LANGUAGES} - {"en", LONGEST}), SIZES[:1], ("large",)),
    *product((LONGEST,), SIZES[1:], TEXT_SIZES),
    *product(("en",), LARGE, ("normal",)),
    *product(("ro", "sv"), (LOW,), ("large",)),
    *product(("ro", "sv"), SMALL[:1], TEXT_SIZES),
    *product(LANGUAGES, SMALL[1:], ("normal",)),
)
QUICK = (  # a screen takes most of a second
    ("en", SIZES[0], "normal"),
    (LONGEST, SIZES[0], "large"),
    *product(("en", LONGEST), SMALL[1:2], ("normal",)),
)
MORE = set(product(LANGUAGES, (*SIZES, LOW, *SMALL), TEXT_SIZES)).difference(SCREENS)
PARAMS = (
    *QUICK,
    *(pytest.param(one, marks=pytest.mark.thorough) for one in SCREENS if one not in QUICK),
    *(pytest.param(one, marks=pytest.mark.slow) for one in sorted(MORE)),
)


@pytest.fixture(scope="module", params=PARAMS, ids=lambda one: "-".join(map(str, one)))
def drawn(request: pytest.FixtureRequest) -> tuple[Canvas, list[Line]]:
    """A screen on which all scenes were drawn in a language, and what was written on it."""
    language, size, text_size = request.param
    canvas = Canvas(size, read_theme("dark", TEXT_SIZES[text_size]), speaker(language))
    return canvas, lines_drawn(canvas, SCENES)


@pytest.mark.thorough
def test_every_text_is_whole_and_in_its_box(drawn: tuple[Canvas, list[Line]]) -> None:
    """No line leaves its part of the screen or is cut, be it message, button, card or strip."""
    _, lines = drawn
    assert {line.scene for line in lines} == {name for name, _ in SCENES}
    assert not [line for line in lines if not line.is_inside]
    assert not [line for line in lines if ELLIPSIS in line.text]


def test_what_answers_a_question_is_a_word(drawn: tuple[Canvas, list[Line]]) -> None:
    """That none of the turns was made is no cross alone, which would seem to close the question."""
    canvas, lines = drawn
    none = canvas._desk.say(NOT_TURNED.label)
    assert none in {line.text for line in lines if line.scene == "connexoh_not_turned"}


def test_texts_of_the_cards_do_not_touch(drawn: tuple[Canvas, list[Line]]) -> None:
    """Name, clock and counter of a player keep clear of each other."""
    canvas, lines = drawn
    cards = [tuple(box) for box in (canvas.plan.far, canvas.plan.near)]
    of_cards: dict[tuple[str, tuple[int, ...]], list[Line]] = {}
    for line in lines:
        if tuple(line.box) in cards:
            of_cards.setdefault((line.scene, tuple(line.box)), []).append(line)
    assert of_cards
    for texts in of_cards.values():
        assert not [pair for pair in combinations(texts, 2) if pair[0].touches(pair[1])]
