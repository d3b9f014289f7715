"""Finding Connex'oh boards by their tiles."""

from itertools import product
from math import comb

import cv2
import numpy as np
import pytest

from pi_board.vision.cold.tiles import _STONES_SEEN, MOST, log_prior
from pi_board.vision.finding import tiles
from pi_board.vision.finding.find import find_board
from pi_board.vision.finding.tile_lattices import tile_evidence
from pi_board.vision.finding.tiles import MORE_TILES, find_tiles
from pi_board.vision.geometry import NotFound, Registration
from pi_board.vision.pose import geometry_from_corners
from pi_board.vision.warm.refit import fitted, found_anew
from tests.vision.painting import (
    SQUARES,
    TILES,
    corners_of,
    frame,
    layout_of,
    on_loud_cloth,
    paint,
    under_bars,
    view,
    worst_corner,
)


def found(image: np.ndarray, coarse: object = None) -> Registration:
    """The tiled board found in a picture that shows one."""
    result = find_tiles(image, TILES, coarse, None)  # type: ignore[arg-type]
    assert isinstance(result, Registration), result
    return result


@pytest.mark.parametrize("yaw", [0.0, 37.0, 45.0, 171.0])
@pytest.mark.parametrize("tilt", [0.0, 40.0])
def test_painted_tiles_are_found_at_every_angle(tilt: float, yaw: float) -> None:
    """Turn and tilt do not matter; which way round is not known."""
    camera = view(6, 6, tilt, yaw, distance=11.0)
    board = found(paint(camera, TILES.surface, noise=6.0))
    assert not board.orientation_known
    assert worst_corner(board.geometry, camera.corners_px, turns=True) < 0.05


@pytest.mark.thorough
@pytest.mark.parametrize("cut", [0.3, 0.5])
@pytest.mark.parametrize("name", ["connexoh_007", "connexoh_014", "connexoh_021"])
def test_board_that_is_cut_off_is_refused(name: str, cut: float) -> None:
    """Of six columns two or three are not in the picture: those seen are no board elsewhere."""
    image, corners = frame(f"stills/{name}"), np.array(corners_of(name))
    left, right = corners[:, 0].min(), corners[:, 0].max()
    from_here = round(left + cut * (right - left))
    assert isinstance(find_tiles(image[:, from_here:].copy(), TILES, None, None), NotFound)


@pytest.mark.parametrize("tilt", [58.0, 64.0])
def test_steep_views_are_found_where_the_board_is_known_to_be(tilt: float) -> None:
    """So steep is nothing looked for, but fiducials and corners that are clicked may say so."""
    camera = view(6, 6, tilt, 20.0, distance=11.0)
    start = view(6, 6, tilt, 20.5, distance=11.1)
    image = paint(camera, TILES.surface)
    result = find_tiles(image, TILES, start, camera.lens)
    assert isinstance(result, Registration)
    assert worst_corner(result.geometry, camera.corners_px) < 0.05


def test_tiny_pictures_show_no_board() -> None:
    """However few rows of pixels there are."""
    for height in (1, 3, 20):
        strip = np.random.default_rng(1).integers(0, 255, (height, 200, 3)).astype(np.uint8)
        assert isinstance(find_tiles(strip, TILES, None, None), NotFound)


def test_stones_do_not_move_the_grid() -> None:
    """Stones in hollows are forgiven by the fit."""
    camera = view(6, 6, 25.0, 20.0, distance=11.0)
    stones = ((0.3, 0.3, 240), (2.7, 1.3, 20), (4.3, 4.6, 240), (5.7, 5.7, 20), (1.6, 4.4, 240))
    board = found(paint(camera, TILES.surface, stones))
    assert worst_corner(board.geometry, camera.corners_px, turns=True) < 0.05


def test_coarse_geometry_settles_which_way_round() -> None:
    """Near a geometry that is known the corners keep their names."""
    camera = view(6, 6, 25.0, 130.0, distance=11.0)
    start = view(6, 6, 25.0, 131.0, distance=11.1, slide=(0.1, -0.1))
    board = found(paint(camera, TILES.surface), start)
    assert board.orientation_known
    assert worst_corner(board.geometry, camera.corners_px) < 0.05


