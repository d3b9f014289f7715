"""Boards disturbed for training, and what is then said to stand on them."""

import numpy as np
import pytest

from pi_board.vision.cold.tiles import DISH
from tests.training.disturb import COVERED, DISH_RADIUS, LEFT, NO_TILE, UNASKED, Disturber
from tests.training.pictures import HOLES, KEPT_MARGIN, SQUARES, TILES, Kind, Sample

CORNERS = ((-1, 1), (1, 1), (1, -1), (-1, -1))  # (y, x) of the light one, orientations 0 to 3


def painted(kind: Kind, rng: np.random.Generator) -> Sample:
    """A board with a camera above its middle: light and dark corners, or spots of three shades."""
    labels = np.zeros((kind.rows, kind.columns, 3), np.int64)
    labels[..., 0] = rng.integers(0, 4 if kind is TILES else 3, labels.shape[:2])
    px, side = kind.kept_px, round(2 * KEPT_MARGIN)
    shape = ((kind.rows + side) * px, (kind.columns + side) * px, 3)
    image = np.full(shape, 120, np.uint8)
    offset = (np.arange(px) + 0.5) / px - 0.5
    for y, x in np.ndindex(kind.rows, kind.columns):
        top, left = (round((KEPT_MARGIN + i) * px) for i in (y, x))
        site, label = image[top : top + px, left : left + px], labels[y, x, 0]
        if kind is TILES:
            down, right = CORNERS[label]
            site[:] = np.where(np.add.outer(down * offset, right * offset) > 0, 220, 40)[..., None]
        elif label:
            site[np.hypot(*np.meshgrid(offset, offset)) < 0.4] = (None, 20, 240)[label]
    camera = np.array([kind.columns / 2, kind.rows / 2, 12.0])
    cover = np.zeros(labels.shape[:2], np.float32)
    return Sample("painted", camera, image, labels, cover)


def seen(kind: Kind, view: np.ndarray) -> np.ndarray:
    """What a picture (5, height, width) shows at every site: the light corner, or the shade."""
    m, px = kind.margin * kind.px, kind.px
    grey = view[:3].mean(axis=0)[m : m + kind.rows * px, m : m + kind.columns * px]
    sites = grey.reshape(kind.rows, px, kind.columns, px).transpose(0, 2, 1, 3)
    if kind is TILES:
        half = px // 2
        halves = (slice(half), slice(half, px))
        shades = [
            sites[..., halves[down > 0], halves[right > 0]].mean((2, 3)) for down, right in CORNERS
        ]
        return np.argmax(shades, axis=0)
    middle = slice(px // 2 - 2, px // 2 + 2)
    step = sites[..., middle, middle].mean((2, 3)) - sites[..., :2, :2].mean((2, 3))
    return np.where(np.abs(step) < 0.4, 0, np.where(step < 0, 1, 2))


@pytest.mark.parametrize("kind", [SQUARES, HOLES, TILES], ids=lambda kind: kind.game)
def test_labels_go_with_what_is_seen(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    """However a board is turned, shuffled and lit, nearly every site shows what its label says.

    Hardened edges would change what is looked at here: how much a middle differs from a corner;
    and noise would be all there is to see of bare squares.
    """
    monkeypatch.setattr("tests.training.lighting.SHARPENED", 0.0)
    monkeypatch.setattr("tests.training.disturb.CLEARED", 0.0)
    rng = np.random.default_rng(0)
    samples = tuple(painted(kind, rng) for _ in range(3))
    disturb, right = Disturber(kind, samples, rng), []
    for index in range(40):
        view, labels = disturb(samples[index % 3])
        assert view.shape == (5, *(np.array(labels.shape[:2]) + 2 * kind.margin) * kind.px)
        unseen = (UNASKED, NO_TILE) if kind is TILES else (UNASKED, COVERED)
        asked = ~np.isin(labels[..., 0], unseen)
        right.append((seen(kind, view) == labels[..., 0])[asked])
    assert np.concatenate(right).mean() > 0.9


def test_tiles_are_missed_beside_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole tiles beside a board the others are where they are said to be; between tiles, turned
    or in another size nothing is a tile, and what lies there is not asked.
    """
    monkeypatch.setattr("tests.training.disturb.ASTRAY", 1.0)
    rng = np.random.default_rng(0)
    samples = tuple(painted(TILES, rng) for _ in range(3))
    disturb, right, count = Disturber(TILES, samples, rng), [], []
    for index in range(60):
        view, labels = disturb(samples[index % 3])
        none, asked = labels[..., 0] == NO_TILE, labels[..., 0] >= 0
        assert none.any()
        assert (labels[none][:, 1:] == UNASKED).all()
        count.append(asked.any())
        right.append((seen(TILES, view) == labels[..., 0])[asked])
    assert 0.1 < np.mean(count) < 0.5
    assert np.concatenate(right).mean() > 0.9


def test_few_stones_are_left_on_a_board_that_is_cleared() -> None:
    """None are seen where none are said to be."""
    rng = np.random.default_rng(2)
    sample = painted(SQUARES, rng)
    disturb = Disturber(SQUARES, (sample,), rng)
    m, px = round(KEPT_MARGIN * SQUARES.kept_px), SQUARES.kept_px
    for _ in range(10):
        cleared = disturb._cleared(sample)
        sites = cleared.rectified[m : m + 8 * px, m : m + 8 * px].reshape(8, px, 8, px, 3)
        none = cleared.labels[..., 0] == 0
        assert (~none).sum() <= LEFT
        assert (sites.transpose(0, 2, 1, 3, 4)[none] == 120).mean() > 0.95
        assert (cleared.labels == sample.labels)[~none].all()


def test_dark_faces_shine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some dark stones' faces change and nothing else does."""
    monkeypatch.setattr("tests.training.disturb.GLOSSED", 1.0)
    rng = np.random.default_rng(1)
    sample = painted(SQUARES, rng)
    glossed = Disturber(SQUARES, (sample,), rng)._glossed(sample)
    changed = (glossed.rectified != sample.rectified).any(axis=-1)
    m, px = round(KEPT_MARGIN * SQUARES.kept_px), SQUARES.kept_px
    inside = changed[m : m + 8 * px, m : m + 8 * px].reshape(8, px, 8, px).transpose(0, 2, 1, 3)
    of_site, dark = inside.mean(axis=(2, 3)), sample.labels[..., 0] == 1
    assert (of_site[dark] > 0.05).mean() > 0.25
    assert not of_site[~dark].any()
    assert np.array_equal(glossed.labels, sample.labels)


@pytest.mark.parametrize("light", [True, False])
def test_a_tile_is_covered_if_one_of_its_dishes_is(light: bool) -> None:
    """Also if a hand is known to hide nearly all of it; of a part nobody knows which."""
    rng = np.random.default_rng(0)
    board = painted(TILES, rng)
    turns, px = board.labels[..., 0], TILES.px
    down, right = (np.array(CORNERS[turns[2, 3]]) * (DISH if light else -DISH) + 0.5 + (2, 3)) * px
    y, x = np.mgrid[: TILES.rows * px, : TILES.columns * px] + 0.5
    blot = (np.hypot(y - down, x - right) < DISH_RADIUS * px).astype(np.float32)
    cover = board.cover.copy()
    cover[4, 4], cover[5, 5] = 0.95, 0.5
    over = Disturber(TILES, (board,), rng)._over_dishes(turns, blot, cover)
    wanted = np.zeros_like(turns)
    wanted[2, 3] = wanted[4, 4] = 1
    wanted[5, 5] = UNASKED
    assert (over == wanted).all()
