"""Things laid over boards for training."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.training.blots import PX_PER_CM, TIPS, Blots, load_hands


def green_hand() -> np.ndarray:
    """A green arm from the left up to the finger tips, with a shadow below it."""
    x, y = (round(cm * PX_PER_CM) for cm in TIPS)
    hand = np.zeros((2 * y, x + 8 * PX_PER_CM, 4), np.uint8)
    hand[y : y + 40, :x] = (0, 0, 0, 128)
    hand[y - 20 : y + 20, :x] = (20, 200, 20, 255)
    return hand


def test_a_hand_is_where_it_is_said_to_be() -> None:
    """All pixels said to be hidden are green, no others are, and some of these are in shadow."""
    rng, covered, shaded = np.random.default_rng(1), 0, 0
    blots = Blots(1.0, 0.0, [green_hand()])
    for _ in range(60):
        view, hidden = blots(np.full((200, 160, 3), 0.5, np.float32), rng, 20)
        green = view[..., 1] > 4 * view[..., ::2].max(axis=2)
        if green.mean() > 0.02:  # blots that are no hands are not
            inside = cv2.erode(hidden, np.ones((5, 5))) > 0
            outside = cv2.dilate(hidden, np.ones((5, 5))) == 0
            assert green[inside].all()
            assert not green[outside].any()
            covered += 1
            shaded += bool((view[outside] < 0.45).any())
    assert covered > 15
    assert shaded > 10


def test_a_folder_without_hands_is_refused(tmp_path: Path) -> None:
    """It was meant to hold some; no folder at all is no mistake."""
    assert load_hands(None) == ()
    with pytest.raises(FileNotFoundError, match="hand_"):
        load_hands(tmp_path)
    cv2.imwrite(str(tmp_path / "hand_000.png"), green_hand())
    assert load_hands(tmp_path)[0].shape == green_hand().shape
