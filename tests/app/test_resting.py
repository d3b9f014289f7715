"""A screen that was left on: it goes dark, and wakes when somebody is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from pi_board.app.box import BoxView, open_box
from pi_board.app.evening import Begin
from pi_board.app.resting import BLIND_S, Rest
from pi_board.app.showcase import gallery
from pi_board.config.settings import defaults, remember
from pi_board.core.observation import Command, Input, Observation
from pi_board.core.scene import CameraPicture, Kind, Scene, Strip
from pi_board.games.registry import make_game
from pi_board.readers.buttons import POWER_OFF
from pi_board.readers.simulator import Simulator
from pi_board.views.leds import Frame, LedView, NoLamps
from pi_board.views.screen import ScreenView
from tests.app.evenings import DRAWN, Hand, Script, moved_first, page, quit_, started
from tests.app.menu_rows import box_of
from tests.views.scenes import BOARD, CARDS, CHOICES, SCENE

LAYOUT = make_game("loa").layouts[0]
MINUTE_S = 60.0


def rgb() -> bytes:
    """What is on the display."""
    return pygame.image.tobytes(pygame.display.get_surface(), "RGB")


def is_dark() -> bool:
    """Whether nothing is to be seen."""
    return not any(rgb())


def after_a_minute() -> None:
    """As it was chosen on the device before."""
    remember("screen", "dark_after_minutes", 1)


def alone(hand: Hand) -> Script:
    """More than a minute without anybody."""
    assert not is_dark()
    yield MINUTE_S - 5
    assert not is_dark()
    yield 10.0


# -- an evening ---------------------------------------------------------------------------------


def test_the_touch_that_wakes_a_page_chooses_nothing() -> None:
    """Neither does the second tap of two; then the page is there as it was."""
    after_a_minute()

    def script(hand: Hand) -> Script:
        yield 0.5
        shown = rgb()
        menu = hand.window.menu
        yield from alone(hand)
        assert is_dark()
        assert menu is not None
        box = box_of(menu, "open", "settings")
        assert box is not None
        yield from hand.tap(box.centre, 0.1)
        yield from hand.tap(box.centre)
        assert (page(hand), rgb()) == ("home", shown)
        yield from hand.choose("open", "settings")
        assert page(hand) == "settings"
        yield from quit_(hand)

    Hand().spend(script)


def test_a_game_goes_on_as_it_was_left() -> None:
    """The key that wakes it takes nothing back, a second one does what it says."""
    after_a_minute()

    def script(hand: Hand) -> Script:
        yield from started(hand)
        scene = hand.window.scene
        yield from alone(hand)
        assert is_dark()
        for menu in (False, True):
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_m, unicode="m"))
            yield 0.5
            assert not is_dark()
            assert (hand.window.menu is not None) is menu
            assert hand.window.scene == scene
        yield from hand.choose("main_menu")
        yield from quit_(hand)

    Hand().spend(script, Begin(DRAWN))


def test_a_hand_over_the_board_wakes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it has changed anything there."""
    after_a_minute()
    hands: list[str] = []
    looks = Simulator.inputs

    def watched(board: Simulator) -> Iterator[Input]:
        for given in looks(board):
            yield replace(given, stirred=bool(hands)) if isinstance(given, Observation) else given

    monkeypatch.setattr(Simulator, "inputs", watched)

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from alone(hand)
        assert is_dark()
        yield BLIND_S
        hands.append("over c1")
        yield from hand.until(lambda: not is_dark(), "the hand")
        yield from quit_(hand)

    Hand().spend(script, Begin(DRAWN))


def test_a_clock_that_runs_keeps_it_lit() -> None:
    """Also behind the menu of the game; a pause does not."""
    after_a_minute()

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield 65.0
        assert not is_dark()
        yield from hand.press("menu")
        yield 65.0
        assert not is_dark()
        yield from hand.choose("pause")
        yield 65.0
        assert is_dark()
        yield from quit_(hand)

    Hand().spend(script, Begin(replace(DRAWN, clock="10")))


