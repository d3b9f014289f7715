"""Light that lies over the board: a window mirrored in it, mist on the lens."""

import numpy as np
import pytest

from pi_board.core.observation import Observation
from pi_board.games.registry import make_game
from pi_board.vision.flat import from_opponent
from pi_board.vision.geometry import Image
from pi_board.vision.warm.flattener import Flattener
from pi_board.vision.warm.session import BoardSession
from pi_board.vision.warm.veil import Veil
from tests.vision.games_on_film import LAYOUT, START, appearance_of, labels_of, moved, photo
from tests.vision.painting import frame, view
from tests.vision.veils import mirroring_a_window, misted


def _seen(session: BoardSession, picture: Image, since: float) -> Observation:
    """What the second look at a picture tells."""
    looks = [one for t in (since, since + 0.5) for one in session.see(picture, t, 0)]
    return [one for one in looks if isinstance(one, Observation)][-1]


@pytest.mark.parametrize("strength", [0.05, 0.1])
def test_a_move_is_read_while_a_window_is_mirrored(strength: float) -> None:
    """It was not there when the board was learnt."""
    session = BoardSession(site_mm=40.0)
    session.expect([(LAYOUT, appearance_of(START))])
    _seen(session, photo(START), 0.0)
    after = moved(START, "d1", "d3")
    seen = _seen(session, mirroring_a_window(photo(after), strength), 1.0)
    assert not seen.obstructed
    assert tuple(np.argmax(seen.looks, axis=1)) == labels_of(after)


def test_what_a_window_brightens_is_no_other_light() -> None:
    """The window's edge is soft, so there is no patch that the brighter light would lie on."""
    game, picture = make_game("loa"), frame("demo/loa/f_0000")
    session = BoardSession()
    session.expect([(LAYOUT, game.appearance(game.start(), LAYOUT))])
    clear = _seen(session, picture, 0.0)
    seen = _seen(session, mirroring_a_window(picture, 0.06, at=0.7), 1.0)
    assert not seen.obstructed
    assert np.array_equal(np.argmax(seen.looks, axis=1), np.argmax(clear.looks, axis=1))


@pytest.mark.parametrize("name", ["loa", "linja", "connexoh"])
def test_a_start_is_read_through_mist(name: str) -> None:
    """Squares, lanes and tiles; nothing has moved."""
    game, picture = make_game(name), frame(f"demo/{name}/f_0000")
    session = BoardSession()
    session.expect([(layout, game.appearance(game.start(), layout)) for layout in game.layouts])
    clear, seen = _seen(session, picture, 0.0), _seen(session, misted(picture), 1.0)
    assert not seen.obstructed
    assert np.array_equal(np.argmax(seen.looks, axis=1), np.argmax(clear.looks, axis=1))


@pytest.mark.parametrize(("bright", "contrast"), [(110.0, 90.0), (200.0, 8.0), (150.0, 5.0)])
@pytest.mark.parametrize("noise", [0.0, 2.0])
def test_a_sleeve_is_no_veil(bright: float, contrast: float, noise: float) -> None:
    """What is so plain shows nothing of the board, and stays what it is."""
    rng = np.random.default_rng(2)
    board = (bright + contrast * (_chequered() - 110.0) / 90.0).astype(np.float32)
    sleeved = board.copy()
    sleeved[:, 30:65] = 0.6 * bright
    sleeved += rng.normal(0.0, noise, board.shape).astype(np.float32)
    free = Veil(board, np.ones((90, 90), np.bool_)).taken_from(sleeved)
    assert np.abs(free - sleeved)[:, 42:54].max() < 1.0


def test_what_is_added_is_taken_away_but_not_what_has_moved() -> None:
    """Contrast comes back; a stone that has come is none of the veil."""
    board = _chequered()
    veil = Veil(board, np.ones((90, 90), np.bool_))
    now = board.copy()
    now[43:50, 43:50] = 20.0
    free = veil.taken_from(0.6 * now + 80.0)
    off = np.abs(free - now).mean(axis=2)
    assert np.median(off) < 6.0
    assert off[44:49, 44:49].max() < 30.0
    assert np.abs(veil.taken_from(board) - board).max() < 0.1


def test_where_all_is_burnt_out_nothing_is_changed() -> None:
    """It says nothing of a veil."""
    board = _chequered()
    white = np.full_like(board, 255.0)
    assert np.array_equal(Veil(board, np.zeros((90, 90), np.bool_)).taken_from(white), white)


def test_mist_is_no_light_that_is_remembered() -> None:
    """Other lights are known again by those that were seen before."""
    picture, geometry = photo(START), view()
    flattener = Flattener(picture, geometry, ())
    flattener.flat(picture, geometry)
    flattener.remember(flattener.flat(picture, geometry).colour)
    lights = list(flattener._lights)
    flat = flattener.flat(misted(picture), geometry)
    assert np.abs(from_opponent(flat.colour) - flattener._shown).mean() < 5.0
    flattener.remember(flat.colour)
    assert len(flattener._lights) == len(lights)


def _chequered() -> np.ndarray:
    """A picture (90, 90, 3) of 9 x 9 plain squares."""
    colours = np.random.default_rng(3).uniform(20, 200, (9, 9, 3))
    return np.kron(colours, np.ones((10, 10, 1))).astype(np.float32)
