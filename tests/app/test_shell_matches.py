"""Matches at the device: why one has no next game, and what comes after it."""

from dataclasses import replace

from pi_board.app.evening import Begin
from pi_board.core.scene import Kind
from pi_board.views.language import speaker, written
from tests.app.evenings import DRAWN, Hand, Script, left, page, quit_, started


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


def test_after_a_match_a_game_is_of_none() -> None:
    """Nobody has to find out where the match that is over is still chosen."""
    agreed = replace(DRAWN, match="cup", match_length="1", players=("Ida", "Jan"))

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.press("menu")
        yield from hand.choose("open", "resign")
        yield from hand.choose("resign", "w")
        yield from hand.until(lambda: hand.window.scene.kind is Kind.OVER, "the end")
        yield from hand.press("new_game")
        yield from hand.choose("same_again")
        assert page(hand) == "trouble"  # the match is over
        yield from hand.choose("back")
        yield from hand.choose("open", "new")
        yield from hand.choose("start")
        yield from started(hand)
        yield from left(hand)

    hand = Hand()
    hand.spend(script, Begin(agreed))
    heads = [record.header for record in hand.records]
    assert [(head.match, head.players) for head in heads] == [
        ("cup", ("Ida", "Jan")), ("", ("Ida", "Jan")),
    ]  # fmt: skip
