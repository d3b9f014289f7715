"""Where a board of holes ends: which window of a larger field of holes, or what looks like holes,
stands out most, and whether it is clear that it is this one.
"""

from __future__ import annotations

import numpy as np

from pi_board.vision.finding.hole_votes import BEYOND, Look
from pi_board.vision.finding.lattice import window_means
from pi_board.vision.geometry import BoardGeometry, Floats

OBLIQUE = 0.6  # sites of shift for a site of height, from which tops of pegs may look like holes


def best_window(look: Look) -> BoardGeometry:
    """The geometry of the window of holes that stands out most.

    It may be some rows or columns off the one looked at, or lie across it.
    """
    geometry = look.geometry
    columns, rows = geometry.columns, geometry.rows
    means = window_means(look.seen, rows, columns)
    across = window_means(look.seen, columns, rows)
    if across.max() > means.max() + 0.05:
        j, i = np.unravel_index(int(across.argmax()), across.shape)
        lying = geometry.resized(rows, columns)
        return lying.shifted(int(i) - BEYOND, int(j) - BEYOND).rotated(1)
    j, i = np.unravel_index(int(means.argmax()), means.shape)
    column, row = _nearer(look, int(i), int(j))
    if column == row == BEYOND:
        return geometry
    return geometry.shifted(column - BEYOND, row - BEYOND)


def _nearer(look: Look, i: int, j: int) -> tuple[int, int]:
    """The window's place (i, j) corrected for pegs.

    Tops of long pegs lie about one site farther from the camera than their holes and look like one
    more row of them. So if the next row on the camera's side shows as many holes as the farthest
    row of the window, the window moves there.
    """
    away = _parallax_side(look, i, j)
    if away is None:
        return i, j
    step = (-away[0], -away[1])
    gained, lost = _exchange(look, i, j, step)
    if gained > max(lost - 0.5, 0.3 * len(_border(look, i, j, step))):
        return i + step[0], j + step[1]
    return i, j


def ends_clear(look: Look) -> bool:
    """Whether moving the window by one row or column, to any side, would lose holes for sure.

    To the side where the tops of pegs may look like holes it may gain as many as it loses.
    """
    away = _parallax_side(look, BEYOND, BEYOND)
    for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        gained, lost = _exchange(look, BEYOND, BEYOND, step)
        most = lost + 0.5 if step == away else 0.5 * lost - 0.25
        if gained > most:
            return False
    return True


def _parallax_side(look: Look, i: int, j: int) -> tuple[int, int] | None:
    """The side of the window at (i, j) to which the tops of pegs are shifted by up to a site; None
    where the camera looks down too steeply for that.
    """
    geometry = look.geometry
    half = np.array((geometry.columns / 2, geometry.rows / 2))
    camera = geometry.camera_position
    away = half + np.array((i - BEYOND, j - BEYOND)) - camera[:2]
    farthest = float(np.linalg.norm(away)) + float(half.min())
    return _nearest_side(away) if farthest > OBLIQUE * camera[2] else None


def _nearest_side(towards: Floats) -> tuple[int, int]:
    """The one of the four steps that goes most in a direction."""
    if abs(towards[0]) > abs(towards[1]):
        return int(np.sign(towards[0])), 0
    return 0, int(np.sign(towards[1]))


def _exchange(look: Look, i: int, j: int, step: tuple[int, int]) -> tuple[float, float]:
    """How many holes the window at (i, j) gains and loses by one step to a side."""
    gained = _border(look, i + step[0], j + step[1], step)
    lost = _border(look, i, j, (-step[0], -step[1]))
    return float(gained.sum()), float(lost.sum())


def _border(look: Look, i: int, j: int, side: tuple[int, int]) -> Floats:
    """What is seen in the outermost row or column of the window at (i, j) on one side."""
    rows, columns = look.geometry.rows, look.geometry.columns
    row = {1: j + rows - 1, -1: j}.get(side[1])
    if row is not None:
        inside = 0 <= row < look.seen.shape[0]
        return look.seen[row, i : i + columns] if inside else np.zeros(columns)
    column = i + columns - 1 if side[0] > 0 else i
    inside = 0 <= column < look.seen.shape[1]
    return look.seen[j : j + rows, column] if inside else np.zeros(rows)
