"""What all sites of a board say together where the number of stones is known, as in Linja."""

from __future__ import annotations

import numpy as np

from pi_board.vision.mixture import Floats

_NEVER = 1e-7  # counts less probable than this, beside the likeliest, are left out


def complete(table: Floats, totals: Floats) -> Floats:
    """The probabilities `table` (sites, n, n) that a site holds so many dark and light stones,
    given how probable it is (n) that 0, 1, ... n - 1 stones of a team are seen on all of them.

    Of all ways to fill the other sites the likeliest counts (max-product along the sites), so that
    the likeliest counts of all sites agree with each other.
    """
    sites, size, _ = table.shape
    before = [np.zeros((size, size)) for _ in range(sites + 1)]
    before[0][0, 0] = 1.0
    for site in range(sites):
        before[site + 1] = _added(before[site], table[site])
    after = np.outer(totals, totals)  # weight of what all sites from here on must come to
    out = np.zeros_like(table)
    for site in range(sites - 1, -1, -1):
        for b, w in np.argwhere(table[site] > _NEVER):
            others = before[site][: size - b, : size - w] * after[b:, w:]
            out[site, b, w] = table[site, b, w] * others.max()
        after = _completed(after, table[site])
    out = out / np.maximum(out.sum(axis=(1, 2), keepdims=True), 1e-300) + 1e-12
    return np.asarray(out / out.sum(axis=(1, 2), keepdims=True), np.float64)


def _added(first: Floats, second: Floats) -> Floats:
    """Weight of the likeliest way to come to each pair of counts (up to the largest) by adding,
    beside the likeliest of all.
    """
    size = len(first)
    out = np.zeros_like(first)
    for b, w in np.argwhere(second > _NEVER):
        better = second[b, w] * first[: size - b, : size - w]
        np.maximum(out[b:, w:], better, out=out[b:, w:])
    return np.asarray(out / max(out.max(), 1e-300))


def _completed(after: Floats, share: Floats) -> Floats:
    """For every pair of counts, the most `after` can be at that pair and one of `share` more,
    beside the most of all.
    """
    size = len(after)
    out = np.zeros_like(after)
    for b, w in np.argwhere(share > _NEVER):
        part = out[: size - b, : size - w]
        np.maximum(part, share[b, w] * after[b:, w:], out=part)
    return np.asarray(out / max(out.max(), 1e-300))
