"""Numbers of a mixture: medians, also of points that may not be seen."""

import numpy as np
import pytest

from pi_board.vision.mixture import middles, middles_seen


@pytest.mark.parametrize("count", range(1, 8))
def test_medians_are_those_of_numpy(count: int) -> None:
    """Of even and odd numbers, however they lie in memory, and of equal ones; none is moved."""
    values = np.rint(np.random.default_rng(count).random((count, 40)) * 5)
    before = values.copy()
    assert middles(values.T).tolist() == np.median(values, axis=0).tolist()
    assert values.tolist() == before.tolist()


@pytest.mark.parametrize("seen", range(1, 6))
def test_the_median_is_of_what_is_seen(seen: int) -> None:
    """Wherever among the others that lies."""
    values = np.random.default_rng(seen).random((40, 5))
    for row in values:
        row[np.random.default_rng(int(1e6 * row[0])).permutation(5)[seen:]] = np.nan
    assert middles_seen(values) == pytest.approx(np.nanmedian(values, axis=1))


def test_of_nothing_seen_there_is_no_median() -> None:
    """Beside a row of which something is."""
    assert np.isnan(middles_seen(np.array([[np.nan, np.nan], [np.nan, 2.0]]))).tolist() == [1, 0]
