"""Light that lies over the board: a window mirrored in it, mist on the lens."""

import numpy as np
import pytest

from pi_board.core.observation import Observation
from pi_board.vision.geometry import Image
from pi_board.vision.warm.session import BoardSession
from pi_board.vision.warm.veil import unveiled
from tests.vision.games_on_film import LAYOUT, START, appearance_of, labels_of, moved, photo


def _mirroring_a_window(picture: Image, strength: float) -> Image:
    """Light added in the picture's middle, as a soft-edged window does; sRGB's gamma is 2.2."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[:height, :width]
    away = ((x / width - 0.5) / 0.2) ** 2 + ((y / height - 0.5) / 0.25) ** 2
    linear = (picture / 255.0) ** 2.2 + strength * np.exp(-away)[..., None]
    return np.asarray(255.0 * linear.clip(0, 1) ** (1 / 2.2), np.uint8)


@pytest.mark.parametrize("strength", [0.05, 0.1])
def test_a_move_is_read_while_a_window_is_mirrored(strength: float) -> None:
    """It was not there when the board was learnt."""
    session = BoardSession(site_mm=40.0)
    session.expect([(LAYOUT, appearance_of(START))])
    for t in (0.0, 0.5):
        session.see(photo(START), t, 0)
    after = moved(START, "d1", "d3")
    veiled = _mirroring_a_window(photo(after), strength)
    looks = [one for t in (1.0, 1.5) for one in session.see(veiled, t, 1)]
    seen = [one for one in looks if isinstance(one, Observation)][-1]
    assert not seen.obstructed
    assert tuple(np.argmax(seen.looks, axis=1)) == labels_of(after)


def test_what_is_added_is_taken_away_but_not_what_has_moved() -> None:
    """Contrast comes back; a stone that has come is none of the veil."""
    rng = np.random.default_rng(3)
    board = np.kron(rng.uniform(20, 200, (9, 9, 3)), np.ones((10, 10, 1))).astype(np.float32)
    now = board.copy()
    now[43:50, 43:50] = 20.0
    clear = np.ones((90, 90), np.bool_)
    free = unveiled(0.6 * now + 80.0, board, clear)
    off = np.abs(free - now).mean(axis=2)
    assert np.median(off) < 6.0
    assert off[44:49, 44:49].max() < 30.0
    assert np.abs(unveiled(board, board, clear) - board).max() < 0.1
