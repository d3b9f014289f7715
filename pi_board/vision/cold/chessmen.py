"""Are these stones at all? A chess set in play looks much like draughts, square by square.

But chessmen stand up: seen by a camera they lean away from the point of the board beneath it, the
more the farther from it they stand, they taper and they have heads. A small network (23,000
weights, trained by `tests/training/chessmen.py`) looks at each of them, turned such that all lean
the same way; stones, however thick, even two on each other, do not look like that. One man may
deceive it, so the mean of its opinions of all decides.

Evidence (pictures with woods, colours and men of their own, on which it was not trained): of 9
rendered chess sets the mean is 2.1 to 5.6, of 34 boards with stones (8 rendered ones, 6 others and
20 frames of 3 games) -5.0 to -0.1. Of drawn pictures (`tests/training/drawn.py`, all styles) 63 of
92 chess sets are told, and 1 of 84 boards with stones is taken for one: small stones with rings
look like pawns from above. The limit was chosen on all but 44 of the drawn pictures.
"""

from __future__ import annotations

import cv2
import numpy as np

from pi_board.core.layout import Surface
from pi_board.vision.cold.trained import network
from pi_board.vision.geometry import Array, BoardGeometry, Floats, Image, quarter_turned
from pi_board.vision.reading import Reading
from pi_board.vision.sampling import straight_down

PX, MARGIN_SITES = 24, 1.6  # of the board from straight above
FEW = 4  # men that say nothing about all
_ALONG, _ACROSS = np.arange(-15, 30) / 20, np.arange(-14, 15) / 20  # sites seen around a man's foot
_MOST = 6.0  # log-odds: no man counts for more
_TALL = 1.0  # mean log-odds from which these are chessmen


def are_chessmen(image_bgr: Image, geometry: BoardGeometry, reading: Reading) -> bool:
    """Whether what was read as stones on a board of squares is much too tall for them."""
    layout = reading.layout
    if layout.surface is not Surface.SQUARES:
        return False
    hidden = [name in reading.obstructed for name in layout.sites]
    there = (np.array(reading.best) > 0) & ~np.array(hidden)
    squares = np.argwhere(there.reshape(layout.rows, layout.columns))[:, ::-1]
    feet = np.asarray(squares + 0.5, np.float64)
    if len(feet) < FEW:
        return False
    flat, geometry = straight_down(image_bgr, geometry, PX, MARGIN_SITES)
    seen = leaning(flat.astype(np.float32), feet, geometry.camera_position)
    return float(np.clip(_log_odds(seen), -_MOST, _MOST).mean()) > _TALL


def _log_odds(seen: Array) -> Floats:
    """Of a chessman against a stone, for views (N, 4, height, width)."""
    return network("chessmen.onnx").answers(seen).reshape(-1)


def leaning(flat: Array, feet: Floats, camera: Floats, scale: float = 1.0) -> Array:
    """What stands at board points (N, 2) of a rectified board (see `straight_down`), each turned
    such that tall things lean to the right: views (N, 4, height, width).

    The channels are blue, green and red, normalised by the board's own mean and contrast, and the
    slant: how far the camera (3) is aside, for its height. `scale` enlarges what is seen.
    """
    edge = round(MARGIN_SITES * PX)
    inner = flat[edge:-edge, edge:-edge].reshape(-1, 3)
    normal = (flat - inner.mean(axis=0)) / (inner.std() + 0.25)
    away = feet - camera[:2]
    distance = np.linalg.norm(away, axis=1, keepdims=True)
    along = away / np.maximum(distance, 1e-6) * scale
    across = quarter_turned(along)
    y, x = np.meshgrid(_ACROSS, _ALONG, indexing="ij")
    points = feet[:, None, None] + x[..., None] * along[:, None, None]
    points = points + y[..., None] * across[:, None, None]
    rows = flat.shape[0] / PX - MARGIN_SITES
    at = np.stack([points[..., 0] + MARGIN_SITES, rows - points[..., 1]], axis=-1) * PX - 0.5
    places = at.astype(np.float32).reshape(-1, len(_ALONG), 2)
    views = cv2.remap(normal, places, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    views = views.reshape(*points.shape[:3], 3)
    slant = np.broadcast_to((distance / camera[2])[:, None, None], (*points.shape[:3], 1))
    both = np.concatenate([views, slant], axis=3).transpose(0, 3, 1, 2)
    return np.ascontiguousarray(both, np.float32)
