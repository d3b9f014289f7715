"""Draws and resignations."""

from __future__ import annotations

import pytest

from pi_board.core.errors import InvalidText
from tests.referee.desk import Desk, names, only


def test_the_other_player_wins_when_one_resigns(loa: Desk) -> None:
    """The other player wins."""
    over = only(loa.command("resign", "b"), "game_over")
    assert (over.outcome, over.reason) == ("w", "resigned")


def test_a_draw_needs_both(loa: Desk) -> None:
    """An offer alone, or agreeing to one's own, ends nothing."""
    assert loa.command("agree_draw", "w") == []
    loa.command("offer_draw", "b")
    assert loa.command("agree_draw", "b") == []
    over = only(loa.command("agree_draw", "w"), "game_over")
    assert (over.outcome, over.reason) == ("draw", "agreed")


def test_an_offer_stands_till_the_other_player_moves(loa: Desk) -> None:
    """The own move takes nothing back; who moves instead of answering declines."""
    loa.command("offer_draw", "b")
    loa.play("b1-b3")
    assert loa.state.table.offer == "b"
    loa.play("a2-c2")
    assert loa.state.table.offer is None
    assert loa.command("agree_draw", "w") == []


def test_an_offer_is_declined_by_a_move_that_is_answered_at_once(loa: Desk) -> None:
    """Black has moved instead of answering; White's reply was seen together with that."""
    loa.started()
    loa.command("offer_draw", "w")
    loa.bring("b1-b3", "a2-c2")
    loa.look(4)
    assert loa.record == ["b1-b3", "a2-c2"]
    assert loa.state.table.offer is None


def test_an_offer_is_gone_with_the_game(loa: Desk) -> None:
    """Also when the end is taken back, or an illegal move of the other player is let stand."""
    loa.command("offer_draw", "b")
    loa.command("agree_draw", "w")
    loa.command("take_back")
    assert loa.state.table.offer is None
    loa.command("offer_draw", "b")
    loa.play("b1-b3")
    loa.put(a3="empty", d5="w")
    loa.look(6)
    assert names(loa.command("accept_board")) == ["move_played"]
    assert loa.state.table.offer is None


def test_an_offer_is_declined(loa: Desk) -> None:
    """By the other player only; it may be made again."""
    loa.command("offer_draw", "b")
    loa.command("decline_draw", "b")
    assert loa.state.table.offer == "b"
    loa.command("decline_draw", "w")
    assert loa.command("agree_draw", "w") == []
    loa.command("offer_draw", "b")
    assert names(loa.command("agree_draw", "w")) == ["game_over"]


def test_a_draw_is_agreed_on_also_while_the_board_is_put_right(loa: Desk) -> None:
    """Who agrees leaves the board as it is."""
    loa.put(c1="empty", c4="b")
    loa.look(6)
    loa.command("offer_draw", "b")
    assert names(loa.command("agree_draw", "w")) == ["game_over"]


@pytest.mark.parametrize("name", ["resign", "offer_draw", "agree_draw", "decline_draw"])
def test_players_that_there_are_not_are_refused(name: str) -> None:
    """Before a game, too, where nobody could do it yet."""
    before = Desk("loa")
    with pytest.raises(InvalidText, match="player 'x', expected b or w"):
        before.command(name, "x")
    assert before.command(name, "b") == []


def test_nothing_is_played_after_a_resignation(loa: Desk) -> None:
    """Stones that are put away look like moves at times; only the start position means anything."""
    loa.play("b1-b3")
    loa.command("resign", "w")
    assert names(loa.play("a2-c2")) == []
    assert loa.record == ["b1-b3"]
    loa.position = loa.game.start()
    loa.restore()
    assert names(loa.hand() + loa.look()) == ["game_started"]


def test_a_repetition_of_the_start_begins_no_new_game(loa: Desk) -> None:
    """The board stands as at the start, and nobody set it up: people see that it is a draw."""
    said = loa.play(*["b1-h1", "a2-c2", "h1-b1", "c2-a2", "b1-h1", "a2-c2", "h1-b1", "c2-a2"])
    assert names(said + loa.look(6))[-1] == "game_over"
    loa.put(a2="empty", b1="empty", c1="empty", d1="empty")
    loa.look(4)
    loa.restore()
    assert "game_started" in names(loa.look(6))
