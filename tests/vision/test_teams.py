"""Parting stones into teams."""

import numpy as np
import pytest

from pi_board.vision.cold.teams import differ_in_tint, with_better_teams, with_both_teams

GREEN, YELLOW = (-0.2, -0.5, -0.2), (0.2, 0.4, -0.6)
BLACK, CREAM = (-1.5, 0.0, 0.0), (0.5, 0.1, -0.1)
SHADE = 1.3


def stones(one: object, other: object, seed: int = 3) -> tuple[np.ndarray, np.ndarray]:
    """Log colours of twelve stones of each team, every other one in the shade, and of ten empty
    places; whether each stone is of the second team.
    """
    rng = np.random.default_rng(seed)
    second = np.repeat([False, True], 12)
    colours = np.where(second[:, None], other, one) + rng.normal(0, 0.06, (24, 3))
    colours[::2, 0] -= SHADE
    return np.concatenate([colours, rng.normal(0, 0.1, (10, 3))]), second


def by_brightness(colours: np.ndarray) -> np.ndarray:
    """Log-likelihoods of nothing, dark, light, as if brightness told the teams."""
    rank = colours[:24, 0].argsort().argsort() >= 12
    logs = np.tile((0.0, -9.0, -9.0), (34, 1))
    logs[:24] = np.where(rank[:, None], (-9.0, -4.0, 0.0), (-9.0, 0.0, -4.0))
    return logs


def share_of(logs: np.ndarray) -> np.ndarray:
    """Probabilities."""
    weights = np.exp(logs)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def test_teams_are_told_by_tint_where_shade_darkens_half_of_each() -> None:
    """The darker half of the stones are those in the shade, and no team."""
    colours, second = stones(GREEN, YELLOW)
    logs = by_brightness(colours)
    parted = with_better_teams(logs, share_of(logs), colours, 12)
    assert ((parted[:24, 2] > parted[:24, 1]) == second).all()


def test_whether_there_is_a_stone_stays_as_it_was() -> None:
    """Only the teams are told anew."""
    colours, _ = stones(GREEN, YELLOW)
    logs = by_brightness(colours)
    parted = with_better_teams(logs, share_of(logs), colours, 12)
    assert np.array_equal(parted[:, 0], logs[:, 0])
    assert np.logaddexp(*parted.T[1:]) == pytest.approx(np.logaddexp(*logs.T[1:]), abs=1e-3)


@pytest.mark.parametrize("seed", range(5))
def test_teams_that_are_right_stay(seed: int) -> None:
    """No other halves explain black and cream stones far better than black and cream."""
    colours, second = stones(BLACK, CREAM, seed)
    logs = np.tile((0.0, -9.0, -9.0), (34, 1))
    logs[:24] = np.where(second[:, None], (-9.0, -4.0, 0.0), (-9.0, 0.0, -4.0))
    assert with_better_teams(logs, share_of(logs), colours, 12) is logs


def test_a_few_stones_are_left_as_they_are() -> None:
    """Five stones do not tell what teams look like."""
    colours, _ = stones(GREEN, YELLOW)
    logs = by_brightness(colours)
    logs[5:] = (0.0, -20.0, -20.0)
    assert with_better_teams(logs, share_of(logs), colours, 12) is logs


