"""Where a board lies in a picture: lens, pose and the grid, in one camera model.

Board coordinates are in *sites*: x to the right (0 to `columns`), y up (0 to `rows`), the origin in
the outer bottom-left corner of the playing grid (the corner of a1), z out of the surface towards
the camera, in site widths. The centre of site (i, j) is (i + 0.5, j + 0.5). Sites need not be
square: `aspect` is a site's height over its width. Pixels are (x, y), pixel centres at integers.
The lens follows OpenCV's model: pinhole, radial k1 k2 k3 and tangential p1 p2
(https://docs.opencv.org/4.x/d9/d0c/group__calib3d.html).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.core.layout import Layout
from pi_board.core.message import Message, Text

Floats = npt.NDArray[np.float64]
Slopes = npt.NDArray[Any]
Image = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.intp]
Points = Sequence[Sequence[float]] | npt.NDArray[Any]
Corner = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera's inner geometry for pictures of `image_size` (width, height) pixels.

    `distortion` holds k1 k2 p1 p2 k3. Square pixels are assumed.
    """

    focal_px: float
    principal_px: tuple[float, float]
    image_size: tuple[int, int]
    distortion: tuple[float, float, float, float, float]

    @classmethod
    def centred(cls, focal_px: float, image_size: tuple[int, int], k1: float = 0.0) -> Lens:
        """A lens looking through the picture's centre, with one radial term."""
        centre = ((image_size[0] - 1) / 2, (image_size[1] - 1) / 2)
        return cls(float(focal_px), centre, image_size, (float(k1), 0.0, 0.0, 0.0, 0.0))

    @property
    def matrix(self) -> Floats:
        """The 3 x 3 camera matrix."""
        cx, cy = self.principal_px
        return np.array([[self.focal_px, 0.0, cx], [0.0, self.focal_px, cy], [0.0, 0.0, 1.0]])

    def pixels(self, x: Slopes, y: Slopes) -> tuple[Slopes, Slopes]:
        """Where rays of these slopes (to the right and downwards, per distance) hit the picture."""
        # Plain arithmetic: cv2.projectPoints takes several times as long for many points.
        k1, k2, p1, p2, k3 = self.distortion
        square = x * x + y * y
        radial = 1.0 + square * (k1 + square * (k2 + square * k3) if k2 or k3 else k1)
        across, down = x * radial, y * radial
        if p1 or p2:
            across = across + 2 * p1 * x * y + p2 * (square + 2 * x * x)
            down = down + p1 * (square + 2 * y * y) + 2 * p2 * x * y
        (cx, cy), f = self.principal_px, self.focal_px
        return f * across + cx, f * down + cy

    def serves(self, image_size: tuple[int, int]) -> bool:
        """Whether pictures of this size can be resized ones of this lens (a crop is no resize)."""
        (width, height), (wide, high) = self.image_size, image_size
        # Sizes are rounded to whole pixels, so the shapes agree to a pixel of the smaller one only.
        return abs(wide * height - high * width) <= max(width + height, wide + high)

    def scaled(self, image_size: tuple[int, int]) -> Lens:
        """The same lens for pictures resized to `image_size`. Raises ValueError where it does not
        serve.
        """
        (width, height), (wide, high) = self.image_size, image_size
        if not self.serves(image_size):
            raise ValueError(f"{image_size} is not a resize of {self.image_size}")
        across, down = wide / width, high / height
        cx, cy = self.principal_px
        principal = ((cx + 0.5) * across - 0.5, (cy + 0.5) * down - 0.5)
        focal = self.focal_px * float(np.sqrt(across * down))
        return replace(self, focal_px=focal, principal_px=principal, image_size=image_size)

    def fitting(self, image_size: tuple[int, int]) -> Lens | None:
        """The same lens for pictures of `image_size`; None where it does not serve."""
        return self.scaled(image_size) if self.serves(image_size) else None


