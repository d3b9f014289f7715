"""Finding Linja boards by the sticks between their lanes."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from pi_board.core.layout import Surface
from pi_board.vision.finding.find import find_board
from pi_board.vision.finding.stick_edges import (
    Segments,
    Stick,
    pieces_of,
    sticks_in,
    sticks_of,
    to_its_ends,
)
from pi_board.vision.finding.sticks import find_sticks
from pi_board.vision.geometry import BoardGeometry, Image, NotFound, Registration
from tests.vision.painting import SIZE, corners_of, frame, layout_of, view

LANES = layout_of(Surface.ROWS, 8, 8)


def lay(camera: BoardGeometry, missing: int = 0, seed: int = 1, stripe_px: int = 0) -> Image:
    """Seven uneven light sticks on a dark mat, one of them perhaps missing, stones between; the
    table is plain or has stripes.
    """
    rng = np.random.default_rng(seed)
    image = np.full((SIZE[1], SIZE[0], 3), (150, 160, 150), np.uint8)
    for y in range(-SIZE[1], SIZE[1] if stripe_px else -SIZE[1], 2 * stripe_px or 1):
        cv2.line(image, (0, y), (SIZE[0], y + SIZE[1] // 4), (40, 40, 40), stripe_px, cv2.LINE_AA)
    mat = camera.project([(-1, -1), (-1, 9), (9, 9), (9, -1)])
    cv2.fillConvexPoly(image, np.rint(mat).astype(np.int32), (60, 30, 30))
    for k in range(1, 8):
        ends = rng.normal((-0.15, 8.15), 0.1)
        bend = rng.normal(0, 0.06, 2) + k
        if k != missing:
            a, b = camera.project([(ends[0], bend[0]), (ends[1], bend[1])])
            cv2.line(image, tuple(map(int, a)), tuple(map(int, b)), (150, 200, 215), 6, cv2.LINE_AA)
    for row in range(8):
        x, y = camera.project([(rng.uniform(0.5, 7.5), row + 0.5)])[0]
        cv2.circle(image, (int(x), int(y)), 9, (40, 40, 200), -1, cv2.LINE_AA)
    noisy = image + rng.normal(0, 4, image.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def lane_error(found: BoardGeometry, true: BoardGeometry) -> float:
    """How far lane middles are off across the lanes, in lanes, whichever way round."""
    places = [(x, row + 0.5) for x in (1, 4, 7) for row in range(8)]
    pixels = true.project(places)
    return min(
        float(np.abs(g.unproject(pixels)[:, 1] - [y for _, y in places]).max())
        for g in (found, found.rotated(2))
    )


def row_error(found: BoardGeometry, corners_px: Sequence[Sequence[float]]) -> float:
    """How far the true corners are off across the lanes, in lanes, whichever way round."""
    return min(
        float(np.abs(g.unproject(corners_px)[:, 1] - (0, 8, 8, 0)).max())
        for g in (found, found.rotated(2))
    )


def found(image: Image, coarse: BoardGeometry | None = None) -> Registration:
    """The board found in a picture that shows one."""
    result = find_sticks(image, LANES, coarse, None)
    assert isinstance(result, Registration), result
    return result


def test_large_print_is_no_board() -> None:
    """Among its lines seven lie regularly, but others lie between them."""
    page = np.full((720, 1280, 3), 235, np.uint8)
    words = "the quick brown fox jumps over the lazy dog again, and again it jumps"
    for y in range(30, 720, 36):
        cv2.putText(page, words, (30, y), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (30, 30, 30), 2)
    assert isinstance(find_sticks(page, LANES, None, None), NotFound)


@pytest.mark.parametrize(("size", "gap"), [(0.6, 22), (0.5, 18), (0.8, 30)])
def test_lines_of_a_text_are_no_sticks(size: float, gap: int) -> None:
    """There are more than seven of them, alike."""
    page = np.full((SIZE[1], SIZE[0], 3), 235, np.uint8)
    for y in range(30, SIZE[1], gap):
        words = "the quick brown fox jumps over the lazy dog again"
        cv2.putText(page, words, (30, y), cv2.FONT_HERSHEY_SIMPLEX, size, (30, 30, 30))
    assert isinstance(find_sticks(page, LANES, None, None), NotFound)


def test_noise_has_no_long_edges() -> None:
    """Nothing more is looked for where there are edges, but hardly a long one."""
    noise = np.random.default_rng(1).integers(0, 256, (SIZE[1], SIZE[0], 3), np.uint8)
    assert not list(sticks_in(noise))
    assert list(sticks_in(lay(view(8, 8, 5.0, 12.0, distance=14.0))))


def test_sticks_no_brighter_than_coarse_ground_are_found_by_their_colour() -> None:
    """Dark red sticks on grass, in bad light."""
    camera = view(8, 8, 5.0, 12.0, distance=14.0)
    rng = np.random.default_rng(4)
    grass = cv2.GaussianBlur(rng.normal(0, 1, (SIZE[1], SIZE[0])), (0, 0), 1.5)
    image = np.array((36, 66, 50)) * np.exp(1.6 * grass[..., None])
    sticks = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    for k in range(1, 8):
        a, b = camera.project([(-0.15, k), (8.15, k)])
        cv2.line(sticks, tuple(map(int, a)), tuple(map(int, b)), 255, 6, cv2.LINE_AA)
    image = np.where(sticks[..., None] > 128, np.array((32, 36, 92)), image)
    noisy = image + rng.normal(0, 5, image.shape)
    board = found(np.clip(noisy, 0, 255).astype(np.uint8))
    assert lane_error(board.geometry, camera) < 0.25


def test_a_stick_goes_on_where_its_glint_ends() -> None:
    """A dark stick on coarse ground, of which a lamp draws a part; a stone hides a little of it."""
    rng = np.random.default_rng(2)
    ground = cv2.GaussianBlur(rng.normal(0, 1, (200, 640)), (0, 0), 1.5)
    picture = np.array((62, 72, 74)) * np.exp(0.8 * ground[..., None])
    cv2.line(picture, (170, 100), (500, 100), (40, 42, 46), 7, cv2.LINE_AA)
    cv2.line(picture, (250, 99), (500, 99), (75, 75, 75), 2, cv2.LINE_AA)
    cv2.circle(picture, (215, 101), 6, (150, 160, 160), -1, cv2.LINE_AA)
    logs = np.log(np.clip(picture + rng.normal(0, 2, picture.shape), 1, 255)).astype(np.float32)
    seen = Stick(np.array((250.0, 99.0)), np.array((496.0, 99.0)), 3.0, 240.0)
    whole = to_its_ends(seen, cv2.split(logs))
    assert np.abs(whole.start - (170, 99)).max() < 5
    assert np.abs(whole.end - (500, 99)).max() < 5


@pytest.mark.parametrize("yaw", [0.0, 30.0, 100.0, 200.0])
@pytest.mark.parametrize("tilt", [5.0, 38.0])
def test_sticks_are_found_at_every_angle(tilt: float, yaw: float) -> None:
    """Uneven sticks, stones against them, any turn: the lanes are right to a quarter."""
    camera = view(8, 8, tilt, yaw, distance=14.0)
    board = found(lay(camera))
    assert not board.orientation_known
    assert lane_error(board.geometry, camera) < 0.25


def test_a_stick_that_is_not_seen_leaves_its_lane() -> None:
    """Six sticks with a gap inside are still seven lanes' boundaries."""
    camera = view(8, 8, 20.0, 10.0, distance=14.0)
    board = found(lay(camera, missing=4))
    assert lane_error(board.geometry, camera) < 0.25
    assert board.quality == pytest.approx(6 / 7)


