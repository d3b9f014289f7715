"""Finding Linja boards by their holes."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from pi_board.core.layout import Surface
from pi_board.games.registry import make_game
from pi_board.vision.cold.trained import BEYOND, FINE
from pi_board.vision.finding import holes
from pi_board.vision.finding.find import Found, find_any
from pi_board.vision.finding.hole_fit import HoleFit
from pi_board.vision.finding.hole_match import matched
from pi_board.vision.finding.holes import find_holes, holes_between
from pi_board.vision.geometry import BoardGeometry, Image, NotFound, Registration
from pi_board.vision.sampling import straight_down
from pi_board.vision.warm.refit import found_anew
from tests.vision.painting import (
    SQUARES,
    board_points,
    corners_of,
    frame,
    layout_of,
    paint,
    photographed,
    view,
    worst_corner,
)

HOLES = layout_of(Surface.HOLES, 6, 8)
STONES = tuple((x, y, 25 if y < 4 else 235) for y in (0, 1, 6, 7) for x in range(6) if (x + y) % 3)


def drill(
    camera: BoardGeometry,
    rows: int = 8,
    stones: tuple[tuple[int, int, int], ...] = STONES,
    depth: float = 40.0,
    seed: int = 1,
) -> Image:
    """A plain wooden board with `rows` rows of shaded holes; `stones` (column, row, level)."""
    width, height = camera.image_size
    board = board_points(camera)
    x, y = board.T
    on = (np.abs(x - 3.0) < 4.0) & (np.abs(y - 4.0) < 5.2)
    wood = 6 * np.sin(x * 9 + np.sin(y))
    level = np.where(on, 165.0 + wood, 110.0 + 25 * np.sin(y * 4)).astype(np.float32)
    inside = np.flatnonzero((x > 0) & (y > 0) & (x < 6) & (y < rows))
    away = board[inside] % 1.0 - 0.5
    deep = np.hypot(*away.T) < 0.3
    level[inside[deep]] -= depth * (0.6 + away[deep].sum(axis=1))
    for column, row, stone in stones:
        near = np.flatnonzero(np.abs(x - column - 0.5) < 0.31)
        level[near[np.hypot(x[near] - column - 0.5, y[near] - row - 0.5) < 0.31]] = stone
    return photographed(level.reshape(height, width), (0.7, 0.9, 1.0), 0.8, 3.0, seed)


def half_turned_miss(found: BoardGeometry, corners: object) -> float:
    """Worst corner in sites, whichever way round the board was taken."""
    return min(worst_corner(found, corners), worst_corner(found.rotated(2), corners))


def found(image: Image, coarse: BoardGeometry | None = None) -> Registration:
    """The board found in a picture that shows one."""
    result = find_holes(image, HOLES, coarse, None)
    assert isinstance(result, Registration), result
    return result


@pytest.mark.parametrize("yaw", [0.0, 50.0, 95.0, 200.0])
@pytest.mark.parametrize("tilt", [0.0, 35.0])
def test_holes_are_found_at_every_angle(tilt: float, yaw: float) -> None:
    """Which axis has eight holes and which six is told by counting."""
    camera = view(6, 8, tilt, yaw, distance=14.0)
    board = found(drill(camera))
    assert not board.orientation_known
    assert half_turned_miss(board.geometry, camera.corners_px) < 0.12


def test_shallow_empty_holes_are_enough() -> None:
    """Faint rims in plain wood, not a stone anywhere."""
    camera = view(6, 8, 15.0, 12.0, distance=14.0)
    board = found(drill(camera, stones=(), depth=16.0))
    assert half_turned_miss(board.geometry, camera.corners_px) < 0.2


def test_coarse_geometry_settles_which_way_round() -> None:
    """Near a geometry that is known the corners keep their names."""
    camera = view(6, 8, 25.0, 185.0, distance=14.0)
    start = view(6, 8, 25.0, 186.0, distance=14.1, slide=(0.08, -0.08))
    board = found(drill(camera), start)
    assert board.orientation_known
    assert worst_corner(board.geometry, camera.corners_px) < 0.1


def with_pegs(image: Image, camera: BoardGeometry, height: float) -> Image:
    """Pegs so many sites tall in half of the holes, far ones drawn first."""
    image = image.copy()
    turn = np.linspace(0, 2 * np.pi, 24)
    holes = [(x + 0.5, y + 0.5) for y in range(8) for x in range(6) if (x * 3 + y * 5) % 4 < 2]
    holes.sort(key=lambda p: -float(np.linalg.norm(p - camera.camera_position[:2])))
    for k, (x, y) in enumerate(holes):
        colour = (30, 30, 35) if k % 2 else (205, 225, 230)
        for z in np.linspace(0.0, height, 20):
            top = np.c_[x + 0.28 * np.cos(turn), y + 0.28 * np.sin(turn), np.full(24, z)]
            shade = tuple(int(0.85 * c) for c in colour) if z < height else colour
            cv2.fillPoly(image, [np.rint(camera.project(top)).astype(np.int32)], shade)
    return image


@pytest.mark.parametrize("yaw", [12.0, 100.0])
def test_tall_pegs_do_not_draw_the_grid_away(yaw: float) -> None:
    """Their tops lie elsewhere in the picture than their feet; the grid is that of the holes.

    The network knows rendered pegs better than these, drawn without light.
    """
    camera = view(6, 8, 25.0, yaw, distance=15.0)
    image = with_pegs(drill(camera, stones=()), camera, 0.6)
    assert half_turned_miss(found(image).geometry, camera.corners_px) < 0.22


def test_a_shove_by_a_whole_site_is_noticed() -> None:
    """Seven rows still match the old place, which is not taken for the new one."""
    camera = view(6, 8, 20.0, 12.0, distance=14.0)
    before = view(6, 8, 20.0, 12.0, distance=14.0, slide=(0.0, 1.0))
    assert isinstance(find_holes(drill(camera), HOLES, before, None), NotFound)
    old = Registration(before, 0.9, 0, True)
    board = found_anew(drill(camera), before, old, HOLES)
    assert board is not None
    assert worst_corner(board.geometry, camera.corners_px) < 0.1


def test_too_many_rows_are_no_board() -> None:
    """Where rows of holes go on, no eight of them are the board."""
    image = drill(view(6, 8, 10.0, 5.0, distance=15.0), rows=9)
    assert isinstance(find_holes(image, HOLES, None, None), NotFound)


def covered(image: Image, camera: BoardGeometry, *rows: tuple[float, float]) -> Image:
    """A hand over the board from one of its rows to another, for each pair."""
    image = image.copy()
    for low, high in rows:
        hand = camera.project([(-1.2, low), (-1.2, high), (7.2, high), (7.2, low)])
        cv2.fillConvexPoly(image, np.rint(hand).astype(np.int32), (90, 120, 170))
    return image


def test_a_hidden_row_is_known_from_the_other_end() -> None:
    """Seven rows are seen, and none beyond the first: the eighth is under the hand."""
    camera = view(6, 8, 10.0, 5.0, distance=15.0)
    board = found(covered(drill(camera), camera, (6.9, 9.5)))
    assert half_turned_miss(board.geometry, camera.corners_px) < 0.12


@pytest.mark.parametrize("hand", [(5.2, 9.5), (-2.0, 2.6)])
def test_a_third_of_the_board_may_be_hidden(hand: tuple[float, float]) -> None:
    """Few holes are seen, but none is missing where no hand is; corners are a fifth of a site off
    at most.
    """
    camera = view(6, 8, 10.0, 5.0, distance=15.0)
    board = found(covered(drill(camera), camera, hand))
    assert half_turned_miss(board.geometry, camera.corners_px) < 0.2


def test_hidden_ends_of_the_board_are_told() -> None:
    """With hands over both ends it is open which eight rows are the board."""
    camera = view(6, 8, 10.0, 5.0, distance=15.0)
    result = find_holes(covered(drill(camera), camera, (-2.5, 1.1), (6.9, 10.5)), HOLES, None, None)
    assert isinstance(result, NotFound)
    assert "ends" in result.reason


def test_the_hidden_end_matters_no_more_when_the_place_is_known() -> None:
    """Fiducials say where the rows end."""
    camera = view(6, 8, 10.0, 5.0, distance=15.0)
    board = found(covered(drill(camera), camera, (6.9, 9.5)), camera)
    assert worst_corner(board.geometry, camera.corners_px) < 0.1


def test_a_rendered_board_is_found_without_its_fiducials() -> None:
    """Discs on shallow holes in dark wood, and a hand."""
    board = found(frame("stills/linja_021"))
    assert half_turned_miss(board.geometry, corners_of("linja_021")) < 0.12


@pytest.mark.thorough
def test_a_board_seen_at_a_slant_on_a_loud_cloth_is_found() -> None:
    """Its holes are flat ellipses, and the cloth is full of what looks as round as they do. The
    home rows are full of pegs, so the corners are known less well.
    """
    board = found(frame("linja_pegs_aslant"))
    corners = [(251.76, 96.53), (575.06, 126.41), (627.44, 333.07), (183.78, 279.37)]
    assert half_turned_miss(board.geometry, corners) < 0.25


def test_a_board_is_found_where_only_a_cloth_seems_to_have_holes_at_first() -> None:
    """Its checks lie in rows that do not end; seen from lower down the board's stand out more."""
    corners = [(336.3, 375.2), (111.3, 161.9), (276.1, 75.0), (506.3, 220.8)]
    assert half_turned_miss(found(frame("linja_holes_on_gingham")).geometry, corners) < 0.1


