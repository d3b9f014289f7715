"""Hands over a board, and what lies there for good."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_board.core.observation import Observation
from pi_board.games.registry import make_game
from pi_board.vision.cold import trained
from pi_board.vision.cold.trained import Lanes, Opinions
from pi_board.vision.finding.find import find_board
from pi_board.vision.geometry import BoardGeometry, Image, Registration
from pi_board.vision.warm.reader import MUDDLED_LEAD, TOLD
from pi_board.vision.warm.seen import HAND_AFTER_S, UNTOLD_AFTER_S
from pi_board.vision.warm.session import BoardSession
from tests.vision.games_on_film import LAYOUT, START, appearance_of, moved, photo, with_hand
from tests.vision.painting import frame, view
from tests.vision.sessions import (
    HOLES,
    LANES,
    NEXT,
    TILES,
    observed,
    positions,
    seen_over,
    shows,
    untold,
    watching,
    watching_a_start,
)


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


@pytest.fixture
def seems_covered(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """A share of lane 1 that a network, which is always asked, takes for covered."""
    share, ask = {"now": 0.09}, trained.opinions_on_lanes

    def lanes(image: Image, geometry: BoardGeometry) -> Lanes:
        said = ask(image, geometry)
        return replace(said, covered=np.maximum(said.covered, share["now"] * (np.arange(8) == 0)))

    monkeypatch.setattr(trained, "opinions_on_lanes", lanes)
    monkeypatch.setattr("pi_board.vision.warm.doubt._DOUBTFUL_LANE", 99.0)
    return share


def _smeared(picture: Image, geometry: BoardGeometry) -> Image:
    """The board with a faint smear in its first lane: that has changed, but is not strange."""
    x, y = np.rint(geometry.project(np.array([[7.6, 0.5]]))[0]).astype(int).tolist()
    smear = cv2.circle(np.zeros(picture.shape[:2], np.float32), (x, y), 9, 0.4, -1)
    light = 1 - cv2.GaussianBlur(smear, (0, 0), 2)[..., None]
    return np.asarray(picture * light, np.uint8)


def test_a_lane_that_seems_covered_where_nothing_lies_is_seen(
    seems_covered: dict[str, float],
) -> None:
    """A network sees something over its end even at the start; a little more of it is no hand, nor
    is once more as much, as the game goes on in other light.
    """
    session = watching_a_start("linja", LANES, "linja_granite_sticks_start")
    shown = _smeared(frame("linja_granite_sticks_start"), session.sight.registration.geometry)
    game = make_game("linja")
    later = game.appearance(game.play(game.start(), game.legal_moves(game.start())[0]), LANES)
    for t, share, hidden in ((1.0, 0.13, ()), (1.5, 0.2, ("1",)), (2.0, 0.18, ())):
        seems_covered["now"] = share
        assert observed(session.see(shown, t)).obstructed == hidden
    session.confirm(later)
    shown = _smeared(shown, session.sight.registration.geometry)
    for t, share, hidden in ((3.0, 0.27, ()), (4.0, 0.29, ("1",))):
        seems_covered["now"] = share
        assert observed(session.see(shown, t)).obstructed == hidden


def test_nothing_lies_over_a_lane_that_looks_as_it_did(seems_covered: dict[str, float]) -> None:
    """Burnt out it seems covered to a network. As much of it does once the lane has changed, till
    it was seen in other light again.
    """
    session = watching_a_start("linja", LANES, "linja_granite_sticks_start")
    before = frame("linja_granite_sticks_start")
    smeared = _smeared(before, session.sight.registration.geometry)
    each = (
        (before, 0.3, ()), (before, 0.2, ()), (smeared, 0.33, ()), (smeared, 0.45, ("1",)),
        (before, 0.9, ()), (smeared, 0.39, ()), (smeared, 0.45, ("1",)),
        (before, 0.0, ()), (before, 0.0, ()), (smeared, 0.2, ("1",)),
    )  # fmt: skip
    for t, (shown, share, hidden) in enumerate(each, start=1):
        seems_covered["now"] = share
        assert observed(session.see(shown, t)).obstructed == hidden


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


def test_a_hand_that_was_learnt_beside_the_board_is_forgotten_when_it_has_gone() -> None:
    """The table that shows since looks like something that reaches in, over which a network sees
    nothing; and the board read cold shows what is expected.
    """
    (layout, (start, *_)), picture = positions("loa"), frame("demo/loa/f_0000")
    found = find_board(picture, layout)
    assert isinstance(found, Registration)
    session = BoardSession()
    session.expect([(layout, start)])
    hand = with_hand(picture, found.geometry, (3.5, -0.2))
    for n in range(3):
        assert observed(session.see(hand, n / 2)).obstructed == ()
        session.confirm(start)
    assert observed(session.see(picture, 1.5)).obstructed
    later = [observed(session.see(picture, 2.0 + n / 2)) for n in range(10)]
    told = [look for look in later if look.t > 2.0 + UNTOLD_AFTER_S]
    assert len(told) > 1
    assert all(look.obstructed == () and shows(look, start) for look in told)


def test_nothing_is_learnt_while_a_hand_is_in_the_way() -> None:
    """Confirming a position during an obstructed look leaves the board's memory alone."""
    session = watching()
    session.see(with_hand(photo(START), view(), "d4"), 0.5, 1)
    session.confirm(appearance_of(START))
    again = observed(session.see(with_hand(photo(START, seed=2), view(), "d4"), 1.0, 2))
    assert "d4" in again.obstructed


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
    untold(monkeypatch, "e5")
    session = watching()
    session.confirm(appearance_of(START))
    seen = [observed(session.see(photo(NEXT, seed=i), 0.5 * i, i)) for i in range(1, 10)]
    held = [look.obstructed == ("e5",) for look in seen]
    assert held == [0.5 * i < 0.5 + UNTOLD_AFTER_S for i in range(1, 10)]
    assert set(seen[-1].looks[LAYOUT.site("e5")]) == {0.0}
    assert np.argmax(seen[-1].looks[LAYOUT.site("c3")]) == 1


def test_what_a_shadow_hides_is_not_waited_for_again_after_every_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It was waited for in vain before the hand came: the light is to blame."""
    untold(monkeypatch, "e5")
    session = watching()
    session.confirm(appearance_of(START))
    times = np.arange(0.5, 1.0 + UNTOLD_AFTER_S, 0.5).tolist()
    seen = [observed(session.see(photo(START, seed=int(2 * t) % 9), t)) for t in times]
    assert ["e5" in look.obstructed for look in seen[:: len(seen) - 1]] == [True, False]
    for picture, hidden in ((with_hand(photo(START), view(), "d4"), True), (photo(NEXT), False)):
        times.append(times[-1] + 0.5)
        after = observed(session.see(picture, times[-1]))
        assert ("e5" in after.obstructed) == hidden
    assert np.argmax(after.looks[LAYOUT.site("c3")]) == 1


def test_what_moves_over_a_square_is_waited_for_although_it_was_there_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The fingers that hold a lifted stone over a square, too few for a hand."""
    session = watching()
    session.confirm(appearance_of(START))
    seen_over(monkeypatch, "c3")
    lifted = START[::-1].replace("b", ".", 1)[::-1]
    for n in range(1, 9):
        picture = photo(lifted, seed=n)
        (x, y), *_ = view().project([(2.5, 2.5)]).round().astype(int).tolist()
        near = picture[y - 10 : y + 10, x - 10 : x + 10]
        near[:] = near * (0.7, 0.8)[n % 2]
        assert observed(session.see(picture, 0.5 * n)).obstructed == ("c3",)


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
