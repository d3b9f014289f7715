"""An evening at the device: clumsy fingers, settings, menus over a game, going on another time."""

from pathlib import Path

import pygame
import pytest
from gpiozero import Device

from pi_board.app.agreement import Agreement
from pi_board.app.evening import Begin
from pi_board.app.menus import Menus
from pi_board.app.resuming import latest_unfinished
from pi_board.config.settings import load
from pi_board.core.errors import InvalidFile
from pi_board.core.observation import Command
from pi_board.core.scene import Kind
from pi_board.readers.buttons import Buttons
from pi_board.views.language import speaker, written
from tests.app.evenings import Hand, Script
from tests.app.menu_pages import world

DRAWN = Agreement(reader="simulator")


def started(hand: Hand) -> Script:
    yield from hand.until(lambda: hand.window.scene.kind is Kind.PLAYING, "the game has started")


def left(hand: Hand) -> Script:
    """Out of a game and out of the program."""
    yield from hand.press("menu")
    yield from hand.choose("main_menu")
    yield from quit_(hand)


def quit_(hand: Hand) -> Script:
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    yield 1.0


def page(hand: Hand) -> str:
    menu = hand.window.menu
    return menu.page.name if menu is not None and menu.page is not None else ""


# -- clumsy fingers ---------------------------------------------------------------------------


def test_a_double_tap_is_one_tap() -> None:
    """The second tap of two does not hit what has come under the finger meanwhile."""

    def script(hand: Hand) -> Script:
        yield 0.5
        assert hand.window.menu is not None
        at = hand.window.menu.box_of("open", "new").centre
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
        yield from hand.touch("c1")
        yield from hand.touch("c3")
        yield from hand.until(lambda: bool(hand.window.scene.strip.moves), "the move")
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
        raise AssertionError("still open")

    Hand().spend(script)


def test_a_replay_is_closed_and_the_game_is_still_there() -> None:
    """After a game its replay stands over it; closing it leads back to the end of the game."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.press("menu")
        yield from hand.choose("open", "resign")
        yield from hand.choose("resign", "w")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.OVER, "the end")
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


# -- three buttons and keys --------------------------------------------------------------------


def test_three_buttons_of_the_box_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first page into a game, its menu, and out of it, by hint, ok and back alone."""
    pressed: list[str] = []

    def poll(_: Buttons, now_s: float) -> tuple[Command, ...]:
        return (Command(now_s, pressed.pop(0)),) if pressed else ()

    monkeypatch.setattr(Buttons, "poll", poll)

    def press(*names: str) -> Script:
        pressed.extend(names)
        yield 0.2 * len(names) + 0.5

    def script(hand: Hand) -> Script:
        yield 0.5
        yield from press("hint", "confirm")  # the first press shows where the buttons are
        assert page(hand) == "new"
        yield from press("take_back")
        assert page(hand) == "home"
        yield from press("confirm", "hint", "confirm")  # past the start, to the game
        assert page(hand) == "game"
        yield from press("take_back", "confirm")
        yield from press("take_back", "confirm", "confirm")
        yield from started(hand)
        yield from press("menu")  # back, held long
        assert page(hand) == "game_menu"
        yield from press("take_back")
        assert hand.window.menu is None
        yield from quit_(hand)

    Hand().spend(script, agreed=DRAWN)


# -- a game and its menu ------------------------------------------------------------------------


def test_a_game_is_left_and_gone_on_with() -> None:
    """The main menu offers the game that was left; it stands as it stood."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.touch("c1")
        yield from hand.touch("c3")
        yield from hand.until(lambda: bool(hand.window.scene.strip.moves), "the move")
        yield from hand.press("menu")
        yield from hand.choose("main_menu")
        menu = hand.window.menu
        assert menu is not None
        (again,) = (item for item in menu.page.items if item.command == "go_on")
        yield from hand.choose("go_on", again.argument)
        yield from started(hand)
        assert [move.text for move in hand.window.scene.strip.moves] == ["c1-c3"]
        yield from left(hand)

    hand = Hand()
    hand.spend(script, Begin(DRAWN))
    assert [len(record.moves) for record in hand.records] == [1, 1]
    found = latest_unfinished(None)
    assert found is not None
    assert found.game.name == "loa"


def test_a_player_resigns_by_name() -> None:
    """It is asked who gives up; the other one has won."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.press("menu")
        yield from hand.choose("open", "resign")
        yield from hand.choose("resign", "b")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.OVER, "the end")
        yield from hand.press("new_game")
        yield from hand.choose("same_again")
        yield from started(hand)
        yield from left(hand)

    hand = Hand()
    hand.spend(script, Begin(DRAWN))
    assert latest_unfinished("loa") is not None


def test_a_draw_is_offered_and_agreed() -> None:
    """The player to move offers it, the menu then asks the other one."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.press("menu")
        yield from hand.choose("offer_draw", "b")
        yield 0.5
        yield from hand.press("menu")
        yield from hand.choose("agree_draw", "w")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.OVER, "the end")
        yield from quit_(hand)

    hand = Hand()
    hand.spend(script, Begin(DRAWN))
    (record,) = hand.records
    assert (record.outcome, record.reason) == ("draw", "agreed")


def test_the_clock_stands_still_while_paused() -> None:
    """Pause and continue from the menu."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.press("menu")
        yield from hand.choose("pause")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.PAUSED, "the pause")
        before = hand.window.scene.cards
        yield 20.0
        assert hand.window.scene.cards == before
        yield from hand.press("continue")
        yield from started(hand)
        yield 3.0
        assert hand.window.scene.cards != before
        yield from left(hand)

    Hand().spend(script, Begin(Agreement(reader="simulator", clock="5")))


