"""Reading a board over which a hand lies, knowing nothing but its geometry."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from pi_board.games.registry import make_game
from pi_board.vision.cold import holes, read, tiles
from pi_board.vision.cold.read import read_cold
from pi_board.vision.cold.trained import Opinions, opinions_on_holes, opinions_on_tiles
from pi_board.vision.finding.find import find_board
from pi_board.vision.geometry import BoardGeometry, Floats, Image, Registration
from pi_board.vision.reading import Reading
from pi_board.vision.sampling import RectifiedBoard as Look
from pi_board.vision.sampling import surface
from pi_board.vision.warm import search
from pi_board.vision.warm.seen import HAND_AFTER_S, UNTOLD_AFTER_S, HiddenSites, patience_s
from pi_board.vision.warm.session import BoardSession
from tests.vision.games_on_film import LAYOUT, photo
from tests.vision.painting import SQUARES, frame
from tests.vision.sessions import LATER, observed, watching
from tests.vision.stills import HOLES, ROWS, TILES, found_and_read, truth


@pytest.mark.parametrize("name", ["linja_014", "linja_021"])
def test_holes_under_a_hand(name: str) -> None:
    """What it leaves to be seen is read, what it hides by half is reported, and nothing else."""
    reading = found_and_read(name, HOLES)
    what = truth(name)
    state, hidden = what["state"], what["occluded_cells"]
    assert isinstance(state, dict)
    assert isinstance(hidden, list)
    signs = "".join(state["grid"][::-1])
    wanted = [{".": "empty"}.get(sign, sign) for sign in signs]
    triples = zip(HOLES.sites, reading.labels, wanted, strict=True)
    wrong = [site for site, got, want in triples if got != want and site not in hidden]
    assert not wrong
    assert set(reading.obstructed) == set(hidden)


def test_squares_under_a_hand() -> None:
    """Also h1, which shows no strange colours beside the wrist."""
    registration = find_board(frame("loa_hand_over_file"), SQUARES)
    assert isinstance(registration, Registration)
    hidden = read_cold(frame("loa_hand_over_file"), registration, SQUARES).obstructed
    assert hidden == ("h1", "h2", "h3", "g4", "h4", "g5", "h5", "g6", "h6", "g7", "h7", "h8")


def test_tiles_under_a_hand_are_told() -> None:
    """And c4, of which two fingertips hide but a dish. Those in sight are not."""
    registration = find_board(frame("connexoh_hand"), TILES)
    assert isinstance(registration, Registration)
    reading = read_cold(frame("connexoh_hand"), registration, TILES)
    assert reading.obstructed == ("c4", "b5", "c5", "b6", "c6")


@pytest.mark.parametrize("tint", [(0.45, 1.0, 1.3), (1.3, 1.0, 0.6)])
def test_a_coloured_glow_hides_no_tile(tint: tuple[float, float, float]) -> None:
    """Both halves have a tint of their own there, as under a hand, but how it lies is seen."""
    picture = frame("stills/connexoh_021")
    registration = find_board(picture, TILES)
    assert isinstance(registration, Registration)
    geometry, at = registration.geometry, TILES.site("d5")
    x, y = geometry.project(geometry.site_centres[[at]])[0]
    size = geometry.site_px / 2
    down, right = np.mgrid[: picture.shape[0], : picture.shape[1]]
    glow = np.exp(-((right - x) ** 2 + (down - y) ** 2) / (2 * size**2))[..., None]
    lit = np.clip(picture * (1 - glow + glow * tint), 0, 255).astype(np.uint8)
    assert read_cold(lit, registration, TILES).obstructed == ()


def test_tiles_of_which_only_the_dishes_are_not_burnt_out_are_in_sight() -> None:
    """Of d4, d5 and e5: such faces have no tint, as others of which a hand hides the tint."""
    registration = find_board(frame("connexoh_dazzled"), TILES)
    assert isinstance(registration, Registration)
    reading = read_cold(frame("connexoh_dazzled"), registration, TILES)
    assert reading.obstructed == ()
    turns = [label[0] for label in reading.labels]
    rows = ["223231", "102302", "301202", "112311", "311011", "300312"]
    assert turns == list("".join(rows))


def test_dishes_are_looked_for_as_the_tiles_are_told_to_lie() -> None:
    """Of which less may be seen."""
    picture = frame("stills/connexoh_021")
    registration = find_board(picture, TILES)
    assert isinstance(registration, Registration)
    board = surface(picture, registration.geometry, tiles.PX_PER_SITE, veil=tiles.VEIL)
    told = np.zeros((len(TILES.sites), 4))
    seen = tiles.look_at_tiles(board, told)
    site, turn = 14, int(seen.turns[14].argmax())
    told[site, (turn + 2) % 4] = 20.0
    otherwise = tiles.look_at_tiles(board, told)
    assert np.allclose(otherwise.light.tint[site], seen.dark.tint[site])
    assert np.allclose(otherwise.light.tint[:site], seen.light.tint[:site])


@pytest.mark.parametrize("site", ["b2", "c4", "e3", "d6"])
@pytest.mark.parametrize("skin", [(120, 150, 200), (60, 80, 120)])
def test_a_fingertip_over_a_dish_hides_its_tile(site: str, skin: tuple[int, int, int]) -> None:
    """Both halves show how the tile lies, but not what lies in that dish."""
    picture = frame("stills/connexoh_021").copy()
    registration = find_board(picture, TILES)
    assert isinstance(registration, Registration)
    geometry, at = registration.geometry, TILES.site(site)
    turn = int(opinions_on_tiles(picture, geometry).logs[at].argmax()) // 4
    dish = geometry.site_centres[at] + tiles.DISH * tiles.CORNERS[turn]
    x, y = np.rint(geometry.project(dish[None])[0]).astype(int).tolist()
    size = round(0.32 * geometry.site_px)
    cv2.ellipse(picture, (x, y), (size, round(1.3 * size)), 20, 0, 360, skin, -1, cv2.LINE_AA)
    assert read_cold(picture, registration, TILES).obstructed == (site,)


def test_a_tile_of_which_only_the_network_doubts_how_it_lies_is_in_sight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is measured of it tells, unless that is little too, as of a card that hides it."""
    picture = frame("stills/connexoh_021")
    registration = find_board(picture, TILES)
    assert isinstance(registration, Registration)
    site = TILES.site("c3")

    def doubtful(image: Image, geometry: BoardGeometry, patient: bool) -> Opinions:
        opinion = opinions_on_tiles(image, geometry, patient)
        opinion.logs[site] = 0.0
        return opinion

    monkeypatch.setattr(read, "opinions_on_tiles", doubtful)
    assert not read_cold(picture, registration, TILES).obstructed

    def nothing(quarters: Floats, across: Floats) -> Floats:
        return np.zeros((len(quarters), 4))

    monkeypatch.setattr(tiles, "_orientations", nothing)
    assert read_cold(picture, registration, TILES).obstructed == ("c3",)


