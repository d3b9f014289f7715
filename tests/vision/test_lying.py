"""Boards that are read cold from frame to frame."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_board.core.layout import Appearance
from pi_board.games.registry import make_game
from pi_board.vision.finding.find import OUT_OF_FOCUS, Found
from pi_board.vision.geometry import Image, NotFound
from pi_board.vision.warm import search as search_module
from pi_board.vision.warm.lying import SEARCH_EVERY_LOOKS
from pi_board.vision.warm.search import Recognised, Search, Unrecognised
from pi_board.vision.warm.seeking import IDLE_S, IDLE_SEARCH_S, SEARCH_EVERY_S
from pi_board.vision.warm.session import BoardSession
from tests.vision.games_on_film import LAYOUT, START, appearance_of, moved, photo, with_hand
from tests.vision.painting import frame, view
from tests.vision.sessions import LATER, Sought, observed, shows


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Image]:
    """The frames that are searched for a board."""
    frames: list[Image] = []
    find_any = search_module.find_with_lens

    def searched(frame: Image, *more: object) -> Found | NotFound:
        frames.append(frame)
        return find_any(frame, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(search_module, "find_with_lens", searched)
    return frames


def watching() -> Search:
    """A search that does not see what it expects."""
    search = Search(None, None)
    search.expect([(LAYOUT, appearance_of(START))])
    return search


def looked(search: Search, frame: Image, *, learn: bool = False) -> Unrecognised:
    """What is read in a frame, whether or not there was anything to `learn`."""
    seen = search.look(frame, learn=learn)
    assert isinstance(seen, Unrecognised)
    return seen


@pytest.mark.thorough
def test_a_board_that_stays_is_searched_for_now_and_then(searches: list[Image]) -> None:
    """Twice at first, to be sure; the mistake of a search does not stay for ever."""
    search = watching()
    places = [looked(search, photo(LATER, seed=n)) for n in range(2 + SEARCH_EVERY_LOOKS)]
    assert len(searches) == 3
    corners = [seen.registration.geometry.corners_px for seen in places]
    assert np.abs(np.subtract(corners, corners[0])).max() < 2.0


@pytest.mark.parametrize("right_first", [True, False])
def test_of_two_lattices_that_lie_still_the_one_that_shows_more_of_what_is_expected_counts(
    monkeypatch: pytest.MonkeyPatch, right_first: bool
) -> None:
    """Beside a hand another one may look clearer, or one was found by mistake."""
    search, board = watching(), photo(moved(START, "b1", "b3"))
    right = search_module.find_with_lens(board, (LAYOUT,), None)
    assert isinstance(right, Found)
    there = right.registration.geometry
    wrong = replace(right, registration=replace(right.registration, geometry=there.shifted(1, 0)))
    found = iter((right, wrong, wrong) if right_first else (wrong, right, right))
    monkeypatch.setattr(search_module, "find_with_lens", lambda *_: next(found))
    looked(search, board)
    for _ in range(2):
        seen = looked(search, board).registration.geometry
        assert seen.nearest_turn(there, LAYOUT.turns).corner_shift(there) < 0.1


@pytest.mark.thorough
def test_a_board_that_was_shoved_is_searched_for_at_once(searches: list[Image]) -> None:
    """It is read where it lies now."""
    search = watching()
    for n in range(3):
        looked(search, photo(LATER, seed=n))
    aside = view(slide=(0.4, 0.0))
    seen = looked(search, photo(LATER, aside, seed=4))
    assert len(searches) == 3
    off = np.subtract(seen.registration.geometry.corners_px, aside.corners_px)
    assert np.linalg.norm(off, axis=1).max() < 0.1 * aside.site_px


@pytest.mark.thorough
@pytest.mark.parametrize("shown", [LATER, "/".join(["." * 8] * 8)])
def test_a_grid_that_looks_alike_a_square_further_is_searched(
    searches: list[Image], shown: str
) -> None:
    """A slide by just a square each way leaves light on light and dark on dark."""
    search = watching()
    for n in range(3):
        looked(search, photo(shown, seed=n))
    aside = view(slide=(1.0, 1.0))
    seen = looked(search, photo(shown, aside, seed=4))
    off = np.subtract(seen.registration.geometry.corners_px, aside.corners_px)
    assert np.linalg.norm(off, axis=1).max() < 0.1 * aside.site_px


def test_a_board_turned_round_is_searched(searches: list[Image]) -> None:
    """It looks much as before, but its fiducials tell."""
    search = watching()
    picture = frame("loa_fiducials_glare")
    before = [looked(search, picture).registration for _ in range(3)][-1].geometry
    assert len(searches) == 2
    turned = np.roll(before.corners_px, 2, axis=0).astype(np.float32)
    warp = cv2.getPerspectiveTransform(np.asarray(before.corners_px, np.float32), turned)
    size = (picture.shape[1], picture.shape[0])
    seen = looked(search, np.asarray(cv2.warpPerspective(picture, warp, size), np.uint8))
    off = np.subtract(seen.registration.geometry.corners_px, turned)
    assert np.linalg.norm(off, axis=1).max() < 0.3 * before.site_px


def test_two_searches_must_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as they do not, it goes on."""
    places = iter((0.1, -0.1, 0.1, -0.1))
    find_any = search_module.find_with_lens

    def beside_it(frame: Image, *more: object) -> Found | NotFound:
        found = find_any(frame, *more)  # type: ignore[arg-type]
        assert isinstance(found, Found)
        beside = found.registration.geometry.shifted(next(places), 0.0)
        return replace(found, registration=replace(found.registration, geometry=beside))

    monkeypatch.setattr(search_module, "find_with_lens", beside_it)
    search = watching()
    for n in range(4):
        looked(search, photo(LATER, seed=n))
    assert next(places, None) is None


