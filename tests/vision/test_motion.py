"""The quiet-frame gate."""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from pi_board.vision.geometry import Image
from pi_board.vision.warm.motion import FrameState, Gate
from pi_board.vision.warm.taken import alike_there
from tests.vision.games_on_film import START, photo
from tests.vision.painting import grain, view

ACROSS = np.linspace(-1.0, 1.0, 640)[:, None]  # from left to right, of every row


def noisy(level: npt.ArrayLike, seed: int, deviation: float = 3.0) -> Image:
    """A picture of one level, of one a channel, or of one a place, with the noise of a camera."""
    picture = np.asarray(level, np.float32) + grain((480, 640), deviation, seed)
    return np.clip(picture, 0, 255).astype(np.uint8)


def with_block(picture: Image, x: int, level: int = 160) -> Image:
    """Something of 60 x 60 pixels at x."""
    out = picture.copy()
    out[200:260, x : x + 60] = level
    return out


def test_first_frame_is_a_change() -> None:
    """Nothing was read yet, so the first frame must be."""
    assert Gate().look(noisy(90, 1), 0.0) is FrameState.CHANGE


def test_noise_is_no_change() -> None:
    """Frames that differ by noise only are still."""
    gate = Gate()
    gate.look(noisy(90, 1), 0.0)
    gate.mark()
    assert {gate.look(noisy(90, i), 0.03 * i) for i in range(2, 9)} == {FrameState.STILL}


def test_faint_stone_is_a_change() -> None:
    """A stone only twelve grey levels unlike its square is noticed."""
    gate = Gate()
    gate.look(noisy(90, 1), 0.0)
    gate.mark()
    assert gate.look(with_block(noisy(90, 2), 300, 102), 0.5) is FrameState.CHANGE


def test_motion_ends_only_after_a_calm_moment() -> None:
    """A hand that stops is in motion for a moment longer, then the new scene is a change."""
    gate = Gate()
    gate.look(noisy(90, 1), 0.0)
    gate.mark()
    scenes = [gate.look(with_block(noisy(90, i), 60 * i), 0.03 * i) for i in range(1, 5)]
    assert set(scenes) == {FrameState.MOTION}
    rest = [gate.look(with_block(noisy(90, 9 + i), 240), 0.15 + 0.03 * i) for i in range(8)]
    assert rest[0] is FrameState.MOTION
    assert rest[-1] is FrameState.CHANGE


def trembling(i: int) -> Image:
    """A board before a camera on an arm that trembles, ten pictures a second."""
    x, y = np.random.default_rng(i).normal(0.0, 1.0, 2)
    shaken = np.array([[1.0, 0.0, x], [0.0, 1.0, y]])
    return np.asarray(cv2.warpAffine(photo(START, view(), seed=i), shaken, (640, 480)), np.uint8)


def test_a_camera_that_trembles_shows_no_motion() -> None:
    """Or nothing would ever be read; each picture is another one, so it is read."""
    gate = Gate()
    assert {gate.look(trembling(i), 0.1 * i) for i in range(8)} == {FrameState.CHANGE}


def test_a_hand_moves_before_a_camera_that_trembles() -> None:
    """However little it stands out from the board."""
    gate = Gate()
    gate.look(trembling(0), 0.0)
    scenes = [gate.look(with_block(trembling(i), 60 * i), 0.1 * i) for i in range(1, 8)]
    assert set(scenes) == {FrameState.MOTION}


def test_frames_far_apart_show_no_motion() -> None:
    """Half a second apart, a different frame is a change that is to be read at once."""
    gate = Gate()
    gate.look(noisy(90, 1), 0.0)
    gate.mark()
    assert gate.look(with_block(noisy(90, 2), 100), 0.5) is FrameState.CHANGE
    assert gate.look(with_block(noisy(90, 3), 300), 1.0) is FrameState.CHANGE


def test_return_to_what_was_read_is_still() -> None:
    """After a hand has come and gone the scene is the one already read."""
    gate = Gate()
    gate.look(noisy(90, 1), 0.0)
    gate.mark()
    gate.look(with_block(noisy(90, 2), 100), 0.5)
    assert gate.look(noisy(90, 3), 1.0) is FrameState.STILL