@pytest.mark.parametrize(("cover", "hidden"), [(0.01, False), (0.1, True)])
def test_a_hole_of_odd_colours_is_hidden_if_the_network_sees_a_cover(
    monkeypatch: pytest.MonkeyPatch, cover: float, hidden: bool
) -> None:
    """A shadow's edge is odd too."""
    picture, look = frame("stills/linja_014"), holes.look_at_holes
    registration = find_board(picture, HOLES)
    assert isinstance(registration, Registration)
    site = np.arange(48) == HOLES.site("c4")

    def odd(board: Look) -> holes.HoleLooks:
        looks = look(board)
        return replace(looks, covered=np.where(site, 0.9, looks.covered))

    def seen(image: Image, geometry: BoardGeometry, patient: bool) -> Opinions:
        opinions = opinions_on_holes(image, geometry, patient)
        return replace(opinions, covered=np.where(site, cover, opinions.covered))

    monkeypatch.setattr(holes, "look_at_holes", odd)
    monkeypatch.setattr(read, "opinions_on_holes", seen)
    assert ("c4" in read_cold(picture, registration, HOLES).obstructed) == hidden


def test_a_peg_half_under_a_hand_is_read() -> None:
    """On e2, by what is seen of it beside the hand and because it would be wanting."""
    image = frame("linja_half_hidden_peg")
    registration = find_board(image, HOLES)
    assert isinstance(registration, Registration), registration
    reading = read_cold(image, registration, HOLES)
    hidden, board = {"e1", "f1", "f2", "f3", "f4"}, "bb.b.b bwbww. .....w ..wb.. ...b.. ..b..."
    wanted = dict(zip(HOLES.sites, f"{board} .bww.. wwwwbw".replace(" ", ""), strict=True))
    signs = {"empty": ".", "b": "b", "w": "w"}
    seen = {s: signs[label] for s, label in zip(HOLES.sites, reading.labels, strict=True)}
    assert {s: seen[s] for s in seen if s not in hidden} == {
        s: wanted[s] for s in wanted if s not in hidden
    }


