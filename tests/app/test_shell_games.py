"""A whole game of each kind by touch alone: from the menus through all moves to the archive."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pytest

from pi_board.app.drawn_board import DrawnBoard
from pi_board.app.evening import Begin
from pi_board.app.kept.resuming import latest_unfinished
from pi_board.core.game import Player
from pi_board.core.layout import column_and_row
from pi_board.core.scene import Kind
from pi_board.games.linja.layout import group_of
from pi_board.games.registry import make_game
from pi_board.readers.simulator import Simulator
from pi_board.records.place import games_folder
from tests.app.evenings import DRAWN, Hand, Script, Window, given_up, left, moved_first, started
from tests.records.table import sights

LOA = "f1-f3 a7-c5 c8xc5 h5-e5 b8xe5 a6-a1 g8-e6 h7-f5 f8xf5 h6-f4 d8-d6 h4-h1 e8-e4 h2-f2 c5xf2"
LINJA = (
    "0-1 /0-2 0-1 /6-7 0-1 /2-4 0-1 /0-3 0-1 /4-7 0-1 /1-5 1-2 /0-3 2-3 /5-7 5-6 /1-5 5-6 "
    "/0-5 5-6 /0-2 3-4 /4-7 4-5 /3-5 1-2 /4-7 3-4 /6-7 1-2 /3-7 1-2 /4-6 0-1 /2-7 6-7 /2-3 "
    "5-6 /2-7 5-6 /3-4 2-3 /2-4 3-4 /6-7 5-6 /1-3 4-5 /6-7 2-3 /1-3 5-6 /3-5 5-6 /4-7 1-2"
)
CONNEXOH = (
    "b6@180 c2@180 c1-b2 c1@90 c2@90 a5@270 c3@90 f3@90 b2-c3 c5@90 e3@180 d4@180 c6@90 b1@270 "
    "f2@180 a4@90 c5@90 a3@90 f1@270 a1@90 d3@270 d1@180 b2@90 e2@270 d4@90 c1@270 c2@180 f5@270 "
    "d1-c2 a3@270 c2@180 b5@270 d4@180 e1@180 c2-d4 d5@90 d4@180 c5@270 e6@180 b6@90 e5@270"
)


@dataclass(frozen=True, slots=True)
class Move:
    """A move that is going to be made: by whom, its text, and the sites that hands touch."""

    player: Player
    text: str
    touches: tuple[str, ...]


def _loa(hand: Hand, move: Move) -> Script:
    for site in move.text.replace("x", "-").split("-"):
        yield from hand.touch(site)


def _linja(hand: Hand, move: Move) -> Script:
    """A stone of the row, then any hole of the row it goes to."""
    source, target = (group_of(move.player, int(row)) for row in move.text.strip("/").split("-"))
    stones = [p for p in hand.window.scene.board.pieces if column_and_row(p.site)[1] == source]
    own = next((p for p in stones if p.player == move.player), stones[0])
    yield from hand.touch(own.site)
    yield from hand.touch(f"c{target + 1}")


def _connexoh(hand: Hand, move: Move) -> Script:
    """A tile is touched once for each quarter turn; a stone, and then where it goes. Stones that
    have come home are put beside the board.
    """
    tile, at, degrees = move.text.partition("@")
    if not at:
        source, target = move.text.split("-")
        yield from hand.touch_stone(source, move.player)
        yield from hand.touch(target)
        return
    for _ in range(int(degrees) // 90):
        yield from hand.touch(tile)
    for site in move.touches[2:]:
        yield from hand.touch_stone(site, move.player)
        yield from hand.touch_beside()


def _spent(hand: Hand, game: str, moves: str, make: Callable[[Hand, Move], Script]) -> Script:
    """The evening: agree on a game, play it, find it in the archive and go through it."""
    window = hand.window
    yield from hand.choose("open", "new")
    yield from hand.choose("open", "game")
    yield from hand.choose("choose", f"game={game}")
    yield from hand.choose("open", "clock")
    yield from hand.choose("choose", "clock=20")
    yield from hand.choose("open", "reader")
    yield from hand.choose("choose", "reader=simulator")
    yield from hand.choose("start")
    yield from hand.until(lambda: window.scene.kind is Kind.PLAYING, "the game has started")
    rules = make_game(game)
    position, layout = rules.start(), rules.layouts[0]
    for text in moves.split():
        move = rules.parse_move(position, text)
        ways = rules.touches(position, move, layout)
        sites = tuple(layout.sites[layout.groups[group][0]] for group in ways[-1])
        player = position.to_move
        assert [card.player for card in window.scene.cards if card.turn] == [player]
        yield from make(hand, Move(player, text, sites))
        position = rules.play(position, move)
        yield from hand.until(partial(_is_last, window, text), f"{text} was understood")
    assert window.scene.kind is Kind.OVER
    yield from hand.press("new_game")
    yield from hand.choose("main_menu")
    yield from hand.choose("open", "archive 0")
    menu = window.menu
    assert menu is not None
    (kept,) = menu.page.items
    yield from hand.choose(kept.command, kept.argument)
    yield from hand.choose("replay", kept.argument.split()[1])
    for _ in range(3):
        yield from hand.press("next")
    assert window.scene.strip.progress == (3, len(moves.split()))
    yield from hand.press("back")
    yield from hand.choose("back")
    yield from hand.choose("back")
    yield from hand.choose("open", "about")
    yield from hand.choose("open", "leave")
    yield from hand.choose("quit")


def _is_last(window: Window, move: str) -> bool:
    """Whether the move stands at the end of the strip, or it has ended the game."""
    scene = window.scene
    last = scene.strip.moves[-1].text if scene.strip.moves else ""
    return scene.kind is Kind.OVER or (last.endswith(move) and scene.kind is not Kind.LIFTED)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "moves", "make"),
    [("loa", LOA, _loa), ("linja", LINJA, _linja), ("connexoh", CONNEXOH, _connexoh)],
    ids=["loa", "linja", "connexoh"],
)
def test_a_whole_game_is_played_by_touch(
    game: str, moves: str, make: Callable[[Hand, Move], Script]
) -> None:
    """From the menus to the archive nothing is needed but a finger."""
    hand = Hand()
    hand.spend(lambda h: _spent(h, game, moves, make))
    (record,) = hand.records
    assert [move.text for move in record.moves] == moves.split()
    assert record.outcome in ("b", "w")
    assert record.header.clock == "20"


def test_a_game_is_begun_from_what_stands_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the menu, while it is set up."""
    monkeypatch.setattr(DrawnBoard, "stand", lambda *_: None)  # nobody puts anything back

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from moved_first(hand, "c1", "c3")
        yield from hand.press("menu")
        yield from hand.choose("open", "again")
        yield from hand.choose("same_again")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.SETTING_UP, "the set-up")
        yield from hand.press("menu")
        yield from hand.choose("accept_board")
        yield from started(hand)
        yield from left(hand)

    hand = Hand()
    hand.spend(script, Begin(DRAWN))
    assert hand.records[-1].header.position.endswith("/w1b4w/w6w/1b1bbbb1 b")


