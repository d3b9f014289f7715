"""Leaving the board and the end of Connex'oh."""

import pytest

from pi_board.core.game import Outcome
from pi_board.games.connexoh import facts
from tests.games.connexoh_lines import STAIRCASE, place, rules, slides, stones
from tests.games.lines import after, texts

BOTH_SCOPES = pytest.mark.parametrize("scope", ["mover", "both"])
OPENED = STAIRCASE | {"b6": "SW"}


@BOTH_SCOPES
def test_stones_leave_at_once(scope: str) -> None:
    """b6@180 opens a5-b5-b6-a6: the stone on a5 leaves, the one on c1 stays."""
    game = rules(exit_scope=scope)
    before = place({"a5": "SE", "b5": "NW"}, "a5 c1", "c6")
    move = game.parse_move(before, "b6@180")
    then = game.play(before, move)
    assert stones(then, "w") == "c1"
    assert dict(game.facts(before, then, "w", game.layouts[0]))["left"] == ("a5",)
    assert [facts.brought_home(before, then, player) for player in ("w", "b")] == [1, 0]
    path = next(path for path in facts.paths_of(then, "w") if "a5" in path.sites)
    assert path.is_open
    assert path.sites == ("a6", "b6", "b5", "a5", "a4")
    assert game.outcome(then) is None


@BOTH_SCOPES
def test_last_stone_home_wins(scope: str) -> None:
    """The rotation that takes off the last stone wins."""
    game = rules(exit_scope=scope)
    then = after(game, place({"a5": "SE", "b5": "NW"}, "a5", "c6"), "b6@180")
    assert game.outcome(then) == Outcome("w", "all_home")
    assert texts(game, then) == []


@BOTH_SCOPES
def test_a_turn_that_lets_out_the_last_stones_of_both_loses(scope: str) -> None:
    """White's last stone leaves, and the same rotation lets Black's out: Black wins."""
    game = rules(exit_scope=scope)
    then = after(game, place(STAIRCASE, "a5", "b6"), "b6@180")
    assert game.outcome(then) == Outcome("b", "double_exit")
    assert (then.white, then.black, then.to_move) == (0, 0, "b")
    assert texts(game, then) == []


def test_black_paths_were_open_before() -> None:
    """Black's last stone stood on an open path already: White's rotation did not let it out."""
    position = place({"a5": "SE", "b5": "NW", "e1": "SW"}, "a5", "f1")
    assert [p.sites[0] for p in facts.paths_of(position, "b") if p.is_open][-1] == "f1"
    game = rules()
    then = after(game, position, "b6@180")
    assert game.outcome(then) == Outcome("w", "all_home")
    assert stones(then, "b") == "f1"


def test_one_black_stone_is_not_let_out() -> None:
    """A second black stone on no open path: White has won."""
    then = after(rules(), place(STAIRCASE, "a5", "b6 a3"), "b6@180")
    assert rules().outcome(then) == Outcome("w", "all_home")
    assert stones(then, "b") == "a3 b6"


def test_opponents_last_stone_under_mover() -> None:
    """A path opened for the opponent does not empty itself: he slides off, and wins."""
    game = rules()
    then = after(game, place(STAIRCASE, "c1", "b6"), "b6@180")
    assert game.outcome(then) is None
    assert "b6-off" in texts(game, then)
    assert game.outcome(after(game, then, "b6-off")) == Outcome("b", "all_home")


def test_opponents_last_stone_under_both() -> None:
    """A rotation that takes off only the opponent's last stones makes him win."""
    game = rules(exit_scope="both")
    then = after(game, place(STAIRCASE, "c1", "b6"), "b6@180")
    assert game.outcome(then) == Outcome("b", "all_home")


def test_nearest_stone_leaves_first() -> None:
    """Of b6 and d4 on the open staircase d4 leaves; b6 goes as far as d5."""
    game = rules()
    possible = slides(game, place(OPENED, "c1", "b6 d4", "b"))
    assert "d4-off" in possible
    assert "b6-off" not in possible
    assert [text for text in possible if text.startswith("b6")] == ["b6-c5", "b6-c6", "b6-d5"]


def test_rotating_an_open_path_of_ones_own_empties_it() -> None:
    """A path opened by the opponent empties itself when its owner's rotation leaves it open."""
    game = rules()
    position = place(OPENED, "c1", "b6 d4", "b")
    turned = after(game, position, "f1@270")  # f1 SE: dark no longer connects with e1
    assert stones(turned, "b") == "b6 d4"
    turned = after(game, position, "b6@90")  # b6 NW: dark still connects with c6
    assert stones(turned, "b") == ""


def test_a_corner_on_the_goal_edge_does_not_count() -> None:
    """White's stone on row 6 in a triangle that touches the edge by a corner stays."""
    game = rules()
    position = place({"a6": "SE"}, "a6 c1", "c6")
    assert "a6-off" not in texts(game, position)
    assert stones(after(game, position, "a6@90"), "w") == "a6 c1"
    assert stones(after(game, position, "a6@180"), "w") == "c1"


def test_side_edges_mean_nothing() -> None:
    """A path that ends on the west edge leads nowhere."""
    game = rules()
    position = place({"a3": "NW"}, "a3", "c6")
    assert not any(text.endswith("off") for text in texts(game, position))


@pytest.mark.parametrize(
    ("white", "black", "to_move", "outcome"),
    [
        ("", "a6", "b", Outcome("w", "all_home")),
        ("", "a6", "w", Outcome("w", "all_home")),
        ("a1", "", "w", Outcome("b", "all_home")),
        ("", "", "w", Outcome("w", "double_exit")),
        ("", "", "b", Outcome("b", "double_exit")),
        ("a1", "a6", "w", None),
    ],
)
def test_outcome_of_a_position(
    white: str, black: str, to_move: str, outcome: Outcome | None
) -> None:
    """A side without stones has won; both without: the side to move."""
    assert rules().outcome(place({}, white, black, "w" if to_move == "w" else "b")) == outcome