def test_coarse_geometry_far_off_still_names_the_corners() -> None:
    """When the board was shoved far it is looked for again and turned as it was; near the old place
    nothing is found.
    """
    camera = view(6, 6, 25.0, 130.0, distance=11.0)
    start = view(6, 6, 25.0, 140.0, distance=12.0, slide=(0.9, 0.6))
    image = paint(camera, TILES.surface)
    assert isinstance(find_tiles(image, TILES, start, None), NotFound)
    old = Registration(start, 0.9, 0, True)
    assert fitted(image, start, old, TILES) is None
    board = found_anew(image, start, old, TILES)
    assert board is not None
    assert board.orientation_known
    assert worst_corner(board.geometry, camera.corners_px) < 0.05


def test_a_shove_by_a_whole_tile_is_noticed() -> None:
    """Five rows still match the old place; all six are found at the new one."""
    camera = view(6, 6, 20.0, 12.0, distance=11.0)
    before = view(6, 6, 20.0, 12.0, distance=11.0, slide=(0.0, 1.0))
    board = found(paint(camera, TILES.surface), before)
    assert worst_corner(board.geometry, camera.corners_px) < 0.05


@pytest.mark.parametrize("name", ["connexoh_007", "connexoh_014", "connexoh_021"])
def test_rendered_boards_are_found_without_their_fiducials(name: str) -> None:
    """Shadow, glare, a hand, woods and frames of all colours."""
    board = found(frame(f"stills/{name}"))
    assert worst_corner(board.geometry, corners_of(name), turns=True) < 0.06


def test_glossy_tiles_are_found() -> None:
    """A lamp's reflection hides what a third of the tiles look like; the others are enough."""
    corners = [(614.7, 348.2), (178.8, 359.8), (226.5, 101.3), (502.4, 94.0)]
    board = found(frame("connexoh_glossy"))
    assert worst_corner(board.geometry, corners, turns=True) < 0.06


@pytest.mark.parametrize(
    ("name", "corners"),
    [
        ("shadows", [(141.7, 76.8), (475.3, 26.1), (531.0, 361.6), (190.2, 414.4)]),
        ("lamp", [(397.7, 425.4), (32.6, 351.4), (118.1, 7.6), (459.6, 70.1)]),
        # stripes of shadow hide from all but the network where the board ends
        (
            "under_blinds",
            [(195.21, 150.53), (429.25, 64.17), (540.79, 293.44), (286.67, 397.37)],
        ),
        # a lamp hides edges of tiles and lights up those of dishes: they drag the fit along
        ("lit_dishes", [(531.33, 324.5), (140.4, 355.84), (154.71, 49.17), (460.94, 30.22)]),
    ],
)
def test_unevenly_lit_tiles_are_found(name: str, corners: list[tuple[float, float]]) -> None:
    """Where shadows make halves as dark as others, and the row in the light is not left out."""
    board = found(frame(f"connexoh_{name}"))
    assert worst_corner(board.geometry, corners, turns=True) < 0.06


@pytest.mark.thorough
def test_tiles_of_which_bars_of_shade_leave_hardly_one_whole_are_found() -> None:
    """Their corners lie in rows, and the network tells nearly all of them."""
    board = found(under_bars(frame("stills/connexoh_014"), 7, 2.2, 0.8))
    assert worst_corner(board.geometry, corners_of("connexoh_014"), turns=True) < 0.06


@pytest.mark.parametrize(("check", "light"), [(0.25, 0.6), (0.4, 0.4)])
def test_tiles_on_a_loud_cloth_are_found(check: float, light: float) -> None:
    """Its checks, so many tiles wide, have stronger corners than tiles in dim light."""
    truth = view(6, 6)
    board = found(on_loud_cloth(truth, paint(truth, TILES.surface), check, light))
    assert worst_corner(board.geometry, truth.corners_px, turns=True) < 0.06


def test_tiles_on_black_are_found_in_the_dusk() -> None:
    """Noise in black has clearer corners than tiles in a light as dim."""
    corners = [(329.18, 90.1), (564.34, 223.51), (317.58, 443.45), (86.98, 207.3)]
    board = found(frame("connexoh_dim_on_black"))
    assert worst_corner(board.geometry, corners, turns=True) < 0.2


