"""What a network says of a board whose looks are known, and of what there it is wrong."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from pi_board.core.layout import Layout, Surface
from pi_board.vision.cold import trained
from pi_board.vision.cold.read import opinions_on_pegs
from pi_board.vision.cold.rows import opinions_on_counts
from pi_board.vision.cold.trained import Opinions
from pi_board.vision.geometry import BoardGeometry, Floats, Image, Mask
from pi_board.vision.mixture import behind
from pi_board.vision.warm.reader import WarmReading

LEAST_AGAINST = 2.0  # log-likelihood by which a network must be against what is read to contradict

# The label that a network takes each site (number) for of which it is wrong.
Misread = Mapping[int, int]


def opinion_of(
    frame: Image,
    geometry: BoardGeometry,
    surface: Surface,
    darker_first: Callable[[], bool],
    at_rest: Floats | float = 0.0,
) -> Opinions:
    """What a network says of the labels of a board in a frame (height, width, 3), and where it sees
    something over sites: of lanes only where it surely does; elsewhere that is NaN.

    `darker_first`: whether the stones called ``b`` are the darker ones; `at_rest` (lanes): the
    share of each lane that seems covered though nothing lies there.
    """
    if surface in (Surface.SQUARES, Surface.HOLES):
        on_squares = surface is Surface.SQUARES
        ask = trained.opinions_on_squares if on_squares else opinions_on_pegs
        said = ask(frame, geometry)
        return said if darker_first() else replace(said, logs=said.logs[:, [0, 2, 1]])
    if surface is Surface.TILES:
        return trained.opinions_on_tiles(frame, geometry)
    lanes = trained.opinions_on_lanes(frame, geometry)
    counts = opinions_on_counts(lanes)
    logs = (counts if darker_first() else counts.swapaxes(1, 2)).reshape(len(counts), -1)
    touched = np.where(lanes.touched_beyond(at_rest), 1.0, np.nan)
    return Opinions(logs, touched, lanes.covered)


def contradicted(opinion: Opinions, labels: Sequence[int]) -> Mask:
    """Of which sites (sites) an opinion is against these labels."""
    return behind(opinion.logs, labels) > LEAST_AGAINST


def seen_hidden(opinion: Opinions, misread: Collection[int]) -> Mask:
    """Over which sites (sites) something is seen, but for those of which that was wrong."""
    hidden = np.array(opinion.hidden)
    hidden[list(misread)] = False
    return hidden


def seen_over(
    frame: Image,
    geometry: BoardGeometry,
    layout: Layout,
    darker_first: Callable[[], bool],
    at_rest: Floats | float,
) -> tuple[Misread, Floats | float]:
    """The sites over which a network sees something in a frame (height, width, 3) in which nothing
    lies over the board, and the share (lanes) that it takes for covered of each other lane, of
    those `at_rest` as before; of other boards nothing. As for `opinion_of`.
    """
    opinion = opinion_of(frame, geometry, layout.surface, darker_first, at_rest)
    over = opinion.hidden
    at_rest = 0.0 if opinion.shares is None else np.where(over, at_rest, opinion.shares)
    return _taken_for(opinion, over), at_rest


def misread_by_opinion(
    reading: WarmReading,
    labels: Sequence[int],
    before: Sequence[int],
    misread: Misread,
    nothing_over: bool,
) -> Misread:
    """The sites of which the network is wrong, if they have these labels, and of `nothing_over` the
    board also where it sees something. If it was not asked, what was `misread` still is while it is
    as `before`, and so is what was read otherwise: the network sees the same.
    """
    if reading.opinion is None:
        each = enumerate(zip(labels, reading.labels, before, strict=True))
        return {
            n: read if now != read else misread[n]
            for n, (now, read, old) in each
            if now != read or (now == old and n in misread)
        }
    hidden = reading.opinion.hidden
    wrong = contradicted(reading.opinion, labels)
    still = np.isin(np.arange(len(hidden)), list(misread))
    taken = _taken_for(reading.opinion, np.where(hidden, still | nothing_over, wrong))
    return {n: misread.get(n, label) if hidden[n] else label for n, label in taken.items()}


def is_seen_otherwise(opinion: Opinions, misread: Misread) -> Mask:
    """Which sites (sites) a network surely takes for something else than it was wrong of."""
    as_before = opinion.logs.argmax(axis=1)  # which it does not contradict where it was not wrong
    as_before[list(misread)] = list(misread.values())
    return contradicted(opinion, as_before)


def _taken_for(opinion: Opinions, sites: Mask) -> Misread:
    """What a network takes each of these `sites` (sites) for."""
    labels = opinion.logs.argmax(axis=1)
    return {site: int(labels[site]) for site in np.flatnonzero(sites).tolist()}
