"""Positions that boards show more often than others: above all the start of a game.

A position near a usual one is far likelier than its squares taken one by one would say. So beside
"every site for itself" there is a hypothesis "nearly this position" for each usual position, and
the picture decides between them; a site that plainly differs is still read as it looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from pi_board.core.layout import Appearance, Layout, Surface
from pi_board.vision.arrange import certain_labels, likeliest_labels
from pi_board.vision.geometry import Floats, Registration
from pi_board.vision.mixture import normalised
from pi_board.vision.reading import Reading

Usual = tuple[int | None, ...]  # a label (index into `Layout.labels`) for each site, None: any

_NEAR_USUAL = 0.3  # how often a board stands near one of the usual positions
# How often a site then is as usual, at least: later in a game and soon after its start, either as
# likely. Of 150 boards of Lines of Action, as they are and in 3 ways disturbed, 541 of 600 are read
# whole with this and 109 sites wrong; with 0.6 alone 531 and 119.
_SAME = 0.3, 0.9
_SET_UP = 0.95  # share of the sites that show a position which tells the way round


def start_looks(registration: Registration, layout: Layout, start: Appearance) -> tuple[Usual, ...]:
    """How a board shows the position that looks like `start`, every way round that it may lie."""
    if layout.surface is Surface.TILES:  # tiles lie any way round, and turn in every move
        return ()
    position = certain_labels(layout, start)
    turns = (0,) if registration.orientation_known else layout.turns
    return tuple(dict.fromkeys(turned(layout, position, turn) for turn in turns))


def with_usual(looks: Floats, prior: Floats, usual: Sequence[Usual]) -> Floats:
    """Probabilities (sites, labels) from log-likelihoods and independent log priors of that shape.

    Without usual positions this is Bayes' rule, site by site.
    """
    alone = looks + prior
    if not usual:
        return normalised(alone)
    hypotheses = [alone]
    weights = [np.log(1 - _NEAR_USUAL)]
    for position, same in product(usual, _SAME):
        near = normalised(prior)
        for site, label in enumerate(position):
            if label is not None:
                near[site] *= 1 - same
                near[site, label] += same
        hypotheses.append(looks + np.log(near))
        weights.append(np.log(_NEAR_USUAL / len(usual) / len(_SAME)))
    total = [
        h_weight + float(_evidence(h)) for h, h_weight in zip(hypotheses, weights, strict=True)
    ]
    share = normalised(np.array(total))
    mixed = sum(s * normalised(h) for s, h in zip(share, hypotheses, strict=True))
    return np.asarray(mixed, np.float64)


def _evidence(logs: Floats) -> float:
    return float(np.logaddexp.reduce(logs, axis=1).sum())


def set_up(
    registration: Registration, reading: Reading, start: Appearance
) -> tuple[Registration, Reading]:
    """The board and its reading the way round that shows the position which looks like `start`, if
    one does but for few sites; as they are where their orientation is known. Where two ways show it
    alike, the one that turns it less. Not for tiles, which lie any way round.
    """
    layout = reading.layout
    if registration.orientation_known or layout.surface is Surface.TILES:
        return registration, reading
    sites = tuple(range(len(layout.sites)))
    orders = {turn: np.array(turned(layout, sites, turn), np.intp) for turn in layout.turns}
    best, shown = np.array(reading.best), {}
    for turn, order in orders.items():
        labels = likeliest_labels(reading.looks[order], layout, start)
        shown[turn] = float((best[order] == np.array(labels)).mean())
    turn = max(shown, key=shown.__getitem__)
    if turn == 0 or shown[turn] < _SET_UP:
        return registration, reading
    order = orders[turn]
    hidden = {layout.site(name) for name in reading.obstructed}
    obstructed = tuple(layout.sites[n] for n, old in enumerate(order.tolist()) if old in hidden)
    geometry = registration.geometry.rotated(-turn)
    looks, shares = reading.looks[order], reading.probabilities[order]
    return replace(registration, geometry=geometry), Reading(layout, looks, shares, obstructed)


def turned(layout: Layout, position: Usual, quarter_turns: int) -> Usual:
    """The same position on a board turned clockwise, as its sites are then named.

    Raises ValueError for tiles, whose labels would change, and for a quarter turn of a board whose
    rows are not as long as its columns.
    """
    if layout.surface is Surface.TILES:
        raise ValueError("tiles are not turned: their labels would change")
    across = len(layout.sites) // layout.rows
    if quarter_turns % 2 and across != layout.rows:
        raise ValueError(f"{layout.name} has no quarter turn")
    grid = np.array(position, dtype=object).reshape(layout.rows, across)
    # Row 1 comes first, so clockwise for the player is what NumPy calls counter-clockwise.
    return tuple(np.rot90(grid, quarter_turns).ravel().tolist())
