"""Grids in which stones lie, whether lines part them or not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pi_board.core.layout import Layout
from pi_board.vision.finding.grid import Nodes
from pi_board.vision.finding.rounds import round_windows
from pi_board.vision.geometry import Image

# Votes for stones at the squares' middles more than between them, from which they may be a board,
# and from which they are one though few lines are seen.
_SOME_STONES, CROWDED = 0.75, 1.1
_SIZES_OF_STONES = 2  # that are tried


def stone_grids(image_bgr: Image, scale: float, layout: Layout) -> Iterator[tuple[Nodes, float]]:
    """Lattices of stones in the middles of a board's squares, one for each likely size of stones,
    in pixels of a picture `scale` times as large, and their merits.
    """
    for window, *_ in islice(round_windows(image_bgr, layout), _SIZES_OF_STONES):
        if window.merit > _SOME_STONES:
            yield Nodes(window.board, (window.pixels + 0.5) * scale - 0.5), window.merit
