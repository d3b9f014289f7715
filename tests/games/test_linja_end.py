"""How a game of Linja ends, and the points."""

import pytest

from pi_board.core.game import Outcome, Score
from tests.games.lines import after, texts
from tests.games.linja_lines import due, place, rules

OFFICIAL_END = place([0, 0, 0, 0, 0, 2, 4, 6], [5, 3, 3, 1, 0, 0, 0, 0])
LAST_MEETING = place([0, 0, 0, 1, 1, 0, 4, 6], [6, 3, 1, 2, 0, 0, 0, 0])
BLOCKADE = place([0, 0, 6, 6, 0, 0, 0, 0], [0, 0, 0, 0, 6, 6, 0, 0])
# White is home; Black still has stones on the same line
HOME = [0, 0, 0, 0, 0, 0, 0, 12], [4, 4, 0, 0, 0, 0, 0, 2]


def test_score_of_the_rule_sheet() -> None:
    """46 to 41."""
    game = rules()
    assert game.score(OFFICIAL_END) == Score(b=41, w=46)
    assert game.outcome(OFFICIAL_END) == Outcome("w", "separated")
    assert texts(game, OFFICIAL_END) == []


def test_score_at_the_start() -> None:
    """Both begin with 6 points: one stone each on rows 4, 5 and 6."""
    game = rules()
    assert game.score(game.start()) == Score(b=6, w=6)


def test_game_ends_between_the_moves_of_a_turn() -> None:
    """The last meeting ends the game at once: no follow-up."""
    game = rules()
    over = after(game, LAST_MEETING, "3-4")
    assert game.outcome(over) == Outcome("w", "separated")
    assert game.score(over) == Score(b=43, w=44)
    assert texts(game, over) == []


def test_game_ends_with_the_turn() -> None:
    """With end_check=turn_end the follow-up is still made."""
    game = rules(end_check="turn_end")
    middle = after(game, LAST_MEETING, "3-4")
    assert due(game, middle) == "w f1 0"
    assert game.outcome(middle) is None
    assert game.outcome(after(game, middle, "/6-7")) == Outcome("w", "separated")


def test_black_can_separate_too() -> None:
    """Either player's move may end the game, whoever has more points."""
    game = rules()
    over = after(game, place([0, 0, 0, 0, 6, 6, 0, 0], [0, 1, 0, 0, 1, 0, 0, 0], "b i 0"), "3-4")
    assert game.outcome(over) == Outcome("w", "separated")


def test_equal_points_are_a_draw() -> None:
    """Equal points."""
    position = place([0, 0, 0, 0, 0, 0, 0, 12], [12, 0, 0, 0, 0, 0, 0, 0])
    assert rules().outcome(position) == Outcome(None, "separated")


def test_neighbouring_rows_are_separate_and_a_shared_row_is_not() -> None:
    """White's hindmost stone must stand higher than Black's, not level."""
    assert rules().outcome(place([0, 0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0, 0])) is not None
    assert rules().outcome(place([0, 0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 1, 0, 0, 0])) is None


@pytest.mark.parametrize("to_move", ["w", "b"])
def test_stones_of_both_on_a_start_line(to_move: str) -> None:
    """All White stones home beside Black ones: over by one rule, not by the strict one."""
    position = place(*HOME, f"{to_move} i 0")
    assert rules().outcome(position) is None
    over = rules(end_rule="field_only").outcome(position)
    assert over is not None
    assert over.reason == "separated"


def test_field_only_waits_for_stones_that_have_not_set_out() -> None:
    """Stones on their own start line have not passed anybody yet."""
    position = place([6, 0, 0, 0, 0, 0, 3, 3], [0, 3, 3, 0, 0, 0, 0, 6])
    assert rules(end_rule="field_only").outcome(position) is None


def test_points_decide_a_deadlock() -> None:
    """Neither side has an initial move: the points decide, here 0 to 0."""
    assert rules().outcome(BLOCKADE) == Outcome(None, "deadlock")


def test_deadlock_of_one_side_is_none() -> None:
    """One side alone without a move passes."""
    position = place([0, 0, 6, 6, 0, 0, 0, 0], [0, 0, 0, 0, 6, 5, 1, 0])
    game = rules()
    assert game.outcome(position) is None
    assert texts(game, position) == ["pass"]
