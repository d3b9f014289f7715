"""Settings and menus at the device, over a game and alone."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero import Device

from pi_board.app.agreement import Agreement
from pi_board.app.doctor.checks import Finding
from pi_board.app.evening import Begin, Evening
from pi_board.app.lounge import Lounge
from pi_board.app.menus import InPlay, Menus, in_game
from pi_board.app.scenes.common import ACCEPT_BOARD, BEGIN_HERE
from pi_board.config.settings import load
from pi_board.core.errors import InvalidFile
from pi_board.core.game import Player
from pi_board.core.message import message
from pi_board.core.observation import Command
from pi_board.core.page import Item
from pi_board.core.scene import Button
from pi_board.records.place import games_folder
from pi_board.views.language import speaker, written
from tests.app.evenings import (
    DRAWN,
    PATIENCE_S,
    STEP_S,
    Hand,
    Nothing,
    Script,
    left,
    page,
    quit_,
    started,
)
from tests.app.menu_pages import world

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
        yield from hand.choose("set", "sound.tones=yes")  # the evening began without
        yield from hand.choose("set", "sound.tones=no")
        yield from quit_(hand)

    hand = Hand()
    hand.spend(script)
    settings = load()
    assert (settings.screen.language, settings.screen.theme) == ("de", "light")
    assert not settings.sound.tones


def test_the_picture_is_turned_where_it_is_chosen() -> None:
    """A screen that hangs sideways is set up by touching what is seen, and stays so in a game."""

    def script(hand: Hand) -> Script:
        yield 0.5
        yield from hand.choose("open", "settings")
        yield from hand.choose("open", "turn")
        yield from hand.choose("set", "screen.turn=90")
        assert (page(hand), hand.window.size) == ("settings", (480, 800))
        yield from quit_(hand)

    Hand().spend(script)
    assert load().screen.turn == 90
    seen = []

    def again(hand: Hand) -> Script:
        yield from started(hand)
        seen.append(hand.window.size)
        yield from quit_(hand)

    Hand().spend(again, Begin(DRAWN))
    assert seen == [(480, 800)]


def test_settings_show_what_is_in_force() -> None:
    """What the command line asked for lies over them, until something else is chosen here."""
    hand = Hand()

    def script(hand: Hand) -> Script:
        yield 0.5
        yield from hand.choose("open", "settings")
        assert _shown(hand, "open", "theme").value == message("light")
        for switch, mark in (
            ("sound.tones", "off"),
            ("sound.voice", "on"),
            ("evidence.keep", "off"),
        ):
            turned = f"{switch}={'no' if mark == 'on' else 'yes'}"
            assert _shown(hand, "set", turned).mark == mark
            yield from hand.choose("set", turned)
            assert _shown(hand, "set", f"{switch}={'yes' if mark == 'on' else 'no'}").mark != mark
        yield from quit_(hand)

    hand.begin(script)
    wanted = hand.timed("", "light", is_silent=True, speaks=True, no_evidence=True)
    evening = Evening(hand.window, load(), Nothing(), Agreement(), wanted)
    evening.run()
    hand.end()
    hand.window.close()
    assert not wanted.after("evidence.keep").no_evidence  # the next game keeps them


def _shown(hand: Hand, command: str, argument: str) -> Item:
    """The line of the page with this command."""
    menu = hand.window.menu
    assert menu is not None
    return next(i for i in menu.page.items if (i.command, i.argument) == (command, argument))


def test_lamps_are_set_in_the_menus_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """They are dark there, but the game that is begun next has them."""
    file = tmp_path / "config.toml"
    file.write_text('[lamps]\nkind = "chain"\n')
    monkeypatch.setenv("PI_BOARD_CONFIG", str(file))

    def script(hand: Hand) -> Script:
        yield 0.5
        yield from hand.choose("open", "settings")
        yield from hand.choose("set", "lamps.night=yes")
        yield from hand.choose("set", "lamps.night=no")
        yield from hand.choose("set", "lamps.night=yes")
        yield from quit_(hand)

    Hand().spend(script)
    assert load().lamps.night


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


def test_a_setting_holds_while_somebody_writes_the_configuration(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Who wants to hush the voice in a game cannot wait for that, and nothing else changes."""
    file = tmp_path / "config.toml"
    file.write_text('[sound]\nvoice = true\n[screen]\ntheme = "light"\n')
    monkeypatch.setenv("PI_BOARD_CONFIG", str(file))
    lounge = Lounge(load(), Agreement(), list)
    file.write_text("[sound]\nvoi")
    lounge.remember("sound", "voice", "no")
    assert (lounge.settings.sound.voice, lounge.settings.screen.theme) == (False, "light")
    file.write_text('[sound]\nvoice = true\n[screen]\ntheme = "dark"\n')
    lounge.remember("screen", "text", "large")
    assert (lounge.settings.sound.voice, lounge.settings.screen.theme) == (False, "dark")


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


