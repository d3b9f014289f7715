"""Rectified boards with truth: from stills, from recorded games, rendered or photographed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.core.layout import column_and_row
from pi_board.vision.geometry import BoardGeometry, Lens, triple
from pi_board.vision.pictures import load_picture
from pi_board.vision.pose import geometry_from_corners
from pi_board.vision.sampling import straight_down

Floats = npt.NDArray[np.float32]
KEPT_MARGIN = 1.5  # sites kept around a board


@dataclass(frozen=True, slots=True)
class Kind:
    """What a network looks at: its pixels a site, the sites around the board that it sees too, how
    many channels of answers it gives, and how many its layers have.
    """

    game: str
    columns: int
    rows: int
    px: int
    margin: int
    answers: int
    channels: tuple[int, int, int]

    @property
    def kept_px(self) -> int:
        """Pixels a site, as boards are kept: a little finer than the network sees them."""
        return round(1.2 * self.px)


SQUARES = Kind("loa", 8, 8, 20, 1, 4, (24, 48, 96))
HOLES = Kind("linja", 6, 8, 20, 1, 4, (16, 32, 64))
TILES = Kind("connexoh", 6, 6, 32, 0, 6, (24, 48, 96))


@dataclass(frozen=True, slots=True)
class Sample:
    """A rectified board and what stands on it, top row first.

    `labels` (rows, columns, 3): squares and holes have (0 empty, 1 dark, 2 light) in the first;
    tiles the orientation, then whether a stone lies in the light and in the dark half. `cover`
    (rows, columns) is the share of each site that something hides, `camera` where that is over the
    board.
    """

    board: str
    camera: npt.NDArray[np.float64]
    rectified: npt.NDArray[np.uint8]
    labels: npt.NDArray[np.int64]
    cover: Floats


def load_samples(folder: Path, kind: Kind) -> Iterator[Sample]:
    """Every picture of the kind's game in `folder` and every frame of its recorded games."""
    for path in sorted(folder.glob(f"{kind.game}_*.json")):
        truth = json.loads(path.read_text())
        if truth["state"].get("variant") != "sticks":
            yield sample_of(f"{folder.name}/{path.stem}", path.with_suffix(".jpg"), truth, kind)
    for path in sorted(folder.glob(f"seq_{kind.game}_*/sequence.json")):
        game = json.loads(path.read_text())
        for frame in game.pop("frames"):
            if frame["phase"] != "lifted" and frame["state"].get("variant") != "sticks":
                yield sample_of(path.parent.name, path.parent / frame["file"], game | frame, kind)


def load_all(
    folders: Sequence[Path], kind: Kind, leave_out: Sequence[str] = ()
) -> tuple[Sample, ...]:
    """Those of all folders, but for boards whose names begin so; prints how many there are."""
    each = (sample for folder in folders for sample in load_samples(folder, kind))
    samples = tuple(one for one in each if not one.board.startswith(tuple(leave_out)))
    print(f"{len(samples)} pictures of {len({s.board for s in samples})} boards", flush=True)
    return samples


def sample_of(
    board: str,
    path: Path,
    truth: dict[str, Any],
    kind: Kind,
    kept_px: int | None = None,
    margin: float = KEPT_MARGIN,
) -> Sample:
    """The board in a picture, kept with so many pixels a site and so many sites around it."""
    image = load_picture(path)
    geometry = geometry_of(truth, kind, (image.shape[1], image.shape[0]))
    cover = np.zeros((kind.rows, kind.columns), np.float32)
    shares = dict.fromkeys(truth.get("occluded_cells", ()), 0.51)
    for site, share in (shares | dict(truth.get("hand_cover_fraction") or {})).items():
        cover[_at(site, kind)] = share
    rectified, _ = straight_down(image, geometry, kept_px or kind.kept_px, margin)
    return Sample(
        board, geometry.camera_position, rectified, labels_of(truth["state"], kind), cover
    )


def labels_of(state: dict[str, Any], kind: Kind) -> npt.NDArray[np.int64]:
    """What lies on each site (rows, columns, 3), the far row first: stone or turn of the tile; on
    tiles whether a white and a black stone do.
    """
    out = np.zeros((kind.rows, kind.columns, 3), np.int64)
    if kind is not TILES:
        out[..., 0] = [[".bw".index(c) for c in row] for row in state["grid"]]
        return out
    out[..., 0] = [[int(c) for c in row] for row in state["tiles"]]
    for channel, team in ((1, "w"), (2, "b")):
        for site in state["stones"][team]:
            out[(*_at(site, kind), channel)] = 1
    return out


def _at(site: str, kind: Kind) -> tuple[int, int]:
    column, row = column_and_row(site)
    return kind.rows - 1 - row, column


def geometry_of(truth: dict[str, Any], kind: Kind, size: tuple[int, int]) -> BoardGeometry:
    """The true camera where it is told, else one through the corners."""
    if "grid_cm" not in truth or "world_R" not in truth:
        return geometry_from_corners(truth["corners_px"], kind.columns, kind.rows, size)
    (width, depth), z = truth["grid_cm"], truth["surface_z_cm"]
    turn, pose = np.array(truth["world_R"]), np.array(truth["board_pose"])
    corner = turn @ (pose @ (-width / 2, -depth / 2, z, 1.0))[:3] + truth["world_t"]
    unit = width / kind.columns
    matrix = np.array(truth["camera_matrix"])
    lens = Lens(matrix[0, 0], (matrix[0, 2], matrix[1, 2]), size, tuple(truth["distortion"]))
    rotation = triple(cv2.Rodrigues(turn @ pose[:3, :3])[0])
    aspect = depth / kind.rows / unit
    return BoardGeometry(kind.columns, kind.rows, lens, rotation, triple(corner / unit), aspect)
