"""Are these stones at all? A chess set in play looks much like draughts, square by square.

But chessmen stand up: seen at a slant, a chessman hides what lies behind it, where a stone, however
thick, leaves the next square free. So the places that a tall thing would hide are looked at, and
whether they show the colour of what stands before them or that of the board. Straight from above
nothing is hidden, and nothing is said.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.core.layout import Surface as Kind
from pi_board.vision.crossings import Crossings, look_at_crossings
from pi_board.vision.geometry import BoardGeometry, Floats, Image
from pi_board.vision.reading import Reading
from pi_board.vision.sampling import Array, Mask, Surface, parallax, surface

_HEIGHTS = (
    0.5,
    0.7,
    0.9,
    1.2,
    1.5,
)  # over the board, in site widths, where chessmen are looked for
_BEYOND = 0.62  # sites from the middle of a square that no flat stone reaches,
_THICK = 0.15  # and so much more for a slant of one site by a site's height
_FARTHEST = 1.6  # sites from the middle of a square
_INSIDE = 0.09  # of a square: its edges belong to no colour
_STONE = 0.5  # sites from the middle of another square with a stone, which may show there
_CHANNELS = np.array([1.0, 2.0, 2.0])  # how much luma and the tints count
_UNLIKE = 0.35  # least difference of a stone from the board behind it
_MOST = 0.3  # share of the stones that may look tall
_FEW = 2  # stones that may do so anyway: shadows, stones put down badly


def are_chessmen(image_bgr: Image, geometry: BoardGeometry, reading: Reading) -> bool:
    """Whether what was read as stones on a board of squares is much too tall for them."""
    layout = reading.layout
    if layout.surface is not Kind.SQUARES:
        return False
    board = surface(image_bgr, geometry)
    there = np.array(reading.best).reshape(layout.rows, layout.columns) > 0
    squares = np.argwhere(there)[:, ::-1]
    feet = np.asarray(squares + 0.5, np.float64)
    hidden = np.concatenate([parallax(geometry, feet, height) for height in _HEIGHTS])
    foot = np.tile(np.arange(len(feet)), len(_HEIGHTS))
    free = np.flatnonzero(_could_be_seen(hidden, feet[foot], there, geometry))
    shares = _share_of_stone(board, hidden[free], feet[foot[free]])
    looked_at = np.bincount(foot[free], np.isfinite(shares), len(feet)) > 0
    tall = np.bincount(foot[free], shares > 0.5, len(feet)) > 0
    return bool(tall.sum() > max(_FEW, _MOST * looked_at.sum()))


def _could_be_seen(hidden: Array, feet: Floats, there: Mask, geometry: BoardGeometry) -> Mask:
    """Which places (N, 2) hidden by tall things at `feet` (N, 2) would show the bare board if there
    were only flat stones, on the squares where some are `there`.
    """
    rows, columns = there.shape
    camera = geometry.camera_position
    slant = np.linalg.norm(feet - camera[:2], axis=1) / camera[2]
    away = np.linalg.norm(hidden - feet, axis=1)
    square = np.floor(hidden).astype(np.intp)
    on_board = ((square >= 0) & (square < (columns, rows))).all(axis=1)
    x, y = np.clip(square, 0, (columns - 1, rows - 1)).T
    from_edge = 0.5 - np.abs(hidden - square - 0.5).max(axis=1)
    from_middle = np.linalg.norm(hidden - square - 0.5, axis=1)
    free = on_board & (away > _BEYOND + _THICK * slant) & (away < _FARTHEST)
    free &= (from_edge > _INSIDE) & (~there[y, x] | (from_middle > _STONE))
    return np.asarray(free, np.bool_)


def _share_of_stone(board: Surface, hidden: Array, feet: Floats) -> Floats:
    """How far (N) the colour at hidden places (N, 2) is from that of the bare board (0) to that of
    what stands at `feet` (N, 2) (1); NaN where these differ too little.
    """
    smooth = np.asarray(cv2.boxFilter(board.colour, -1, (5, 5)), np.float32)
    around = np.array([(0.0, 0.0), (0.15, 0.0), (-0.15, 0.0), (0.0, 0.15), (0.0, -0.15)])
    stone = np.median(_values(smooth, board, feet[:, None] + around), axis=1)
    bare = _bare(look_at_crossings(board), hidden)
    seen = _values(smooth, board, hidden)
    step = (stone - bare) * _CHANNELS
    length = (step**2).sum(axis=1)
    share = ((seen - bare) * _CHANNELS * step).sum(axis=1) / np.maximum(length, 1e-6)
    return np.asarray(np.where(length > _UNLIKE**2, share, np.nan), np.float64)


def _values(picture: Array, board: Surface, points: npt.NDArray[np.floating]) -> Array:
    at = np.rint(board.pixel(points)).astype(np.intp)
    height, width = picture.shape[:2]
    return np.asarray(
        picture[at[..., 1].clip(0, height - 1), at[..., 0].clip(0, width - 1)], np.float32
    )


def _bare(crossings: Crossings, points: Array) -> Array:
    """Log colour (N, 3) that the bare board has at points (N, 2)."""
    rows, columns = crossings.light.shape[0] - 1, crossings.light.shape[1] - 1
    x, y = np.clip(np.floor(points), 0, (columns - 1, rows - 1)).astype(np.intp).T
    u, v = (points - np.stack([x, y], axis=-1)).T[..., None]
    low = crossings.light[y, x] * (1 - u) + crossings.light[y, x + 1] * u
    high = crossings.light[y + 1, x] * (1 - u) + crossings.light[y + 1, x + 1] * u
    light = low * (1 - v) + high * v
    return np.asarray(light + ((x + y) % 2)[:, None] * crossings.step, np.float32)
