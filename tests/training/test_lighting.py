"""Other light and other cameras, as training disturbs boards."""

import numpy as np
import pytest

from tests.training import lighting
from tests.training.lighting import lit, out_of_focus


def checks(side: int = 160) -> np.ndarray:
    """Fine squares of two greys (side, side, 3)."""
    at = np.arange(side) // 4
    grey = np.where(np.add.outer(at, at) % 2, 0.2, 0.8).astype(np.float32)
    return np.repeat(grey[..., None], 3, axis=2)


def contrast(image: np.ndarray) -> np.ndarray:
    """How much levels vary in each of 5 x 5 parts."""
    side = len(image) // 5
    return image[..., 0].reshape(5, side, 5, side).std(axis=(1, 3))


def test_blur_grows_across_the_board() -> None:
    """Some part stays sharp, another does not, and no light is lost."""
    rng, board = np.random.default_rng(0), checks()
    for _ in range(20):
        blurred = out_of_focus(board, rng)
        left = contrast(blurred) / contrast(board)
        assert left.max() > 0.8
        assert left.min() < 0.7
        assert blurred.mean() == pytest.approx(board.mean(), abs=0.02)


@pytest.mark.parametrize("way", ["OUT_OF_FOCUS", "SMEARED"])
def test_boards_stay_to_be_seen(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels are a picture's, with some of what was to be seen, whatever a camera does to them."""
    monkeypatch.setattr(lighting, way, 1.0)
    rng, board = np.random.default_rng(0), np.kron(checks(40), np.ones((5, 5, 1), np.float32))
    for _ in range(10):
        seen = lit(board, rng, 0.6)
        assert seen.dtype == np.uint8
        assert seen.shape == board.shape
        assert seen.std() > 2
