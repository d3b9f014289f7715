"""Boards painted through a known camera, so that tests know where every line is."""

import json
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from pi_board.core.layout import Layout, Surface, grid_sites
from pi_board.vision.finding.find import find_board
from pi_board.vision.geometry import (
    Array,
    BoardGeometry,
    Floats,
    Image,
    Lens,
    Registration,
    triple,
)
from tests.shared import once

FRAMES = Path(__file__).parents[1] / "frames"
SIZE = (640, 480)
# The true corners of the picture loa_fiducials_dim.
DIM = [[215.44, 431.09], [121.74, 177.73], [367.35, 88.21], [503.98, 301.07]]


def layout_of(surface: Surface, columns: int, rows: int) -> Layout:
    """A layout with the usual three labels."""
    sites = grid_sites(columns, rows)
    groups = tuple((i,) for i in range(len(sites)))
    return Layout("painted", surface, columns, rows, sites, ("empty", "b", "w"), groups)


SQUARES = layout_of(Surface.SQUARES, 8, 8)
TILES = layout_of(Surface.TILES, 6, 6)
STONES = tuple((x + 0.5, y + 0.5, g) for x in range(1, 7) for y, g in ((0, 20), (7, 235)))


def frame(name: str) -> Image:
    """A picture of tests/frames."""
    image = cv2.imread(str(FRAMES / f"{name}.jpg"))
    assert image is not None, name
    return image


def corners_of(name: str) -> list[list[float]]:
    """The true corners of a picture of tests/frames/stills."""
    truth: dict[str, list[list[float]]] = json.loads((FRAMES / f"stills/{name}.json").read_text())
    return truth["corners_px"]


board_found = once(find_board)  # for who is shown the same pictures as others


def squares_found(image: np.ndarray) -> Registration:
    """The board of squares found in a picture that shows one."""
    result = board_found(image, SQUARES)
    assert isinstance(result, Registration), result
    return result


def view(
    columns: int = 8,
    rows: int = 8,
    tilt_deg: float = 25.0,
    yaw_deg: float = 20.0,
    distance: float = 13.0,
    slide: tuple[float, float] = (0.0, 0.0),
    k1: float = -0.05,
) -> BoardGeometry:
    """A camera that looks at the middle of a board, tilted, the board turned by `yaw_deg`."""
    flip, tilt, yaw = (
        cv2.Rodrigues(np.radians(v))[0]
        for v in ([180.0, 0.0, 0.0], [-tilt_deg, 0.0, 0.0], [0.0, 0.0, yaw_deg])
    )
    r = tilt @ flip @ yaw
    middle = np.array([columns / 2 - slide[0], rows / 2 - slide[1], 0.0])
    lens = Lens.centred(580.0, SIZE, k1)
    translation = np.array([0.0, 0.0, distance]) - r @ middle
    return BoardGeometry(columns, rows, lens, triple(cv2.Rodrigues(r)[0]), triple(translation))


def paint(
    geometry: BoardGeometry,
    surface: Surface = Surface.SQUARES,
    stones: tuple[tuple[float, float, int], ...] = (),
    noise: float = 3.0,
    frame_level: int = 90,
    table_level: int = 140,
    lined: bool = False,
    seed: int = 1,
    radius: float = 0.38,
) -> Image:
    """The board with a frame on a table; `stones` are (x, y, grey level) of discs of a `radius`."""
    grey = _grey(geometry, surface, stones, (frame_level, table_level), lined, radius)
    return photographed(grey, (0.85, 1.0, 1.05), 0.7, noise, seed)


@lru_cache(maxsize=16)  # pictures follow each other that differ in their noise alone
def _grey(
    geometry: BoardGeometry,
    surface: Surface,
    stones: tuple[tuple[float, float, int], ...],
    levels: tuple[int, int],
    lined: bool,
    radius: float,
) -> Array:
    """Grey levels (height, width) of a board, of its frame and the table: `levels`."""
    width, height = geometry.image_size
    board = board_points(geometry)
    level = np.full(len(board), float(levels[1]), np.float32)
    level[_within(board, geometry, 0.8)] = levels[0]
    on = _within(board, geometry, 0.0)
    level[on] = _site_levels(board[on], surface)
    if lined:
        level[on] = 130.0
        away = np.minimum(*np.abs(board - np.rint(board)).T)
        level[(away < 0.035) & _within(board, geometry, 0.035)] = 30.0
    for sx, sy, grey in stones:
        near = np.flatnonzero(np.abs(board[:, 0] - sx) < radius)
        level[near[np.hypot(*(board[near] - (sx, sy)).T) < radius]] = grey
    level.flags.writeable = False
    return level.reshape(height, width)


