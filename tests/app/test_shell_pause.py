"""A game that is not to be seen: paused, or behind the picture of the camera."""

from dataclasses import replace

import pygame
import pytest

from pi_board.app.agreement import Agreement
from pi_board.app.evening import Begin
from pi_board.core.scene import Kind
from tests.app.evenings import (
    DRAWN,
    Hand,
    Script,
    filmed,
    given_up,
    left,
    moved_first,
    paused,
    started,
)


def test_the_clock_stands_still_while_paused() -> None:
    """Pause and continue from the menu."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from paused(hand)
        before = hand.window.scene.cards
        yield 20.0
        assert hand.window.scene.cards == before
        yield from hand.press("continue")
        yield from started(hand)
        yield 3.0
        assert hand.window.scene.cards != before
        yield from left(hand)

    Hand().spend(script, Begin(Agreement(reader="simulator", clock="5")))


def test_keys_and_buttons_go_on_after_a_pause_and_take_nothing_back_in_it() -> None:
    """The key that pauses and OK do what the screen offers; what nobody would see is not done."""

    def pressed(hand: Hand, key: int, kind: Kind) -> Script:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode="", mod=0))
        yield from hand.until(lambda: hand.window.scene.kind is kind, f"{kind} after a key")

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from moved_first(hand, "c1", "c3")
        for back in (pygame.K_SPACE, pygame.K_RETURN):
            yield from pressed(hand, pygame.K_SPACE, Kind.PAUSED)
            yield from pressed(hand, pygame.K_u, Kind.PAUSED)
            yield from pressed(hand, back, Kind.PLAYING)
            assert len(hand.window.scene.strip.moves) == 1
        yield from left(hand)

    Hand().spend(script, Begin(DRAWN))


def test_no_turn_is_ended_in_a_pause() -> None:
    """By the key for it, while nobody would see whose turn it was."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from moved_first(hand, "a8", "b7")
        for key in (pygame.K_SPACE, pygame.K_s, pygame.K_SPACE):
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode="", mod=0))
            yield 0.5
        assert hand.window.scene.kind is Kind.PLAYING
        assert [move.text for move in hand.window.scene.strip.moves] == ["0-1"]
        yield from left(hand)

    Hand().spend(script, Begin(replace(DRAWN, game="linja", rules=(("followup", "optional"),))))


def test_the_end_of_a_game_is_not_hidden_by_a_pause() -> None:
    """Whoever gives up in a pause, or pauses a game that is over, still sees who has won."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from paused(hand)
        yield from given_up(hand, "w")
        space = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, unicode="", mod=0)
        pygame.event.post(space)
        yield 1.0
        assert hand.window.scene.kind is Kind.OVER
        yield from hand.press("take_back")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.PLAYING, "it goes on")
        yield from left(hand)

    Hand().spend(script, Begin(DRAWN))


def test_the_menu_offers_the_cameras_picture_only_beside_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Over the picture the same line would lead back to the board."""
    filmed(monkeypatch)

    def offered(hand: Hand) -> bool:
        menu = hand.window.menu
        assert menu is not None
        assert menu.page is not None
        return any(item.command == "look" for item in menu.page.items)

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.press("menu")
        assert offered(hand)
        yield from hand.choose("look")
        assert hand.window.scene.camera is not None
        yield from hand.press("menu")
        assert not offered(hand)
        yield from hand.choose("back")
        yield from hand.press("look")
        assert hand.window.scene.camera is None
        yield from left(hand)

    Hand().spend(script, Begin(DRAWN))


@pytest.mark.parametrize("key", [pygame.K_BACKSPACE, pygame.K_w])
def test_keys_lead_back_from_the_cameras_picture(monkeypatch: pytest.MonkeyPatch, key: int) -> None:
    """Over it no move is taken back, and no hint is used up: nobody would see it."""
    filmed(monkeypatch)

    def typed(which: int) -> Script:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=which, unicode="", mod=0))
        yield 1.0

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from moved_first(hand, "c1", "c3")
        yield from typed(pygame.K_w)
        assert hand.window.scene.camera is not None
        yield from typed(pygame.K_h)
        yield from typed(key)
        assert hand.window.scene.camera is None
        assert hand.window.scene.kind is Kind.PLAYING
        assert [move.text for move in hand.window.scene.strip.moves] == ["c1-c3"]
        yield from left(hand)

    hand = Hand()
    hand.spend(script, Begin(replace(DRAWN, hints=(1, 1))))
    assert hand.records[0].hints_given == (0, 0)
