"""Painted games for the tests of the warm reader: start positions, moves, a hand, the light."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from pi_board.core.layout import Appearance, column_and_row
from pi_board.vision.geometry import BoardGeometry, Image
from tests.vision.painting import SQUARES, paint, view

BLACK, WHITE = 25, 235
START = ".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb."


def labels_of(text: str) -> tuple[int, ...]:
    """Label indices, a1 first, of eight rows written top row first."""
    return tuple(".bw".index(c) for row in reversed(text.split("/")) for c in row)


def appearance_of(text: str) -> Appearance:
    """What a position shows."""
    return tuple(frozenset({(label,)}) for label in labels_of(text))


def moved(text: str, source: str, target: str) -> str:
    """The position with the stone of one square on another."""
    rows = [list(row) for row in text.split("/")]
    (ax, ay), (bx, by) = map(column_and_row, (source, target))
    rows[7 - by][bx], rows[7 - ay][ax] = rows[7 - ay][ax], "."
    return "/".join("".join(row) for row in rows)


def photo(text: str, geometry: BoardGeometry | None = None, seed: int = 1) -> Image:
    """A picture of a position with the noise of this seed; stones are always as far off-centre."""
    return _painted(text, geometry or view(), seed).copy()


@lru_cache(maxsize=64)
def _painted(text: str, geometry: BoardGeometry, seed: int) -> Image:
    jitter = np.random.default_rng(7).uniform(-0.08, 0.08, (64, 2))
    stones = tuple(
        (i % 8 + 0.5 + jitter[i, 0], i // 8 + 0.5 + jitter[i, 1], (0, BLACK, WHITE)[label])
        for i, label in enumerate(labels_of(text))
        if label
    )
    return paint(geometry, stones=stones, seed=seed)


def with_hand(picture: Image, geometry: BoardGeometry, to: str | tuple[float, float]) -> Image:
    """An arm from the picture's lower border to a square, or a board point."""
    at = np.add(column_and_row(to), 0.5) if isinstance(to, str) else to
    tip = geometry.project([at])[0]
    out = picture.copy()
    foot = (round(tip[0] + 40), picture.shape[0] + 20)
    cv2.line(out, (round(tip[0]), round(tip[1])), foot, (120, 150, 205), 44, cv2.LINE_AA)
    return out


LAYOUT = SQUARES
