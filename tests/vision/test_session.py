"""From frames to observations of one board."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_board.core.layout import Appearance, Layout, Surface
from pi_board.core.observation import Input, Observation, ReaderNote
from pi_board.games.registry import make_game
from pi_board.vision.arrange import likeliest_labels
from pi_board.vision.cold.read import read_cold
from pi_board.vision.cold.trained import Opinions
from pi_board.vision.finding.find import find_any
from pi_board.vision.geometry import Image, NotFound, Registration
from pi_board.vision.pictures import load_picture
from pi_board.vision.reading import Reading
from pi_board.vision.warm.learn import Learnt, learn_board
from pi_board.vision.warm.reader import MUDDLED_LEAD, TOLD, WarmGrid
from pi_board.vision.warm.search import Recognised, Search, Unrecognised
from pi_board.vision.warm.seen import CLUTTER_AFTER_S, HAND_AFTER_S, UNTOLD_AFTER_S
from pi_board.vision.warm.session import LOST_AFTER_S, BoardSession
from tests.vision.games_on_film import LAYOUT, START, appearance_of, moved, photo, with_hand
from tests.vision.painting import FRAMES, frame, view

NEXT = moved(START, "c1", "c3")
HOLES, LANES = make_game("linja").layouts
(TILES,) = make_game("connexoh").layouts
Sought = list[Recognised | Unrecognised | None]


@pytest.fixture
def sought(monkeypatch: pytest.MonkeyPatch) -> Sought:
    """What each search for a board gives."""
    given: Sought = []
    look = Search.look

    def looked(
        search: Search, frame: Image, learn: bool = True
    ) -> Recognised | Unrecognised | None:
        given.append(look(search, frame, learn))
        return given[-1]

    monkeypatch.setattr(Search, "look", looked)
    return given


def watching(first: Image | None = None) -> BoardSession:
    """A session that has found the painted board in two frames, the second at 0 seconds."""
    session = BoardSession(site_mm=40.0)
    session.expect([(LAYOUT, appearance_of(START))])
    for t in (-0.5, 0.0):
        session.see(photo(START) if first is None else first, t, 0)
    return session


def observed(inputs: tuple[Input, ...]) -> Observation:
    """The one observation among what a frame gave."""
    (observation,) = (item for item in inputs if isinstance(item, Observation))
    return observation


def notes(inputs: tuple[Input, ...]) -> list[str]:
    """Names of the notes among what a frame gave."""
    return [item.name for item in inputs if isinstance(item, ReaderNote)]


def shows(observation: Observation, appearance: Appearance) -> bool:
    """Whether the likeliest labels are such as the appearance allows."""
    looks = np.array(observation.looks)
    best = tuple(int(i) for i in looks.argmax(axis=1))
    return likeliest_labels(looks, observation.layout, appearance) == best


def test_start_position_is_recognised_in_the_first_frame() -> None:
    """One look is enough: the board is found and reads as the start."""
    session = BoardSession()
    session.expect([(LAYOUT, appearance_of(START))])
    inputs = session.see(photo(START), 0.0, 0)
    assert notes(inputs) == ["board_found"]
    assert shows(observed(inputs), appearance_of(START))
    assert observed(inputs).frame == 0


def test_a_board_that_was_lost_is_found_again_where_it_was() -> None:
    """Nobody knew where it was meanwhile."""
    session = watching()
    away = np.full_like(photo(START), 90)
    times = np.arange(0.5, LOST_AFTER_S + 1.5, 0.5)
    lost = [name for t in times for name in notes(session.see(away, float(t)))]
    back = notes(session.see(photo(START), float(times[-1]) + 0.5))
    assert (lost, back) == (["board_moved"], ["board_found"])


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


LATER = "...bb..b/w......w/w..w...w/..b...../......ww/w..b...b/.w....../.b.bb..."


def remembering(picture: Image) -> BoardSession:
    """A session that knows from before how a picture of the start position looks."""

    def learnt() -> Learnt | None:
        found = find_any(picture, (LAYOUT,))
        assert not isinstance(found, NotFound)
        return learn_board(picture, found.registration, LAYOUT, appearance_of(START))

    session = BoardSession(site_mm=40.0, remembered=learnt)
    session.expect([(LAYOUT, appearance_of(START))])
    return session


def test_board_known_from_before_is_followed_whatever_it_shows() -> None:
    """Its first frame shows the middle of a game: hands and shoves are noticed from there on."""
    session = remembering(photo(START, seed=9))
    first = observed(session.see(photo(LATER, seed=1), 0.0, 0))
    assert shows(first, appearance_of(LATER))
    hand = observed(session.see(with_hand(photo(LATER, seed=2), view(), "e4"), 0.5, 1))
    assert "e4" in hand.obstructed
    shoved = session.see(photo(LATER, view(slide=(0.2, 0.0)), seed=3), 1.0, 2)
    assert notes(shoved) == ["board_moved"]
    assert shows(observed(shoved), appearance_of(LATER))


def test_looks_of_another_board_are_left_aside() -> None:
    """The profile's picture shows other colours: the board is read by itself, and rightly."""
    session = remembering(255 - photo(START, seed=9))
    first = observed(session.see(photo(LATER, seed=1), 0.0, 0))
    assert shows(first, appearance_of(LATER))
    shoved = session.see(photo(LATER, view(slide=(0.2, 0.0)), seed=3), 1.0, 2)
    assert "board_moved" not in notes(shoved)


