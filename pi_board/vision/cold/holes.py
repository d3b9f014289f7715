"""Linja boards with holes read cold: which holes hold a peg, and of which team.

A peg may be a flat disc or as tall as a site is wide, and then its top stands over another hole in
the picture. So every hole is looked at along the axis a peg would have, at several heights; at each
of them an empty hole, a dark and a light peg have their own usual colour, learnt from the picture
(expectation maximisation), with tails so heavy that a peg of another hole before it is forgiven.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from pi_board.vision.cold.cover import commonest, cover_look, covered_places, through_cover
from pi_board.vision.cold.stones import MOST, MOSTLY, PIXEL_SPREAD
from pi_board.vision.geometry import Floats, Mask
from pi_board.vision.mixture import (
    balanced_prior,
    middles,
    middles_seen,
    normalised,
    student_t,
    weighted_covariance,
    weighted_mean,
)
from pi_board.vision.sampling import RectifiedBoard, disc, parallax, patches

_HEIGHTS = (0.0, 0.1, 0.3, 0.5, 0.8)  # along a peg's axis, in site widths, where it is looked at
_DOF = 3.0
SHARES = np.log([0.56, 0.22, 0.22])


def _large_only(covered: Mask, between: Mask) -> Mask:
    """Of the covered places (half-site grid), those of things larger than a peg."""
    count = cv2.boxFilter(
        covered.astype(np.float32), -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT
    )
    solid = covered | (~between & (count >= 4))
    labels, parts = cv2.connectedComponents(solid.astype(np.uint8), connectivity=4)
    wide = ~between & (count >= 6)
    large = np.zeros(labels, np.bool_)
    large[parts[wide & solid]] = True
    return np.asarray(covered & large[parts], np.bool_)


@dataclass(frozen=True, slots=True)
class HoleLooks:
    """`seen` (N, heights, 3): log colour along the axis of each hole less that of the wood around
    it, `wood` (N, 3). `covered` (N): the share of the places around it that something covers;
    `cover` (M, 3): the log colours of what covers them. `around` (N, W, 3): log colours, less that
    of the wood, of a disc about each hole.
    """

    seen: Floats
    wood: Floats
    covered: Floats
    cover: Floats
    around: Floats


def look_at_holes(board: RectifiedBoard) -> HoleLooks:
    """Measure all holes."""
    geometry = board.geometry
    centres = geometry.site_centres
    wood, covered, cover = _wood(board)
    half = max(board.px_per_site // 10, 1)
    around = disc(half, half + 0.5)
    wide = round(0.32 * board.px_per_site)
    axis = [parallax(geometry, centres, z) for z in _HEIGHTS]
    seen = [middles(patches(board, at, half)[:, around].swapaxes(1, 2)) - wood for at in axis]
    return HoleLooks(
        np.stack(seen, axis=1).astype(np.float64),
        wood,
        covered,
        cover,
        (patches(board, centres, wide)[:, disc(wide, wide)] - wood[:, None]).astype(np.float64),
    )


def _wood(board: RectifiedBoard) -> tuple[Floats, Floats, Floats]:
    """The board's own log colour (N, 3) about every hole, the share (N) of the places around it
    that are covered, and the log colours (M, 3) of what covers them.
    """
    rows, columns = board.geometry.rows, board.geometry.columns
    y, x = np.mgrid[0 : 2 * rows + 1, 0 : 2 * columns + 1]
    smooth = cv2.boxFilter(board.colour, -1, (3, 3))
    at = np.rint(board.pixel(np.stack([x / 2, y / 2], axis=-1))).astype(np.intp)
    places = smooth[at[..., 1], at[..., 0]].astype(np.float64)
    between = (x % 2 == 0) | (y % 2 == 0)
    usual = commonest(places[between])
    covered = covered_places(places, usual) & between
    for line in (0, 1, -2, -1):  # a home row may be painted in a colour of its own
        painted = np.median(places[line][between[line]], axis=0)
        covered[line] &= covered_places(places[line], painted)
    covered = _large_only(covered, between)
    around = [(v, u) for v in (0, 1, 2) for u in (0, 1, 2) if (v, u) != (1, 1)]
    end_y, end_x = 2 * rows - 1, 2 * columns - 1
    near = np.stack([places[v : v + end_y : 2, u : u + end_x : 2] for v, u in around], axis=2)
    hidden = np.stack([covered[v : v + end_y : 2, u : u + end_x : 2] for v, u in around], axis=2)
    share = hidden.mean(axis=2)
    near[hidden] = np.nan
    near[share == 1.0] = usual
    wood = middles_seen(np.moveaxis(near, 2, -1))
    return wood.reshape(-1, 3), share.ravel(), places[covered]


_EMPTY_SPREAD = np.diag([0.20, 0.08, 0.08]) ** 2
_STONE_SPREAD = np.diag([0.30, 0.15, 0.15]) ** 2
_PRIOR_STRENGTH = 5.0
_ROUNDS = 6
_HOLE = (np.array([-0.2, 0.0, 0.0]), 5.0)  # how empty holes look, as if seen so many times
# How often, about, one peg is in a hand, each other one beside a full row, one is seen too few or
# too many, and boards are not set up. On 52 rendered boards none of the networks had seen 43 were
# read whole with 0.02 and 1e-4 for the last two, 39 without such numbers; on 43 others 33 with
# these, and all less sure.
_HELD, _BESIDE, _LOST, _SET_UP = 0.25, 0.25, 0.005, 1e-5
# What is usual of any hole counts like so many other holes of an end row. Of 256 pictures of 53
# rendered boards, as they are and in 4 ways disturbed, 234 are read whole with this, 226 without
# the other holes' word.
_ALONE = 2.0
_MORE = 2  # pegs that may be seen too many
_FULL = 0.5  # pegs that a full row may seem to lack, or a side seem to have where it has none
_TOUCHED = 0.3  # covered to this share, a hole teaches nothing; to MOSTLY it says nothing
_LEAST_SEEN = 12  # holes; fewer say nothing about the colours


def fit_holes(looks: HoleLooks, opinions: Floats) -> Floats:
    """Log-likelihoods (N, 3) of empty, dark peg, light peg.

    Covered holes teach nothing; what is covered in part is read as far as it can be seen. The fit
    starts from `opinions` (N, 3), log-likelihoods of the three.
    """
    seen = looks.covered < _TOUCHED
    if seen.sum() < _LEAST_SEEN:
        return np.zeros((len(seen), 3))
    logs, at_foot = _fit_from(looks, normalised(opinions + SHARES) * seen[:, None], seen)
    _read_through_cover(logs, looks, at_foot)
    logs[looks.covered > MOSTLY] = 0.0
    return logs


def pegs_seen(hand: bool, full: bool) -> Floats:
    """How probable it is that none to all pegs of a team, or a few more, are seen. One may be held
    by a hand in the picture; where the team crossed to a `full` row some may lie beside it; boards
    need not be set up, and something may look like a peg.
    """
    each = _BESIDE if full else _LOST
    missing = max(_HELD * hand, each) * each ** np.arange(MOST, dtype=np.float64)
    more = _LOST ** np.arange(1.0, _MORE + 1.0)
    return np.concatenate([np.maximum(missing, _SET_UP)[::-1], [1.0], more])


def with_row_mates(logs: Floats, prior: Floats, columns: int) -> Floats:
    """Log priors (sites, 3) that say of a hole in an end row what the others of the row tell of it
    (Polya's urn), by log-likelihoods and log priors of single holes (sites, 3). A home row of which
    all but a hole under a hand are taken by one team is likely full.
    """
    ends = [0, -1]
    alone = normalised(prior).reshape(-1, columns, 3)[ends]
    held = normalised(logs + prior).reshape(-1, columns, 3)[ends]
    others = held.sum(axis=1, keepdims=True) - held
    told = prior.reshape(-1, columns, 3).copy()
    told[ends] = np.log((others + _ALONE * alone) / (columns - 1 + _ALONE))
    return told.reshape(prior.shape)


def crossed_to_full_row(shares: Floats, columns: int) -> Mask:
    """Of which teams (2) pegs may lie beside the board, by probabilities (sites, 3): of those that
    have some in the only full end row. Near the start both are full, of one team each. In 150 games
    of random moves no peg came to a row that was full of the other team's while the other was not.
    """
    ends = shares[:, 1:].reshape(-1, columns, 2).sum(axis=1)[[0, -1]]
    full = ends.sum(axis=1) > columns - _FULL
    return np.asarray((ends[full] > _FULL).any(axis=0) & (full.sum() == 1), np.bool_)


def _read_through_cover(logs: Floats, looks: HoleLooks, at_foot: Floats) -> None:
    """Mix into `logs` (N, 3), in place, what single pixels say of holes that are partly covered, by
    the usual colours of the three (3, 3) at the surface.
    """
    if len(looks.cover) < 4:
        return
    hand, hand_spread = cover_look(looks.cover)
    wood = (np.zeros(3), _EMPTY_SPREAD + PIXEL_SPREAD)
    empty, *pegs = [(mean, _STONE_SPREAD + PIXEL_SPREAD) for mean in at_foot]
    touched = looks.covered > 0
    share, alone = looks.covered[touched], logs[touched]
    cover = (hand - looks.wood[touched], hand_spread)
    seen = through_cover(looks.around[touched], (wood, empty), pegs, cover, share)
    trust = np.maximum(1.0 - 4.0 * share, 0.0)[:, None]
    logs[touched] = trust * (alone - alone[:, :1]) + (1.0 - trust) * (seen - seen[:, :1])


def _fit_from(looks: HoleLooks, share: Floats, seen: Mask) -> tuple[Floats, Floats]:
    """Expectation maximisation from first shares (N, 3): log-likelihoods (N, 3), and the usual
    colours (3, 3) of the three at the surface.
    """
    points = looks.seen.transpose(1, 0, 2)[None]  # labels, heights, N, colours
    priors = np.stack([_EMPTY_SPREAD, _STONE_SPREAD, _STONE_SPREAD])[:, None]
    means = np.stack([_weighted_median(looks.seen, share[:, k]) for k in range(3)])
    spreads = np.repeat(priors, len(_HEIGHTS), axis=1)
    limits = np.array([len(seen), MOST, MOST], np.float64)
    strength = np.array([_HOLE[1], 0.5, 0.5])[:, None]
    for _ in range(_ROUNDS):
        by_height, trust = student_t(points, means, spreads, _DOF)
        logs = by_height.sum(axis=1).T
        share = normalised(logs + balanced_prior(logs, SHARES, limits, seen)) * seen[:, None]
        weights = share.T[:, None] * trust
        anchors = np.concatenate([np.tile(_HOLE[0], (1, len(_HEIGHTS), 1)), means[1:]])
        means = weighted_mean(points, weights, anchors, strength)
        spreads = weighted_covariance(points, means, weights, priors, _PRIOR_STRENGTH)
    return logs, means[:, 0]


def _weighted_median(x: Floats, weights: Floats) -> Floats:
    """The median (...) of the points (N, ...) that mostly count by their weights (N)."""
    inside = weights > 0.5
    return np.asarray(np.median(x[inside] if inside.any() else x, axis=0), np.float64)
