"""A board that one search misses and the next one finds."""

import numpy as np
import pytest

from pi_board.core.message import Message
from pi_board.core.observation import Observation
from pi_board.core.words import LENS_COVERED, TOO_DARK
from pi_board.vision.finding.tiles import MORE_TILES
from pi_board.vision.finding.windows import OTHER_SQUARES
from pi_board.vision.geometry import Image, NotFound
from pi_board.vision.warm import search as search_module
from pi_board.vision.warm.search import Search
from pi_board.vision.warm.seeking import MISSED_S
from pi_board.vision.warm.session import BoardSession
from tests.vision.games_on_film import LAYOUT, START, appearance_of, moved, photo, with_hand
from tests.vision.painting import view
from tests.vision.sessions import LATER, notes, observed, shows


def missing_the_first(monkeypatch: pytest.MonkeyPatch) -> BoardSession:
    """A session whose first search finds nothing."""
    found, looks = Search.look, []

    def look(search: Search, frame: Image, **more: bool) -> object:
        looks.append(frame)
        return found(search, frame, **more) if len(looks) > 1 else None

    monkeypatch.setattr(Search, "look", look)
    session = BoardSession()
    session.expect([(LAYOUT, appearance_of(START))])
    return session


@pytest.mark.thorough
@pytest.mark.parametrize("shown", [START, LATER])
def test_frame_in_which_a_board_was_missed_is_read_when_it_is_found(
    monkeypatch: pytest.MonkeyPatch, shown: str
) -> None:
    """It has lain there since, whether its looks can be learnt or it is read cold."""
    session = missing_the_first(monkeypatch)
    assert session.see(photo(shown), 0.0, 0) == ()
    said = session.see(photo(shown, seed=2), 0.5, 1)
    assert notes(said) == ["board_found"]
    assert said[0].t == 0.0
    looks = [item for item in said if isinstance(item, Observation)]
    assert [(look.t, look.frame) for look in looks] == [(0.0, 0), (0.5, 1)]
    assert all(shows(look, appearance_of(shown)) for look in looks)
    searched = []
    monkeypatch.setattr(Search, "look", lambda *_, **__: searched.append("anew"))
    session.see(photo(shown, seed=3), 1.0, 2)
    assert searched == ([] if shown == START else ["anew"])  # learnt or not


@pytest.mark.parametrize("before", ["table", "hand", "moved"])
def test_frame_that_showed_something_else_is_not_read_afterwards(
    monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    """No board, a hand over it, or a stone that has been moved since."""
    frames = {
        "table": np.full((480, 640, 3), 120, np.uint8),
        "hand": with_hand(photo(START), view(), "d4"),
        "moved": photo(moved(START, "b1", "b3")),
    }
    session = missing_the_first(monkeypatch)
    session.see(frames[before], 0.0, 0)
    assert observed(session.see(photo(START, seed=2), 0.5, 1)).t == 0.5


def test_board_that_was_missed_long_ago_is_read_where_it_is_found_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A camera may have been away meanwhile, and clocks run."""
    session = missing_the_first(monkeypatch)
    session.see(photo(START), 0.0, 0)
    assert observed(session.see(photo(START, seed=2), 2 * MISSED_S, 1)).t == 2 * MISSED_S


@pytest.mark.parametrize(
    ("then", "seen"), [("there", True), ("gone", False), ("smaller", False), ("slid", False)]
)
def test_a_board_that_is_hard_to_find_is_seen_where_it_lay(
    monkeypatch: pytest.MonkeyPatch, then: str, seen: bool
) -> None:
    """One search of several finds it; meanwhile it is no longer called lost."""
    now = photo(moved(START, "b1", "b3"), seed=2)
    frames = {
        "there": now,
        "gone": np.full_like(now, 120),
        "smaller": np.ascontiguousarray(now[::2, ::2]),
        "slid": photo(START, view(slide=(1.0, 0.0)), seed=2),  # its squares lie on squares again
    }
    search = Search(None, None)
    search.expect([(LAYOUT, appearance_of(START))])
    first = search.look(photo(START), learn=False)
    monkeypatch.setattr(search_module, "find_with_lens", lambda *_: NotFound("too dim"))
    again = search.look(frames[then], learn=False)
    assert (again is not None) == seen
    assert (search.missing is None) == seen
    if again is not None and first is not None:
        moved_by = again.registration.geometry.corner_shift(first.registration.geometry)
        assert moved_by < 0.1


@pytest.mark.parametrize("advice", [MORE_TILES, OTHER_SQUARES, TOO_DARK])
@pytest.mark.parametrize("found_before", [False, True])
def test_a_board_that_was_found_is_not_called_another_one_under_a_hand(
    monkeypatch: pytest.MonkeyPatch, advice: Message, found_before: bool
) -> None:
    """Why none is found now is told as ever, and so is what the light has to do with it."""
    search, board = Search(None, None), photo(START)
    search.expect([(LAYOUT, appearance_of(START))])
    if found_before:
        search.look(board, learn=False)
    monkeypatch.setattr(search_module, "find_with_lens", lambda *_: NotFound("why", advice))
    search.look(np.full_like(board, 120), learn=False)
    assert search.missing is not None
    assert search.missing.reason == "why"
    kept = not found_before or advice == TOO_DARK
    assert search.missing.advice == (advice if kept else None)


def test_why_a_board_is_missed_is_told_also_when_it_is_given_up() -> None:
    """The lamp has gone out over one that is read cold: no other sentence comes in between."""
    session = BoardSession()
    session.expect([(LAYOUT, appearance_of(START))])
    session.see(photo(LATER), 0.0)
    dark = np.zeros((480, 640, 3), np.uint8)
    session.see(dark, 0.5)
    given_up: list[str] = []
    for frame in range(2, 20):
        given_up += notes(session.see(dark, 0.5 * frame))
        missing = session.sight.missing
        assert missing is not None
        assert missing.advice == LENS_COVERED
    assert given_up == ["board_moved"]
