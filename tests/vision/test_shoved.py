"""Boards that are shoved, taken away or found elsewhere."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from pi_board.core.events import BoardMoved
from pi_board.core.layout import Appearance
from pi_board.games.registry import make_game
from pi_board.vision.cold.read import read_cold
from pi_board.vision.cold.trained import Opinions
from pi_board.vision.finding.find import find_any
from pi_board.vision.geometry import Image, NotFound, corners_of
from pi_board.vision.reading import Reading
from pi_board.vision.warm import search, seen
from pi_board.vision.warm.reader import WarmGrid
from pi_board.vision.warm.search import Recognised
from pi_board.vision.warm.seen import CLUTTER_AFTER_S
from pi_board.vision.warm.session import LOST_AFTER_S, BoardSession
from tests.vision.games_on_film import LAYOUT, START, appearance_of, photo, with_hand
from tests.vision.painting import SIZE, frame, view, worst_corner
from tests.vision.sessions import (
    LATER,
    NEXT,
    Sought,
    following,
    notes,
    observed,
    shows,
    watching,
)


def test_a_board_that_was_lost_is_found_again_where_it_was() -> None:
    """Nobody knew where it was meanwhile."""
    session = watching()
    away = np.full_like(photo(START), 90)
    times = np.arange(0.5, LOST_AFTER_S + 1.5, 0.5)
    lost = [name for t in times for name in notes(session.see(away, float(t)))]
    back = notes(session.see(photo(START), float(times[-1]) + 0.5))
    assert (lost, back) == (["board_moved"], ["board_found"])


@pytest.mark.thorough
def test_a_board_read_cold_is_found_elsewhere_when_it_is_seen_there_twice() -> None:
    """Little by little, too; a hand may make it look so once."""
    unfinished = START.replace("w......w", "........")
    session = BoardSession()
    session.expect([(LAYOUT, appearance_of(START))])
    places = (0.0, 0.0, 0.6, 0.0, 0.2, 0.4, 0.4, 0.4)
    said = [
        notes(session.see(photo(unfinished, view(slide=(x, 0.0))), n / 2, n))
        for n, x in enumerate(places)
    ]
    assert [len(one) for one in said] == [1, 0, 0, 0, 0, 0, 1, 0]


def test_shoved_board_is_followed() -> None:
    """A shove of a fifth of a square is said in millimetres, and the position still reads."""
    session = watching()
    aside = view(slide=(0.2, 0.0))
    inputs = session.see(photo(START, aside, seed=4), 0.5, 1)
    assert notes(inputs) == ["board_moved"]
    (note,) = (item for item in inputs if isinstance(item, BoardMoved))
    assert note.shift_mm == pytest.approx(8.0, abs=2.0)
    assert shows(observed(inputs), appearance_of(START))
    assert observed(inputs).obstructed == ()


def test_a_board_shoved_too_far_to_be_followed_is_found_at_once() -> None:
    """By its looks, a move later and turned as well."""
    session, elsewhere = watching(), view(yaw_deg=-10.0, slide=(0.8, 0.3))
    inputs = session.see(photo(NEXT, elsewhere, seed=5), 0.5, 1)
    assert notes(inputs) == ["board_moved", "board_found"]
    (note,) = (item for item in inputs if isinstance(item, BoardMoved))
    assert note.shift_mm == pytest.approx(40.0 * elsewhere.corner_shift(view()), abs=4.0)
    assert shows(observed(inputs), appearance_of(NEXT))
    assert observed(inputs).obstructed == ()


@pytest.mark.parametrize("name", ["loa", "linja", "connexoh"])
def test_a_recorded_board_shoved_far_is_found_with_a_move_made_meanwhile(name: str) -> None:
    """In eight lanes, too, two of which then hold other numbers of stones."""
    session, (_, after_a_move, *_) = following(name)
    turn = cv2.getRotationMatrix2D((320.0, 240.0), 9.0, 0.95)
    shoved_far = cv2.warpAffine(frame(f"demo/{name}/f_0005"), turn, SIZE, borderMode=1)
    inputs = session.see(shoved_far, 1.0)
    assert notes(inputs) == ["board_moved", "board_found"]
    assert shows(observed(inputs), after_a_move)


@pytest.mark.parametrize("sites", [-1.0, 1.0])
def test_a_board_of_sticks_is_found_that_slid_along_them(sites: float) -> None:
    """Most of the edges that are seen are where they were, so it is looked for as all of it looks
    covered, though nothing stirs.
    """
    session, (start, *_) = following("linja")
    slid = _slid_along("demo/linja/f_0001", session, sites)
    seen = [session.see(slid, t) for t in (1.0, 2.0, 3.0, 4.0)]
    assert [notes(inputs) for inputs in seen] == [[], [], ["board_moved", "board_found"], []]
    assert shows(observed(seen[-1]), start)
    assert observed(seen[-1]).obstructed == ()


def _slid_along(name: str, session: BoardSession, sites: float) -> Image:
    """A picture of the board that a session sees, as if all the table had slid along its rows."""
    registration = session.sight.registration
    assert registration is not None
    there = registration.geometry
    corners = corners_of(there.columns, there.rows)
    before, after = (there.project(np.add(corners, (by, 0.0))) for by in (0.0, sites))
    way = cv2.getPerspectiveTransform(before.astype(np.float32), after.astype(np.float32))
    return np.asarray(cv2.warpPerspective(frame(name), way, SIZE, borderMode=1), np.uint8)


def test_a_board_that_is_not_where_it_lay_is_looked_for_from_time_to_time() -> None:
    """Something may be held over it, and looking takes long."""
    session, elsewhere = watching(), view(slide=(0.8, 0.3))
    held = np.full_like(photo(START), 90)
    held[:, :80] = 200  # all but a strip of the table
    pictures = held, photo(START, elsewhere), photo(START, elsewhere)
    said = [notes(session.see(seen, t)) for seen, t in zip(pictures, (0.5, 0.8, 1.1), strict=True)]
    assert said == [[], [], ["board_moved", "board_found"]]


def test_a_shove_is_said_once() -> None:
    """As long as a hand rests on the board that lies elsewhere it is fitted anew, silently."""
    session, aside = watching(), view(slide=(0.2, 0.0))
    said = [
        notes(session.see(with_hand(photo(START, aside, seed=n), aside, "e4"), n / 2, n))
        for n in range(1, 5)
    ]
    assert said == [["board_moved"], [], [], []]


def test_a_board_is_followed_by_its_edges_where_a_hand_hides_its_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Farther than half a square, step by step; it is searched for every two seconds only."""
    session, searched = watching(), list[float]()
    monkeypatch.setattr(seen, "fitted", lambda *_: None)
    monkeypatch.setattr(seen, "found_anew", lambda *_: searched.append(t))
    for step in range(1, 6):
        t, there = step / 2, view(slide=(0.18 * step, -0.1 * step))
        session.see(with_hand(photo(START, there, seed=step), there, "e4"), t, step)
        registration = session.sight.registration
        assert registration is not None
        assert worst_corner(registration.geometry, there.corners_px) < 0.08
    assert searched == [0.5, 2.5]