def test_a_shadow_on_two_stones_makes_no_other_teams() -> None:
    """A team that is wide enough takes in what looks like neither: measured on a board with blue
    and white stones, two of the white ones in the shadow of a hand.
    """
    blue = [(0.37, 0.39, 1.30), (0.47, 0.39, 1.33), (0.60, 0.42, 1.32), (0.40, 0.37, 1.40)]
    blue += [(0.59, 0.41, 1.30), (0.60, 0.42, 1.29), (0.48, 0.39, 1.30)]
    blue += [(0.76, 0.45, 1.10), (0.97, 0.41, 1.07)]
    white = [(2.15, 0.47, 0.47), (2.14, 0.48, 0.55), (2.02, 0.41, 0.41), (2.21, 0.46, 0.47)]
    white += [(2.12, 0.47, 0.48), (2.07, 0.50, 0.48), (2.07, 0.49, 0.46), (2.09, 0.53, 0.48)]
    white += [(2.22, 0.48, 0.50), (2.11, 0.43, 0.44), (2.22, 0.46, 0.46)]
    white += [(2.00, 0.52, 0.61), (2.09, 0.57, 0.64), (1.22, 0.35, 0.36), (0.97, 0.39, 0.39)]
    second = np.repeat([False, True], (len(blue), len(white)))
    logs = np.where(second[:, None], (-9.0, -9.0, 0.0), (-9.0, 0.0, -9.0))
    logs[-2:] = (-5.0, -2.0, 0.0)
    assert with_better_teams(logs, share_of(logs), np.array(blue + white), 12) is logs


@pytest.mark.parametrize(
    ("one", "other", "few", "tinted"),
    [(GREEN, YELLOW, 12, True), (BLACK, CREAM, 12, False), (GREEN, YELLOW, 1, False)],
)
def test_teams_differ_in_tint_whatever_light_falls_on_them(
    one: object, other: object, few: int, tinted: bool
) -> None:
    """A single stone may be of another tint for any reason."""
    colours, second = stones(one, other)
    colours, second = colours[: 12 + few], second[: 12 + few]
    logs = np.where(second[:, None], (-9.0, -4.0, 0.0), (-9.0, 0.0, -4.0))
    assert differ_in_tint(logs, np.ones(len(logs)), colours) == tinted


def leaning(*lighter: float) -> np.ndarray:
    """Log-likelihoods of stones that lean to the light team so many nats, and of a bare place."""
    return np.array([(-9.0, -lean / 2, lean / 2) for lean in lighter] + [(0.0, -9.0, -3.0)])


def told(*lighter: float) -> np.ndarray:
    """The log-likelihoods of `leaning` with both teams looked for."""
    return with_both_teams(leaning(*lighter), np.array([True] * len(lighter) + [False]))


@pytest.mark.parametrize("sign", [1, -1])
def test_stones_of_two_kinds_are_of_two_teams(sign: int) -> None:
    """Though all, or all but one, are taken for dark or for light ones, in whatever order."""
    leans = -0.4, -6.1, -1.1, 0.6, -5.8, -6.0
    logs = told(*(sign * lean for lean in leans))
    of_one = np.array([True, False, True, True, False, False])
    assert ((sign * (logs[:-1, 2] - logs[:-1, 1]) > 0) == of_one).all()


def test_whether_there_are_stones_stays_as_it_was_where_both_teams_are_looked_for() -> None:
    """Also where none is, and a light one is likelier than a dark one."""
    leans = -0.5, -0.8, -0.6, -12.0, -11.6, -11.8
    before, after = leaning(*leans), told(*leans)
    assert not np.allclose(before, after)
    assert np.array_equal(after[:, 0], before[:, 0])
    assert np.logaddexp(*after.T[1:]) == pytest.approx(np.logaddexp(*before.T[1:]))


@pytest.mark.parametrize(
    "leans",
    [
        (-6.0, -5.0, -4.0, -5.5, -4.8, -5.2),  # of one kind
        (-0.5, -0.3, -6.0, -5.8, -5.9, -6.2),  # two stones may be in the light
        (1.4, 1.3, 1.5, 7.0, 7.5, 8.0),  # or three in the shade
        (-6.0, -6.2, -6.1, 0.8, 0.9, 1.2),  # told as they are
        (-6.0, -6.2, -6.1, -2.2, 0.1, 1.6),  # no kind of its own
        (-0.4, -0.9, -0.6, -2.9, -3.2, -3.0),  # of two kinds, but not plainly
        (-6.0, -6.1, 1.0, -1.0),  # too few to tell
    ],
)
def test_teams_that_are_told_stay_as_they_are(leans: tuple[float, ...]) -> None:
    """Only two kinds of stones in plain doubt are parted anew."""
    assert np.array_equal(told(*leans), leaning(*leans))