def test_a_hand_in_the_picture_changes_no_stones_team() -> None:
    """Dark stones in the first two lanes, far from the hand, stay dark."""
    image = frame("linja_sticks_under_hand")
    registration = find_board(image, ROWS)
    assert isinstance(registration, Registration), registration
    assert read_cold(image, registration, ROWS).labels[:2] == ("5b0w", "2b1w")


def test_what_hides_a_site_of_a_board_read_cold_for_good_is_not_waited_for() -> None:
    """The edge of a shadow may be taken for a hand; a hand of somebody who thinks goes away."""
    game, session = make_game("connexoh"), BoardSession()
    session.expect((one, game.appearance(game.start(), one)) for one in game.layouts)
    picture = frame("connexoh_hand")
    seen = {t: observed(session.see(picture, t)) for t in (0.0, 0.5, 14.5, 18.0)}
    assert all(seen[t].obstructed for t in (0.0, 0.5, 14.5))
    assert not seen[18.0].obstructed
    for site in seen[0.0].obstructed:
        assert np.ptp(seen[18.0].looks[TILES.site(site)]) <= 2.0


@pytest.mark.parametrize(
    ("hidden", "wait_s"),
    [(("d1", "d2"), UNTOLD_AFTER_S), (("c3", "d4", "d5"), UNTOLD_AFTER_S),
     (("d1", "d2", "d3"), HAND_AFTER_S)],
    ids=["two", "amid others", "an arm"],
)  # fmt: skip
def test_what_no_arm_reaches_to_is_not_waited_for_long(
    hidden: tuple[str, ...], wait_s: float
) -> None:
    """Else glare that looks like a hand would stop the game for as long as people may think."""
    assert patience_s(hidden, LAYOUT) == wait_s


@pytest.mark.thorough
def test_a_square_in_a_glare_that_looks_like_a_hand_is_left_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After a while, where nothing is known but where the board lies."""
    picture = photo(LATER)

    def glared(*args: Any, **more: Any) -> Reading:
        return replace(read_cold(*args, **more), obstructed=("d4",))

    monkeypatch.setattr(search, "read_cold", glared)
    session = watching(picture)
    assert observed(session.see(picture, 1.0)).obstructed == ("d4",)
    assert observed(session.see(picture, 1.0 + UNTOLD_AFTER_S)).obstructed == ()


@pytest.mark.thorough
def test_what_is_hidden_anew_is_waited_for_though_nothing_seems_to_stir(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a light that flickers a hand stirs no more than that does, but it hides other sites."""
    picture, hidden = photo(LATER), ["d4"]

    def flickering(*args: Any, **more: Any) -> Reading:
        return replace(read_cold(*args, **more), obstructed=tuple(hidden))

    monkeypatch.setattr(search, "read_cold", flickering)
    session = watching(picture)
    assert observed(session.see(picture, 1.0)).obstructed == ("d4",)
    hidden.append("e5")
    assert observed(session.see(picture, 1.0 + UNTOLD_AFTER_S)).obstructed == ("e5",)
    assert observed(session.see(picture, 1.0 + 2 * UNTOLD_AFTER_S)).obstructed == ()


def test_what_is_seen_for_a_moment_only_stays_hidden() -> None:
    """The edge of a glare comes and goes; a hand that is away for longer comes anew."""
    sites = HiddenSites()
    hidden = [("d4",), (), ("d4",), (), (), (), (), ("d4",)]
    seconds = [sites.look(now, 2.0 * n).get("d4") for n, now in enumerate(hidden)]
    assert seconds == [0.0, None, 4.0, None, None, None, None, 0.0]
    assert sites.look(("d4",), 40.0) == {"d4": 26.0}  # nobody looked meanwhile
