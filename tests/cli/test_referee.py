"""``pi-board referee`` and ``pi-board simulate``: JSON Lines in and out."""

from __future__ import annotations

import json

from click.testing import CliRunner, Result

from pi_board.cli.referee import referee
from pi_board.cli.simulate import simulate

START = [".bbbbbb.", *["w......w"] * 6, ".bbbbbb."]
MOVED = [".bbbbbb.", *["w......w"] * 4, "wb.....w", "w......w", "..bbbbb."]


def run(lines: list[dict], *options: str) -> Result:
    """The referee of Lines of Action, fed with `lines`."""
    text = "\n".join(json.dumps(line) for line in lines)
    return CliRunner().invoke(referee, ["loa", "--json", *options], input=text)


def events(result: Result) -> list[dict]:
    """Its answers."""
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def game() -> list[dict]:
    """One move."""
    return [
        {"t": 0.0, "grid": START},
        {"t": 0.5, "grid": START},
        {"t": 1.0, "obstructed": ["b2"]},
        {"t": 1.5, "obstructed": [], "grid": MOVED},
        {"t": 2.0, "grid": MOVED},
    ]


def test_observations_in_events_out() -> None:
    """One JSON object a line, with the fields that other programs rely on."""
    said = events(run(game()))
    assert [event["event"] for event in said] == [
        "setup", "game_started", "obstructed", "clear", "move_played",
    ]  # fmt: skip
    played = said[-1]
    assert (played["move"], played["player"], played["frame"]) == ("b1-b3", "b", None)
    assert played["turn_over"] is True


def test_a_mark_of_utf_8_before_the_first_line_is_no_fault() -> None:
    """Some editors write one."""
    line = "\ufeff" + json.dumps(game()[0])
    result = CliRunner().invoke(referee, ["loa", "--json"], input=line)
    assert events(result) == events(run(game()[:1]))


def test_commands_are_obeyed() -> None:
    """A line with a command is an input like any other."""
    said = events(run([*game(), {"t": 3.0, "command": "resign w"}]))
    assert said[-1] == {
        "event": "game_over", "t": 3.0, "frame": None,
        "outcome": "b", "reason": "resigned", "score": None,
    }  # fmt: skip


def test_rules_positions_policies_and_clocks_can_be_chosen() -> None:
    """Options of the command line reach the table."""
    position = "8/8/8/w1w4w/3b4/8/1b3b2/8 w"
    rows = ["........"] * 3 + ["w.w....w", "...b....", "........", ".b...b..", "........"]
    lines = [{"t": 0.0, "grid": rows}, {"t": 0.5, "grid": rows}, {"t": 700, "obstructed": []}]
    options = ("--position", position, "--clock", "10", "--rule", "repetition=0")
    said = events(run(lines, *options, "--policy", "tournament"))
    assert said[1]["position"] == position
    assert said[1]["rules"]["repetition"] == "0"
    assert said[-1]["reason"] == "flag"


def test_a_bad_line_is_named() -> None:
    """The number of the line, what was found, what was expected."""
    result = run([{"t": 0, "grid": START}, {"t": 1, "grid": ["x"]}])
    assert result.exit_code == 1
    assert "line 2" in str(result.exception)
    assert "expected 8 strings" in str(result.exception)


def test_sentences_for_people() -> None:
    """Without --json the events are something to read."""
    text = "\n".join(json.dumps(line) for line in game())
    result = CliRunner().invoke(referee, ["loa"], input=text)
    assert "move played  move: b1-b3" in result.stdout


def test_a_simulated_game_and_its_summary() -> None:
    """Figures as a table or as one JSON object."""
    options = ["loa", "--table", "clumsy", "--games", "1", "--plies", "6", "--summary"]
    assert "0 wrong moves accepted" in CliRunner().invoke(simulate, options).stdout
    figures = json.loads(CliRunner().invoke(simulate, [*options, "--json"]).stdout)
    assert (figures["games"], figures["wrong"]) == (1, 0)


def test_the_same_seed_plays_the_same_game() -> None:
    """Chance is seeded."""
    options = ["linja", "--seed", "4", "--plies", "4", "--json", "--sensor", "both"]
    first, second = (CliRunner().invoke(simulate, options).stdout for _ in range(2))
    assert first == second
    assert '"move_played"' in first


def test_sentences_for_people_are_in_their_language_and_json_is_not() -> None:
    """Text lines follow --language; what programs read stays English."""
    wrong = [row.replace("w......w", "w...b..w") if i == 3 else row for i, row in enumerate(START)]
    wrong[0] = ".bbb.bb."
    lines = game()[:2] + [{"t": 1.0 + t / 2, "grid": wrong} for t in range(6)]
    text = "\n".join(json.dumps(line) for line in lines)
    said = CliRunner().invoke(referee, ["loa", "--language", "de"], input=text).output
    assert "stehen" in said or "wird" in said
    told = CliRunner().invoke(referee, ["loa", "--json", "--language", "de"], input=text).output
    assert told == CliRunner().invoke(referee, ["loa", "--json"], input=text).output
