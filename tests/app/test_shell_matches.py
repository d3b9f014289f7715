"""Matches at the device: why one has no next game, and what comes after it."""

import os
from dataclasses import replace

import pygame
import pytest

from pi_board.app.agreement import Agreement
from pi_board.app.drawn_board import DrawnBoard
from pi_board.app.evening import Begin
from pi_board.app.kept.resuming import latest_unfinished
from pi_board.app.scenes.state import TableState
from pi_board.app.sitting import Moment
from pi_board.core.errors import EnvironmentFault
from pi_board.core.scene import Kind
from pi_board.games.registry import make_game
from pi_board.readers.simulator import Simulator
from pi_board.views.language import speaker, written
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
from tests.app.test_shell_question import typed
from tests.disks import full

CUP = replace(DRAWN, match="cup", match_length="1", players=("Ida", "Jan"))


def test_why_a_match_does_not_begin_is_told_in_the_players_language() -> None:
    """They can put it right: nobody else is there."""
    agreed = replace(DRAWN, match="cup", players=("Ida", "ida"))

    def script(hand: Hand) -> Script:
        yield 0.5
        yield from hand.choose("open", "new")
        yield from hand.choose("start")
        assert page(hand) == "trouble"
        assert hand.window.menu is not None
        (told,) = hand.window.menu.page.items
        german = written(speaker("de"), told.label)
        assert german == "Ein Match beginnt mit zwei Spielern, die verschieden heißen"
        yield from quit_(hand)

    Hand().spend(script, agreed=agreed)


def over(hand: Hand) -> Script:
    """A game of a match is played, the first or the only one."""
    yield from started(hand)
    yield from given_up(hand, "w")
    yield from hand.press("new_game")


def one_more(hand: Hand) -> Script:
    """After the only game of a match the same again, which is told, and then a new game."""
    yield from over(hand)
    yield from hand.choose("same_again")
    yield from hand.choose("back")
    yield from hand.choose("open", "new")
    yield from hand.choose("start")
    yield from started(hand)
    yield from left(hand)


@pytest.mark.parametrize(("length", "offered"), [("1", False), ("2", True), ("", True)])
def test_a_match_that_is_over_is_not_offered(length: str, offered: bool) -> None:
    """Only one that has a next game."""

    def script(hand: Hand) -> Script:
        yield from over(hand)
        yield from hand.choose("main_menu")
        yield from hand.choose("open", "new")
        yield from hand.choose("open", "match")
        assert hand.window.menu is not None
        shown = {str(item.label) for item in hand.window.menu.page.items}
        assert ("cup" in shown) is offered
        yield from quit_(hand)

    Hand().spend(script, Begin(replace(CUP, match_length=length)))


def stands(hand: Hand) -> str:
    """What the end of a game says last."""
    return str(hand.window.scene.notice.sentences[-1])


def test_the_end_of_a_game_says_where_its_match_stands() -> None:
    """Also when the end is taken back and is another one; and so does the menu of the next one."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from given_up(hand, "w")
        assert stands(hand) == "Match: Ida – Jan 2:0."
        yield from hand.press("take_back")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.PLAYING, "the game goes on")
        yield from given_up(hand, "b")
        assert stands(hand) == "Match: Ida – Jan 0:2."
        yield from hand.press("new_game")
        yield from hand.choose("main_menu")
        yield from hand.choose("open", "new")
        yield from hand.choose("open", "match")
        assert hand.window.menu is not None
        notes = {str(item.label): str(item.note) for item in hand.window.menu.page.items}
        assert notes["cup"] == "Ida – Jan 0:2"
        yield from hand.choose("back")
        yield from hand.choose("start")
        yield from started(hand)
        yield from given_up(hand, "w")
        assert stands(hand) == "The match is drawn, 2:2."
        yield from quit_(hand)

    Hand().spend(script, Begin(replace(CUP, match_length="2")))


@pytest.mark.parametrize(("length", "players"), [("2", ("Jan", "Ida")), ("1", ("Ida", "Jan"))])
def test_who_sets_the_board_up_begins_the_next_game_of_the_match(
    monkeypatch: pytest.MonkeyPatch, length: str, players: tuple[str, str]
) -> None:
    """No menu is needed: the loser starts. After the last game they play on as they sit."""
    drawn: list[Simulator] = []

    def follow(board: DrawnBoard, moment: Moment, table: TableState) -> None:
        drawn.append(board._simulator)
        real(board, moment, table)

    real = DrawnBoard.follow
    monkeypatch.setattr(DrawnBoard, "follow", follow)

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from moved_first(hand, "c1", "c3")
        yield from given_up(hand, "w")
        game = make_game("loa")
        drawn[-1].stand(game.appearance(game.start(), game.layouts[0]))
        yield from started(hand)
        yield 1.0
        named = {card.player: str(card.name) for card in hand.window.scene.cards}
        assert (named["b"], named["w"]) == players
        yield from left(hand)

    hand = Hand()
    hand.spend(script, Begin(replace(CUP, match_length=length)))
    assert hand.records[-1].header.players == players
    assert not hand.records[-1].moves


def test_the_end_of_a_match_names_its_winner() -> None:
    """With the winner's points first."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from given_up(hand, "b")
        assert stands(hand) == "Jan has won the match 2:0."
        yield from quit_(hand)

    Hand().spend(script, Begin(CUP))