def test_two_presses_at_once_steer_two_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the box's buttons, while the screen is slow: on the first page the second did nothing."""
    pressed = [(), (Command(0.0, "confirm"), Command(0.0, "take_back")), ()]
    names: list[str] = []

    def script(hand: Hand) -> Script:
        for _ in range(3):
            yield STEP_S
            names.append(page(hand))
        monkeypatch.undo()
        yield from quit_(hand)

    hand = Hand()
    monkeypatch.setattr(hand.window, "poll", lambda _: pressed.pop(0) if pressed else ())
    hand.spend(script)
    assert names == ["home"] * 3


def test_leafing_through_the_archive_does_not_pile_up() -> None:
    """From any page of the list one step back leads out of it."""
    menus = Menus(world()).opened("home").opened("archive 0")
    menus = menus.obey(Command(0.0, "open", "archive 20"))
    assert menus.page.name == "archive 20"
    assert menus.obey(Command(0.0, "back")).page.name == "home"


def test_the_archive_says_that_there_are_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """On its last page, where it has more games than are listed."""
    folder = games_folder()
    folder.mkdir(parents=True)
    for number in range(3):
        (folder / f"20260102-12000{number}-000-loa.jsonl").write_bytes(b"")
    lounge = Lounge(load(), Agreement(), lambda: iter(()))
    assert len(Menus(lounge.world(False)).opened("archive").page.items) == 3
    monkeypatch.setattr("pi_board.app.lounge.MOST_KEPT", 1)
    *games, last = Menus(lounge.world(False)).opened("archive").page.items
    assert (len(games), str(last.label)) == (1, "2 older games are not shown.")


def test_a_game_that_cannot_be_read_can_be_deleted() -> None:
    """Its page says what is wrong; nothing else can be done with it."""
    damaged = games_folder() / "20261126-203000-000-loa.jsonl"
    damaged.parent.mkdir(parents=True, exist_ok=True)
    damaged.write_text("{}\n{}\n")

    def script(hand: Hand) -> Script:
        yield 0.5
        yield from hand.choose("open", "archive 0")
        yield from hand.choose("open", f"kept {damaged.stem}")
        yield from hand.choose("open", f"delete {damaged.stem}")
        assert damaged.exists()
        yield from hand.choose("delete", damaged.stem)
        assert page(hand) == "archive 0"
        yield from quit_(hand)

    Hand().spend(script)
    assert not damaged.exists()


def test_another_game_has_its_own_rules() -> None:
    """A preset of one game is not carried over to another."""
    menus = Menus(world()).opened("new").opened("preset")
    menus = menus.obey(Command(0.0, "choose", "preset=gamut"))
    assert menus.world.agreed.make().options[0] == ("simultaneous", "mover_wins")
    menus = menus.opened("game").obey(Command(0.0, "choose", "game=linja"))
    assert menus.world.agreed.preset == ""
    assert menus.page.name == "new"


def test_whoever_is_named_plays() -> None:
    """A person in place of the computer, and the computer by its own name."""
    menus = Menus(replace(world(), agreed=Agreement(players=("Ida", "Jan"), against="w", level=9)))

    def named(player: str) -> Agreement:
        return menus.opened("new").opened("name").obey(Command(0.0, "choose", player)).world.agreed

    assert named("black=Eva").names == ("Eva", "Computer 9")
    assert named("white=Eva").names == ("Ida", "Eva")
    assert named("black=Computer 4").names == ("Computer 4", "Jan")