@dataclass(frozen=True, slots=True)
class BoardGeometry:
    """A board of `columns` x `rows` sites seen by a camera.

    `rotation` (Rodrigues vector) and `translation` (site widths) take board points, with y already
    multiplied by `aspect`, to the camera's frame (x right, y down, z forward).
    """

    columns: int
    rows: int
    lens: Lens
    rotation: tuple[float, float, float]
    translation: tuple[float, float, float]
    aspect: float = 1.0

    @property
    def image_size(self) -> tuple[int, int]:
        """(width, height) of the pictures this geometry is about."""
        return self.lens.image_size

    @property
    def is_in_picture(self) -> bool:
        """Whether all of the board is in the picture, to its corners."""
        corners = np.array(self.corners_px)
        return bool(((corners > 0) & (corners < self.image_size)).all())

    @property
    def share_in_picture(self) -> float:
        """The share of sites whose middles are in the picture."""
        return float(self.sites_in_picture.mean())

    @property
    def sites_in_picture(self) -> Mask:
        """Which sites' (sites: a1, b1, ...) middles are in the picture."""
        middles = self.project(self.site_centres)
        return np.asarray(((middles > 0) & (middles < self.image_size)).all(axis=1), np.bool_)

    @property
    def rotation_matrix(self) -> Floats:
        """3 x 3, camera from board; its columns are the board's x, y and z axes."""
        return np.asarray(cv2.Rodrigues(np.array(self.rotation))[0], np.float64)

    def project(self, points_board: Points) -> Floats:
        """Pixels (N, 2) of board points (N, 2) or (N, 3); without z they lie on the surface. Raises
        ValueError for another shape. Not checked: that they lie before the camera.
        """
        points = np.asarray(points_board, np.float64)
        if points.ndim != 2 or points.shape[1] not in (2, 3):
            raise ValueError(f"board points have shape (N, 2) or (N, 3), not {points.shape}")
        r = self.rotation_matrix * (1.0, self.aspect, 1.0)
        ray = points @ r[:, : points.shape[1]].T + self.translation
        pixels = self.lens.pixels(ray[:, 0] / ray[:, 2], ray[:, 1] / ray[:, 2])
        return np.stack(pixels, axis=1)

    def unproject(self, points_px: Points, height: float = 0.0) -> Floats:
        """Board (x, y) of pixels (N, 2), where their rays meet the plane z = `height`."""
        pixels = np.asarray(points_px, np.float64).reshape(-1, 1, 2)
        to_board = np.linalg.inv(self._plane(height))
        board = cv2.undistortPoints(
            pixels, self.lens.matrix, np.array(self.lens.distortion), P=to_board
        )
        return np.asarray(board.reshape(-1, 2), np.float64)

    def _plane(self, height: float) -> Floats:
        """3 x 3: normalised ideal image point from (x, y, 1) on the plane z = `height`."""
        r = self.rotation_matrix
        origin = np.array(self.translation) + height * r[:, 2]
        return np.column_stack([r[:, 0], r[:, 1] * self.aspect, origin])

    @property
    def corners_px(self) -> tuple[Corner, Corner, Corner, Corner]:
        """Outer corners of the grid: bottom-left (a1), top-left, top-right, bottom-right."""
        a, b, d, e = self.project(corners_of(self.columns, self.rows)).tolist()
        return (a[0], a[1]), (b[0], b[1]), (d[0], d[1]), (e[0], e[1])

    def corner_shift(self, other: BoardGeometry) -> float:
        """How far, in sites of the other, the corner lies that differs most."""
        away = np.asarray(self.corners_px) - np.asarray(other.corners_px)
        return float(np.linalg.norm(away, axis=1).max() / other.site_px)

    @property
    def middle(self) -> Floats:
        """The board point (2) in the middle."""
        return np.array([self.columns / 2, self.rows / 2])

    @property
    def site_centres(self) -> Floats:
        """Board points (N, 2) of the middles of all sites: a1, b1, and so on, row by row."""
        y, x = np.divmod(np.arange(self.columns * self.rows), self.columns)
        return np.stack([x, y], axis=-1) + 0.5

    @property
    def camera_position(self) -> Floats:
        """The camera's (x, y, z) in board coordinates."""
        position = -self.rotation_matrix.T @ np.array(self.translation)
        position[1] /= self.aspect
        return np.asarray(position, np.float64)

    @property
    def tilt_deg(self) -> float:
        """Angle between the board's normal and the optical axis; 0 is straight from above."""
        return float(np.degrees(np.arccos(np.clip(-self.rotation_matrix[2, 2], -1.0, 1.0))))

    @property
    def site_px(self) -> float:
        """The width of a site at the board's middle, in pixels: the square root of its area."""
        x, y = self.middle
        p = self.project([(x - 0.5, y), (x + 0.5, y), (x, y - 0.5), (x, y + 0.5)])
        across, up = p[1] - p[0], p[3] - p[2]
        return float(np.sqrt(abs(across[0] * up[1] - across[1] * up[0])))

    def rotated(self, quarter_turns: int) -> BoardGeometry:
        """The same board with its corners renamed: new corner i is the old corner i + n (mod 4).

        One turn makes the old top-left corner a1; columns and rows change places.
        """
        geometry = self
        for _ in range(quarter_turns % 4):
            geometry = geometry._quarter()
        return geometry

    def nearest_turn(self, wanted: BoardGeometry, turns: Sequence[int]) -> BoardGeometry:
        """The one of these quarter turns whose corners lie nearest to those of `wanted`."""
        corners = np.array(wanted.corners_px)
        return min(
            (self.rotated(turn) for turn in turns),
            key=lambda g: float(np.linalg.norm(np.array(g.corners_px) - corners)),
        )

    def _quarter(self) -> BoardGeometry:
        # The new x axis is the old -y, the new y axis the old x, the new origin the old top-left;
        # the new unit is the old site height.
        r = self.rotation_matrix
        turned = np.column_stack([-r[:, 1], r[:, 0], r[:, 2]])
        origin = np.array(self.translation) + self.rows * self.aspect * r[:, 1]
        return BoardGeometry(
            self.rows,
            self.columns,
            self.lens,
            triple(cv2.Rodrigues(turned)[0]),
            triple(origin / self.aspect),
            1.0 / self.aspect,
        )

    def scaled(self, image_size: tuple[int, int]) -> BoardGeometry:
        """The same view in pictures resized to `image_size` (width, height)."""
        return replace(self, lens=self.lens.scaled(image_size))

    def shifted(self, x: float, y: float) -> BoardGeometry:
        """The same view of a board whose origin lies at (x, y) of this one."""
        step = self.rotation_matrix @ (x, y * self.aspect, 0.0)
        return replace(self, translation=triple(np.array(self.translation) + step))

    def resized(self, columns: int, rows: int) -> BoardGeometry:
        """A board of another number of sites with the same origin."""
        return replace(self, columns=columns, rows=rows)

    def widened(self, sites: float) -> BoardGeometry:
        """A board with so many more sites on each side, in halves."""
        more = round(2 * sites)
        return self.shifted(-sites, -sites).resized(self.columns + more, self.rows + more)

    def divided(self, columns: int) -> BoardGeometry:
        """The same board cut into another number of columns."""
        share = self.columns / columns
        return replace(
            self,
            columns=columns,
            translation=triple(np.array(self.translation) / share),
            aspect=self.aspect / share,
        )

    def rectify(self, image: Image, px_per_site: int, margin_sites: float = 0.0) -> Image:
        """The board from straight above; see `Rectifier`. Maps are kept for the last few calls."""
        return rectifier(self, px_per_site, margin_sites).apply(image)


