"""Linja boards with sticks read cold: how many stones of each team lie in every lane.

Stones lie loosely, so they are looked for: places in a lane that are round, or unlike the cloth
around them. `stones.fit_stones` says of each what it is; the counts of a lane follow by adding up
the candidates' probabilities. A network's opinion of short bins of the lanes adds up to counts too
(see `trained.opinions_on_lanes`).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from pi_board.vision.cold import rings
from pi_board.vision.cold.stones import MOST, StoneLooks, duller_part
from pi_board.vision.cold.trained import Lanes
from pi_board.vision.geometry import Array, Floats, Indices, Mask
from pi_board.vision.mixture import leads, middles, normalised, parted
from pi_board.vision.sampling import RectifiedBoard, disc, patches, wide_median

MARGIN_SITES = 1.0
_RADII = (0.24, 0.28, 0.32, 0.36, 0.40)  # of stones, in site widths
_HEIGHT = 0.25  # of the middle of what is seen of a stone
_APART = 0.55  # between two stones' middles at least, in site widths
_OFF_LANE = 0.26  # from a lane's middle line at most, in site heights
_CANDIDATES = 90
# How often a stone is not found, and how often it is not where a hand covers the board.
_MISSING, _MISSING_UNDER_HAND = 0.02, 0.5
# So few stones of a team are those of a board being set up: any number is as probable as this.
_BEING_SET_UP, _ANY_NUMBER = 9, 1e-2
# What measured places say of a lane's counts, beside the network; either may miss a stone or take
# something for one, and the next one as well. Of 2160 lanes, most of them in several lights, 64 are
# misread; 77 with (0.35, 3e-3).
_MEASURED, _MISCOUNT, _NEXT = 0.42, 1e-2, 0.1
# From a bin to the candidate that shows its stone at most, in site widths: shadows are a little
# farther away. Of those lanes 72 are misread with 0.4.
_SAME_STONE = 0.22
# By what share a place that the network tells to be bare counts less when stones are looked for. Of
# 335 looks at 67 boards, in five lights, 309 are read whole at 0, 322 at 0.5 and at 0.7; from 0.6
# on a board of tiles is taken for lanes.
_TOLD = 0.5
_SURE = 2.0  # nats by which a network's likeliest counts lead, or it says nothing of the lane
WEIGHTS = (0.0, 1.0, 1.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class LaneLooks:
    """Candidates for stones: `looks` of each of the N, `row` (N) and `x` (N) in sites."""

    looks: StoneLooks
    row: Indices
    x: Floats


def look_at_lanes(board: RectifiedBoard, told: Lanes) -> LaneLooks:
    """Find and measure all candidates, rather where a network has `told` of stones. The board
    should have MARGIN_SITES around it.
    """
    edges = rings.edges(board, np.zeros_like(board.saturated))
    votes = np.stack([rings.votes(edges, radius * board.px_per_site) for radius in _RADII])
    cloth = _cloth(board)
    contrast = board.colour - cloth
    unlike = np.abs(contrast) @ np.array([0.7, 1.5, 1.5], np.float32)
    scale = max(4 * float(middles(unlike.ravel())), 1e-3)
    cover = cv2.GaussianBlur(np.minimum(unlike / scale, 1.0), (0, 0), 0.12 * board.px_per_site)
    round_map = votes.max(axis=0)
    at, row, x = _candidates(board, (round_map + cover).astype(np.float32), told)
    radius = int(np.argmax([np.sort(v[at[:, 1], at[:, 0]])[-20:].mean() for v in votes]))
    near = votes[max(radius - 1, 0) : radius + 2].max(axis=0)
    half = board.px_per_site // 7
    points = _board_points(board, at)
    around = disc(half, half)
    under = cloth[at[:, 1], at[:, 0]]
    pixels = patches(board, points, half)[:, around] - under[:, None]
    looks = StoneLooks(
        middles(pixels.swapaxes(1, 2)),
        duller_part(pixels),
        np.zeros_like(under),
        under,
        rings.strongest([near], board, points, 0.12)[0].astype(np.float64),
        np.zeros((len(points), 3)),
        np.zeros(len(points)),
        np.zeros((0, 3), np.float32),
        np.zeros((len(points), 0, 3), np.float32),
    )
    return LaneLooks(looks, row, x)


def _cloth(board: RectifiedBoard) -> Array:
    """The bare ground's log colour (height, width, 3): a wide median, as most of it is bare."""
    height, width = board.saturated.shape
    small = cv2.resize(board.colour, (width // 4, height // 4), interpolation=cv2.INTER_AREA)
    middle = wide_median(np.asarray(small, np.float32), board.px_per_site * 4 // 8)
    return np.asarray(cv2.resize(middle, (width, height)), np.float32)


def _board_points(board: RectifiedBoard, at: Indices) -> Array:
    x = (at[:, 0] + 0.5) / board.px_per_site - board.margin_sites
    y = board.geometry.rows + board.margin_sites - (at[:, 1] + 0.5) / board.px_per_site
    return np.stack([x, y], axis=-1).astype(np.float32)


def _candidates(
    board: RectifiedBoard, score: Array, told: Lanes
) -> tuple[Indices, Indices, Floats]:
    """Pixels (N, 2), rows (N) and x (N) of the best-scoring places inside lanes, well apart: a
    shadow, which may be as round and darker, must not take the place of the stone beside it.
    """
    smooth = cv2.GaussianBlur(score, (0, 0), 0.05 * board.px_per_site)
    height, width = score.shape
    camera = board.geometry.camera_position
    share = _HEIGHT / camera[2]
    # x and y are found apart: neither depends on the other
    diagonal = np.stack([np.arange(max(height, width))] * 2, axis=-1)
    foot_x, foot_y = (_board_points(board, diagonal) * (1 - share) + camera[:2] * share).T
    foot_x, foot_y = foot_x[:width], foot_y[:height]
    row = np.floor(foot_y)
    in_lane = (np.abs(foot_y - row - 0.5) <= _OFF_LANE) & (row >= 0) & (row < board.geometry.rows)
    inside = in_lane[:, None] & (foot_x > -0.6) & (foot_x < board.geometry.columns + 0.6)
    apart = _APART * board.px_per_site
    lane = np.clip(row, 0, board.geometry.rows - 1).astype(np.intp)
    bare = 1 - stones_told(told, foot_x)[lane]
    masked = np.where(inside, smooth * (1 - _TOLD * bare), 0).astype(np.float32)
    top = masked >= cv2.dilate(masked, np.ones((5, 5), np.uint8))
    y, x = np.nonzero(top & inside)
    best = np.argsort(masked[y, x])[::-1]
    y, x = y[best], x[best]
    kept: list[tuple[int, int]] = []
    while len(x) and len(kept) < _CANDIDATES:
        kept.append((x[0], y[0]))
        far = (x - x[0]) ** 2 + (y - y[0]) ** 2 >= apart**2
        x, y = x[far], y[far]
    at = np.array(kept, np.intp).reshape(-1, 2)
    x, y = at.T
    return at, row[y].astype(np.intp), foot_x[x].astype(np.float64)


def stones_told(told: Lanes, x: Floats) -> Floats:
    """How probably (rows, N) a stone lies at some `x` (N) in each lane, as a network has `told`."""
    return np.stack([np.interp(x, told.x, lane) for lane in _of_a_stone(told.stones)])


def _of_a_stone(odds: Floats) -> Floats:
    """The probability (rows, bins) of a stone, by the log odds (rows, bins, 2) of either team's."""
    return np.asarray(1 / (1 + np.exp(-np.logaddexp(odds[..., 0], odds[..., 1]))), np.float64)


def lane_counts(logs: Floats, row: Indices, rows: int, most: int) -> Floats:
    """Probabilities (rows, most + 1, most + 1) of so many dark and so many light stones.

    `logs` (N, 3) are log weights of nothing, dark, light for each candidate, priors included.
    """
    share = normalised(logs)
    table = np.zeros((rows, most + 1, most + 1))
    table[:, 0, 0] = 1.0
    for candidate, lane in zip(share, row, strict=True):
        before = table[lane]
        after = candidate[0] * before
        after[1:] += candidate[1] * before[:-1]
        after[:, 1:] += candidate[2] * before[:, :-1]
        table[lane] = after
    return table


def with_measured_teams(odds: Floats, x: Floats, lanes: LaneLooks, logs: Floats) -> Floats:
    """The log odds (rows, bins, 2) of a dark and of a light stone in each bin, as likely a stone as
    before, but of the team that both these and the measured candidates say (their logs' mean).

    `x` (bins) is in sites, `logs` (N, 3) are log-likelihoods of nothing, dark, light for each
    candidate of `lanes`. A bin without a candidate nearby stays as it is.

    Evidence: of 2160 lanes, most in several lights, 68 are misread without this, 64 with it.
    """
    measured, near = _measured_in_bins(odds, x, lanes, logs)
    told = odds[..., 0] - odds[..., 1]
    dark = np.where(near, (told + measured) / 2, told)
    return parted(np.logaddexp(odds[..., 0], odds[..., 1]), dark)


def named_otherwise(odds: Floats, x: Floats, lanes: LaneLooks, logs: Floats) -> bool:
    """Whether what is measured as dark stones and as light ones is told as the others by the log
    odds (rows, bins, 2) of bins at `x`, on the whole: light balls on a cloth as light are measured
    where their shadows lie.

    Evidence: of 276 looks at 21 boards, in six lights, 28 are told so, all at one such board: 2 to
    8 of its lanes are misread if nothing is done about it, 0 to 3 with the names exchanged. The
    looks at the other boards agree by 0.36 of 1 and more.
    """
    measured, near = _measured_in_bins(odds, x, lanes, logs)
    told = odds[..., 0] - odds[..., 1]
    return bool((near * _of_a_stone(odds) * np.tanh(told / 2) * np.tanh(measured / 2)).sum() < 0)


def _measured_in_bins(
    odds: Floats, x: Floats, lanes: LaneLooks, logs: Floats
) -> tuple[Floats, Mask]:
    """The log odds (rows, bins) that the stone nearest to each bin is dark, as it is measured, and
    in which bins (rows, bins) that one may be the same stone.
    """
    row = np.arange(len(odds))[:, None, None]
    distance = np.where(lanes.row == row, np.abs(lanes.x - x[:, None]), np.inf)
    measured = (logs[:, 1] - logs[:, 2])[distance.argmin(axis=2)]
    return measured, distance.min(axis=2) < _SAME_STONE


def counts_in_bins(odds: Floats) -> Floats:
    """Probabilities (rows, MOST + 1, MOST + 1) of so many dark and so many light stones, of the
    log odds (rows, bins, 2) of a stone's middle in each bin: no two lie in bins side by side.
    """
    weights = np.exp(odds)  # their logs are clipped: 2 MOST of them make no infinite product
    last = np.zeros((len(odds), MOST + 1, MOST + 1))
    last[:, 0, 0] = 1.0
    before = last
    for weight in np.moveaxis(weights, 1, 0):
        dark, light = weight.T[..., None, None]
        here = last.copy()
        here[:, 1:] += dark * before[:, :-1]
        here[:, :, 1:] += light * before[:, :, :-1]
        last, before = here, last
    return np.asarray(last / last.sum(axis=(1, 2), keepdims=True), np.float64)


def opinions_on_counts(lanes: Lanes) -> Floats:
    """Log-likelihoods (rows, MOST + 1, MOST + 1), 0 for the best, of so many dark and light stones
    in each lane; all the same in one that something hides, or of which the network is not sure.
    """
    logs = np.log(_doubted(counts_in_bins(lanes.stones)))
    logs -= logs.max(axis=(1, 2), keepdims=True)
    unsure = leads(logs.reshape(len(logs), -1)) < _SURE
    logs[unsure | lanes.hidden] = 0.0
    return np.asarray(logs, np.float64)


def usual_stones(told: Floats) -> int:
    """How many stones of a team to expect where the network tells such counts (rows, n, n): fewer
    than all while a board is set up.
    """
    stones = sum(int(one.sum()) for one in _likeliest(told))
    return min(max(round(stones / 2), 1), MOST)


def _likeliest(counts: Floats) -> Indices:
    """The likeliest numbers of dark and of light stones (rows, 2) by counts (rows, n, n)."""
    flat = counts.reshape(len(counts), -1).argmax(axis=1)
    return np.stack(np.unravel_index(flat, counts.shape[1:]), axis=1)


def pooled(measured: Floats, told: Floats) -> Floats:
    """Two opinions on the counts of lanes (rows, n, n), neither surer than it deserves."""
    table = _doubted(measured) ** _MEASURED * _doubted(told) ** (1 - _MEASURED)
    return np.asarray(table / table.sum(axis=(1, 2), keepdims=True), np.float64)


def _doubted(counts: Floats) -> Floats:
    """Probabilities (rows, n, n), the less likely ruled out only as far as they are off."""
    dark, light = _likeliest(counts).T[..., None, None]
    y, x = np.indices(counts.shape[1:])
    off = np.abs(y - dark) + np.abs(x - light)
    return np.asarray(counts + _MISCOUNT * _NEXT ** np.maximum(off - 1.0, 0.0), np.float64)


def stones_seen(touched: bool, usual: int) -> Floats:
    """How probable it is that none to all stones of a team are found, where any lane is `touched`
    and about `usual` of them seem to be there.

    Evidence, with the first weights of `pooled`: of 32 boards with all their stones, as they are
    and in 6 ways disturbed, 183 of 224 are read whole (184 without boards being set up), of 8 with
    14 stones at most 16 of 56 (5).
    """
    missing = _MISSING_UNDER_HAND if touched else _MISSING
    least = _ANY_NUMBER if usual <= _BEING_SET_UP else 0.0
    return np.maximum(missing ** np.arange(MOST, -1.0, -1.0), least)
