"""The board on the table while a game is played: hands lift stones and tiles and lay them down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from tests.training.render import make, meshes
from tests.training.render.board import Board, Point3
from tests.training.render.face import CORNERS
from tests.training.render.game import Deed, Spot
from tests.training.render.linja import linja_state
from tests.training.render.patch import points_of
from tests.training.render.stage import Camera
from tests.training.render.textures import Floats, Rng
from tests.training.render.tiles import tiles_state

LayDown = Callable[[], None]


@dataclass
class Table:
    """`parts` are the objects that make up the board, its stones too; `touched` the points (n, 3)
    of what was moved since it was last emptied, where it was and where it is.
    """

    rng: Rng
    board: Board
    parts: list[bpy.types.Object]
    touched: list[Floats] = field(default_factory=list)

    @property
    def state(self) -> dict[str, Any]:
        """What lies on the board now."""
        board = self.board
        if board.top is not None:
            return tiles_state(board.top.turns, board.stones)
        cells = np.full(board.sites[::-1], ".")
        for column, row, team in board.stones:
            cells[row, column] = team
        if board.game == "linja":
            return linja_state(board.style.split("/")[0], cells)
        return {"grid": ["".join(row) for row in cells[::-1]]}

    def over(self, spot: Spot) -> Point3:
        """The middle of a site, on the table's coordinates."""
        (columns, rows), (x, y) = self.board.sites, self.board.grid
        at = ((spot[0] + 0.5) / columns - 0.5) * x, ((spot[1] + 0.5) / rows - 0.5) * y
        return self.board.on_table((*at, self.board.surface))

    def shove(self, camera: Camera) -> float:
        """Push the board 5 to 10 mm, so that its grid stays in the picture; how many cm."""
        before = self.board.pose
        while True:
            cm, way, turn = self.rng.uniform((0.5, 0, -0.015), (1.0, 2 * np.pi, 0.015))
            push = Matrix.Translation((cm * np.cos(way), cm * np.sin(way), 0))
            push = push @ Matrix.Rotation(turn, 4, "Z")
            self.board.pose = np.array(push) @ before
            at = np.array(make.of_grid(self.board, camera)["corners_px"])
            if (at > 2).all() and (at < np.array(camera.size) - 3).all():
                break
        for part in self.parts:
            part.matrix_basis = push @ part.matrix_basis
        return float(cm)

    def lift(self, deed: Deed, held: Floats) -> LayDown:
        """Take up to a place what is moved; a function that lays it down."""
        return (self._lift_tile if deed.quarters else self._lift_stone)(deed, held)

    def _put(self, spot: Spot, team: str, stone: bpy.types.Object) -> None:
        """Lay a stone on the board."""
        assert self.board.place is not None
        stone.location = self.board.on_table(self.board.place(*spot, team))
        self.touched.append(points_of(stone))
        self.board.stones[(*spot, team)] = stone

    def _lift_stone(self, deed: Deed, held: Floats) -> LayDown:
        """Take a stone up to where it is held; a function that lays it down."""
        stone = self.board.stones.pop((*deed.source, deed.side))
        self.touched.append(points_of(stone))
        stone.location = held.tolist()
        self.touched.append(points_of(stone))

        def lay_down() -> None:
            self.touched.pop()
            if deed.taken:
                self._set_aside(deed)
            self._put(deed.target, deed.side, stone)

        return lay_down

    def _set_aside(self, deed: Deed) -> None:
        """Lay a taken stone on the table, at the side of whoever took it."""
        stone = self.board.stones.pop((*deed.target, deed.taken))
        self.parts.remove(stone)
        x, y = np.array(self.board.outside) + self.rng.uniform(1.5, 4, 2)
        sign = -1 if deed.side == "b" else 1
        along = self.rng.uniform(-1, 1)
        stone.location = (along * x, sign * y, 0) if self.rng.random() < 0.5 else (
            self.rng.choice([-1, 1]) * x, along * y, 0)  # fmt: skip
        self.touched.append(points_of(stone))

    def _lift_tile(self, deed: Deed, held: Floats) -> LayDown:
        """Take a tile up with what lies on it; a function that lays it back turned."""
        top, spot = self.board.top, deed.source
        assert top is not None
        picture = top.lifted(*spot)
        side = 0.97 * top.site
        body = meshes.thing(meshes.box(side, side, 0.6, side), meshes.material(picture, 0.4))
        swing = Matrix.Rotation(-deed.quarters * np.pi / 2 * self.rng.uniform(0, 1), 4, "Z")
        raised = Matrix.Translation(held.tolist()) @ swing
        at, half = np.array(self.over(spot)), top.site * 0.75
        self.touched.append(at + half * np.array([(*c, z) for c in CORNERS for z in (0, 0.5)]))
        body.matrix_basis = raised
        low = Matrix.Translation(self.over(spot))
        on = {t: s for (x, y, t), s in self.board.stones.items() if (x, y) == spot}
        for stone in on.values():
            lift = Matrix.Translation((0, 0, 0.6))
            stone.matrix_basis = raised @ lift @ low.inverted() @ stone.matrix_basis

        self.touched.append(points_of(body))

        def lay_down() -> None:
            self.touched.pop()
            bpy.data.objects.remove(body)
            top.laid(*spot, picture, deed.quarters)
            for team, stone in on.items():
                self._put(spot, team, stone)

        return lay_down
