"""What `read` says of a profile that does not fit what it is asked to read."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from calibration.profile import Profile, View, picture_path, profile_path, save_profile
from pi_board.vision.pictures import load_picture
from tests.cli.running import ran

FRAME = Path(__file__).parents[1] / "frames" / "demo" / "loa" / "f_0000.jpg"
CORNERS = ((122.78, 360.09), (101.28, 92.21), (378.03, 41.77), (485.75, 273.72))


@pytest.fixture
def oak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a profile of the recorded board."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    view = View("2026-01-02", "camera", (640, 480), "loa", CORNERS, 4, 9)
    save_profile(Profile("oak", "loa", view=view), profile_path("oak"), load_picture(FRAME))
    return profile_path("oak")


def run(capsys: pytest.CaptureFixture[str], *pictures: Path) -> tuple[int, str, str]:
    """Read with the profile: exit code, stdout, stderr."""
    return ran(capsys, "read", "loa", *pictures, "--profile", "oak", "--json")


def test_a_profile_that_fits_is_silent(oak: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a picture as it was set up with."""
    code, out, err = run(capsys, FRAME)
    assert (code, err) == (0, "")
    assert json.loads(out)["found"] is True


def test_pictures_of_another_size_are_told_once(
    oak: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As `watch` does, on stderr; they are read all the same."""
    large = tmp_path / "large.png"
    cv2.imwrite(str(large), cv2.resize(load_picture(FRAME), (960, 720)))
    code, out, err = run(capsys, FRAME, large, large)
    assert code == 0
    assert [json.loads(line)["found"] for line in out.splitlines()] == [True] * 3
    assert err.splitlines() == [
        "pi-board: profile oak: Set up on 2026-01-02 with 640x480 pixels; "
        "the camera now gives 960x720.",
        "pi-board: calibrate loa anew (pi-board calibrate)",
    ]


def test_a_damaged_picture_of_the_profile_is_told_once(
    oak: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is not taken for a picture that was to be read; these are read."""
    path = picture_path(oak)
    path.write_bytes(path.read_bytes()[:3000])
    code, out, err = run(capsys, FRAME, FRAME)
    assert code == 0
    assert len(out.splitlines()) == 2
    assert err.count("pi-board: profile oak: its picture is damaged") == 1
    assert str(path) in err
    assert len(err.splitlines()) == 1


def test_a_damaged_profile_is_refused_before_anything_is_read(
    oak: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, however many pictures."""
    text = oak.read_text().replace("score = 9", "score = 99")
    oak.write_text(text)
    code, out, err = run(capsys, FRAME, FRAME)
    assert (code, out) == (1, "")
    assert err == f"pi-board: {oak}: camera.score = 99, expected a whole number from 0 to 10\n"
