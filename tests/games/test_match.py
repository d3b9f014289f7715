"""The arithmetic of a match."""

import pytest

from pi_board.core.game import Outcome, Player, Score
from pi_board.games.match import Match, PlayedGame


def _game(starter: Player, winner: Player | None, b: int = 0, w: int = 0) -> PlayedGame:
    return PlayedGame(starter, Outcome(winner, "separated"), Score(b, w))


def test_an_empty_match_draws_lots() -> None:
    """Before the first game nobody leads, and the lot decides who starts."""
    match = Match()
    assert (match.points, match.total) == (Score(0, 0), Score(0, 0))
    assert match.leader is None
    assert match.next_starter is None


def test_two_points_for_a_win_one_for_a_draw() -> None:
    """A win counts 2, a draw 1 each, a loss 0."""
    match = Match((_game("w", "w"), _game("b", None), _game("w", "w")))
    assert match.points == Score(b=1, w=5)
    assert match.leader == "w"


def test_equal_points_are_decided_by_board_points() -> None:
    """At one win each, whoever made more board points in all games leads."""
    match = Match((_game("w", "w", b=40, w=44), _game("b", "b", b=46, w=41)))
    assert match.points == Score(2, 2)
    assert match.total == Score(b=86, w=85)
    assert match.leader == "b"


def test_a_match_equal_in_everything_is_drawn() -> None:
    """Equal points and equal board points: neither leads."""
    assert Match((_game("w", "w", b=41, w=46), _game("b", "b", b=46, w=41))).leader is None


def test_games_without_points_count_as_games() -> None:
    """Games without board points add nothing to the totals."""
    match = Match((PlayedGame("b", Outcome("b", "connected")),))
    assert (match.points, match.total, match.leader) == (Score(2, 0), Score(0, 0), "b")


@pytest.mark.parametrize(
    ("starter", "winner", "expected"),
    [("w", "w", "b"), ("b", "w", "b"), ("w", "b", "w"), ("w", None, "b"), ("b", None, "w")],
)
def test_who_starts_next(starter: Player, winner: Player | None, expected: Player) -> None:
    """The loser starts the next game; after a draw, whoever did not start the drawn one."""
    match = Match().with_game(_game("b", None)).with_game(_game(starter, winner))
    assert match.next_starter == expected
