"""The commands `moves`, `apply`, `perft` and `explain`, as other programs use them."""

import json
from collections.abc import Callable
from functools import partial

import pytest

from tests.cli.running import ran

Run = Callable[..., tuple[int, str, str]]
WON = "b7/8/8/8/8/8/8/w6w w"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the program: exit code, stdout, stderr."""
    return partial(ran, capsys)


def test_moves_one_per_line_sorted_by_bytes(run: Run) -> None:
    """`moves` prints each legal move on its own line, in byte order."""
    code, out, err = run("moves", "loa")
    lines = out.splitlines()
    assert (code, err, len(lines)) == (0, "", 36)
    assert lines == sorted(lines, key=str.encode)
    assert lines[0] == "b1-b3"


def test_every_answer_comes_as_json_too(run: Run) -> None:
    """One object a line; those that are JSON anyway take the option as well."""
    words = (("moves", "loa"), ("perft", "loa", "2"), ("perft", "loa", "1", "--divide"),
             ("apply", "loa", "b1-b3"), ("explain", "loa", "b1-b4"))  # fmt: skip
    found = {}
    for each in words:
        code, out, err = run(*each, "--json")
        assert (code, err) == (0, "")
        found[each] = [json.loads(line) for line in out.splitlines()]
    assert [answer["move"] for answer in found["moves", "loa"]][:2] == ["b1-b3", "b1-d3"]
    assert found["perft", "loa", "2"] == [{"leaves": 1244}]
    assert found["perft", "loa", "1", "--divide"][0] == {"move": "b1-b3", "leaves": 1}
    assert found["apply", "loa", "b1-b3"][0]["to_move"] == "w"
    assert found["explain", "loa", "b1-b4"][0]["rule"] == "loa.distance"


def test_moves_of_a_finished_game(run: Run) -> None:
    """`moves` prints nothing when the game is over."""
    assert run("moves", "loa", "--position", WON) == (0, "", "")


def test_apply_answers_with_one_object(run: Run) -> None:
    """`apply` says what stands after the moves."""
    code, out, err = run("apply", "loa", "c1xa3", "A2C4")
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert json.loads(out) == {
        "position": "1bbbbbb1/w6w/w6w/w6w/w1w4w/b6w/7w/1b1bbbb1 b",
        "to_move": "b",
        "outcome": "-",
        "reason": None,
        "score": None,
    }


def test_apply_names_outcome_and_reason(run: Run) -> None:
    """`apply` without a move says how the position stands."""
    _, out, _ = run("apply", "loa", "--position", WON)
    answer = json.loads(out)
    assert (answer["outcome"], answer["reason"]) == ("b", "connected")


def test_apply_remembers_repetition(run: Run) -> None:
    """The start position for the third time is a draw; with the rule off it is not."""
    moves = ["b1-h1", "a2-c2", "h1-b1", "c2-a2"] * 2
    _, out, _ = run("apply", "loa", *moves)
    assert json.loads(out)["reason"] == "repetition"
    _, out, _ = run("apply", "loa", *moves, "--rule", "repetition=0")
    assert json.loads(out)["outcome"] == "-"


def test_apply_linja_turns_and_score(run: Run) -> None:
    """Linja's small moves may be given one by one or as a turn; both sides' points are told."""
    _, turn, _ = run("apply", "linja", "0-1/0-2")
    _, single, _ = run("apply", "linja", "0-1", "/0-2")
    assert turn == single
    answer = json.loads(turn)
    assert answer["to_move"] == "b"
    assert set(answer["score"]) == {"b", "w"}


def test_apply_illegal_move(run: Run) -> None:
    """An illegal move: its explanation on stdout, one line on stderr, exit code 1."""
    code, out, err = run("apply", "loa", "c1-c4")
    assert (code, out.count("\n"), err.count("\n")) == (1, 1, 1)
    answer = json.loads(out)
    assert (answer["legal"], answer["rule"]) == (False, "loa.distance")
    assert answer["text"] in err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "no command, expected one of moves, apply"),
        (["games"], "pi-board games --help"),
        (["moves", "chess"], "chess"),
        (["moves"], "GAME"),
        (["moves", "loa", "--position", "rubbish"], "'rubbish'"),
        (["moves", "loa", "--position", ""], "expected 2"),
        (["moves", "loa", "--rule", "colour=b"], "'colour'"),
        (["moves", "loa", "--rule", "first"], "expected name=value"),
        (["moves", "loa", "--preset", "none"], "'none'"),
        (["apply", "loa", "rubbish"], "'rubbish'"),
        (["apply", "loa", ""], "''"),
        (["apply", "linja", "0-1;"], "empty move"),
        (["apply", "linja", "0-1/0-2;3-4"], "over before 3-4"),
        (["explain", "linja", "0-1/0-2;3-4"], "over before 3-4"),
        (["explain", "loa", "c1"], "'c1'"),
        (["explain", "loa"], "MOVE"),
        (["explain", "loa", "c1-c3", "--list"], "without MOVE"),
        (["explain", "loa", "--list", "--position", WON], "without MOVE and --position"),
        (["perft", "loa", "-1"], "-1"),
        (["perft", "loa", "many"], "'many' is not a whole number in the range 0<=x<=100."),
        (["hint", "loa", "--seconds", "long"], "'long' is not a number in the range 0.01<=x<="),
        (["hint", "loa", "--seconds", "nan"], "'nan' is not a number in the range"),
        (["perft", "loa", "0", "--divide"], "expected 1 or more"),
    ],
)
def test_misuse_is_one_line_and_exit_code_1(run: Run, arguments: list[str], expected: str) -> None:
    """What cannot be read is named in one line on stderr, and nothing stands on stdout."""
    code, out, err = run(*arguments)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert expected in err


@pytest.mark.parametrize(
    ("arguments", "end"),
    [
        (["explain", "loa", "q" * 10**4], "expected one like b1-b3, b1xb3 or pass"),
        (["moves", "linja", "--position", "q " * 10**4], "1,0/0,1,1,1,1,1,1,6 w i 0"),
        (["hint", "q" * 10**4], "is not one of 'loa', 'linja', 'connexoh'."),
    ],
)
def test_what_is_far_too_long_hides_no_fault(run: Run, arguments: list[str], end: str) -> None:
    """Where it was found and what is expected stay together on one screen."""
    code, _, error = run(*arguments)
    assert code == 1
    assert "qqq" in error.replace(" ", "")
    assert error.endswith(f"{end}\n")
    assert len(error) < 1000


def test_rule_overrides_preset(run: Run) -> None:
    """`--rule` wins over `--preset`, in any order."""
    position = "2w5/2ww4/1bwbw3/b1www3/1bb5/1bb5/3w4/8 w"
    for rules, outcome in (
        ([], "draw"),
        (["--preset", "gamut"], "w"),
        (["--rule", "simultaneous=mover_loses", "--preset", "gamut"], "b"),
    ):
        _, out, _ = run("apply", "loa", "d2xd6", "--position", position, *rules)
        assert json.loads(out)["outcome"] == outcome


def test_perft_prints_the_number_of_leaves(run: Run) -> None:
    """`perft` prints the number of leaves."""
    assert run("perft", "loa", "2") == (0, "1244\n", "")
    assert run("perft", "loa", "2", "--rule", "setup=scrambled") == (0, "992\n", "")


@pytest.mark.thorough
def test_fast_perft_counts_the_same_where_positions_come_again(run: Run) -> None:
    """After the second time a game may be over, which leaves fewer lines."""
    few = ("perft", "loa", "5", "--position", "b6b/8/8/8/8/8/8/w6w b", "--rule", "repetition=2")
    assert run(*few, "--fast")[1] == run(*few)[1] == "30144\n"
    tiles = ("perft", "connexoh", "3", "--rule", "repetition=2")
    assert run(*tiles, "--fast")[1] == "1128402\n"


def test_perft_divided_prints_each_move_with_its_count(run: Run) -> None:
    """`--divide` prints each legal move with its count."""
    _, out, _ = run("perft", "loa", "2", "--divide")
    lines = [line.split(" ") for line in out.splitlines()]
    assert lines[0][0] == "b1-b3"
    assert sum(int(count) for _, count in lines) == 1244


def test_explain_answers_with_one_object(run: Run) -> None:
    """`explain` of an illegal move is an answer, not a failure."""
    code, out, err = run("explain", "loa", "c1-c4")
    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "legal": False,
        "rule": "loa.distance",
        "text": "2 stones stand on the line c1-c8, so a stone on it moves exactly 2 squares, not 3",
        "sites": ["c1", "c4"],
    }


def test_explain_a_turn(run: Run) -> None:
    """A turn is legal up to its first small move that is not."""
    _, out, _ = run("explain", "linja", "0-1/0-2")
    assert json.loads(out)["legal"]
    _, out, _ = run("explain", "linja", "0-2/0-2")
    assert not json.loads(out)["legal"]


def test_explain_lists_all_identifiers(run: Run) -> None:
    """`explain --list` names every rule and every outcome reason, as JSON if that is asked for."""
    code, out, _ = run("explain", "loa", "--list")
    names = out.splitlines()
    assert code == 0
    assert {"loa.distance", "connected", "repetition", "resigned", "forfeit"} <= set(names)
    assert len(names) == len(set(names))
    _, out, _ = run("explain", "loa", "--list", "--json")
    told = [json.loads(line) for line in out.splitlines()]
    assert [name for one in told for name in one.values()] == names
    assert {"rule": "loa.distance"} in told
    assert {"reason": "connected"} in told


def test_explain_speaks_the_language_that_is_asked_for(run: Run) -> None:
    """The sentence is German, the identifiers stay; without the option the text is English."""
    _, german, _ = run("explain", "loa", "c1-c4", "--language", "de")
    _, english, _ = run("explain", "loa", "c1-c4")
    assert "auf der Linie c1-c8 stehen 2 Steine" in json.loads(german)["text"]
    assert json.loads(english)["text"].startswith("2 stones stand on the line c1-c8")
    assert json.loads(german)["rule"] == json.loads(english)["rule"] == "loa.distance"
