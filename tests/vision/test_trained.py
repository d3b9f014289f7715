"""The networks' opinions, on boards that lie where they are said to."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pi_board.vision.cold import trained
from pi_board.vision.cold.rows import counts_in_bins
from pi_board.vision.finding.tiles import find_tiles
from pi_board.vision.geometry import BoardGeometry, Image, Registration
from pi_board.vision.pictures import load_picture
from pi_board.vision.pose import geometry_from_corners
from pi_board.vision.sampling import parallax
from tests.vision.painting import TILES, frame

STILLS = Path(__file__).parents[1] / "frames" / "stills"


def still(name: str) -> tuple[Image, BoardGeometry, dict[str, Any]]:
    """A picture, where the board lies in it, and what stands there."""
    truth = json.loads((STILLS / f"{name}.json").read_text())
    image = load_picture(STILLS / f"{name}.jpg")
    size = (image.shape[1], image.shape[0])
    across = {"loa": 8, "linja": 6, "connexoh": 6}[truth["game"]]
    up = 6 if truth["game"] == "connexoh" else 8
    return image, geometry_from_corners(truth["corners_px"], across, up, size), truth["state"]


def stones(state: dict[str, Any]) -> np.ndarray:
    """Which sites have a stone, row 1 first."""
    return np.array([sign != "." for row in reversed(state["grid"]) for sign in row])


@pytest.mark.parametrize("name", ["loa_007", "loa_027"])
def test_stones_on_squares_are_told_from_bare_ones(name: str) -> None:
    """Nearly every square of a board is right by the network alone."""
    image, geometry, state = still(name)
    logs = trained.opinions_on_squares(image, geometry).logs
    assert logs.shape == (64, 3)
    assert ((logs.argmax(axis=1) > 0) == stones(state)).sum() >= 62


def test_pegs_are_told_from_holes() -> None:
    """Nearly every hole of a board is right by the network alone."""
    image, geometry, state = still("linja_021")
    logs = trained.opinions_on_holes(image, geometry).logs
    hidden = 6  # sites under the hand
    assert ((logs.argmax(axis=1) > 0) == stones(state)).sum() >= 48 - hidden


def test_threads_do_not_get_each_others_answers() -> None:
    """One board is set up while another is still being read."""
    boards = [still(name)[:2] for name in ("loa_007", "loa_027")]
    alone = [trained.opinions_on_squares(*board).logs for board in boards]
    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(trained.opinions_on_squares, *board) for board in boards * 20]
        for number, answer in enumerate(asked):
            np.testing.assert_array_equal(answer.result().logs, alone[number % 2])


def test_the_same_picture_is_not_asked_of_twice() -> None:
    """Tiles are found with the network that reads them; any other picture is asked of."""
    image, geometry, _ = still("connexoh_007")
    leads = trained.leads_of_tiles(image, geometry)
    asked = trained.network("tiles.onnx")
    net, asked._net = asked._net, None
    try:
        assert np.array_equal(trained.leads_of_tiles(image, geometry), leads)
        with pytest.raises(AttributeError):
            trained.leads_of_tiles(image ^ 1, geometry)
    finally:
        asked._net = net


def test_holes_are_where_they_are_seen_to_be() -> None:
    """From a third of a site beside the board each hole's place is told, under pegs too."""
    image, geometry, _ = still("linja_021")
    beside = geometry.shifted(0.3, -0.25)
    places = trained.places_of_holes(image, beside)
    board = (slice(trained.BEYOND, -trained.BEYOND),) * 2
    seen = places.holes[board] > 0.5
    wanted = beside.unproject(geometry.project(geometry.site_centres)).reshape(8, 6, 2)
    miss = np.linalg.norm(places.points[board] - wanted, axis=2)
    assert seen.sum() >= 38  # a hand hides some
    assert np.median(miss[seen]) < 0.1
    assert miss[seen].max() < 0.25


def test_there_are_no_holes_beside_a_board() -> None:
    """Bare wood, the rail and the table are none."""
    image, geometry, _ = still("linja_021")
    places = trained.places_of_holes(image, geometry)
    beside = np.ones_like(places.holes, np.bool_)
    beside[trained.BEYOND : -trained.BEYOND, trained.BEYOND : -trained.BEYOND] = False
    assert places.holes[beside].max() < 0.5


def test_stones_in_lanes_are_counted() -> None:
    """Six of eight lanes at least are right by the network alone, and none is called hidden."""
    image, _, state = still("linja_004")
    truth = json.loads((STILLS / "linja_004.json").read_text())
    size = (image.shape[1], image.shape[0])
    geometry = geometry_from_corners(truth["corners_px"], 8, 8, size, aspect=None)
    lanes = trained.opinions_on_lanes(image, geometry)
    table = counts_in_bins(lanes.stones)
    likeliest = [divmod(int(lane.argmax()), 13) for lane in table]
    right = [
        (row["b"], row["w"]) == lane for row, lane in zip(state["rows"], likeliest, strict=True)
    ]
    assert sum(right) >= 6
    assert lanes.covered.max() == 0