def test_black_frame_says_nothing() -> None:
    """Where no board is to be seen there is nothing to say."""
    session = BoardSession()
    session.expect([(LAYOUT, appearance_of(START))])
    assert session.see(np.zeros((480, 640, 3), np.uint8), 0.0, 0) == ()


def test_still_frames_repeat_the_observation_with_their_own_time() -> None:
    """An idle board goes on being observed, though it is not read again."""
    session = watching()
    times = [observed(session.see(photo(START, seed=i), 0.05 * i, i)).t for i in range(1, 9)]
    assert times == pytest.approx([0.05 * i for i in range(1, 9)])


def test_move_is_observed_and_a_hand_obstructs() -> None:
    """A hand in the picture is said to obstruct; without it the new position is clear."""
    session = watching()
    during = observed(session.see(with_hand(photo(START), view(), "c1"), 0.5, 1))
    after = observed(session.see(photo(NEXT, seed=3), 1.0, 2))
    assert "c1" in during.obstructed
    assert after.obstructed == ()
    assert shows(after, appearance_of(NEXT))


def test_a_stone_that_does_not_show_is_remembered_once_people_say_it_is_there() -> None:
    """Also when a move asks the network, which was wrong of it before."""
    unseen = START.rsplit("/", 1)[0] + "/.b.bbbb."
    session = watching(photo(unseen))
    assert not shows(observed(session.see(photo(unseen), 0.5, 1)), appearance_of(START))
    session.confirm(appearance_of(START))
    assert shows(observed(session.see(photo(unseen, seed=2), 1.0, 2)), appearance_of(START))
    session.see(photo(moved(unseen, "f1", "f3")), 2.0, 3)
    seen = observed(session.see(photo(moved(unseen, "f1", "f3"), seed=2), 2.5, 4))
    assert shows(seen, appearance_of(moved(START, "f1", "f3")))


