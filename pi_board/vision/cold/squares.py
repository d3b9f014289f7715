"""Chequered boards read cold: which squares hold a stone, and of which team.

Nothing is known of the colours. Two things about every square are measured: how its middle differs
from what an empty square of its colour looks like under the light at that place, and how round what
stands there is. `stones.fit_stones` does the rest.
"""

from __future__ import annotations

import numpy as np

from pi_board.vision.cold import rings
from pi_board.vision.cold.crossings import look_at_crossings, on_sites
from pi_board.vision.cold.stones import StoneLooks, duller_part
from pi_board.vision.geometry import Array, Floats, Mask
from pi_board.vision.mixture import middles, standing_out
from pi_board.vision.sampling import RectifiedBoard, disc, parallax, patches

_RADII = (0.26, 0.30, 0.34, 0.38, 0.42)  # of stones, in site widths
_HEIGHT = 0.1  # of the middle of a stone's visible side, in site widths
_LEAST_SPREAD = 0.03
USUAL = 11  # stones of a team on a chequered board in play
# For `stones.fit_stones`, beside the network's opinion: near a logistic fit with that as one more
# measure on 139 boards of many woods, prints and lamps, but roundness counts for more than there:
# painted stones may be as grey as their squares. On 111 of the boards, beside a network
# that had not seen them, 43 sites are wrong; with weights fitted without one they were 66.
WEIGHTS = (2.6, 0.37, 0.69, 0.23, -1.94, -0.4)


def look_at_squares(board: RectifiedBoard) -> StoneLooks:
    """Measure all squares of a chequered board."""
    geometry = board.geometry
    centres = geometry.site_centres
    odd = np.indices((geometry.rows, geometry.columns)).sum(axis=0).ravel() % 2 == 1
    crossings = look_at_crossings(board)
    light = on_sites(crossings.light).reshape(-1, 3)
    covered = on_sites(crossings.covered.astype(np.float32)).ravel()
    at = parallax(geometry, centres, _HEIGHT)
    half = board.px_per_site // 5
    middle = disc(half, half)
    wide = round(0.38 * board.px_per_site)
    pixels = patches(board, at, half)[:, middle] - light[:, None]
    bare = odd[:, None] * crossings.step
    contrast = middles(pixels.swapaxes(1, 2)) - bare
    return StoneLooks(
        contrast,
        duller_part(pixels),
        bare,
        light,
        _roundness(board, at),
        _strangeness(contrast, centres, odd, covered == 0),
        covered.astype(np.float64),
        crossings.cover,
        patches(board, at, wide)[:, disc(wide, wide)] - light[:, None],
    )


def _strangeness(contrast: Floats, centres: Floats, odd: Mask, seen: Mask) -> Floats:
    """How strange (N, 3) the colour of a square is among those of its kind, in spreads."""
    place = centres / centres.mean(axis=0) - 1.0
    out = np.zeros_like(contrast)
    for kind in (odd, ~odd):
        residual, spread = standing_out(contrast, place, kind & seen)
        out[kind] = (residual / (spread + _LEAST_SPREAD))[kind]
    return out


def _roundness(board: RectifiedBoard, at: Array) -> Floats:
    found_edges = rings.edges(board, _grid_lines(board))
    votes = [rings.votes(found_edges, radius * board.px_per_site) for radius in _RADII]
    reach = board.px_per_site // 4 / board.px_per_site
    found = rings.strongest(votes, board, at, reach)
    # All stones of a picture have one radius: the one at which the best squares stand out.
    ranked = np.sort(found, axis=1)
    stands_out = ranked[:, -16:].mean(axis=1) - middles(found)
    return np.asarray(found[int(stands_out.argmax())], np.float64)


def _grid_lines(board: RectifiedBoard) -> Mask:
    height, width = board.saturated.shape
    x = (np.arange(width) + 0.5) / board.px_per_site - board.margin_sites
    y = (np.arange(height) + 0.5) / board.px_per_site - board.margin_sites
    near_x, near_y = (np.abs(v - np.rint(v)) < 0.07 for v in (x, y))
    return np.asarray(near_x[None, :] | near_y[:, None], np.bool_)
