"""Pausing a game at the device, and going on."""

import pygame

from pi_board.app.agreement import Agreement
from pi_board.app.evening import Begin
from pi_board.core.scene import Kind
from tests.app.evenings import DRAWN, Hand, Script, left, paused, started


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
        yield from hand.touch("c1")
        yield from hand.touch("c3")
        yield from hand.until(lambda: bool(hand.window.scene.strip.moves), "the move")
        for back in (pygame.K_SPACE, pygame.K_RETURN):
            yield from pressed(hand, pygame.K_SPACE, Kind.PAUSED)
            yield from pressed(hand, pygame.K_u, Kind.PAUSED)
            yield from pressed(hand, back, Kind.PLAYING)
            assert len(hand.window.scene.strip.moves) == 1
        yield from left(hand)

    Hand().spend(script, Begin(DRAWN))


def test_the_end_of_a_game_is_not_hidden_by_a_pause() -> None:
    """Whoever gives up in a pause, or pauses a game that is over, still sees who has won."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from paused(hand)
        yield from hand.press("menu")
        yield from hand.choose("open", "resign")
        yield from hand.choose("resign", "w")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.OVER, "the end")
        space = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, unicode="", mod=0)
        pygame.event.post(space)
        yield 1.0
        assert hand.window.scene.kind is Kind.OVER
        yield from hand.press("take_back")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.PLAYING, "it goes on")
        yield from left(hand)

    Hand().spend(script, Begin(DRAWN))
