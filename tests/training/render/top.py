"""The upper side of a board of tiles that can be lifted, turned and laid back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import bpy
import cv2
import numpy as np
import numpy.typing as npt

from tests.training.render import meshes
from tests.training.render.face import Face
from tests.training.render.textures import Floats

JOINT = (0.1, 0.08, 0.07)  # what shows between tiles and where one is gone
Turns = npt.NDArray[np.int64]  # (6, 6), row 1 first


@dataclass
class Top:
    """The upper side, whose tiles can be turned. `hollowed` makes its mesh from turns and the
    tile (column, row) that is not there.
    """

    face: Face
    turns: Turns
    site: float
    hollowed: Callable[[Turns, tuple[int, int] | None], bpy.types.Mesh]
    body: bpy.types.Object | None = None

    def lifted(self, column: int, row: int) -> Floats:
        """Leave a hole where a tile was; the tile's picture."""
        pixels = self._pixels(column, row)
        picture = pixels.copy()
        pixels[:] = JOINT
        self._show((column, row))
        return picture

    def laid(self, column: int, row: int, picture: Floats, quarters: int) -> None:
        """Lay a tile with this picture back, turned by so many quarters clockwise."""
        pixels, turned = self._pixels(column, row), np.rot90(picture, -quarters)
        pixels[:] = cv2.resize(turned, pixels.shape[1::-1])
        self.turns[row, column] = (self.turns[row, column] + quarters) % 4
        self._show(None)

    def _pixels(self, column: int, row: int) -> Floats:
        low = ((column - 3) * self.site, (row - 3) * self.site)
        return self.face.box(low, (low[0] + self.site, low[1] + self.site))

    def _show(self, gone: tuple[int, int] | None) -> None:
        assert self.body is not None
        made = self.body.material_slots[0].material
        old, self.body.data = self.body.data, self.hollowed(self.turns, gone)
        self.body.data.materials.append(made)
        bpy.data.meshes.remove(old)
        node = next(n for n in made.node_tree.nodes if n.bl_idname == "ShaderNodeTexImage")
        old_picture, node.image = node.image, meshes.picture(self.face.rgb)
        bpy.data.images.remove(old_picture)
