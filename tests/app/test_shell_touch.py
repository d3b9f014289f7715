"""Clumsy fingers at the device: on the drawn board, on buttons, anywhere."""

import pygame
import pytest

from pi_board.app.evening import Begin
from pi_board.core.scene import Kind
from tests.app.evenings import (
    DRAWN,
    Hand,
    Script,
    given_up,
    left,
    moved_first,
    page,
    quit_,
    started,
)
from tests.app.menu_rows import box_of


def test_a_double_tap_is_one_tap() -> None:
    """The second tap of two does not hit what has come under the finger meanwhile."""

    def script(hand: Hand) -> Script:
        yield 0.5
        assert hand.window.menu is not None
        at = box_of(hand.window.menu, "open", "new").centre
        yield from hand.tap(at, 0.1)
        yield from hand.tap(at, 0.5)
        assert page(hand) == "new"
        yield from quit_(hand)

    Hand().spend(script)


def test_a_finger_that_slides_off_has_changed_its_mind() -> None:
    """Neither a button nor a line does anything when the finger is let go somewhere else."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.slide(hand.window.button("menu"), hand.window.button("hint"))
        assert hand.window.menu is None
        yield from left(hand)

    Hand().spend(script, Begin(DRAWN))


def test_a_second_finger_is_not_heard() -> None:
    """A hand that rests on the screen beside the finger that counts changes nothing."""

    def script(hand: Hand) -> Script:
        yield 0.5
        hand.post(pygame.FINGERDOWN, (700.0, 20.0))
        event = {"touch_id": 1, "finger_id": 99, "x": 0.2, "y": 0.2}
        pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, event))
        pygame.event.post(pygame.event.Event(pygame.FINGERUP, event))
        yield 0.5
        assert page(hand) == "home"
        hand.post(pygame.FINGERUP, (700.0, 20.0))
        yield from quit_(hand)

    Hand().spend(script)


def test_a_finger_that_was_never_let_go_is_heard_again() -> None:
    """As on a touch screen that lost its plug under it."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        hand.post(pygame.FINGERDOWN, hand.window.button("hint"))
        yield 0.5
        yield from hand.press("menu")
        assert page(hand) == "game_menu"
        yield from quit_(hand)

    Hand().spend(script, Begin(DRAWN))


def test_the_mouse_that_a_finger_brings_is_not_heard_again() -> None:
    """SDL tells of a finger as of a mouse too; one tap takes back one move."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        at = hand.window.button("menu")
        same = {"pos": at, "button": 1, "touch": True}
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, same))
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, same))
        yield 0.5
        assert hand.window.menu is None
        yield from left(hand)

    Hand().spend(script, Begin(DRAWN))


def test_a_stone_put_down_wrongly_is_put_right_by_touch() -> None:
    """An illegal move is explained; the stone goes back, and the game goes on."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.touch("c1")
        yield from hand.touch("c4")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.ILLEGAL, "why it is illegal")
        yield from hand.touch("c4")
        yield from hand.touch("c1")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.PLAYING, "it is put right")
        assert not hand.window.scene.strip.moves
        yield from left(hand)

    Hand().spend(script, Begin(DRAWN))


def test_the_drawn_board_is_put_right() -> None:
    """From the menu and by the button beside what is wrong it shows the position again."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        for site in ("c1", "e5", "h4", "a8"):
            yield from hand.touch(site)
        yield from hand.until(
            lambda: hand.window.scene.kind in (Kind.ILLEGAL, Kind.DISTURBED), "something is wrong"
        )
        yield from hand.press("menu")
        yield from hand.choose("put_right")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.PLAYING, "it is put right")
        yield from hand.touch("c1")
        yield from hand.touch("c4")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.ILLEGAL, "why it is illegal")
        yield from hand.press("put_right")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.PLAYING, "it is put right")
        yield from left(hand)

    Hand().spend(script, Begin(DRAWN))


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_touches_anywhere_are_harmless(size: tuple[int, int]) -> None:
    """A child that taps all over the screen, during animations too, cannot break anything."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        width, height = size
        for i in range(60):
            at = ((i * 197) % width, (i * 131) % height)
            yield from (hand.tap(at, 0.1) if i % 5 else hand.slide(at, (width - at[0], at[1])))
        hand.post(pygame.FINGERDOWN, (1.0, 1.0))
        yield from quit_(hand)

    Hand(size).spend(script, Begin(DRAWN))


def test_the_drawn_board_takes_a_move_back_by_itself() -> None:
    """No hand has to lead the stones back."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from moved_first(hand, "c1", "c3")
        yield from hand.press("take_back")
        yield from hand.until(lambda: not hand.window.scene.strip.moves, "it is taken back")
        yield 3.0
        assert hand.window.scene.kind is Kind.PLAYING
        yield from left(hand)

    Hand().spend(script, Begin(DRAWN))


def test_a_closed_window_ends_the_program() -> None:
    """Over a page of the rules too: nobody wants to close a window twice."""

    def script(hand: Hand) -> Script:
        yield 0.5
        yield from hand.choose("open", "rules")
        yield from hand.choose("lessons", "linja")
        assert hand.window.scene.kind is Kind.LEARNING
        yield from quit_(hand)

    Hand().spend(script)


def test_no_script_is_left_half_tried() -> None:
    """What would come after the program has ended is not passed over."""

    def script(hand: Hand) -> Script:
        yield from quit_(hand)
        yield 0.5

    with pytest.raises(AssertionError, match="has ended before the script"):
        Hand().spend(script)


def test_a_replay_is_closed_and_the_game_is_still_there() -> None:
    """After a game its replay stands over it; closing it leads back to the end of the game."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from given_up(hand, "w")
        yield from hand.press("replay")
        assert hand.window.scene.strip.progress == (0, 0)
        yield from hand.press("back")
        yield from hand.press("new_game")
        yield from hand.choose("main_menu")
        yield from quit_(hand)

    Hand().spend(script, Begin(DRAWN))


def test_a_stone_is_held_while_its_player_thinks() -> None:
    """What it may do is shown for as long; only a stone that stays away is asked for."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.touch("c1")
        yield 15.0
        assert hand.window.scene.kind is Kind.LIFTED
        yield 15.0
        yield from hand.until(lambda: hand.window.scene.kind is Kind.DISTURBED, "it is missed")
        yield from quit_(hand)

    Hand().spend(script, Begin(DRAWN))
