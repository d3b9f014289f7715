"""Many games are read anew before the menus, as after an upgrade."""

import socket
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pi_board.app import house
from pi_board.app.evening import Begin
from pi_board.core.page import Page
from pi_board.records import archive
from pi_board.records.history import lines_of
from pi_board.records.journal import write_journal
from pi_board.records.place import games_folder
from tests.app.evenings import DRAWN, Hand, Script, page, quit_, started
from tests.records.games import random_record


def _opened(hand: Hand, reading_s: float = 0.0) -> list[str]:
    """The names of the pages that come on the screen, as they do; "reading" takes so long."""
    pages: list[str] = []
    open_page = hand.window.open_page

    def remembered(shown: Page) -> None:
        pages.append(shown.name)
        hand.now_s += reading_s * (shown.name == "reading")
        open_page(shown)

    hand.window.open_page = remembered  # type: ignore[method-assign]
    return pages


def test_the_service_lives_and_the_screen_says_why_it_takes_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each few of them take 12 seconds here: systemd waits for 20, and is told in between."""
    monkeypatch.setattr(archive, "_BATCH", 2)
    monkeypatch.setattr(house, "_MANY", 2)
    record = random_record("loa", Random(1), 4)
    for second in range(6):
        path = games_folder() / f"20260101-00000{second}-000-loa.jsonl"
        write_journal(path, record.header, lines_of(record))
    address = str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    monkeypatch.setenv("WATCHDOG_USEC", "20000000")
    hand = Hand()
    pages = _opened(hand, reading_s=12.0)

    def script(hand: Hand) -> Script:
        heard = [ear.recv(99) for _ in range(3)]
        assert heard == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
        assert page(hand) == "home"
        yield from quit_(hand)

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(address)
        ear.settimeout(5.0)
        hand.spend(script)
    assert pages[:4] == ["reading", "reading", "reading", "home"]


def test_a_game_that_was_just_played_is_read_without_a_word() -> None:
    """The menus are there at once."""
    record = random_record("loa", Random(1), 4)
    write_journal(games_folder() / "20260101-000000-000-loa.jsonl", record.header, lines_of(record))
    hand = Hand()
    pages = _opened(hand)

    def script(hand: Hand) -> Script:
        yield from quit_(hand)

    hand.spend(script)
    assert pages[0] == "home"


def test_a_menu_over_a_game_is_there_again_once_games_were_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The flag falls behind it in a match, and where that stands is looked up: nobody can leave
    the page that says so.
    """
    agreed = replace(DRAWN, match="cup", players=("Ida", "Jan"), clock="30s")

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.press("menu")
        monkeypatch.setattr(house, "_MANY", 1)
        pages.clear()
        yield 31.0
        yield from hand.until(lambda: "reading" in pages, "the end of the game")
        yield 0.5
        assert page(hand) == "game_menu"
        yield from quit_(hand)

    hand = Hand()
    pages = _opened(hand)
    hand.spend(script, Begin(agreed))
