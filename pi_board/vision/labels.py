"""A board's labels as the JSON state of ``pi-board read``."""

from __future__ import annotations

from collections.abc import Sequence

from pi_board.core.layout import Layout, Surface
from pi_board.core.stones import stones_of

State = dict[str, object]

_SIGNS = {"empty": ".", "b": "b", "w": "w"}


def board_state(layout: Layout, labels: Sequence[str]) -> State:
    """The state that `labels` (one for each site, in the layout's order) describe. Raises
    ValueError for another number of them.
    """
    if len(labels) != len(layout.sites):
        raise ValueError(f"expected {len(layout.sites)} labels, not {len(labels)}")
    if layout.surface is Surface.TILES:
        return _tiles(layout, labels)
    if layout.surface is Surface.ROWS:
        return {"rows": [_row(*pair) for pair in zip(layout.sites, labels, strict=True)][::-1]}
    return {"grid": _top_row_first(layout, [_SIGNS[label] for label in labels])}


def _top_row_first(layout: Layout, signs: Sequence[str]) -> list[str]:
    width = layout.columns
    rows = ["".join(signs[i : i + width]) for i in range(0, len(signs), width)]
    return rows[::-1]


def _tiles(layout: Layout, labels: Sequence[str]) -> State:
    shown = dict(zip(layout.sites, map(stones_of, labels), strict=True))
    stones = {
        "b": [site for site, tile in shown.items() if tile.b],
        "w": [site for site, tile in shown.items() if tile.w],
    }
    tiles = _top_row_first(layout, [str(tile.turned) for tile in shown.values()])
    return {"tiles": tiles, "stones": stones}


def _row(site: str, label: str) -> dict[str, int]:
    """One row of counts: the label ``3b2w`` of site "4"."""
    lane = stones_of(label)
    return {"row": int(site), "b": lane.b, "w": lane.w}
