"""Reading boards whose looks were learnt from one picture."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_board.core.layout import Surface
from pi_board.games.registry import make_game
from pi_board.vision.geometry import BoardGeometry, Image
from pi_board.vision.warm.hands import comes_in, hidden_pixels, obstructed_sites
from pi_board.vision.warm.reader import WarmGrid, WarmReading
from tests.vision.games_on_film import LAYOUT, START, labels_of, moved, photo, with_hand
from tests.vision.painting import layout_of, paint, view

VIEW = view()
HOLES = layout_of(Surface.HOLES, 6, 8)
TILES = make_game("connexoh").layouts[0]
TEXT = moved(START, "c1", "c3")


def learnt(geometry: BoardGeometry = VIEW) -> WarmGrid:
    """The looks of the painted board at the start."""
    return WarmGrid(photo(START, geometry), geometry, LAYOUT, labels_of(START))


def reading_of(board: WarmGrid, picture: Image, geometry: BoardGeometry = VIEW) -> WarmReading:
    """The board's reading of a picture."""
    return board.read(board.flattener.flat(picture, geometry))


def covered(board: WarmGrid, picture: Image) -> tuple[str, ...]:
    """Obstructed sites in a picture."""
    return obstructed_sites(reading_of(board, picture).strange, VIEW, LAYOUT)


def test_start_explains_itself_without_memory() -> None:
    """Looks learnt with right labels explain every site of the picture."""
    board = learnt()
    looks, _ = board.explain_all(board.flattener.flat(photo(START), VIEW))
    assert tuple(looks.argmax(axis=1)) == labels_of(START)


def test_looks_learnt_with_wrong_labels_explain_little() -> None:
    """Labels of another position are a muddle: far fewer sites agree with theirs."""
    wrong = labels_of("/".join(reversed(["bbbbbbbb", *["...ww..."] * 6, "wwwwwwww"])))
    board = WarmGrid(photo(START), VIEW, LAYOUT, wrong)
    looks, _ = board.explain_all(board.flattener.flat(photo(START), VIEW))
    assert (looks.argmax(axis=1) == np.array(wrong)).mean() < 0.9


def test_moved_stone_is_read_where_it_is() -> None:
    """Both squares of a move read right, surely, and nothing is obstructed."""
    board = learnt()
    reading = reading_of(board, photo(TEXT, seed=3))
    assert reading.labels == labels_of(TEXT)
    assert (np.sort(reading.looks, axis=1)[:, -2] < -5.0).all()
    assert covered(board, photo(TEXT, seed=3)) == ()