def test_the_list_of_names_is_marked_at_whose_name_is_chosen() -> None:
    """Of the player that it was opened for."""
    menus = Menus(replace(world(), agreed=Agreement(players=("Ida", "Jan")), names=("Jan", "Ida")))
    pages = [menus.opened(f"name {player}").page for player in ("black", "white")]
    assert [page.items[page.selected].label for page in pages] == ["Ida", "Jan"]
    assert [item.label for page in pages for item in page.items if item.mark == "chosen"] == [
        "Ida", "Jan",
    ]  # fmt: skip


def test_clocks_are_called_as_they_run() -> None:
    """Each of them is a text that is understood elsewhere."""
    names = [str(item.label) for item in Menus(world()).opened("clock").page.items]
    assert names[0] == "no clock"
    assert {"20 min", "10 min + 5 s a turn", "10 min, 5 s free a turn", "30 s a turn"} <= {*names}


def test_another_match_has_its_own_length() -> None:
    """The length of one is not asked for of another: nobody could start its next game."""
    menus = Menus(world()).opened("new").opened("match")
    for wish in ("match=cup", "match_length=best of 3", "match=league"):
        menus = menus.opened("match").obey(Command(0.0, "choose", wish))
    assert (menus.world.agreed.match, menus.world.agreed.match_length) == ("league", "")


def test_a_doctor_who_falls_ill_says_so_and_can_be_asked_again() -> None:
    """A page that looks for ever helps nobody."""

    def examine() -> Iterator[Finding]:
        yield Finding("disk", "well", "there is room")
        raise RuntimeError("fell ill")

    lounge = Lounge(load(), Agreement(), examine)
    for _ in range(2):
        lounge.examine()
        until_s = time.monotonic() + PATIENCE_S
        while (report := lounge.world(False).report) is None and time.monotonic() < until_s:
            time.sleep(0.01)
        assert report is not None
        assert [found.part for found in report] == ["disk", "doctor"]
        assert "fell ill" in report[-1].text


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


@pytest.mark.parametrize("size", [(320, 240), (240, 320), (360, 240)])
def test_the_menu_of_a_tiny_screen_opens(size: tuple[int, int]) -> None:
    """Small as they are, there are such displays."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.press("menu")
        assert page(hand) == "game_menu"
        yield from quit_(hand)

    Hand(size).spend(script, Begin(DRAWN))


def test_nobody_speaks_for_the_computer() -> None:
    """It is the computer (Black, here) that White has offered a draw."""
    menus = Menus(world())
    wanted = [(item.command, item.argument) for item in menus.opened("game_menu").page.items]
    assert not [words for words in wanted if words[0].endswith("_draw")]
    resigning = menus.opened("resign").page.items
    assert [item.argument for item in resigning if item.command == "resign"] == ["w"]


def test_a_slip_hardly_begins_a_game_from_a_board_that_is_half_set_up() -> None:
    """It begins at once, so it stands after all that is wanted meanwhile; the ways out of a game
    that is on stand second. Taking back is none of them: a menu takes that button for "back".
    """
    before = InPlay("b", may_resign=False, exits=(BEGIN_HERE,), can_look=True)
    again = Button("take_back", message("Take back"), "undo")
    playing = InPlay("b", exits=(again, ACCEPT_BOARD), can_look=True)
    of_game = {"back", "accept_board", "pause", "look", "turn_board"}
    lines = [
        [item.command for item in in_game.game_menu(replace(world(), playing=now)).items]
        for now in (before, playing)
    ]
    assert [name for name in lines[0] if name in of_game][-1] == "accept_board"
    assert lines[1][1] == "accept_board"
    assert "take_back" not in lines[1]


@pytest.mark.parametrize(("computer", "offers"), [(None, "White"), ("w", "Black")])
def test_the_menu_says_who_would_offer_a_draw(computer: Player | None, offers: str) -> None:
    """White is to move, and it may be Black who opens the menu; the computer speaks for itself."""
    agreed = Agreement("loa", against=computer)
    page = in_game.game_menu(replace(world(), agreed=agreed, playing=InPlay("w")))
    (offer,) = (item for item in page.items if item.command == "offer_draw")
    assert str(offer.label) == f"{offers} offers a draw"
    assert offer.argument == offers[0].lower()