def test_a_start_is_remembered_though_a_shadow_lies_on_some_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Later nothing is learnt from a look that does not tell all."""
    read, half_lit = WarmGrid.read, LAYOUT.site("c3")
    monkeypatch.setattr(
        WarmGrid, "read", lambda board, flat: replace(read(board, flat), untold=(half_lit,))
    )
    unseen = START.rsplit("/", 1)[0] + "/.b.bbbb."
    session = watching(photo(unseen))
    session.confirm(appearance_of(START))
    assert shows(observed(session.see(photo(unseen, seed=2), 1.0, 2)), appearance_of(START))


def watching_a_start(name: str, layout: Layout, picture: str) -> BoardSession:
    """A session that knows a photographed board at its start position since 0.5 seconds."""
    game, session = make_game(name), BoardSession()
    start = game.appearance(game.start(), layout)
    session.expect([(layout, start)])
    for t in (0.0, 0.5):
        session.see(frame(picture), t)
    session.confirm(start)
    return session


def test_a_hand_that_looks_like_the_board_is_seen_all_the_same() -> None:
    """It is as brown as the wood, which is learnt half in a shadow, so that no pixel is strange. A
    network sees it; of what lies under it nothing is said, and of the rest what is there.
    """
    session = watching_a_start("linja", HOLES, "linja_balls_half_in_shadow")
    seen = observed(session.see(frame("linja_hand_brown_as_wood"), 1.0))
    hidden = {"f4", "e5", "f5", "d6", "e6", "f6", "d7", "e7", "f7", "d8", "e8"}
    assert set(seen.obstructed) >= hidden
    assert not set(seen.obstructed) & {"a1", "a8", "b5", "d1", "f1"}


def test_a_hand_over_one_lane_is_waited_for() -> None:
    """It is as pale as the lighter stones, of which it looks like eleven. A network sees it, and
    while people think nothing is said of what lies under it.
    """
    session = watching_a_start("linja", LANES, "linja_granite_sticks_start")
    for t in np.arange(1.0, 1.0 + HAND_AFTER_S, 0.5).tolist():
        seen = observed(session.see(frame("linja_granite_sticks_hand"), t))
        assert seen.obstructed == ("1",)
    at_last = observed(session.see(frame("linja_granite_sticks_hand"), 2.0 + HAND_AFTER_S))
    assert at_last.obstructed == ()
    assert not any(at_last.looks[LANES.site("1")])


def test_pegs_that_hide_holes_are_told_from_pegs_in_them() -> None:
    """Tall ones seen from low down: a network takes the one before an empty hole for one in it."""
    session = watching_a_start("linja", HOLES, "linja_pegs_hide_holes_start")
    for t in (1.0, 1.5):
        seen = observed(session.see(frame("linja_pegs_hide_holes_moved"), t))
    rows = ("bbbbbb", ".....w", "b..wb.", "..w..b", "...w.b", "...b.w", "b...w.", "wwwwww")
    labels = np.array(seen.looks).argmax(axis=1)
    assert "".join(".bw"[label] for label in labels) == "".join(rows)


def test_a_tile_that_was_lifted_is_not_taken_for_a_turned_one() -> None:
    """A hand holds it at rest over the hole it has left, which looks most like that. If it stays so
    for long, people are asked.
    """
    session = watching_a_start("connexoh", TILES, "connexoh_pale_start")
    for t in np.arange(1.0, 1.0 + HAND_AFTER_S, 0.5).tolist():
        seen = observed(session.see(frame("connexoh_pale_tile_lifted"), t))
        assert "d2" in seen.obstructed
    asked = observed(session.see(frame("connexoh_pale_tile_lifted"), 2.0 + HAND_AFTER_S))
    assert asked.obstructed == ()
    assert min(asked.looks[TILES.site("d2")]) >= -MUDDLED_LEAD


def test_a_tile_turned_in_the_shade_is_no_hand() -> None:
    """All of it looks strange there, but a network surely sees how it lies."""
    session = watching_a_start("connexoh", TILES, "connexoh_bars_of_shade_start")
    for t in (1.0, 1.5):
        seen = observed(session.see(frame("connexoh_bars_of_shade_turned"), t))
    assert seen.obstructed == ()
    told = {site: np.argmax(seen.looks[TILES.site(site)]) for site in ("e6", "c5", "a1")}
    assert {site: TILES.labels[label] for site, label in told.items()} == {
        "e6": "3b",
        "c5": "2",
        "a1": "0w",
    }


def test_a_hand_at_rest_is_no_mistake_of_the_network_that_sees_it() -> None:
    """It rests for so long that the game goes on without what it hides, and the position is
    confirmed; but of what it hides nothing is said for that.
    """
    session = watching_a_start("linja", HOLES, "linja_balls_half_in_shadow")
    times = np.arange(1.0, 1.5 + HAND_AFTER_S, 0.5)
    before = [observed(session.see(frame("linja_hand_brown_as_wood"), float(t))) for t in times]
    assert before[0].obstructed
    assert not before[-1].obstructed
    game = make_game("linja")
    session.confirm(game.appearance(game.start(), HOLES))
    after = observed(session.see(frame("linja_hand_brown_as_wood"), float(times[-1]) + 1.0))
    for hole in ("f4", "e5", "f5", "d6", "e6", "f6", "d7", "e7", "f7", "d8", "e8"):
        assert set(after.looks[HOLES.site(hole)]) == {0.0}, hole


def test_a_hand_beside_the_squares_is_not_remembered() -> None:
    """It rests at the border while the position is confirmed, so that a finger that reaches in from
    it would not seem to come from outside.
    """
    session, beside, over = watching(), (4.5, -0.46), (4.5, -0.06)
    for i in range(1, 5):
        waiting = with_hand(photo(START, seed=i), view(), beside)
        assert observed(session.see(waiting, 0.5 * i, i)).obstructed == ()
        session.confirm(appearance_of(START))
    reaching = with_hand(photo(START, seed=5), view(), over)
    assert observed(session.see(reaching, 2.5, 5)).obstructed == ("e1",)


def test_nothing_is_learnt_while_a_hand_is_in_the_way() -> None:
    """Confirming a position during an obstructed look leaves the board's memory alone."""
    session = watching()
    session.see(with_hand(photo(START), view(), "d4"), 0.5, 1)
    session.confirm(appearance_of(START))
    again = observed(session.see(with_hand(photo(START, seed=2), view(), "d4"), 1.0, 2))
    assert "d4" in again.obstructed


