"""Stones of two teams: their colours, shapes and what they are made of."""

from __future__ import annotations

from dataclasses import dataclass, field

import bpy
import numpy as np

from tests.training.men import stone_profile
from tests.training.render import meshes, textures
from tests.training.render.textures import RGB, Floats, Rng

# Darker team first; how often pairs of a family come.
PAIRS = {
    "train": [
        ("black", "white", 5), ("black", "cream", 4), ("walnut", "maple", 4), ("black", "red", 2),
        ("mahogany", "pine", 3), ("blue", "white", 2), ("red", "cream", 2), ("green", "yellow", 2),
        ("brown", "cream", 2), ("red", "white", 1), ("wenge", "birch", 2), ("blue", "yellow", 1),
        ("teak", "ash", 2), ("walnut", "pine", 2), ("mahogany", "birch", 1),
    ],
    "test": [
        ("black", "white", 5), ("black", "ivory", 3), ("black", "red", 2), ("rosewood", "beech", 3),
        ("navy", "white", 2), ("wine", "ivory", 2), ("darkgreen", "yellow", 2),
        ("ebony", "lime", 2),
        ("brown", "tan", 1), ("purple", "cream", 1), ("blue", "white", 2), ("walnut", "maple", 2),
    ],
}  # fmt: skip
PAINT: dict[str, RGB] = {
    "black": (0.07, 0.07, 0.075), "white": (0.88, 0.87, 0.85), "cream": (0.9, 0.82, 0.62),
    "ivory": (0.92, 0.88, 0.76), "red": (0.68, 0.07, 0.07), "blue": (0.1, 0.18, 0.58),
    "green": (0.07, 0.32, 0.18), "yellow": (0.9, 0.68, 0.12), "brown": (0.3, 0.17, 0.1),
    "navy": (0.07, 0.1, 0.3), "wine": (0.4, 0.05, 0.1), "darkgreen": (0.05, 0.25, 0.12),
    "tan": (0.72, 0.54, 0.34), "purple": (0.28, 0.1, 0.36),
}  # fmt: skip
_POLISHED = 0.7  # share of Othello's sets
_WOODS = {
    name: tones
    for table in (textures.LIGHT_WOODS, textures.DARK_WOODS)
    for family in table.values()
    for name, tones in family.items()
}


@dataclass
class Team:
    """The stones of a team; `under`: what their lower half is made of, if of something else;
    `others`: pieces of the same wood that some are made of.
    """

    name: str
    material: bpy.types.Material
    under: bpy.types.Material | None = None
    mesh: bpy.types.Mesh | None = None
    height: float = 0.0
    others: list[bpy.types.Material] = field(default_factory=list)

    def shape(self, rng: Rng, kind: str, radius: float, height: float) -> None:
        """Give the stones their form."""
        if kind in ("ball", "bead", "lens"):
            half = radius if kind == "ball" else height / 2
            self.mesh, self.height = meshes.ellipsoid(radius, half), 2 * half
        else:
            self.mesh, self.height = meshes.lathe(stone_profile(rng, kind, radius, height)), height
        if self.under is not None:
            self.mesh.materials.append(self.material)
            self.mesh.materials.append(self.under)
            for face in self.mesh.polygons:
                face.material_index = int(face.center.z < self.height / 2)

    def put(self, rng: Rng, at: tuple[float, float, float]) -> bpy.types.Object:
        """A stone standing at `at`."""
        assert self.mesh is not None
        turn, made = rng.uniform(0, 2 * np.pi), self.material
        if self.others:
            made = [made, *self.others][rng.integers(len(self.others) + 1)]
        return meshes.thing(self.mesh, made, at, turn)


def teams(
    rng: Rng, family: str, names: tuple[str, str] | None = None, glossy: bool = False
) -> dict[str, Team]:
    """Two teams whose stones are of the same make, polished plastic of family `train` if `glossy`;
    there no two pieces of a wood are alike.
    """
    if names is None:
        pairs = PAIRS[family]
        weights = np.array([pair[2] for pair in pairs], float)
        names = pairs[rng.choice(len(pairs), p=weights / weights.sum())][:2]
    rough, coat = rng.uniform(0.08, 0.65), float(rng.choice([0.0, 0.5]))
    if glossy and family == "train" and rng.random() < _POLISHED:
        rough, coat = rng.uniform(0.05, 0.25), rng.uniform(0.3, 1.0)
    out = {
        key: Team(name, _made_of(rng, name, rough, coat))
        for key, name in zip("bw", names, strict=True)
    }
    for team in out.values() if family == "train" else ():
        if team.name in _WOODS:
            team.others = [_made_of(rng, team.name, rough, coat, 0.15) for _ in range(4)]
    return out


def _made_of(
    rng: Rng, name: str, rough: float, coat: float, uneven: float = 0.08
) -> bpy.types.Material:
    colour: RGB | Floats
    if name in _WOODS:
        gain = np.exp(rng.normal(0, uneven))
        light, dark = (tuple(float(c) * gain for c in tone) for tone in _WOODS[name])
        colour = textures.wood(rng, 256, (light, dark), 1.0)  # type: ignore[arg-type]
    else:
        off = np.exp(rng.normal(0, 0.12)) * np.exp(rng.normal(0, 0.05, 3))
        colour = tuple(float(c) for c in np.clip(np.array(PAINT[name]) * off, 0.03, 0.93))  # type: ignore[assignment]
    return meshes.material(colour, max(rough, 0.25 if name in _WOODS else 0.05), coat)
