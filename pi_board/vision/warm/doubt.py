"""Asking the networks what lies on sites that warm reading is not sure of.

Looks learnt from one picture go wrong where the light was odd in just that picture, or something
shines, or burns out; the networks have seen many such boards, but not this one. Evidence, in moves
right of filmed games, none wrong either way: 24 films of sample boards seen from elsewhere in
another light 236 -> 243 of 243; 8 overexposed by 1.5 stops 67 -> 81 of 81; 6 rendered films (`film`
in `tests/training/render`, family `test`) overexposed by a stop 50 -> 57, by 1.5 39 -> 44 of 59.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pi_board.core.layout import Layout, Surface
from pi_board.vision.cold import trained
from pi_board.vision.geometry import BoardGeometry, Image
from pi_board.vision.mixture import leads
from pi_board.vision.warm.reader import MOST_LEAD, TOLD, WarmReading

Looks = npt.NDArray[np.float64]


def settled_by_opinion(
    reading: WarmReading,
    frame: Image,
    geometry: BoardGeometry,
    layout: Layout,
    darker_first: Callable[[], bool],
) -> WarmReading:
    """The reading of a frame (height, width, 3) on which nothing covers the board, with a network's
    opinion added where it is not sure; sites of which it then tells what lies there are not untold
    any more. Lanes are left as read. `darker_first`: whether the stones called ``b`` are the darker
    ones.
    """
    doubtful = leads(reading.looks) < MOST_LEAD
    if layout.surface is Surface.ROWS or not doubtful.any():
        return reading
    opinion = _opinion(frame, geometry, layout.surface, darker_first)
    looks = np.where(doubtful[:, None], reading.looks + opinion, reading.looks)
    looks = np.maximum(looks - looks.max(axis=1, keepdims=True), -MOST_LEAD)
    told = doubtful & (leads(looks) > TOLD)
    labels = tuple(int(i) for i in looks.argmax(axis=1))
    untold = tuple(site for site in reading.untold if not told[site])
    return replace(reading, looks=looks, labels=labels, untold=untold)


def _opinion(
    frame: Image, geometry: BoardGeometry, surface: Surface, darker_first: Callable[[], bool]
) -> Looks:
    """A network's log-likelihoods (sites, labels)."""
    if surface is Surface.TILES:
        return trained.opinions_on_tiles(frame, geometry)
    on_squares = surface is Surface.SQUARES
    ask = trained.opinions_on_squares if on_squares else trained.opinions_on_holes
    logs = ask(frame, geometry).logs
    return logs if darker_first() else logs[:, [0, 2, 1]]
