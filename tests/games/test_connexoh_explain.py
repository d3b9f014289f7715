"""Why moves of Connex'oh are legal or not, and facts for the screen."""

import pytest

from pi_board.games.connexoh import ConnexohPosition, Rotation, facts
from tests.games.connexoh_lines import STAIRCASE, place, rules
from tests.games.lines import after

GAME = rules()
START = GAME.start()
LINKED = after(GAME, START, "a2@180", "f6@90")  # a1-a2 connected for White
OPENED = place(STAIRCASE | {"b6": "SW"}, "c1", "b6 d4", "b")
RING = place({"b3": "SE", "c3": "SW", "c2": "NW"}, "b2 b3 c2", "f6")
OVER = place({}, "", "a6")
DRAW = rules(repetition="2")


@pytest.mark.parametrize(
    ("position", "move", "rule", "text", "sites"),
    [
        (
            after(GAME, START, "a2@180"),
            "a1@90",
            "protected",
            "White's last turn joined a1, so it is locked: "
            "Black may turn it again from the next turn on",
            "a1",
        ),
        (START, "c3@0", "no_rotation", "turning c3 by nothing is not a move", "c3"),
        (START, "c3@360", "no_rotation", "turning c3 by nothing is not a move", "c3"),
        (START, "c3@45", "angle", "a tile turns by 90, 180 or 270 degrees, not by 45", "c3"),
        (START, "g3@90", "off_board", "g3 is not on the board", ""),
        (START, "a1-a7", "off_board", "a7 is not on the board", ""),
        (START, "a0-off", "off_board", "a0 is not on the board", ""),
        (START, "a1-a1", "no_step", "the stone stays on a1", "a1"),
        (START, "a6-a5", "not_yours", "a6 holds Black's stone, and it is White to move", "a6"),
        (START, "c3-c4", "empty_triangle", "no stone lies in White's triangle of c3", "c3"),
        (START, "a1-a2", "no_path", "no path of White's colour leads from a1 to a2", "a1 a2"),
        (
            LINKED,
            "a1-off",
            "not_open",
            "the path of a1 does not end with a full side on White's goal edge",
            "a1",
        ),
        (
            OPENED,
            "b6-off",
            "blocked",
            "Black's own stone on d4 blocks the path of b6 off the board",
            "b6 d4",
        ),
        (
            OPENED,
            "b6-e4",
            "blocked",
            "Black's own stone on d4 blocks the path from b6 to e4",
            "b6 d4 e4",
        ),
        (
            OPENED,
            "b6-d4",
            "blocked",
            "Black's own stone on d4 blocks the path from b6 to d4",
            "b6 d4",
        ),
        (
            RING,
            "b2-c3",
            "blocked",
            "White's own stone on b3 blocks the path from b2 to c3",
            "b2 b3 c3",
        ),
        (
            START,
            "pass",
            "pass_not_allowed",
            "a turn is a rotation or a slide: there is no passing",
            "",
        ),
        (OVER, "c3@90", "game_over", "the game is over: White has won", ""),
        (
            START,
            "c3@180",
            "legal",
            "c3 turns by 180 degrees and makes 2 connections for White",
            "c3 b3 c2",
        ),
        (
            START,
            "c3@90",
            "legal",
            "c3 turns by 90 degrees and makes 1 connection for White",
            "c3 c2",
        ),
        (
            START,
            "a1@90",
            "legal",
            "a1 turns by 90 degrees and makes 0 connections for White",
            "a1",
        ),
        (LINKED, "a1-a2", "legal", "the stone on a1 slides to a2", "a1 a2"),
        (OPENED, "d4-off", "legal", "the stone on d4 leaves the board", "d4"),
    ],
)
def test_each_rule_has_one_sentence_with_the_tiles_that_matter(
    position: ConnexohPosition, move: str, rule: str, text: str, sites: str
) -> None:
    """Each rule has its identifier and one sentence with the tiles that matter."""
    explanation = GAME.explain(position, move)
    assert explanation.rule == f"connexoh.{rule}"
    assert str(explanation.text) == text
    assert explanation.sites == tuple(sites.split())
    assert explanation.legal == (rule == "legal")


def test_drawn_game_is_over() -> None:
    """A draw has its own sentence."""
    position = after(DRAW, DRAW.start(), "a1@180", "f6@180", "a1@180", "f6@180")
    assert str(DRAW.explain(position, "a1@90").text) == "the game is over: a draw"


def test_paths_for_the_screen() -> None:
    """White's two chains after a2@180 and f6@90, and the single tiles along his goal edge."""
    shown = facts.paths_of(LINKED, "w")
    assert [path.sites for path in shown if not path.is_open] == [("a1", "a2"), ("f5", "f6")]
    assert [path.sites for path in shown if path.is_open] == [(f"{file}6",) for file in "abcde"]


def test_rings_for_the_screen() -> None:
    """A ring is no chain: its ends are connected."""
    ring = next(path for path in facts.paths_of(RING, "w") if path.is_ring)
    assert sorted(ring.sites) == ["b2", "b3", "c2", "c3"]
    assert not ring.is_open


def test_open_path_begins_at_the_goal_edge() -> None:
    """The staircase from f1, where it leaves the board, up to b6."""
    path = next(path for path in facts.paths_of(OPENED, "b") if "b6" in path.sites)
    assert path.is_open
    ends = ["f1", "e1", "e2", "f2", "f3", "e3", "e4", "d4", "d5", "c5", "c6", "b6"]
    assert path.sites[: len(ends)] == tuple(ends)


def test_connections_for_the_screen() -> None:
    """What is connected, and what a rotation would newly connect, in either colour."""
    assert facts.connections(LINKED, "w", "a2") == ("a1",)
    assert facts.connections(LINKED, "b", "a2") == ("a3", "b2")
    c3 = START.board.names.index("c3")
    assert facts.connections_made(START, "w", Rotation(c3, 180)) == ("b3", "c2")
    assert facts.connections_made(START, "b", Rotation(c3, 180)) == ("c4", "d3")


def test_counts_for_the_screen() -> None:
    """Protected tiles and stones home."""
    assert facts.protected(after(GAME, START, "c3@180")) == ("b3", "c2", "c3")
    assert facts.protected(START) == ()
    assert facts.stones_home(START, "w") == 0
    assert facts.stones_home(OPENED, "b") == 4


def test_left_by_a_slide() -> None:
    """A stone slid off has left, a stone slid along has not."""
    for slide, left in (("d4-off", ("d4",)), ("b6-c5", ())):
        then = after(GAME, OPENED, slide)
        assert dict(GAME.facts(OPENED, then, "b", GAME.layouts[0]))["left"] == left
        home = [facts.brought_home(OPENED, then, player) for player in ("b", "w")]
        assert home == [len(left), 0]
