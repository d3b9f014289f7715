"""``pi-board simulate``: options that would be passed over, or harm, are refused."""

from __future__ import annotations

import re

import pytest

from tests.cli.running import ran


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["loa", "--hardware", "--sensor", "camera"], "--hardware has reeds only"),
        (["loa", "--no-diodes"], "--no-diodes is for --hardware"),
        (["connexoh", "--hardware", "--no-diodes"], "connexoh has shift registers"),
        (["loa", "--hardware", "--coding", "gray"], "--coding is for tiles"),
        (["loa", "--pictures", "--hardware"], "--pictures are a camera's"),
        (["loa", "--pictures", "--sensor", "reeds"], "--pictures are a camera's"),
        (["loa", "--workers", "10000"], "10000 is not in the range 1<=x<=64"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    options: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one line, before anything is played."""
    code, out, err = ran(capsys, "simulate", *options)
    assert (code, out, words in err) == (1, "", True)


def test_one_game_is_not_called_games(capsys: pytest.CaptureFixture[str]) -> None:
    """What is counted reads well with any number."""
    _, out, _ = ran(capsys, "simulate", "loa", "--plies", "1", "--summary")
    told = "1 game, 1 move: 0 wrong moves accepted, 1 record equal to what was played, "
    assert out.startswith(told)


def test_the_lamps_are_drawn_beside_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    """`--hardware`: after a move they light where it went from and to, row 1 below."""
    _, _, drawn = ran(capsys, "simulate", "loa", "--hardware", "--plies", "2", "--summary")
    told = re.search(r"played (\w\d)[-x](\w\d)", drawn)
    assert told is not None
    rows = [line.rpartition("│")[2].split() for line in drawn.splitlines()[1:9]]
    lit = {
        f"{file}{8 - y}"
        for y, row in enumerate(rows)
        for file, lamp in zip("abcdefgh", row, strict=True)
        if lamp == "●"
    }
    assert lit == set(told.groups())


@pytest.mark.thorough
def test_drawings_of_the_table_are_read_as_a_camera_sees_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`--pictures`: what is played is seen."""
    _, out, _ = ran(capsys, "simulate", "loa", "--pictures", "--plies", "2", "--summary")
    told = "1 game, 2 moves: 0 wrong moves accepted, 1 record equal to what was played, "
    assert out.startswith(told)
