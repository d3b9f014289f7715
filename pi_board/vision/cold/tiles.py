"""Connex'oh boards read cold: how every tile lies, and what lies in its two dishes.

A tile's quarters (cut by both diagonals) tell where its light corner points. Of the 36 dishes of
one colour at most 6 hold a stone, so the picture itself shows what an empty dish looks like and how
that changes across the board with the lamp. A stone stands out: it has a rim of its own size, it is
neutral in colour, and it bulges, so that its shading runs against that of the hollows. How much
each of these says was fitted by logistic regression on boards of many woods.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import cv2
import numpy as np

from pi_board.vision.cold import rings
from pi_board.vision.geometry import Array, Floats, Mask, quarter_turned
from pi_board.vision.mixture import capped, middles, standing_out
from pi_board.vision.sampling import RectifiedBoard, disc, glare, parallax, patches

PX_PER_SITE = 36
VEIL = 0.02  # black stones lie on black tiles: their shades must be told apart
MOST = 6  # stones of a team
DISH = 0.18  # of a dish's middle from the tile's, along both axes
_STONE_HEIGHT = 0.06
_RADII = (0.16, 0.18)
# (x, y) towards the light corner of orientations 0 NE, 1 SE, 2 SW, 3 NW
CORNERS = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]])
# Where a half tile shows its bare face, towards its corner.
_FACE = np.array([[0.38, 0.0], [0.0, 0.38], [0.40, 0.40], [0.36, 0.06], [0.06, 0.36]])

_STONE_SHARE = 0.08  # of the dishes of a colour
# How likely it is that 0, 1, ... MOST stones of a team are seen: at first all are. On 178 rendered
# boards 39 dishes are misread, 43 if each of them holds a stone by itself as often as is usual.
_STONES_SEEN = np.array([0.5, 1.0, 1.0, 1.0, 1.0, 1.5, 3.0])
_MOST_LEAD = 30.0  # log-likelihood lead that counts no further


@dataclass(frozen=True, slots=True)
class Dishes:
    """What is measured of dishes: arrays over tiles, row 1 first.

    `rim` (N): log votes for a circle of a stone's size; `lit_rim`: for one that is brighter (in
    light halves) or darker (in dark ones) than what is around it. `dull` (N): log luma of the
    darker part of the middle less that of the face around; `tint` (N, 2): log R/G and B/G of the
    middle less those of the face. `shading` (N, 2): slope of the luma along x and y. `burnt` (N):
    the share of the dish that is burnt out.
    """

    rim: Floats
    lit_rim: Floats
    dull: Floats
    tint: Floats
    shading: Floats
    burnt: Floats


@dataclass(frozen=True, slots=True)
class TileLooks:
    """`turns` (N, 4): log-likelihoods of the orientations 0 to 3. `light`, `dark`: the dishes in
    the light and the dark halves, tiles lying as is most likely.
    """

    turns: Floats
    light: Dishes
    dark: Dishes


def look_at_tiles(board: RectifiedBoard, told: Floats) -> TileLooks:
    """Measure all tiles, whose orientations have the log-likelihoods `told` (N, 4) already. The
    board should have PX_PER_SITE.
    """
    geometry = board.geometry
    centres = geometry.site_centres
    turns = _orientations(_quarters(board, centres), _across_diagonals(board, centres))
    corners = CORNERS[(turns + told).argmax(axis=1)]
    lines, is_light = _faces(board, corners)
    edges = rings.edges(board, lines, is_light)
    brighter, darker = (
        [rings.votes(edges, radius * board.px_per_site, (side,)) for radius in _RADII]
        for side in (1, -1)
    )
    any_rim = [a + b for a, b in zip(brighter, darker, strict=True)]
    light = _look_at_dishes(board, (any_rim, brighter), centres, corners)
    dark = _look_at_dishes(board, (any_rim, darker), centres, -corners)
    return TileLooks(turns, light, dark)


def _quarters(board: RectifiedBoard, centres: Floats) -> Floats:
    """Log colour (N, 4, 3) of the north, east, south and west quarter of each tile."""
    half = round(0.45 * board.px_per_site)
    colour = patches(board, centres, half)
    offset = np.arange(-half, half + 1) / board.px_per_site
    right, up = offset[None, :], -offset[:, None]
    clear = np.abs(np.abs(right) - np.abs(up)) > 0.06
    for corner in CORNERS * DISH:
        clear &= np.hypot(right - corner[0], up - corner[1]) > 0.2
    masks = [
        clear & (up > np.abs(right)),
        clear & (right > np.abs(up)),
        clear & (-up > np.abs(right)),
        clear & (-right > np.abs(up)),
    ]
    return np.stack([middles(np.moveaxis(colour[:, m], 1, -1)) for m in masks], axis=1)


def _across_diagonals(board: RectifiedBoard, centres: Floats) -> Floats:
    """Differences (N, 2, 3) of log colour between the two sides of a tile's diagonals, close to
    them: north-east less south-west, and south-east less north-west. A shadow's edge rarely follows
    one.
    """
    along = np.array([-0.42, -0.36, -0.3, -0.24, -0.18, -0.12, 0.12, 0.18, 0.24, 0.3, 0.36, 0.42])
    smooth = cv2.boxFilter(board.colour, -1, (3, 3))
    out = []
    for normal in CORNERS[:2]:
        points = along[:, None] * quarter_turned(normal)
        sides = [board.pixel(centres[:, None] + points + side * 0.06 * normal) for side in (1, -1)]
        at = [np.rint(side).astype(np.intp) for side in sides]
        values = [smooth[p[..., 1], p[..., 0]] for p in at]
        out.append(middles((values[0] - values[1]).swapaxes(1, 2)))
    return np.stack(out, axis=1)


# Which quarters (north, east, south, west) are light in orientations 0 to 3.
_LIGHT_QUARTERS = np.array([[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [1, 0, 0, 1]])
_ACROSS = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]])  # steps seen across the diagonals
_STEP_SPREAD = 0.25  # of both measures, in steps
_CHANNELS = np.array([1.0, 2.0, 2.0])  # how much luma and the tints count: shadows have no tint


def _orientations(quarters: Floats, across: Floats) -> Floats:
    """Log-likelihoods (N, 4) of orientations 0 to 3 from the log colours of the quarters (N, 4, 3)
    and the differences across the diagonals (N, 2, 3).

    The step between light and dark is taken from the picture: the median over the tiles. The four
    quarters of a tile must agree with an orientation, not only the best two of them.

    Beside a network they tell little: of 25092 tiles of 78 rendered boards, as they are and in 8
    ways disturbed, 17 are misread with these, 20 without, 42 where they count four times as much.
    """
    centred = quarters - quarters.mean(axis=1, keepdims=True)
    steps = np.einsum("oq,nqc->noc", _LIGHT_QUARTERS - 0.5, centred)  # light less dark half
    best = steps[..., 0].argmax(axis=1)
    step = middles(steps[np.arange(len(best)), best].T)
    along = _CHANNELS * step / max(float(step @ (_CHANNELS * step)), 1e-3)
    error = ((centred @ along)[:, None] - (_LIGHT_QUARTERS - 0.5)) ** 2  # in steps
    edge_error = ((across @ along)[:, None] - _ACROSS) ** 2
    wrong = [np.log1p(e.sum(axis=2) / (6 * _STEP_SPREAD**2)) for e in (error, edge_error)]
    return np.asarray(-0.5 * wrong[0] - wrong[1], np.float64)  # edges mislead less often


def _faces(board: RectifiedBoard, corners: Floats) -> tuple[Mask, Mask]:
    """The lines between the halves of the tiles, and their light halves (height, width)."""
    geometry, (height, width) = board.geometry, board.saturated.shape
    x = (np.arange(width) + 0.5) / board.px_per_site - board.margin_sites
    y = geometry.rows + board.margin_sites - (np.arange(height) + 0.5) / board.px_per_site
    column = np.clip(np.floor(x), 0, geometry.columns - 1).astype(np.intp)
    row = np.clip(np.floor(y), 0, geometry.rows - 1).astype(np.intp)
    right, up = corners.T.reshape(2, geometry.rows, geometry.columns)[:, :, column]
    from_middle = (right * (x - column - 0.5)).take(row, axis=0)
    from_middle += (y - row - 0.5)[:, None] * up.take(row, axis=0)
    near_x, near_y = (np.abs(v - np.rint(v)) < 0.045 for v in (x, y))
    lines = near_x[None, :] | near_y[:, None] | (np.abs(from_middle) < 0.085)
    return lines, from_middle > 0


def _look_at_dishes(
    board: RectifiedBoard, rims: tuple[list[Array], list[Array]], centres: Floats, corners: Floats
) -> Dishes:
    """Measure the dishes towards `corners` (N, 2); `rims`: votes for any circles, and for ones that
    stand out as stones would there, by radius.
    """
    at = parallax(board.geometry, centres + DISH * corners, _STONE_HEIGHT)
    half = round(0.2 * board.px_per_site)
    whole = patches(board, at, half)
    middle = whole[:, disc(half, 0.11 * board.px_per_site)]
    spots = (centres[:, None] + corners[:, None] * _FACE).reshape(-1, 2)
    shown = patches(board, spots, 1).reshape(len(at), len(_FACE), -1, 3)
    face = middles(middles(shown.swapaxes(2, 3)).swapaxes(1, 2))
    darker = np.sort(middle[..., 0], axis=1)[:, : middle.shape[1] // 3].mean(axis=1)
    offset = np.arange(-half, half + 1) / half
    inside = disc(half, half)
    luma = np.where(inside, whole[..., 0] - face[:, None, None, 0], 0.0) / inside.sum()
    slopes = [(luma * offset[None, :]).sum(axis=(1, 2)), (luma * -offset[:, None]).sum(axis=(1, 2))]
    return Dishes(
        _rim(board, rims[0], at),
        _rim(board, rims[1], at),
        (darker - face[:, 0]).astype(np.float64),
        (middles(middle.swapaxes(1, 2)) - face)[:, 1:],
        np.stack(slopes, axis=1).astype(np.float64),
        glare(board, at, half)[:, inside].mean(axis=1, dtype=np.float64),
    )


def _rim(board: RectifiedBoard, planes: list[Array], at: Array) -> Floats:
    found = rings.strongest(planes, board, at, 2.5 / board.px_per_site)
    return np.log(np.mean(found, axis=0, dtype=np.float64) + 0.05)


# Least spreads of rim, lit rim, dull, tint, and of the shading: smaller ones are chance.
_LEAST_SPREAD = np.array([0.12, 0.12, 0.04, 0.02, 0.03])
# How much it counts that a stone is measured in a light half and in a dark one, beside what the
# network says of the same pixels, and how far it goes at most. On 50 rendered boards that none
# saw, as they are and in 5 ways disturbed, 114 tiles are wrong, 3 of them with a probability above
# 0.99, and 236 of 300 boards whole; with (0.75, 0.25) and fewer stones 135, 12 and 228.
_BESIDE_NETWORK, _MOST_SAID = (0.6, 0.1), 3.0
_CAP = 4.0  # nothing stands out more than so many spreads
# Log odds of a stone: constant, then the weights of what `_light_evidence`, `_dark_evidence` give.
_LIGHT_FIT = np.array([-9.3, 1.70, 1.75, 0.99, -1.47, 1.60, 2.08])
_DARK_FIT = np.array([-7.15, 2.37, -0.40, -1.36, -4.57, 0.96, 2.36])


def fit_tiles(looks: TileLooks, seen: Mask) -> Floats:
    """Log-likelihoods (N, 16) of the labels 0, 0w, 0b, 0x, 1, ... 3x; dishes of those `seen` (N)
    are compared with each other.
    """
    count = len(looks.turns)
    place = _places(count)
    base = np.log(_STONE_SHARE / (1 - _STONE_SHARE))
    light = _light_evidence(looks.light, place, seen) @ _LIGHT_FIT - base
    dark = _dark_evidence(looks.dark, place, seen) @ _DARK_FIT - base
    light, dark = (
        share * capped(odds, _MOST_SAID)
        for share, odds in zip(_BESIDE_NETWORK, (light, dark), strict=True)
    )
    stones = np.stack([np.zeros(count), light, dark, light + dark], axis=1)
    logs = (looks.turns[:, :, None] + stones[:, None, :]).reshape(count, 16)
    return np.asarray(logs, np.float64)


def with_burnt(logs: Floats, looks: TileLooks) -> Floats:
    """The log-likelihoods (N, 16), but that no stone is seen in a light half says the less, the
    more of the dish is burnt out: a white stone in it would not be seen either.

    On 24 rendered boards as they are, overexposed by 1 and 1.7 stops and under a spot of light, 63
    sites are wrong, 34 of them with a probability above 0.99 without this, and 4 with it.
    """
    each = logs.reshape(len(logs), 4, 4)  # turns, and no stone, a light one, a dark one, both
    light = each[..., 1] - each[..., 0]
    doubt = np.maximum(-light, 0.0) * looks.light.burnt[:, None]
    return np.asarray((each + doubt[..., None] * (0, 1, 0, 1)).reshape(logs.shape), np.float64)


def _places(count: int) -> Floats:
    """Where (N, 2) the tiles of a square board lie, from -1 to 1."""
    side = round(count**0.5)
    y, x = np.divmod(np.arange(count), side)
    return np.asarray(np.stack([x, y], axis=1) / ((side - 1) / 2) - 1.0, np.float64)


def _light_evidence(dishes: Dishes, place: Floats, seen: Mask) -> Floats:
    _, z, against = _standing_out(dishes, place, seen)
    rim, lit_rim, dull, red, blue = z.T
    return np.stack(
        [
            np.ones_like(rim),
            rim,
            lit_rim,
            np.maximum(dull, 0),
            np.minimum(red, 0),
            np.maximum(blue, 0),
            against,
        ],
        axis=1,
    )


def _dark_evidence(dishes: Dishes, place: Floats, seen: Mask) -> Floats:
    residual, z, against = _standing_out(dishes, place, seen)
    _, lit_rim, dull, red, blue = z.T
    return np.stack(
        [
            np.ones_like(dull),
            lit_rim,
            np.minimum(dull, 0),
            np.minimum(red, 0),
            residual[:, 3],
            np.maximum(blue, 0),
            against,
        ],
        axis=1,
    )


def _standing_out(dishes: Dishes, place: Floats, seen: Mask) -> tuple[Floats, Floats, Floats]:
    """Residuals (N, 5) of rim, lit rim, dull and tint, the same in (capped) spreads, and how far
    (N) each dish's shading runs against that of the hollows there.
    """
    points = np.c_[dishes.rim, dishes.lit_rim, dishes.dull, dishes.tint, dishes.shading]
    residual, spread = standing_out(points, place, seen)
    z = capped(residual[:, :5] / (spread[:5] + _LEAST_SPREAD), _CAP)
    against = _against_hollows(dishes.shading, residual[:, 5:], spread[5:])
    return residual, z, against


def _against_hollows(shading: Floats, residual: Floats, spread: Floats) -> Floats:
    """How far (N) shadings run against what is usual there, less which `residual` is left, in
    capped spreads.
    """
    usual = shading - residual
    against = -(residual * usual).sum(axis=1) / (np.hypot(*usual.T) + 0.01)
    return capped(against / (np.hypot(*spread) / 1.4 + 0.01), _CAP)


def log_prior(logs: Floats) -> Floats:
    """Log priors (N, 16) of the labels, given the log-likelihoods (N, 16) of all of them: a stone
    is the likelier in a dish, the more of its team the other ones show, up to about MOST. For
    boards of more than MOST tiles.
    """
    dark, light = np.array([False, False, True, True] * 4), np.array([False, True] * 8)
    prior = np.zeros(logs.shape)
    for team in (dark, light):
        with_stone, without = (np.logaddexp.reduce(logs[:, one], axis=1) for one in (team, ~team))
        prior[:, team] += _odds_beside_others(with_stone - without)[:, None]
    return prior


def _odds_beside_others(lead: Floats) -> Floats:
    """Log odds (N), before a dish itself is looked at, that a stone lies in it: `lead` (N) is by
    how much each looks like one. All places for a number of stones are as likely.
    """
    count, sizes = len(lead), np.arange(MOST + 1)
    each = _STONES_SEEN / [comb(count, size) for size in sizes]
    odds = np.exp(np.clip(lead, -_MOST_LEAD, _MOST_LEAD))
    # Summed weights of all ways to choose 0, 1, ... MOST stones of the dishes before one and after.
    before, after = (np.zeros((count, MOST + 1)) for _ in range(2))
    before[0, 0] = after[-1, 0] = 1.0
    for n in range(1, count):
        for ways, here, last in ((before, n, n - 1), (after, -n - 1, -n)):
            ways[here] = ways[last]
            ways[here, 1:] += odds[last] * ways[last, :-1]
    among = np.zeros((count, MOST + 1))
    for size in sizes:
        among[:, size:] += before[:, [size]] * after[:, : MOST + 1 - size]
    return np.asarray(np.log(among[:, :MOST] @ each[1:]) - np.log(among @ each), np.float64)
