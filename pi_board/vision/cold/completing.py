"""What all sites of a board say together where the number of stones is known, as in Linja."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from pi_board.vision.geometry import Floats

_NEVER = 1e-7  # counts less probable than this are left out
_LEAST = 1e-300  # weight


def complete(table: Floats, totals: Floats) -> Floats:
    """The probabilities `table` (sites, n, n) that a site holds so many dark and light stones,
    given how probable it is (n) that 0, 1, ... n - 1 stones of a team are seen on all of them.

    Of all ways to fill the other sites the likeliest counts (max-product along the sites), so that
    the likeliest counts of all sites agree with each other. Each site's own must add up to 1.
    """
    size = len(totals)
    likely = np.where(table > _NEVER, table / table.max(axis=(1, 2), keepdims=True), 0.0)
    high, wide = (int(counts.max()) + 1 for counts in np.nonzero(likely.max(axis=0)))
    likely = likely[:, :high, :wide, None, None]
    # weight of the likeliest way to come to each pair of counts by all sites before one, with room
    # to look up all pairs a site's own counts would have come from
    padded = np.zeros((len(table), high - 1 + size, wide - 1 + size))
    before = padded[:, high - 1 :, wide - 1 :]
    before[0, 0, 0] = 1.0
    fewer = sliding_window_view(padded, (size, size), axis=(1, 2))[:, ::-1, ::-1]
    for site in range(len(table) - 1):
        (fewer[site] * likely[site]).max(axis=(0, 1), out=before[site + 1])
        before[site + 1] /= max(before[site + 1].max(), _LEAST)  # or they become too small
    after = np.zeros((size + high - 1, size + wide - 1))
    after[:size, :size] = np.outer(totals, totals)  # weight of what all sites from here on come to
    more = sliding_window_view(after, (size, size))
    out = np.zeros_like(table)
    for site in range(len(table) - 1, -1, -1):
        chosen = more * likely[site]
        out[site, :high, :wide] = (before[site] * chosen).max(axis=(2, 3))
        chosen.max(axis=(0, 1), out=after[:size, :size])
        after /= max(after.max(), _LEAST)
    out = out / np.maximum(out.sum(axis=(1, 2), keepdims=True), _LEAST) + 1e-12
    return np.asarray(out / out.sum(axis=(1, 2), keepdims=True), np.float64)