@pytest.mark.thorough
def test_a_board_is_found_where_only_a_cloth_seems_to_have_holes() -> None:
    """Its checks stand out more, however the picture is looked at: without them the holes do."""
    corners = [(346.2, 55.27), (541.16, 233.73), (337.18, 379.75), (160.46, 150.13)]
    assert half_turned_miss(found(frame("linja_holes_on_a_loud_cloth")).geometry, corners) < 0.1


def test_grain_between_holes_is_no_row_of_sticks() -> None:
    """It looks like six of seven, which a look for sticks would be content with."""
    seen = find_any(frame("linja_holes_in_striped_wood"), make_game("linja").layouts)
    assert isinstance(seen, Found)
    assert seen.layout.surface is Surface.HOLES
    corners = [(211.5, 343.4), (306.2, 74.1), (519.6, 146.0), (432.0, 419.4)]
    assert half_turned_miss(seen.registration.geometry, corners) < 0.1


def test_bare_holes_tell_where_a_row_of_pegs_ends() -> None:
    """Pawns before the camera hide the last row, and their feet seem to stand further off."""
    corners = [(500.6, 46.6), (656.7, 452.9), (32.2, 506.5), (134.9, 62.9)]
    board = found(frame("linja_row_of_pawns"))
    assert half_turned_miss(board.geometry, corners) < 0.12


