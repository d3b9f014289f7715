"""Telling pegs from holes by which of them look alike."""

import numpy as np

from pi_board.vision.cold.likeness import with_likeness
from pi_board.vision.geometry import Floats
from pi_board.vision.sampling import surface
from tests.vision.painting import view
from tests.vision.test_holes import drill

LABELS = np.array([0] * 18 + [1] * 6 + [0] * 6 + [2] * 6 + [0] * 6 + [1] * 3 + [2] * 3)
STONES = tuple((i % 6, i // 6, (0, 25, 235)[label]) for i, label in enumerate(LABELS) if label)
DOUBTFUL = np.array([2, 20, 32, 45])


def judged(seen: np.ndarray) -> tuple[Floats, Floats]:
    """Beliefs (48, 3) before, that are sure but at the DOUBTFUL places, and after."""
    camera = view(6, 8)
    board = surface(drill(camera, stones=STONES), camera)
    logs = 4.0 * np.eye(3)[LABELS]
    logs[DOUBTFUL] = 0.0
    wood = np.median(board.colour.reshape(-1, 3), axis=0)[None].repeat(48, axis=0)
    return logs, with_likeness(board, wood.astype(np.float64), seen, logs, np.zeros_like)


def test_a_doubtful_hole_is_like_those_it_resembles() -> None:
    """What looks like the other pegs of a team is one, what looks like bare holes is none."""
    _, after = judged(np.ones(48, np.bool_))
    assert (after.argmax(axis=1) == LABELS).all()


def test_what_is_covered_is_left_as_it_was() -> None:
    """A hand looks like no peg, and teaches nothing."""
    seen = np.ones(48, np.bool_)
    seen[DOUBTFUL] = False
    before, after = judged(seen)
    assert (after[DOUBTFUL] == before[DOUBTFUL]).all()


def test_too_few_holes_in_sight_teach_nothing() -> None:
    """Eight holes do not tell what is usual on a board."""
    before, after = judged(np.arange(48) < 8)
    assert (after == before).all()
