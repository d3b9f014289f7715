"""`pi-board calibrate` without a further command: questions, then hints, on a terminal."""

from __future__ import annotations

import io
import queue
import shutil
import threading
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from calibration.profile import load_profile, picture_path, profile_path
from pi_board.app import sources
from pi_board.cli import calibrate
from pi_board.core.observation import Command
from pi_board.vision.geometry import Image
from tests.cli.running import ran
from tests.shared import same_pictures as same_pictures

pytestmark = pytest.mark.usefixtures("same_pictures")
START = Path(__file__).parents[1] / "frames" / "demo" / "loa" / "f_0000.jpg"

Guided = Callable[..., tuple[int, str, str]]


@pytest.fixture
def guided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Guided:
    """Sets up the board `oak` from a picture of its start position, typing these lines when asked
    to go on: exit code, stdout, stderr.
    """
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("PI_BOARD_CONFIG", str(tmp_path / "none.toml"))
    source = tmp_path / "start"
    source.mkdir()
    shutil.copy(START, source)

    def run(*typed: str) -> tuple[int, str, str]:
        lines = ("loa", str(source), "oak", *typed)
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return ran(capsys, "calibrate")

    return run


def test_a_board_is_set_up_by_going_on(guided: Guided) -> None:
    """The view, the start position, saving: three times."""
    code, out, _ = guided("", "", "")
    assert code == 0
    path = profile_path("oak")
    kept = load_profile(path)
    assert kept.view is not None
    assert (kept.game, kept.view.layout) == ("loa", "loa")
    assert picture_path(path).exists()
    assert f"{path}: score {kept.view.score} of 10" in out.splitlines()


@pytest.mark.parametrize("typed", [("", "", "q"), ("",)])
def test_leaving_before_the_end_saves_nothing(guided: Guided, typed: tuple[str, ...]) -> None:
    """By `q`, or by closing the terminal."""
    code, _, err = guided(*typed)
    assert code == 1
    assert "nothing is saved" in err
    assert not profile_path("oak").exists()


def test_what_is_no_command_is_answered_with_those_there_are(guided: Guided) -> None:
    """And changes nothing."""
    code, out, _ = guided("what", "", "", "")
    assert code == 0
    assert out.count("Enter: go on") == 2


@pytest.mark.parametrize(("at_terminal", "shown"), [(True, 1), (False, 3)])
def test_what_is_typed_at_a_terminal_is_not_kept_waiting(
    monkeypatch: pytest.MonkeyPatch, at_terminal: bool, shown: int
) -> None:
    """Also while many recorded pictures are looked at; lines of a file wait for the last one."""
    stdin = io.StringIO("q\n")
    monkeypatch.setattr(stdin, "isatty", lambda: at_terminal)
    monkeypatch.setattr("sys.stdin", stdin)
    reads = threading.Event()

    def read_lines(typed: queue.SimpleQueue[str]) -> None:
        typed.put("q")
        reads.set()

    def pictures(_: str) -> Iterator[Image]:
        assert reads.wait(10)
        yield from [np.zeros((4, 4, 3), np.uint8)] * 3

    monkeypatch.setattr(calibrate, "_read_lines", read_lines)
    monkeypatch.setattr(sources, "pictures", pictures)
    items = list(islice(calibrate._items("folder", live=False), shown + 1))
    assert items[-1] == Command(0.0, "setup_quit")
