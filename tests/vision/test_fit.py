"""The photometric fit."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_board.core.layout import Surface
from pi_board.vision.finding.fit import refine
from pi_board.vision.finding.line_fit import refine_lines
from pi_board.vision.geometry import BoardGeometry, Image
from pi_board.vision.pose import POSE_ONLY, Freedom, parameters, with_parameters
from tests.vision.painting import paint, photographed, view, worst_corner

STONES = tuple(
    (x + 0.5, y + 0.5, g) for x, y, g in [(1, 0, 20), (4, 4, 240), (0, 6, 20), (7, 3, 240)]
)
Fitted = Callable[[Image, BoardGeometry], BoardGeometry]
PUSH = np.array([0.01, -0.015, 0.02, 0.12, -0.1, 0.1, 0.05, *[0.0] * 4])


def _by_squares(image: Image, start: BoardGeometry) -> BoardGeometry:
    return refine(image, start, Surface.SQUARES, Freedom()).geometry


def _by_lines(image: Image, start: BoardGeometry) -> BoardGeometry:
    return refine_lines(image, start, True, Freedom()).geometry


@pytest.mark.parametrize("surface", [Surface.SQUARES, Surface.TILES])
def test_fit_finds_the_grid_again(surface: Surface) -> None:
    """From a fifth of a site off, the grid is found to a few hundredths."""
    size = 8 if surface is Surface.SQUARES else 6
    truth = view(size, size, distance=13.0 if size == 8 else 10.0)
    image = paint(truth, surface, STONES[:2])
    start = with_parameters(truth, parameters(truth) + PUSH)
    assert worst_corner(start, truth.corners_px) > 0.15
    fit = refine(image, start, surface, Freedom())
    assert worst_corner(fit.geometry, truth.corners_px) < 0.05
    assert fit.quality > 0.9


def test_known_lens_is_kept() -> None:
    """A fit of the pose alone changes neither focal length nor distortion."""
    truth = view()
    start = with_parameters(truth, parameters(truth) + 0.5 * PUSH * ([1] * 6 + [0] * 5))
    fit = refine(paint(truth), start, Surface.SQUARES, POSE_ONLY)
    assert fit.geometry.lens == start.lens
    assert worst_corner(fit.geometry, truth.corners_px) < 0.05


@pytest.mark.parametrize("fit", [_by_squares, _by_lines])
def test_what_is_left_over_when_a_picture_is_made_smaller_moves_no_board(fit: Fitted) -> None:
    """Two columns of 1280 are no whole pixel of the picture that is a third as wide."""
    truth = view().scaled((1280, 960))
    image, lens = paint(truth), replace(truth.lens, image_size=(1278, 960))
    assert truth.site_px / 28.0 >= 3
    whole, cut = fit(image, truth), fit(image[:, :1278], replace(truth, lens=lens))
    assert whole.image_size == (1280, 960)
    assert np.array(whole.corners_px) == pytest.approx(np.array(cut.corners_px), abs=1e-6)


def _full_board(truth: BoardGeometry, seed: int) -> Image:
    """A lined board seen there, a disc on each square, its top a little off its foot."""
    px = 60  # a site, in a flat picture with a margin of one
    flat = np.full((10 * px, 10 * px), 50, np.uint8)
    flat[px:-px, px:-px] = 110
    for k in range(px, 10 * px, px):
        cv2.line(flat, (k, px), (k, 9 * px), 20, 1, cv2.LINE_AA)
        cv2.line(flat, (px, k), (9 * px, k), 20, 1, cv2.LINE_AA)
    tops = np.where(np.random.default_rng(seed).random(64) < 0.5, 25, 230)
    for n, top in enumerate(tops.tolist()):
        row, column = divmod(n, 8)
        for up, grey in ((0.0, 10), (0.12, top)):
            at = round((column + 1.5) * px), round((row + 1.5 - up) * px)
            cv2.circle(flat, at, round(0.44 * px), grey, -1, cv2.LINE_AA)
    corners = np.array([(1, 9), (1, 1), (9, 1), (9, 9)], np.float32) * px
    seen = cv2.getPerspectiveTransform(corners, np.array(truth.corners_px, np.float32))
    grey = cv2.warpPerspective(flat, seen, truth.image_size, flags=cv2.INTER_AREA, borderValue=110)
    return photographed(grey.astype(np.float32), (0.85, 1.0, 1.05), 0.7, 3.0, seed)


@pytest.mark.parametrize("seed", range(3))
def test_lines_are_not_mistaken_for_rims_of_discs_that_hide_most_of_them(seed: int) -> None:
    """At the end of a game of Othello hardly a line is seen, and rims are not far from them."""
    truth = view(k1=0.0).scaled((1280, 960))
    fit = refine_lines(_full_board(truth, seed), truth, True, Freedom())
    assert worst_corner(fit.geometry, truth.corners_px) < 0.15


def test_nothing_fits_a_bare_table() -> None:
    """Where there is no grid the quality is low."""
    table = paint(view(), noise=6.0)
    table[:] = np.random.default_rng(0).normal(120, 6, table.shape)
    fit = refine(table, view(), Surface.SQUARES, Freedom())
    assert fit.quality < 0.4


def test_other_surfaces_are_refused() -> None:
    """Boards of holes have no edges of squares."""
    with pytest.raises(ValueError, match="holes"):
        refine(paint(view()), view(), Surface.HOLES, Freedom())
