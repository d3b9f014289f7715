"""The command `read`, as people and other programs use it."""

import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.cli.running import ran
from tests.disks import full

FRAMES = Path(__file__).parents[1] / "frames"
STILLS = FRAMES / "stills"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command: exit code, stdout, stderr."""
    return partial(ran, capsys, "read")


def test_answer_is_one_json_object_a_picture(run: Run) -> None:
    """All the fields of a board that was found."""
    code, out, _ = run("loa", STILLS / "loa_027.jpg", "--json")
    answer = json.loads(out)
    truth = json.loads((STILLS / "loa_027.json").read_text())
    assert code == 0
    assert answer["found"] is True
    assert answer["image"].endswith("loa_027.jpg")
    assert answer["state"] == {"grid": truth["state"]["grid"]}
    assert np.allclose(answer["corners_px"], truth["corners_px"], atol=3)
    assert answer["markers"] >= 3
    assert 0 < answer["confidence"] <= 1
    assert answer["seconds"] > 0
    assert answer["uncertain"] == [] or isinstance(answer["uncertain"][0], str)
    assert "orientation" not in answer


def test_orientation_is_unknown_without_fiducials(run: Run) -> None:
    """Rows are counted, and nobody claims to know which end is which."""
    _, out, _ = run("linja", STILLS / "linja_004.jpg", "--json")
    answer = json.loads(out)
    assert answer["orientation"] == "unknown"
    assert answer["markers"] == 0
    assert [row["row"] for row in answer["state"]["rows"]] == [8, 7, 6, 5, 4, 3, 2, 1]


def test_no_board_is_an_answer(run: Run, tmp_path: Path) -> None:
    """A black picture is not an error: found is false, with a reason."""
    path = tmp_path / "black.png"
    cv2.imwrite(str(path), np.zeros((120, 160, 3), np.uint8))
    code, out, _ = run("loa", path, "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["found"] is False
    assert answer["reason"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "name"), [("linja", "connexoh_like_squares"), ("loa", "linja_sticks_on_blue")]
)
def test_another_game_s_board_is_not_read(run: Run, game: str, name: str) -> None:
    """Something like a grid of this game's is seen in it, but hardly a site can be read."""
    _, out, _ = run(game, FRAMES / f"{name}.jpg", "--json")
    answer = json.loads(out)
    assert answer["found"] is False
    assert "another game's board" in answer["reason"]


def test_a_hand_over_a_quarter_of_a_board_leaves_it_this_game_s(run: Run) -> None:
    """What is under it is hidden, the rest is told."""
    _, out, _ = run("linja", FRAMES / "linja_hand_over_many_holes.jpg", "--json")
    answer = json.loads(out)
    assert answer["found"] is True
    assert answer["obstructed"] == ["b1", "b2", "a3", "b3", "c3", "a4", "b4", "c4", "b5", "c5"]
    assert answer["confidence"] > 0.9
    assert [row[0] for row in answer["state"]["grid"]] == list("w......."), answer["state"]["grid"]


def test_files_that_are_no_pictures_are_named(run: Run, tmp_path: Path) -> None:
    """A line on stderr each; the others are still read; exit 1."""
    text, cut = tmp_path / "text.jpg", tmp_path / "cut.jpg"
    text.write_text("not a picture\n")
    cut.write_bytes((STILLS / "loa_027.jpg").read_bytes()[:20000])
    absent = tmp_path / "absent.jpg"
    code, out, err = run("loa", text, cut, absent, STILLS / "loa_027.jpg", "--json")
    assert code == 1
    assert json.loads(out)["found"] is True
    lines = err.strip().splitlines()
    assert len(lines) == 3
    assert "no picture" in lines[0]
    assert "cut short" in lines[1]
    assert "absent.jpg" in lines[2]


def test_overlay_is_saved(run: Run, tmp_path: Path) -> None:
    """The drawn picture has the size of the one that was read."""
    target = tmp_path / "seen.png"
    code, _, _ = run("loa", STILLS / "loa_027.jpg", "--overlay", target)
    assert code == 0
    drawn = cv2.imread(str(target))
    assert drawn is not None
    assert drawn.shape == (480, 640, 3)


def test_an_overlay_without_a_board_says_why(run: Run, tmp_path: Path) -> None:
    """The picture with the reason on it takes the place of an older one."""
    path, target = tmp_path / "black.png", tmp_path / "seen.png"
    cv2.imwrite(str(path), np.zeros((120, 160, 3), np.uint8))
    target.write_bytes(b"of an earlier picture")
    code, out, _ = run("loa", path, "--overlay", target, "--json")
    assert (code, json.loads(out)["found"]) == (0, False)
    drawn = cv2.imread(str(target))
    assert drawn is not None
    assert drawn.shape == (120, 160, 3)
    assert drawn.any()