def test_a_flag_falls() -> None:
    """Time runs out for the player to move, and the game is over."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield 11.0
        assert hand.window.scene.kind is Kind.OVER
        assert [c.player for c in hand.window.scene.cards if c.alarm == "danger"] == ["b"]
        yield from quit_(hand)

    hand = Hand()
    hand.spend(script, Begin(Agreement(reader="simulator", clock="10s")))
    assert hand.records[0].reason == "flag"


def test_rules_are_looked_up_in_a_game() -> None:
    """The pages of the rules stand over the game, which is there again after them."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.press("menu")
        yield from hand.choose("lessons")
        assert hand.window.scene.kind is Kind.LEARNING
        yield from hand.press("next")
        yield from hand.press("back")
        assert hand.window.scene.kind is Kind.PLAYING
        yield from left(hand)

    Hand().spend(script, Begin(DRAWN))


def test_what_cannot_be_done_is_told_in_the_menus() -> None:
    """A game whose reader is not there leads back to the menus, with the reason."""

    def script(hand: Hand) -> Script:
        yield 0.5
        yield from hand.choose("open", "new")
        yield from hand.choose("start")
        yield 0.5
        assert page(hand) == "trouble"
        yield from hand.choose("back")
        assert page(hand) == "home"
        yield from quit_(hand)

    Hand().spend(script, agreed=Agreement(reader="watch:/nowhere/at/all"))


# -- settings -----------------------------------------------------------------------------------


def test_settings_are_kept_and_followed_at_once() -> None:
    """Language, colours and a switch: they are seen at once, and there the next evening."""

    def script(hand: Hand) -> Script:
        yield 0.5
        yield from hand.choose("open", "settings")
        yield from hand.choose("open", "language")
        yield from hand.choose("set", "screen.language=de")
        yield from hand.choose("open", "theme")
        yield from hand.choose("set", "screen.theme=light")
        yield from hand.choose("set", "sound.tones=no")
        yield from quit_(hand)

    hand = Hand()
    hand.spend(script)
    settings = load()
    assert (settings.screen.language, settings.screen.theme) == ("de", "light")
    assert not settings.sound.tones


def test_the_language_is_changed_in_a_game() -> None:
    """The players who have no names of their own are called anew, and the game goes on."""

    def names(hand: Hand) -> list[str]:
        say = speaker(load().screen.language or "en")
        return [written(say, card.name) for card in hand.window.scene.cards]

    def script(hand: Hand) -> Script:
        yield from started(hand)
        assert names(hand) == ["White", "Black"]
        yield from hand.press("menu")
        yield from hand.choose("open", "settings")
        yield from hand.choose("open", "language")
        yield from hand.choose("set", "screen.language=de")
        yield from hand.choose("back")
        yield from hand.choose("back")
        assert names(hand) == ["Weiß", "Schwarz"]
        yield from left(hand)

    Hand().spend(script, Begin(DRAWN))


def test_a_name_is_typed_on_the_screen() -> None:
    """Letters, a space and a correction; the name plays the next game."""

    def script(hand: Hand) -> Script:
        yield 0.5
        yield from hand.choose("open", "new")
        yield from hand.choose("open", "name black")
        yield from hand.choose("open", "type black")
        for letter in ("J", "a", "a"):
            yield from hand.choose("type", letter)
        yield from hand.choose("erase")
        yield from hand.choose("type", "n")
        yield from hand.choose("named")
        yield from hand.choose("start")
        yield from started(hand)
        yield from quit_(hand)

    hand = Hand()
    hand.spend(script, agreed=Agreement(reader="simulator"))
    assert "Jan" in [card.name for card in hand.window.scene.cards]


# -- the menus alone ------------------------------------------------------------------------------


def test_every_page_can_be_left() -> None:
    """Going back from any page ends where it was opened."""
    for name in ("new", "archive", "settings", "about"):
        menus = Menus(world()).opened("home").opened(name)
        assert menus.obey(Command(0.0, "back")).page.name == "home"


def test_leafing_through_the_archive_does_not_pile_up() -> None:
    """From any page of the list one step back leads out of it."""
    menus = Menus(world()).opened("home").opened("archive 0")
    menus = menus.obey(Command(0.0, "open", "archive 20"))
    assert menus.page.name == "archive 20"
    assert menus.obey(Command(0.0, "back")).page.name == "home"


def test_another_game_has_its_own_rules() -> None:
    """A preset of one game is not carried over to another."""
    menus = Menus(world()).opened("new").opened("preset")
    menus = menus.obey(Command(0.0, "choose", "preset=gamut"))
    assert menus.world.agreed.make().options[0] == ("simultaneous", "mover_wins")
    menus = menus.opened("game").obey(Command(0.0, "choose", "game=linja"))
    assert menus.world.agreed.preset == ""
    assert menus.page.name == "new"


def test_a_service_tells_in_the_menus_why_a_game_cannot_begin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It would be started again for ever, with nothing on the screen."""
    begin = Begin(Agreement(reader="watch:nowhere"))

    def script(hand: Hand) -> Script:
        yield 0.5
        assert page(hand) == "trouble"
        yield from quit_(hand)

    with pytest.raises(InvalidFile, match="nowhere"):
        Hand().spend(script, begin)
    monkeypatch.setenv("NOTIFY_SOCKET", "@nobody listens")
    Hand().spend(script, begin)


def test_the_menus_come_without_buttons_that_cannot_be_had(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The finger still works."""
    file = tmp_path / "config.toml"
    file.write_text("[buttons]\nok = 26\n")
    monkeypatch.setenv("PI_BOARD_CONFIG", str(file))
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "lgpio")
    monkeypatch.setattr(Device, "pin_factory", None)

    def script(hand: Hand) -> Script:
        yield 0.5
        assert page(hand) == "home"
        yield from quit_(hand)

    Hand().spend(script)
