"""Reading boards on which something is burnt out."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_board.core.layout import Surface
from pi_board.games.registry import make_game
from pi_board.vision.cold.trained import Opinions
from pi_board.vision.finding.find import find_board
from pi_board.vision.flat import SITE_PX, cut_sites, opponent
from pi_board.vision.geometry import Array, Mask, Registration
from pi_board.vision.pictures import load_picture
from pi_board.vision.warm import doubt, reader
from pi_board.vision.warm.flattener import Flat
from pi_board.vision.warm.learn import learn_board
from pi_board.vision.warm.looks import floor_variance
from pi_board.vision.warm.misfit import squared_distance
from pi_board.vision.warm.reader import WarmGrid
from pi_board.vision.warm.sites import costs_of_change, parts_of
from tests.bench import stress_games
from tests.vision.games_on_film import START, labels_of, moved, photo
from tests.vision.painting import FRAMES, SQUARES, TILES, paint, view

LAYOUT = replace(TILES, labels=("0", "1", "2", "3", "0w", "1w", "2w", "3w"))
VIEW = view(6, 6)
BARE = 12  # the number of a tile that lies one way round with nothing on it, away from the edge
STONES = tuple(range(6))  # white stones on the tiles of the first row
WOOD = opponent(np.array([150.0, 245.0, 255.0], np.float32))


def _tiles() -> tuple[WarmGrid, Flat]:
    """A board of tiles, some with a stone hardly brighter than their light half, and its view."""
    turns = [(c * 7 + r * 5 + c * r) % 4 for r in range(6) for c in range(6)]
    labels = [turn + 4 * (site in STONES) for site, turn in enumerate(turns)]
    corner = {0: (1, 1), 1: (1, -1), 2: (-1, -1), 3: (-1, 1)}
    stones = tuple(
        (s % 6 + 0.5 + 0.2 * corner[turns[s]][0], s // 6 + 0.5 + 0.2 * corner[turns[s]][1], 215)
        for s in STONES
    )
    picture = paint(VIEW, Surface.TILES, stones)
    grid = WarmGrid(picture, VIEW, LAYOUT, labels)
    return grid, grid.flattener.flat(picture, VIEW)


def _turned(flat: Flat, site: int) -> tuple[Array, Mask]:
    """Colours and known channels of a view in which a tile was turned clockwise by a quarter."""
    colour, known = np.array(flat.colour), np.array(flat.known)
    square = cut_sites(colour, VIEW, SITE_PX)[site]
    _place(colour, site)[:] = np.rot90(square, -1).copy()
    return colour, known


def _place(picture: np.ndarray, site: int) -> np.ndarray:
    """The part of a view (height, width, ...) that shows a site."""
    left = SITE_PX // 2 + site % 6 * SITE_PX
    top = SITE_PX // 2 + (5 - site // 6) * SITE_PX
    return picture[top : top + SITE_PX, left : left + SITE_PX]


@pytest.mark.parametrize("shadow", [True, False])
def test_outline_of_a_shadow_on_a_tile_is_no_glare(shadow: bool) -> None:
    """A turned tile of which two turns remain possible is in doubt where glare hides the rest, not
    where the outline of a shadow does: that goes on to the next look.
    """
    grid, flat = _tiles()
    assert grid.labels[BARE] < 4  # no stone on it
    colour, known = _turned(flat, BARE)
    y, x = np.mgrid[:SITE_PX, :SITE_PX] - (SITE_PX - 1) / 2
    turn = (grid.labels[BARE] + 1) % 4
    shown = np.rot90((y > abs(x) + 1), 1 - turn)  # light with this turn and with the next
    for part in (colour, known):
        _place(part, BARE)[~shown] = 0
    edge = ~known.all(axis=-1) if shadow else None
    reading = grid.read(Flat(colour, known, flat.guess, edge))
    assert reading.labels[BARE] != grid.labels[BARE]
    assert reading.untold == (() if shadow else (BARE,))


@pytest.mark.parametrize(("other", "untold"), [("w", False), ("next", True)])
def test_what_is_untold_of_a_burnt_out_tile_is_how_it_lies(other: str, untold: bool) -> None:
    """Not whether a white stone lies on it."""
    grid, _ = _tiles()
    turn = (grid.labels[BARE] + 1) % 4
    looks = np.full((36, 8), -14.0)
    looks[np.arange(36), grid.labels] = 0.0
    looks[BARE] = -14.0
    looks[BARE, turn] = 0.0
    looks[BARE, turn + 4 if other == "w" else (turn + 1) % 4] = -0.5
    best = tuple(looks.argmax(axis=1).tolist())
    assert grid._glared(np.ones(36, np.bool_), looks, best) == ((BARE,) if untold else ())


def test_channel_that_is_not_burnt_out_tells_colours_apart() -> None:
    """Wood and a white stone, red and green burnt out in both, differ by their blue."""
    stone = opponent(np.array([240.0, 250.0, 250.0], np.float32))
    seen = opponent(np.array([[148.0, 255.0, 255.0]], np.float32))
    known = np.array([[True, False, False]])
    for mean, fits in ((WOOD, True), (stone, False)):
        distance = squared_distance(seen, mean[None], floor_variance(mean[None]), known)
        assert bool(distance[0] < 9.0) == fits


def test_burnt_out_pixel_fits_all_that_is_brighter() -> None:
    """Of a pixel burnt out in every channel only the least brightness is known."""
    seen, known = opponent(np.full((1, 3), 250.0, np.float32)), np.zeros((1, 3), np.bool_)
    for level, fits in ((300.0, True), (120.0, False)):
        mean = opponent(np.full((1, 3), level, np.float32))
        distance = squared_distance(seen, mean, floor_variance(mean), known)
        assert bool(distance[0] < 9.0) == fits


@pytest.mark.thorough
def test_game_on_lanes_goes_on_when_white_stones_are_burnt_out() -> None:
    """Stones that are burnt out are remembered where they were put down, and the ground where dark
    ones were taken away looks like that beside them.
    """
    film = stress_games.load(Path(FRAMES) / "demo" / "linja")
    answer = stress_games.watch(film, dict(stress_games.FILM_DISTURBANCES)["1 stop brighter"])
    assert stress_games.wrong_moves(film, answer) == 0
    assert answer.right(film.moves) >= 8


@pytest.mark.thorough
def test_game_on_tiles_goes_on_when_white_halves_are_burnt_out() -> None:
    """White stones on white are told by their edges: no move is missed, and none made up."""
    film = stress_games.load(Path(FRAMES) / "demo" / "connexoh")
    answer = stress_games.watch(film, dict(stress_games.FILM_DISTURBANCES)["1.5 stops brighter"])
    assert stress_games.wrong_moves(film, answer) == 0
    assert answer.right(film.moves) >= 6


def test_edges_are_not_asked_of_a_tile_of_which_they_were_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """When the board was learnt; once another thing is known to lie there they are again."""
    game, asked = make_game("connexoh"), []
    layout, stone = game.layouts[0], game.layouts[0].label("0w")

    def edges(looks: Array, *others: object) -> frozenset[int]:
        asked.append(others[-1])
        looks[BARE] = np.where(np.arange(looks.shape[1]) == stone, 0.0, -9.0)
        return frozenset()

    monkeypatch.setattr(reader, "decide_by_edges", edges)
    picture = load_picture(FRAMES / "demo" / "connexoh" / "f_0000.jpg")
    bright = np.minimum(2.5 * picture, 255).astype(np.uint8)
    found = find_board(picture, layout)
    assert isinstance(found, Registration)
    learnt = learn_board(bright, found, layout, game.appearance(game.start(), layout))
    assert learnt is not None
    assert isinstance(learnt.board, WarmGrid)
    grid, flat = learnt.board, learnt.board.flattener.flat(bright, learnt.registration.geometry)
    grid.read(flat)
    grid.confirm(flat, grid.labels)
    grid.read(flat)
    grid.confirm(flat, [*grid.labels[:BARE], stone, *grid.labels[BARE + 1 :]])
    grid.read(flat)
    assert [BARE in silent for silent in asked[-3:]] == [True, True, False]


def test_stone_may_leave_a_tile_that_is_turned_but_not_come_to_one() -> None:
    """A turn can let out the stone on the tile itself; putting one down is another move."""
    labels = ("0w", "1", "1w", "1x")
    costs = costs_of_change([parts_of(label) for label in labels])
    assert [cost > 0 for cost in costs[0]] == [False, False, False, True]
    assert [cost > 0 for cost in costs[1]] == [True, False, False, False]


def test_neither_an_empty_square_nor_a_bright_picture_dazzles() -> None:
    """A lamp may be mirrored where nothing stood; and where all is burnt out memory tells still."""
    grid = WarmGrid(photo(START), view(), SQUARES, labels_of(START))
    square = np.array([(4.05, 4.05), (4.95, 4.05), (4.95, 4.95), (4.05, 4.95)])
    lit, bright = photo(START), np.minimum(2.0 * photo(START), 255).astype(np.uint8)
    cv2.fillConvexPoly(lit, np.round(view().project(square)).astype(np.int32), (255,) * 3)
    for picture in (lit, bright):
        flat = grid.flattener.flat(picture, view())
        assert (cut_sites(flat.burnt, view(), SITE_PX).mean(axis=(1, 2)) > 0.4).any()
        assert grid.read(flat).dazzling == ()


@pytest.mark.parametrize("gone", [True, False])
def test_lamp_mirrored_where_a_stone_stood_tells_nothing(gone: bool) -> None:
    """Nor does what a network thinks of it, but a stone that hides the mirror image is seen."""
    start = labels_of(START)
    grid = WarmGrid(photo(START), view(), SQUARES, start)
    site = SQUARES.site("h4")
    square = np.array([(7.05, 3.05), (7.95, 3.05), (7.95, 3.95), (7.05, 3.95)])
    lamp = np.zeros(photo(START).shape[:2], np.uint8)
    cv2.fillConvexPoly(lamp, np.round(view().project(square)).astype(np.int32), 1)
    picture = photo(moved(START, "h4", "f4") if gone else START)
    if not gone:
        lamp &= cv2.absdiff(photo(START), photo(moved(START, "h4", "f4"))).max(axis=2) < 40
    picture[lamp > 0] = 255
    reading = grid.read(grid.flattener.flat(picture, view()))
    sure = np.where(np.arange(3) == 2, 0.0, -9.0)[None].repeat(64, axis=0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(doubt, "opinion_of", lambda *_: Opinions(sure, np.zeros(len(sure))))
        heard = doubt.settled_by_opinion(reading, picture, view(), SQUARES, lambda: True, start, {})
    assert heard.looks[site].any() != gone
    assert heard.labels[SQUARES.site("f4") if gone else site] == 2


@pytest.mark.parametrize("lit", [True, False])
@pytest.mark.parametrize("shown", ["thing", "shadow", "ring", "nothing"])
def test_what_lies_in_the_mirror_image_of_a_lamp_may_be_a_stone(shown: str, lit: bool) -> None:
    """Though nothing explains how it looks, and a network may think the square empty; or it is no
    stone. What changes all of a square may be a shadow; within a ring nothing has changed.
    """
    site, square = SQUARES.site("d5"), np.array([(3.0, 4.0), (4.0, 4.0), (4.0, 5.0), (3.0, 5.0)])
    corners = np.round(view().project(square)).astype(np.int32)
    picture = photo(START)
    if lit:
        cv2.fillConvexPoly(picture, corners, (255, 255, 255))
    start = labels_of(START)
    grid = WarmGrid(picture.copy(), view(), SQUARES, start)
    x, y = np.round(view().project([(3.5, 4.5)])[0]).astype(int).tolist()
    if shown == "thing":
        cv2.circle(picture, (x, y), 9, (80, 130, 60), -1, cv2.LINE_AA)
    if shown == "ring":
        cv2.circle(picture, (x, y), 15, (80, 130, 60), 2, cv2.LINE_AA)
    if shown == "shadow":
        cv2.fillConvexPoly(picture, corners, (80, 130, 60))
    reading = grid.read(grid.flattener.flat(picture, view()))
    empty = np.where(np.arange(3) == 0, 0.0, (-3.0, -3.0, -7.0))[None].repeat(64, axis=0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(doubt, "opinion_of", lambda *_: Opinions(empty, np.zeros(len(empty))))
        heard = doubt.settled_by_opinion(reading, picture, view(), SQUARES, lambda: True, start, {})
    assert heard.looks[site].any() != (lit and shown == "thing")
    assert reading.dazzling == ((site,) if lit and shown == "thing" else ())


def test_a_stone_that_looks_like_others_is_told_in_a_mirror_image_too() -> None:
    """A black one is explained well enough, so nothing is left open."""
    square = np.array([(3.0, 4.0), (4.0, 4.0), (4.0, 5.0), (3.0, 5.0)])
    lamp = np.zeros(photo(START).shape[:2], np.uint8)
    cv2.fillConvexPoly(lamp, np.round(view().project(square)).astype(np.int32), 1)
    lit, picture = photo(START), photo(moved(START, "d8", "d5"))
    stone = cv2.absdiff(lit, picture).max(axis=2) > 40
    lit[lamp > 0] = 255
    grid = WarmGrid(lit, view(), SQUARES, labels_of(START))
    picture[(lamp > 0) & ~stone] = 255
    reading = grid.read(grid.flattener.flat(picture, view()))
    assert reading.dazzling == ()
    assert reading.labels[SQUARES.site("d5")] == SQUARES.label("b")
