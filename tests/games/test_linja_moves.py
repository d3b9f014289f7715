"""Initial moves, follow-ups and what each option makes of them."""

import pytest

from tests.games.lines import after, texts
from tests.games.linja_lines import due, place, rules

FOUR_STONES = place([5, 0, 1, 2, 2, 1, 1, 0], [0, 1, 2, 2, 2, 0, 0, 5])
FULL_ROW = place([6, 1, 0, 3, 1, 1, 0, 0], [0, 1, 0, 3, 1, 0, 1, 6])
FORFEIT = place([1, 0, 0, 0, 0, 0, 0, 11], [0, 2, 0, 6, 0, 0, 0, 4])
BONUS = place([9, 1, 0, 1, 0, 1, 0, 0], [0, 2, 0, 0, 0, 0, 3, 7])


def test_four_different_stones() -> None:
    """Four stones in the target row make a follow-up of four, cut short by the goal line."""
    game = rules()
    then = after(game, FOUR_STONES, "2-3")
    assert due(game, then) == "w f4 0"
    assert texts(game, then) == ["/0-4", "/3-7", "/4-7", "/5-7", "/6-7"]


def test_the_start_has_seven_moves_and_their_followups_count_both_colours() -> None:
    """Seven initial moves; the follow-up counts both colours without the mover."""
    game = rules()
    start = game.start()
    assert texts(game, start) == ["0-1", "1-2", "2-3", "3-4", "4-5", "5-6", "6-7"]
    then = after(game, start, "0-1")
    assert due(game, then) == "w f2 0"
    assert texts(game, then) == ["/0-2", "/1-3", "/2-4", "/3-5", "/4-6", "/5-7", "/6-7"]
    assert due(game, after(game, start, "6-7")) == "w f1 0"


def test_a_full_row_is_passed_but_not_stopped_on() -> None:
    """A row of six is not stopped on and may be passed."""
    game = rules()
    assert "2-3" not in texts(game, FULL_ROW)
    then = after(game, FULL_ROW, "0-1")
    assert due(game, then) == "w f2 0"
    assert "/1-3" not in texts(game, then)
    assert "/3-5" in texts(game, then)


def test_capacity_limits_field_rows_alone() -> None:
    """The option says how many stones a field row takes; start lines take all."""
    assert "2-3" not in texts(rules(), place([6, 0, 1, 3, 1, 1, 0, 0], [0, 1, 0, 3, 1, 0, 1, 6]))
    row_of_six = place([6, 0, 1, 3, 1, 1, 0, 0], [0, 1, 0, 3, 1, 0, 1, 6])
    assert "2-3" in texts(rules(capacity="7"), row_of_six)
    assert texts(rules(capacity="2"), rules().start()) == ["6-7"]


def test_followup_forfeited() -> None:
    """A follow-up that no stone can make ends the turn without being written."""
    game = rules()
    then = after(game, FORFEIT, "0-1")
    assert due(game, then) == "b i 0"
    assert game.outcome(then) is None


def test_followup_impossible_loses() -> None:
    """With blocked_followup=lose the other player has won, whatever the points."""
    game = rules(blocked_followup="lose")
    then = after(game, FORFEIT, "0-1")
    assert due(game, then) == "w f2 0"
    assert texts(game, then) == []
    outcome = game.outcome(then)
    assert outcome is not None
    assert (str(outcome), outcome.reason) == ("b", "blocked_followup")
    assert game.parse_position(game.position_text(then)) == then


def test_followup_that_need_not_be_made_cannot_lose() -> None:
    """With followup=optional an impossible follow-up only ends the turn."""
    game = rules(blocked_followup="lose", followup="optional")
    assert due(game, after(game, FORFEIT, "0-1")) == "b i 0"


def test_initial_into_empty_row() -> None:
    """An initial move into an empty row has no follow-up."""
    game = rules()
    assert due(game, after(game, BONUS, "3-4")) == "b i 0"


@pytest.mark.parametrize(
    ("goal_entry", "then"),
    [("one_step", "w f1 0"), ("extra_basic", "w e 0"), ("none", "b i 0")],
)
@pytest.mark.parametrize("stones_met", [0, 1, 3, 6])
def test_initial_into_goal_line(goal_entry: str, then: str, stones_met: int) -> None:
    """What entering the goal line earns does not depend on the stones there."""
    game = rules(goal_entry=goal_entry)
    position = place([6, 1, 1, 1, 1, 1, 1, 0], [0, 1, 1, 1, 1, 1, 1, stones_met])
    assert due(game, after(game, position, "6-7")) == then


def test_extra_basic_has_its_own_followup_and_repeats() -> None:
    """An extra basic move is a whole initial move, and may enter the goal line again."""
    game = rules(goal_entry="extra_basic")
    position = place([6, 1, 1, 1, 1, 0, 2, 0], [0, 1, 1, 1, 1, 1, 1, 6])
    again = after(game, position, "6-7", "6-7")
    assert due(game, again) == "w e 0"
    assert due(game, after(game, again, "0-1")) == "w f2 0"


