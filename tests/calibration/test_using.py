"""A stored profile at work."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.profile import Profile, View, picture_path, profile_path, save_profile
from calibration.using import InUse, profile_for
from pi_board.config.settings import defaults
from pi_board.core.errors import InvalidFile
from pi_board.games.registry import make_game
from pi_board.vision.geometry import Registration
from pi_board.vision.pictures import load_picture
from pi_board.vision.pose import geometry_from_corners
from pi_board.vision.warm.sight import Sight

START = Path(__file__).parents[1] / "frames" / "demo" / "loa" / "f_0000.jpg"
CORNERS = ((122.78, 360.09), (101.28, 92.21), (378.03, 41.77), (485.75, 273.72))


@pytest.fixture
def used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> InUse:
    """A profile that was saved with the picture of its start position."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    view = View("2026-01-02", "camera", (640, 480), "loa", CORNERS, 4, 9)
    profile = Profile("oak", "loa", view=view)
    save_profile(profile, profile_path("oak"), load_picture(START))
    return InUse(profile)


def test_the_looks_are_learnt_from_the_picture(used: InUse) -> None:
    """Nothing is wrong with it, and nothing is said."""
    assert used.learnt(make_game("loa")) is not None
    assert used.damage() == ""
    assert used.changed(Sight(None, None, None)) == ()


def test_a_damaged_picture_is_told_and_done_without(used: InUse) -> None:
    """The sentence names the file; the rest of the profile is used."""
    path = picture_path(profile_path("oak"))
    path.write_bytes(path.read_bytes()[:3000])
    assert used.learnt(make_game("loa")) is None
    assert "its picture is damaged" in used.damage()
    assert f"{path}: the picture is cut short" in used.damage()
    assert used.changed(Sight(None, None, None)) == (used.damage(),)


def test_a_profile_without_a_picture_is_whole(used: InUse) -> None:
    """It was set up by an earlier version, or only its reeds were."""
    picture_path(profile_path("oak")).unlink()
    assert used.learnt(make_game("loa")) is None
    assert used.damage() == ""


def test_a_picture_of_something_else_is_not_damaged(used: InUse) -> None:
    """It can be read; it only says nothing of the board's looks."""
    cv2.imwrite(str(picture_path(profile_path("oak"))), np.zeros((480, 640, 3), np.uint8))
    assert used.learnt(make_game("loa")) is None
    assert used.damage() == ""


def test_a_profile_that_was_asked_for_has_to_be_there(used: InUse) -> None:
    """Also the usual one, of which nothing is said as long as nobody asks for it."""
    assert profile_for("loa", None, defaults()) is None
    with pytest.raises(InvalidFile, match="expected a profile"):
        profile_for("loa", "loa", defaults())


def found(*corners_px: tuple[float, float]) -> Registration:
    """A board of which nothing says which way round it lies."""
    return Registration(geometry_from_corners(corners_px, 8, 8, (640, 480)), 1.0, 0, False)


@pytest.mark.parametrize("turned", range(4))
def test_a_board_without_fiducials_lies_as_it_was_set_up(used: InUse, turned: int) -> None:
    """Whichever of its corners was taken for a1."""
    (layout,) = make_game("loa").layouts
    told = used.oriented(found(*CORNERS[turned:], *CORNERS[:turned]), layout)
    assert told.orientation_known
    assert np.allclose(told.geometry.corners_px, CORNERS, atol=2.0)


def test_a_board_elsewhere_lies_any_way_round(used: InUse) -> None:
    """It was put down anew, and may have been turned."""
    (layout,) = make_game("loa").layouts
    there = found(*((x + 60.0, y + 40.0) for x, y in CORNERS))
    assert used.oriented(there, layout) == there