def test_shoved_board_is_followed() -> None:
    """A shove of a fifth of a square is said in millimetres, and the position still reads."""
    session = watching()
    aside = view(slide=(0.2, 0.0))
    inputs = session.see(photo(START, aside, seed=4), 0.5, 1)
    assert notes(inputs) == ["board_moved"]
    (note,) = (item for item in inputs if isinstance(item, ReaderNote))
    assert dict(note.fields)["shift_mm"] == pytest.approx(8.0, abs=2.0)
    assert shows(observed(inputs), appearance_of(START))
    assert observed(inputs).obstructed == ()


def shoved_under_bars(shown: str) -> tuple[BoardSession, Appearance]:
    """A session that knows a board with holes under bars of light, on which it was told a position
    stands, and what that looks like. Since 1 second it lies a little beside, under the same bars.
    """
    game, session = make_game("linja"), BoardSession()
    stands, told = (
        game.appearance(game.parse_position(text), HOLES)
        for text in ("6,1,0,1,2,0,2,0/0,1,2,2,0,1,2,4 w i 0", shown)
    )
    session.expect([(HOLES, stands)])
    for t in (0.0, 0.5):
        session.see(frame("linja_shoved_under_bars_before"), t)
    session.confirm(stands)
    session.confirm(told)
    assert notes(session.see(frame("linja_shoved_under_bars_after"), 1.0)) == ["board_moved"]
    return session, told


