"""What is to be seen of Connex'oh."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from pi_board.app.compose import compose
from pi_board.app.scenes.frame import move_words
from pi_board.app.scenes.state import HintGiven, Illegal, Instructed, Lifted, Over
from pi_board.app.showcase.gallery import DOUBLE_EXIT, LAST_HOME, table
from pi_board.core.game import Outcome
from pi_board.core.scene import Arrow, Mark, Role, Side, Spin
from pi_board.games.registry import make_game
from pi_board.referee.repair import TurnBack
from tests.app.read import marks, said


def test_paths_of_the_mover_are_drawn_and_open_ones_lead_off():
    """At the start every light triangle of row 6 alone leads off; White's goal is north."""
    paths = compose(table("connexoh")).board.paths
    assert len(paths) == 6
    assert all(path.opens_first and path.stretches[0].enter is Side.N for path in paths)
    assert all(path.bare for path in paths)


def test_a_path_may_lead_off_at_both_ends():
    """Two joined tiles of the goal's row are open on both sides of what joins them."""
    start = "0b3b0b0b0b0b/000000/000000/000000/000000/0w0w0w0w0w0w w -"
    path = compose(table("connexoh", "", start)).board.paths[0]
    assert [(one.site, one.enter, one.leave) for one in path.stretches] == [
        ("a6", Side.N, Side.E), ("b6", Side.W, Side.N),
    ]  # fmt: skip
    assert (path.opens_first, path.opens_last) == (True, True)


def test_a_new_connection_is_drawn_across_the_shared_side():
    """a2@180 joins a1 and a2 for White, who sees it when next to move."""
    state = table("connexoh", "a2@180 f6@90")
    joined = [p for p in compose(state).board.paths if len(p.stretches) == 2]
    (path,) = [p for p in joined if {s.site for s in p.stretches} == {"a1", "a2"}]
    first, last = path.stretches
    assert first.leave is last.enter.opposite
    assert (first.enter, last.leave) == (None, None)


def test_protected_tiles_have_a_shield_until_when():
    """The tiles of a new connection are shielded for the opponent's turn, and the strip says so."""
    scene = compose(table("connexoh", "a2@180"))
    assert marks(scene, Role.PROTECTED) == ["a1", "a2"]
    assert str(scene.strip.note) == "locked this turn"
    assert scene.strip.note_icon == "shield"


@pytest.mark.parametrize(("returns", "told"), [(1, False), (2, True), (3, True)])
def test_a_position_that_comes_again_and_again_may_be_agreed_to_be_a_draw(returns, told):
    """No rule ends it, but from the third time on it is said."""
    scene = compose(table("connexoh", " ".join(["a1@180 f6@180 a1@180 f6@180"] * returns)))
    assert (f"has come {returns + 1} times: you may agree on a draw" in said(scene)) == told


def test_a_touched_tile_shows_its_three_rotations():
    """Left, half and right, each as the tile would lie and what it would join, with the stones
    that lie on it.
    """
    first = compose(replace(table("connexoh"), situation=Lifted("a1"))).notice.previews
    assert [[piece.player for piece in p.board.pieces] for p in first] == [["w"]] * 3
    scene = compose(replace(table("connexoh"), situation=Lifted("c3")))
    previews = scene.notice.previews
    assert not any(p.board.pieces for p in previews)
    assert [str(p.label) for p in previews] == ["left", "half", "right"]
    assert [p.board.tiles for p in previews] == [(3,), (2,), (1,)]
    assert [str(p.note) for p in previews] == ["joins 1", "joins 2", "joins 1"]
    assert marks(scene, Role.FROM) == ["c3"]


@pytest.mark.parametrize(
    ("protect", "why"), [("new", "Its connection is new"), ("after", "It is joined with the tile")]
)
def test_why_a_tile_is_locked_is_true_under_the_rules_chosen(protect, why):
    """Under some, tiles are locked that were joined before."""
    played = table("connexoh")
    game = make_game("connexoh", None, {"protect": protect})
    position = game.play(game.start(), game.parse_move(game.start(), "a2@180"))
    state = replace(played, game=game, position=position, situation=Lifted("a1"))
    assert str(compose(state).notice.sentences[0]).startswith(why)


