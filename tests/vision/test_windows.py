"""Choosing the board among the windows of a grid."""

import numpy as np
import pytest

from pi_board.vision.finding.windows import (
    AROUND,
    FLAT,
    OTHER,
    OTHER_SQUARES,
    OUT_OF_PICTURE,
    PRESENT,
    UNSEEN,
    Chances,
    Edges,
    choose_windows,
)
from pi_board.vision.geometry import NotFound

CHANCES = Chances((0.80, 0.03, 0.17), (0.45, 0.25, 0.30), (0.04, 0.66, 0.30))


def edges_of(columns: int, rows: int, x: int, y: int) -> Edges:
    """The edges around a clean board whose origin is (x, y) from the first guess."""
    left, below = np.full((16, 16), FLAT), np.full((16, 16), FLAT)
    x, y = x + AROUND, y + AROUND
    left[y : y + rows, x + 1 : x + columns] = PRESENT
    below[y + 1 : y + rows, x : x + columns] = PRESENT
    return Edges(left, below)


@pytest.mark.parametrize(("x", "y"), [(0, 0), (2, -1), (-4, 4)])
def test_the_board_is_where_its_edges_are(x: int, y: int) -> None:
    """A clean board leaves no doubt."""
    assert choose_windows(edges_of(8, 8, x, y), 8, 8, CHANCES) == ((x, y),)


@pytest.mark.parametrize("size", [6, 9, 10])
def test_other_sizes_are_named(size: int) -> None:
    """A grid of another size is refused, and the reason says which."""
    result = choose_windows(edges_of(size, size, -1, -1), 8, 8, CHANCES)
    assert isinstance(result, NotFound)
    assert f"{size} by {size}" in result.reason or "whole board" in result.reason


@pytest.mark.parametrize(
    "beyond", [np.s_[:, AROUND + 6 :], np.s_[:, :AROUND], np.s_[AROUND + 6 :], np.s_[:AROUND]]
)
def test_a_board_that_is_cut_off_is_said_to_be(beyond: slice | tuple[slice, slice]) -> None:
    """Two of its rows, or columns, are not in the picture."""
    edges = edges_of(6, 6, 0, 0)
    edges.left[beyond] = edges.below[beyond] = UNSEEN
    result = choose_windows(edges, 8, 8, CHANCES)
    assert isinstance(result, NotFound)
    assert result.text == OUT_OF_PICTURE


@pytest.mark.parametrize(("seen", "sure"), [("all", True), ("most", False), ("cut off", False)])
def test_only_a_whole_grid_of_another_size_is_surely_another_board(seen: str, sure: bool) -> None:
    """Lines between stones of a board that is cut off may seem to go on, now and then an edge."""
    edges = edges_of(10, 10, -1, -1)
    if seen == "cut off":
        edges.left[:, AROUND + 9 :] = edges.below[:, AROUND + 9 :] = UNSEEN
    if seen == "most":
        edges.left[AROUND - 1, 4::3] = edges.left[AROUND + 8, 4::3] = OTHER
        edges.below[4::3, AROUND - 1] = edges.below[4::3, AROUND + 8] = OTHER
    result = choose_windows(edges, 8, 8, CHANCES)
    assert isinstance(result, NotFound)
    assert "10 by 10" in result.reason
    assert result.advice == (OTHER_SQUARES if sure else None)


@pytest.mark.parametrize("away", [-AROUND, 6])
def test_a_grid_at_the_end_of_what_is_looked_at_is_not_said_to_be_cut_off(away: int) -> None:
    """What lies beyond may be in the picture."""
    result = choose_windows(edges_of(6, 6, away, away), 8, 8, CHANCES)
    assert isinstance(result, NotFound)
    assert "cut off" not in result.reason


def test_a_hand_over_an_end_leaves_more_than_one_window() -> None:
    """When file and frame are both hidden, the board could be the one or the other window."""
    edges = edges_of(8, 8, 0, 0)
    edges.left[:, AROUND + 7 :] = OTHER
    edges.below[:, AROUND + 7 :] = OTHER
    edges.left[:, : AROUND + 1] = OTHER
    edges.below[:, :AROUND] = OTHER
    windows = choose_windows(edges, 8, 8, CHANCES)
    assert not isinstance(windows, NotFound)
    assert set(windows) == {(0, 0), (-1, 0)}


def test_an_endless_floor_is_no_board() -> None:
    """Squares as far as the eye reaches have no end to choose."""
    everywhere = np.full((16, 16), PRESENT)
    assert isinstance(choose_windows(Edges(everywhere, everywhere), 8, 8, CHANCES), NotFound)


def test_a_border_may_be_out_of_the_picture() -> None:
    """A board at the picture's edge is found although nothing is known of what lies beyond."""
    edges = edges_of(8, 8, 0, 0)
    for part in (edges.left, edges.below):
        part[:, : AROUND - 1] = UNSEEN
        part[AROUND + 9 :] = UNSEEN
    assert choose_windows(edges, 8, 8, CHANCES) == ((0, 0),)


def test_no_board_reaches_out_of_the_picture() -> None:
    """Where a hand hides the file on one side, the board could lie a file further on the other, of
    which nothing would be seen.
    """
    edges = edges_of(8, 8, 0, 0)
    for part in (edges.left, edges.below):
        part[:, : AROUND + 1] = OTHER
        part[:, AROUND + 8 :] = UNSEEN
    assert choose_windows(edges, 8, 8, CHANCES) == ((0, 0),)


def test_squares_that_go_on_beyond_a_side_are_no_board() -> None:
    """What ends at something else on three sides only, as a cloth does beside a board."""
    edges = edges_of(8, 8, 0, 0)
    edges.below[AROUND + 1 : AROUND + 7, AROUND - 1] = PRESENT
    assert isinstance(choose_windows(edges, 8, 8, CHANCES), NotFound)


def test_a_chequered_cloth_does_not_go_on_from_the_board() -> None:
    """A cloth's checks meet the board's lines now and then, where a larger board's always do."""
    edges = edges_of(8, 8, 0, 0)
    rng = np.random.default_rng(0)
    for part in (edges.left, edges.below):
        part[part == FLAT] = rng.choice([PRESENT, OTHER], (part == FLAT).sum(), p=[0.3, 0.7])
    assert choose_windows(edges, 8, 8, CHANCES) == ((0, 0),)
