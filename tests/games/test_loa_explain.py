"""Why moves of Lines of Action are illegal, and facts for the screen."""

import pytest

from pi_board.games.loa import LinesOfAction, LoaPosition, facts
from pi_board.games.loa.board import SQUARES
from tests.games.loa_boards import after, place

GAME = LinesOfAction()
START = GAME.start()
STUCK = place("a2 b1 b2 g7 g8 h7", "a1 h8", "w")
WON = place("b4 c6 c5 d8 d7 d6 d4 e4 f4", "b7 b5 c7 c4 d5 e6 e5 f6", "w")


@pytest.mark.parametrize(
    ("position", "move", "rule", "text", "sites"),
    [
        (
            START,
            "c1-c4",
            "distance",
            "2 stones stand on the line c1-c8, so a stone on it moves exactly 2 squares, not 3",
            "c1 c4",
        ),
        (
            place("c3 a8", "h1 h8", "b"),
            "c3-e1",
            "distance",
            "1 stone stands on the line a5-e1, so a stone on it moves exactly 1 square, not 2",
            "c3 e1",
        ),
        (START, "c3-c5", "empty_square", "no stone stands on c3", "c3"),
        (START, "a2-c2", "not_yours", "a2 holds White's stone, and it is Black to move", "a2"),
        (
            START,
            "b1-c3",
            "not_on_line",
            "c3 is not in the same row, column or diagonal as b1",
            "b1 c3",
        ),
        (START, "b1-b1", "no_step", "the stone stays on b1", "b1"),
        (START, "b1-b9", "off_board", "b9 is not on the board", ""),
        (START, "b1-i1", "off_board", "i1 is not on the board", ""),
        (START, "b0-b2", "off_board", "b0 is not on the board", ""),
        (
            after(GAME, "c8-c6"),
            "a6-d6",
            "enemy_jumped",
            "c6 is jumped over and holds Black's stone",
            "a6 c6 d6",
        ),
        (
            place("b1 b3 h8", "h1 h3", "b"),
            "b1-b3",
            "own_stone",
            "b3 holds Black's own stone, and a stone never lands on its own side's",
            "b1 b3",
        ),
        (START, "pass", "pass_not_allowed", "Black can move and must not pass", ""),
        (WON, "b7-b6", "game_over", "the game is over: Black has won", ""),
        (place("", "", "b"), "a1-a2", "game_over", "the game is over: a draw", ""),
    ],
)
def test_illegal_moves_are_explained(
    position: LoaPosition, move: str, rule: str, text: str, sites: str
) -> None:
    """Every way to be illegal has its own rule name and a sentence with the numbers that matter."""
    explanation = GAME.explain(position, move)
    assert not explanation.legal
    assert explanation.rule == f"loa.{rule}"
    assert str(explanation.text) == text
    assert " ".join(explanation.sites) == sites


@pytest.mark.parametrize(
    ("position", "move", "text"),
    [
        (START, "b1-b3", "b1 moves 2 squares to b3"),
        (START, "c1xa3", "c1 captures White's stone on a3"),
        (STUCK, "pass", "no stone of White can move: pass"),
    ],
)
def test_legal_moves_are_explained(position: LoaPosition, move: str, text: str) -> None:
    """A legal move has the rule name loa.legal and says what it does."""
    explanation = GAME.explain(position, move)
    assert (explanation.legal, explanation.rule, str(explanation.text)) == (True, "loa.legal", text)


@pytest.mark.parametrize("position", [START, after(GAME, "c8-c6 a3-c5 e8-b5"), STUCK, WON])
def test_explanation_and_move_list_agree(position: LoaPosition) -> None:
    """Of all pairs of squares exactly the legal moves are explained as legal."""
    listed = {str(move).replace("x", "-") for move in GAME.legal_moves(position)} - {"pass"}
    pairs = {f"{source}-{target}" for source in SQUARES for target in SQUARES}
    assert {pair for pair in pairs if GAME.explain(position, pair).legal} == listed


def test_groups_for_the_screen() -> None:
    """At the start each side stands in two groups of six."""
    assert facts.group_count(START, "b") == facts.group_count(START, "w") == 2
    assert len(facts.largest_group(START, "w")) == 6
    assert facts.largest_group(place("", "a1", "b"), "b") == ()
    assert len(facts.largest_group(WON, "b")) == WON.black.bit_count()


def test_lines_through_a_square() -> None:
    """c1 stands on a column of 2, a diagonal of 2, a row of 6 and a diagonal of 2."""
    lines = facts.lines_through(START, SQUARES.index("c1"))
    assert [line.stones for line in lines] == [2, 2, 6, 2]
    assert [(line.sites[0], line.sites[-1]) for line in lines] == [
        ("c1", "c8"),
        ("c1", "h6"),
        ("a1", "h1"),
        ("c1", "a3"),
    ]


def test_targets_of_a_stone() -> None:
    """A stone of the side to move has targets, another stone has none."""
    assert facts.targets(START, SQUARES.index("b1")) == ("h1", "b3", "d3")
    assert facts.targets(START, SQUARES.index("a2")) == ()
