"""The ground that loose stones lie on."""

import numpy as np

from pi_board.vision.flat import SITE_PX
from pi_board.vision.warm.loose import (
    RADIUS,
    Place,
    Shape,
    local_ground,
    measured_shape,
    sticks_on,
)


def test_the_edge_of_a_table_is_not_the_ground_of_the_mat_beside_it() -> None:
    """A bright table seen along the view's border leaves the ground of a coarse mat as it is."""
    side = 9 * SITE_PX
    view = np.tile(np.array([80, -4, 22], np.float32), (side, side, 1))
    view[..., 0] += np.random.default_rng(1).normal(0, 10, (side, side))
    view[:, -1] = 170, 5, 3
    ground = local_ground(view)
    assert np.abs(ground[:, -SITE_PX:-1, 0] - 80).mean() < 3


def test_what_is_nothing_but_rim_is_no_stone() -> None:
    """The edge of a hand is as thin everywhere: stones are then taken to be as usual."""
    unlike = np.zeros((9 * SITE_PX, 9 * SITE_PX), np.bool_)
    unlike[40:42, 20:60] = True
    usual = Shape.disc(RADIUS).cover
    assert (measured_shape(unlike, [Place(40, 40, 1.0, 1.0)]).cover == usual).all()


def test_sticks_are_long_and_stains_are_not() -> None:
    """Of a mat with a stick and a stain only the stick may hide stones."""
    side = 9 * SITE_PX
    ground = np.tile(np.array([80, -4, 22], np.float32), (side, side, 1))
    ground[44:46, 10:-10] = ground[60:64, 30:34] = 140, 5, 3
    assert set(np.flatnonzero(sticks_on(ground).any(axis=1))) == {44, 45}