BRIGHT_CORNER = [(451.61, 67.44), (514.29, 345.72), (167.61, 375.58), (176.56, 88.63)]
ASIDE = [(402.25, 184.29), (307.37, 389.05), (81.06, 290.93), (199.83, 115.31)]
UNDER_BARS = [(456.46, 101.43), (518.23, 357.03), (211.53, 393.41), (200.19, 127.21)]
UNDER_AN_ARM = [(484.68, 210.57), (328.67, 348.1), (183.86, 204.34), (335.79, 111.65)]
CHERRY_AND_OAK = [(413.9, 44.5), (510.0, 297.3), (231.7, 387.7), (155.9, 120.4)]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "corners", "noise", "miss"),
    [
        ("bright_corner", BRIGHT_CORNER, 0.0, 0.06),
        ("bright_corner", BRIGHT_CORNER, 3.0, 0.06),
        ("fiducials_under_bars", UNDER_BARS, 0.0, 0.06),
        ("arm_over_alike_halves", UNDER_AN_ARM, 0.0, 0.1),
        ("cherry_and_oak", CHERRY_AND_OAK, 0.0, 0.1),
    ],
)
def test_tiles_lie_where_fiducials_say_if_light_drags_the_fit(
    name: str, corners: list[tuple[float, float]], noise: float, miss: float
) -> None:
    """Edges of light and shadow are stronger than those of tiles, or hide them, as an arm does."""
    picture = frame(f"connexoh_{name}")
    noisy = picture + np.random.default_rng(1).normal(0, noise, picture.shape)
    board = find_board(noisy.clip(0, 255).astype(np.uint8), TILES)
    assert isinstance(board, Registration)
    assert board.markers >= 3
    assert worst_corner(board.geometry, corners) < miss


def test_a_fit_that_strays_is_kept_if_its_edges_are_strong() -> None:
    """Fiducials were glued on an eighth of a tile beside their places."""
    board = find_board(frame("connexoh_fiducials_aside"), TILES)
    assert isinstance(board, Registration)
    assert board.markers >= 3
    assert worst_corner(board.geometry, ASIDE) < 0.06


@pytest.mark.parametrize("name", ["connexoh_007", "connexoh_014", "connexoh_021"])
def test_a_fit_that_does_not_stray_is_kept(name: str) -> None:
    """Where the board should lie is not so exact, and something hides some tiles."""
    image, corners = frame(f"stills/{name}"), np.array(corners_of(name))
    bare = found(image).geometry
    middle = np.rint(bare.project([(3.0, 3.0)])[0]).astype(int).tolist()
    covered = cv2.circle(image.copy(), middle, round(1.4 * bare.site_px), (90, 110, 140), -1)
    beside = np.add(corners, [4.0, -3.0])
    near = geometry_from_corners(beside, 6, 6, bare.image_size, bare.lens)
    board = found(np.asarray(covered, np.uint8), near)
    assert worst_corner(board.geometry, corners) < 0.06


def test_tiles_that_all_lie_alike_are_not_taken_for_smaller_ones() -> None:
    """The start position also shows a lattice at 45 degrees, which is not the board."""
    image = frame("demo/connexoh/f_0000")
    board = found(image)
    corners = np.array(board.geometry.corners_px)
    side = np.linalg.norm(np.roll(corners, 1, axis=0) - corners, axis=1).min()
    assert side > 0.4 * image.shape[1]


def test_red_tiles_as_bright_as_the_others_are_found() -> None:
    """Where brightness tells the halves badly apart, red and green do."""
    camera = view(6, 6, 25.0, 20.0, distance=11.0)
    share = paint(camera, TILES.surface, noise=0.0).astype(np.float64) / 255
    red, beige = np.array([52.0, 64.0, 150.0]), np.array([80.0, 100.0, 124.0])
    noise = np.random.default_rng(5).normal(0, 4, share.shape)
    image = np.clip(red + share * (beige - red) + noise, 0, 255).astype(np.uint8)
    board = found(image)
    assert worst_corner(board.geometry, camera.corners_px, turns=True) < 0.05


def test_tiles_of_hardly_different_halves_are_found() -> None:
    """Two woods a fifth apart in brightness, on a noisy evening."""
    camera = view(6, 6, 25.0, 20.0, distance=11.0)
    share = paint(camera, TILES.surface, noise=0.0).astype(np.float64) / 255
    noise = np.random.default_rng(5).normal(0, 3, share.shape)
    image = np.clip(60 + 22 * share + noise, 0, 255).astype(np.uint8)
    board = found(image)
    assert worst_corner(board.geometry, camera.corners_px, turns=True) < 0.05


