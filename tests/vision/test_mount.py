"""Cameras that are mounted upside down, sideways, or look through a mirror."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pi_board.vision.geometry import BoardGeometry, Lens
from pi_board.vision.mount import Mount

MOUNTS = [Mount(turns, mirrored) for turns in range(4) for mirrored in (False, True)]


@pytest.mark.parametrize("mount", MOUNTS)
def test_points_go_back_to_where_they_came_from(mount: Mount) -> None:
    """Every pixel of the upright picture is found again in the picture as it came."""
    image = np.arange(5 * 7 * 3, dtype=np.uint8).reshape(5, 7, 3)
    upright = mount.upright(image)
    for y in range(upright.shape[0]):
        for x in range(upright.shape[1]):
            ((u, v),) = mount.as_it_came([(x, y)], (7, 5))
            assert (upright[y, x] == image[int(v), int(u)]).all()
            assert mount.upright_points([(u, v)], (7, 5)) == ((x, y),)


@pytest.mark.parametrize("mount", MOUNTS)
def test_the_lens_is_turned_with_the_picture(mount: Mount) -> None:
    """A point on the board is seen at the same place of the scene through the turned lens."""
    lens = Lens(700.0, (310.0, 250.0), (640, 480), (-0.2, 0.05, 0.01, -0.02, 0.0))
    seen = BoardGeometry(8, 8, lens, (0.0, 0.0, 0.0), (0.7, -0.4, 6.0)).project([(0.0, 0.0)])
    upright = mount.lens(lens)
    # the same ray in the frame of the turned camera
    x, y = (-0.7 if mount.mirrored else 0.7), -0.4
    for _ in range(mount.quarter_turns):
        x, y = -y, x
    turned = BoardGeometry(8, 8, upright, (0.0, 0.0, 0.0), (x, y, 6.0)).project([(0.0, 0.0)])
    ((u, v),) = mount.as_it_came([tuple(turned[0])], lens.image_size)
    assert (u, v) == pytest.approx(tuple(seen[0]))
    assert replace(upright, principal_px=(0, 0)).focal_px == lens.focal_px