def test_a_replay_that_runs_keeps_it_lit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of a game that is still on, from move to move."""
    after_a_minute()
    monkeypatch.setattr("pi_board.app.kept.replaying.PLAY_EVERY_S", 40.0)

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from moved_first(hand, "c1", "c3")
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_r, unicode="r"))
        yield 0.5
        yield from hand.press("play")
        yield 65.0
        assert not is_dark()
        yield 40.0
        assert is_dark()
        yield from quit_(hand)

    Hand().spend(script, Begin(DRAWN))


def test_when_it_goes_dark_is_chosen_in_the_settings() -> None:
    """In a game as well, from then on; never is one of the choices."""
    after_a_minute()

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.press("menu")
        yield from hand.choose("open", "settings")
        yield from hand.choose("open", "dark")
        yield from hand.choose("set", "screen.dark_after_minutes=0")
        yield 65.0
        assert (is_dark(), page(hand)) == (False, "settings")
        yield from quit_(hand)

    Hand().spend(script, Begin(DRAWN))


# -- screen, lamps and buttons ------------------------------------------------------------------


class Lamps(NoLamps):
    """Know whether one of them is lit."""

    are_lit = False

    def light(self, frame: Frame, columns: int) -> None:
        self.are_lit = any(map(any, frame))


class Table:
    """A box with a screen, lamps and buttons, at which nobody is: `at` lets time pass."""

    def __init__(self, view: BoxView, lamps: Lamps) -> None:
        self.view, self.lamps = view, lamps
        self.pressed: list[Command] = []

    def at(self, now_s: float, *pressed: str) -> list[str]:
        """What is asked for by then, with these buttons pressed."""
        self.pressed[:] = [Command(now_s, name) for name in pressed]
        names = [command.name for command in self.view.poll(now_s)]
        self.view.draw(now_s)
        return names

    def show(self, scene: Scene, now_s: float) -> None:
        """The scene from now on."""
        self.view.show(scene, now_s)
        self.at(now_s)


def look(now_s: float, **seen: object) -> Observation:
    """Of the reader."""
    return Observation(now_s, LAYOUT, ((0.0,) * 3,) * 64, **seen)  # type: ignore[arg-type]


@pytest.fixture(params=[0, 90])
def table(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A scene whose lamps are lit is shown at 0 s, and it gets dark after a minute."""
    monkeypatch.setattr(ScreenView, "is_seen", True)
    screen = ScreenView((800, 480), headless=True, turn=request.param)
    usual = defaults()
    settings = replace(usual, screen=replace(usual.screen, dark_after_minutes=1))
    with open_box(settings, LAYOUT) as box:
        lamps = Lamps()
        box.leds = LedView(lamps)
        there = Table(box.around(screen, screen), lamps)
        monkeypatch.setattr(type(box.buttons), "poll", lambda *_: tuple(there.pressed))
        there.show(dict(gallery.scenes())["loa_lifted"], 0.0)
        yield there
    screen.close()


def test_lamps_go_dark_with_the_screen(table: Table) -> None:
    """And come back with it as they were; a window that is uncovered meanwhile stays dark."""
    shown = rgb()
    table.at(59.0)
    assert rgb() == shown
    assert table.lamps.are_lit
    table.at(60.0)
    assert is_dark()
    assert not table.lamps.are_lit
    pygame.event.post(pygame.event.Event(pygame.VIDEOEXPOSE))
    table.at(90.0)
    assert is_dark()
    assert not table.lamps.are_lit
    table.at(91.0, "hint")
    assert rgb() == shown
    assert table.lamps.are_lit


def test_a_button_that_wakes_it_does_nothing_else(table: Table) -> None:
    """But for the one that is held to switch off."""
    table.at(60.0)
    assert table.at(61.0, "confirm") == []
    assert table.at(62.0, "confirm") == ["confirm"]
    table.at(122.0)
    assert is_dark()
    assert table.at(123.0, POWER_OFF) == ["quit"]


