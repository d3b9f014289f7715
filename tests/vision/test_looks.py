"""What sites and stones look like."""

import numpy as np
import pytest

from pi_board.vision.flat import FINE_PX, SITE_PX, opponent
from pi_board.vision.geometry import Array
from pi_board.vision.warm.looks import SurfaceLook, painted, under_stones


def wood(level: float, sites: int, seed: int = 1) -> Array:
    """Bare sites (sites, px, px, 3) of a brightness, with grain, in opponent colours."""
    grain = np.random.default_rng(seed).normal(0.0, 3.0, (sites, FINE_PX, FINE_PX, 1))
    return opponent(np.repeat(level + grain, 3, axis=-1).astype(np.float32))


@pytest.mark.parametrize(("level", "is_paint"), [(97.0, False), (82.0, True), (50.0, True)])
def test_paint_is_what_explains_much_more_than_none(level: float, is_paint: bool) -> None:
    """Thin paint leaves half the pixels about as they were; it is told all the same."""
    usual = SurfaceLook(wood(100.0, 1)[0], np.full((FINE_PX, FINE_PX, 3), 36.0, np.float32))
    found = painted(usual, wood(level, 6, seed=2))
    assert (found is not usual) == is_paint
    if is_paint:
        assert found.mean[..., 0].mean() == pytest.approx(wood(level, 6)[..., 0].mean(), rel=0.03)


def test_under_a_stone_the_wood_is_as_the_rest_of_that_half() -> None:
    """Of a tile in the shade, and of one of which a half is hidden whole; what is seen of a half
    says nothing of the other one.
    """
    usual = np.full((2, SITE_PX, SITE_PX, 3), 100.0, np.float32)
    seen, covered = np.array(usual), np.zeros((2, SITE_PX, SITE_PX, 1), np.float32)
    across, down = np.meshgrid(np.arange(SITE_PX), np.arange(SITE_PX))
    seen[:, across > down] = 80.0
    covered[0, 2:5, 6:9] = 1.0
    seen[0, 2:5, 6:9] = 200.0
    covered[1, across > down] = 1.0
    found = under_stones(usual, seen, covered, halved=True)
    assert found[0, 2:5, 6:9] == pytest.approx(80.0)
    assert found[1] == pytest.approx(100.0)
    free = covered[..., 0] == 0
    assert found[free] == pytest.approx(100.0)  # where it is seen that is believed instead


def test_under_a_stone_a_square_is_as_its_rim() -> None:
    """In the shade, all of it."""
    usual = np.full((1, SITE_PX, SITE_PX, 3), 100.0, np.float32)
    covered = np.zeros((1, SITE_PX, SITE_PX, 1), np.float32)
    covered[0, 2:8, 2:8] = 1.0
    seen = np.where(covered > 0, np.float32(200.0), np.float32(60.0)) * np.ones(3, np.float32)
    found = under_stones(usual, seen, covered, halved=False)
    assert found[0, 2:8, 2:8] == pytest.approx(60.0)