def test_extra_basic_without_stones_ends_the_turn() -> None:
    """An extra basic move that cannot be made is not waited for."""
    game = rules(goal_entry="extra_basic")
    position = place([0, 0, 0, 0, 0, 0, 1, 11], [0, 1, 1, 1, 1, 1, 1, 6])
    assert due(game, after(game, position, "6-7")) == "b i 0"


def test_one_step_into_empty_row_earns_the_bonus() -> None:
    """The step after a goal entry is a follow-up like any other."""
    game = rules()
    position = place([6, 1, 1, 1, 0, 2, 1, 0], [0, 1, 1, 1, 0, 2, 1, 6])
    assert due(game, after(game, position, "6-7", "/3-4")) == "w e 1"


def test_bonus_sequence_once_a_turn() -> None:
    """A follow-up into an empty row earns one more sequence, and only one."""
    game = rules()
    assert due(game, after(game, BONUS, "5-6")) == "w f3 0"
    granted = after(game, BONUS, "5-6", "/1-4")
    assert due(game, granted) == "w e 1"
    assert due(game, after(game, granted, "0-1")) == "w f2 1"
    assert due(game, after(game, granted, "0-1", "/3-5")) == "b i 0"


@pytest.mark.parametrize(("limit", "then"), [("0", "b i 0"), ("1", "w e 1"), ("2", "w e 1")])
def test_the_option_limits_bonus_sequences(limit: str, then: str) -> None:
    """The option says how many bonus sequences a turn has."""
    game = rules(bonus_limit=limit)
    assert due(game, after(game, BONUS, "5-6", "/1-4")) == then


def test_two_bonus_sequences() -> None:
    """With bonus_limit=2 a second follow-up into an empty row earns another sequence."""
    game = rules(bonus_limit="2")
    assert due(game, after(game, BONUS, "5-6", "/1-4", "0-1", "/3-5")) == "w e 2"


def test_impossible_bonus_ends_the_turn() -> None:
    """A bonus sequence without an initial move is not waited for: here rows 2 and 4 are full."""
    game = rules()
    position = place([0, 1, 1, 0, 0, 0, 0, 10], [0, 0, 5, 0, 6, 0, 0, 1], "w f2 0")
    assert due(game, after(game, position, "/1-3")) == "w e 1"
    stuck = place([0, 2, 0, 0, 0, 0, 0, 10], [0, 0, 6, 0, 6, 0, 0, 0], "w f2 0")
    assert due(game, after(game, stuck, "/1-3")) == "b i 0"


@pytest.mark.parametrize(("option", "then"), [("no", "b i 0"), ("yes", "w e 1")])
def test_empty_goal_line(option: str, then: str) -> None:
    """Whether an empty goal line is an empty row is an option; entering it earns a bonus if so."""
    game = rules(goal_empty_bonus=option)
    position = place([3, 3, 0, 0, 3, 3, 0, 0], [3, 0, 2, 1, 0, 0, 3, 0], "w f3 0")
    assert due(game, after(game, position, "/4-7")) == then


def test_rows_beyond_the_goal_are_lost_or_illegal() -> None:
    """Rows beyond the goal line are lost, or the move is illegal."""
    position = place([6, 1, 1, 1, 1, 1, 1, 0], [0, 1, 1, 1, 1, 1, 1, 6], "w f3 0")
    assert "/5-7" in texts(rules(), position)
    assert texts(rules(overshoot="illegal"), position) == ["/0-3", "/1-4", "/2-5", "/3-6", "/4-7"]


def test_optional_followup() -> None:
    """A follow-up or bonus move may be given up with stop, a turn's first move may not."""
    game = rules(followup="optional")
    assert "stop" not in texts(game, BONUS)
    assert "stop" in texts(game, after(game, BONUS, "5-6"))
    bonus = after(game, BONUS, "5-6", "/1-4")
    assert texts(game, bonus)[-1] == "stop"
    assert due(game, after(game, bonus, "stop")) == "b i 0"


def test_a_side_passes_only_without_an_initial_move() -> None:
    """A side without an initial move passes, and only then."""
    game = rules()
    position = place([0, 0, 0, 0, 0, 0, 0, 12], [0, 2, 2, 2, 0, 0, 0, 6])
    assert texts(game, position) == ["pass"]
    assert due(game, after(game, position, "pass")) == "b i 0"


def test_white_and_black_rows_mirror() -> None:
    """Black's row r is White's row 7 - r: Black's 0-1 meets what stands on absolute row 6."""
    game = rules(first="b")
    then = after(game, game.start(), "0-1")
    assert game.position_text(then) == "6,1,1,1,1,1,1,0/0,1,1,1,1,1,2,5 b f2 0"