@pytest.mark.parametrize("name", ["loa", "linja", "connexoh"])
def test_a_camera_that_hunts_for_its_focus_leaves_a_board_where_it_lay(name: str) -> None:
    """Out of focus all of it is a little larger, in focus again as it was."""
    session, (_, after_a_move, *_) = following(name)
    larger = cv2.getRotationMatrix2D((320.0, 240.0), 0.0, 1.025)
    hunting = cv2.warpAffine(frame(f"demo/{name}/f_0001"), larger, SIZE, borderMode=1)
    session.see(cv2.GaussianBlur(hunting, (0, 0), 4.0), 1.0)
    session.see(cv2.GaussianBlur(hunting, (0, 0), 4.0), 1.5)
    observation = observed(session.see(frame(f"demo/{name}/f_0005"), 2.0))
    assert shows(observation, after_a_move)
    assert observation.obstructed == ()
    there = session.sight.registration
    assert there is not None
    in_focus = find_any(frame(f"demo/{name}/f_0005"), [observation.layout])
    assert not isinstance(in_focus, NotFound)
    assert there.geometry.corner_shift(in_focus.registration.geometry) < 0.05


@pytest.mark.parametrize(("blurred_s", "learnt"), [(0.0, 1), (2.0, 0), (11.0, 1)])
def test_nothing_is_learnt_while_a_camera_hunts_for_its_focus(
    monkeypatch: pytest.MonkeyPatch, blurred_s: float, learnt: int
) -> None:
    """In focus again a stone that has left would not stand out; but a lens that stays so does."""
    session, before = watching(), photo(START)
    for t in np.arange(1.0, 1.0 + blurred_s):
        session.see(cv2.GaussianBlur(before, (0, 0), 3.0), float(t))
    after = photo(NEXT)
    if blurred_s:
        after = np.asarray(cv2.GaussianBlur(after, (0, 0), 3.0), np.uint8)
    assert shows(observed(session.see(after, 1.0 + blurred_s)), appearance_of(NEXT))
    confirmed: list[object] = []
    monkeypatch.setattr(WarmGrid, "confirm", lambda *about: confirmed.append(about))
    session.confirm(appearance_of(NEXT))
    assert len(confirmed) == learnt