def photographed(
    grey: Array,
    tint: tuple[float, float, float],
    blur: float,
    noise: float,
    seed: int,
) -> Image:
    """A picture of grey levels (height, width) under a light of a `tint` (blue, green, red), as
    blurred and noisy (both as standard deviations) as a camera's.
    """
    smooth = cv2.GaussianBlur(grey, (0, 0), blur)
    image = smooth[:, :, None] * np.float32(tint) + grain(smooth.shape, noise, seed)
    return np.clip(image, 0, 255).astype(np.uint8)


def on_loud_cloth(
    geometry: BoardGeometry, image: Image, check: float, light: float, frame_sites: float = 0.8
) -> Image:
    """A picture of a board (and so much of its frame), as bright as `light` times, on a cloth of
    black and white checks `check` sites wide.
    """
    board = board_points(geometry)
    x, y = (board @ [[0.9, -0.44], [0.44, 0.9]] // check).T
    tint = np.array((0.85, 1.0, 1.05), np.float32)
    cloth = np.where((x + y) % 2, 200.0, 40.0).reshape(*image.shape[:2], 1) * tint
    on = _within(board, geometry, frame_sites).reshape(*image.shape[:2], 1)
    set_down = np.where(on, np.float32(light) * image, cloth).astype(np.float32)
    return np.clip(cv2.GaussianBlur(set_down, (0, 0), 0.7), 0, 255).astype(np.uint8)


def under_bars(image: Image, bars: int, angle_rad: float, dark: float) -> Image:
    """A picture under so many bars of shade, which take the share `dark` of the light."""
    ys, xs = np.mgrid[: image.shape[0], : image.shape[1]]
    along = (np.cos(angle_rad) * xs + np.sin(angle_rad) * ys) / max(image.shape)
    shade = (np.sin(2 * np.pi * bars * along) > 0).astype(np.float32)
    return (image * (1 - dark * cv2.GaussianBlur(shade, (0, 0), 4.0)[..., None])).astype(np.uint8)


@lru_cache(maxsize=16)  # of many pictures the noise is the same
def grain(shape: tuple[int, ...], deviation: float, seed: int) -> Array:
    """The noise of a camera (height, width, 3), the same again for a seed."""
    noise = np.empty((shape[0], shape[1] * 3), np.float32)
    cv2.setRNGSeed(seed)
    cv2.randn(noise, 0.0, deviation)
    noise.flags.writeable = False
    return noise.reshape(*shape[:2], 3)


@lru_cache(maxsize=8)
def board_points(geometry: BoardGeometry) -> Floats:
    """Where on the board's plane (height * width, 2) each pixel looks."""
    width, height = geometry.image_size
    y, x = np.mgrid[:height, :width]
    return geometry.unproject(np.c_[x.ravel(), y.ravel()])


def _within(board: Floats, geometry: BoardGeometry, margin: float) -> np.ndarray:
    (x, y), right, far = board.T, geometry.columns + margin, geometry.rows + margin
    return (x > -margin) & (x < right) & (y > -margin) & (y < far)  # far faster than all(axis=1)


def _site_levels(board: Floats, surface: Surface) -> Floats:
    x, y = np.floor(board).astype(int).T
    if surface is Surface.SQUARES:
        return np.where((x + y) % 2, 200.0, 50.0)
    # Tiles: a fixed jumble of the four ways a diagonal can lie.
    way = (x * 7 + y * 5 + x * y) % 4
    u, v = (board % 1.0 - 0.5).T
    side = np.choose(way, [u + v, u - v, -u - v, v - u])
    return np.where(side > 0, 200.0, 50.0)


def worst_corner(found: BoardGeometry, corners: object, turns: bool = False) -> float:
    """Greatest distance of a corner from the truth, in sites; over quarter turns if asked."""
    true, seen = np.asarray(corners), np.asarray(found.corners_px)
    ways = range(4) if turns else (0,)
    misses = [np.linalg.norm(np.roll(seen, -q, axis=0) - true, axis=1).max() for q in ways]
    return float(min(misses) / found.site_px)