def slid_on_to_a_draw(hand: Hand) -> Script:
    """White's last move went to c3, as people say when they are asked."""
    yield from hand.touch("a3")
    yield from hand.touch("c3")
    yield from hand.until(lambda: hand.window.scene.kind is Kind.CHOOSING, "a question")
    yield from typed(pygame.K_RETURN, pygame.K_RETURN)  # who means the next game changes nothing
    assert hand.window.scene.kind is Kind.CHOOSING
    yield from typed(pygame.K_RIGHT)
    assert stands(hand) == "OK takes the marked board."
    yield from typed(pygame.K_RETURN)
    yield from hand.until(lambda: str(hand.window.scene.notice.title) == "Draw", "a draw")


def test_a_match_is_told_anew_when_the_last_move_is_slid_on_to_another_end() -> None:
    """White has won; on the next square it is a draw."""
    begun = replace(CUP, match_length="3", position="8/8/b7/wb6/8/1wb5/8/8 w")

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from moved_first(hand, "a5", "a3")
        assert stands(hand) == "Match: Ida – Jan 0:2."
        yield from slid_on_to_a_draw(hand)
        assert stands(hand) == "Match: Ida – Jan 1:1."
        yield from quit_(hand)

    Hand().spend(script, Begin(begun))


def test_an_end_that_is_asked_about_is_told_again_if_it_stands() -> None:
    """Meanwhile nobody can leave it so: the game is over."""
    begun = replace(CUP, match_length="3", position="8/8/b7/wb6/8/1wb5/8/8 w")

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from moved_first(hand, "a5", "a3")
        yield from hand.touch("a3")
        yield from hand.touch("c3")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.CHOOSING, "a question")
        assert "accept_board" not in [button.command for button in hand.window.scene.buttons]
        yield from hand.press("reject")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.OVER, "the end")
        assert stands(hand) == "Match: Ida – Jan 0:2."
        yield from quit_(hand)

    Hand().spend(script, Begin(begun))


