"""What lies strangely on a board, or only stirs there."""

from dataclasses import replace
from functools import partial
from typing import Any

import cv2
import numpy as np
import pytest

from pi_board.core.layout import column_and_row
from pi_board.games.registry import make_game
from pi_board.vision.cold.trained import Opinions
from pi_board.vision.geometry import Image
from pi_board.vision.pictures import load_picture
from pi_board.vision.warm import doubt
from pi_board.vision.warm.hands import Lain, obstructed_sites, without_told
from pi_board.vision.warm.reader import MOST_LEAD, TOLD, WarmReading
from pi_board.vision.warm.search import Search
from pi_board.vision.warm.session import BoardSession
from tests.vision.games_on_film import LAYOUT, START, appearance_of, photo, with_hand
from tests.vision.painting import FRAMES, frame, view
from tests.vision.sessions import (
    HOLES,
    following,
    observed,
    shows,
    watching,
    watching_a_start,
)
from tests.vision.veils import in_barred_sun


def told_by_networks(
    reading: WarmReading,
    *_: object,
    lead: float = MOST_LEAD,
    covered: float = 0.0,
    otherwise: int = 0,
) -> WarmReading:
    """The reading, as if a network were as sure of every site, and as sure that it is `covered`; of
    some sites it would be sure of something else.
    """
    best = reading.looks.max(axis=1, keepdims=True)
    looks = np.where(reading.looks == best, 0.0, -lead)
    logs = np.roll(looks, 1, axis=1)
    logs[otherwise:] = looks[otherwise:]
    return replace(reading, looks=looks, opinion=Opinions(logs, np.full(len(looks), covered)))


def with_thing(picture: Image, square: str) -> Image:
    """Something that nobody has seen before, by itself on one square."""
    middle = view().project([np.add(column_and_row(square), 0.5)])
    (x, y), *_ = middle.round().astype(int).tolist()
    return cv2.circle(picture.copy(), (x, y), 16, (40, 220, 40), -1)


def test_networks_say_what_lies_strangely_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """But not while a hand reaches in or anything moves: it may be part of that."""
    monkeypatch.setattr("pi_board.vision.warm.seen.settled_by_opinion", told_by_networks)
    session = watching()
    assert observed(session.see(with_thing(photo(START), "e5"), 0.5, 1)).obstructed == ()
    reached = with_thing(with_hand(photo(START, seed=2), view(), "c1"), "e5")
    assert "e5" in observed(session.see(reached, 1.0, 2)).obstructed
    moving = [
        session.see(with_thing(photo(START), square), 1.5 + 0.1 * i, 3 + i)
        for i, square in enumerate(("e5", "d4", "e4", "d5"))
    ]
    assert observed(moving[-1]).obstructed == ("d5",)


def with_streak(picture: Image) -> Image:
    """A line of light from outside, over two squares."""
    ends = view().project([(9.5, 1.5), (6.2, 1.5)]).round().astype(int)
    start, end = map(tuple, ends.tolist())
    return cv2.line(picture.copy(), start, end, (40, 220, 40), 14)