def test_a_locked_tile_has_no_rotations():
    """A protected tile says that it is locked and offers nothing."""
    scene = compose(replace(table("connexoh", "a2@180"), situation=Lifted("a1")))
    assert not scene.notice.previews
    assert "a1 is locked" in said(scene)


def test_stones_home_are_counted():
    """The card counts the stones that have left."""
    (far, near) = compose(table("connexoh")).cards
    assert (far.homes, near.homes) == ((0, 6), (0, 6))
    assert str(near.counter) == "0/6 home"


def test_a_wrongly_turned_tile_is_to_be_turned_back():
    """A rotation that is not allowed names the tile; no arrow is drawn for it."""
    state = table("connexoh", "a2@180")
    why = state.game.explain(state.position, "a1@90")
    back = TurnBack(state.layout.group("a1"), 3)
    scene = compose(replace(state, situation=Illegal("a1@90", why.text, (back,))))
    assert str(scene.notice.title) == "Turn a1 back"
    assert scene.board.arrow is None
    assert scene.board.spins == (Spin("a1", 3),)
    assert Mark(Role.PROTECTED, "a1") in scene.board.marks


def test_the_double_exit_is_explained():
    """The player who let both out at once has lost, and is told why."""
    state = table("connexoh")
    scene = compose(replace(state, situation=Over(Outcome("b", "double_exit"))))
    assert str(scene.notice.title) == "Black wins"
    assert "last stones of both players" in said(scene)


@pytest.mark.parametrize("seed", range(3))
def test_any_position_of_a_game_can_be_shown(seed):
    """Paths hang together on every position: each stretch leaves where the next one enters."""
    state = table("connexoh")
    chance = random.Random(seed)
    position = state.position
    for _ in range(40):
        moves = state.game.legal_moves(position)
        if not moves:
            break
        position = state.game.play(position, chance.choice(moves))
        for path in compose(replace(state, position=position)).board.paths:
            steps = path.stretches
            for one, other in pairwise(steps):
                assert one.leave is other.enter.opposite
            if path.ring:
                assert steps[-1].leave is steps[0].enter.opposite


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("c3@90", "Turn c3 to the right"), ("c3@180", "Turn c3 half round"),
        ("c3@270", "Turn c3 to the left"), ("a1-b2", "Move a1 to b2"),
        ("a6-off", "Take the stone off a6"),
    ],
)  # fmt: skip
def test_moves_have_words(move, words):
    """Turns are told by hand, not in degrees."""
    assert str(move_words("connexoh", move)) == words


def test_a_dictated_turn_shows_which_way_round():
    """The tile is framed, and an arc says how far and to which side."""
    scene = compose(replace(table("connexoh"), situation=Instructed("c3@270")))
    assert marks(scene, Role.FROM) == ["c3"]
    assert scene.board.spins == (Spin("c3", 3),)


def test_the_way_of_the_last_stone_is_drawn():
    """The path that the last rotation opened stays on the screen; at a double exit both do."""
    for start, winner, reason, players in (
        (LAST_HOME, "w", "all_home", {"w"}),
        (DOUBLE_EXIT, "b", "double_exit", {"w", "b"}),
    ):
        state = table("connexoh", "b6@180", start)
        assert state.game.outcome(state.position) == Outcome(winner, reason)
        board = compose(replace(state, situation=Over(Outcome(winner, reason)))).board
        assert {path.player for path in board.paths} == players
        assert all("b6" in {s.site for s in path.stretches} for path in board.paths)


LETS_OUT = "00b0000/132000/000200/000020/000031/000w020 w -"  # White may let Black's last stone out


def test_a_turn_that_brings_stones_home_promises_it():
    """More than what it joins."""
    previews = compose(replace(table("connexoh", "", LAST_HOME), situation=Lifted("b6")))
    notes = {str(p.label): str(p.note) for p in previews.notice.previews}
    assert notes["half"] == "1 home!"
    assert "home" not in notes["left"] + notes["right"]


def test_a_stone_that_may_leave_is_named():
    """Its way off the board is an arrow without an end, and a hint one star."""
    state = table("connexoh", "b6@180", LETS_OUT)
    assert "The stone on b6 may leave the board." in said(compose(state))
    told = compose(replace(state, situation=Instructed("b6-off"))).board
    assert told.ways == (Arrow("b6", None),)
    hinted = compose(replace(state, hint=HintGiven("b6-off")))
    assert marks(hinted, Role.HINT) == ["b6"]
