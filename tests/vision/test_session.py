"""From frames to observations of one board."""

import cv2
import numpy as np
import pytest

from pi_board.core.events import BoardMoved
from pi_board.core.observation import Observation
from pi_board.core.words import CUT_OFF
from pi_board.games.registry import make_game
from pi_board.vision.finding.windows import OUT_OF_PICTURE
from pi_board.vision.geometry import NotFound
from pi_board.vision.warm.session import BoardSession
from tests.vision.games_on_film import LAYOUT, START, appearance_of, moved, photo, with_hand
from tests.vision.painting import FRAMES, frame, view
from tests.vision.sessions import (
    LATER,
    NEXT,
    notes,
    observed,
    positions,
    remembering,
    shows,
    untold,
    watching,
)


def test_start_position_is_recognised_in_the_first_frame() -> None:
    """One look is enough: the board is found and reads as the start."""
    session = BoardSession()
    session.expect([(LAYOUT, appearance_of(START))])
    inputs = session.see(photo(START), 0.0, 0)
    assert notes(inputs) == ["board_found"]
    assert shows(observed(inputs), appearance_of(START))
    assert observed(inputs).frame == 0


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


def test_a_board_turned_since_it_was_learnt_lies_as_what_is_expected_shows() -> None:
    """Its looks are known again, though it does not lie the way round it lay."""
    session = remembering(photo(START, seed=9))
    session.expect([(LAYOUT, appearance_of(LATER))])
    for index in range(3):
        turned = photo(LATER, view().rotated(2), seed=index)
        shown = observed(session.see(turned, index / 2, index))
        assert shows(shown, appearance_of(LATER))


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


@pytest.mark.parametrize(("level", "noise"), [(255, 0.0), (128, 0.0), (235, 3.0)])
@pytest.mark.parametrize(("name", "rules"), [("loa", {}), ("linja", {"first": "b"})])
def test_pictures_that_show_nothing_empty_no_board(
    name: str, rules: dict[str, str], level: int, noise: float
) -> None:
    """A camera that is blinded for a second, or a decoder's grey: all sites are hidden."""
    game, first = make_game(name, None, rules), frame(f"demo/{name}/f_0000")
    session, rng = BoardSession(), np.random.default_rng(0)
    session.expect([(layout, game.appearance(game.start(), layout)) for layout in game.layouts])
    for number in range(3):
        seen = observed(session.see(first, 0.5 * number, number)[-1:])
        session.confirm(game.appearance(game.start(), seen.layout))
    said = []
    for number in range(3, 7):
        blind = np.clip(rng.normal(level, noise, first.shape), 0, 255).astype(np.uint8)
        said += session.see(blind, 0.5 * number, number)
    looks = [one for one in said if isinstance(one, Observation)]
    assert looks
    assert all(one.obstructed == one.layout.sites for one in looks)
    again = observed(session.see(first, 3.5, 7))
    assert not again.obstructed
    assert shows(again, game.appearance(game.start(), again.layout))


def test_a_board_is_found_and_watched_though_somebody_beside_it_is_never_still() -> None:
    """Ten pictures a second, all of which show motion somewhere, the first no board yet."""
    session = BoardSession()
    session.expect([(LAYOUT, appearance_of(START))])
    session.see(np.zeros((480, 640, 3), np.uint8), 0.0, 0)
    looks: list[Observation] = []
    for i in range(1, 32):
        picture = photo(START if i < 28 else NEXT, seed=i % 2)
        picture[50 * (i % 3) : 50 * (i % 3) + 60, :40] = 160
        said = session.see(picture, 0.1 * i, i)
        looks += [item for item in said if isinstance(item, Observation)]
    assert shows(looks[0], appearance_of(START))
    assert shows(looks[-1], appearance_of(NEXT))


def test_a_board_that_is_not_known_yet_is_not_read_under_hands_that_move_for_long() -> None:
    """They may look like squares without their stones."""
    session = BoardSession()
    session.expect([(LAYOUT, appearance_of(START))])
    assert session.see(with_hand(photo(START), view(), "e1"), 0.0)
    for i in range(1, 26):
        picture = with_hand(photo(START), view(), "cdef"[i % 4] + "1")
        assert session.see(picture, 0.1 * i) == ()


def test_a_board_over_which_something_never_stops_moving_is_said_to_be_hidden() -> None:
    """Such as a clock that the camera writes over it: a game that waits for ever says why."""
    session = BoardSession()
    session.expect([(LAYOUT, appearance_of(START))])
    session.see(photo(START), 0.0, 0)
    pictures = [with_hand(photo(START), view(), site) for site in ("d4", "e5")]
    looks = [x for i in range(1, 65) for x in session.see(pictures[i % 2], 0.1 * i, i)]
    assert {look.obstructed for look in looks if isinstance(look, Observation)} == {LAYOUT.sites}
    assert [item.t for item in looks] == pytest.approx([5.0, 5.5, 6.0])
    said = [x for i in range(65, 80) for x in session.see(photo(START, seed=i % 2), 0.1 * i, i)]
    assert isinstance(said[-1], Observation)
    assert said[-1].obstructed == ()


def test_a_board_lost_in_peace_is_not_looked_for_while_hands_begin_to_move() -> None:
    """However long it was known before."""
    session = watching()
    under_cloth = photo(START)
    under_cloth[50:, 100:440] = 90
    assert any(isinstance(item, BoardMoved) for item in session.see(under_cloth, 60.0))
    for i in range(1, 15):
        picture = photo(START)
        picture[50 * (i % 3) : 50 * (i % 3) + 60, :40] = 160
        assert session.see(picture, 60.0 + 0.1 * i) == ()


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
    untold(monkeypatch, "c3")
    unseen = START.rsplit("/", 1)[0] + "/.b.bbbb."
    session = watching(photo(unseen))
    session.confirm(appearance_of(START))
    assert shows(observed(session.see(photo(unseen, seed=2), 1.0, 2)), appearance_of(START))


def test_other_picture_size_is_taken_in_stride() -> None:
    """A camera that comes back in another mode shows the same board."""
    session = watching()
    larger = cv2.resize(photo(START), (960, 720))
    assert shows(observed(session.see(larger, 0.5, 1)), appearance_of(START))


@pytest.mark.parametrize("name", ["loa", "linja", "connexoh"])
def test_recorded_game_is_seen_whole(name: str) -> None:
    """Every position of the recorded game is seen twice running, in order, nothing else is."""
    folder = FRAMES / "demo" / name
    layout, wanted = positions(name)
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


def test_a_game_begins_only_on_a_board_of_which_all_sites_are_in_the_picture() -> None:
    """One in play is followed as far as it is seen: a shove may have pushed it out."""
    cut_off = np.ascontiguousarray(frame("demo/loa/f_0000")[96:])
    before, in_play = BoardSession(), BoardSession()
    before.expect([(LAYOUT, appearance_of(START))])
    in_play.expect([(LAYOUT, appearance_of(START))], in_play=True)
    assert notes(before.see(cut_off, 0.0, 0)) == []
    assert before.sight.missing == NotFound(OUT_OF_PICTURE, CUT_OFF)
    assert notes(in_play.see(cut_off, 0.0, 0)) == ["board_found"]