@pytest.mark.parametrize(
    ("said", "is_light"), [({}, True), ({"covered": 0.1}, False), ({"otherwise": 3}, True)], ids=str
)
def test_what_reaches_in_since_a_shove_is_light_if_networks_see_no_hand(
    said: dict[str, int], is_light: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What they see otherwise in it is not told. Without a shove it may be a hand all the same."""
    told = partial(told_by_networks, **said)
    monkeypatch.setattr("pi_board.vision.warm.seen.settled_by_opinion", told)
    monkeypatch.setattr(Search, "look_anew", lambda *_: None)  # it shows just what is expected
    aside = view(slide=(0.2, 0.0))
    for there in (view(), aside):
        session = watching()
        session.confirm(appearance_of(START))
        lit = with_streak(photo(START, there, seed=2))
        seen = observed(session.see(lit, 0.5, 1)).obstructed
        assert ("h2" not in seen) == (there is aside and is_light)
        if "h2" not in seen:
            assert seen == LAYOUT.sites[: said.get("otherwise", 0)]


@pytest.mark.parametrize(("name", "strength"), [("loa", 1.1), ("linja", 1.1), ("connexoh", 1.5)])
def test_a_game_goes_on_in_the_sun_through_a_barred_window(name: str, strength: float) -> None:
    """It falls on the board while a hand makes the first move."""
    session, (_, after_a_move, *_) = following(name)
    session.see(in_barred_sun(frame(f"demo/{name}/f_0003"), 2, strength), 1.0)
    observation = observed(
        session.see(in_barred_sun(frame(f"demo/{name}/f_0005"), 2, strength), 1.5)
    )
    assert shows(observation, after_a_move)
    assert observation.obstructed == ()


def test_pegs_are_read_in_the_sun_through_a_barred_window() -> None:
    """It reaches across most of the board, as a hand would, and a network sees none."""
    session = watching_a_start("linja", HOLES, "linja_pegs_hide_holes_start")
    seen = in_barred_sun(frame("linja_pegs_hide_holes_moved"), 3, 1.7)
    observation = observed(session.see(seen, 1.0))
    labels = np.array(observation.looks).argmax(axis=1)
    rows = ("bbbbbb", ".....w", "b..wb.", "..w..b", "...w.b", "...b.w", "b...w.", "wwwwww")
    assert "".join(".bw"[label] for label in labels) == "".join(rows)
    assert observation.obstructed == ()


@pytest.mark.parametrize(("over", "told"), [(1, True), (2, False)])
def test_lanes_in_odd_light_are_told_unless_a_network_sees_something_over_several(
    over: int, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand is over more than one; light may look like one thing over one."""
    session, _ = following("linja")
    ask = doubt.opinion_of

    def seeing_over(*about: Any) -> Opinions:
        said = ask(*about)
        return replace(said, covered=np.where(np.arange(8) < over, 1.0, said.covered))

    monkeypatch.setattr(doubt, "opinion_of", seeing_over)
    observation = observed(session.see(in_barred_sun(frame("demo/linja/f_0001"), 2, 1.1), 1.0))
    assert (observation.obstructed == ()) is told


@pytest.mark.parametrize(("deep", "left"), [(1, ()), (2, ("d4",))])
def test_what_lies_on_a_told_site_covers_no_neighbour(deep: int, left: tuple[str, ...]) -> None:
    """Such as bare wood that was never seen under a stone that is gone: it juts into the next
    square by a pixel, of which nothing is told; a thing does by more.
    """
    strange = np.zeros((90, 90), np.bool_)
    strange[46:54, 45 - deep : 53] = True
    covered = obstructed_sites(strange, view(), LAYOUT)
    assert covered == ("d4", "e4")
    told = np.isin(LAYOUT.sites, "e4")
    assert without_told(covered, told, strange, view(), LAYOUT) == left
    assert without_told(covered, ~told, strange, view(), LAYOUT) == ("e4",)


def test_light_may_fall_otherwise_a_moment_after_a_shove(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as the board stirs nobody has seen yet how it lies: here a look shows no light."""
    monkeypatch.setattr("pi_board.vision.warm.seen.settled_by_opinion", told_by_networks)
    session, aside = watching(), view(slide=(0.2, 0.0))
    session.see(photo(START, aside, seed=1), 0.5, 1)
    seen = [
        observed(session.see(with_streak(photo(START, aside, seed=i)), 0.5 * i, i)).obstructed
        for i in range(2, 5)
    ]
    assert seen == [(), (), ()]


def test_a_hand_that_stirs_never_rests() -> None:
    """Nor in pictures so far apart that none shows it moving."""
    session = watching()
    for i in range(1, 30):
        swaying = with_hand(photo(START, view(), seed=i % 5), view(), ("d4", "e4")[i % 2])
        assert {"d2", "e2"} & set(observed(session.see(swaying, 0.5 * i, i)).obstructed)


def test_what_has_come_in_is_not_at_rest_while_the_board_stirs() -> None:
    """A hand may be over a square for long, and move a stone there."""
    lain, hand = Lain(), np.ones((4, 4), np.bool_)
    for _ in range(9):
        assert lain.look(hand, 0.0).max() == 0.0
    assert lain.look(hand, 1.5).min() == 1.5
    lain.look(~hand, 0.5)
    assert lain.look(hand, 0.5).max() == 0.0


def test_noise_in_what_lies_strangely_does_not_make_it_new() -> None:
    """Single pixels of it come and go."""
    lain, rng = Lain(), np.random.default_rng(1)
    for _ in range(5):
        lain_s = lain.look(rng.random((9, 9)) < 0.7, 1.0)
    assert (lain_s[lain_s >= 0] == 4.0).all()


@pytest.mark.parametrize("said", [{"lead": TOLD / 2}, {"covered": 0.1}], ids=str)
def test_what_no_network_can_tell_stays_hidden(
    said: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thing may be anything, also where it looks as if something were told under it."""
    unsure = partial(told_by_networks, **said)
    monkeypatch.setattr("pi_board.vision.warm.seen.settled_by_opinion", unsure)
    session = watching()
    assert observed(session.see(with_thing(photo(START), "e5"), 0.5, 1)).obstructed == ("e5",)


@pytest.mark.parametrize(("stone", "left"), [(2 * TOLD, ()), (TOLD / 2, ("e5",))])
def test_a_stone_that_is_surely_there_is_told_whoever_it_belongs_to(
    stone: float, left: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lamp is mirrored in it, as in nothing when the game began; the moves say whose it is."""

    def mirrored(reading: WarmReading, *_: object) -> WarmReading:
        told = told_by_networks(reading)
        told.looks[LAYOUT.site("e5")] = -stone, 0.0, -0.1
        best = tuple(told.looks.argmax(axis=1).tolist())
        return replace(told, labels=best, opinion=replace(told.opinion, logs=told.looks))

    monkeypatch.setattr("pi_board.vision.warm.seen.settled_by_opinion", mirrored)
    session = watching()
    assert observed(session.see(with_thing(photo(START), "e5"), 0.5, 1)).obstructed == left


def test_what_lies_strangely_on_a_tile_hides_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which way the tile lies under it, nobody can tell."""
    monkeypatch.setattr("pi_board.vision.warm.seen.settled_by_opinion", told_by_networks)
    game, picture = make_game("connexoh"), load_picture(FRAMES / "demo" / "connexoh" / "f_0000.jpg")
    session = BoardSession()
    session.expect((one, game.appearance(game.start(), one)) for one in game.layouts)
    session.see(picture, 0.0)
    there = session.sight.registration
    assert there is not None
    (x, y), *_ = there.geometry.project([(2.5, 2.5)]).round().astype(int).tolist()
    thing = cv2.circle(picture.copy(), (x, y), 22, (40, 220, 40), -1)
    assert observed(session.see(thing, 0.5)).obstructed == ("c3",)


@pytest.mark.parametrize("first", [START, START.replace("w......w", "........")])
def test_what_stirs_on_the_board_is_said(first: str) -> None:
    """Whether its looks are known or it is read cold; what moves beside it is not worth saying."""
    session = watching(photo(first))
    beside, over = photo(first, seed=2), photo(first, seed=3)
    beside[-40:, :60] = 0
    assert not observed(session.see(beside, 0.5, 1)).stirred
    over = with_hand(over, view(), "d4")
    assert observed(session.see(over, 1.0, 2)).stirred
    assert not observed(session.see(over, 1.5, 3)).stirred
