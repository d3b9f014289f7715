"""How a game of Lines of Action ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_board.core.game import Outcome
from pi_board.games.loa import LinesOfAction, LoaOptions
from pi_board.games.loa.board import groups, is_connected
from tests.games.lines import texts
from tests.games.loa_boards import after, place

GAME = LinesOfAction()

# the sixth ply is sometimes printed g1-g4; that column holds 2 stones, and b3xg3 follows later
LONG_GAME = (
    "b1-b3 a2-c2 a5-c5 e1-e3 a7xe3 g1-g3 a3-f3 f8-f5 c8xf5 c2xf5 d1-g4 a6-c4 b3xg3 c4xg4 c5xf5 "
    "h7xf5 f1-f4 b8xf4 e8-e6 a4-e4 e6-g6 d8-f6 h4xf6 h3-g2 h2xh5 c1-c2 g8-h7 g2-h3 f6-g5 e4-h4"
)
CYCLE = "g6-e6 h4-e4 e6-g6 e4-h4"


@pytest.mark.parametrize(
    ("simultaneous", "winner"), [("draw", None), ("mover_wins", "w"), ("mover_loses", "b")]
)
def test_the_option_says_who_wins_when_both_are_connected(
    simultaneous: str, winner: str | None
) -> None:
    """One capture connects both sides: the option says who wins."""
    game = LinesOfAction(LoaOptions(simultaneous=simultaneous))
    position = place("a5 b6 b4 b3 c4 c3 d6", "c8 c7 c6 c5 d7 d5 d2 e6 e5", "w")
    assert game.outcome(position) is None
    assert game.outcome(after(game, "d2xd6", position)) == Outcome(winner, "both_connected")


def test_who_has_one_group_wins() -> None:
    """Black's stones form one group, White's do not: Black has won."""
    position = place("b4 c6 c5 d8 d7 d6 d4 e4 f4", "b7 b5 c7 c4 d5 e6 e5 f6", "w")
    assert GAME.outcome(position) == Outcome("b", "connected")


def test_white_wins_on_a_capture_by_black_in_the_shortest_game() -> None:
    """White wins on Black's capture in the shortest game."""
    position = after(GAME, "c1xa3 a2-c4 c8xa6 a4-d4 e1-c3 d4-g4 c3xa5 c4-f4")
    assert GAME.outcome(position) is None
    assert GAME.outcome(after(GAME, "a3xa7", position)) == Outcome("w", "opponent_connected")


def test_black_wins_after_nine_plies() -> None:
    """Black wins after nine plies."""
    position = after(GAME, "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1")
    assert GAME.outcome(position) is None
    assert GAME.outcome(after(GAME, "e1-e5", position)) == Outcome("b", "connected")


def test_one_stone_is_connected() -> None:
    """A single stone is connected, so its owner has won."""
    position = place("a1 h8 c3", "a8", "w")
    assert GAME.outcome(position) == Outcome("w", "opponent_connected")


def test_no_stones_are_not_connected() -> None:
    """A side without stones has no group; it can only pass."""
    assert texts(GAME, place("a1 h8", "", "w")) == ["pass"]


def test_no_move_passes_or_loses() -> None:
    """The side without a move passes, or loses with no_moves=lose."""
    position = place("a2 b1 b2 g7 g8 h7", "a1 h8", "w")
    losing = LinesOfAction(LoaOptions(no_moves="lose"))
    assert GAME.outcome(position) is None
    assert losing.outcome(position) == Outcome("b", "no_moves")
    assert losing.legal_moves(position) == ()


@pytest.mark.parametrize("no_moves", ["pass", "lose"])
def test_nobody_can_move(no_moves: str) -> None:
    """When neither side can move the game is drawn."""
    game = LinesOfAction(LoaOptions(no_moves=no_moves))
    assert game.outcome(place("", "", "b")) == Outcome(None, "no_moves")


def test_third_occurrence_draws() -> None:
    """The position after ply 29 stands again after plies 33 and 37: drawn at ply 37, not before."""
    game = LinesOfAction(LoaOptions(setup="scrambled"))
    position = after(game, f"{LONG_GAME} {CYCLE} g6-e6 h4-e4")
    assert game.outcome(position) is None
    assert game.outcome(after(game, "e6-g6", position)) == Outcome(None, "repetition")


def test_start_position_counts() -> None:
    """The start position for the third time, after eight plies, is a draw."""
    position = after(GAME, "b1-h1 a2-c2 h1-b1 c2-a2 b1-h1 a2-c2 h1-b1")
    assert GAME.outcome(position) is None
    assert GAME.outcome(after(GAME, "c2-a2", position)) == Outcome(None, "repetition")


@pytest.mark.parametrize(("repetition", "plies"), [(2, 4), (3, 8), (4, 12)])
def test_repetition_draws_at_the_occurrence_that_was_asked_for(repetition: int, plies: int) -> None:
    """repetition=n draws at the n-th occurrence."""
    game = LinesOfAction(LoaOptions(repetition=repetition))
    cycle = ("b1-h1", "a2-c2", "h1-b1", "c2-a2")
    position = game.start()
    for ply in range(plies):
        assert game.outcome(position) is None
        position = after(game, cycle[ply % 4], position)
    assert game.outcome(position) == Outcome(None, "repetition")


def test_repetition_0_never_draws() -> None:
    """repetition=0 never draws."""
    game = LinesOfAction(LoaOptions(repetition=0))
    assert game.outcome(after(game, "b1-h1 a2-c2 h1-b1 c2-a2 " * 10)) is None


def test_same_board_other_side_is_another_position() -> None:
    """The side to move is part of a position."""
    assert place("a1", "b2 h8", "b") != place("a1", "b2 h8", "w")


def test_history_is_not_part_of_equality() -> None:
    """A position reached again equals and hashes as before, though it has a history."""
    again = after(GAME, "b1-h1 a2-c2 h1-b1 c2-a2")
    assert again == GAME.start()
    assert hash(again) == hash(GAME.start())
    assert again.occurrences == 2


def test_capture_forgets_history() -> None:
    """Nothing from before a capture can come again, so nothing of it is kept."""
    assert after(GAME, "b1-h1 a2-c2 c1xa3").earlier == ()


@given(st.integers(1, 2**64 - 1))
def test_groups_partition_the_stones(stones: int) -> None:
    """Groups are disjoint, cover all stones and do not touch; one group is connected."""
    found = groups(stones)
    assert sum(found) == stones
    assert is_connected(stones) == (len(found) == 1)
    for one in found:
        rim = {
            (s % 8 + dx, s // 8 + dy)
            for s in range(64)
            if one >> s & 1
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
        }
        near = sum(1 << (8 * y + x) for x, y in rim if 0 <= x < 8 and 0 <= y < 8)
        assert near & stones == one