def test_a_board_shoved_into_other_light_is_read_anew() -> None:
    """Its looks hold no longer: a third of the holes look as if something lay over them, where a
    network sees nothing.
    """
    session, stands = shoved_under_bars("6,1,0,1,2,0,2,0/0,1,2,2,0,1,2,4 w i 0")
    for t in (1.5, 2.0):
        inputs = session.see(frame("linja_shoved_under_bars_after"), t)
        assert notes(inputs) == []
        assert observed(inputs).obstructed == ()
        assert shows(observed(inputs), stands)


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


def test_it_is_not_read_anew_if_that_shows_something_else() -> None:
    """It may be misread altogether: nothing is told of what looks covered."""
    session, _ = shoved_under_bars("6,1,1,1,1,1,1,0/0,1,1,1,1,1,1,6 b i 0")
    assert len(observed(session.see(frame("linja_shoved_under_bars_after"), 1.5)).obstructed) > 9


def test_it_is_not_read_anew_under_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network may see something over one of the holes: nothing is told of what looks covered."""
    monkeypatch.setattr(Opinions, "in_sight", property(lambda said: np.arange(48) != 11))
    session, _ = shoved_under_bars("6,1,0,1,2,0,2,0/0,1,2,2,0,1,2,4 w i 0")
    assert len(observed(session.see(frame("linja_shoved_under_bars_after"), 1.5)).obstructed) > 9


def test_thing_left_on_the_board_stops_obstructing() -> None:
    """A cup that stands still for long is no hand: its squares are unknown, the others are read,
    and it is not waited for again.
    """
    session = watching()
    session.confirm(appearance_of(START))
    (x, y), *_ = view().project([(4.5, 4.5)]).round().astype(int).tolist()

    def seen(text: str, t: float) -> Observation:
        picture = photo(text, seed=int(t) % 7)
        picture[y - 45 : y + 45, x - 45 : x + 45] = (40, 220, 40)
        return observed(session.see(picture, t))

    looks = [seen(START, 1.5 * i) for i in range(1, round(HAND_AFTER_S / 1.5) + 3)]
    assert "e5" in looks[0].obstructed
    assert looks[-1].obstructed == ()
    assert set(looks[-1].looks[LAYOUT.site("e5")]) == {0.0}
    after = looks[-1].t + 1.0
    for t in (after, after + 0.5):
        moved_on = seen(NEXT, t)
    assert moved_on.obstructed == ()
    assert np.argmax(moved_on.looks[LAYOUT.site("c3")]) == 1


def test_a_thing_left_on_the_board_that_a_network_sees_obstructs_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whenever it is asked, as after each move; else every one would be waited for."""
    monkeypatch.setattr(
        Opinions, "hidden", property(lambda said: np.arange(64) == LAYOUT.site("e5"))
    )
    session = watching()
    session.confirm(appearance_of(START))
    (x, y), *_ = view().project([(4.5, 4.5)]).round().astype(int).tolist()
    for i in range(1, 9):
        picture = photo(NEXT if i > 6 else START, seed=i)
        picture[y - 45 : y + 45, x - 45 : x + 45] = (40, 220, 40)
        seen = observed(session.see(picture, 1.5 * i, i))
    assert seen.obstructed == ()
    assert shows(seen, appearance_of(NEXT))


def seen_over(monkeypatch: pytest.MonkeyPatch, *over: str) -> None:
    """A network sees something over these squares, from now on."""
    sites = np.isin(LAYOUT.sites, over)
    monkeypatch.setattr(Opinions, "hidden", property(lambda said: sites))


