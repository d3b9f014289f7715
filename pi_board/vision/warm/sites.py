"""What labels and surfaces say of single sites: turns of tiles, stones, kinds of squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from pi_board.core.layout import Layout, Surface
from pi_board.core.stones import stones_of
from pi_board.vision.geometry import Floats
from pi_board.vision.mixture import leads

Part = tuple[int, str]  # quarter turns clockwise and the stone of a label
Pairs = tuple[tuple[int, int], ...]

# Log-likelihood lead by which a stone shows at least that is told surely when it comes or goes. In
# 24 filmed games the three of which stones hardly showed had 0.5, 2.9 and less than nothing, all
# others 11 and more (medians over all sites).
_FAINT = 5.0
_TWICE_CHANGED = 4.0  # log prior cost of a tile that was turned and given a stone
STONES: Mapping[str, frozenset[str]] = MappingProxyType(
    {"": frozenset(), "b": frozenset("b"), "w": frozenset("w"), "x": frozenset("bw")}
)


def parts_of(label: str) -> Part:
    """Quarter turns clockwise and the stone ("" for none) of a label."""
    on = stones_of(label)
    return max(on.turned, 0), (("", "w"), ("b", "x"))[on.b][on.w]


def turns_of(parts: Sequence[Part]) -> list[int]:
    """The quarter turns of labels of these parts: of all but tiles only 0."""
    return sorted({turns for turns, _ in parts})


def leads_of_turns(looks: Floats, parts: Sequence[Part]) -> Floats:
    """By how much (sites) the likeliest way for a tile to lie leads the next, whatever lies on it;
    `looks` (sites, labels) are log-likelihoods of labels of these parts.
    """
    turns = np.array([turn for turn, _ in parts])
    each = [looks[:, turns == turn].max(axis=1) for turn in turns_of(parts)]
    return leads(np.stack(each, axis=1))


def leads_of_stones(looks: Floats, layout: Layout) -> Floats:
    """By how much (sites) the likeliest stone leads none on squares or in holes; `looks` (sites,
    labels) are log-likelihoods of the layout's labels.
    """
    empty = layout.label("empty")
    return np.asarray(np.delete(looks, empty, axis=1).max(axis=1) - looks[:, empty], np.float64)


def holds_both(parts: Sequence[Part]) -> bool:
    """Whether stones of both kinds may lie on one site."""
    return any(stone == "x" for _, stone in parts)


def surface_kinds(layout: Layout) -> tuple[int, ...]:
    """Which sites have the same surface: the two colours of a chequered board."""
    if layout.surface is not Surface.SQUARES:
        return (0,) * len(layout.sites)
    return tuple((i % layout.columns + i // layout.columns) % 2 for i in range(len(layout.sites)))


def hidden_rows(layout: Layout, stones: Sequence[str]) -> tuple[slice, ...]:
    """The rows of holes that stones ("": none) hide altogether: home rows, which may be painted.
    Squares and tiles of every look are seen bare from the start.
    """
    if layout.surface is not Surface.HOLES:
        return ()
    starts = range(0, len(stones), layout.columns)
    rows = [slice(start, start + layout.columns) for start in starts]
    return tuple(row for row in rows if all(stones[row]))


def upright(tiles: npt.NDArray[Any], turns: int) -> npt.NDArray[Any]:
    """Tiles (sites, px, px, ...) turned back by quarter turns clockwise."""
    return np.ascontiguousarray(np.rot90(tiles, turns, axes=(1, 2)))


def all_upright(tiles: npt.NDArray[Any], turns: Sequence[int]) -> npt.NDArray[Any]:
    """Tiles (sites, px, px, ...), each turned back by its own quarter turns (sites) clockwise."""
    out = np.empty_like(tiles)
    for turn in set(turns):
        on = np.equal(turns, turn)
        out[on] = upright(tiles[on], turn)
    return out


def costs_of_change(parts: Sequence[Part]) -> Floats:
    """Log prior costs (before, now) of labels of these parts: a tile turned and a stone put on it
    is two moves at once. A stone that leaves is not: turning its tile may have let it out.
    """
    costs = np.zeros((len(parts), len(parts)))
    for before, (old_turns, old) in enumerate(parts):
        for now, (turns, stones) in enumerate(parts):
            if turns != old_turns and not STONES[stones] <= STONES[old]:
                costs[before, now] = _TWICE_CHANGED
    return costs


def pairs_with(stone: str, parts: Sequence[Part]) -> Mapping[int, Pairs]:
    """For each turn of a tile the pairs of labels (numbers in `parts`) of which only the second has
    that stone.
    """
    number = {(turns, STONES[name]): label for label, (turns, name) in enumerate(parts)}
    return {
        turn: tuple(
            (label, number[turns, stones | {stone}])
            for (turns, stones), label in number.items()
            if turns == turn and stone not in stones and (turns, stones | {stone}) in number
        )
        for turn in turns_of(parts)
    }


def most_leads(
    looks: Floats,
    labels: Sequence[int],
    kinds: Sequence[int],
    parts: Sequence[Part],
    most: float,
) -> Floats:
    """By how much (sites, labels, labels), as a log-likelihood, each label may lead the others: by
    `most`, but labels that differ by a stone that hardly shows by no more than it does. How much
    that is, `looks` (sites, labels) tell, log-likelihoods of sites with known `labels`, for each of
    the `kinds` of sites by itself (black on dark squares, not on light ones).
    """
    of_kind = np.asarray(kinds)
    is_label = np.asarray(labels)[:, None] == np.arange(len(parts))
    allowed = np.full((len(looks), len(parts), len(parts)), most)
    allowed[:, np.arange(len(parts)), np.arange(len(parts))] = 0.0
    for stone in ("b", "w"):
        pairs = [pair for of_turn in pairs_with(stone, parts).values() for pair in of_turn]
        bare, laid = np.array(pairs, np.intp).reshape(-1, 2).T
        lead = looks[:, laid] - looks[:, bare]
        for kind in set(kinds):
            own = of_kind == kind
            with_it = lead[own][is_label[own][:, laid]]
            without = -lead[own][is_label[own][:, bare]]
            if not len(with_it) or not len(without):
                continue
            told = min(float(np.median(with_it)), float(np.median(without)))
            if told < _FAINT:
                sites = np.flatnonzero(own)[:, None]
                allowed[sites, laid, bare] = allowed[sites, bare, laid] = max(told, 0.0)
    return allowed
