"""What is said of a move in practice."""

import time

import pytest

from pi_board.app.commenting import Coach, comment
from pi_board.app.showcase.gallery import LINJA_BONUS, LOA_OPENING, table
from pi_board.hints.search import Limits, Variation
from tests.app.at_once import AtOnce
from tests.app.repeating import AGAIN, START, TWICE

PATIENCE_S = 20.0


def said(moves, played, best, chance):
    """The comment on `played` after `moves` of Lines of Action."""
    state = table("loa", moves)
    return str(comment(state.game, state.position, (played,), best, chance))


def test_the_best_move_is_praised_for_what_it_does():
    """The reason is a fact of the rules."""
    best = Variation(0, ("e8xh5",))
    assert said(LOA_OPENING, "e8xh5", best, 0.5) == "The best move: captures the stone on h5."


def test_a_move_as_good_as_the_best_is_good():
    """A difference too small to mean anything is not held against a move."""
    best = Variation(0, ("e8xh5",))
    assert said(LOA_OPENING, "e8-e5", best, 0.48).startswith("A good move")


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.42, "A little better for Black was: Take h5 with e8."),
        (
            0.2,
            "Better for Black was: Take h5 with e8; "
            "it brings a stone nearer to most of its own side.",
        ),
    ],
)
def test_a_worse_move_is_told_the_better_one(chance, words):
    """The more it cost, the more is said."""
    assert said(LOA_OPENING, "e8-e5", Variation(0, ("e8xh5",)), chance) == words


def test_a_turn_of_small_moves_is_told_whole():
    """The better turn of Linja is told move by move."""
    state = table("linja")
    best = Variation(900, ("0-1", "/5-7"))
    text = str(comment(state.game, state.position, ("6-7", "/0-1"), best, 0.3))
    assert "From the start line to row 1. Then: From row 5 to the goal line" in text


def test_a_turn_with_its_bonus_is_told_without_a_reason():
    """Four small moves fill the message's box, and a reason would seem to be the last one's."""
    state = table("linja", "", LINJA_BONUS)
    best = Variation(900, ("6-7", "/0-1", "2-3", "/0-2"))
    text = str(comment(state.game, state.position, ("0-1",), best, 0.1))
    assert text.endswith("Then: From the start line to row 2.")


def heard(coach):
    """The next comment, waited for."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        text = coach.comment()
        if text is not None:
            return str(text)
        time.sleep(0.01)
    return ""


@pytest.fixture
def coach():
    """A coach of both players who thinks for a moment."""
    found = Coach(limits=Limits(seconds=0.1))
    yield found
    found.close()


def thought(coach):
    """Let the search of the position go on until it has something."""
    until = time.monotonic() + PATIENCE_S
    while coach._best is None and time.monotonic() < until:
        coach.comment()
        time.sleep(0.01)


def test_a_coach_comments_on_each_turn_once(coach):
    """After a move there is one comment, and none again while nothing happens."""
    coach.follow(table("loa"))
    thought(coach)
    coach.follow(table("loa", "c8-c6"))
    assert "." in heard(coach)
    coach.follow(table("loa", "c8-c6"))
    assert coach.comment() is None


def test_a_turn_faster_than_the_search_is_commented_on(coach):
    """The first move may be made before the search has found anything."""
    coach.follow(table("loa"))
    coach.follow(table("loa", "c8-c6"))
    thought(coach)
    coach.follow(table("loa", "c8-c6"))
    assert "." in heard(coach)


def test_a_coach_says_nothing_of_a_turn_that_was_taken_back(coach):
    """After a take-back the coach looks at the position again and waits for a move."""
    coach.follow(table("loa"))
    thought(coach)
    coach.follow(table("loa", "c8-c6"))
    coach.follow(table("loa"))
    thought(coach)
    assert coach.comment() is None


def test_a_coach_judges_the_reply_to_a_move_that_was_revised():
    """From where it was made: before, a stone stood in its way."""
    coach = Coach()
    coach._worker = AtOnce()
    coach.follow(table("loa", "c8-c6"))
    assert coach.comment() is None
    coach.follow(table("loa", "c8-e6"))
    assert coach.comment() is None
    coach.follow(table("loa", "c8-e6 a6-d6"))
    assert "." in str(coach.comment())


def test_turns_between_which_the_other_one_could_not_move_are_commented_on():
    """White has to pass at once, and Black moves again: both turns are Black's own."""
    start = "6bw/6b1/8/7b/8/8/bb6/wb6 b"
    coach = Coach()
    coach._worker = AtOnce()
    coach.follow(table("loa", "", start))
    assert coach.comment() is None
    coach.follow(table("loa", "h5-h7 pass", start))
    first = heard(coach)
    coach.follow(table("loa", "h5-h7 pass a2-a4", start))
    assert first.startswith(("The best move", "A good move"))
    assert "." in heard(coach)


def test_a_coach_of_one_player_is_silent_about_the_other():
    """Only the turns of the players who practise are commented on."""
    one = Coach(("w",), Limits(seconds=0.05))
    try:
        one.follow(table("loa"))
        thought(one)
        one.follow(table("loa", "c8-c6"))
        thought(one)
        assert one.comment() is None
    finally:
        one.close()


def test_a_coach_knows_what_stood_before():
    """A move that would win were it not the third time is not called the best one."""
    coach = Coach(limits=Limits(nodes=1000))
    try:
        coach.follow(table("loa", TWICE, START))
        while coach._worker.is_busy:
            coach.comment()
        coach.follow(table("loa", f"{TWICE} {AGAIN}", START))
        assert heard(coach).startswith("Better for White was: ")
    finally:
        coach.close()


def test_a_winning_turn_is_commented_on_at_once(coach):
    """The end of the game needs no search."""
    start = "w6w/8/8/8/8/8/8/bb3b2 b"
    coach.follow(table("loa", "", start))
    thought(coach)
    coach.follow(table("loa", "f1-c1", start))
    assert coach.comment() is not None
