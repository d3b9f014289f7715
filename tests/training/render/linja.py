"""Boards for Linja: with holes, and with sticks laid on a mat."""

from __future__ import annotations

import bpy
import numpy as np
import numpy.typing as npt

from tests.training.render import meshes, textures
from tests.training.render.board import Board, Point3
from tests.training.render.face import BLACK, BONE, Face, block, rails, wooden
from tests.training.render.stones import teams
from tests.training.render.textures import Floats, Rng

_PEGS = {"pawn": 0.25, "cyl": 0.22, "cone": 0.15, "disc": 0.23, "ball": 0.15}
_LOOSE = {"ball": 0.4, "bead": 0.3, "disc": 0.15, "lens": 0.15}
_TALL = {"disc": (0.35, 0.9), "pawn": (1.8, 2.8), "cyl": (1.3, 2.6), "cone": (1.4, 2.4)}
Counts = npt.NDArray[np.int64]  # (8, 2), of b and w in rows 1 to 8
_START: Counts = np.array([(6, 0), *[(1, 1)] * 6, (0, 6)])
Point = tuple[float, float]


def holes(rng: Rng, family: str, aruco: bool, start: bool = False) -> Board:
    """A board with 6 x 8 holes."""
    shape = str(rng.choice(list(_PEGS), p=list(_PEGS.values())))
    grid = (rng.uniform(17.5, 20.5), rng.uniform(22, 27.5))
    step, side = np.array((grid[0] / 6, grid[1] / 8)), rng.uniform(2.4, 3.4)
    margin = side * rng.uniform(1.45, 1.8) if aruco else rng.uniform(0.3, 3.5)
    size, thick = (grid[0] + 2 * margin, grid[1] + 2 * margin), rng.uniform(1.4, 2.4)
    ground = wooden(rng, family, bool(rng.random() < 0.5))[1]
    face = Face(*size, np.rot90(ground) if rng.random() < 0.5 else ground)
    _paint(rng, face, grid, bool(ground.mean() < 0.4))
    markers = face.markers(grid, side, side * rng.uniform(0.68, 0.9)) if aruco else {}
    wide = shape in ("disc", "ball")
    radius = float(step.min()) * (rng.uniform(0.27, 0.37) if wide else rng.uniform(0.2, 0.28))
    deep, dished = rng.uniform(0.25, 0.7), bool(shape == "ball" or rng.random() < 0.3)
    gloss, coat = rng.uniform(0.3, 0.7), float(rng.choice([0.0, 0.4]))
    block(face, thick, ground, gloss, coat, _drilled(size, grid, step, radius, deep, dished))
    outside = (size[0] / 2, size[1] / 2)
    if rng.random() < 0.25:
        rail = wooden(rng, family, True)[1]
        outside = rails(rng, size, thick + rng.uniform(0.0, 0.6), rail, gloss)
    pair = teams(rng, family)
    body = radius * (rng.uniform(0.95, 1.2) if shape == "ball" else rng.uniform(0.85, 0.96))
    tall = body if shape == "ball" else rng.uniform(*_TALL[shape])
    for team in pair.values():
        team.shape(rng, shape, body, tall)
    foot = thick - (0.5 * deep if dished else deep)
    if shape == "disc":
        foot = max(foot, thick - 0.6 * tall)
    counts = _START if start else _counts(rng, 6)
    cells = _scattered(rng, counts, 6)
    state = linja_state("holes", cells)
    board = Board("linja", f"holes/{shape}", (6, 8), grid, thick, outside, state, pair, markers)

    def place(column: int, row: int, _: str) -> Point3:
        x, y = ((np.array((column, row)) - (2.5, 3.5) + rng.normal(0, 0.012, 2)) * step).tolist()
        return x, y, foot

    board.place = place
    for row, column in np.argwhere(cells != "."):
        board.put(rng, column, row, str(cells[row, column]))
    return board


def _paint(rng: Rng, face: Face, grid: Point, dark: bool) -> None:
    """Tinted home rows, and lines between the rows."""
    x, y = grid[0] / 2, grid[1] / 2
    if rng.random() < 0.4:
        tint = 0.4 + 0.6 * rng.uniform(0.15, 0.7, 3)
        face.box((-x, -y), (x, -0.75 * y))[:] *= tint
        face.box((-x, 0.75 * y), (x, y))[:] *= tint
    if rng.random() < 0.4:
        for i in range(-3, 4):
            face.line((-x, i * y / 4), (x, i * y / 4), BONE if dark else BLACK, 0.08)


def _drilled(
    size: Point, grid: Point, step: Floats, radius: float, deep: float, dished: bool
) -> bpy.types.Mesh:
    """The upper side with its holes."""

    def height(x: Floats, y: Floats) -> Floats:
        u = np.abs((x / step[0] + 30) % 1 - 0.5) * step[0]
        v = np.abs((y / step[1] + 40) % 1 - 0.5) * step[1]
        r = np.hypot(u, v) / radius
        inside = (np.abs(x) < grid[0] / 2) & (np.abs(y) < grid[1] / 2) & (r < 1)
        dish = np.sqrt(np.clip(1 - r**2, 0, 1)) if dished else 1.0
        return np.where(inside, -deep * dish, 0.0).astype(np.float32)

    return meshes.relief(*size, 0.08, height)


