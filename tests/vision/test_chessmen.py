"""Telling a chess set from stones."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from pi_board.games.registry import make_game
from pi_board.vision.cold.chessmen import are_chessmen
from pi_board.vision.cold.read import read_cold
from pi_board.vision.finding.find import find_board
from pi_board.vision.geometry import BoardGeometry, Image, Registration
from pi_board.vision.reading import Reading
from tests.training.drawn import draw
from tests.vision.painting import frame, paint, view

LAYOUT = make_game("loa").layouts[0]
STONES = ("loa_bare_cloth_hand", "loa_fiducials_glare", "loa_hand_over_file", "demo/loa/f_0000")


def read(image: Image) -> tuple[Image, BoardGeometry, Reading]:
    """A picture of a board, where that lies and what is read on it."""
    board = find_board(image, LAYOUT)
    assert isinstance(board, Registration), board
    return image, board.geometry, read_cold(image, board, LAYOUT)


@cache
def chess_set(name: str) -> tuple[Image, BoardGeometry, Reading]:
    """The same of a picture of tests/frames, which takes its time, once for all tests."""
    return read(frame(name))


def tall(image: Image) -> bool:
    """Whether what is read as stones in a picture of a board is too tall for them."""
    return are_chessmen(*read(image))


@pytest.mark.parametrize("name", ["chess_from_above", "chess_aslant"])
def test_chess_sets_are_told_from_stones(name: str) -> None:
    """From straight above as well: away from the middle they lean outwards."""
    assert are_chessmen(*chess_set(name))


@pytest.mark.thorough
@pytest.mark.parametrize("style", ["lathe", "upright", "lying"])
def test_drawn_chess_sets_are_told_from_stones(style: str) -> None:
    """Solid men, flat ones that stand up, and those printed on the squares of a diagram."""
    assert tall(draw(np.random.default_rng(4), chess=True, style=style).image)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [6, 7])
def test_drawn_stones_are_no_chessmen(seed: int) -> None:
    """Thick ones are not as tall as men, and rings on them are no heads."""
    assert not tall(draw(np.random.default_rng(seed), chess=False).image)


@pytest.mark.parametrize("name", STONES)
def test_stones_are_no_chessmen(name: str) -> None:
    """Glare, shadows and hands do not make stones tall."""
    assert not tall(frame(name))


def test_chess_sets_are_told_in_poor_pictures() -> None:
    """Noise and too little light hide their heads, not that they stand up."""
    bright = frame("chess_from_above")
    poor = 0.6 * bright + np.random.default_rng(2).normal(0, 8, bright.shape)
    assert tall(np.clip(poor, 0, 255).astype(np.uint8))


def test_a_few_men_say_nothing() -> None:
    """Three men are no chess set."""
    stones = ((1.5, 1.5, 30), (4.5, 1.5, 220), (6.5, 5.5, 30))
    assert not tall(paint(view(), stones=stones))
    image, geometry, seen = chess_set("chess_from_above")
    men = [LAYOUT.sites[site] for site in np.flatnonzero(seen.best)]
    for most, are_told in ((3, False), (4, True)):
        few = replace(seen, obstructed=(*seen.obstructed, *men[most:]))
        assert are_chessmen(image, geometry, few) == are_told
