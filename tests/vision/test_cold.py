"""Reading one picture of which nothing is known."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from pi_board.core.layout import Layout, Surface
from pi_board.games.registry import make_game
from pi_board.vision.cold.read import _of_one_set, read_cold
from pi_board.vision.cold.usual import set_up, turned, with_usual
from pi_board.vision.finding.find import find_board
from pi_board.vision.geometry import BoardGeometry, Floats, Image, Registration
from pi_board.vision.labels import board_state
from pi_board.vision.reading import Reading
from pi_board.vision.sampling import log_colour, parallax
from tests.vision.games_on_film import LAYOUT, START, appearance_of, labels_of, moved, photo
from tests.vision.painting import SQUARES, board_found, frame, paint, view
from tests.vision.stills import HOLES, ROWS, TILES, found_and_read, truth


def read_painted(
    stones: Sequence[tuple[int, int, int]], camera: BoardGeometry, noise: float = 3.0
) -> Reading:
    """A painted chequered board with stones of a grey level on squares (column, row)."""
    placed = tuple((x + 0.5, y + 0.5, grey) for x, y, grey in stones)
    image = paint(camera, stones=placed, noise=noise)
    return read_cold(image, Registration(camera, 1.0, 4, True), SQUARES)


def expected(stones: Sequence[tuple[int, int, int]]) -> tuple[str, ...]:
    """The labels of a board with such stones: darker than medium grey is b."""
    labels = ["empty"] * 64
    for x, y, grey in stones:
        labels[8 * y + x] = "b" if grey < 128 else "w"
    return tuple(labels)


def scattered(dark: int, light: int, seed: int = 3) -> list[tuple[int, int, int]]:
    """Nine stones of either level on random squares."""
    squares = np.random.default_rng(seed).permutation(64)[:18]
    return [
        (int(s % 8), int(s // 8), dark if i % 2 else light) for i, s in enumerate(squares.tolist())
    ]


@pytest.mark.parametrize("yaw", [0.0, 130.0])
@pytest.mark.parametrize(("dark", "light"), [(15, 245), (60, 180)])
def test_stones_of_any_shade_are_read(yaw: float, dark: int, light: int) -> None:
    """No colour is known beforehand."""
    stones = scattered(dark, light)
    reading = read_painted(stones, view(yaw_deg=yaw))
    assert reading.labels == expected(stones)


def test_noise_is_forgiven() -> None:
    """Strong sensor noise does not put stones on empty squares."""
    stones = scattered(15, 245)
    assert read_painted(stones, view(), noise=14.0).labels == expected(stones)


def test_darker_exposure_changes_nothing() -> None:
    """Light is measured in what is bright in the picture."""
    pixels = np.array([[[200, 180, 160], [40, 50, 60], [220, 220, 220]]], np.uint8)
    linear = (pixels / 255.0) ** 2.2 * 0.5
    darker = np.rint(255 * linear ** (1 / 2.2)).astype(np.uint8)
    assert np.allclose(log_colour(pixels), log_colour(darker), atol=0.05)


def test_empty_looking_picture_is_not_certain() -> None:
    """A picture of noise gives no confident reading."""
    noise = np.random.default_rng(1).integers(0, 255, (480, 640, 3)).astype(np.uint8)
    reading = read_cold(noise, Registration(view(), 1.0, 4, True), SQUARES)
    assert reading.confidence < 0.5


@pytest.mark.parametrize(
    "board", [SQUARES, HOLES, TILES, ROWS], ids=["8x8", "holes", "tiles", "rows"]
)
@pytest.mark.parametrize("level", [0, 120, 255])
def test_picture_without_anything_has_numbers_for_an_answer(board: Layout, level: int) -> None:
    """A flat picture is read into probabilities as well, however little they say."""
    camera = view(board.columns, board.rows)
    flat = np.full((480, 640, 3), level, np.uint8)
    reading = read_cold(flat, Registration(camera, 1.0, 4, True), board)
    assert np.isfinite(reading.looks).all()
    assert np.allclose(reading.probabilities.sum(axis=1), 1.0)


def test_wrong_board_is_refused() -> None:
    """A registration of an 8 x 8 board is none of a board of 6 x 6 tiles."""
    image = paint(view())
    with pytest.raises(ValueError, match="6 x 6 sites, not 8 x 8"):
        read_cold(image, Registration(view(), 1.0, 4, True), TILES)


def test_parallax_points_away_from_the_camera() -> None:
    """What stands above the surface hides points farther from the camera."""
    camera = view(tilt_deg=40.0, yaw_deg=0.0)
    point = np.array([[4.5, 6.5]])
    hidden = parallax(camera, point, 0.4)
    at_top = camera.project(np.c_[point, [[0.4]]])
    assert np.allclose(camera.project(hidden), at_top, atol=0.1)


def test_real_chequered_board() -> None:
    """A whole board with fiducials is read right."""
    reading = found_and_read("loa_027", SQUARES)
    state = truth("loa_027")["state"]
    assert isinstance(state, dict)
    assert board_state(SQUARES, reading.labels) == {"grid": state["grid"]}
    assert reading.confidence > 0.5


def test_stones_half_in_the_shadow_of_blinds_keep_their_team() -> None:
    """Measured, white draughtsmen are as dark there as black ones in the light."""
    image = frame("draughts_under_blinds")
    registration = find_board(image, SQUARES)
    assert isinstance(registration, Registration), registration
    labels = np.array(read_cold(image, registration, SQUARES).labels).reshape(8, 8)[::-1]
    rows = ["".join({"empty": "."}.get(label, label) for label in row) for row in labels]
    truth = "...w.w../w.w...w./.w.b.w.w/b.w.b.w./.....w.b/b.b...../.b.b..../..b...b."
    assert "/".join(rows) == truth


def test_brown_and_tan_stones_are_told_in_the_shade() -> None:
    """By brightness eight seem to be of the other team; one still does, which is said."""
    image = frame("draughts_of_like_browns")
    registration = find_board(image, SQUARES)
    assert isinstance(registration, Registration), registration
    reading = read_cold(image, registration, SQUARES)
    true = "b...b.b.|...b...w|....b.b.|...b....|w.w.b.w.|.w.....b|w.b.w.w.|.w.b...w".replace(
        "|", ""
    )
    wrong = [
        site
        for site, label, stone in zip(SQUARES.sites, reading.labels, true, strict=True)
        if label != {".": "empty"}.get(stone, stone)
    ]
    assert len(wrong) <= 1
    assert set(wrong) <= set(reading.uncertain)


def test_light_balls_that_a_network_takes_for_dark_ones_are_told_by_their_colour() -> None:
    """Where the pegs plainly are of two kinds."""
    image = frame("linja_light_balls")
    registration = find_board(image, HOLES)
    assert isinstance(registration, Registration), registration
    reading = read_cold(image, registration, HOLES)
    rows = ["wwwwww", "bw...b", "..b.w.", ".w...b", ".w....", "...b.w", "wb....", "bbbbbb"]
    assert board_state(HOLES, reading.labels)["grid"] == rows
    assert reading.confidence > 0.9


def test_black_stones_on_black_tiles() -> None:
    """Stones are told from hollows by their rims and shading, not by their colour."""
    reading = found_and_read("connexoh_021", TILES)
    seen, what = board_state(TILES, reading.labels), truth("connexoh_021")["state"]
    assert isinstance(what, dict)
    assert seen["tiles"] == what["tiles"]
    stones = seen["stones"]
    assert isinstance(stones, dict)
    assert {team: sorted(sites) for team, sites in stones.items()} == what["stones"]


def test_white_stones_on_burnt_out_tiles_are_not_denied() -> None:
    """In a picture so bright that white stones are lost, no light half is surely without one."""
    registration = find_board(frame("stills/connexoh_021"), TILES)
    assert isinstance(registration, Registration)
    brighter = np.minimum(frame("stills/connexoh_021").astype(int) * 3, 255).astype(np.uint8)
    reading = read_cold(brighter, registration, TILES)
    what = truth("connexoh_021")["state"]
    assert isinstance(what, dict)
    light = [i for i, label in enumerate(TILES.labels) if label[1:] in ("w", "x")]
    for site in what["stones"]["w"]:
        assert reading.probabilities[TILES.site(site), light].sum() > 0.02


def test_lanes_are_counted() -> None:
    """Loose stones between sticks are counted, all twelve of each team."""
    reading = found_and_read("linja_004", ROWS)
    state = board_state(ROWS, reading.labels)["rows"]
    assert isinstance(state, list)
    assert sum(row["b"] for row in state) == sum(row["w"] for row in state) == 12
    what = truth("linja_004")["state"]
    assert isinstance(what, dict)
    counts = [(row["b"], row["w"]) for row in what["rows"]]
    seen = [(row["b"], row["w"]) for row in state]
    assert seen in (counts, counts[::-1])  # orientation is not known


def test_teams_measured_by_their_shadows_are_named_as_the_network_sees_them() -> None:
    """Cream balls on a cloth as light, whose shadows are darker than the red ones."""
    image = frame("linja_balls_as_light_as_the_cloth")
    registration = board_found(image, ROWS)
    assert isinstance(registration, Registration)
    state = board_state(ROWS, read_cold(image, registration, ROWS).labels)["rows"]
    assert isinstance(state, list)
    counts = [(row["b"], row["w"]) for row in state]
    shown = [(6, 0), (1, 1), (1, 1), (1, 1), (0, 1), (0, 1), (3, 2), (0, 5)]
    assert counts in (shown, shown[::-1])  # orientation is not known


def test_a_board_without_stones_is_read_as_empty() -> None:
    """Nothing is made out of shadows only because stones are usual."""
    image = frame("loa_empty")
    board = find_board(image, SQUARES)
    assert isinstance(board, Registration)
    assert set(read_cold(image, board, SQUARES).best) == {0}


def test_half_the_resolution_is_enough() -> None:
    """A picture of 320 x 240 pixels is read as well."""
    large = frame("stills/loa_027")
    image: Image = np.asarray(cv2.resize(large, (320, 240), interpolation=cv2.INTER_AREA), np.uint8)
    registration = find_board(large, SQUARES)
    assert isinstance(registration, Registration)
    small = Registration(registration.geometry.scaled((320, 240)), 1.0, 4, True)
    state = truth("loa_027")["state"]
    assert isinstance(state, dict)
    assert board_state(SQUARES, read_cold(image, small, SQUARES).labels)["grid"] == state["grid"]


def test_near_a_usual_position_doubt_is_settled_by_it() -> None:
    """A site that could be either is taken to be as usual, a plain one is not."""
    looks = np.zeros((30, 2))
    looks[:, 0] = 4.0
    looks[4], looks[5] = (0.1, 0.0), (0.0, 9.0)  # in doubt; plainly different
    prior = np.log(np.full((30, 2), 0.5))
    usual = tuple(int(site == 4) for site in range(30))
    near = with_usual(looks, prior, [usual])
    assert near[4, 1] > 0.7
    assert near[5, 1] > 0.9
    assert with_usual(looks, prior, [])[4, 1] < 0.5


def test_later_in_a_game_what_is_usual_says_less() -> None:
    """A site in doubt that looks rather like the other team's is that, once half of the stones have
    left their places; of a board where one has left, it is taken to be as usual.
    """
    start = np.array([1] * 12 + [2] * 12 + [0] * 40)
    prior = np.log(np.tile([0.625, 0.1875, 0.1875], (64, 1)))

    def read_as(moved: int) -> int:
        holds = start.copy()
        holds[12 - moved : 12], holds[24 - moved : 24] = 0, 0
        holds[24 : 24 + moved], holds[24 + moved : 24 + 2 * moved] = 1, 2
        looks = np.full((64, 3), -8.0)
        looks[np.arange(64), holds] = 0
        looks[0] = -8.0, 0.0, 2.5
        return int(with_usual(looks, prior, [tuple(start.tolist())])[0].argmax())

    assert read_as(moved=1) == 1
    assert read_as(moved=6) == 2


def test_turning_a_position() -> None:
    """A quarter turn clockwise brings a1 to a8."""
    position = tuple(1 if site == "a1" else 0 for site in SQUARES.sites)
    quarter = turned(SQUARES, position, 1)
    assert quarter[SQUARES.site("a8")] == 1
    assert turned(SQUARES, position, 4) == position
    with pytest.raises(ValueError, match="no quarter turn"):
        turned(HOLES, (0,) * 48, 1)


def _shares(black: int, doubtful: float) -> Floats:
    """Probabilities of a board with so many sure black stones, and one that is `doubtful`."""
    shares = np.tile((0.998, 0.001, 0.001), (64, 1))
    shares[:black] = 0.001, 0.998, 0.001
    shares[-1] = 1 - doubtful, doubtful, 0.0
    return shares


def test_a_thirteenth_stone_must_be_sure() -> None:
    """Twelve make a set: a doubtful one more is a knot in the wood."""
    assert _of_one_set(_shares(12, 0.8))[-1].argmax() == 0
    assert _of_one_set(_shares(11, 0.8))[-1].argmax() == 1
    assert _of_one_set(_shares(12, 0.999))[-1].argmax() == 1


def test_boards_of_other_games_may_hold_more_stones() -> None:
    """As of Othello, where nothing is changed."""
    shares = _shares(30, 0.8)
    assert _of_one_set(shares) is shares


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        # Few stones in all, but many white ones, some in glare: as of no set for Lines of Action.
        ("othello_many_white", (7, 13)),
        # Lenses of glass mirror the table: the light ones seemed a little darker than none.
        ("othello_lenses", (5, 5)),
        # Black discs mirror a lamp, and only one is white.
        ("othello_few", (6, 1)),
    ],
)
def test_teams_on_a_lined_board_are_told(name: str, counts: tuple[int, int]) -> None:
    """There may be more stones of one than in Lines of Action, and all may seem of one."""
    image = frame(name)
    registration = find_board(image, LAYOUT)
    assert isinstance(registration, Registration), registration
    labels = read_cold(image, registration, LAYOUT).labels
    assert (labels.count("b"), labels.count("w")) == counts


@pytest.mark.parametrize("quarters", range(4))
def test_the_start_tells_which_way_round_a_board_lies(quarters: int) -> None:
    """Black's stones then stand along rows 1 and 8, as when the picture is read that way."""
    picture, geometry = photo(START), view().rotated(quarters)
    for known in (False, True):
        found = Registration(geometry, 1.0, 0, known)
        read = read_cold(picture, found, LAYOUT)
        way, shown = set_up(found, read, appearance_of(START))
        if known or quarters % 2 == 0:
            assert (way, shown) == (found, read)
        else:
            assert shown.best == labels_of(START) == read_cold(picture, way, LAYOUT).best


def test_a_board_in_play_tells_no_way_round() -> None:
    """Then it stays as it was found."""
    text = moved(moved(moved(START, "b1", "b3"), "a2", "c2"), "h3", "f3")
    found = Registration(view().rotated(1), 1.0, 0, False)
    read = read_cold(photo(text), found, LAYOUT)
    assert set_up(found, read, appearance_of(START)) == (found, read)


def test_end_rows_alone_are_no_start() -> None:
    """When both sides of Linja have crossed, they are full as well, but the rest is empty."""
    game = make_game("linja")
    layout = next(one for one in game.layouts if one.surface is Surface.HOLES)
    start = game.appearance(game.start(), layout)
    names = ["w"] * 6 + ["empty"] * 36 + ["b"] * 6
    looks = np.full((len(names), len(layout.labels)), -8.0)
    looks[np.arange(len(names)), [layout.label(name) for name in names]] = 0.0
    reading = Reading(layout, looks, np.exp(looks) / np.exp(looks).sum(axis=1, keepdims=True))
    found = Registration(view(layout.columns, layout.rows), 1.0, 0, False)
    assert set_up(found, reading, start) == (found, reading)