def test_holes_are_matched_with_how_all_look() -> None:
    """However far off each was thought, they lie right among each other; a hidden one is told."""
    camera = view(6, 8, 25.0, 30.0, distance=14.0)
    image = drill(camera, stones=((2, 3, 235),))
    centres = camera.site_centres
    thought = centres + np.random.default_rng(2).uniform(-0.1, 0.1, centres.shape)
    flat, _ = straight_down(image, camera, FINE, BEYOND)
    points, likeness = matched(flat, camera, thought)
    bare = ~(centres == (2.5, 3.5)).all(axis=1)
    assert likeness[~bare] < 0.1 < likeness[bare].min()
    off = (points - centres)[bare]
    assert np.abs(off - off.mean(axis=0)).max() < 0.04
    assert np.abs(off.mean(axis=0) - (thought - centres)[bare].mean(axis=0)).max() < 0.01


def test_chequered_boards_noise_and_darkness_have_no_holes() -> None:
    """Stones on squares lie regularly too, but there are eight columns of them."""
    stones = tuple((x + 0.5, y + 0.5, g) for x in range(8) for y, g in ((0, 20), (7, 235)))
    noise = np.random.default_rng(3).integers(0, 255, (480, 640, 3)).astype(np.uint8)
    chequered = paint(view(), SQUARES.surface, stones)
    for image in (chequered, noise, np.zeros((480, 640, 3), np.uint8)):
        assert isinstance(find_holes(image, HOLES, None, None), NotFound)