class Rectifier:
    """Resamples pictures of one geometry to the plane z = `height`, top row first.

    Each site becomes a square of `px_per_site` pixels, whatever its aspect; `margin_sites` are
    added on all four sides. A board point (x, y) lands at pixel
    ((x + margin) * px - 0.5, (rows + margin - y) * px - 0.5). What lies outside the picture is
    black.
    """

    def __init__(
        self,
        geometry: BoardGeometry,
        px_per_site: int,
        margin_sites: float = 0.0,
        height: float = 0.0,
    ) -> None:
        self.geometry = geometry
        width = round((geometry.columns + 2 * margin_sites) * px_per_site)
        tall = round((geometry.rows + 2 * margin_sites) * px_per_site)
        x = (np.arange(width) + 0.5) / px_per_site - margin_sites
        y = geometry.rows + margin_sites - (np.arange(tall) + 0.5) / px_per_site
        r = geometry.rotation_matrix * (1.0, geometry.aspect, 1.0)
        origin = np.array(geometry.translation) + height * r[:, 2]
        along_x = np.outer(r[:, 0], x).astype(np.float32)
        along_y = (np.outer(r[:, 1], y) + origin[:, None]).astype(np.float32)
        ray = along_x[:, None, :] + along_y[:, :, None]
        right, down = geometry.lens.pixels(ray[0] / ray[2], ray[1] / ray[2])
        # Fixed-point maps: remap is then about as fast as a plain perspective warp.
        maps = right.astype(np.float32, copy=False), down.astype(np.float32, copy=False)
        self._maps = cv2.convertMaps(*maps, cv2.CV_16SC2)

    def apply(self, image: Image) -> Image:
        """The rectified picture. Raises ValueError if `image` has another size."""
        size = size_of(image)
        if size != self.geometry.image_size:
            raise ValueError(f"picture is {size}, geometry is for {self.geometry.image_size}")
        return np.asarray(cv2.remap(image, *self._maps, cv2.INTER_LINEAR), np.uint8)