@pytest.mark.thorough
@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("name", ["connexoh_007", "connexoh_014", "connexoh_021"])
def test_a_board_of_which_an_arm_hides_one_side_is_never_put_a_tile_beside(
    name: str, side: int
) -> None:
    """Five columns are seen, and nothing beyond them: the sixth may be on either side."""
    image, corners = frame(f"stills/{name}"), np.roll(corners_of(name), side, axis=0)
    near, far = corners[:2], corners[[3, 2]]
    outer, inner = near - 0.1 * (far - near), near + 0.16 * (far - near)
    arm = np.rint(np.concatenate([outer, inner[::-1]])).astype(np.int32)
    cv2.fillConvexPoly(image, arm, (90, 120, 180))
    board = find_tiles(image, TILES, None, None)
    if isinstance(board, Registration):
        assert worst_corner(board.geometry, corners_of(name), turns=True) < 0.2


def test_the_lattice_of_the_diagonals_is_not_taken_for_a_larger_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Tiles that all lie alike show one at 45 degrees, which goes on beyond a board of its size:
    another one is looked for.
    """
    image = frame("connexoh_burnt_out_start")
    board = found(image).geometry
    sides = board.project([(0.0, 3.0), (3.0, 6.0), (6.0, 3.0), (3.0, 0.0)])
    diagonals = geometry_from_corners(sides, 6, 6, board.image_size)
    monkeypatch.setattr(tiles, "starts", lambda *_: iter((diagonals, board)))
    assert found(image).geometry.corner_shift(board) < 0.05


@pytest.mark.parametrize("size", [7, 8])
def test_no_part_of_a_larger_board_is_taken_for_the_board(size: int) -> None:
    """Games with more tiles are played too, and it may be the board that is there."""
    for seed in (1, 2):
        image = paint(view(size, size, distance=1.6 * size), TILES.surface, seed=seed)
        seen = find_tiles(image, TILES, None, None)
        assert isinstance(seen, NotFound)
        assert seen.reason == "there are more tiles than 6 by 6: is it a larger board?"
        assert seen.advice == MORE_TILES
        board = find_tiles(image, layout_of(TILES.surface, size, size), None, None)
        assert isinstance(board, Registration)


@pytest.mark.thorough
def test_other_boards_have_no_tiles() -> None:
    """A chequered board, noise and nothing at all are no tiled board."""
    noise = np.random.default_rng(3).integers(0, 255, (480, 640, 3)).astype(np.uint8)
    for image in (paint(view(), SQUARES.surface), noise, np.zeros((480, 640, 3), np.uint8)):
        assert isinstance(find_tiles(image, TILES, None, None), NotFound)


def test_evidence_is_the_share_that_a_diagonal_explains() -> None:
    """Full for a clean tile, none for a plain cell, half where two opposite quarters differ."""
    tile = np.array([1, 1, 1, 1, 0, 0, 0, 0], np.float32)
    plain = np.zeros(8, np.float32)
    other = np.array([1, 1, 0, 0, 1, 1, 0, 0], np.float32)
    evidence = tile_evidence(np.stack([tile, plain, other]))
    assert evidence[0] > 0.95
    assert evidence[1] == 0
    assert evidence[2] < 0.05


def test_a_stone_is_the_likelier_the_more_others_lie_there() -> None:
    """As by going through all ways to lay up to six of a team on eight tiles, each number of them
    as likely as it is, and each way for a number as any other.
    """
    rng = np.random.default_rng(2)
    logs = rng.normal(0.0, 2.0, (8, 16))
    prior = log_prior(logs)
    for team in (np.array([0, 1] * 8), np.array([0, 0, 1, 1] * 4)):
        lead = [np.logaddexp.reduce(row[team == 1]) - np.logaddexp.reduce(row[team == 0])
                for row in logs]  # fmt: skip
        weight = np.zeros((8, 2))
        for laid in product((0, 1), repeat=8):
            if sum(laid) <= MOST:
                ways = _STONES_SEEN[sum(laid)] / comb(8, sum(laid)) * np.exp(np.dot(laid, lead))
                weight[range(8), laid] += ways
        # what is known of a dish, less what it shows itself
        odds = np.log(weight[:, 1] / weight[:, 0]) - lead
        only = np.flatnonzero((team == 1) & (np.arange(16) < 3))[0]
        assert prior[:, only] == pytest.approx(odds)


def test_a_seventh_stone_is_none() -> None:
    """Six are plain to see; one more that seems to be there is not."""
    logs = np.full((36, 16), -9.0)
    logs[:, 0] = 0.0
    logs[:6, 1] = 18.0
    logs[6, 1] = 5.0
    best = (logs + log_prior(logs)).argmax(axis=1)
    assert best.tolist() == [1] * 6 + [0] * 30