def test_a_match_is_not_told_with_another_end_than_its_game_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A full disk has only the first end of the game."""
    begun = replace(CUP, match_length="3", position="8/8/b7/wb6/8/1wb5/8/8 w")

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from moved_first(hand, "a5", "a3")
        with monkeypatch.context() as disk:
            disk.setattr(os, "pwrite", full)
            yield from slid_on_to_a_draw(hand)
            said = map(str, hand.window.scene.notice.sentences)
            assert not [one for one in said if one.startswith("Match")]
        yield from quit_(hand)

    Hand().spend(script, Begin(begun))


def test_a_match_is_not_told_without_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk does not take how that has ended: who leads is not known."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        with monkeypatch.context() as disk:
            disk.setattr(os, "pwrite", full)
            yield from given_up(hand, "b")
            assert hand.window.scene.kind is Kind.OVER
            assert len(hand.window.scene.notice.sentences) == 1
        yield from quit_(hand)

    Hand().spend(script, Begin(CUP))


@pytest.mark.parametrize("way", ["same_again", "main_menu"])
def test_after_a_match_a_game_is_of_none(way: str) -> None:
    """Nobody has to find out where the match that is over is still chosen."""

    def script(hand: Hand) -> Script:
        yield from over(hand)
        yield from hand.choose(way)
        if way == "main_menu":
            yield from hand.choose("open", "new")
            yield from hand.choose("start")
        assert page(hand) == "trouble"  # the match is over
        yield from hand.choose("back")
        if way == "same_again":
            yield from hand.choose("open", "new")
        yield from hand.choose("start")
        yield from started(hand)
        yield from left(hand)

    hand = Hand()
    hand.spend(script, Begin(CUP))
    heads = [record.header for record in hand.records]
    assert [(head.match, head.players) for head in heads] == [
        ("cup", ("Ida", "Jan")), ("", ("Ida", "Jan")),
    ]  # fmt: skip


def test_a_game_of_a_match_that_is_left_for_the_next_one_is_not_gone_on_with() -> None:
    """Finished another evening it would count as one more."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from moved_first(hand, "c1", "c3")
        yield from hand.press("menu")
        yield from hand.choose("open", "again")
        yield from hand.choose("same_again")
        yield from started(hand)
        assert not hand.window.scene.strip.moves
        yield from hand.press("menu")
        yield from hand.choose("main_menu")
        menu = hand.window.menu
        assert menu is not None
        offered.extend(item.argument for item in menu.page.items if item.command == "go_on")
        yield from quit_(hand)

    offered: list[str] = []
    hand = Hand()
    hand.spend(script, Begin(replace(CUP, match_length="")))
    assert [record.header.match for record in hand.records] == ["cup", "cup"]
    found = latest_unfinished(None)
    assert found is not None
    assert offered == [found.path.stem]
    assert not found.record.moves


def test_after_a_match_players_without_names_are_called_by_their_sides_again() -> None:
    """They are no longer to change them."""
    hand = Hand()
    hand.spend(one_more, Begin(replace(DRAWN, match="cup", match_length="1")))
    assert [record.header.players for record in hand.records] == [
        ("Player 1", "Player 2"), ("Black", "White"),
    ]  # fmt: skip


def test_a_match_that_cannot_be_looked_up_is_not_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next game is of it once the disk answers again."""
    asked: list[str] = []

    def looked_up(agreed: Agreement, *_: object) -> Agreement:
        asked.append(agreed.match)
        if len(asked) == 2:
            raise EnvironmentFault("the disk does not answer")
        return agreed

    monkeypatch.setattr("pi_board.app.lounge.next_of_match", looked_up)

    Hand().spend(one_more, Begin(CUP))
    assert asked == ["cup", "cup", "cup"]


def test_hints_go_with_players_without_names() -> None:
    """Whoever begins the match in the menus: the first player has three, also on the other side."""

    def script(hand: Hand) -> Script:
        yield 0.5
        yield from hand.choose("open", "new")
        yield from hand.choose("start")
        yield from over(hand)
        yield from hand.choose("same_again")
        yield from started(hand)
        yield from left(hand)

    hand = Hand()
    hand.spend(script, agreed=replace(DRAWN, match="cup", hints=(3, 0)))
    assert [record.header.most_hints for record in hand.records] == [(3, 0), (0, 3)]


def test_players_without_names_are_not_called_by_the_side_that_they_have_left() -> None:
    """The loser sits down at Black: the cards would name each side after the other one."""

    def named(hand: Hand) -> dict[str, str]:
        return {card.player: str(card.name) for card in hand.window.scene.cards}

    def script(hand: Hand) -> Script:
        yield from started(hand)
        assert named(hand) == {"b": "player 1", "w": "player 2"}
        yield from given_up(hand, "w")
        yield from hand.press("new_game")
        yield from hand.choose("same_again")
        yield from started(hand)
        assert named(hand) == {"b": "player 2", "w": "player 1"}
        yield from hand.press("menu")
        yield from hand.choose("main_menu")
        yield from hand.choose("open", "new")
        yield from hand.choose("open", "match")
        yield from hand.choose("choose", "match=")
        yield from hand.choose("start")
        yield from started(hand)
        assert named(hand) == {"b": "Black", "w": "White"}
        yield from left(hand)

    Hand().spend(script, Begin(replace(DRAWN, match="cup")))
