"""The lens, worked out from painted pictures of the target."""

import cv2
import numpy as np
import pytest

from calibration import steps
from calibration.lens import calibrate_lens
from calibration.printing import write_png
from calibration.sheets import charuco_sheet
from pi_board.core.errors import InvalidFile
from pi_board.core.observation import Command
from pi_board.games.registry import make_game
from pi_board.vision.geometry import Image, Lens
from pi_board.vision.mount import Mount

FOCAL_PX, SIZE = 900.0, (960, 720)


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """The printed target, flat."""
    path = tmp_path_factory.mktemp("lens") / "c.png"
    write_png(charuco_sheet(), path, dpi=100)
    return np.asarray(cv2.imread(str(path)), np.uint8)


def seen(target: Image, turn: tuple[float, float, float], distance_mm: float) -> Image:
    """The target through a pinhole of known focal length."""
    matrix = np.array([[FOCAL_PX, 0, 479.5], [0, FOCAL_PX, 359.5], [0, 0, 1.0]])
    rotation, _ = cv2.Rodrigues(np.array(turn))
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], [0.0, 0.0, distance_mm]])
    scale = 25.4 / 100
    centre = np.array([[scale, 0, -105.0], [0, scale, -148.5], [0, 0, 1]])
    picture = cv2.warpPerspective(target, matrix @ plane @ centre, SIZE, borderValue=(90, 90, 90))
    return np.asarray(picture, np.uint8)


TURNS = ((0.4, 0, 0), (-0.4, 0, 0), (0, 0.5, 0), (0, -0.5, 0), (0.3, 0.3, 0.5), (-0.3, 0.4, 1),
         (0.5, -0.2, 0.2), (0.2, 0.5, -0.6))  # fmt: skip


def test_the_focal_length_comes_out(target: Image) -> None:
    """Eight views from different sides give the focal length within two per cent."""
    lens, error_px = calibrate_lens(seen(target, turn, 420.0) for turn in TURNS)
    assert lens.focal_px == pytest.approx(FOCAL_PX, rel=0.02)
    assert lens.image_size == SIZE
    assert error_px < 1


def test_too_few_views_are_refused(target: Image) -> None:
    """Three pictures are not enough, and the message says how many are."""
    with pytest.raises(InvalidFile, match="from 3 sides, expected 6"):
        calibrate_lens(seen(target, turn, 420.0) for turn in TURNS[:3])


def test_copies_of_a_picture_count_once(target: Image) -> None:
    """Ten of them say no more than one."""
    with pytest.raises(InvalidFile, match="from 1 sides"):
        calibrate_lens([seen(target, (0.3, 0.2, 0), 420.0)] * 10)


@pytest.mark.thorough
def test_views_from_straight_ahead_are_refused(target: Image) -> None:
    """A sheet that is only moved and spun fits any focal length; the message says to tilt it."""
    views = [seen(target, (0, 0, 0.2 * n), 380.0 + 15 * n) for n in range(10)]
    with pytest.raises(InvalidFile, match="tilt the sheet"):
        calibrate_lens(views)
    with pytest.raises(InvalidFile, match="tilted in 1 pictures"):
        calibrate_lens([*views, seen(target, TURNS[0], 420.0)])
    lens, _ = calibrate_lens([*views, *(seen(target, turn, 420.0) for turn in TURNS[:2])])
    assert lens.focal_px == pytest.approx(FOCAL_PX, rel=0.02)


def test_the_target_is_seen_through_a_mirror(target: Image) -> None:
    """The lens is that of the pictures as they came: only its middle lies on the other side."""
    views = [seen(target, turn, 420.0) for turn in TURNS]
    straight, _ = calibrate_lens(views)
    flipped = [np.asarray(cv2.flip(view, 1), np.uint8) for view in views]
    lens, error_px = calibrate_lens(flipped, mirrored=True)
    wanted = Mount(mirrored=True).lens(straight)
    assert lens.focal_px == pytest.approx(wanted.focal_px, rel=1e-3)
    assert lens.principal_px == pytest.approx(wanted.principal_px, abs=1.0)
    assert error_px < 1


def test_the_guided_set_up_sees_the_target_through_a_mirror(
    target: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is known that there is one, the view counts; with enough of them the board is looked
    at through the lens.
    """
    mirrored, step = Command(0.0, steps.MIRROR), Command(0.0, steps.LENS)
    state = steps.begin([make_game("loa")])
    first, second = (
        np.asarray(cv2.flip(seen(target, turn, 420.0), 1), np.uint8)
        for turn in (TURNS[0], TURNS[4])
    )
    for item in (mirrored, step, first):
        state = steps.advance(state, item)
    assert isinstance(state, steps.Lensing)
    assert len(state.views) == 1
    lens = Lens(FOCAL_PX, (480.0, 360.0), SIZE, (0.0,) * 5)
    monkeypatch.setattr(steps, "ENOUGH_VIEWS", 2)
    monkeypatch.setattr(steps, "lens_of", lambda _: (lens, 0.1))
    state = steps.advance(state, second)
    assert isinstance(state, steps.Aiming)
    assert state.rig.lens == lens
