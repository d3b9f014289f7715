"""`pi-board watch` on recorded pictures: what other programs rely on."""

import json
from pathlib import Path

from click.testing import CliRunner

from pi_board.cli.main import cli

DEMO = Path(__file__).parents[1] / "frames" / "demo"


def watched(*arguments: str):
    return CliRunner().invoke(cli, ["watch", *arguments, "--no-evidence"])


def test_events_are_json_lines_in_order() -> None:
    """Each line is one event with a name, a time and a frame; the moves are those played."""
    result = watched("connexoh", str(DEMO / "connexoh"), "--interval", "0.5", "--json")
    events = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert all({"event", "t", "frame"} <= set(event) for event in events)
    times = [event["t"] for event in events]
    assert times == sorted(times)
    played = [event for event in events if event["event"] == "move_played"]
    assert [event["move"] for event in played] == (
        DEMO / "connexoh" / "moves.txt"
    ).read_text().split()
    fields = {"move", "player", "position", "margin", "turn_over", "protected", "left"}
    assert all(fields <= set(event) for event in played)


def test_pictures_of_another_board_are_told() -> None:
    """A board that is never found is said on stderr, and nothing is made up."""
    result = watched("connexoh", str(DEMO / "loa"), "--json")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "no board of connexoh was found" in result.stderr


def test_a_camera_takes_no_interval() -> None:
    """An option that would be ignored is refused."""
    result = watched("loa", "camera", "--interval", "1")
    assert result.exit_code != 0
    assert "a camera has its own time" in str(result.exception)
