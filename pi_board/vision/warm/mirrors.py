"""Stones that may be mirrors: a dark one that shows a lamp or the sun looks like a light one.

Where a stone that has come is burnt out, or shines brighter than light ones do, its own colour is
not seen, and both teams must stay possible: whose it is, the rules tell from where a stone has
gone. If a light one has gone, it is that one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from pi_board.core.layout import Layout, Surface
from pi_board.vision.flat import SITE_PX, cut_sites
from pi_board.vision.geometry import BoardGeometry, Mask
from pi_board.vision.warm.flattener import Flat
from pi_board.vision.warm.reader import WarmReading

# Share of a site burnt out, from which its stone may be a mirror: of two discs over holes that look
# white in a filmed game 0.08 and 0.11. It does no harm to think of it too often.
_SHINING = 0.05
# Share of a site whose brightness tells, and by how much it is more than is usual of light stones:
# 1.3 times as bright is a blue disc in a filmed game that mirrors a lamp without being burnt out.
_SPOT_SHARE, _BRIGHTER = 0.01, 1.15
# Log-likelihood that it then is a light stone, beside a dark one: less than the referee takes for a
# doubt (`FIT_NATS`), or it would wait for better looks at a dark one, which do not come.
_LEAD_IF_SHINING = 0.9


def with_mirrors(
    reading: WarmReading,
    flat: Flat,
    geometry: BoardGeometry,
    layout: Layout,
    before: Sequence[int],
    darker_first: Callable[[], bool],
) -> WarmReading:
    """The reading of a flat view, burnt-out stones possibly of the darker team.

    Only stones on sites that were empty `before` (labels of the sites): where a stone was already,
    one that is about to capture it may still be in the hand. Only if all light stones of before are
    where they were: else a light one has come, and a dark one may be in the hand besides.

    On tiles nothing is changed: there it is the half it lies on that tells whose a stone is.
    `darker_first`: whether the darker team is ``b``.
    """
    if layout.surface not in (Surface.SQUARES, Surface.HOLES):
        return reading
    empty, b, w = (layout.labels.index(name) for name in ("empty", "b", "w"))
    labels = np.asarray(before)
    burnt = cut_sites(flat.burnt, geometry, SITE_PX).mean(axis=(1, 2)) > _SHINING
    doubtful, read = burnt & (labels == empty), np.asarray(reading.labels)
    come = (labels == empty) & (read != empty)
    if not (doubtful | come).any():
        return reading
    dark, light = (b, w) if darker_first() else (w, b)
    usual = labels == light
    if (read[usual] != light).any():
        return reading
    if usual.any():
        doubtful |= come & _brighter_than(usual, flat, geometry)
    looks = np.array(reading.looks)
    least = np.where(doubtful, looks[:, light] - _LEAD_IF_SHINING, -np.inf)
    looks[:, dark] = np.maximum(looks[:, dark], least)
    return replace(reading, looks=looks)


def _brighter_than(usual: Mask, flat: Flat, geometry: BoardGeometry) -> Mask:
    """On which sites a spot of a flat view shines more than on some `usual` ones (sites)."""
    bright = cut_sites(flat.colour[..., 0], geometry, SITE_PX)
    spots = np.quantile(bright, 1 - _SPOT_SHARE, axis=(1, 2))
    return np.asarray(spots > _BRIGHTER * np.median(spots[usual]), np.bool_)
