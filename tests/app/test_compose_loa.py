"""What is to be seen of Lines of Action."""

from dataclasses import replace

import pytest

from pi_board.app.compose import compose
from pi_board.app.scenes.state import Disturbed, Illegal, Instructed, Lifted, Over, Ply, SettingUp
from pi_board.app.showcase.gallery import LOA_END, LOA_OPENING, carry, table
from pi_board.core.game import Outcome
from pi_board.core.scene import Arrow, Role
from tests.app.read import marks, said


def test_a_lifted_stone_shows_its_lines_and_targets():
    """Bands for lines with a move, rings on the stones counted, the distance on each target."""
    scene = compose(replace(table("loa", LOA_OPENING), situation=Lifted("e8")))
    assert marks(scene, Role.TO) == ["a8", "b5", "e5"]
    assert marks(scene, Role.CAPTURE) == ["h5"]
    assert {m.text for m in scene.board.marks if m.site == "a8"} == {"4"}
    assert len(scene.board.bands) == 4
    assert marks(scene, Role.COUNTED) == ["a4", "b8", "c6", "d8", "e1", "e2", "f8", "g6"]
    assert marks(scene, Role.FROM) == ["e8"]
    assert said(scene) == ("Black lifts e8 It may go to b5, e5 or a8, or take the stone on h5.")


def test_a_stone_that_cannot_move_says_so():
    """A stone without a target is to be put back."""
    state = table("loa", "", "8/8/8/8/8/8/bb6/wb6 w")
    scene = compose(replace(state, situation=Lifted("a1")))
    assert not marks(scene, Role.TO)
    assert "put it back" in said(scene)


def test_lifting_the_opponents_stone_shows_no_targets():
    """The wrong player's stone has nowhere to go."""
    scene = compose(replace(table("loa"), situation=Lifted("a3")))
    assert not marks(scene, Role.TO) + marks(scene, Role.CAPTURE)
    assert "not yours" in said(scene)


@pytest.mark.parametrize(
    ("moves", "start", "words"),
    [
        ("c8-c6", None, "Black played c8-c6."),
        (LOA_OPENING + " e8xh5", None, "Black took the stone on h5."),
        ("pass", "6bw/6bb/8/8/8/8/bb6/wb6 w", "White had no legal move."),
    ],
)
def test_what_the_last_move_did_is_said(moves, start, words):
    """Beside whose turn it is; the strip has it too, and no longer says that there is none."""
    scene = compose(table("loa", moves, start))
    assert said(scene).endswith(words)
    assert scene.strip.note is None


def test_groups_are_counted_for_both():
    """Each card says in how many groups the stones stand."""
    assert [str(card.counter) for card in compose(table("loa")).cards] == ["2 groups", "2 groups"]


def test_an_illegal_move_shows_one_cross_one_arrow_and_the_line():
    """The cross stands where the stone is, the arrow points to where it belongs."""
    state = table("loa")
    why = state.game.explain(state.position, "c1-c4")
    back = carry(state, "b", "c4", "c1")
    scene = compose(replace(state, situation=Illegal("c1-c4", why.text, (back,))))
    assert marks(scene, Role.WRONG) == ["c4"]
    assert scene.board.arrow == Arrow("c4", "c1")
    assert str(scene.notice.title) == "Put it back on c1"
    assert "exactly 2 squares, not 3" in said(scene)
    assert marks(scene, Role.COUNTED) == ["c8"]
    assert scene.notice.tone == "danger"
    assert not marks(scene, Role.TO) + marks(scene, Role.LAST_MOVE)


def test_a_disturbed_board_shows_one_step_at_a_time():
    """Of several stones out of place the first is pointed to, with one arrow."""
    state = table("loa")
    steps = (carry(state, "b", "d3", "d1"), carry(state, "w", "g5", "h6"))
    scene = compose(replace(state, situation=Disturbed(steps)))
    assert scene.board.arrow == Arrow("d3", "d1")
    assert said(scene) == "Move d3 to d1 4 places differ from the game."
    assert marks(scene, Role.WRONG) == ["d3"]
    assert marks(scene, Role.FROM) == ["d1"]
    assert {(p.site, p.player) for p in scene.board.pieces if p.ghost} == {("d1", "b"), ("h6", "w")}


def test_a_stone_that_belongs_nowhere_is_to_be_taken_off():
    """An extra stone has an arrow off the board."""
    state = table("loa")
    scene = compose(replace(state, situation=Disturbed((carry(state, "w", "d4"),))))
    assert scene.board.arrow == Arrow("d4", None)
    assert str(scene.notice.title) == "Take the stone off d4"


def test_setting_up_names_what_is_missing():
    """Missing stones are ghosts in rings; the message lists them, the cards count them."""
    state = table("loa")
    lacking = (("b", "b1"), ("w", "a2"), ("w", "a3"))
    steps = tuple(carry(state, player, end=site) for player, site in lacking)
    scene = compose(replace(state, situation=SettingUp(steps)))
    assert marks(scene, Role.FROM) == ["a2", "a3", "b1"]
    assert [card.clock for card in scene.cards] == ["10/12", "11/12"]
    assert scene.strip.progress == (21, 24)
    assert said(scene) == "3 stones to go Black belongs on b1. White belongs on a2, a3."


def test_what_is_missing_for_long_may_only_be_misread():
    """Then people can say that all is in place."""
    state = table("loa")
    steps = (carry(state, "b", end="b1"),)
    short, long = (replace(state, situation=SettingUp(steps, m)) for m in (False, True))
    assert [b.command for b in compose(short).buttons] == ["look", "menu"]
    assert [b.command for b in compose(long).buttons] == ["confirm", "menu"]


def test_the_winning_group_is_joined_by_its_shortest_tree():
    """A group of n stones has n - 1 links; the loser's stones are faded."""
    state = replace(table("loa", "", LOA_END), plies=(Ply("w", "h7-h5"),))
    scene = compose(replace(state, situation=Over(Outcome("w", "connected"))))
    (group,) = scene.board.groups
    assert len(group.sites) == 7
    assert len(group.links) == 6
    assert {p.player for p in scene.board.pieces if p.faded} == {"b"}


def test_moves_are_numbered_in_pairs():
    """The first player's moves carry the number; no more than four are shown."""
    entries = compose(table("loa", LOA_OPENING + " e8-e5")).strip.moves
    assert [(m.number, m.text) for m in entries] == [
        (0, "h4-f2"), (2, "g8-g6"), (0, "h2-e2"), (3, "e8-e5"),
    ]  # fmt: skip


def test_a_dictated_capture_shows_what_is_taken():
    """The stone that goes is ringed, its target marked as a capture, an arrow joins them."""
    scene = compose(replace(table("loa", LOA_OPENING), situation=Instructed("e8xh5")))
    assert (marks(scene, Role.FROM), marks(scene, Role.CAPTURE)) == (["e8"], ["h5"])
    assert scene.board.ways == (Arrow("e8", "h5"),)
    assert str(scene.notice.title) == "Take h5 with e8"