def test_a_missing_end_stick_is_no_board() -> None:
    """Where the outermost stick is not seen nobody can say which one is missing."""
    image = lay(view(8, 8, 20.0, 10.0, distance=14.0), missing=1)
    assert isinstance(find_sticks(image, LANES, None, None), NotFound)


def test_coarse_geometry_settles_which_way_round() -> None:
    """Row 1 is where it was said to be."""
    camera = view(8, 8, 20.0, 190.0, distance=14.0)
    board = found(lay(camera), camera)
    assert board.orientation_known
    assert abs(board.geometry.unproject([camera.corners_px[0]])[0, 1]) < 0.5


def test_a_rendered_board_is_found() -> None:
    """Bamboo on a mat under glare."""
    board = found(frame("stills/linja_004"))
    assert row_error(board.geometry, corners_of("linja_004")) < 0.3


def test_a_hand_over_the_ends_of_some_sticks_hides_no_board() -> None:
    """They seem to end in the board's midst."""
    board = found(frame("linja_sticks_half_hidden"))
    corners = [(104.3, 109.5), (415.0, 80.7), (492.9, 371.7), (75.1, 418.9)]
    assert row_error(board.geometry, corners) < 0.3


def test_sticks_in_dim_light_are_found() -> None:
    """Noise breaks their edges in two looks of three."""
    board = find_board(frame("linja_sticks_in_dim_light"), LANES)
    assert isinstance(board, Registration)
    corners = [(444.9, 198.91), (286.52, 415.84), (113.45, 283.6), (274.35, 75.29)]
    assert row_error(board.geometry, corners) < 0.3


