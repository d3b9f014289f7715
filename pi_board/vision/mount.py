"""How a camera is mounted: turned, or seeing the board through a mirror.

Pictures are put upright before anything looks at them, so that the player at row 1 sits below and
files run from left to right; nobody else has to know. Pixels are (x, y), pixel centres at integers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from pi_board.vision.geometry import Image, Lens

_TURNS = (cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE)


@dataclass(frozen=True, slots=True)
class Mount:
    """What puts a picture upright: first the mirror, then clockwise `quarter_turns` (0 to 3)."""

    quarter_turns: int = 0
    mirrored: bool = False

    def upright(self, image: Image) -> Image:
        """The picture (height, width, ...) as it would be from a camera mounted straight."""
        if self.mirrored:
            image = np.asarray(cv2.flip(image, 1), np.uint8)
        if self.quarter_turns:
            image = np.asarray(cv2.rotate(image, _TURNS[self.quarter_turns - 1]), np.uint8)
        return image

    def upright_points(
        self, points_px: Iterable[tuple[float, float]], size: tuple[int, int]
    ) -> tuple[tuple[float, float], ...]:
        """Points of a picture as it came, of `size` (width, height), in the upright one."""
        width, height = size
        points = [(width - 1 - x if self.mirrored else x, y) for x, y in points_px]
        for _ in range(self.quarter_turns):
            points = [(height - 1 - y, x) for x, y in points]
            width, height = height, width
        return tuple(points)

    def size_as_it_came(self, size: tuple[int, int]) -> tuple[int, int]:
        """The size (width, height) of a picture as it came, given that of the upright one; and the
        other way round.
        """
        return (size[1], size[0]) if self.quarter_turns % 2 else size

    def as_it_came(
        self, points_px: Iterable[tuple[float, float]], size: tuple[int, int]
    ) -> tuple[tuple[float, float], ...]:
        """Points of the upright picture in the picture as it came, of `size` (width, height)."""
        turns = self.quarter_turns if self.mirrored else -self.quarter_turns % 4
        back = Mount(turns, self.mirrored)  # through the mirror, turns go the other way
        return back.upright_points(points_px, self.size_as_it_came(size))

    def lens(self, lens: Lens) -> Lens:
        """The lens of the upright pictures, given that of the pictures as they come.

        A mirror changes the sign of p2; a quarter turn clockwise takes (p1, p2) to (p2, -p1).
        """
        if self.mirrored:
            (x, y), (width, _) = lens.principal_px, lens.image_size
            k1, k2, p1, p2, k3 = lens.distortion
            lens = replace(lens, principal_px=(width - 1 - x, y), distortion=(k1, k2, p1, -p2, k3))
        for _ in range(self.quarter_turns):
            (x, y), (width, height) = lens.principal_px, lens.image_size
            k1, k2, p1, p2, k3 = lens.distortion
            lens = replace(
                lens,
                principal_px=(height - 1 - y, x),
                image_size=(height, width),
                distortion=(k1, k2, p2, -p1, k3),
            )
        return lens


STRAIGHT = Mount()
