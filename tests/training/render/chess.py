"""Chess sets in play, which are to be told from stones."""

from __future__ import annotations

import bpy
import numpy as np

from tests.training.render import meshes
from tests.training.render.board import Board
from tests.training.render.chequered import chequered
from tests.training.render.meshes import Profile
from tests.training.render.textures import Floats, Rng

_RADII = {"p": 0.26, "r": 0.3, "n": 0.3, "b": 0.3, "q": 0.34, "k": 0.35}  # of feet, in squares
_HEIGHTS = {"p": 0.54, "r": 0.6, "n": 0.66, "b": 0.74, "q": 0.88, "k": 1.0}  # in kings
_HORSE = (  # a knight's head from its side, in radii and heights
    (-0.5, 0.0), (0.55, 0.0), (0.45, 0.25), (0.25, 0.42), (0.75, 0.36), (0.92, 0.48),
    (0.8, 0.62), (0.3, 0.85), (0.15, 1.0), (-0.05, 0.88), (-0.4, 0.7), (-0.6, 0.4),
)  # fmt: skip
Men = dict[tuple[int, int], tuple[str, str]]  # (column, row): (team, kind)


def chess(rng: Rng, family: str, aruco: bool) -> Board:
    """A chequered board with a chess position."""
    board = chequered(rng, family, aruco, stones=False)
    site = board.grid[0] / 8
    king, width = site * rng.uniform(1.25, 1.8), site * rng.uniform(0.85, 1.08)
    sets = {kind: _man(rng, kind, r * width, _HEIGHTS[kind] * king) for kind, r in _RADII.items()}
    quarter, loose = int(rng.integers(4)), rng.uniform(0.01, 0.08)
    cells = np.full((8, 8), ".")
    for (column, row), (team, kind) in _position(rng).items():
        for _ in range(quarter):
            column, row = row, 7 - column
        off = np.clip(rng.normal(0, loose, 2), -0.15, 0.15)
        x, y = ((np.array((column, row)) - 3.5 + off) * site).tolist()
        place = (x, y, board.surface)
        meshes.thing(sets[kind], board.teams[team].material, place, rng.uniform(0, 2 * np.pi))
        top = (x, y, board.surface + _HEIGHTS[kind] * king)
        board.pieces.append(("abcdefgh"[column] + str(row + 1), team, top))
        cells[row, column] = team
    board.state["grid"] = ["".join(row) for row in cells[::-1]]
    board.style = "chess"
    return board


def _position(rng: Rng) -> Men:
    """Both sides' men after up to sixty moves that are roughly those of chess."""
    men: Men = {}
    for column, kind in enumerate("rnbqkbnr"):
        men |= {(column, 0): ("w", kind), (column, 1): ("w", "p")}
        men |= {(column, 6): ("b", "p"), (column, 7): ("b", kind)}
    for _ in range(rng.integers(0, 60) if rng.random() < 0.8 else 0):
        column, row = list(men)[rng.integers(len(men))]
        team, kind = men[column, row]
        ahead = 1 if team == "w" else -1
        if kind == "p":
            aside = int(rng.integers(-1, 2)) if rng.random() < 0.2 else 0
            step = (aside, ahead if aside else ahead * int(rng.integers(1, 3)))
        else:
            step = (int(rng.integers(-3, 4)), int(rng.integers(-3, 4)))
        to = (column + step[0], row + step[1])
        if step == (0, 0) or min(to) < 0 or max(to) > 7:
            continue
        if to in men and (men[to][0] == team or men[to][1] == "k" or rng.random() < 0.4):
            continue
        men[to] = men.pop((column, row))
    return men


def _man(rng: Rng, kind: str, r: float, h: float) -> bpy.types.Mesh:
    """A man of Staunton's kind, with a foot of radius `r` and `h` high."""
    if kind == "n":
        foot = [(0, 0), (r, 0), (r, 0.08 * h), (0.8 * r, 0.16 * h), (0.7 * r, 0.26 * h)]
        head = [(x * r, (0.24 + 0.76 * z) * h) for x, z in _HORSE]
        plate = _plate(head, r * rng.uniform(0.5, 0.75))
        return meshes.united([(meshes.lathe([*foot, (0, 0.27 * h)]), 0.0), (plate, 0.0)])
    body = meshes.lathe(_turned(kind, r, h))
    knobs = {
        "b": [(meshes.ellipsoid(0.12 * r, 0.1 * r), 0.98 * h)],
        "q": [(meshes.ellipsoid(0.16 * r, 0.14 * r), 0.95 * h)],
        "k": [
            (meshes.box(0.14 * r, 0.14 * r, 0.13 * h), 0.87 * h),
            (meshes.box(0.42 * r, 0.14 * r, 0.04 * h), 0.92 * h),
        ],
    }
    return meshes.united([(body, 0.0), *knobs.get(kind, [])])


def _turned(kind: str, r: float, h: float) -> Profile:
    """What a lathe makes of a man."""
    neck, collar = {"r": (0.55, 0.7), "b": (0.34, 0.56), "q": (0.34, 0.58)}.get(kind, (0.36, 0.6))
    foot = [
        (0, 0), (r, 0), (r, 0.06 * h), (0.86 * r, 0.11 * h), (0.8 * r, 0.16 * h),
        (0.55 * r, 0.25 * h), (neck * r, 0.45 * h), (0.95 * neck * r, 0.58 * h),
        (collar * r, 0.62 * h), (0.9 * collar * r, 0.66 * h),
    ]  # fmt: skip
    if kind == "r":
        wall = [(0.6, 0.7), (0.74, 0.8), (0.76, 1.0), (0.5, 1.0), (0.48, 0.9), (0.0, 0.9)]
        return [*foot, *((x * r, z * h) for x, z in wall)]
    if kind in "qk":
        crown = {
            "q": [(0.4, 0.7), (0.62, 0.92), (0.5, 0.93), (0.3, 0.95), (0.0, 0.96)],
            "k": [(0.42, 0.68), (0.62, 0.84), (0.3, 0.88), (0.0, 0.89)],
        }[kind]
        return [*foot, *((x * r, z * h) for x, z in crown)]
    angles = np.linspace(-0.9, np.pi / 2, 9)
    if kind == "p":
        ball = 0.5 * r
        return [*foot, *((ball * np.cos(a), h - ball + ball * np.sin(a)) for a in angles)]
    slim = 0.48 * r * np.cos(angles) * (1 - 0.25 * np.maximum(0, np.sin(angles)))
    return [*foot, *zip(slim.tolist(), ((0.8 + 0.2 * np.sin(angles)) * h).tolist(), strict=True)]


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
