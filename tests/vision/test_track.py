"""Noticing that the board was moved."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_board.vision.finding.fiducials import detect
from pi_board.vision.finding.find import find_board
from pi_board.vision.geometry import BoardGeometry, Image, Registration
from pi_board.vision.warm import refit as warm_refit
from pi_board.vision.warm.refit import by_edges, fitted, found_anew
from pi_board.vision.warm.track import Movement, Tracker, moved_geometry
from tests.vision.painting import SQUARES, frame, paint, view, worst_corner
from tests.vision.sessions import LANES

AFTER = [[538.72, 116.13], [479.65, 444.08], [126.66, 352.49], [227.18, 43.72]]
BEFORE = [[533.42, 109.57], [475.54, 436.02], [123.13, 346.65], [222.39, 38.83]]


def lying(**how: float) -> Registration:
    """A registration of a painted board."""
    return Registration(view(**how), 0.95, 0, True)  # type: ignore[arg-type]


def refit(image: Image, tracker: Tracker, movement: Movement) -> Registration:
    """The board, fitted anew where it went."""
    found = fitted(image, tracker.place(image, movement), tracker.registration, SQUARES)
    assert found is not None
    return found


def test_board_at_rest_stays_at_rest_under_changing_light() -> None:
    """A darker and noisier picture of the same view is no movement."""
    truth = view()
    tracker = Tracker(lying(), paint(truth))
    darker = (paint(truth, noise=6.0, seed=5) * 0.6).astype(np.uint8)
    movement = tracker.look(darker)
    assert movement.sure
    assert not movement.moved


def test_edges_out_of_focus_are_told_from_darker_ones() -> None:
    """And from those of noise."""
    image = paint(view())
    tracker = Tracker(lying(), image)
    darker = (paint(view(), noise=6.0, seed=5) * 0.5).astype(np.uint8)
    softer = cv2.GaussianBlur(image, (0, 0), 3.0)
    assert tracker.look(darker).in_focus
    assert not tracker.look(softer).in_focus


def test_hand_over_half_the_board_is_no_movement() -> None:
    """What is covered says nothing; the rest still agrees."""
    image = paint(view())
    tracker = Tracker(lying(), image)
    covered = image.copy()
    covered[:, 300:] = (120, 140, 200)
    movement = tracker.look(covered)
    assert not movement.moved


@pytest.mark.parametrize("slide", [(0.15, 0.0), (-0.1, 0.2)])
def test_slide_is_measured(slide: tuple[float, float]) -> None:
    """A slide on the table is measured to a few hundredths of a site."""
    tracker = Tracker(lying(), paint(view()))
    shoved = view(slide=slide)
    movement = tracker.look(paint(shoved, seed=7))
    assert movement.moved
    expected = worst_corner(view(), shoved.corners_px)
    assert movement.shift_sites == pytest.approx(expected, abs=0.05)


@pytest.mark.parametrize("slide", [(0.12, -0.1), (0.0, 0.06), (-0.06, 0.0)])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_fine_pictures_show_a_shove_as_well(times: int, slide: tuple[float, float]) -> None:
    """Of a large picture, whose edges are as much wider, a small one too."""
    before, after = view(), view(slide=slide)
    shown = [cv2.resize(paint(v, seed=7), None, fx=times, fy=times) for v in (before, after)]
    size = shown[0].shape[1], shown[0].shape[0]
    found = Registration(before.scaled(size), 0.95, 0, True)
    movement = Tracker(found, np.asarray(shown[0], np.uint8)).look(np.asarray(shown[1], np.uint8))
    assert movement.moved
    assert movement.agreeing > 0.8
    expected = worst_corner(before, after.corners_px)
    assert movement.shift_sites == pytest.approx(expected, abs=0.05)
    middle = [v.scaled(size).project([(4.0, 4.0)])[0] for v in (before, after)]
    near_px = 0.05 * before.scaled(size).site_px
    assert movement.shift_px == pytest.approx(middle[1] - middle[0], abs=near_px)


def test_in_the_dark_nothing_is_said() -> None:
    """No edge is seen that could be followed: as little as under hands."""
    dark = np.full_like(paint(view()), 3)
    movement = Tracker(lying(), dark).look(dark)
    assert not movement.sure
    assert not movement.moved


def test_a_table_full_of_edges_does_not_hold_a_board_that_slides_on_it() -> None:
    """What stays where it was is the table."""
    before, after = view(), view(slide=(0.12, -0.1))
    tracker = Tracker(lying(), _on_cloth(before))
    movement = tracker.look(_on_cloth(after))
    assert movement.moved
    expected = worst_corner(before, after.corners_px)
    assert movement.shift_sites == pytest.approx(expected, abs=0.05)


def _on_cloth(geometry: BoardGeometry) -> Image:
    """A board with a narrow frame that lies on a chequered cloth."""
    picture = paint(geometry)
    height, width = picture.shape[:2]
    columns, rows = geometry.columns, geometry.rows
    rim = [(-0.3, -0.3), (-0.3, rows + 0.3), (columns + 0.3, rows + 0.3), (columns + 0.3, -0.3)]
    board = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(board, np.rint(geometry.project(rim)).astype(np.int32), 1)
    down, across = np.mgrid[:height, :width]
    checks = np.where((down // 14 + across // 14) % 2, 255, 0).astype(np.uint8)
    return np.asarray(np.where(board[..., None] > 0, picture, checks[..., None]), np.uint8)


@pytest.mark.parametrize("slide", [(0.45, 0.0), (0.3, 0.35)])
def test_all_edges_tell_of_a_shove_of_half_a_site(slide: tuple[float, float]) -> None:
    """Those along it are not in reach at first."""
    tracker, shoved = Tracker(lying(), paint(view())), view(slide=slide)
    movement = tracker.look(paint(shoved, seed=7))
    assert movement.agreeing > 0.9
    assert movement.shift_sites == pytest.approx(worst_corner(view(), shoved.corners_px), abs=0.07)


@pytest.mark.parametrize("share", [0.02, -0.02])
def test_a_board_that_comes_nearer_or_goes_farther_away_has_moved(share: float) -> None:
    """An arm sags, or a lens that looks for its focus breathes: the middle stays where it was."""
    distance = 10.0
    tracker = Tracker(lying(distance=distance), paint(view(distance=distance)))
    now = view(distance=distance * (1 + share))
    image = paint(now, seed=7)
    movement = tracker.look(image)
    assert movement.moved
    assert movement.shift_sites == pytest.approx(
        worst_corner(view(distance=distance), now.corners_px), abs=0.05
    )
    there = moved_geometry(view(distance=distance), movement)
    assert worst_corner(there, now.corners_px) < 0.05
    assert worst_corner(tracker.place(image, movement), now.corners_px) < 0.03
    new = refit(image, tracker, movement)
    assert worst_corner(new.geometry, now.corners_px) < 0.03


@pytest.mark.parametrize("step", [(0.2, 0.0), (0.15, -0.12)])
def test_a_board_that_slides_on_is_followed(step: tuple[float, float]) -> None:
    """As far as it goes, though its edges look the same a whole site on; and back."""
    tracker = Tracker(lying(), paint(view()))
    for frames in (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1, 0):
        there = view(slide=(frames * step[0], frames * step[1]))
        image = paint(there, seed=frames)
        movement = tracker.look(image)
        assert movement.moved == (frames > 0)
        assert movement.agreeing > 0.5
        assert worst_corner(tracker.place(image, movement), there.corners_px) < 0.1


def test_a_camera_that_was_tilted_is_followed_in_its_pose() -> None:
    """As no board goes that slides on a table."""
    tracker = Tracker(lying(), paint(view()))
    tilted = view(tilt_deg=26.5, yaw_deg=22.0, slide=(0.1, -0.15))
    image = paint(tilted, seed=7)
    movement = tracker.look(image)
    assert movement.moved
    slid = moved_geometry(view(), movement)
    assert worst_corner(slid, tilted.corners_px) > 0.06
    assert worst_corner(tracker.place(image, movement), tilted.corners_px) < 0.03


def test_refit_after_a_slide_and_a_turn() -> None:
    """The old geometry and the movement lead to the new one."""
    old = lying()
    tracker = Tracker(old, paint(view()))
    shoved = view(slide=(0.12, -0.1), yaw_deg=21.0)
    image = paint(shoved, seed=7)
    new = refit(image, tracker, tracker.look(image))
    assert new.orientation_known
    assert worst_corner(new.geometry, shoved.corners_px) < 0.05


def test_refit_of_a_lined_board() -> None:
    """Boards of one colour are fitted by their lines."""
    shoved = view(slide=(0.1, 0.08))
    tracker = Tracker(replace(lying(), quality=0.9), paint(view(), lined=True))
    image = paint(shoved, lined=True, seed=7)
    new = refit(image, tracker, tracker.look(image))
    assert worst_corner(new.geometry, shoved.corners_px) < 0.05


def test_a_board_found_anew_keeps_its_orientation() -> None:
    """It is searched for, and its corners keep their names; where it was thought to be it is not
    elsewhere.
    """
    shoved = view(slide=(1.3, 0.8), yaw_deg=28.0)
    image = paint(shoved)
    new = found_anew(image, view(), lying(), SQUARES)
    assert new is not None
    assert worst_corner(new.geometry, shoved.corners_px) < 0.05
    near = view(slide=(1.2, 0.8), yaw_deg=28.0)
    assert found_anew(image, near, lying(), SQUARES) is None


@pytest.mark.parametrize(("quality", "taken"), [(0.2, False), (0.45, True)])
def test_a_shoved_board_is_not_followed_to_where_hardly_anything_is_seen(
    monkeypatch: pytest.MonkeyPatch, quality: float, taken: bool
) -> None:
    """Though not much more was seen of it before."""
    picture, there = paint(view()), Registration(view(), quality, 0, True)
    old = replace(there, quality=0.3 if not taken else 0.5)
    monkeypatch.setattr(warm_refit, "fit_at", lambda *_: there)
    assert (fitted(picture, view(), old, SQUARES) is not None) == taken


def test_edges_say_where_sticks_lie_of_which_three_fiducials_are_seen() -> None:
    """These put the corner at which one is hidden almost half a site beside its place; and from
    where the edges are it is followed, though those along the sticks look as if it had not moved.
    """
    picture = frame("demo/linja/f_0001")
    board = find_board(picture, LANES)
    assert isinstance(board, Registration)
    tracker, slid = Tracker(board, picture), np.roll(picture, 33, axis=1)
    truth = np.add(board.geometry.corners_px, (33.0, 0.0))
    (hidden,) = (one for one in detect(slid, 4) if one.id == 2)
    cv2.circle(slid, np.rint(hidden.middle).astype(int).tolist(), 20, (120, 120, 120), -1)
    marked = find_board(slid, LANES, board.geometry.lens)
    assert isinstance(marked, Registration)
    assert not tracker.look(slid).moved
    assert worst_corner(marked.geometry, truth) > 0.35
    assert worst_corner(by_edges(slid, marked, LANES, tracker).geometry, truth) < 0.15
    assert tracker.look(slid).shift_px == pytest.approx((33.0, 0.0), abs=0.5)


def test_board_taken_away_is_not_found() -> None:
    """An empty table gives a reason instead of a geometry."""
    old = lying()
    empty = np.full((480, 640, 3), 128, np.uint8)
    movement = Tracker(old, paint(view())).look(empty)
    assert not movement.sure
    assert fitted(empty, view(), old, SQUARES) is None
    assert found_anew(empty, view(), old, SQUARES) is None


def test_real_shove_is_noticed_and_followed() -> None:
    """Two photographs' worth: nine millimetres, with moves played between them."""
    before, after = frame("loa_before_shove"), frame("loa_after_shove")
    found = find_board(before, SQUARES)
    assert isinstance(found, Registration)
    turn = min(range(4), key=lambda n: worst_corner(found.geometry.rotated(n), BEFORE))
    old = replace(found, geometry=found.geometry.rotated(turn))
    tracker = Tracker(old, before)
    movement = tracker.look(after)
    assert movement.moved
    new = refit(after, tracker, movement)
    assert worst_corner(new.geometry, AFTER) < 0.1


def test_pictures_of_another_size_are_refused() -> None:
    """The tracker compares pixel with pixel."""
    tracker = Tracker(lying(), paint(view()))
    with pytest.raises(ValueError, match="the board was found in one of"):
        tracker.look(np.zeros((100, 100, 3), np.uint8))