def bricks() -> Image:
    """A wall: as regular as rows of holes."""
    wall = np.full((720, 1280, 3), 175, np.uint8)
    for y in range(0, 720, 60):
        for x in range(y // 60 % 2 * 64 - 128, 1280, 128):
            cv2.rectangle(wall, (x + 4, y + 4), (x + 124, y + 56), (60, 70, 150), -1)
    grain = np.random.default_rng(2).normal(0, 6, wall.shape)
    return np.asarray(np.clip(wall + grain, 0, 255), np.uint8)


def test_a_wall_of_bricks_is_not_tried_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a few places that have no holes, the others are not looked at."""
    tried: list[object] = []

    def hopeless(*_: object, **__: object) -> None:
        tried.append(None)

    monkeypatch.setattr(holes, "fit_holes", hopeless)
    assert isinstance(find_holes(bricks(), HOLES, None, None), NotFound)
    assert 0 < len(tried) <= holes.HOPELESS


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["loa_before_shove", "loa_bare_cloth_hand", "stills/loa_007"])
def test_stones_on_squares_are_no_holes(name: str) -> None:
    """Another game's board, upright or stretched."""
    assert isinstance(find_holes(frame(name), HOLES, None, None), NotFound)


def test_stones_between_sticks_are_no_holes() -> None:
    """Loose stones in lanes, and fiducials that say where holes would be."""
    layouts = make_game("linja").layouts
    placed = find_any(frame("linja_sticks_on_blue"), layouts)
    assert isinstance(placed, Found)
    assert placed.layout.surface is Surface.ROWS
    assert placed.registration.markers == 4


@pytest.mark.parametrize(
    ("away", "slide", "miss"),
    [
        (14.0, (0.3, 0.0), worst_corner),
        (20.0, (0.0, 0.0), half_turned_miss),  # it is looked for everywhere, from either end
    ],
)
def test_holes_are_found_in_lanes_that_end_elsewhere(
    away: float, slide: tuple[float, float], miss: Callable[..., float]
) -> None:
    """Lines between rows look like sticks, which do not tell where their lanes end; and others may
    be taken for them.
    """
    lanes = view(6, 8, 25.0, 185.0, distance=away, slide=slide)
    camera = view(6, 8, 25.0, 185.0, distance=14.0)
    image = drill(camera)
    arm = np.array([(0.5, 9.0), (2.6, 9.0), (3.4, 3.2), (1.6, 3.0)])
    cv2.fillPoly(image, [np.rint(camera.project(arm)).astype(np.int32)], (95, 125, 190))
    board = holes_between(image, HOLES, lanes, None)
    assert board is not None
    assert miss(board.geometry, camera.corners_px) < 0.12


@pytest.mark.parametrize(
    ("name", "corners", "miss"),
    [
        (
            "lined_under_a_hand",
            [(271.2, 429.0), (174.2, 100.0), (424.8, 27.1), (554.1, 329.4)],
            0.1,
        ),
        (
            "tall_balls_between_lines",
            [(79.0, 201.0), (394.4, 77.6), (574.5, 226.4), (189.9, 458.3)],
            0.2,
        ),
    ],
)
def test_lines_between_holes_are_no_sticks(
    name: str, corners: list[tuple[float, float]], miss: float
) -> None:
    """Holes lie between them, and not across, which they could where a hand hides a third; tall
    pegs hide where their feet are.
    """
    placed = find_any(frame(f"linja_{name}"), make_game("linja").layouts)
    assert isinstance(placed, Found)
    assert placed.layout.surface is Surface.HOLES
    assert worst_corner(placed.registration.geometry, corners) < miss


def test_between_sticks_there_are_no_holes() -> None:
    """Only loose stones."""
    (lanes,) = (one for one in make_game("linja").layouts if one.surface is Surface.ROWS)
    image = frame("linja_sticks_on_blue")
    placed = find_any(image, [lanes])
    assert isinstance(placed, Found)
    assert holes_between(image, HOLES, placed.registration.geometry.divided(6), None) is None


def test_a_hand_and_an_arm_over_half_a_board_make_no_sticks_of_its_lines() -> None:
    """Few holes are left to be seen, but hardly one is missing where nothing hides it."""
    camera = view(6, 8, 25.0, 185.0, distance=14.0)
    image = drill(camera)
    arm = np.array([(0.0, 9.0), (3.4, 9.0), (5.0, 4.0), (4.8, 1.5), (1.6, 1.2), (0.8, 4.5)])
    cv2.fillPoly(image, [np.rint(camera.project(arm)).astype(np.int32)], (95, 125, 190))
    board = holes_between(image, HOLES, camera, None)
    assert board is not None
    assert board.quality < 0.5
    assert worst_corner(board.geometry, camera.corners_px) < 0.12


def test_half_a_board_of_holes_between_lines_is_not_believed() -> None:
    """Something else lies there."""
    camera = view(6, 8, 25.0, 185.0, distance=14.0)
    image = drill(camera, rows=4, stones=())
    assert holes_between(image, HOLES, camera, None) is None


@pytest.mark.parametrize(
    ("seen", "missing", "scatter", "clear", "believed"),
    [
        (0.98, 0.02, 0.052, True, True),  # holes seen at a slant, under bars of shade
        (0.98, 0.02, 0.052, False, False),  # discs on squares, which go on beyond
        (0.87, 0.12, 0.052, True, False),
        (0.98, 0.02, 0.08, True, False),
    ],
)
def test_where_hardly_a_hole_is_missing_they_may_lie_more_loosely(
    monkeypatch: pytest.MonkeyPatch,
    seen: float,
    missing: float,
    scatter: float,
    clear: bool,
    believed: bool,
) -> None:
    """A slanting view and shade in them put their middles elsewhere, but all of them are there."""
    camera = view(6, 8, 5.0, 10.0)
    fit = HoleFit(camera, seen, missing, scatter, clear)
    monkeypatch.setattr(holes, "fit_holes", lambda *args, **rest: fit)
    assert isinstance(find_holes(drill(camera), HOLES, None, None), Registration) == believed
