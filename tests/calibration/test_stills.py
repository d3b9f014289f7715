"""Boards that are rather another game's."""

import numpy as np
import pytest

from calibration.stills import is_hardly_read
from pi_board.games.registry import make_game
from pi_board.vision.reading import Reading, finite_logs

(SQUARES,) = make_game("loa").layouts


@pytest.mark.parametrize(
    ("shares", "hardly"),
    [((0.0, 0.9, 0.1), False), ((0.1, 0.9, 0.0), True), ((0.99, 0.01, 0.0), False)],
    ids=["whose stones they are", "whether stones stand there", "neither"],
)
def test_doubt_about_stones_tells_another_game_s_squares(
    shares: tuple[float, float, float], hardly: bool
) -> None:
    """Whose they are may be doubtful on a board for Othello, full of discs that shine."""
    probabilities = np.tile((1.0, 0.0, 0.0), (len(SQUARES.sites), 1))
    probabilities[:40] = shares
    reading = Reading(SQUARES, finite_logs(probabilities), probabilities)
    assert is_hardly_read(reading) is hardly