def test_tiles_are_told_apart_with_their_stones() -> None:
    """Every orientation, and nearly every stone, is right by the network alone."""
    image, geometry, state = still("connexoh_021")
    logs = trained.opinions_on_tiles(image, geometry).logs
    assert logs.shape == (36, 16)
    turns = [int(digit) for row in reversed(state["tiles"]) for digit in row]
    assert (logs.argmax(axis=1) // 4).tolist() == turns
    names = [f"{'abcdef'[i % 6]}{i // 6 + 1}" for i in range(36)]
    dark = [name in state["stones"]["b"] for name in names]
    assert ((logs.argmax(axis=1) % 4 >= 2) == np.array(dark)).sum() >= 35


def board_of_tiles(name: str) -> tuple[Image, BoardGeometry]:
    """A picture of tests/frames and where tiles are found in it."""
    image = frame(name)
    board = find_tiles(image, TILES, None, None)
    assert isinstance(board, Registration)
    return image, board.geometry


def test_a_board_with_doubtful_tiles_is_looked_at_turned_by_a_quarter_too() -> None:
    """By who is patient; the mean counts."""
    image, geometry = board_of_tiles("connexoh_hand")
    turned = trained._of_tiles(image, geometry.rotated(1)).reshape(6, 6, -1)
    turned[..., :4] = np.roll(turned[..., :4], 1, axis=-1)
    both = trained._of_tiles(image, geometry) + np.rot90(turned).reshape(36, -1)
    said = trained.opinions_on_tiles(image, geometry, patient=True)
    told = trained._told_of_tiles(both / 2)
    assert said.logs == pytest.approx(told.logs)
    assert said.covered == pytest.approx(told.covered)
    assert told.hidden.sum() == 5  # by the same fingers both times
    assert np.abs(trained.opinions_on_tiles(image, geometry).logs - said.logs).max() > 0.5


def test_very_doubtful_tiles_are_seen_the_same_turned_by_half_while_a_game_is_on() -> None:
    """The light that blinds one look blinds the next pictures as well."""
    image, geometry = board_of_tiles("connexoh_burnt_out_start")
    logs = trained.opinions_on_tiles(image, geometry).logs.reshape(6, 6, 4, 4)
    turned = trained.opinions_on_tiles(image, geometry.rotated(2)).logs.reshape(6, 6, 4, 4)
    assert np.rot90(np.roll(turned, 2, axis=2), 2) == pytest.approx(logs, abs=0.01)


@pytest.mark.parametrize("turns", range(4))
def test_tiles_and_their_stones_are_told_whichever_way_the_board_is_turned(turns: int) -> None:
    """They are named as they lie, not as they are looked at."""
    image, geometry = board_of_tiles("stills/connexoh_007")
    once, turned = (trained._of_tiles(image, geometry, n) for n in (0, turns))
    assert (turned[:, :4].argmax(axis=1) == once[:, :4].argmax(axis=1)).all()
    assert ((turned[:, 4:6] > 0) == (once[:, 4:6] > 0)).mean() > 0.95


@pytest.mark.parametrize(
    ("name", "ask"),
    [("loa_024", trained.opinions_on_squares), ("linja_021", trained.opinions_on_holes)],
)
def test_a_board_with_doubtful_stones_is_looked_at_turned_by_a_quarter_too(
    name: str, ask: Callable[..., trained.Opinions]
) -> None:
    """Its sites are told as surely as they are on average, in the order of the board as it lies."""
    picture, geometry, _ = still(name)
    image = np.clip(np.random.default_rng(0).normal(picture * 0.1, 3), 0, 255).astype(np.uint8)
    once, patient = (ask(image, geometry, patient=patient) for patient in (False, True))
    side = geometry.rotated(1)
    turned = np.rot90(ask(image, side).logs.reshape(side.rows, side.columns, -1)).reshape(-1, 3)
    lead, other, mean = (np.ptp(logs, axis=1) for logs in (once.logs, turned, patient.logs))
    assert np.abs(mean - lead).max() > 0.5
    assert np.corrcoef(mean, lead + other)[0, 1] > 0.95


@pytest.mark.parametrize("patient", [False, True])
def test_a_board_without_doubtful_tiles_is_looked_at_once(patient: bool) -> None:
    """A look takes a while."""
    image, geometry = board_of_tiles("stills/connexoh_007")
    once = trained._told_of_tiles(trained._of_tiles(image, geometry))
    said = trained.opinions_on_tiles(image, geometry, patient)
    assert (said.logs == once.logs).all()
    assert (said.covered == once.covered).all()


def test_networks_are_told_how_things_lean() -> None:
    """Two of the five planes say where the top of a thing is seen, as parallax does."""
    _, geometry, _ = still("linja_021")
    px, margin, height = 20, 1, 0.01
    flat = np.random.default_rng(0).integers(0, 256, (10 * px, 8 * px, 3), np.uint8)
    planes = trained.prepared(flat, geometry.camera_position, px, margin)
    points = np.array([[0.5, 0.5], [5.5, 0.5], [2.5, 7.5]])
    x = np.rint((points[:, 0] + margin) * px - 0.5).astype(int)
    y = np.rint((geometry.rows + margin - points[:, 1]) * px - 0.5).astype(int)
    shift = (parallax(geometry, points, height) - points) / height
    assert np.allclose(planes[3:, y, x].T, shift * (1, -1), atol=0.02)


def test_networks_see_contrast_and_no_exposure() -> None:
    """Colours of the board itself have mean 0 and spread 1, whatever lies in the margin."""
    flat = np.random.default_rng(1).integers(40, 90, (80, 80, 3), np.uint8)
    flat[:20] = 255
    planes = trained.prepared(flat, np.array([2.0, 1.0, 9.0]), 20, 1)
    board = planes[:3, 20:60, 20:60]
    assert abs(board.mean()) < 1e-3
    assert abs(board.std() - 1.0) < 0.01


def test_opinions_do_not_depend_on_the_exposure() -> None:
    """Half the levels, the same opinions."""
    image, geometry, _ = still("loa_027")
    darker = (image // 2).astype(np.uint8)
    as_it_is, halved = (trained.opinions_on_squares(i, geometry).logs for i in (image, darker))
    assert (as_it_is.argmax(axis=1) == halved.argmax(axis=1)).mean() > 0.98