def test_a_board_pushed_back_is_read_where_it_lay() -> None:
    """While a hand still rests on it, so that it was never seen whole where it lay meanwhile."""
    session, aside = watching(), view(slide=(0.2, 0.0))
    for n in (1, 2):
        session.see(with_hand(photo(START, aside, seed=n), aside, "e4"), n / 2, n)
    for n in (3, 4):
        session.see(with_hand(photo(START, seed=n), view(), "e4"), n / 2, n)
        there = session.sight.registration
        assert there is not None
        assert there.geometry.corner_shift(view()) < 0.1


UNDER_BARS = "linja_shoved_under_bars", "6,1,0,1,2,0,2,0/0,1,2,2,0,1,2,4 w i 0"
UNDER_SHADE = (
    "connexoh_shoved_under_shade",
    "0b0b1b0b0b0b/000000/000000/030001/1000w20/0w0w1w0w00w b -",
)


def shoved(
    name: str, stands: str, told: str | None = None, begins: str | None = None
) -> tuple[BoardSession, Appearance]:
    """A session that knows a board in odd light, on which it was told that a position is shown,
    and what that looks like; another one may stand there, and a game may begin with yet another.
    Since 1 second it lies a little beside.
    """
    game, session = make_game(name.split("_")[0]), BoardSession()
    layout = game.layouts[0]
    really, shown, start = (
        game.appearance(game.parse_position(text), layout)
        for text in (stands, told or stands, begins or stands)
    )
    session.expect([(layout, really)])
    for t in (0.0, 0.5):
        session.see(frame(f"{name}_before"), t)
    session.confirm(really)
    session.expect([(layout, start)])
    session.confirm(shown)
    assert notes(session.see(frame(f"{name}_after"), 1.0)) == ["board_moved"]
    return session, shown


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "stands"), [UNDER_BARS, UNDER_SHADE])
def test_a_board_shoved_into_other_light_is_read_anew(name: str, stands: str) -> None:
    """Its looks hold no longer: a third of the holes look as if something lay over them, where a
    network sees nothing; so does a tile, where it can hardly tell what lies on some others.
    """
    session, appearance = shoved(name, stands)
    for t in (1.5, 2.0):
        inputs = session.see(frame(f"{name}_after"), t)
        assert notes(inputs) == []
        assert observed(inputs).obstructed == ()
        assert shows(observed(inputs), appearance)


def test_what_looks_strange_under_other_blinds_is_no_hand() -> None:
    """Two squares amid the board do since it was shoved, of which looks tell little either; a
    network surely sees nothing over any.
    """
    game, session = make_game("loa"), BoardSession()
    name, later = "loa_shoved_under_blinds", "2bbbbb1/w5bw/w6w/w6w/w4w2/w6w/w6w/1bbbbbb1 w"
    start, now = (
        game.appearance(position, LAYOUT) for position in (game.start(), game.parse_position(later))
    )
    session.expect([(LAYOUT, start)])
    for t, shown, appearance in ((0.0, "start", start), (1.0, "before", now)):
        for more_s in (0.0, 0.5):
            session.see(frame(f"{name}_{shown}"), t + more_s)
        session.confirm(appearance)
    inputs = session.see(frame(f"{name}_after"), 2.0)
    assert notes(inputs) == ["board_moved"]
    assert observed(inputs).obstructed == ()
    assert shows(observed(inputs), now)


