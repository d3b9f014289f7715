"""Chess sets in play, which are to be told from stones."""

from __future__ import annotations

import bpy
import numpy as np

from tests.training.men import HEIGHTS, HORSE, RADII, Profile, chess_position, turned_man
from tests.training.render import meshes
from tests.training.render.board import Board
from tests.training.render.chequered import chequered
from tests.training.render.textures import Floats, Rng


def chess(rng: Rng, family: str, aruco: bool) -> Board:
    """A chequered board with a chess position."""
    board = chequered(rng, family, aruco, stones=False)
    site = board.grid[0] / 8
    king, width = site * rng.uniform(1.25, 1.8), site * rng.uniform(0.85, 1.08)
    sets = {kind: _man(rng, kind, r * width, HEIGHTS[kind] * king) for kind, r in RADII.items()}
    quarter, loose = int(rng.integers(4)), rng.uniform(0.01, 0.08)
    cells = np.full((8, 8), ".")
    for (column, row), (team, kind) in chess_position(rng).items():
        for _ in range(quarter):
            column, row = row, 7 - column
        off = np.clip(rng.normal(0, loose, 2), -0.15, 0.15)
        x, y = ((np.array((column, row)) - 3.5 + off) * site).tolist()
        place = (x, y, board.surface)
        meshes.thing(sets[kind], board.teams[team].material, place, rng.uniform(0, 2 * np.pi))
        top = (x, y, board.surface + HEIGHTS[kind] * king)
        board.pieces.append(("abcdefgh"[column] + str(row + 1), team, top))
        cells[row, column] = team
    board.state["grid"] = ["".join(row) for row in cells[::-1]]
    board.style = "chess"
    return board


def _man(rng: Rng, kind: str, r: float, h: float) -> bpy.types.Mesh:
    """A man of Staunton's kind, with a foot of radius `r` and `h` high."""
    if kind == "n":
        foot = [(0, 0), (r, 0), (r, 0.08 * h), (0.8 * r, 0.16 * h), (0.7 * r, 0.26 * h)]
        head = [(x * r, (0.24 + 0.76 * z) * h) for x, z in HORSE]
        plate = _plate(head, r * rng.uniform(0.5, 0.75))
        return meshes.united([(meshes.lathe([*foot, (0, 0.27 * h)]), 0.0), (plate, 0.0)])
    body = meshes.lathe(turned_man(kind, r, h))
    knobs = {
        "b": [(meshes.ellipsoid(0.12 * r, 0.1 * r), 0.98 * h)],
        "q": [(meshes.ellipsoid(0.16 * r, 0.14 * r), 0.95 * h)],
        "k": [
            (meshes.box(0.14 * r, 0.14 * r, 0.13 * h), 0.87 * h),
            (meshes.box(0.42 * r, 0.14 * r, 0.04 * h), 0.92 * h),
        ],
    }
    return meshes.united([(body, 0.0), *knobs.get(kind, [])])


def _plate(outline: Profile, thick: float) -> bpy.types.Mesh:
    """An upright plate of this outline (x, z)."""
    count = len(outline)
    points: Floats = np.array(
        [(x, y, z) for y in (-thick / 2, thick / 2) for x, z in outline], np.float32
    )
    rim = [[i, (i + 1) % count, count + (i + 1) % count, count + i] for i in range(count)]
    mesh = bpy.data.meshes.new("plate")
    mesh.from_pydata(points.tolist(), [], [[*range(count)][::-1], [*range(count, 2 * count)], *rim])
    return mesh