def test_without_a_screen_a_button_does_what_it_says(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever plays by lamps and voice does not know that anything is dark, and lights it."""
    monkeypatch.setattr(ScreenView, "is_seen", False)
    table.at(60.0)
    assert not table.lamps.are_lit
    assert table.at(61.0, "confirm") == ["confirm"]
    assert table.lamps.are_lit


@pytest.mark.parametrize(
    "asks", [replace(SCENE, choices=CHOICES), dict(gallery.scenes())["loa_asked"]]
)
def test_a_question_keeps_it_lit(table: Table, asks: Scene) -> None:
    """Until it is answered: which move it was, or whether one is accepted."""
    table.show(asks, 1.0)
    table.at(500.0)
    assert not is_dark()
    table.show(SCENE, 500.0)
    table.at(559.0)
    assert not is_dark()
    table.at(560.0)
    assert is_dark()


@pytest.mark.parametrize(
    "scene",
    [
        replace(SCENE, cards=(CARDS[0], replace(CARDS[1], clock="12:40"))),
        replace(SCENE, board=replace(BOARD, pieces=BOARD.pieces[:1])),
    ],
)
def test_what_is_played_is_seen(table: Table, scene: Scene) -> None:
    """Whoever the reader saw doing it."""
    table.show(SCENE, 1.0)
    table.at(61.0)
    assert is_dark()
    table.show(scene, 62.0)
    assert not is_dark()


def test_words_that_come_and_go_do_not_keep_it_lit(table: Table) -> None:
    """As those of a board that is hardly found where nobody is."""
    for second in range(62):
        tone = ("plain", "warning")[second % 2]
        table.show(replace(SCENE, notice=replace(SCENE.notice, tone=tone)), second + 1.0)
    assert is_dark()


@pytest.mark.parametrize("name", ["loa_setting_up", "loa_unseen", "loa_disturbed"])
def test_what_the_dark_shows_of_a_board_does_not_wake_it(table: Table, name: str) -> None:
    """A room that was lit by the screen alone: stones seen in grain come and go."""
    scene = dict(gallery.scenes())[name]
    fewer = replace(scene, board=replace(scene.board, pieces=scene.board.pieces[:3]))
    table.show(scene, 1.0)
    table.at(61.0)
    for second, seen in ((62.0, fewer), (63.0, scene), (64.0, fewer)):
        table.show(seen, second)
        assert is_dark()
    table.show(SCENE, 65.0)
    assert not is_dark()


def test_a_step_of_the_set_up_is_seen(table: Table) -> None:
    """Of who turned the board under the camera, and did not touch the screen for it."""
    aiming = replace(SCENE, kind=Kind.SETTING_UP, camera=CameraPicture((), 8, 8))
    table.show(aiming, 1.0)
    table.at(61.0)
    assert is_dark()
    table.show(replace(aiming, strip=Strip(progress=(2, 3))), 62.0)
    assert not is_dark()


def test_a_board_that_the_dark_hides_is_no_hand(table: Table) -> None:
    """All of it, time and again; a part of it is one."""
    table.at(60.0)
    for second, hidden in ((70.0, LAYOUT.sites), (71.0, ()), (72.0, LAYOUT.sites), (73.0, ())):
        table.view.look(look(second, obstructed=hidden), second)
        table.at(second)
        assert is_dark()
    table.view.look(look(74.0, obstructed=LAYOUT.sites[:30]), 74.0)
    table.at(74.0)
    assert not is_dark()


@pytest.mark.parametrize("seen", [{"stirred": True}, {"touched": ("c1",)}, {"obstructed": ("c1",)}])
def test_looks_tell_who_is_there(table: Table, seen: dict[str, object]) -> None:
    """By what stirs, is felt or covers the board."""
    table.at(60.0)
    table.view.look(look(70.0), 70.0)
    table.at(70.0)
    assert is_dark()
    table.view.look(look(71.0, **seen), 71.0)
    table.at(71.0)
    assert not is_dark()


def test_what_lies_on_the_board_is_no_hand(table: Table) -> None:
    """A cup that was put there; taken away and put down again, somebody is there."""
    for second in range(1, 62):
        table.view.look(look(second, obstructed=("c1",)), second)
        table.at(second)
    assert is_dark()
    table.view.look(look(70.0), 70.0)
    table.view.look(look(71.0, obstructed=("c1",)), 71.0)
    table.at(71.0)
    assert not is_dark()


def test_the_dark_does_not_wake_itself(table: Table) -> None:
    """The camera sees that the light of the screen has gone."""
    table.at(60.0)
    table.view.look(look(60.5, stirred=True), 60.5)
    table.at(60.5)
    assert is_dark()


def test_another_view_of_a_dark_screen_lights_it(table: Table) -> None:
    """A game that ended in the dark leaves nobody before a black screen that hears nothing."""
    table.at(60.0)
    assert is_dark()
    Rest(table.view._rest._screen, None).show(SCENE, 61.0)  # type: ignore[union-attr]
    table.view.draw(61.0)
    assert not is_dark()


@pytest.mark.parametrize("kind", [pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN])
def test_whoever_touches_the_screen_keeps_it_lit(table: Table, kind: int) -> None:
    """Also beside everything that can be pressed."""
    table.at(50.0)
    event = pygame.event.Event(kind, pos=(1, 1), button=1, finger_id=1, x=0.001, y=0.001)
    pygame.event.post(event)
    table.at(55.0)
    table.at(114.0)
    assert not is_dark()
    table.at(115.0)
    assert is_dark()