@lru_cache(maxsize=4)
def rectifier(
    geometry: BoardGeometry, px_per_site: int, margin_sites: float, height: float = 0.0
) -> Rectifier:
    """A `Rectifier`, remembered for the last few geometries."""
    return Rectifier(geometry, px_per_site, margin_sites, height)


@dataclass(frozen=True, slots=True)
class Registration:
    """A board that was found.

    `quality` is 0 to 1: how well the picture agrees with the grid laid over it. Without fiducials
    (`markers` = 0) the orientation is usually not known: any quarter turn of the geometry (half
    turn, where columns and rows differ) is then as good.
    """

    geometry: BoardGeometry
    quality: float
    markers: int
    orientation_known: bool

    def ways_round(self, layout: Layout) -> tuple[Registration, ...]:
        """The same board every way round it may lie: one way if its orientation is known."""
        if self.orientation_known:
            return (self,)
        return tuple(replace(self, geometry=self.geometry.rotated(n)) for n in layout.turns)


@dataclass(frozen=True, slots=True)
class NotFound:
    """No board was found, and why; `advice`: what the players should know of it, if they have more
    to do than to show all of their board.
    """

    text: Text
    advice: Message | None = None

    @property
    def reason(self) -> str:
        """The `text` in English."""
        return str(self.text)


def size_of(picture: npt.NDArray[Any]) -> tuple[int, int]:
    """Width and height of a picture (height, width, ...), in pixels."""
    height, width = picture.shape[:2]
    return int(width), int(height)


def lengths(vectors: Floats) -> Floats:
    """Lengths (...) of vectors (..., 2): as `np.linalg.norm` has them, 2 to 24 times as fast."""
    x, y = vectors[..., 0], vectors[..., 1]
    return np.sqrt(x * x + y * y)


def corners_of(columns: int, rows: int) -> Floats:
    """Board points (4, 2) of a board's outer corners, clockwise as one sees it: bottom-left (a1),
    top-left, top-right, bottom-right.
    """
    return np.array([(0, 0), (0, rows), (columns, rows), (columns, 0)], np.float64)


def polygon_mask(corners_px: Points, shape: tuple[int, ...]) -> Image:
    """1 within a convex polygon of these corners (n, 2) and 0 beyond it (height, width), 8-bit."""
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(corners_px).astype(np.int32), 1)
    return mask


def quarter_turned(vectors: Floats) -> Floats:
    """Vectors (..., 2) turned by a quarter from x to y: (x, y) to (-y, x)."""
    return np.asarray(vectors[..., ::-1] * (-1.0, 1.0), np.float64)


def triple(vector: npt.NDArray[Any]) -> tuple[float, float, float]:
    """Three plain floats of an array of three."""
    x, y, z = np.asarray(vector, np.float64).ravel().tolist()
    return x, y, z