def test_a_full_disk_leaves_an_older_overlay(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one there is may be good."""
    monkeypatch.setattr(os, "fsync", full)
    target = tmp_path / "seen.png"
    target.write_bytes(b"of an earlier picture")
    code, _, err = run("loa", STILLS / "loa_027.jpg", "--overlay", target)
    assert (code, target.read_bytes()) == (2, b"of an earlier picture")
    assert "No space left" in err


def test_an_overlay_that_cannot_be_saved_loses_no_answer(run: Run, tmp_path: Path) -> None:
    """The answer is printed, then the fault told; exit 2."""
    target = tmp_path / "nowhere" / "seen.png"
    code, out, err = run("loa", STILLS / "loa_027.jpg", "--overlay", target, "--json")
    assert code == 2
    assert json.loads(out)["found"] is True
    assert err == f"pi-board: cannot write {target}: No such file or directory\n"


def test_an_empty_name_is_told_as_such(run: Run) -> None:
    """It is not the folder one is in; other pictures are still read."""
    code, out, err = run("loa", "", STILLS / "loa_027.jpg", "--json")
    assert code == 1
    assert json.loads(out)["found"] is True
    assert err == "pi-board: an empty name, expected a picture\n"


def test_a_pipe_is_no_picture(run: Run, tmp_path: Path) -> None:
    """Nobody may ever write into it, so nobody waits for that."""
    pipe = tmp_path / "pipe.jpg"
    os.mkfifo(pipe)
    code, _, err = run("loa", pipe)
    assert code == 1
    assert err == (f"pi-board: {pipe}: a pipe, socket or device, expected a file with a picture\n")


def test_a_name_that_is_no_utf8_is_still_valid_json(run: Run, tmp_path: Path) -> None:
    """Its bytes are written as escapes, not as half of a letter."""
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/board\xff.png"))
    path.write_bytes(cv2.imencode(".png", np.zeros((120, 160, 3), np.uint8))[1].tobytes())
    _, out, _ = run("loa", path, "--json")
    name = json.loads(out)["image"]
    assert name.encode().endswith(b"board\\xff.png")


def test_overlay_takes_one_picture(run: Run) -> None:
    """Two pictures cannot be drawn into one file."""
    picture = STILLS / "loa_027.jpg"
    code, _, err = run("loa", picture, picture, "--overlay", "out.png")
    assert code == 1
    assert "one picture" in err


def test_clicked_corners_say_where_the_board_is(run: Run) -> None:
    """Clicks a few pixels off find the board, a1 being where it was clicked first."""
    picture = STILLS / "loa_027.jpg"
    truth = json.loads((STILLS / "loa_027.json").read_text())
    a1, top_left, top_right, bottom_right = truth["corners_px"]
    order = top_left, top_right, bottom_right, a1
    clicks = [f"{x + 2:.0f},{y - 2:.0f}" for x, y in order]
    code, out, _ = run("loa", picture, "--corners", *clicks, "--json")
    assert code == 0
    assert np.allclose(json.loads(out)["corners_px"], order, atol=3)


def test_corners_in_the_wrong_order_are_refused(run: Run) -> None:
    """One line says what was expected."""
    picture = STILLS / "loa_027.jpg"
    code, _, err = run("loa", picture, "--corners", "10,10", "10,90", "90,10", "90,90")
    assert code == 1
    assert "expected bottom left (a1)" in err
    for far in ("1e308,1", "nan,1", "1,nan", "1,inf"):
        code, _, err = run("loa", picture, "--corners", far, "10,90", "90,90", "90,10")
        assert (code, err.count("\n")) == (1, 1)
        assert f"corner '{far}'" in err
    code, _, err = run("loa", picture, "--corners", "a1", "10,90", "90,90", "90,10")
    assert code == 1
    assert "'a1': expected two numbers" in err


def test_people_read_a_board(run: Run) -> None:
    """Without --json the position is shown as it lies."""
    _, out, _ = run("loa", STILLS / "loa_027.jpg")
    assert ".bbbb..." in out
    assert "confidence" in out


def test_a_picture_that_claims_an_absurd_size_is_told_in_one_line(run: Run, tmp_path: Path) -> None:
    """OpenCV raises an error of its own there."""
    data = (STILLS / "loa_027.jpg").read_bytes()
    size = data.index(b"\xff\xc0") + 5
    path = tmp_path / "large.jpg"
    path.write_bytes(data[:size] + b"\xfd\x00\xfd\x00" + data[size + 4 :])
    code, out, err = run("loa", path)
    assert (code, out) == (1, "")
    large = "a picture of 64768 x 64768 pixels, which is too large, expected at most 1073741824"
    assert err == f"pi-board: {path}: {large} pixels in all and 1048576 a side\n"


def test_a_phone_s_own_format_is_named(run: Run, tmp_path: Path) -> None:
    """A photograph straight from a phone is a picture, though not one that can be opened."""
    path = tmp_path / "IMG_0001.HEIC"
    path.write_bytes(b"\0\0\0\x18ftypheic" + bytes(1000))
    code, out, err = run("loa", path)
    assert (code, out) == (1, "")
    assert "HEIC" in err
    assert "expected JPEG" in err


def test_a_film_is_not_called_a_picture_of_a_phone(run: Run, tmp_path: Path) -> None:
    """It begins alike."""
    path = tmp_path / "game.mov"
    path.write_bytes(b"\0\0\0\x14ftypqt  " + bytes(1000))
    code, out, err = run("loa", path)
    assert (code, out) == (1, "")
    assert err == f"pi-board: {path}: a film, expected a picture; `pi-board watch` takes films\n"


def test_the_picture_that_is_read_is_not_drawn_on(run: Run, tmp_path: Path) -> None:
    """By whatever name it is called."""
    picture, other = tmp_path / "board.png", tmp_path / "other.png"
    cv2.imwrite(str(picture), np.full((48, 64, 3), 90, np.uint8))
    other.symlink_to(picture)
    before = picture.read_bytes()
    code, _, err = run("loa", picture, "--overlay", other)
    assert code == 1
    assert "would overwrite" in err
    assert picture.read_bytes() == before
