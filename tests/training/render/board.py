"""What was put into the scene: the truth that goes with the picture."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.training.render.stones import Team
from tests.training.render.textures import Floats, Rng


@dataclass
class Board:
    """Lengths in cm. `surface` is the height of the playing surface over the table, `outside` how
    far the board reaches from its middle, `pieces` (site, team, top of the stone).
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
    pieces: list[tuple[str, str, tuple[float, float, float]]] = field(default_factory=list)

    @property
    def colours(self) -> dict[str, str]:
        """The names of the stones' colours and of the tiles' woods."""
        return {label: team.name for label, team in self.teams.items()} | self.woods

    def put(self, rng: Rng, column: int, row: int, label: str, at: Floats, foot: float) -> None:
        """A stone of team `label` whose foot is `foot` cm above the table."""
        team, (x, y) = self.teams[label], at.tolist()
        team.put(rng, (x, y, foot))
        self.pieces.append(("abcdefgh"[column] + str(row + 1), label, (x, y, foot + team.height)))
