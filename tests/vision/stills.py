"""Pictures of tests/frames/stills read cold, and the kinds of boards they show."""

import json
from collections.abc import Sequence

from pi_board.core.layout import Layout, Surface, grid_sites
from pi_board.vision.cold.read import read_cold
from pi_board.vision.geometry import Registration
from pi_board.vision.reading import Reading
from tests.vision.painting import FRAMES, board_found, frame


def layout(surface: Surface, columns: int, labels: Sequence[str]) -> Layout:
    """A board with `columns` sites in each of its rows (as many as columns, or 8)."""
    rows = columns if surface is Surface.TILES else 8
    sites = grid_sites(columns, rows)
    if surface is Surface.ROWS:
        sites = tuple(str(row + 1) for row in range(rows))
    groups = tuple((i,) for i in range(len(sites)))
    return Layout("test", surface, columns, rows, sites, tuple(labels), groups)


HOLES = layout(Surface.HOLES, 6, ("empty", "b", "w"))
TILES = layout(Surface.TILES, 6, [f"{turn}{on}" for turn in range(4) for on in ("", "w", "b", "x")])
ROWS = layout(Surface.ROWS, 8, [f"{b}b{w}w" for b in range(13) for w in range(13)])


def truth(name: str) -> dict[str, object]:
    """What a picture of tests/frames/stills shows."""
    loaded: dict[str, object] = json.loads((FRAMES / "stills" / f"{name}.json").read_text())
    return loaded


def found_and_read(name: str, board: Layout) -> Reading:
    """The reading of a picture of tests/frames/stills."""
    image = frame(f"stills/{name}")
    registration = board_found(image, board)
    assert isinstance(registration, Registration), registration
    return read_cold(image, registration, board)
