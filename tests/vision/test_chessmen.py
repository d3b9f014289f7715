"""Telling a chess set from stones."""

import cv2
import numpy as np
import pytest

from pi_board.games.registry import make_game
from pi_board.vision.chessmen import are_chessmen
from pi_board.vision.cold import read_cold
from pi_board.vision.geometry import BoardGeometry, Image, Registration
from tests.vision.painting import paint, view

PLACES = ((1, 1), (4, 1), (6, 2), (2, 3), (5, 4), (1, 5), (3, 6), (6, 6), (4, 3), (7, 5))


def standing(camera: BoardGeometry, height: float) -> Image:
    """Men of two colours on a board, so many sites tall, seen by `camera`; far ones first."""
    image = paint(camera)
    turn = np.linspace(0, 2 * np.pi, 24)
    far_first = sorted(PLACES, key=lambda p: -float(np.linalg.norm(p - camera.camera_position[:2])))
    for k, (x, y) in enumerate(far_first):
        grey = (40, 215)[k % 2]
        for z in np.linspace(0.0, height, 25):
            radius = 0.36 - 0.16 * z / max(height, 1.0)
            ring = np.stack(
                [x + 0.5 + radius * np.cos(turn), y + 0.5 + radius * np.sin(turn), np.full(24, z)]
            ).T
            shade = 0.9 + 0.1 * z / max(height, 1.0)
            colour = (int(grey * shade),) * 3
            cv2.fillPoly(image, [np.rint(camera.project(ring)).astype(np.int32)], colour)
    return image


@pytest.mark.parametrize(("height", "tall"), [(0.15, False), (0.3, False), (1.5, True)])
@pytest.mark.parametrize("yaw", [0.0, 30.0, 115.0])
def test_chessmen_are_taller_than_stones(yaw: float, height: float, tall: bool) -> None:
    """Seen at a slant they hide the squares behind them; thick stones do not."""
    camera = view(tilt_deg=35.0, yaw_deg=yaw)
    image = standing(camera, height)
    reading = read_cold(image, Registration(camera, 1.0, 0, True), make_game("loa").layouts[0])
    assert are_chessmen(image, camera, reading) is tall
