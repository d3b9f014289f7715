"""What was put into the scene: the truth that goes with the picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import bpy
import numpy as np

from tests.training.render.stones import Team
from tests.training.render.textures import Floats, Rng
from tests.training.render.top import Top

Point3 = tuple[float, float, float]
Place = Callable[[int, int, str], Point3]  # column, row, team: where such a stone's foot comes to


@dataclass
class Board:
    """Lengths in cm. `surface` is the height of the playing surface over the table, `outside` how
    far the board reaches from its middle, `pieces` (site, team, top of the stone), `stones` the
    stones by (column, row, team), `pose` takes the board to the table, where it may be shoved.
    """

    game: str
    style: str
    sites: tuple[int, int]  # columns, rows
    grid: tuple[float, float]
    surface: float
    outside: tuple[float, float]
    state: dict[str, Any]
    teams: dict[str, Team]
    markers: dict[str, list[tuple[float, float]]]
    woods: dict[str, str] = field(default_factory=dict)
    place: Place | None = None
    top: Top | None = None  # of tiles
    pieces: list[tuple[str, str, Point3]] = field(default_factory=list)
    stones: dict[tuple[int, int, str], bpy.types.Object] = field(default_factory=dict)
    pose: Floats = field(default_factory=lambda: np.eye(4))

    @property
    def colours(self) -> dict[str, str]:
        """The names of the stones' colours and of the tiles' woods."""
        return {label: team.name for label, team in self.teams.items()} | self.woods

    def put(self, rng: Rng, column: int, row: int, label: str) -> None:
        """A stone of team `label` in its place."""
        assert self.place is not None
        team, (x, y, foot) = self.teams[label], self.place(column, row, label)
        self.stones[column, row, label] = team.put(rng, (x, y, foot))
        self.pieces.append((site_name(column, row), label, (x, y, foot + team.height)))

    def on_table(self, point: Point3) -> Point3:
        """Where a point of the board is, on the table."""
        x, y, z = (self.pose @ (*point, 1.0))[:3].tolist()
        return x, y, z


def site_name(column: int, row: int) -> str:
    """As in "a1"."""
    return "abcdefgh"[column] + str(row + 1)