@pytest.mark.thorough
def test_a_board_that_stays_is_tried_as_no_other_kind(searches: list[Image]) -> None:
    """Which kind it is, the searches have told."""
    search = watching()
    tiles = make_game("connexoh").layouts[0]
    anything: Appearance = tuple(frozenset([(0,)]) for _ in tiles.sites)
    search.expect([(LAYOUT, appearance_of(START)), (tiles, anything)])
    for n in range(4):
        looked(search, photo(LATER, seed=n), learn=True)
    assert len(searches) == 4  # for each kind, twice


@pytest.mark.thorough
def test_squares_out_of_focus_are_not_read_where_they_lay() -> None:
    """They would look like stones while a camera hunts for its focus."""
    search = watching()
    for n in range(2):
        looked(search, photo(LATER, seed=n))
    assert search.look(cv2.GaussianBlur(photo(LATER, seed=3), (0, 0), 6.0), learn=False) is None
    assert search.missing == OUT_OF_FOCUS
    looked(search, photo(LATER, seed=4))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "picture"),
    [("connexoh", "connexoh_shoved_under_shade_before"), ("linja", "linja_sticks_in_dim_light")],
)
def test_a_blurred_board_that_is_found_is_not_read(name: str, picture: str) -> None:
    """A quarter of its tiles and half of its lanes would be misread."""
    game, blurred = make_game(name), cv2.GaussianBlur(frame(picture), (0, 0), 6.0)
    layouts = game.layouts
    assert isinstance(search_module.find_with_lens(blurred, layouts, None), Found)
    search = Search(None, None)
    search.expect([(one, game.appearance(game.start(), one)) for one in layouts], in_play=True)
    assert search.look(blurred) is None
    assert search.missing == OUT_OF_FOCUS


def test_a_hand_on_the_board_is_no_shove(searches: list[Image]) -> None:
    """It hides some edges; the others are where they were."""
    search = watching()
    for n in range(3):
        looked(search, photo(LATER, seed=n))
    looked(search, with_hand(photo(LATER, seed=4), view(), "e4"))
    assert len(searches) == 2


def test_pictures_of_another_size_are_searched(searches: list[Image]) -> None:
    """Another camera, or another mode of it."""
    search = watching()
    for n in range(3):
        looked(search, photo(LATER, seed=n))
    small = np.ascontiguousarray(photo(LATER)[:-20])
    looked(search, small)
    assert searches[-1] is small


@pytest.mark.thorough
def test_another_kind_of_board_is_searched_for(searches: list[Image]) -> None:
    """When another game is begun on the same table."""
    search = watching()
    for n in range(3):
        looked(search, photo(LATER, seed=n))
    tiles = make_game("connexoh").layouts[0]
    anything: Appearance = tuple(frozenset([(0,)]) for _ in tiles.sites)
    search.expect([(tiles, anything)])
    assert search.look(photo(LATER)) is None
    assert len(searches) == 3


@pytest.mark.thorough
def test_a_board_on_which_nothing_stirs_is_read_less_often(sought: Sought) -> None:
    """Meanwhile it is said to show the same; what stirs on it is read at once."""
    session = BoardSession()
    session.expect([(LAYOUT, appearance_of(START))])
    until = IDLE_S + 2 * IDLE_SEARCH_S
    for t in np.arange(0.0, until, SEARCH_EVERY_S).tolist():
        assert observed(session.see(photo(LATER, seed=int(2 * t)), t)).t == t
    often = IDLE_S / SEARCH_EVERY_S
    assert len(sought) == often + 2
    stirs = session.see(photo(moved(LATER, "b2", "c3"), seed=7), until)
    assert len(sought) == often + 3
    assert shows(observed(stirs), appearance_of(moved(LATER, "b2", "c3")))


@pytest.mark.thorough
def test_a_board_on_which_nothing_stirs_is_told_as_often_as_it_would_be_read(
    sought: Sought,
) -> None:
    """However many frames there are; read anew it is as soon as something else is expected there:
    somebody says what stands on it, and that is learnt at the next chance.
    """
    session = BoardSession()
    session.expect([(LAYOUT, appearance_of(START))])
    until = 8.0
    told = [t for t in np.arange(0.0, until, 0.05).tolist() if session.see(photo(LATER), t)]
    assert np.diff(told) == pytest.approx(SEARCH_EVERY_S)
    searched = len(sought)
    session.expect([(LAYOUT, appearance_of(LATER))])
    session.see(photo(LATER), until)
    assert len(sought) == searched + 1
    assert isinstance(sought[-1], Recognised)