def test_noise_that_looks_like_a_change_stirs_nothing() -> None:
    """A camera in poor light: read again and again, but what lies still is known to."""
    gate = Gate()
    rng = np.random.default_rng(3)
    scenes = set()
    for i in range(20):
        picture = noisy(90, i)
        y, x = rng.integers(100, 400, 2)
        picture[y : y + 12, x : x + 12] += 15  # a blotch of it now and then
        scenes.add(gate.look(picture, 0.5 * i))
        gate.mark()
    assert FrameState.CHANGE in scenes
    assert gate.still_s == 9.5


def test_noise_that_looks_like_motion_is_told_from_it_as_it_stirs_nothing() -> None:
    """Ten pictures a second, of which noise lets no two be alike."""
    gate = Gate()
    scenes = []
    for i in range(20):
        picture = noisy(90, i)
        x, y = 100 + 20 * i, 100 + 170 * (i % 2)
        picture[y : y + 12, x : x + 12] += 15
        scenes.append(gate.look(picture, 0.1 * i))
    assert set(scenes[2:9]) == {FrameState.MOTION}
    assert set(scenes[11:]) == {FrameState.CHANGE}


def test_what_drifts_slowly_stirs() -> None:
    """A hand that hardly moves from one look to the next is still a hand."""
    gate = Gate()
    for i in range(40):
        gate.look(with_block(noisy(90, i), 100 + i), 0.5 * i)
        gate.mark()
    assert gate.still_s < 6.0


def test_what_moves_beside_the_board_stirs_nothing() -> None:
    """Two players are never quite still."""
    gate = Gate()
    gate.look(noisy(90, 1), 0.0)
    gate.attend(view())
    left = round(min(x for x, _ in view().corners_px)) - 80
    scenes = [gate.look(with_block(noisy(90, i), left - i % 2), 0.5 * i) for i in range(2, 20)]
    assert set(scenes) == {FrameState.CHANGE}
    assert gate.still_s == 9.5
    gate.look(with_block(noisy(90, 20), left + 90), 10.0)
    assert gate.still_s == 0.0


def test_what_moves_beside_the_board_is_no_motion_on_it() -> None:
    """Ten pictures a second of a player who is never quite still."""
    gate = Gate()
    gate.look(noisy(90, 0), 0.0)
    gate.attend(view())
    gate.mark()
    scenes = [gate.look(with_block(noisy(90, i), 15 * (i % 3)), 0.1 * i) for i in range(1, 9)]
    assert set(scenes) == {FrameState.STILL}
    assert gate.look(with_block(noisy(90, 9), 300), 0.9) is FrameState.MOTION


def test_what_moves_just_beside_the_board_stirs_nothing() -> None:
    """Such as a clock that the camera writes into its pictures."""
    gate = Gate()
    from_above = view(tilt_deg=0.0, yaw_deg=0.0)
    right = np.ceil(max(x for x, _ in from_above.corners_px)).astype(int)
    gate.look(noisy(90, 1), 0.0)
    gate.attend(from_above)
    for i in range(1, 8):
        gate.look(with_block(noisy(90, i), right + 4, 90 + 80 * (i % 2)), 0.1 * i)
    assert gate.still_s == pytest.approx(0.7)
    gate.look(with_block(noisy(90, 9), right - 8), 0.8)
    assert gate.still_s == 0.0


def test_motion_stirs() -> None:
    """From the last frame in which something moved."""
    gate = Gate()
    for i in range(5):
        gate.look(with_block(noisy(90, i), 60 * i), 0.03 * i)
    for i in range(5, 100):
        gate.look(with_block(noisy(90, i), 240), 0.03 * i)
    assert 2.5 < gate.still_s < 2.9


def test_a_hand_stirs_after_a_lamp_was_switched_on() -> None:
    """That all of the picture has changed is no noise."""
    gate = Gate()
    for i in range(4):
        gate.look(noisy(90, i), 0.5 * i)
    for i in range(4, 40):
        gate.look(with_block(noisy(125, i), 100 + 20 * (i % 8)), 0.5 * i)
        gate.mark()
    assert gate.still_s == 0.0


@pytest.mark.parametrize("tint", [(1, 1, 1), (-1, 0, 1)])
def test_a_light_that_wanders_stirs_nothing(tint: tuple[int, int, int]) -> None:
    """Exposure that hunts, a cloud, a candle."""
    gate = Gate()
    for i in range(40):
        wandering = 90 + 8 * np.sin(i / 3) * np.array(tint)
        gate.look(noisy(wandering, i, 0.5), 0.5 * i)
        gate.mark()
    assert gate.still_s == 19.5


