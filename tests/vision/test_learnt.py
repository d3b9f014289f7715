"""When looks of a board are learnt, and which."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_board.core.layout import Layout, Surface
from pi_board.games.registry import make_game
from pi_board.vision.cold.read import read_cold
from pi_board.vision.finding.find import find_any
from pi_board.vision.geometry import NotFound, Registration
from pi_board.vision.pictures import load_picture
from pi_board.vision.reading import Reading
from pi_board.vision.warm.learn import learn_board
from pi_board.vision.warm.search import Recognised, Search, Unrecognised
from pi_board.vision.warm.seen import CLUTTER_AFTER_S
from pi_board.vision.warm.session import BoardSession
from tests.vision.games_on_film import LAYOUT, START, appearance_of, moved, photo, with_hand
from tests.vision.painting import FRAMES, frame, view
from tests.vision.sessions import LATER, Sought, notes, observed, positions, shows, watching


def test_position_being_set_up_is_read_cold() -> None:
    """Before the start position stands, what does stand is observed, so that one can say so."""
    unfinished = START.replace("w......w/w......w", "......../........", 1)
    session = watching(photo(unfinished))
    observation = session.sight.observation
    assert observation is not None
    assert not shows(observation, appearance_of(START))
    done = observed(session.see(photo(START), 0.5, 1))
    assert shows(done, appearance_of(START))


def test_a_board_read_cold_is_learnt_when_it_lies_still(sought: Sought) -> None:
    """A hand that is just there might be learnt as a stone; it does not look the same twice."""
    session = watching(photo(START.replace("w......w", "........")))
    session.see(photo(START), 0.5, 1)
    assert isinstance(sought[-1], Unrecognised)
    passing = photo(START, seed=2)
    passing[-40:, :60] = 0  # somebody beside the board does not matter
    assert notes(session.see(passing, 1.0, 2)) == []
    assert isinstance(sought[-1], Recognised)


def test_a_hand_in_the_first_frame_is_not_learnt() -> None:
    """Somebody has just set the last stone down: what is under the hand shows when it has gone."""
    session = BoardSession()
    session.expect([(LAYOUT, appearance_of(START))])
    session.see(with_hand(photo(START), view(), "c3"), 0.0, 0)
    for index in (1, 2, 3):
        seen = observed(session.see(photo(START, seed=index), 0.5 * index, index))
    assert seen.obstructed == ()
    assert shows(seen, appearance_of(START))


@pytest.mark.parametrize(("name", "width_px"), [("loa", 75), ("connexoh", 60)])
def test_an_arm_that_rests_on_the_board_at_first_is_not_learnt(name: str, width_px: int) -> None:
    """A part of what it hid would look covered when it has gone, or be read as something else."""
    (layout, (start, *_)), picture = positions(name), frame(f"demo/{name}/f_0000")
    session, arm = BoardSession(), picture.copy()
    session.expect([(layout, start)])
    cv2.line(arm, (320, 240), (0, 479), (90, 120, 190), width_px, cv2.LINE_AA)
    covered = [observed(session.see(arm, n / 2)) for n in range(3)]
    assert all(look.obstructed for look in covered)
    clear = [observed(session.see(picture, 1.5 + n / 2)) for n in range(4)]
    assert all(look.obstructed == () and shows(look, start) for look in clear)


def test_what_has_lain_on_the_board_for_long_is_learnt_with_it(sought: Sought) -> None:
    """It is no hand that waits there, and a board that is read cold only takes longer."""
    (layout, (start, *_)), picture = positions("loa"), frame("demo/loa/f_0000")
    cv2.line(picture, (320, 240), (0, 479), (90, 120, 190), 75, cv2.LINE_AA)
    session = BoardSession()
    session.expect([(layout, start)])
    for n in range(2 * round(CLUTTER_AFTER_S) + 2):
        session.see(picture, n / 2)
    *before, last = sought
    assert before
    assert all(isinstance(board, Unrecognised) for board in before)
    assert isinstance(last, Recognised)


def test_a_board_is_found_once_where_it_lies() -> None:
    """Looks that are learnt later do not make it another."""
    session = BoardSession()
    session.expect([(LAYOUT, appearance_of(START))])
    said = [notes(session.see(photo(START, seed=n), n / 2, n)) for n in range(4)]
    assert said == [["board_found"], [], [], []]


def test_a_board_read_cold_is_not_learnt_after_a_move_that_nobody_has_confirmed() -> None:
    """It is nearly as it was, but what has changed would never be seen again."""
    session = watching(photo(START.replace("w......w", "........")))
    session.see(photo(START), 0.5, 1)
    session.confirm(appearance_of(START))
    after = moved(START, "e1", "e3")
    for at in (1.0, 1.5, 2.0):
        assert notes(session.see(photo(after, seed=round(2 * at)), at)) == []
    assert session.sight.observation is not None
    assert shows(session.sight.observation, appearance_of(after))


@pytest.mark.parametrize("in_play", [False, True])
def test_a_stone_that_stands_elsewhere_is_seen_there(sought: Sought, in_play: bool) -> None:
    """A board set up wrongly is learnt as it stands; one in play is not, for somebody may have
    moved while the power was off.
    """
    session, now = BoardSession(), moved(LATER, "a3", "e4")
    session.expect([(LAYOUT, appearance_of(LATER))], in_play=in_play)
    for index in range(2):
        shown = observed(session.see(photo(now, seed=index), index / 2, index))
        assert shows(shown, appearance_of(now))
    assert isinstance(sought[1], Unrecognised if in_play else Recognised)


@pytest.mark.parametrize("in_play", [False, True])
def test_how_many_stones_there_are_tells_before_a_game_only(
    monkeypatch: pytest.MonkeyPatch, in_play: bool
) -> None:
    """And nothing of a site that is hidden, or of which nothing can be seen for a lamp."""
    looks, share = np.tile((0.0, -1.0, -1.0), (64, 1)), np.tile((0.8, 0.1, 0.1), (64, 1))
    looks[[LAYOUT.site("b2"), LAYOUT.site("c3")]] = 0.0
    reading = Reading(LAYOUT, looks, share, ("b2",))
    seen = Unrecognised(Registration(view(), 1.0, 0, True), reading)
    monkeypatch.setattr(Search, "look", lambda *_, **__: seen)
    session = BoardSession()
    session.expect([(LAYOUT, appearance_of(START))], in_play=in_play)
    told = np.array(observed(session.see(photo(START), 0.0, 0)).looks)
    lead = told[:, 0] - told[:, 1]
    wanted = np.full(64, 1.0 if in_play else np.log(8))
    wanted[[LAYOUT.site("b2"), LAYOUT.site("c3")]] = 0.0
    assert lead == pytest.approx(wanted)


@pytest.mark.parametrize("too_many", [False, True])
def test_where_too_many_stones_show_one_of_them_may_be_none(too_many: bool) -> None:
    """In play as well: which of them, how many there are tells; the others lie where they show."""
    looks = np.tile((0.0, -9.0, -9.0), (64, 1))
    stones = [LAYOUT.site("b2"), LAYOUT.site("c3")]
    looks[stones] = (-8.0, -9.0, 0.0), (-1.5, -9.0, 0.0)
    share = np.exp(looks) / np.exp(looks).sum(axis=1, keepdims=True)
    if too_many:
        share[stones[1]] = 0.9, 0.01, 0.09
    told = Reading(LAYOUT, looks, share).looks_in_play
    assert told[stones[1]] == pytest.approx(
        (0.0, np.log(1 / 90), 0.0) if too_many else looks[stones[1]]
    )
    assert told[stones[0]] == pytest.approx(looks[stones[0]])


def test_a_board_read_cold_may_be_seen_in_far_smaller_pictures(sought: Sought) -> None:
    """Nothing of what they show lies where the board lay."""
    session = watching(photo(START.replace("w......w", "........")))
    session.see(cv2.resize(photo(START), (100, 60)), 0.5, 1)
    session.see(photo(START), 1.0, 2)
    assert isinstance(sought[-1], Unrecognised)
    session.see(photo(START), 1.5, 3)
    assert isinstance(sought[-1], Recognised)


def test_a_board_that_was_hidden_is_not_learnt_from_the_first_sight_of_it(sought: Sought) -> None:
    """The hand that hid it may still be there."""
    session = watching(photo(START.replace("w......w", "........")))
    hidden = photo(START)
    hidden[:] = 90
    session.see(hidden, 0.5, 1)
    session.see(photo(START), 1.0, 2)
    assert isinstance(sought[-1], Unrecognised)
    session.see(photo(START), 1.5, 3)
    assert isinstance(sought[-1], Recognised)


def test_a_site_that_shows_another_label_is_learnt_as_it_is_read_cold() -> None:
    """A tile was turned before anybody knew the board: looks learnt as if it were not are a muddle,
    and made a stone of it.
    """
    game = make_game("connexoh")
    (layout,) = game.layouts
    appearance = game.appearance(game.start(), layout)
    picture = frame("connexoh_one_move_made")
    found = find_any(picture, (layout,))
    assert not isinstance(found, NotFound)
    learnt = learn_board(picture, found.registration, layout, appearance)
    assert learnt is not None
    after = game.play(game.start(), game.parse_move(game.start(), "b2@180"))
    expected = game.appearance(after, layout)
    assert all((label,) in one for label, one in zip(learnt.board.labels, expected, strict=True))


@pytest.mark.parametrize("start", ["NE", "NW"])
def test_tiles_that_all_lie_otherwise_are_no_start(start: str) -> None:
    """What is learnt from tiles that lie alike explains them, whichever way they lie; but light
    halves are seen as such. (They point north-east.)
    """
    game = make_game("connexoh", options={"start": start})
    (layout,) = game.layouts
    picture = frame("connexoh_pale_start")
    found = find_any(picture, (layout,))
    assert not isinstance(found, NotFound)
    assert found.registration.orientation_known
    appearance = game.appearance(game.start(), layout)
    learnt = learn_board(picture, found.registration, layout, appearance)
    assert (learnt is not None) == (start == "NE")


@pytest.mark.parametrize(("tint", "learnt"), [((1.0, 1.0, 1.0), False), ((0.1, 1.0, 1.0), True)])
def test_black_stones_are_never_taken_for_white_ones(
    tint: tuple[float, float, float], learnt: bool
) -> None:
    """They stand where White's should, and markers tell which way the board lies. Where the light
    ones are yellow either may be Black's.
    """
    swapped = START.translate(str.maketrans("bw", "wb"))
    picture = np.rint(photo(swapped) * tint).astype(np.uint8)
    found = find_any(picture, (LAYOUT,))
    assert not isinstance(found, NotFound)
    there = replace(found.registration, geometry=view(), orientation_known=True)
    assert (learn_board(picture, there, LAYOUT, appearance_of(START)) is not None) == learnt


def test_a_start_that_hardly_shows_is_learnt_if_the_board_read_cold_shows_it(
    sought: Sought,
) -> None:
    """White stones on white tiles, in the mirror image of a lamp."""
    game, session = make_game("connexoh"), BoardSession()
    session.expect((one, game.appearance(game.start(), one)) for one in game.layouts)
    for t in (0.0, 0.5):
        session.see(frame("connexoh_white_in_glare"), t)
    assert isinstance(sought[-1], Recognised)


def test_kind_of_board_is_the_one_that_shows_what_is_expected() -> None:
    """Sticks that look like rows of holes under noise are sticks all the same."""
    game = make_game("linja")
    picture = load_picture(FRAMES / "demo" / "linja" / "f_0000.jpg")
    noise = np.random.default_rng(0).normal(0.0, 12.0, picture.shape)
    session = BoardSession()
    session.expect((layout, game.appearance(game.start(), layout)) for layout in game.layouts)
    seen = session.see(np.clip(picture + noise, 0, 255).astype(np.uint8), 0.0, 0)
    assert observed(seen).layout.name == "linja-rows"


def test_lanes_are_learnt_only_when_all_look_as_expected() -> None:
    """While a stone lies in another lane than it should, nothing is learnt."""
    picture = frame("stills/linja_004")
    labels = [f"{b}b{w}w" for b in range(13) for w in range(13)]
    sites = tuple("12345678")
    layout = Layout("", Surface.ROWS, 8, 8, sites, tuple(labels), tuple((i,) for i in range(8)))
    found = find_any(picture, (layout,))
    assert not isinstance(found, NotFound)
    counts = ["5b0w", "1b2w", "1b1w", "0b0w", "1b1w", "3b1w", "1b2w", "0b5w"]  # 5: 2b1w, 6: 2b1w
    appearance = tuple(frozenset([(labels.index(one),)]) for one in counts)
    assert learn_board(picture, found.registration, layout, appearance) is None


def test_a_peg_behind_a_taller_one_is_learnt_as_it_is_expected() -> None:
    """Seen aslant, the head of one stands before the foot of the next: where the board read cold
    shows what is expected, looks just learnt do not make it another.
    """
    picture, game = load_picture(FRAMES / "linja_leaning.jpg"), make_game("linja")
    session = BoardSession()
    session.expect((one, game.appearance(game.start(), one)) for one in game.layouts)
    for t in (0.0, 0.5, 1.0):
        said = session.see(picture, t)
    observation = observed(said)
    assert shows(observation, game.appearance(game.start(), observation.layout))


@pytest.mark.parametrize("upside_down", [False, True])
def test_which_way_round_a_start_lies_is_told_in_poor_light_too(upside_down: bool) -> None:
    """Pegs of both teams look nearly the same there, and looks learnt the wrong way round explain
    them as well as those learnt the right way.
    """
    picture, game = load_picture(FRAMES / "linja_pegs_under_dim_lamp.jpg"), make_game("linja")
    session = BoardSession()
    session.expect((one, game.appearance(game.start(), one)) for one in game.layouts)
    session.see(cv2.rotate(picture, cv2.ROTATE_180) if upside_down else picture, 0.0)
    there = session.sight.registration
    assert there is not None
    a1 = np.array(there.geometry.corners_px[0])
    black_left = (639 - 67, 479 - 331) if upside_down else (67, 331)
    assert np.linalg.norm(a1 - black_left) < 10


@pytest.mark.parametrize("quarters", range(4))
def test_board_read_cold_is_turned_as_expected(
    quarters: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without fiducials nothing but the position says how a board lies; it still does so after a
    move.
    """
    monkeypatch.setattr("pi_board.vision.warm.search.learn_board", lambda *_: None)
    layout = make_game("connexoh").layouts[0]
    picture = frame("stills/connexoh_007")
    found = find_any(picture, (layout,))
    assert not isinstance(found, NotFound)
    way = found.registration.ways_round(layout)[quarters]
    labels = read_cold(picture, way, layout).best
    search = Search(None, None)
    search.expect([(layout, tuple(frozenset([(label,)]) for label in labels))])
    for _ in range(2):
        seen = search.look(picture)
        assert isinstance(seen, Unrecognised)
        assert seen.reading.best == labels
        search.expect([(layout, tuple(frozenset([(0,)]) for _ in labels))])