def sticks(rng: Rng, family: str, aruco: bool, start: bool = False) -> Board:
    """Seven sticks on a mat, stones lying loosely between them."""
    grid = (rng.uniform(21, 23.5), rng.uniform(24, 27.5))
    step, side = np.array(grid) / 8, rng.uniform(2.2, 3.0)
    margin = np.array((rng.uniform(1.5, 5), rng.uniform(0.8, 3.5)))
    if aruco:
        margin = np.maximum(margin, side * 1.5)
    (width, depth), thick = (np.array(grid) + 2 * margin).tolist(), 0.2
    mat = _mat(rng)
    face = Face(width, depth, mat)
    markers = face.markers(grid, side, side * rng.uniform(0.68, 0.8)) if aruco else {}
    block(face, thick, mat.mean(axis=(0, 1)), 0.9)
    radius = rng.uniform(0.22, 0.42)
    _lay_sticks(rng, family, grid, radius, thick)
    shape = str(rng.choice(list(_LOOSE), p=list(_LOOSE.values())))
    body, pair = rng.uniform(0.6, 0.85), teams(rng, family)
    for team in pair.values():
        team.shape(rng, shape, body, body * rng.uniform(0.4, 0.6))
    counts = _START if start else _counts(rng, 8)
    cells = _scattered(rng, counts, 8)
    state, outside = linja_state("sticks", cells), (width / 2, depth / 2)
    board = Board("linja", f"sticks/{shape}", (8, 8), grid, thick, outside, state, pair, markers)
    room = np.array((max(0.0, step[0] / 2 - body), max(0.05, step[1] / 2 - 1.1 * radius - body)))

    def place(column: int, row: int, _: str) -> Point3:
        at = (np.array((column, row)) - 3.5) * step + rng.uniform(-1, 1, 2) * room
        x, y = at.tolist()
        return x, y, thick

    board.place = place
    for row, column in np.argwhere(cells != "."):
        board.put(rng, column, row, str(cells[row, column]))
    return board


def _mat(rng: Rng) -> Floats:
    """Felt, sand or cork, cloth, or paper."""
    kind = rng.random()
    if kind < 0.45:
        colour, uneven = rng.uniform(0.05, 0.6, 3), rng.uniform(0.05, 0.14)
        return textures.speckle(rng, 700, colour, uneven, 60)
    if kind < 0.75:
        sand = np.array((0.62, 0.53, 0.40)) * np.exp(rng.normal(0, 0.2))
        sand = sand * np.exp(rng.normal(0, 0.08, 3))
        return textures.speckle(rng, 700, sand, rng.uniform(0.08, 0.2), 90)
    if kind < 0.9:
        return textures.cloth(rng, 700, "plain")
    return textures.speckle(rng, 700, rng.uniform(0.65, 0.9) * np.ones(3), 0.02)


def _lay_sticks(rng: Rng, family: str, grid: Point, radius: float, thick: float) -> None:
    _, tones = textures.tones_of(rng, family, bool(rng.random() < 0.25))
    bark = meshes.material(textures.wood(rng, 256, tones, 0.5), rng.uniform(0.3, 0.7))
    askew = rng.uniform(0.0, 0.012)
    for i in range(-3, 4):
        long, r = grid[0] * rng.uniform(0.93, 1.1), radius * rng.uniform(0.85, 1.15)
        knots = [(r * (1 + 0.12 * max(0.0, rng.normal(-1, 1))), k * long / 21) for k in range(22)]
        rod = meshes.thing(meshes.lathe([(0.0, 0.0), *knots, (0.0, long)], 14), bark)
        turn, y = rng.normal(0, askew), i * grid[1] / 8 + rng.normal(0, 0.08)
        rod.rotation_euler = (0, np.pi / 2, turn)
        start = -long / 2 + rng.normal(0, 0.25)
        rod.location = (start, y - np.sin(turn) * long / 2, thick + r)


def _counts(rng: Rng, at_most: int) -> Counts:
    counts = _START.copy()
    for team, step in ((0, 1), (1, -1)):
        for _ in range(rng.integers(0, 14) if rng.random() < 0.8 else 0):
            row = int(rng.choice(np.nonzero(counts[:, team])[0]))
            to = int(np.clip(row + step * rng.integers(1, 4), 0, 7))
            if counts[to].sum() < at_most:
                counts[row, team] -= 1
                counts[to, team] += 1
    return counts


def _scattered(rng: Rng, counts: Counts, columns: int) -> npt.NDArray[np.str_]:
    """Sites (8, columns), row 1 first, that have so many stones in each row."""
    cells = np.full((8, columns), ".")
    for row, (b, w) in enumerate(counts):
        cells[row, rng.choice(columns, b + w, replace=False)] = ["b"] * b + ["w"] * w
    return cells


def linja_state(variant: str, cells: npt.NDArray[np.str_]) -> dict[str, object]:
    """The truth of sites (8, columns), row 1 first."""
    rows = [
        {"row": i + 1} | {team: int((row == team).sum()) for team in "bw"}
        for i, row in enumerate(cells)
    ]
    return {"variant": variant, "grid": ["".join(r) for r in cells[::-1]], "rows": rows}
