"""Places on which a stone may stand, told apart by a mixture fitted to one picture.

Squares of a chequered board and candidates between sticks are the same to it: every place was
measured in three ways, and most of them are empty. The mixture has three looks (empty, dark stone,
light stone) and is fitted by expectation maximisation, starting from the roundest places.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pi_board.vision.cold.cover import cover_look, through_cover
from pi_board.vision.geometry import Array, Floats, Mask
from pi_board.vision.mixture import (
    balanced_prior,
    capped,
    normalised,
    student_t,
    two_means,
    weighted_covariance,
    weighted_mean,
)
from pi_board.vision.sampling import other_light


@dataclass(frozen=True, slots=True)
class StoneLooks:
    """What is measured of each of N places.

    `contrast` (N, 3): median log colour of the middle less that of the bare board. `stone` (N, 3):
    colour of what stands there, highlights left out, less the light at that place, so that one
    team's stones agree. `bare` (N, 3): what the bare board would look like there, less the light;
    `light` (N, 3) is that light. `roundness` (N): how strong a circle is there, about 0 to 1.
    `strange` (N, 3): how far the colour of the middle is from that of other bare places of its
    kind, in their spreads. `covered` (N): the share of the place over which something lies, a hand
    or glare, and `cover` (M, 3) what log colours that has. `around` (N, W, 3): log colours of all
    of a stone's size and some more, less the light.
    """

    contrast: Floats
    stone: Floats
    bare: Array
    light: Array
    roundness: Floats
    strange: Floats
    covered: Floats
    cover: Array
    around: Array


def duller_part(pixels: Array) -> Floats:
    """Mean colour (N, 3) of the darker pixels of each (N, M, 3): a highlight is not the paint."""
    count = pixels.shape[1]
    order = np.argsort(pixels[..., 0], axis=1)[:, count // 8 : (2 * count) // 5]
    return np.asarray(np.take_along_axis(pixels, order[..., None], axis=1).mean(axis=1), np.float64)


_DOF = 4.0
# Priors of the mixture, in natural log units of colour; as if seen so many times.
_EMPTY_SPREAD = np.diag([0.15, 0.06, 0.06]) ** 2
_STONE_SPREAD = np.diag([0.35, 0.15, 0.15]) ** 2
_PRIOR_STRENGTH = 8.0
MOST = 12  # stones of a team
# Log odds of a stone by roundness (a logistic fit): slope over log roundness, value at the split
# between round and plain places, and the most that is believed.
_ROUND_SLOPE, _ROUND_OFFSET, _ROUND_MOST = 11.0, 2.0, 9.0
_COLOUR_MOST = 4.0  # the same for colour
PIXEL_SPREAD = np.diag([0.15, 0.06, 0.06]) ** 2  # of single pixels, beside that of their places
MOSTLY = 0.7  # covered to this share, a place says nothing


def fit_stones(
    looks: StoneLooks,
    seen: Mask,
    usual: int,
    weights: tuple[float, ...],
    most: int = MOST,
    held: Floats | None = None,
) -> Floats:
    """Log-likelihoods (N, 3) of empty, dark stone, light stone; only `seen` places teach.

    `usual` stones of each team are expected, and never more than `most`. `weights` are those of
    a logistic fit: see `_weighed`. The fit of colours starts from the places that hold a stone with
    the probabilities `held` (N), or else from the roundest. On 111 boards of squares, as they are
    and in 6 ways disturbed, 522 sites are wrong with a network's word for that, 544 without it, as
    of few stones a single one may be of another team, and round things are empty places as well.
    """
    odds = round_odds(looks.roundness, seen, most)
    first = seen * (_roundest(odds, seen, usual) if held is None else held)
    colours = _fit_colours(looks, odds, first, seen, usual, most)
    return _through_cover(looks, _weighed(looks, colours.logs, odds, weights), colours)


@dataclass(frozen=True, slots=True)
class _Colours:
    """A fit of colour alone: `logs` (N, 3), log-likelihoods; `means` (3, 3) and `spreads` (3, 3, 3)
    of empty places, dark and light stones.
    """

    logs: Floats
    means: Floats
    spreads: Floats


def _fit_colours(
    looks: StoneLooks, odds: Floats, first: Floats, seen: Mask, usual: int, most: int
) -> _Colours:
    """Expectation maximisation; `odds` (N), of roundness, help to share out the places. At `first`
    stones are at the places of these weights (N).
    """
    places = max(int(seen.sum()), 1)
    shares = log_shares(places, usual)
    limits = np.array([places, most, most], np.float64)
    rim = np.stack([np.zeros_like(odds), odds, odds], axis=1)
    stone, each = looks.stone, np.arange(len(odds))
    means = _first_means(stone, first)
    spreads = np.stack([_EMPTY_SPREAD, _STONE_SPREAD, _STONE_SPREAD])
    logs = rim
    on_board = _in_usual_light(looks.contrast, (looks.bare + looks.light)[None], _ON_BOARD)
    how_often = np.log(np.array([_ON_BOARD, _ON_STONE, _ON_STONE])[..., 2, None])
    for _ in range(6):
        on_stones = np.float32(means[1:, None]) + looks.light
        lit = np.concatenate([on_board, _in_usual_light(stone, on_stones, _ON_STONE)])
        by_light, trust = student_t(lit, means[:, None], spreads[:, None], _DOF)
        by_light += how_often
        logs = np.logaddexp.reduce(by_light, axis=1).T
        prior = balanced_prior(logs + rim, shares, limits, seen)
        share = normalised(logs + rim + prior) * seen[:, None]
        likeliest = np.arange(3)[:, None], by_light.argmax(axis=1), each
        clean, weights = lit[likeliest], share.T * trust[likeliest]
        means[1:] = weighted_mean(clean[1:], weights[1:], means[1:], 0.5)
        spreads = _spreads(clean, means, weights)
    return _Colours(logs, means, spreads)


def _roundest(odds: Floats, seen: Mask, usual: int) -> Floats:
    """Weights (N) of about as many of the roundest places as there usually are stones."""
    enough = np.sort(odds[seen])[::-1][: 2 * usual].min(initial=np.inf)
    return _sigmoid(odds - max(enough, 0.0))


def _first_means(stone: Floats, weights: Floats) -> Floats:
    """Colours (3, 3) to start from: two clusters of the places that may hold stones."""
    scale = np.array([1.0, 1.5, 1.5])
    return np.vstack([np.zeros(3), two_means(stone * scale, weights + 1e-3) / scale])


def _through_cover(looks: StoneLooks, found: Floats, colours: _Colours) -> Floats:
    """Log-likelihoods (N, 3) as found, but for places that are covered in part.

    There the pixels speak one by one, each being either what lies there or what covers it, and the
    rim is not believed: hands have edges too. What is mostly covered says nothing.
    """
    touched = looks.covered > 0
    if not touched.any() or len(looks.cover) < 4:
        return found
    hand, hand_spread = cover_look(looks.cover.astype(np.float64))
    share, spreads = looks.covered[touched], colours.spreads + PIXEL_SPREAD
    bare = [(looks.bare[touched].astype(np.float64), spreads[0])]
    stones = [(colours.means[k], spreads[k]) for k in (1, 2)]
    cover = (hand - looks.light[touched], hand_spread)
    seen = through_cover(looks.around[touched].astype(np.float64), bare, stones, cover, share)
    trust = np.maximum(1.0 - 1.25 * share, 0.0)[:, None]
    out = found.copy()
    out[touched] = trust * found[touched] + (1.0 - trust) * (seen - seen[:, :1])
    out[looks.covered > MOSTLY] = 0.0
    return out


def _weighed(looks: StoneLooks, colour: Floats, odds: Floats, weights: tuple[float, ...]) -> Floats:
    """Log-likelihoods (N, 3) from those of colour alone (N, 3) and the log odds of roundness (N).

    The evidence is not independent, and what looks strange in every way is more often glare or a
    shadow than a stone. `weights`: constant, roundness, colour, the lesser of the two (either alone
    is nearly enough), strange luma, strange tint. Glare around a place is not among them: as a
    reason against a stone it made 278 sites wrong on 312 boards under spots of light, 73 of them
    with a lead of 5 nats; without it 257 are, 11 of them so, and as they are both read 274 whole.
    """
    stone = np.logaddexp(colour[:, 1], colour[:, 2])
    by_colour = capped(stone - colour[:, 0], _COLOUR_MOST)
    luma = np.log1p(np.abs(looks.strange[:, 0]))
    tint = np.log1p(np.hypot(looks.strange[:, 1], looks.strange[:, 2]))
    both = np.minimum(capped(odds, 6.0), capped(stone - colour[:, 0], 6.0))
    evidence = np.stack([np.ones_like(odds), odds, by_colour, both, luma, tint], axis=1)
    found = evidence @ np.array(weights)
    team = colour[:, 1:] - stone[:, None]
    return np.asarray(np.c_[np.zeros_like(odds), team + found[:, None]], np.float64)


# What may have happened to the light at one place that its surroundings do not show: how much of
# it falls there, how much white is reflected on top, and how often; on the board and on a stone.
_ON_BOARD = (
    (1.0, 0.0, 0.80),
    (0.6, 0.0, 0.05),
    (0.35, 0.0, 0.03),
    (1.5, 0.0, 0.04),
    (1.0, 0.1, 0.04),
    (1.0, 0.4, 0.03),
    (1.0, 1.0, 0.01),
)
_ON_STONE = (
    (1.0, 0.0, 0.85),
    (0.6, 0.0, 0.06),
    (0.35, 0.0, 0.03),
    (1.0, 0.05, 0.04),
    (1.0, 0.15, 0.02),
    (1.0, 0.3, 0.04),
    (1.0, 0.8, 0.04),
)


def _in_usual_light(
    points: Floats, usual: Array, lights: tuple[tuple[float, float, float], ...]
) -> Floats:
    """Points (N, 3) as they would be measured had the light been as usual: (looks, lights, N, 3).
    A place of each look would usually have the colour `usual` (looks, N, 3).
    """
    shades, veils, _ = zip(*lights, strict=True)
    changed = other_light(usual.astype(np.float32), shades, veils) - usual
    return points - np.moveaxis(changed, 0, 1).astype(np.float64)


def round_odds(roundness: Floats, seen: Mask, most: int) -> Floats:
    """Log-likelihood ratio (N) of a stone against none, by the circles alone.

    How strong circles are at all depends on the picture's noise and contrast, so the places are
    split in two where that leaves the least variance (Otsu), with at most `most` stones a team.
    """
    size = np.log(roundness + 0.03)
    ranked = np.sort(size[seen])
    splits = np.arange(max(len(ranked) - 2 * most - 2, 1), len(ranked) - most // 2)
    total = np.cumsum(ranked)
    # the least variance within the parts is the greatest between them
    low, high = total[splits - 1], total[-1:] - total[splits - 1]
    between = low**2 / splits + high**2 / (len(ranked) - splits)
    split = int(splits[between.argmax()]) if len(splits) else 0
    even = ranked[max(split - 1, 0) : split + 1].mean() if split else np.log(0.25)
    odds = _ROUND_SLOPE * (size - even) + _ROUND_OFFSET
    return capped(odds, _ROUND_MOST)


def log_shares(places: int, usual: int) -> Floats:
    """Logarithms (3) of the shares of empty, dark and light places."""
    share = min(usual / places, 0.4)
    return np.log([1 - 2 * share, share, share])


def _sigmoid(x: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-x)), np.float64)


def _spreads(points: Floats, means: Floats, weights: Floats) -> Floats:
    """Covariances (3, 3, 3) of empty squares and of stones; both teams' stones share one."""
    empty = weighted_covariance(points[0], means[0], weights[0], _EMPTY_SPREAD, _PRIOR_STRENGTH)
    both = np.vstack([points[1] - means[1], points[2] - means[2]])
    stones = weighted_covariance(
        both, np.zeros(3), np.concatenate([weights[1], weights[2]]), _STONE_SPREAD, _PRIOR_STRENGTH
    )
    return np.stack([empty, stones, stones])
