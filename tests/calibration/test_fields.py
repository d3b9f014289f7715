"""Printed boards are read with stones on them: none is white as light stones are."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import fields, sheets
from calibration.printing import write_png
from calibration.shapes import Polygon, Sheet
from pi_board.core.layout import Layout
from pi_board.games.registry import make_game
from pi_board.vision.cold.read import read_cold
from pi_board.vision.finding.find import find_board
from pi_board.vision.geometry import Image, Registration
from pi_board.vision.reading import Reading

DPI = 60
SITE = 50.0
BLACK, CREAM, WHITE = (35, 35, 38), (205, 225, 235), (243, 246, 246)  # BGR
WOOD = (128, 172, 208)
PX = DPI / 25.4  # pixels in a millimetre


def picture(sheet: Sheet, folder: Path) -> Image:
    """The printed sheet, not quite as bright as its paper and with a camera's noise, BGR."""
    write_png(sheet, folder / "sheet.png", dpi=DPI)
    image = cv2.imread(str(folder / "sheet.png"))
    return np.asarray(0.9 * cv2.GaussianBlur(image, (0, 0), 0.7), np.uint8)


def put_stone(
    image: Image, at_mm: tuple[float, float], radius_mm: float, colour: tuple[int, ...]
) -> None:
    """A turned disc with its shadow, drawn in place."""
    x, y = (round(v * PX) for v in at_mm)
    radius = round(radius_mm * PX)
    rim, groove = (tuple(int(share * v) for v in colour) for share in (0.75, 0.85))
    cv2.circle(image, (x + 1, y + 2), radius, (90, 90, 90), -1, cv2.LINE_AA)
    cv2.circle(image, (x, y), radius, rim, -1, cv2.LINE_AA)
    cv2.circle(image, (x, y), radius - 2, colour, -1, cv2.LINE_AA)
    cv2.circle(image, (x, y), round(0.65 * radius), groove, 1, cv2.LINE_AA)


def seen(image: Image, layout: Layout) -> Reading:
    """What is read of the picture with noise over it, nothing being known of the position."""
    noise = np.random.default_rng(4).normal(0, 2, image.shape)
    shot = np.asarray(np.clip(image + noise, 0, 255), np.uint8)
    found = find_board(shot, layout)
    assert isinstance(found, Registration)
    assert found.markers == 4
    return read_cold(shot, found, layout)


@pytest.mark.parametrize("light", [WHITE, CREAM, WOOD], ids=["white", "cream", "wood"])
def test_light_stones_are_seen_on_a_printed_linja_board(
    tmp_path: Path, light: tuple[int, ...]
) -> None:
    """All 24 stones and 24 holes at the start, and of all it is certain."""
    layout = make_game("linja").layouts[0]
    image = picture(sheets.board_sheet("linja", "a2", SITE), tmp_path)
    left, low = (420 - 6 * SITE) / 2, (594 + 8 * SITE) / 2
    grid = ["bbbbbb", *["b    w"] * 6, "wwwwww"]
    for y, row in enumerate(grid):
        for x, stone in enumerate(row):
            at = (left + (x + 0.5) * SITE, low - (y + 0.5) * SITE)
            if stone != " ":
                put_stone(image, at, 0.33 * SITE, light if stone == "w" else BLACK)
    reading = seen(image, layout)
    assert reading.labels == tuple("empty" if s == " " else s for s in "".join(grid))
    assert reading.uncertain == ()


def tiled(stones: bool, light: tuple[int, ...], folder: Path) -> Image:
    """The mat with its 36 printed tiles, all light corners NE; row 1 with stones in its light
    halves, row 6 in its dark ones.
    """
    left, top = (420 - 6 * SITE) / 2, (594 - 6 * SITE) / 2
    mat = sheets.board_sheet("connexoh", "a2", SITE)
    corners = [(left + (i % 6) * SITE, top + (i // 6) * SITE) for i in range(36)]
    tiles = [shape for x, y in corners for shape in fields.tile(x, y, SITE)]
    image = picture(Sheet("tiles", mat.size_mm, (*mat.shapes, *tiles)), folder)
    for x, y in (corners[:6] + corners[30:]) if stones else ():
        off, colour = (-0.18, BLACK) if y == top else (0.18, light)
        put_stone(image, (x + (0.5 + off) * SITE, y + (0.5 - off) * SITE), 0.155 * SITE, colour)
    return image


@pytest.mark.parametrize("light", [WHITE, CREAM], ids=["white", "cream"])
def test_stones_are_seen_on_printed_tiles(tmp_path: Path, light: tuple[int, ...]) -> None:
    """White ones in light halves, black ones in dark; every tile lies as it does."""
    reading = seen(tiled(True, light, tmp_path), make_game("connexoh").layouts[0])
    assert reading.labels == ("0w",) * 6 + ("0",) * 24 + ("0b",) * 6
    assert len(reading.uncertain) <= 6


def test_bare_printed_tiles_are_bare(tmp_path: Path) -> None:
    """Nothing that is printed on a tile looks like a stone, or 36 of them would be uncertain; a few
    are, since the network, which never saw print, counts for more than measures.
    """
    reading = seen(tiled(False, WHITE, tmp_path), make_game("connexoh").layouts[0])
    assert reading.labels == ("0",) * 36
    assert len(reading.uncertain) <= 4


def test_a_disc_is_round() -> None:
    """All corners of the polygon lie on the circle, and it has nearly the circle's area."""
    shape = fields.disc((10.0, 20.0), 5.0, 0.5)
    assert isinstance(shape, Polygon)
    points = np.array(shape.points_mm, np.float32)
    assert np.hypot(*(points - (10.0, 20.0)).T) == pytest.approx(5.0)
    assert cv2.contourArea(points) == pytest.approx(np.pi * 25, rel=0.01)