@pytest.mark.thorough
def test_a_hand_taken_for_other_light_is_not_learnt(
    monkeypatch: pytest.MonkeyPatch, sought: Sought
) -> None:
    """No network sees it, and the board shows what is expected: that is learnt anew only when it
    has lain still for longer than a hand.
    """
    monkeypatch.setattr(Opinions, "in_sight", property(lambda said: np.ones(64, np.bool_)))
    session, aside = watching(), view(slide=(0.2, 0.0))
    session.confirm(appearance_of(START))
    gone_t = 3.0
    for t in np.arange(0.5, gone_t + CLUTTER_AFTER_S + 1.0, 0.5).tolist():
        picture = photo(START, aside, seed=int(2 * t))
        seen = observed(
            session.see(picture if t >= gone_t else with_hand(picture, aside, (4, -0.2)), t)
        )
        assert seen.obstructed == ()
        assert shows(seen, appearance_of(START))
    assert isinstance(sought[-1], Recognised)


def test_a_hand_after_a_look_at_all_of_a_shoved_board_is_no_other_light(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nor where no network sees it, and the board shows what is expected."""
    monkeypatch.setattr(Opinions, "in_sight", property(lambda said: np.ones(64, np.bool_)))
    session, aside = watching(), view(slide=(0.2, 0.0))
    session.confirm(appearance_of(START))
    assert observed(session.see(photo(START, aside, seed=1), 0.5)).obstructed == ()
    held = with_hand(photo(START, aside, seed=2), aside, (4, -0.2))
    for t in (1.0, 1.5, 2.0):
        assert observed(session.see(held, t)).obstructed


ELSE = "6,1,1,1,1,1,1,0/0,1,1,1,1,1,1,6 b i 0"


def test_it_is_not_read_anew_if_that_shows_something_else() -> None:
    """It may be misread altogether: nothing is told of what looks covered."""
    session, _ = shoved(*UNDER_BARS, told=ELSE, begins=ELSE)
    assert len(observed(session.see(frame("linja_shoved_under_bars_after"), 1.5)).obstructed) > 9


def test_a_board_that_was_set_up_in_other_light_is_read_anew() -> None:
    """Another position was expected, but it shows the one that the game began with."""
    session, told = shoved(*UNDER_BARS, told=ELSE)
    seen = observed(session.see(frame("linja_shoved_under_bars_after"), 1.5))
    assert seen.obstructed == ()
    assert not shows(seen, told)
    game = make_game("linja")
    start = game.appearance(game.parse_position(UNDER_BARS[1]), game.layouts[0])
    assert shows(seen, start)


def test_it_is_read_anew_where_a_network_is_hardly_sure_that_nothing_lies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Over balls in the glare: no more than that it shows what is expected is needed."""
    monkeypatch.setattr(Opinions, "in_sight", property(lambda said: np.arange(48) != 11))
    session, appearance = shoved(*UNDER_BARS)
    seen = observed(session.see(frame("linja_shoved_under_bars_after"), 1.5))
    assert seen.obstructed == ()
    assert shows(seen, appearance)


def test_it_is_not_read_anew_under_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Something may be seen over one of the holes: nothing is told of what looks covered."""
    after = frame("linja_shoved_under_bars_after")

    def with_one_hidden(picture: Image, *where: Any) -> Reading:
        hidden = ("d3",) if np.array_equal(picture, after) else ()
        return replace(read_cold(picture, *where), obstructed=hidden)

    monkeypatch.setattr(search, "read_cold", with_one_hidden)
    session, _ = shoved(*UNDER_BARS)
    assert len(observed(session.see(after, 1.5)).obstructed) > 9


def test_board_taken_away_is_lost_and_found_again() -> None:
    """Without the board all sites are obstructed; put back elsewhere, it is found by its looks."""
    session = watching()
    session.see(photo(NEXT, seed=2), 0.5, 1)
    session.confirm(appearance_of(NEXT))
    table = np.full((480, 640, 3), 120, np.uint8)
    away = [session.see(table, 1.0 + 0.5 * i, 2 + i) for i in range(int(2 * LOST_AFTER_S) + 2)]
    lost = next(inputs for inputs in away if "board_moved" in notes(inputs))
    assert observed(lost).obstructed == LAYOUT.sites
    elsewhere = view(yaw_deg=-10.0, slide=(0.8, 0.3))
    back = session.see(photo(NEXT, elsewhere, seed=5), 9.0, 20)
    assert notes(back) == ["board_found"]
    assert shows(observed(back), appearance_of(NEXT))


@pytest.mark.parametrize("turned_deg", [30.0, 60.0])
def test_a_start_that_was_lost_is_found_as_it_was_turned(turned_deg: float) -> None:
    """It looks alike from both sides, and nobody turns a board by more than a quarter."""
    session = watching()
    session.confirm(appearance_of(START))
    aside = view(slide=(0.6, 0.2), yaw_deg=20.0 + turned_deg)
    for t in np.arange(1.0, 2.0 + LOST_AFTER_S, 0.5).tolist():
        session.see(photo(START, aside, seed=int(2 * t)), t)
    back = session.see(photo(NEXT, aside, seed=20), 8.0)
    assert shows(observed(back), appearance_of(NEXT))


@pytest.mark.thorough
def test_a_lost_board_is_searched_for_everywhere() -> None:
    """Its first pictures were as large as these, where it still lies but out of focus: nothing is
    read in them.
    """
    session = watching()
    session.confirm(appearance_of(START))
    session.see(cv2.resize(photo(START, seed=3), (960, 720)), 2.0)
    for n in range(4):
        blurred = cv2.GaussianBlur(photo(START, seed=n), (0, 0), 6.0)
        assert session.see(blurred, 2.5 + n / 2) == ()


@pytest.mark.thorough
def test_a_board_read_cold_that_is_taken_away_is_lost() -> None:
    """It is said once, and what it showed before it is not said any more."""
    session = BoardSession()
    session.expect([(LAYOUT, appearance_of(START))])
    for n in range(4):
        session.see(photo(LATER, seed=n), n / 2)
    table = np.full((480, 640, 3), 120, np.uint8)
    away = [session.see(table, 2.0 + n / 2) for n in range(int(4 * LOST_AFTER_S))]
    (said,) = (n for n, inputs in enumerate(away) if inputs)
    assert said / 2 == LOST_AFTER_S
    assert notes(away[said]) == ["board_moved"]
    assert observed(away[said]).obstructed == LAYOUT.sites
    back = session.see(photo(LATER, view(slide=(0.8, 0.3)), seed=5), 9.0)
    assert notes(back) == ["board_found"]
    assert shows(observed(back), appearance_of(LATER))


@pytest.mark.thorough
def test_a_board_read_cold_is_not_lost_while_something_moves() -> None:
    """It is not looked for then: two moments in which it was not found are none of three seconds,
    whatever lies between them.
    """
    session = BoardSession()
    session.expect([(LAYOUT, appearance_of(START))])
    table = np.full((480, 640, 3), 120, np.uint8)
    hands = [with_hand(photo(LATER), view(), (x, 3.0)) for x in (1.5, 6.5)]
    frames = [photo(LATER)] * 40 + [table] * 19 + hands * 60 + [table] * 20
    said: list[str] = []
    for number, picture in enumerate(frames):
        said += notes(session.see(picture, number / 20))
    assert said == ["board_found"]


def test_where_a_board_lay_in_pictures_of_another_size_is_forgotten() -> None:
    """Until it is found again nobody knows where it is: it cannot be drawn there."""
    session = watching()
    assert session.sight.registration is not None
    session.see(np.full((720, 960, 3), 128, np.uint8), 0.5, 1)
    assert session.sight.registration is None
