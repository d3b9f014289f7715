"""Which site has which label."""

import numpy as np
import pytest

from pi_board.core.layout import Layout, Surface, grid_sites
from pi_board.vision.arrange import certain_labels, likeliest_labels

ROWS_OF_THREE = Layout(
    "two rows", Surface.HOLES, 3, 2, grid_sites(3, 2), ("empty", "b", "w"), ((0, 1, 2), (3, 4, 5))
)
FULL_AND_MIXED = (frozenset({(1, 1, 1)}), frozenset({(0, 1, 2)}))


def test_only_a_full_row_is_certain() -> None:
    """Where a row's stones differ nobody says which hole holds which."""
    assert certain_labels(ROWS_OF_THREE, FULL_AND_MIXED) == (1, 1, 1, None, None, None)


def test_looks_decide_within_what_is_allowed() -> None:
    """The likeliest order of the row's labels is taken, not each hole's own best."""
    looks = np.zeros((6, 3))
    looks[3] = looks[4] = (-5.0, -1.0, 0.0)  # both look white, the second a little less so
    looks[4, 2] = -0.5
    looks[5] = (0.0, -9.0, -9.0)
    assert likeliest_labels(looks, ROWS_OF_THREE, FULL_AND_MIXED) == (1, 1, 1, 2, 1, 0)


def test_likeliest_of_several_looks_is_taken() -> None:
    """A group that may show two looks gets the one that fits better."""
    looks = np.zeros((6, 3))
    looks[3:, 0] = 4.0
    either = (frozenset({(1, 1, 1)}), frozenset({(0, 0, 0), (0, 1, 2)}))
    assert likeliest_labels(looks, ROWS_OF_THREE, either)[3:] == (0, 0, 0)


def test_appearance_of_another_layout_is_refused() -> None:
    """The number of groups must agree."""
    with pytest.raises(ValueError, match="1 groups, two rows has 2"):
        likeliest_labels(np.zeros((6, 3)), ROWS_OF_THREE, FULL_AND_MIXED[:1])
