"""What reeds feel, and what they tell of a move."""

from __future__ import annotations

import pytest

from pi_board.referee.touching import MISSED, REPEATED, SLID_OVER, STRAY, touch_cost

A, B, C = 1, 2, 3
CAPTURE_B = ((A, B, B), (B, A, B))
CAPTURE_C = ((A, C, C), (C, A, C))


@pytest.mark.parametrize(
    ("felt", "cost"),
    [
        ((A, B, B), 0.0),
        ((B, A, B), 0.0),
        ((A, B), MISSED),
        ((A, A, B, B), REPEATED),
        ((C, A, B, B), STRAY),
        ((), 3 * MISSED),
    ],
)
def test_the_cost_of_what_was_felt(felt: tuple[int, ...], cost: float) -> None:
    """Missed, repeated and stray events each have their price; every natural order is free."""
    assert touch_cost(felt, (CAPTURE_B,)) == cost


def test_lifts_tell_captures_apart() -> None:
    """Two captures with the same squares occupied afterwards differ by what was touched."""
    felt = (A, B, B)
    assert touch_cost(felt, (CAPTURE_C,)) - touch_cost(felt, (CAPTURE_B,)) > 8


def test_sequences_are_felt_one_after_the_other() -> None:
    """Two moves in a row are expected in their order."""
    assert touch_cost((A, B, C, A), (((A, B),), ((C, A),))) == 0
    assert touch_cost((C, A, A, B), (((A, B),), ((C, A),))) > 0


def test_a_stone_may_be_slid_over_empty_places() -> None:
    """Each of them feels it come and go; one that is only touched once is somebody's finger."""
    over = (A, C, C, 4, 4, B)
    assert touch_cost(over, (((A, B),),), empty=frozenset({C, 4})) == pytest.approx(4 * SLID_OVER)
    assert touch_cost((A, C, B), (((A, B),),), empty=frozenset({C})) == STRAY
    assert touch_cost(over, (((A, B),),)) > 2 * STRAY  # stones stand there


def test_nothing_felt_is_what_staying_put_feels_like() -> None:
    """No move, no touches."""
    assert touch_cost((), ()) == 0
