"""Connex'oh boards read cold: how every tile lies, and what lies in its two dishes.

A tile's quarters (cut by both diagonals) tell where its light corner points. Of the 36 dishes of
one colour at most 6 hold a stone, so the empty ones are learnt from the picture itself: how a dish
differs from the face around it, how round and how shaded it is, also how that changes across the
board with the lamp. A stone is what differs from that the way stones do: neutral in colour, a plain
rim, bulging rather than hollow.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pi_board.vision import rings
from pi_board.vision.mixture import Floats, Outliers, find_outliers, normalised
from pi_board.vision.sampling import Array, Mask, Surface, disc, parallax, patches

PX_PER_SITE = 36
_DISH = 0.18  # of a dish's middle from the tile's, along both axes
_STONE_HEIGHT = 0.06
_RADII = (0.13, 0.15, 0.17, 0.19)
# (x, y) towards the light corner of orientations 0 NE, 1 SE, 2 SW, 3 NW
_CORNERS = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]])
_FACE = np.array([[0.38, 0.0], [0.0, 0.38], [0.40, 0.40], [0.36, 0.06], [0.06, 0.36]])


@dataclass(frozen=True, slots=True)
class TileLooks:
    """What is measured of each tile: arrays over sites, row 1 first.

    `quarters` (N, 4): log luma of the north, east, south and west quarter. `light` and `dark` (N,
    4, 7): the dish that would be in the light and the dark half, for each of the 4 orientations:
    luma, R/G, B/G against the face, roundness, contrast within, shading along x and y.
    """

    quarters: Floats
    light: Floats
    dark: Floats


def look_at_tiles(board: Surface) -> TileLooks:
    """Measure all tiles. The board should have PX_PER_SITE."""
    geometry = board.geometry
    y, x = np.divmod(np.arange(geometry.rows * geometry.columns), geometry.columns)
    centres = np.stack([x + 0.5, y + 0.5], axis=-1)
    votes = rings.votes(board, _RADII, np.zeros_like(board.saturated))
    dishes = np.stack([_dish(board, votes, centres, corner) for corner in _CORNERS], axis=1)
    return TileLooks(_quarters(board, centres), dishes, dishes[:, [2, 3, 0, 1]])


def _quarters(board: Surface, centres: Array) -> Floats:
    half = round(0.45 * board.px_per_site)
    luma = patches(board, centres, half)[..., 0]
    offset = np.arange(-half, half + 1) / board.px_per_site
    right, up = offset[None, :], -offset[:, None]
    clear = np.abs(np.abs(right) - np.abs(up)) > 0.06
    for corner in _CORNERS * _DISH:
        clear &= np.hypot(right - corner[0], up - corner[1]) > 0.2
    masks = [
        clear & (up > np.abs(right)),
        clear & (right > np.abs(up)),
        clear & (-up > np.abs(right)),
        clear & (-right > np.abs(up)),
    ]
    return np.stack([np.median(luma[:, m], axis=1) for m in masks], axis=1).astype(np.float64)


def _dish(board: Surface, votes: Array, centres: Array, corner: Array) -> Floats:
    at = parallax(board.geometry, centres + _DISH * corner, _STONE_HEIGHT)
    half = round(0.18 * board.px_per_site)
    whole = patches(board, at, half)
    inner = whole[:, disc(half, 0.11 * board.px_per_site)]
    spots = [
        np.median(patches(board, centres + corner * f, 1).reshape(len(centres), -1, 3), axis=1)
        for f in _FACE
    ]
    difference = np.median(inner, axis=1) - np.median(np.stack(spots), axis=0)
    low, high = np.percentile(inner[..., 0], (15, 90), axis=1)
    offset = np.arange(-half, half + 1) / half
    round_mask = disc(half, half)
    luma = np.where(round_mask, whole[..., 0], 0.0)
    shade_x = (luma * offset[None, :]).sum(axis=(1, 2)) / round_mask.sum()
    shade_y = (luma * -offset[:, None]).sum(axis=(1, 2)) / round_mask.sum()
    reach = 3.6 / board.px_per_site
    found = np.stack([rings.strongest(plane, board, at, reach) for plane in votes]).max(axis=0)
    parts = (*difference.T, np.log(found + 0.05), high - low, shade_x, shade_y)
    return np.stack(parts, axis=1).astype(np.float64)


# Spread of orientation evidence, in log luma between two quarters.
_QUARTER_SPREAD = 0.25
# Dishes before a picture is seen: luma, R/G, B/G, log roundness, contrast, shading x, y.
_EMPTY_MEAN = np.array([0.0, 0.0, 0.0, -0.8, 0.3, 0.0, 0.0])
_EMPTY_SPREAD = np.array([0.15, 0.06, 0.07, 0.30, 0.20, 0.04, 0.04])
_LIGHT_MEAN = np.array([0.25, -0.15, 0.20, -0.05, 0.4, 0.0, 0.0])
_LIGHT_SPREAD = np.array([0.25, 0.12, 0.15, 0.30, 0.3, 0.10, 0.10])
_DARK_MEAN = np.array([-0.5, -0.25, 0.05, -0.05, 0.8, 0.0, 0.0])
_DARK_SPREAD = np.array([0.45, 0.22, 0.18, 0.35, 0.6, 0.15, 0.15])
_STONE_SHARE = 0.09
MOST = 6  # stones of a team


def read_orientations(looks: TileLooks, spread: float = _QUARTER_SPREAD) -> Floats:
    """Log-likelihoods (N, 4) of orientations 0 to 3.

    The step between light and dark is taken from the picture: the median over the tiles.
    """
    north, east, south, west = looks.quarters.T
    light = np.stack([north + east, south + east, south + west, north + west], axis=1)
    step = (2 * light - (north + east + south + west)[:, None]) / 2  # light less dark half
    size = max(float(np.median(step.max(axis=1))), 0.1)
    scale = max(spread * size, 0.05)
    # Neither a difference larger nor one smaller than usual is wanted; the quarters' own agree.
    expected = np.array([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [1, 0, 0, 1]]) * size
    quarters = looks.quarters - looks.quarters.mean(axis=1, keepdims=True)
    error = quarters[:, None] - (expected - size / 2)
    return np.asarray(-2.5 * np.log1p((error**2).sum(axis=2) / (5 * scale**2)), np.float64)


def fit_tiles(looks: TileLooks, seen: Mask) -> Floats:
    """Log-likelihoods (N, 16) of the labels 0, 0w, 0b, 0x, 1, ... 3x; only `seen` tiles teach."""
    turn = read_orientations(looks)
    best = turn.argmax(axis=1)
    index = np.arange(len(best))
    y, x = np.divmod(index, round(len(best) ** 0.5))
    place = np.stack([x - x.mean(), y - y.mean()], axis=1) / max(x.max(), 1)
    light = find_outliers(looks.light[index, best], place, seen, LIGHT_STONES)
    dark = find_outliers(looks.dark[index, best], place, seen, DARK_STONES)
    stones = np.stack([np.zeros_like(light), light, dark, light + dark], axis=1)
    return np.asarray((turn[:, :, None] + stones[:, None, :]).reshape(len(best), 16), np.float64)


def probabilities(logs: Floats) -> Floats:
    """Probabilities (N, 16) of the labels, when no team has more than MOST stones."""
    prior = np.log(_STONE_SHARE) * np.tile([0.0, 1.0, 1.0, 2.0], 4)
    return _limited(normalised(logs + prior))


def _limited(shares: Floats) -> Floats:
    """Take the least probable stones away where a team has too many."""
    limited = shares.reshape(-1, 4, 2, 2).copy()  # tile, turn, dark stone, light stone
    for axis in (2, 3):
        stone = np.take(limited, 1, axis=axis).sum(axis=(1, 2))
        extra = np.argsort(stone)[::-1][MOST:]
        for tile in extra[stone[extra] > 0.5]:
            np.moveaxis(limited, axis, 0)[1, tile] *= 0.5 / stone[tile] * 0.5
    flat = limited.reshape(len(shares), -1)
    return np.asarray(flat / flat.sum(axis=1, keepdims=True), np.float64)


LIGHT_STONES = Outliers(
    _EMPTY_MEAN, np.diag(_EMPTY_SPREAD**2), _LIGHT_MEAN, np.diag(_LIGHT_SPREAD**2), _STONE_SHARE
)
DARK_STONES = Outliers(
    _EMPTY_MEAN, np.diag(_EMPTY_SPREAD**2), _DARK_MEAN, np.diag(_DARK_SPREAD**2), _STONE_SHARE
)
