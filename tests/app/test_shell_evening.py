"""An evening at the device: three buttons, a game and its menu, going on another time."""

import socket
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from select import select

import pygame
import pytest

from pi_board.app.advising import Adviser
from pi_board.app.agreement import Agreement
from pi_board.app.evening import Begin
from pi_board.app.house import Known
from pi_board.app.kept.resuming import latest_unfinished
from pi_board.app.scenes.state import HintGiven
from pi_board.config.sections import Settings
from pi_board.core.errors import EnvironmentFault
from pi_board.core.observation import Command
from pi_board.core.scene import Kind, Role
from pi_board.readers.buttons import Buttons
from pi_board.simulation.hardware_pins import NetFactory, ReedNet, in_place_of_pins
from pi_board.simulation.hardware_spi import DecodingChain
from pi_board.views.leds_chain import LampChain
from tests.app.evenings import (
    DRAWN,
    STEP_S,
    Hand,
    Nothing,
    Script,
    left,
    moved_first,
    page,
    quit_,
    started,
)

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
        yield from press("menu")
        yield from hand.choose("open", "resign")
        yield from hand.choose("resign", "b")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.OVER, "the end")
        yield from press("confirm")
        assert page(hand) == "over"
        yield from press("confirm")  # another game
        yield from started(hand)
        yield from quit_(hand)

    Hand().spend(script, agreed=DRAWN)


def test_the_key_that_leaves_asks_and_closes_what_is_read_at_once() -> None:
    """It lies beside the one for the camera's picture; the window's own button asks nothing."""

    def q() -> Script:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q, unicode="q", mod=0))
        yield 0.5

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from q()
        assert page(hand) == "leave"
        yield from hand.choose("back")
        assert hand.window.scene.kind is Kind.PLAYING
        yield from hand.press("menu")
        yield from hand.choose("lessons")
        assert hand.window.scene.kind is Kind.LEARNING
        yield from q()
        assert hand.window.scene.kind is Kind.PLAYING
        yield from q()
        is_asked.append(page(hand) == "leave")
        yield from hand.choose("quit")

    is_asked: list[bool] = []
    Hand().spend(script, Begin(DRAWN))
    assert is_asked == [True]


# -- a game and its menu ------------------------------------------------------------------------


def test_a_game_is_left_and_gone_on_with() -> None:
    """The main menu offers the game that was left; it stands as it stood."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from moved_first(hand, "c1", "c3")
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
    assert found.state.table.game.name == "loa"


def test_a_drawn_game_that_is_gone_on_with_draws_no_other_boards() -> None:
    """What is begun in the menus afterwards is played as was asked for."""
    readers: list[str] = []

    class Outside(Nothing):
        def known(self, settings: Settings, agreed: Agreement) -> Known:
            readers.append(agreed.reader)
            if not agreed.reader:
                raise EnvironmentFault("no camera")
            return super().known(settings, agreed)

    def begun_and_left(hand: Hand) -> Script:
        yield from started(hand)
        yield from left(hand)

    def gone_on_with(hand: Hand) -> Script:
        assert found is not None
        yield from hand.choose("go_on", found.path.stem)
        yield from started(hand)
        yield from hand.press("menu")
        yield from hand.choose("main_menu")
        yield from hand.choose("open", "new")
        yield from hand.choose("start")
        yield from hand.until(lambda: len(readers) == 2, "another game is begun")
        yield from hand.choose("back")
        yield from hand.choose("open", "new")
        yield from hand.choose("open", "reader")
        yield from hand.choose("choose", "reader=simulator")
        for _ in range(2):
            yield from hand.choose("start")
            yield from started(hand)
            yield from hand.press("menu")
            yield from hand.choose("main_menu")
            yield from hand.choose("open", "new")
        yield from quit_(hand)

    Hand().spend(begun_and_left, Begin(DRAWN))
    found = latest_unfinished(None)
    Hand().spend(gone_on_with, outside=Outside())
    assert readers == ["simulator", "", "simulator", "simulator"]


def test_the_hints_agreed_on_hold_when_a_game_is_gone_on_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those that were given too, whatever is agreed on by then."""
    found = HintGiven("c1-c3")
    monkeypatch.setattr(Adviser, "ask", lambda *_: None)
    monkeypatch.setattr(Adviser, "answer", lambda _: found)

    def can_ask(hand: Hand) -> bool:
        return any(b.command == "hint" and b.enabled for b in hand.window.scene.buttons)

    def asking(hand: Hand) -> Script:
        yield from started(hand)
        assert can_ask(hand)
        yield from hand.press("hint")
        yield from left(hand)

    def going_on(hand: Hand) -> Script:
        yield from started(hand)
        assert not can_ask(hand)
        yield from moved_first(hand, "c1", "c3")
        assert can_ask(hand)
        yield from left(hand)

    Hand().spend(asking, Begin(replace(DRAWN, hints=(1, 2), nudges=True)))
    kept = latest_unfinished(None)
    assert kept is not None
    Hand().spend(going_on, Begin(DRAWN, kept))


