"""A question at the table, answered without touching the screen."""

import pygame
import pytest

from pi_board.app.evening import Begin
from pi_board.core.scene import Kind
from pi_board.games.registry import make_game
from pi_board.referee import watching
from pi_board.referee.continuations import node
from pi_board.referee.hypothesis import one_move
from pi_board.referee.judging import judge
from pi_board.referee.settle import Hypotheses
from pi_board.referee.verdict import Happened, Unclear, Verdict
from tests.app.evenings import DRAWN, Hand, Script, boards_opened, filmed, left, started


@pytest.fixture
def doubtful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Black's first move may just as well be another one."""
    game = make_game("loa")
    start = node(game, game.layouts[0], game.start())

    def judged(hypotheses: Hypotheses, refused: tuple[str, ...] = ()) -> Verdict:
        verdict = judge(hypotheses, refused)
        if not isinstance(verdict, Happened):
            return verdict
        other = next(step for step in start.steps if step.text == "f1-f3")
        return Unclear((verdict.what, one_move(other)))

    monkeypatch.setattr(watching, "judge", judged)


@pytest.fixture
def unsure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every move it is asked whether it was made."""

    def judged(hypotheses: Hypotheses, refused: tuple[str, ...] = ()) -> Verdict:
        verdict = judge(hypotheses, refused)
        return Unclear((verdict.what,)) if isinstance(verdict, Happened) else verdict

    monkeypatch.setattr(watching, "judge", judged)


def typed(*keys: int) -> Script:
    for key in keys:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode="", mod=0))
        yield 0.2


def asked(hand: Hand) -> Script:
    """Black moves, and which move that was is a question."""
    yield from started(hand)
    yield from hand.touch("c1")
    yield from hand.touch("c3")
    yield from hand.until(lambda: hand.window.scene.kind is Kind.CHOOSING, "the question")


def marked(hand: Hand) -> list[bool]:
    return [choice.marked for choice in hand.window.scene.choices]


@pytest.mark.usefixtures("doubtful")
def test_hint_leads_over_the_boards_of_a_question_and_ok_takes_the_marked_one() -> None:
    """The first press, whichever it is, shows where the buttons are, and the screen says how they
    go on; it speaks of no finger before.
    """

    def script(hand: Hand) -> Script:
        yield from asked(hand)
        assert marked(hand) == [False, False]
        assert "Tap" not in str(hand.window.scene.notice.sentences[0])
        yield from typed(pygame.K_RETURN)
        assert marked(hand) == [True, False]
        (said,) = hand.window.scene.notice.sentences
        assert str(said) == "Hint leads on, OK takes the marked board."
        yield from typed(pygame.K_h)
        assert marked(hand) == [False, True]
        yield from typed(pygame.K_h, pygame.K_LEFT)
        assert marked(hand) == [False, True]
        yield from typed(pygame.K_RETURN)
        yield from hand.until(lambda: bool(hand.window.scene.strip.moves), "the move")
        assert [move.text for move in hand.window.scene.strip.moves] == ["f1-f3"]
        yield from left(hand)

    Hand().spend(script, Begin(DRAWN))


@pytest.mark.usefixtures("doubtful")
def test_a_question_may_be_answered_in_the_menu() -> None:
    """What is to be pressed at the table stands there as well."""

    def script(hand: Hand) -> Script:
        yield from asked(hand)
        yield from hand.press("menu")
        yield from hand.choose("choose", "f1-f3")
        yield from hand.until(lambda: bool(hand.window.scene.strip.moves), "the move")
        assert [move.text for move in hand.window.scene.strip.moves] == ["f1-f3"]
        yield from left(hand)

    Hand().spend(script, Begin(DRAWN))


@pytest.mark.usefixtures("unsure")
def test_ok_answers_no_question_that_the_cameras_picture_hides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It leads back to the board that is asked about; there it is the answer."""
    filmed(monkeypatch)

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from typed(pygame.K_w)
        boards[0].touch("c1", "b")
        yield 0.5
        boards[0].touch("c3", "b")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.CHOOSING, "the question")
        assert not hand.window.scene.choices
        yield from typed(pygame.K_RETURN)
        assert hand.window.scene.choices
        assert not hand.window.scene.strip.moves
        yield from typed(pygame.K_RETURN, pygame.K_RETURN)
        assert [move.text for move in hand.window.scene.strip.moves] == ["c1-c3"]
        yield from left(hand)

    boards = boards_opened(monkeypatch)
    Hand().spend(script, Begin(DRAWN))