def test_a_player_resigns_by_name() -> None:
    """It is asked who gives up; the other one has won."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from given_up(hand, "b")
        yield from hand.press("new_game")
        yield from hand.choose("same_again")
        yield from started(hand)
        yield from left(hand)

    hand = Hand()
    hand.spend(script, Begin(DRAWN))
    assert latest_unfinished("loa") is not None


def test_pictures_of_a_game_are_kept_or_not_as_its_menu_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From then on, not only from the next game on; what was seen before is forgotten."""
    see = sights("loa")
    monkeypatch.setattr(Simulator, "picture", lambda _: see())

    def switched(hand: Hand, on: str) -> Script:
        yield from hand.press("menu")
        yield from hand.choose("open", "settings")
        yield from hand.choose("set", f"evidence.keep={on}")
        yield from hand.choose("back")
        yield from hand.choose("back")

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from moved_first(hand, "c1", "c3")
        yield from switched(hand, "no")
        for site in ("a4", "c4"):
            yield from hand.touch(site)
        yield 2.0
        yield from switched(hand, "yes")
        for site in ("b1", "b3"):
            yield from hand.touch(site)
        yield 2.0
        yield from left(hand)

    hand = Hand()
    hand.spend(script, Begin(DRAWN))
    assert [len(record.moves) for record in hand.records] == [3]
    pictures = sorted(path.name for path in games_folder().glob("*/moves/*"))
    assert pictures == ["0001.jpg", "0003.jpg"]
