"""Dark stones that show a lamp look like light ones; whose they are, the rules tell."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_board.core.layout import Layout, Surface, column_and_row
from pi_board.core.observation import Observation
from pi_board.games.registry import make_game
from pi_board.vision.flat import MARGIN_SITES, SITE_PX
from pi_board.vision.geometry import BoardGeometry, Image
from pi_board.vision.warm.flattener import Flat
from pi_board.vision.warm.mirrors import with_mirrors
from pi_board.vision.warm.reader import WarmReading
from pi_board.vision.warm.session import BoardSession
from tests.vision.games_on_film import LAYOUT, START, appearance_of, moved, photo
from tests.vision.painting import view

HOLES = next(one for one in make_game("linja").layouts if one.surface is Surface.HOLES)
SITE, SITE_OF_HOLES = LAYOUT.site("c3"), HOLES.site("c3")


def _shining(position: str, square: str) -> Image:
    """The photograph of a position in which something on a square is as bright as can be."""
    picture, geometry = photo(position), view()
    middle = geometry.project([np.add(column_and_row(square), 0.5)])[0]
    radius = round(0.36 * geometry.site_px)
    at = round(float(middle[0])), round(float(middle[1]))
    return np.asarray(cv2.circle(picture, at, radius, (255, 255, 255), -1, cv2.LINE_AA), np.uint8)


def _row(picture: Image, square: str) -> dict[str, float]:
    """Log-likelihoods of a square in a picture, the game having begun at its start."""
    session = BoardSession(site_mm=40.0)
    session.expect([(LAYOUT, appearance_of(START))])
    for t in (-0.5, 0.0):
        session.see(photo(START), t, 0)
    (seen,) = (one for one in session.see(picture, 1.0, 1) if isinstance(one, Observation))
    return dict(zip(LAYOUT.labels, seen.looks[LAYOUT.site(square)], strict=True))


def test_a_shining_stone_that_has_come_may_be_of_either_team() -> None:
    """But there is a stone."""
    row = _row(_shining(moved(START, "c1", "c3"), "c3"), "c3")
    assert abs(row["w"] - row["b"]) < 1.0
    assert row["empty"] < -5.0


def test_a_shining_stone_that_was_there_before_stays_what_it_looks_like() -> None:
    """Who is about to capture it may have the capturing stone in the hand."""
    row = _row(_shining(START, "a4"), "a4")
    assert row["b"] < row["w"] - 5.0


def test_a_shining_stone_is_a_light_one_if_a_light_one_has_gone() -> None:
    """A dark one that is gone as well is in the hand of somebody who thinks about a capture."""
    row = _row(_shining(moved(START, "a4", "c3"), "c3"), "c3")
    assert row["b"] < row["w"] - 5.0


def test_a_stone_that_does_not_shine_is_of_its_team() -> None:
    """As ever."""
    row = _row(photo(moved(START, "a4", "c4")), "c4")
    assert row["b"] < row["w"] - 5.0


@pytest.mark.parametrize("darker_first", [True, False])
def test_only_the_lighter_team_may_be_mirrored(darker_first: bool) -> None:
    """Nothing makes a light stone burn out and look dark."""
    light, dark = ("w", "b") if darker_first else ("b", "w")
    assert _doubted(light, darker_first)[dark] > -1.0
    assert _doubted(dark, darker_first)[light] == -14.0


def test_a_disc_over_a_hole_is_small_and_may_be_a_mirror_too() -> None:
    """Hardly a tenth of its site is burnt out, in a filmed game."""
    geometry = view(HOLES.columns, HOLES.rows)
    burnt = _burnt(geometry)
    burnt.known[:] = True
    x, y = (round((MARGIN_SITES + at) * SITE_PX) for at in (2.5, HOLES.rows - 2.5))
    burnt.known[y - 2 : y + 1, x - 2 : x + 1] = False
    reading, empty = _reading(HOLES, "w", SITE_OF_HOLES), [0] * len(HOLES.sites)
    new = with_mirrors(reading, burnt, geometry, HOLES, empty, lambda: True)
    assert new.looks[SITE_OF_HOLES, HOLES.label("b")] > -1.0


@pytest.mark.parametrize(("spot", "doubted"), [(217.0, True), (170.0, False)])
def test_a_stone_that_shines_brighter_than_light_ones_may_be_a_mirror(
    spot: float, doubted: bool
) -> None:
    """A blue disc in a dim room, in a filmed game: nothing of it was burnt out."""
    geometry = view(HOLES.columns, HOLES.rows)
    burnt = _burnt(geometry)
    colour, known = np.full(burnt.colour.shape, 80.0, np.float32), ~burnt.known
    reading, before = _reading(HOLES, "w", SITE_OF_HOLES), [0] * len(HOLES.sites)
    for site, bright in [(SITE_OF_HOLES, spot)] + [(HOLES.site(f"{c}8"), 165.0) for c in "abcdef"]:
        column, row = column_and_row(HOLES.sites[site])
        x, y = (
            round((MARGIN_SITES + at) * SITE_PX) for at in (column + 0.5, HOLES.rows - row - 0.5)
        )
        colour[y - 2 : y + 2, x - 2 : x + 2, 0] = bright
        if site != SITE_OF_HOLES:
            before[site] = HOLES.label("w")
            reading.looks[site] = np.where(np.arange(3) == before[site], 0.0, -14.0)
    labels = tuple(int(i) for i in reading.looks.argmax(axis=1))
    reading, flat = replace(reading, labels=labels), Flat(colour, known, colour)
    new = with_mirrors(reading, flat, geometry, HOLES, before, lambda: True)
    assert (new.looks[SITE_OF_HOLES, HOLES.label("b")] > -1.0) == doubted


def test_tiles_are_left_alone() -> None:
    """There the half that a stone lies on tells whose it is."""
    layout = make_game("connexoh").layouts[0]
    geometry = view(layout.columns, layout.rows)
    reading = _reading(layout, "0w", SITE)
    same = with_mirrors(reading, _burnt(geometry), geometry, layout, [0] * 36, lambda: True)
    assert same is reading


def _doubted(label: str, darker_first: bool) -> dict[str, float]:
    """What c3 shows, burnt out and empty before, that was read as `label`."""
    reading, geometry = _reading(LAYOUT, label, SITE), view()
    new = with_mirrors(reading, _burnt(geometry), geometry, LAYOUT, [0] * 64, lambda: darker_first)
    return dict(zip(LAYOUT.labels, new.looks[SITE].tolist(), strict=True))


def _reading(layout: Layout, label: str, site: int) -> WarmReading:
    looks = np.full((len(layout.sites), len(layout.labels)), -14.0)
    looks[:, 0] = 0.0
    looks[site, 0], looks[site, layout.labels.index(label)] = -14.0, 0.0
    best = tuple(int(i) for i in looks.argmax(axis=1))
    return WarmReading(looks, best, np.zeros((1, 1), np.bool_))


def _burnt(geometry: BoardGeometry) -> Flat:
    """A view all burnt out."""
    edge = 2 * round(MARGIN_SITES * SITE_PX)
    shape = (geometry.rows * SITE_PX + edge, geometry.columns * SITE_PX + edge, 3)
    nothing = np.zeros(shape, np.float32)
    return Flat(nothing, np.zeros(shape, np.bool_), nothing)
