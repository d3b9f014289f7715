"""What all sites of a board say together where the number of stones is known, as in Linja."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from pi_board.vision.geometry import Floats

_NEVER = 1e-7  # counts less probable than this are left out
_LEAST = 1e-300  # weight


def complete(table: Floats, totals: Floats) -> Floats:
    """The probabilities `table` (sites, n, n) that a site holds so many dark and light stones,
    given how probable it is (n), or of either team (2, n), that 0, 1, ... n - 1 of its stones are
    seen on all of them.

    Of all ways to fill the other sites the likeliest counts (max-product along the sites), so that
    the likeliest counts of all sites agree with each other. Each site's own must add up to 1.
    """
    dark, light = np.broadcast_to(totals, (2, totals.shape[-1]))
    size = len(dark)
    likely = np.where(table > _NEVER, table / table.max(axis=(1, 2), keepdims=True), 0.0)
    high, wide = (int(counts.max()) + 1 for counts in np.nonzero(likely.max(axis=0)))
    likely = likely[:, :high, :wide, None, None]
    # Weight of the likeliest way to come to each pair of counts by all sites before one, and, from
    # the other end, of what the sites after it are to come to, both axes turned round: it grows the
    # same way. With room to look up all pairs that a site's own counts would have come from.
    padded = np.zeros((len(table), 2, high - 1 + size, wide - 1 + size))
    weights = padded[:, :, high - 1 :, wide - 1 :]
    weights[0, 0, 0, 0] = 1.0
    weights[0, 1] = np.outer(dark, light)[::-1, ::-1]
    fewer = sliding_window_view(padded, (size, size), axis=(2, 3))[:, :, ::-1, ::-1]
    both_ends = np.stack([likely, likely[::-1]], axis=1)
    ways = np.empty((2, high * wide, size, size))
    for site in range(len(table) - 1):
        np.multiply(fewer[site], both_ends[site], out=ways.reshape(2, high, wide, size, size))
        ways.max(axis=1, out=weights[site + 1])
        highest = weights[site + 1].max(axis=(1, 2), keepdims=True)
        weights[site + 1] /= np.maximum(highest, _LEAST)  # or they become too small
    chosen = np.multiply(fewer[::-1, 1, :, :, ::-1, ::-1], likely, order="C")
    chosen *= weights[:, 0, None, None]
    out = np.zeros_like(table)
    out[:, :high, :wide] = chosen.reshape(len(table), high, wide, -1).max(axis=3)
    out = out / np.maximum(out.sum(axis=(1, 2), keepdims=True), _LEAST) + 1e-12
    return np.asarray(out / out.sum(axis=(1, 2), keepdims=True), np.float64)