def test_a_hand_that_a_network_sees_is_taken_for_no_thing_left_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It rests for longer than anything else has to, to count as put there for good."""
    session = watching()
    session.confirm(appearance_of(START))
    hand = observed(session.see(with_hand(photo(START), view(), "d4"), 0.5)).obstructed
    seen_over(monkeypatch, *hand)
    for t in np.arange(1.0, HAND_AFTER_S, 0.5).tolist():
        seen = observed(session.see(with_hand(photo(START, seed=int(t)), view(), "d4"), t))
        assert set(seen.obstructed) >= set(hand)


def test_what_a_network_sees_all_the_time_lies_there_for_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is waited for no longer than a hand in all, also where people move every few seconds."""
    session = watching()
    session.confirm(appearance_of(START))
    seen_over(monkeypatch, "d1", "d2", "e3")
    stand = (NEXT, moved(NEXT, "h4", "f4"))
    times = np.arange(0.5, 2 * HAND_AFTER_S, 0.5).tolist()
    looks = [observed(session.see(photo(stand[int(t / 4) % 2], seed=1), t)) for t in times]
    assert looks[0].obstructed == ("d1", "d2", "e3")
    assert looks[-1].obstructed == ()
    assert not any(any(looks[-1].looks[LAYOUT.site(name)]) for name in ("d1", "d2", "e3"))


@pytest.mark.parametrize(
    ("over", "wait_s"),
    [
        (("e5",), UNTOLD_AFTER_S),
        (("d4", "e4", "d5", "e5"), UNTOLD_AFTER_S),
        (("d1", "e1"), UNTOLD_AFTER_S),
        (("d1", "d2", "e3"), HAND_AFTER_S),
    ],
)
def test_sites_of_which_a_network_was_wrong_are_not_waited_for_again(
    monkeypatch: pytest.MonkeyPatch, over: tuple[str, ...], wait_s: float
) -> None:
    """It sees something over squares, where people have confirmed what lies there. Where that
    reaches in over three it may be a hand, which rests for longer.
    """
    session = watching()
    session.confirm(appearance_of(START))
    seen_over(monkeypatch, *over)
    times = np.arange(0.5, wait_s + 1.5, 0.5).tolist()
    first = [observed(session.see(photo(NEXT, seed=int(2 * t) % 9), t)) for t in times]
    waited_for = tuple(site for site in LAYOUT.sites if site in over)
    assert [look.obstructed for look in first] == [
        waited_for if t < times[0] + wait_s else () for t in times
    ]
    session.confirm(appearance_of(NEXT))
    later = moved(NEXT, "h4", "f4")
    for n in (1, 2):
        again = observed(session.see(photo(later, seed=n), times[-1] + 0.5 * n))
        assert again.obstructed == ()
        assert shows(again, appearance_of(later))


def test_a_hand_is_no_mistake_of_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """It rests while a move is confirmed that it has made seen, and is in the way afterwards."""
    session = watching()
    session.confirm(appearance_of(START))
    seen_over(monkeypatch, "d1", "d2", "e3")
    session.see(photo(NEXT), 0.5)
    session.confirm(appearance_of(NEXT))
    later = moved(NEXT, "h4", "f4")
    assert observed(session.see(photo(later, seed=1), 1.0)).obstructed == ("d1", "d2", "e3")


def test_what_lay_on_the_board_at_the_start_is_no_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone was learnt as part of the board, and only a network sees it."""
    session = watching()
    seen_over(monkeypatch, "d1", "d2", "e3")
    session.confirm(appearance_of(START))
    for t in (0.5, 1.0):
        seen = observed(session.see(photo(NEXT, seed=2), t))
    assert seen.obstructed == ()
    assert shows(seen, appearance_of(NEXT))


def test_the_first_move_of_a_game_that_goes_on_tells_of_what_a_network_is_wrong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is expected then is the position that was left, which nobody confirms again."""
    session = watching()
    session.expect([(LAYOUT, appearance_of(START))], in_play=True)
    seen_over(monkeypatch, "e5")
    session.see(photo(NEXT), 0.5)
    session.confirm(appearance_of(NEXT))
    later = moved(NEXT, "h4", "f4")
    assert observed(session.see(photo(later, seed=1), 1.0)).obstructed == ()