@pytest.mark.parametrize(("width_px", "is_board"), [(2, True), (6, False)])
def test_only_an_eighth_stick_as_wide_as_the_seven_tells_that_they_are_no_board(
    width_px: int, is_board: bool
) -> None:
    """The edge of a mat is narrower."""
    camera = view(8, 8, 5.0, 12.0, distance=14.0)
    a, b = np.rint(camera.project([(-0.5, 8.25), (8.5, 8.25)])).astype(int).tolist()
    picture = lay(camera)
    cv2.line(picture, a, b, (150, 200, 215), width_px, cv2.LINE_AA)
    assert isinstance(find_sticks(picture, LANES, None, None), Registration) == is_board


def test_what_one_look_misses_another_shows() -> None:
    """On coarse felt in bright light each of three looks misses a stick or more."""
    board = find_board(frame("linja_sticks_in_bright_light"), LANES)
    assert isinstance(board, Registration)
    corners = [(438.9, 390.2), (144.6, 272.0), (261.3, 141.4), (505.7, 216.8)]
    assert row_error(board.geometry, corners) < 0.3


def test_planks_beside_the_mat_are_no_sticks() -> None:
    """The recorded game lies on a floor whose boards have straight edges too."""
    board = found(frame("demo/linja/f_0000"))
    assert board.quality == 1.0
    assert 300 < np.ptp(np.array(board.geometry.corners_px)[:, 0]) < 420


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["bright_light", "dim_light"])
def test_sticks_are_found_in_small_pictures(name: str) -> None:
    """Half as large they are a pixel or two wide."""
    picture = frame(f"linja_sticks_in_{name}")
    small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    corners = 2 * np.array(found(small).geometry.corners_px) + 0.5
    assert row_error(found(picture).geometry, corners.tolist()) < 0.3


def test_stripes_are_no_sticks() -> None:
    """A striped cloth has lines at regular distances, but wide ones without ends."""
    stripes = np.zeros((480, 640, 3), np.uint8)
    for x in range(0, 640, 32):
        stripes[:, x : x + 15] = 220
    assert isinstance(find_sticks(stripes, LANES, None, None), NotFound)
    assert isinstance(find_sticks(np.zeros_like(stripes), LANES, None, None), NotFound)


@pytest.mark.parametrize("stripe_px", [5, 7])
def test_long_stripes_of_a_cloth_hide_no_sticks(stripe_px: int) -> None:
    """They are cut off by the edge of the picture, which a board's sticks mostly are not."""
    camera = view(8, 8, 38.0, 100.0, distance=20.0)
    assert lane_error(found(lay(camera, stripe_px=stripe_px)).geometry, camera) < 0.25


def test_pieces_between_stones_are_one_stick() -> None:
    """Each piece is a pair of edges; what a second look shows of a piece again counts once."""
    starts = [(20.0, 50.0), (80.0, 50.5), (130.0, 51.0)]
    upper = np.array([((x, y), (x + 40.0, y)) for x, y in starts])
    ends = np.concatenate([upper, upper + np.array((0.0, 6.0))])
    side = np.repeat([(0.0, 1.0), (0.0, -1.0)], 3, axis=0)
    edges = Segments(ends[:, 0], ends[:, 1], side)
    for looks in ([edges], [edges, edges]):
        (stick,), dark = sticks_of([pieces_of(edges) for edges in looks])
        assert not dark
        assert sorted([stick.start[0], stick.end[0]]) == pytest.approx([20.0, 170.0], abs=1.0)
        assert stick.support == pytest.approx(120.0, abs=1.0)
        assert stick.width == pytest.approx(6.0, abs=0.2)
