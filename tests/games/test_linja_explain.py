"""Why small moves of Linja are legal or not, and facts for the screen."""

import pytest

from pi_board.games.linja import Linja, LinjaPosition, facts
from tests.games.lines import after
from tests.games.linja_lines import place, rules

GAME = rules()
OPTIONAL = rules(followup="optional")
START = GAME.start()
FOUR_DUE = after(GAME, place([5, 0, 1, 2, 2, 1, 1, 0], [0, 1, 2, 2, 2, 0, 0, 5]), "2-3")
FULL = place([6, 1, 0, 3, 1, 1, 0, 0], [0, 1, 0, 3, 1, 0, 1, 6])
BONUS = after(GAME, place([9, 1, 0, 1, 0, 1, 0, 0], [0, 2, 0, 0, 0, 0, 3, 7]), "5-6", "/1-4")
OVER = place([0, 0, 0, 0, 0, 2, 4, 6], [5, 3, 3, 1, 0, 0, 0, 0])
DRAWN = place([0, 0, 6, 6, 0, 0, 0, 0], [0, 0, 0, 0, 6, 6, 0, 0])
STUCK = place([0, 0, 0, 0, 0, 0, 0, 12], [0, 2, 2, 2, 0, 0, 0, 6])


@pytest.mark.parametrize(
    ("position", "move", "rule", "text"),
    [
        (START, "3-2", "backward", "stones move forward, never backward from row 3 to row 2"),
        (START, "2-2", "sideways", "stones move forward, never sideways along row 2"),
        (START, "2-4", "distance", "a first move is exactly 1 row, not 2"),
        (FOUR_DUE, "/0-3", "distance", "the follow-up must be exactly 4 rows, not 3"),
        (FOUR_DUE, "/3-5", "distance", "the follow-up must be exactly 4 rows, not 2"),
        (
            FOUR_DUE,
            "/5-6",
            "distance",
            "the follow-up must be exactly 4 rows, so from row 5 it ends on the goal line, row 7, "
            "not on row 6",
        ),
        (
            after(GAME, START, "6-7"),
            "/0-2",
            "distance",
            "the follow-up must be exactly 1 row, not 2",
        ),
        (
            FOUR_DUE,
            "0-1",
            "followup_due",
            "a follow-up of exactly 4 rows is due, not a first move",
        ),
        (START, "/0-4", "followup_not_due", "no follow-up is due: White makes a first move"),
        (BONUS, "/0-1", "followup_not_due", "no follow-up is due: White makes a first move"),
        (
            after(GAME, FULL, "0-1"),
            "/1-3",
            "full_row",
            "row 3 is full with 6 stones, so no stone may stop on it",
        ),
        (
            FOUR_DUE,
            "/2-6",
            "not_yours",
            "only Black's stones stand on row 2, and it is White to move",
        ),
        (FULL, "2-3", "no_stone", "no stone stands on row 2"),
        (START, "7-8", "goal_line", "a stone on the goal line, row 7, does not move any more"),
        (START, "6-8", "off_board", "there is no row 8: the rows are 0 to 7"),
        (
            START,
            "pass",
            "pass_not_allowed",
            "White has a first move, such as 0-1, and must not pass",
        ),
        (FOUR_DUE, "pass", "pass_not_allowed", "White has a follow-up of exactly 4 rows to make"),
        (BONUS, "pass", "pass_not_allowed", "White has another first move to make"),
        (
            START,
            "stop",
            "stop_not_allowed",
            "a turn begins with a first move and cannot be stopped before it",
        ),
        (
            FOUR_DUE,
            "stop",
            "stop_not_allowed",
            "under these rules White must make the follow-up of 4 rows",
        ),
        (
            BONUS,
            "stop",
            "stop_not_allowed",
            "under these rules White must make another first move",
        ),
        (OVER, "5-6", "game_over", "the game is over: White has won"),
        (DRAWN, "pass", "game_over", "the game is over: a draw"),
        (STUCK, "pass", "legal", "White has no first move: pass"),
        (START, "0-1", "legal", "0-1 earns a follow-up of exactly 2 rows"),
        (START, "6-7", "legal", "6-7 earns a follow-up of exactly 1 row"),
        (FOUR_DUE, "/0-4", "legal", "/0-4 ends White's turn"),
    ],
)
def test_each_rule_has_one_sentence_with_the_numbers_that_matter(
    position: LinjaPosition, move: str, rule: str, text: str
) -> None:
    """Each rule has its identifier and one sentence with the numbers that matter."""
    explanation = GAME.explain(position, move)
    assert explanation.rule == f"linja.{rule}"
    assert str(explanation.text) == text
    assert explanation.legal == (rule == "legal")


@pytest.mark.parametrize(
    ("game", "position", "move", "rule", "text"),
    [
        (
            rules(overshoot="illegal"),
            FOUR_DUE,
            "/5-7",
            "overshoot",
            "a follow-up of 4 rows from row 5 would pass the goal line, which these rules forbid",
        ),
        (OPTIONAL, FOUR_DUE, "stop", "legal", "White ends the turn here"),
        (
            rules(goal_entry="extra_basic"),
            START,
            "6-7",
            "legal",
            "6-7 earns another first move",
        ),
    ],
)
def test_sentences_of_other_rules(
    game: Linja, position: LinjaPosition, move: str, rule: str, text: str
) -> None:
    """The options have their sentences too."""
    explanation = game.explain(position, move)
    assert (explanation.rule, str(explanation.text)) == (f"linja.{rule}", text)


def test_legal_move_that_ends_the_game() -> None:
    """The sentence says so."""
    position = place([0, 0, 0, 1, 1, 0, 4, 6], [6, 3, 1, 2, 0, 0, 0, 0])
    assert str(GAME.explain(position, "3-4").text) == "3-4 ends the game"


def test_sites_are_the_holes_of_the_rows() -> None:
    """White's own rows 2 and 4 are board rows 6 and 4."""
    sites = GAME.explain(START, "2-4").sites
    assert sites == tuple(f"{hole}{row}" for row in (6, 4) for hole in "abcdef")


def test_rows_for_the_screen() -> None:
    """Board rows from Black's home: stones, values to either side, full or not."""
    shown = facts.rows(GAME, FULL)
    assert [row.number for row in shown] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [row.value_b for row in shown] == [0, 0, 0, 0, 1, 2, 3, 5]
    assert [row.value_w for row in shown] == [5, 3, 2, 1, 0, 0, 0, 0]
    assert [(row.b, row.w) for row in shown[:2]] == [(6, 0), (1, 0)]
    assert [row.number for row in shown if row.is_full] == [5]


def test_reaches_for_the_screen() -> None:
    """White's follow-ups of four lead down the board, Black's initial moves up."""
    white = facts.reaches(GAME, FOUR_DUE)
    assert [(reach.source, reach.target) for reach in white] == [
        (8, 4),
        (5, 1),
        (4, 1),
        (3, 1),
        (2, 1),
    ]
    black = rules(first="b")
    assert facts.reaches(black, black.start())[0] == facts.Reach(1, 2)
    assert facts.reaches(GAME, STUCK) == ()


def test_nobody_is_told_to_make_a_follow_up_that_is_optional() -> None:
    """Whoever presses the clock without it has not passed, but may end the turn."""
    text = str(OPTIONAL.explain(after(OPTIONAL, START, "0-1"), "pass").text)
    assert text == "White may go on or end the turn, but not pass"