def test_what_a_shadow_hides_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """A square that cannot be told holds a game up at first; then it has to follow from others."""
    read, untold = WarmGrid.read, LAYOUT.site("e5")
    monkeypatch.setattr(
        WarmGrid, "read", lambda board, flat: replace(read(board, flat), untold=(untold,))
    )
    session = watching()
    session.confirm(appearance_of(START))
    seen = [observed(session.see(photo(NEXT, seed=i), 0.5 * i, i)) for i in range(1, 10)]
    held = [look.obstructed == ("e5",) for look in seen]
    assert held == [0.5 * i < 0.5 + UNTOLD_AFTER_S for i in range(1, 10)]
    assert set(seen[-1].looks[untold]) == {0.0}
    assert np.argmax(seen[-1].looks[LAYOUT.site("c3")]) == 1


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


def test_other_picture_size_is_taken_in_stride() -> None:
    """A camera that comes back in another mode shows the same board."""
    session = watching()
    larger = cv2.resize(photo(START), (960, 720))
    assert shows(observed(session.see(larger, 0.5, 1)), appearance_of(START))


def test_where_a_board_lay_in_pictures_of_another_size_is_forgotten() -> None:
    """Until it is found again nobody knows where it is: it cannot be drawn there."""
    session = watching()
    assert session.sight.registration is not None
    session.see(np.full((720, 960, 3), 128, np.uint8), 0.5, 1)
    assert session.sight.registration is None


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


def test_a_tile_turned_in_a_glare_holds_nothing_up() -> None:
    """Its dark half tells how it lies; that a white stone on the other half would not be seen is no
    reason not to say so.
    """
    game, session = make_game("connexoh"), BoardSession()
    (layout,) = game.layouts
    session.expect([(layout, game.appearance(game.start(), layout))])
    before, after = frame("connexoh_glare_before"), frame("connexoh_glare_after")
    for index in range(2):
        session.see(before, index / 2, index)
    session.confirm(game.appearance(game.start(), layout))
    look = observed(session.see(after, 1.0, 2))
    assert not look.obstructed
    turned = np.array(look.looks[layout.site("a4")]).reshape(4, 4)
    assert turned.max(axis=1).argmax() == 3
    assert turned[3, 1] > turned[3, 0] - TOLD  # and a white stone is left open


@pytest.mark.parametrize("name", ["loa", "linja", "connexoh"])
def test_recorded_game_is_seen_whole(name: str) -> None:
    """Every position of the recorded game is seen twice running, in order, nothing else is."""
    folder = FRAMES / "demo" / name
    layout, wanted = positions(folder, name)
    session = BoardSession()
    game = make_game(name)
    session.expect([(kind, game.appearance(game.start(), kind)) for kind in game.layouts])
    seen, before = 0, None
    for index, path in enumerate(sorted(folder.glob("*.jpg"))):
        for item in session.see(cv2.imread(str(path)), 0.5 * index, index):
            if not isinstance(item, Observation) or item.obstructed:
                before = None if isinstance(item, Observation) else before
                continue
            assert item.layout is layout
            now = next((k for k in (seen, seen + 1) if shows(item, wanted[k])), None)
            assert now is not None, f"frame {index} shows neither position {seen} nor the next"
            if now == before == seen + 1 or (now == before == 0 and not seen):
                session.confirm(wanted[now])
                seen = min(now, len(wanted) - 2)
            before = now
    assert before == len(wanted) - 1


def positions(folder: Path, name: str) -> tuple[Layout, list[Appearance]]:
    """The layout of a recorded game, and what its positions show."""
    rules = (
        dict(line.split("=") for line in (folder / "rules.txt").read_text().split())
        if (folder / "rules.txt").exists()
        else {}
    )
    game = make_game(name, options=rules)
    layout = game.layouts[-1] if name == "linja" else game.layouts[0]
    position = game.start()
    out = [game.appearance(position, layout)]
    for text in (folder / "moves.txt").read_text().split():
        position = game.play(position, game.parse_move(position, text))
        out.append(game.appearance(position, layout))
    return layout, out


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