def test_more_of_a_hint_is_told_when_the_game_is_gone_on_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The stone was shown and paid for; the next press says where it goes."""
    monkeypatch.setattr(Adviser, "ask", lambda *_: None)
    monkeypatch.setattr(Adviser, "answer", lambda _: HintGiven("c1-c3"))

    def lit(hand: Hand) -> set[str]:
        return {mark.site for mark in hand.window.scene.board.marks if mark.role is Role.HINT}

    def asking(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.press("hint")
        yield from hand.until(lambda: lit(hand) == {"c1"}, "the stone")
        yield from left(hand)

    def going_on(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.press("hint")
        yield from hand.until(lambda: lit(hand) == {"c1", "c3"}, "where it goes")
        yield from left(hand)

    Hand().spend(asking, Begin(replace(DRAWN, hints=(1, 1))))
    kept = latest_unfinished(None)
    assert kept is not None
    Hand().spend(going_on, Begin(DRAWN, kept))


def test_a_draw_is_offered_and_agreed() -> None:
    """The player to move offers it, the menu then asks the other one."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.press("menu")
        yield from hand.choose("offer_draw", "b")
        yield 0.5
        assert str(hand.window.scene.strip.note) == "Black offers a draw"
        yield from hand.press("menu")
        yield from hand.choose("decline_draw", "w")
        yield 0.5
        assert str(hand.window.scene.strip.note) == "No moves yet"
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


def test_a_move_is_shown_before_it_is_confirmed() -> None:
    """What would be recorded is drawn, as it stands on the board, and named."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.touch("c1")
        yield from hand.touch("c3")
        yield from hand.until(lambda: hand.window.scene.buttons[0].command == "confirm", "Done")
        scene = hand.window.scene
        assert str(scene.notice.title) == "Move c1 to c3"
        drawn = {piece.site for piece in scene.board.pieces if not piece.ghost}
        assert "c3" in drawn
        assert "c1" not in drawn
        assert not scene.strip.moves
        yield from hand.press("confirm")
        yield from hand.until(lambda: bool(hand.window.scene.strip.moves), "the move")
        yield from quit_(hand)

    hand = Hand()
    hand.spend(script, Begin(replace(DRAWN, confirm=True)))
    (record,) = hand.records
    assert [move.text for move in record.moves] == ["c1-c3"]


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


def test_lamps_that_fail_end_no_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The screen says so until they are lit again, and the journal keeps why."""
    (tmp_path / "config.toml").write_text('[lamps]\nkind = "chain"\n')
    monkeypatch.setenv("PI_BOARD_CONFIG", str(tmp_path / "config.toml"))

    def broken(*_: object) -> None:
        raise EnvironmentFault("SPI0: broken")

    def note(hand: Hand) -> str:
        return str(hand.window.scene.strip.note)

    def script(hand: Hand) -> Script:
        yield from started(hand)
        with monkeypatch.context() as patch:
            patch.setattr(LampChain, "light", broken)
            yield from hand.until(lambda: note(hand) == "The lamps have failed", "the fault")
            yield from moved_first(hand, "c1", "c3")
        yield from hand.until(lambda: note(hand) != "The lamps have failed", "the lamps are back")
        yield from left(hand)

    with in_place_of_pins(NetFactory(ReedNet((), ()))) as factory:
        DecodingChain(64, factory)
        Hand().spend(script, Begin(DRAWN))
    kept = latest_unfinished(None)
    assert kept is not None
    assert len(kept.record.moves) == 1
    assert [line["lamps"] for line in kept.lines if "lamps" in line] == ["SPI0: broken"]


def test_a_board_that_no_longer_is_as_it_was_set_up_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On the screen, for nobody at a box reads stderr; the next game may be on another board."""
    outdated = [True, False]

    def known(_: Nothing, settings: Settings, agreed: Agreement) -> Known:
        is_outdated = outdated.pop(0)
        return Known(settings, check=lambda _: is_outdated)

    monkeypatch.setattr(Nothing, "known", known)

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield STEP_S
        assert str(hand.window.scene.strip.note) == "Set up the board"
        yield from moved_first(hand, "c1", "c3")
        assert hand.window.scene.kind is Kind.PLAYING
        assert str(hand.window.scene.strip.note) == "Set up the board"
        yield from hand.press("menu")
        yield from hand.choose("main_menu")
        yield from hand.choose("open", "new")
        yield from hand.choose("start")
        yield from started(hand)
        yield STEP_S
        assert str(hand.window.scene.strip.note) == "No moves yet"
        yield from left(hand)

    Hand().spend(script, Begin(DRAWN))


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


def test_the_service_is_alive_while_somebody_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page of the rules from the menus may be read for as long as anybody likes."""
    address = str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    monkeypatch.setenv("WATCHDOG_USEC", "20000000")
    heard_s: list[float] = []

    def script(hand: Hand) -> Script:
        yield 0.5
        yield from hand.choose("open", "rules")
        yield from hand.choose("lessons", "loa")
        assert hand.window.scene.kind is Kind.LEARNING
        for _ in range(60):
            while select([ear], [], [], 0)[0]:
                if ear.recv(99) == b"WATCHDOG=1":
                    heard_s.append(hand.now_s)
            yield 1.0
        yield from hand.press("back")
        yield from quit_(hand)

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(address)
        Hand().spend(script)
    gaps = [later - earlier for earlier, later in pairwise(heard_s)]
    assert len(gaps) > 3
    assert max(gaps) < 15.0


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
