"""What sites and stones look like."""

import numpy as np
import pytest

from pi_board.vision.flat import FINE_PX, opponent
from pi_board.vision.geometry import Array
from pi_board.vision.warm.looks import Surface, painted


def wood(level: float, sites: int, seed: int = 1) -> Array:
    """Bare sites (sites, px, px, 3) of a brightness, with grain, in opponent colours."""
    grain = np.random.default_rng(seed).normal(0.0, 3.0, (sites, FINE_PX, FINE_PX, 1))
    return opponent(np.repeat(level + grain, 3, axis=-1).astype(np.float32))


@pytest.mark.parametrize(("level", "is_paint"), [(97.0, False), (82.0, True), (50.0, True)])
def test_paint_is_what_explains_much_more_than_none(level: float, is_paint: bool) -> None:
    """Thin paint leaves half the pixels about as they were; it is told all the same."""
    usual = Surface(wood(100.0, 1)[0], np.full((FINE_PX, FINE_PX, 3), 36.0, np.float32))
    found = painted(usual, wood(level, 6, seed=2))
    assert (found is not usual) == is_paint
    if is_paint:
        assert found.mean[..., 0].mean() == pytest.approx(wood(level, 6)[..., 0].mean(), rel=0.03)
