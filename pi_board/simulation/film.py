"""A simulated table before a camera: boards and hands are drawn, and the production vision reads
the pictures.

Drawn are squares, tiles and rows of holes with flat discs on them, a wooden frame and a plain
table, seen at a slant, with noise. Nothing of it is meant to be pretty, nor to stand for
photographs.
"""

from __future__ import annotations

from random import Random
from typing import Any

import cv2
import numpy as np

from pi_board.core.events import Event
from pi_board.core.layout import Surface
from pi_board.core.stones import Stones, stones_of
from pi_board.referee.phases import SettingUp
from pi_board.simulation.board import Board
from pi_board.simulation.people import Beat
from pi_board.simulation.plan import Plan
from pi_board.simulation.runner import INTERVAL_S, Session
from pi_board.vision.geometry import Image
from pi_board.vision.warm.session import BoardSession

Colour = tuple[int, int, int]

SIZE_PX = (960, 720)  # width, height of a frame
SITE_PX = 80  # of the flat drawing
FRAME = 0.6  # width of the wooden frame, in sites
CORNERS_PX = ((250.0, 90.0), (730.0, 105.0), (800.0, 640.0), (170.0, 625.0))  # top left first
TABLE: Colour = (120, 140, 150)  # blue, green, red
WOOD: Colour = (70, 95, 120)
LIGHT: Colour = (175, 205, 215)
DARK: Colour = (45, 70, 95)
PLANK: Colour = (110, 160, 190)
HOLE: Colour = (40, 55, 70)
SKIN: Colour = (120, 150, 205)
STONES: dict[str, Colour] = {"b": (28, 26, 25), "w": (235, 238, 240)}
NOISE = 3.0  # grey levels


def draw(board: Board) -> Image:
    """The board with its frame from straight above, row 1 at the bottom; (height, width, 3)."""
    layout = board.layout
    margin = round(FRAME * SITE_PX)
    width, height = layout.columns * SITE_PX, layout.rows * SITE_PX
    image = np.full((height + 2 * margin, width + 2 * margin, 3), WOOD, np.uint8)
    for site, label in enumerate(board.labels):
        column, row = site % layout.columns, site // layout.columns
        x, y = margin + column * SITE_PX, margin + (layout.rows - 1 - row) * SITE_PX
        stones = stones_of(layout.labels[label])
        if layout.surface is Surface.TILES:
            _draw_tile(image, x, y, stones)
        elif layout.surface is Surface.HOLES:
            _draw_hole(image, x, y, stones)
        else:
            _draw_square(image, x, y, (column + row) % 2 == 1, stones)
    return image


def _draw_square(image: Image, x: int, y: int, is_light: bool, stones: Stones) -> None:
    image[y : y + SITE_PX, x : x + SITE_PX] = LIGHT if is_light else DARK
    _draw_stone(image, x, y, stones)


def _draw_hole(image: Image, x: int, y: int, stones: Stones) -> None:
    image[y : y + SITE_PX, x : x + SITE_PX] = PLANK
    middle = (x + SITE_PX // 2, y + SITE_PX // 2)
    cv2.circle(image, middle, round(0.18 * SITE_PX), HOLE, -1, cv2.LINE_AA)
    _draw_stone(image, x, y, stones)


def _draw_stone(image: Image, x: int, y: int, stones: Stones) -> None:
    middle = (x + SITE_PX // 2, y + SITE_PX // 2)
    for player, count in (("b", stones.b), ("w", stones.w)):
        if count:
            cv2.circle(image, middle, round(0.36 * SITE_PX), STONES[player], -1, cv2.LINE_AA)


def _draw_tile(image: Image, x: int, y: int, stones: Stones) -> None:
    """The light triangle's right angle lies in a corner: north-east, then clockwise."""
    tile = np.full((SITE_PX, SITE_PX, 3), DARK, np.uint8)
    half = np.array([[0, 0], [SITE_PX, 0], [SITE_PX, SITE_PX]], np.int32)
    cv2.fillPoly(tile, [half], LIGHT)
    for player, count, at in (("w", stones.w, (0.7, 0.3)), ("b", stones.b, (0.3, 0.7))):
        if count:
            middle = (round(at[0] * SITE_PX), round(at[1] * SITE_PX))
            cv2.circle(tile, middle, round(0.18 * SITE_PX), STONES[player], -1, cv2.LINE_AA)
    tile = np.rot90(tile, -stones.turned)
    image[y : y + SITE_PX, x : x + SITE_PX] = tile
    cv2.rectangle(image, (x, y), (x + SITE_PX, y + SITE_PX), WOOD, 2)


def photograph(board: Board, hand: bool, noise: np.random.Generator) -> Image:
    """What the camera sees of the board, and of a hand over it; (height, width, 3)."""
    flat = draw(board)
    height, width = flat.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    camera_from_flat = cv2.getPerspectiveTransform(corners, np.array(CORNERS_PX, np.float32))
    seen = cv2.warpPerspective(
        flat, camera_from_flat, SIZE_PX, flags=cv2.INTER_AREA, borderValue=TABLE
    )
    if hand:
        cv2.line(seen, (560, 400), (640, SIZE_PX[1] + 40), SKIN, 60, cv2.LINE_AA)
    noisy = cv2.GaussianBlur(seen, (0, 0), 0.8) + noise.normal(0.0, NOISE, seen.shape)
    picture: Image = np.clip(noisy, 0, 255).astype(np.uint8)
    return picture


class FilmSession(Session):
    """A game at a simulated table, seen through the production vision."""

    def __init__(self, plan: Plan, seed: int) -> None:
        super().__init__(plan, seed)
        self.vision = BoardSession()
        game, layout = self.plan.game, self.people.layout
        self.vision.expect([(layout, game.appearance(self.plan.start, layout))])
        self._noise = np.random.default_rng(Random(f"film {seed}").getrandbits(32))
        self._confirmed: Any = None

    def _hold(self, beat: Beat) -> list[Event]:
        """Frames, for as long as the beat lasts."""
        said: list[Event] = []
        for _ in range(max(1, round(beat.hold_s / INTERVAL_S))):
            frame = photograph(beat.board, beat.covered, self._noise)
            for item in self.vision.see(frame, self._t, self._frame):
                said += self._take(item)
            self._learn()
            self._frame += 1
            self._t += INTERVAL_S
        return said

    def _learn(self) -> None:
        """Tell the vision what stands on the board, whenever that has changed."""
        if isinstance(self.state, SettingUp) or self.state.line.now.position is self._confirmed:
            return
        self._confirmed = self.state.line.now.position
        self.vision.confirm(self.state.line.now.appearance)
