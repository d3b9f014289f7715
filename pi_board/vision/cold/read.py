"""Reading one picture of a board of which nothing is known but where it lies.

Colours, woods and lamps are learnt from the picture itself, with the number of stones that a game
has as the only help. Each kind of surface has its own module (`squares`, `tiles`,
`holes`, `rows`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from pi_board.core.layout import Layout, Surface
from pi_board.vision.cold import holes, rows, squares, tiles
from pi_board.vision.cold.completing import complete
from pi_board.vision.cold.likeness import with_likeness
from pi_board.vision.cold.stones import MOST, MOSTLY, StoneLooks, fit_stones, log_shares
from pi_board.vision.cold.teams import differ_in_tint, with_better_teams, with_both_teams
from pi_board.vision.cold.trained import (
    Opinions,
    opinions_on_holes,
    opinions_on_lanes,
    opinions_on_squares,
    opinions_on_tiles,
)
from pi_board.vision.cold.usual import Usual, with_usual
from pi_board.vision.geometry import BoardGeometry, Floats, Image, Mask, Registration
from pi_board.vision.mixture import balanced_prior, leads, normalised, parted
from pi_board.vision.reading import Reading, finite_logs
from pi_board.vision.sampling import surface

_FAR_TOO_MANY = 2 * MOST + 4.0  # stones
# How much dark and light squares differ at least, in logarithms of colour: of 339 rendered boards
# the lined ones have up to 0.05, the chequered ones 0.36 or more.
_CHEQUERED = 0.15
# What squares measure counts beside the network, which sees the same pixels. On 24 rendered boards
# as they are and in 8 ways disturbed 122 sites are wrong, 14 of them with a probability above 0.99,
# and 161 of 216 boards are whole; 132, 20 and 160 at 1, 121, 8 and 159 at 0.6.
_OF_SQUARES = 0.8
# The same of a stone's team: a stone half in the shadow of blinds is often dark to them. On 108
# rendered boards that no network saw, half of them for draughts or Othello, as they are and in 6
# ways disturbed, 220 sites are wrong, 10 of them with a probability above 0.99, and 638 of 756
# boards whole; 455, 32 and 602 at 0.8, the network's word on teams counting 0.5.
_OF_TEAMS = 0.25
# And where teams plainly differ in tint: a network takes red men in the glare or silver coins in
# the shade for the others. Of 282 rendered boards of squares 248 are read whole, 242 without this.
_OF_TINTED = 1.0
# How probable it is that none to all stones of a team, or one or two too many, are seen on squares,
# and how many more are too many not to be another set. Of 207 rendered boards that no network saw
# 170 are read whole with it and 166 without, of 32 for Othello 27 both times.
_STONES_SEEN, _PLAINLY_MORE = np.array([1.0] * (MOST + 1) + [0.01, 1e-4]), 1.5
# What colours of holes say counts beside the network: together they would be too sure. On 31
# rendered boards as they are and in 8 ways disturbed 368 sites are wrong, 183 of them with a
# probability above 0.99, and 175 of 279 boards whole; 395, 222 and 175 at 0.1, 377, 179 and 167 at
# 0.025.
# Where something hides a part they are looked for pixel by pixel, and count for more: of 287 such
# sites of filmed boards 7 are wrong, 9 at 0.2 and at 0.8.
_OF_COLOURS, _OF_COLOURS_COVERED = 0.05, 0.4
# All that is said of holes is too sure, and the number of pegs would not count beside it. On 43
# rendered and sample boards that no network saw 33 are read whole with this, 24 clear sites are
# wrong, 3 of them with a probability above 0.99; with 1 and 0.7 30 and 31, 27 and 25, 17 and 10.
_BELIEVED = 0.5
_CLEAR = (0.1, 0.2)  # covered for less, by measures and by the network, holes can be compared
_PARTLY = 0.25  # to that share at least a hole is covered over which a network sees something
_NOTHING_DARK_LIGHT = (0, 1, 0), (0, 0, 1)  # what a hole holds, as counts of both teams
_RARE, _MOST_SAID = 1e-9, 12.0  # probability and logarithm of odds that count no further
# Nats by which the likeliest orientation of a tile in sight leads at least: a napkin or a card has
# none. Of 1,500 tiles painted over in one colour, most two by two, 68 do not look covered to the
# network, 9 of which lead by more; of 30,600 beside them 13 lead by less. Of what hides a part see
# `tests/training/covers.py`.
_LEAST_LEAD = 1.5
# Probability of cover below which a site is seen, whatever its colours say. Of 73 holes that a hand
# mostly hides one has less, and is not odd in its colours; of 120 odd ones that nothing hides all
# but two have less. (With 0.03 one filmed game of 66 is read less steadily.) Of 216 such squares 28
# have less, none of them odd; of 1104 odd ones all but 15.
_SQUARE_IN_SIGHT, _HOLE_IN_SIGHT = 0.1, 0.02


@dataclass(frozen=True, slots=True)
class _Read:
    """Log-likelihoods and log priors (sites, labels), which sites are hidden, and whether a team
    has so many stones and no more.
    """

    logs: Floats
    prior: Floats
    hidden: Mask
    one_set: bool = False


def read_cold(
    image_bgr: Image,
    registration: Registration,
    layout: Layout,
    usual: Sequence[Usual] = (),
    *,
    patient: bool = False,
) -> Reading:
    """What stands on every site of the board in a picture (height, width, 3), 8-bit BGR.

    The darker team is ``b``. `usual` lists positions that are likelier than others, as the board of
    the registration would show them. `patient`: the networks are asked more than once, as is worth
    its time where no other picture follows. Raises ValueError if the registration is for another
    kind of board.
    """
    geometry = registration.geometry
    if (geometry.columns, geometry.rows) != (layout.columns, layout.rows):
        sites = f"{geometry.columns} x {geometry.rows}"
        raise ValueError(f"{layout.name} has {layout.columns} x {layout.rows} sites, not {sites}")
    readers = {
        Surface.SQUARES: _read_squares,
        Surface.HOLES: _read_holes,
        Surface.TILES: _read_tiles,
        Surface.ROWS: _read_rows,
    }
    found = readers[layout.surface](image_bgr, geometry, patient)
    obstructed = tuple(name for name, over in zip(layout.sites, found.hidden, strict=True) if over)
    shares = with_usual(found.logs, found.prior, usual)
    if found.one_set:
        shares = _of_one_set(shares)
    return Reading(layout, found.logs, shares, obstructed)


def opinions_on_pegs(image_bgr: Image, geometry: BoardGeometry) -> Opinions:
    """As `opinions_on_holes`, but logarithms of the probabilities that the whole board gives: tall
    pegs hide the holes behind them, of which a network alone is often wrong, and how many there are
    tells more of those. That rows are mostly full says nothing of the peg that has just left one.
    """
    alone = opinions_on_holes(image_bgr, geometry)
    found = _peg_by_peg(image_bgr, geometry, alone)
    return replace(alone, logs=finite_logs(normalised(found.logs + found.prior)))


def _read_squares(image_bgr: Image, geometry: BoardGeometry, patient: bool) -> _Read:
    second = opinions_on_squares(image_bgr, geometry, patient)
    looks = squares.look_at_squares(surface(image_bgr, geometry))
    looks = replace(looks, covered=_hidden(looks.covered, second, _SQUARE_IN_SIGHT))
    seen = looks.covered == 0
    usual, most = _stones_expected(looks, second.logs[seen])
    held = normalised(second.logs)[:, 1:].sum(axis=1)
    measured = fit_stones(looks, seen, usual, squares.WEIGHTS, most, held)
    tinted = differ_in_tint(measured, held * seen, looks.stone)
    logs = _tempered(measured, _OF_TINTED if tinted else _OF_TEAMS) + second.logs
    logs = with_both_teams(logs, seen & (logs.argmax(axis=1) > 0))
    prior_of = partial(_prior_of_stones, seen=seen, usual=usual, most=most)
    logs, prior = _with_better_teams(logs, looks.stone, seen, most, prior_of)
    return _Read(logs, prior, _over(looks.covered, second), one_set=most == MOST)


def _tempered(measured: Floats, of_teams: float) -> Floats:
    """What measures say (sites, 3), as sure as they are worth beside the network: of a stone's team
    so much.
    """
    empty, dark, light = measured.T
    stone = _OF_SQUARES * (np.logaddexp(dark, light) - empty)
    return np.column_stack([np.zeros_like(stone), parted(stone, of_teams * (dark - light))])


def _hidden(covered: Floats, second: Opinions, in_sight: float) -> Floats:
    """The measured share (sites) of what covers a site, but 0 where the network sees it: where the
    probability of cover is less than `in_sight`.
    """
    return np.where(second.covered < in_sight, 0.0, covered)


def _over(covered: Floats, second: Opinions) -> Mask:
    """Which sites something lies over: measured so, or seen by the network. Under hands in films
    measures alone leave 114 of 10,416 holes wrong and surely told, with the network 18; of 7,872
    squares 47 and 11. Of 11,664 sites with no hand in the picture neither hides any.
    """
    return (covered > MOSTLY) | second.hidden


def _stones_expected(looks: StoneLooks, opinions: Floats) -> tuple[int, int]:
    """How many stones of a team there are usually and at most: as in Lines of Action, unless the
    board is not chequered or far more are seen, as on one for Othello. Of 31 such boards that were
    rendered 26 are read whole, 24 if only the number seen counts.
    """
    stones = float(normalised(opinions)[:, 1:].sum())
    chequered = float(np.linalg.norm(np.ptp(looks.bare, axis=0))) > _CHEQUERED
    if chequered and stones <= _FAR_TOO_MANY:
        return squares.USUAL, MOST
    return max(round(stones / 2), 1), len(looks.bare)


def _of_one_set(shares: Floats) -> Floats:
    """Probabilities (sites, 3), given that a team has so many stones and no more, unless plainly
    more are seen. Beside what is usual of a position that is counted too.
    """
    if shares[:, 1:].sum(axis=0).max() > MOST + _PLAINLY_MORE:
        return shares
    return _completed(shares, _STONES_SEEN)


def _completed(shares: Floats, totals: Floats) -> Floats:
    """Probabilities (sites, 3) of single sites, given those (n) or (2, n) of the number of a team's
    stones on all of them.
    """
    size = totals.shape[-1]
    table = np.zeros((len(shares), size, size))
    table[:, *_NOTHING_DARK_LIGHT] = shares
    return np.asarray(complete(table, totals)[:, *_NOTHING_DARK_LIGHT], np.float64)


def _read_holes(image_bgr: Image, geometry: BoardGeometry, patient: bool) -> _Read:
    second = opinions_on_holes(image_bgr, geometry, patient)
    return _peg_by_peg(image_bgr, geometry, second, row_mates=True)


def _peg_by_peg(
    image_bgr: Image, geometry: BoardGeometry, second: Opinions, row_mates: bool = False
) -> _Read:
    board = surface(image_bgr, geometry)
    looks = holes.look_at_holes(board)
    touched = np.where(second.hidden, _PARTLY, 0.0)  # by a finger between the measures
    measured = _hidden(looks.covered, second, _HOLE_IN_SIGHT)
    looks = replace(looks, covered=np.maximum(measured, touched))
    logs = holes.fit_holes(looks, second.logs)
    share = np.where(looks.covered > 0, _OF_COLOURS_COVERED, _OF_COLOURS)[:, None]
    logs = share * logs + (1 - share) * second.logs
    clear = (looks.covered < _CLEAR[0]) & (second.covered < _CLEAR[1])
    logs = _BELIEVED * with_likeness(board, looks.wood, clear, logs, _prior_of_holes)
    colours = looks.seen.mean(axis=1)
    logs, prior = _with_better_teams(logs, colours, clear, MOST, _prior_of_holes)
    hand = bool(second.hidden.any())  # or a cup: it may hide that one holds a peg
    if row_mates:
        prior = holes.with_row_mates(logs, prior, geometry.columns)
    prior = _prior_of_all_pegs(logs, prior, geometry.columns, hand)
    return _Read(logs, prior, _over(looks.covered, second))


def _prior_of_holes(logs: Floats) -> Floats:
    """Log priors (sites, 3) for log-likelihoods: not more pegs than a team has."""
    everywhere = np.ones(len(logs), np.bool_)
    limits = np.array([len(logs), MOST, MOST], np.float64)
    return balanced_prior(logs, holes.SHARES, limits, everywhere)


def _prior_of_all_pegs(logs: Floats, alone: Floats, columns: int, hand: bool) -> Floats:
    """Log priors (sites, 3) for log-likelihoods, from those of holes `alone` (sites, 3): how many
    pegs there are on the whole board.
    """
    share = normalised(logs + alone)
    crossed = holes.crossed_to_full_row(share, columns)
    totals = np.stack([holes.pegs_seen(hand, beside) for beside in crossed.tolist()])
    together = _completed(share, totals)
    prior = alone + np.clip(np.log(together / np.maximum(share, _RARE)), -_MOST_SAID, _MOST_SAID)
    return np.asarray(prior - np.logaddexp.reduce(prior, axis=1, keepdims=True), np.float64)


def _read_tiles(image_bgr: Image, geometry: BoardGeometry, patient: bool) -> _Read:
    board = surface(image_bgr, geometry, tiles.PX_PER_SITE, veil=tiles.VEIL)
    second = opinions_on_tiles(image_bgr, geometry, patient)
    looks = tiles.look_at_tiles(board, second.logs.reshape(-1, 4, 4).max(axis=2))
    logs = tiles.with_burnt(tiles.fit_tiles(looks, ~second.hidden) + second.logs, looks)
    blank = leads(logs.reshape(-1, 4, 4).max(axis=2)) < _LEAST_LEAD
    return _Read(logs, tiles.log_prior(logs), second.hidden | blank)


def _read_rows(image_bgr: Image, geometry: BoardGeometry, _patient: bool) -> _Read:
    second = opinions_on_lanes(image_bgr, geometry)
    board = surface(image_bgr, geometry, margin_sites=rows.MARGIN_SITES)
    lanes = rows.look_at_lanes(board, second)
    places = len(lanes.row)
    seen = np.ones(places, np.bool_)
    usual = rows.usual_stones(rows.counts_in_bins(second.stones))
    logs = fit_stones(lanes.looks, seen, usual, rows.WEIGHTS)
    prior_of = partial(_prior_of_stones, seen=seen, usual=usual, most=MOST)
    logs, prior = _with_better_teams(logs, lanes.looks.stone, seen, MOST, prior_of)
    if rows.named_otherwise(second.stones, second.x, lanes, logs):
        logs, prior = logs[:, [0, 2, 1]], prior[:, [0, 2, 1]]
    measured = rows.lane_counts(logs + prior, lanes.row, geometry.rows, MOST)
    told = rows.with_measured_teams(second.stones, second.x, lanes, logs)
    table = rows.pooled(measured, rows.counts_in_bins(told))
    totals = rows.stones_seen(bool(second.touched.any()), usual)
    counts = np.log(complete(table, totals)).reshape(geometry.rows, -1)
    return _Read(counts, np.zeros_like(counts), second.hidden)


def _with_better_teams(
    logs: Floats, colours: Floats, seen: Mask, most: int, prior_of: Callable[[Floats], Floats]
) -> tuple[Floats, Floats]:
    """Log-likelihoods (N, 3) with teams parted anew if need be, of stones that are `seen`, no more
    than `most` of a team; and log priors (N, 3), as `prior_of` has them of log-likelihoods.
    """
    better = with_better_teams(
        logs, normalised(logs + prior_of(logs)) * seen[:, None], colours, most
    )
    return better, prior_of(better)


def _prior_of_stones(logs: Floats, seen: Mask, usual: int, most: int) -> Floats:
    """Log priors (N, 3): a team has about `usual` stones and no more than `most`."""
    limits = np.array([len(logs), most, most], np.float64)
    return balanced_prior(logs, log_shares(len(logs), usual), limits, seen)