def test_a_hand_stirs_in_a_light_that_flickers() -> None:
    """What the light does from frame to frame is no noise."""
    gate = Gate()
    for i in range(12):
        gate.look(with_block(noisy(82 + 16 * (i % 2), i), 100 + 20 * (i % 8)), 0.5 * i)
    assert gate.still_s == 0.0


def test_what_comes_over_most_of_the_picture_at_once_stirs() -> None:
    """Somebody leans over the board: however much that is, it is no noise."""
    gate = Gate()
    for i in range(4):
        gate.look(noisy(90, i), 0.5 * i)
    gate.look(noisy(90 + 80 * ACROSS, 4), 2.0)
    assert gate.still_s == 0.0


def test_a_shadow_that_creeps_over_the_board_stirs() -> None:
    """From one frame to the next nothing happens; what has come about is more than noise."""
    gate = Gate()
    for i in range(40):
        gate.look(noisy(90 + 0.5 * i * ACROSS, 1), 0.5 * i)
    assert gate.still_s < 10.0


def test_a_board_partly_out_of_the_picture_is_watched_where_it_is_seen() -> None:
    """Its corner lies left of the picture, where nothing stirs."""
    gate, aside = Gate(), view(slide=(-4.0, 0.0))
    assert min(x for x, _ in aside.corners_px) < 0
    gate.look(noisy(90, 1), 0.0)
    gate.attend(aside)
    gate.look(with_block(noisy(90, 2), 500), 0.5)
    assert gate.still_s == 0.5
    gate.look(with_block(noisy(90, 3), 60), 1.0)
    assert gate.still_s == 0.0


def test_another_camera_begins_anew() -> None:
    """The board it shows lies elsewhere."""
    gate = Gate()
    gate.look(np.zeros((1600, 600, 3), np.uint8), 0.0)
    gate.attend(replace(view(), lens=replace(view().lens, principal_px=(320.0, 1300.0))))
    assert gate.look(noisy(90, 1), 0.5) is FrameState.CHANGE
    assert gate.still_s == 0.0
    gate.look(with_block(noisy(90, 2), 20), 1.0)
    assert gate.still_s == 0.0


def test_what_is_burnt_out_stirs_nothing_when_the_light_fades() -> None:
    """Nobody knows how much brighter a lamp's reflection was than the picture can say."""
    gate = Gate()
    for i in range(40):
        gate.look(with_block(noisy(150 - 1.0 * i, i, 0.5), 300, 255), 0.5 * i)
        gate.mark()
    assert gate.still_s == 19.5


@pytest.mark.parametrize("place", [(4.0, 4.0), (4.0, -0.35)])
def test_a_faint_hand_on_or_just_beside_the_grid_is_no_rest(place: tuple[float, float]) -> None:
    """What is learnt of a board reaches half a site beyond it."""
    from_above = view(tilt_deg=0.0, yaw_deg=0.0)
    before, after = (photo(START, from_above, seed=seed) for seed in (1, 2))
    assert alike_there(before, after, from_above)
    ((x, y),) = np.rint(from_above.project([place])).astype(int).tolist()
    after[y - 6 : y + 6, x - 20 : x + 20] += 20
    assert not alike_there(before, after, from_above)


def test_what_moves_off_a_board_that_lies_askew_leaves_it_at_rest() -> None:
    """It may be nearer than the board's farthest corners."""
    askew = view(tilt_deg=0.0, yaw_deg=30.0)
    before, after = (photo(START, askew, seed=seed) for seed in (1, 2))
    left, top = np.min(askew.widened(0.5).corners_px, axis=0).astype(int).tolist()
    after[top + 5 : top + 25, left + 5 : left + 45] += 60
    assert alike_there(before, after, askew)


def test_what_compressing_does_to_colours_is_no_change() -> None:
    """A compressed picture says little of them, and blocks of it change from frame to frame."""
    from_above = view(tilt_deg=0.0, yaw_deg=0.0)
    before = photo(START, from_above)
    after = before.astype(np.int16)
    blocks = np.random.default_rng(1).choice([-14, 0, 14], [n // 16 for n in before.shape[:2]])
    after[..., 0] += np.kron(blocks, np.ones((16, 16), np.int16))
    assert alike_there(before, np.clip(after, 0, 255).astype(np.uint8), from_above)