def test_tile_with_both_stones_shows_neither_kind() -> None:
    """Sites may be taken to hold both where a board is not the one expected: no third kind."""
    geometry = view(6, 6)
    turns = [(c * 7 + r * 5 + c * r) % 4 for r in range(6) for c in range(6)]
    both, light = range(3), range(30, 36)
    stones = tuple((s % 6 + 0.5, s // 6 + 0.5, 250 if s in light else 5) for s in (*both, *light))
    labels = [f"{turn}{'x' * (s in both)}{'w' * (s in light)}" for s, turn in enumerate(turns)]
    picture = paint(geometry, Surface.TILES, stones)
    board = WarmGrid(picture, geometry, TILES, [TILES.labels.index(label) for label in labels])
    assert board.darker_first()


@pytest.mark.parametrize(("grain", "level"), [(3.0, 228), (8.0, 240)])
def test_stone_hardly_unlike_its_tile_is_missed_when_it_goes(grain: float, level: int) -> None:
    """It changes its tile little, but far more than anything else has changed; and the tile as it
    was, which is known better than bare tiles are, is not believed for that alone.
    """
    layout = replace(TILES, labels=("0", "1", "2", "3", "0w", "1w", "2w", "3w"))
    geometry, light_corner = view(6, 6), (0.7, 0.7)  # of a1, painted as 0

    def tiles(stones: tuple[tuple[float, float, int], ...], seed: int) -> Image:
        wood = paint(geometry, Surface.TILES, stones, noise=grain, radius=0.24)
        noise = np.random.default_rng(seed).normal(0.0, 2.0, wood.shape)
        return np.clip(wood + noise, 0, 255).astype(np.uint8)

    bare = [(c * 7 + r * 5 + c * r) % 4 for r in range(6) for c in range(6)]
    board = WarmGrid(tiles(((*light_corner, level),), 1), geometry, layout, [4, *bare[1:]])
    assert reading_of(board, tiles((), 3), geometry).labels == tuple(bare)


def test_darker_and_warmer_light_is_no_move() -> None:
    """Half the light and another white balance change no label and obstruct nothing."""
    board = learnt()
    picture = photo(TEXT, seed=4).astype(np.float32) * (0.42, 0.5, 0.56)
    evening = picture.astype(np.uint8)
    assert reading_of(board, evening).labels == labels_of(TEXT)
    assert covered(board, evening) == ()


def test_light_from_one_side_is_no_move() -> None:
    """A lamp that makes one side of the board half as bright again changes nothing."""
    board = learnt()
    across = np.linspace(0.8, 1.2, 640, dtype=np.float32)[None, :, None]
    lit = np.clip(photo(TEXT, seed=5) * across, 0, 255).astype(np.uint8)
    assert reading_of(board, lit).labels == labels_of(TEXT)
    assert covered(board, lit) == ()


def test_hand_obstructs_what_it_covers() -> None:
    """An arm that reaches in from below obstructs the square at its tip and those under it."""
    board = learnt()
    sites = covered(board, with_hand(photo(TEXT), VIEW, "d4"))
    assert {"d4", "d3", "d2"} <= set(sites)
    assert "a8" not in sites


def test_hand_that_only_reaches_the_margin_obstructs_nothing() -> None:
    """A hand beside the grid leaves all sites to be read."""
    board = learnt()
    picture = photo(TEXT)
    picture[-14:, 300:360] = (120, 150, 205)
    assert covered(board, picture) == ()


def test_thing_in_the_middle_of_the_board_is_no_hand_unless_large() -> None:
    """A small strange spot obstructs nothing, a cup does."""
    board = learnt()
    (x, y), *_ = VIEW.project([(4.5, 4.5)]).round().astype(int).tolist()
    spot, cup = photo(TEXT), photo(TEXT)
    spot[y - 5 : y + 5, x - 5 : x + 5] = (40, 220, 40)
    cup[y - 45 : y + 45, x - 45 : x + 45] = (40, 220, 40)
    assert covered(board, spot) == ()
    assert "e5" in covered(board, cup)


def test_confirmed_move_is_remembered() -> None:
    """After confirmation the new position is the memory: it reads with full certainty."""
    board = learnt()
    board.confirm(board.flattener.flat(photo(TEXT, seed=6), VIEW), labels_of(TEXT))
    assert board.labels == labels_of(TEXT)
    reading = reading_of(board, photo(TEXT, seed=8))
    assert reading.labels == labels_of(TEXT)
    assert not reading.strange.any()


def test_confirmed_light_is_remembered_at_once() -> None:
    """Since a shove a coloured light falls on other sites. What was confirmed under it is no hand
    any more, though no label has changed there.
    """
    board = learnt()
    light = np.ones((480, 640, 1), np.float32) * (1.0, 1.0, 1.0)
    light[:, 300:420] *= (0.55, 1.1, 0.6)
    light = cv2.GaussianBlur(light, (0, 0), 4.0)

    def lit(seed: int) -> Image:
        return np.clip(photo(TEXT, seed=seed) * light, 0, 255).astype(np.uint8)

    assert covered(board, lit(6))
    board.confirm(board.flattener.flat(lit(6), VIEW), labels_of(TEXT))
    assert covered(board, lit(8)) == ()
    assert reading_of(board, lit(8)).labels == labels_of(TEXT)


def test_what_lies_on_hidden_sites_is_not_remembered() -> None:
    """A cup that has stood there for long is not the board."""
    board, cup = learnt(), photo(TEXT, seed=6)
    (x, y), *_ = VIEW.project([(4.5, 4.5)]).round().astype(int).tolist()
    cup[y - 45 : y + 45, x - 45 : x + 45] = (40, 220, 40)
    there = np.isin(LAYOUT.sites, covered(board, cup))
    nothing = np.zeros_like(reading_of(board, cup).strange)
    hidden = hidden_pixels(there, nothing, VIEW, LAYOUT)
    board.confirm(board.flattener.flat(cup, VIEW), labels_of(TEXT), hidden)
    assert "e5" in covered(board, cup)
    assert covered(board, photo(TEXT, seed=8)) == ()


def test_glare_is_no_stone_and_no_hand() -> None:
    """A burnt-out spot on an empty square changes neither its label nor obstructs it."""
    board = learnt()
    (x, y), *_ = VIEW.project([(3.5, 4.5)]).round().astype(int).tolist()
    shiny = photo(START, seed=9)
    shiny[y - 6 : y + 6, x - 9 : x + 9] = 255
    assert reading_of(board, shiny).labels == labels_of(START)
    assert covered(board, shiny) == ()


def pegs(stones: dict[str, int], camera: BoardGeometry) -> Image:
    """A pale board of holes whose home rows are painted dark, with stones of these grey levels."""
    image = paint(camera, lined=True)
    for row in (0, 7):
        corners = camera.project([(0, row), (6, row), (6, row + 1), (0, row + 1)])
        mask = np.zeros(image.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.rint(corners).astype(np.int32), 1)
        image[mask > 0] = image[mask > 0] * np.array([0.4, 0.65, 0.5])
    for i, name in enumerate(HOLES.sites):
        middle = camera.project([(i % 6 + 0.5, i // 6 + 0.5), (i % 6 + 0.8, i // 6 + 0.5)])
        at, reach = np.rint(middle[0]).astype(int).tolist(), np.linalg.norm(middle[1] - middle[0])
        level = stones.get(name)
        colour = (90.0, 100.0, 100.0) if level is None else (level * 0.8, level * 1.0, level * 0.9)
        thick = 1 if level is None else -1
        cv2.circle(image, at, round(float(reach)), colour, thick, cv2.LINE_AA)
    return image


def test_a_stone_uncovers_paint_that_no_bare_site_had() -> None:
    """At the start stones hide all of a painted home row; a hole that one leaves is seen empty."""
    camera = view(6, 8, distance=14.0)
    between = {
        f"{'abcdef'[(3 * k + c) % 6]}{k + 1}": (30, 225)[c] for k in range(1, 7) for c in (0, 1)
    }
    stones = {f"{c}1": 30 for c in "abcdef"} | {f"{c}8": 225 for c in "abcdef"} | between

    def labels(lying: dict[str, int]) -> tuple[int, ...]:
        return tuple({None: 0, 30: 1, 225: 2}[lying.get(name)] for name in HOLES.sites)

    board = WarmGrid(pegs(stones, camera), camera, HOLES, labels(stones))
    after = {name: level for name, level in stones.items() if name != "d1"} | {"b2": 30}
    assert reading_of(board, pegs(after, camera), camera).labels == labels(after)


def hollowed_tiles(turned: str, camera: BoardGeometry) -> Image:
    """Connex'oh's start with one tile turned round; a low lamp shades the hollows on one side."""
    image = np.full((480, 640, 3), 120, np.uint8)

    def spot(x: float, y: float, radius: float, level: int) -> None:
        middle, edge = camera.project([(x, y), (x + radius, y)])
        at, reach = (
            np.rint(middle).astype(int).tolist(),
            round(float(np.linalg.norm(edge - middle))),
        )
        cv2.circle(image, at, reach, (level, level, level), -1, cv2.LINE_AA)

    for i, name in enumerate(TILES.sites):
        x, y, sign = i % 6, i // 6, -1 if name == turned else 1
        square = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        light = [square[1], square[2], square[3]] if sign > 0 else [square[3], square[0], square[1]]
        for outline, level in ((square, 70), (light, 150)):
            points = np.rint(camera.project(outline)).astype(np.int32)
            cv2.fillConvexPoly(image, points, (level, level, level), cv2.LINE_AA)
        for half, level in ((sign, 150), (-sign, 70)):
            at = x + 0.5 + 0.18 * half, y + 0.5 + 0.18 * half
            spot(*at, 0.16, round(level * 0.45))
            spot(at[0] - 0.07, at[1] - 0.07, 0.11, round(level * 1.15))
            if (y, half) in ((0, sign), (5, -sign)):
                spot(*at, 0.14, 230 if y == 0 else 25)
    noise = np.random.default_rng(1).normal(0, 2, image.shape)
    return np.clip(cv2.GaussianBlur(image, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)


def test_shading_of_hollows_does_not_turn_with_their_tile() -> None:
    """A tile turned round shows its hollows lit from the same side: that is no stone."""
    camera = view(6, 6, tilt_deg=10.0, distance=11.0)
    labels = tuple(
        TILES.labels.index("0w" if i < 6 else "0b" if i >= 30 else "0") for i in range(36)
    )
    board = WarmGrid(hollowed_tiles("", camera), camera, TILES, labels)
    reading = reading_of(board, hollowed_tiles("b5", camera), camera)
    assert TILES.labels[reading.labels[TILES.site("b5")]] == "2"


def test_what_comes_from_outside_is_told_from_what_lies_there() -> None:
    """A hand reaches the edge of the view, a thing on a square does not."""
    board = learnt()
    thing = photo(START)
    cv2.circle(
        thing, tuple(np.rint(VIEW.project([(4.5, 4.5)])[0]).astype(int)), 20, (30, 200, 30), -1
    )
    assert covered(board, thing) == ("e5",)
    assert not comes_in(reading_of(board, thing).strange, VIEW)
    reaching = with_hand(photo(START), VIEW, "e5")
    assert comes_in(reading_of(board, reaching).strange, VIEW)


def test_noise_where_little_light_falls_is_no_hand() -> None:
    """A dark corner is made as bright as the rest to be read, and its noise grows with it."""
    board = WarmGrid(in_falling_light(2), VIEW, LAYOUT, labels_of(START))
    for seed in range(3, 9):
        assert covered(board, in_falling_light(seed)) == ()


def in_falling_light(seed: int) -> Image:
    """The start in a noisy picture that is far darker at its right side."""
    clean = photo(START).astype(np.float64)
    light = np.linspace(1.0, 0.1, clean.shape[1])[None, :, None]
    noise = np.random.default_rng(seed).normal(0.0, 10.0, clean.shape)
    return np.asarray(np.clip(clean * light + noise, 0, 255), np.uint8)
