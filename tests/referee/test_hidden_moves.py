"""Moves that nothing shows: white stones on white tiles in a glaring light."""

from __future__ import annotations

import json

import pytest

from pi_board.core.cause import Cause
from pi_board.core.observation import Observation, reader_changed
from pi_board.records.observations import ObservationLines
from pi_board.referee.evidence import bounded, weigh
from pi_board.referee.stream import ObservationReader
from pi_board.referee.unseen import unseen_steps
from tests.referee.desk import Desk, names, only

BLIND = {"a1": frozenset({"0", "0w"}), "a2": frozenset({"2", "2w"})}
TURNED = {"e5": frozenset({"0", "2"})}


@pytest.fixture
def glaring(connexoh: Desk) -> Desk:
    """A game on a board on which nobody sees whether white stones stand on two of the tiles."""
    connexoh.play("a2@180", "f5@90")
    connexoh.alike = BLIND
    return connexoh


def slide_unseen(desk: Desk) -> None:
    """White slides a stone, takes the hand away, and nothing looks otherwise."""
    desk.hand()
    desk.bring("a1-a2")
    assert names(desk.look(4)) == []
    desk.hand()


def test_the_next_players_move_is_not_taken_for_the_one_before(glaring: Desk) -> None:
    """White may have slid a stone unseen, then Black turned the tile; or White has just done so."""
    slide_unseen(glaring)
    glaring.bring("c4@270")
    assert sorted(only(glaring.look(5), "choose").moves) == ["a1-a2 c4@270", "c4@270"]
    assert names(glaring.command("choose", "a1-a2 c4@270")) == ["move_played", "move_played"]
    assert glaring.record[2:] == ["a1-a2", "c4@270"]


def test_a_move_out_of_turn_may_have_followed_one_that_was_not_seen(glaring: Desk) -> None:
    """It is asked rather than called illegal."""
    slide_unseen(glaring)
    glaring.bring("f6-f5")
    assert only(glaring.look(5), "choose").moves == ("a1-a2 f6-f5",)


def test_what_is_seen_at_once_is_no_riddle(glaring: Desk) -> None:
    """Nobody came and went before: the move is the mover's."""
    glaring.hand()
    glaring.bring("c4@270")
    assert names(glaring.look(2)) == ["move_played"]


def test_a_hand_that_only_hovers_over_a_board_that_is_seen_asks_nothing(connexoh: Desk) -> None:
    """What was not moved is seen to stand there."""
    connexoh.hand()
    connexoh.look(4)
    connexoh.hand()
    connexoh.bring("c4@270")
    assert names(connexoh.look(2)) == ["move_played"]


def test_after_a_move_a_visit_is_forgotten(glaring: Desk) -> None:
    """It was asked about, or something else was played."""
    slide_unseen(glaring)
    glaring.bring("c4@270")
    glaring.look(5)
    glaring.command("choose", "a1-a2 c4@270")
    glaring.look(2)
    glaring.hand()
    glaring.bring("f4@90")
    assert names(glaring.look(2)) == ["move_played"]


def test_a_picture_that_only_stirred_counts_as_a_visit(glaring: Desk) -> None:
    """Hands are not always seen over a board whose looks nobody has learnt."""
    glaring.bring("a1-a2")
    glaring.look(1, stirred=True)
    glaring.look(3)
    glaring.bring("c4@270")
    said = glaring.look(1, stirred=True) + glaring.look(4)
    assert sorted(only(said, "choose").moves) == ["a1-a2 c4@270", "c4@270"]


@pytest.mark.parametrize("sites", [("a1", "a2"), ("a2",)])
@pytest.mark.parametrize("lean", [0.5, 0.95, 1.5, 2.5])
def test_looks_that_lean_a_little_are_asked_about_as_well(
    glaring: Desk, lean: float, sites: tuple[str, ...]
) -> None:
    """However often glare is looked at, it tells no more, for the move or against it."""
    glaring.lean = dict.fromkeys(sites, lean)
    slide_unseen(glaring)
    glaring.bring("c4@270")
    assert "a1-a2 c4@270" in only(glaring.look(6), "choose").moves


def test_looks_that_lean_to_the_hidden_move_are_asked_about_as_well(glaring: Desk) -> None:
    """They are too little to record it, but it is no less likely for that."""
    glaring.lean = {"a1": 1.5}
    slide_unseen(glaring)
    glaring.bring("c4@270")
    assert "a1-a2 c4@270" in only(glaring.look(6), "choose").moves


def test_one_clear_look_between_two_hands_is_enough(glaring: Desk) -> None:
    """People are quick."""
    glaring.hand()
    glaring.bring("a1-a2")
    glaring.look(1)
    glaring.hand()
    glaring.bring("c4@270")
    assert "a1-a2 c4@270" in only(glaring.look(5), "choose").moves


@pytest.mark.parametrize("looks", [1, 2, 3])
def test_what_stirs_all_the_time_has_not_gone(glaring: Desk, looks: int) -> None:
    """Whoever moves about the board and then makes a move was there once."""
    glaring.look(looks, stirred=True)
    glaring.hand()
    glaring.bring("c4@270")
    assert names(glaring.look(2)) == ["move_played"]


def test_a_move_by_a_hand_that_only_stirred_is_one_visit(glaring: Desk) -> None:
    """Its hand was not seen, but the board that it changed was."""
    glaring.bring("c4@270")
    assert names(glaring.look(1, stirred=True) + glaring.look(4)) == ["move_played"]


def test_a_hand_that_is_just_going_has_gone(glaring: Desk) -> None:
    """The first clear look still sees it stir; the next hand may be somebody else's."""
    glaring.hand()
    glaring.bring("a1-a2")
    glaring.look(1, stirred=True)
    glaring.hand()
    glaring.bring("c4@270")
    assert "a1-a2 c4@270" in only(glaring.look(5), "choose").moves


def test_a_move_that_is_put_straight_is_one_visit(glaring: Desk) -> None:
    """What a hand left was not what stood there before, so it goes on with its move."""
    glaring.play("f4@90")
    glaring.alike = BLIND | {"f6": frozenset({"0", "0b"}), "f5": frozenset({"1", "1b"})}
    glaring.hand()
    glaring.bring("c4@270")
    glaring.look(1)
    glaring.hand()
    assert names(glaring.look(2)) == ["move_played"]


def test_stones_may_move_unseen_on_squares_too() -> None:
    """Under a lamp's reflection, say."""
    loa = Desk("loa").started()
    loa.alike = dict.fromkeys(("c1", "c3"), frozenset({"empty", "b"}))
    loa.hand()
    loa.bring("c1-c3")
    assert names(loa.look(4)) == []
    loa.hand()
    loa.bring("a2-c2")
    assert only(loa.look(5), "choose").moves == ("c1-c3 a2-c2",)


def test_a_move_that_is_half_seen_is_not_hidden() -> None:
    """After a visit too: where the stone came to is seen, and so is the reply."""
    loa = Desk("loa").started()
    loa.alike = dict.fromkeys(("c1", "c3"), frozenset({"empty", "b"}))
    loa.hand()
    loa.look(2)
    loa.hand()
    loa.bring("c1-e3", "a2-c2")
    assert names(loa.look(4)) == ["move_played", "move_played"]


def test_few_of_the_hidden_moves_are_worth_asking_about(glaring: Desk) -> None:
    """The likeliest first, of equal ones in the order of their texts."""
    glaring.alike = BLIND | dict.fromkeys(("c3", "d3"), frozenset({"0", "1", "2", "3"}))
    glaring.lean = {"c3": 2.0, "d3": 1.0}
    assert _hidden(glaring) == ["a1-a2", "d3@180", "d3@270"]


def test_a_move_that_any_site_contradicts_is_not_hidden(glaring: Desk) -> None:
    """A stone may stand on c3 unseen, but the tile is not turned; and a stone came to a2."""
    glaring.alike = {"c3": frozenset({"0", "0w"}), "a1": BLIND["a1"]}
    assert _hidden(glaring) == []
    glaring.bring("a1-a2")
    assert _hidden(glaring) == []


def test_who_never_sees_how_tiles_lie_is_not_blinded(glaring: Desk) -> None:
    """What such a sensor feels says more, and is asked about in its own way."""
    sites, kinds = glaring.layout.sites, ("", "b", "w")
    shown = [glaring.layout.labels[label][1:] for label in glaring.board.labels]
    turns = {kind: frozenset(f"{turn}{kind}" for turn in range(4)) for kind in kinds}
    glaring.alike = {site: turns[kind] for site, kind in zip(sites, shown, strict=True)}
    assert _hidden(glaring) == []


def _hidden(desk: Desk) -> list[str]:
    """The moves from the position at hand that one look at the board may hide."""
    looks = tuple(bounded(row) for row in desk.observation().looks)
    return [step.text for step in unseen_steps(desk.state.line.now, weigh(desk.layout, looks, 1.0))]


def test_a_stone_that_is_not_missed_in_its_row_is_nothing_to_ask_about(linja: Desk) -> None:
    """The rules know of moves that do not show in lanes: the one that follows tells of them."""
    home = [site for site in linja.layout.sites if site[1] in "78"]
    linja.alike = dict.fromkeys(home, frozenset({"empty", "w"}))
    linja.hand()
    linja.look(4)
    linja.hand()
    linja.bring("0-1", "/3-5")
    assert names(linja.look(8)) == ["move_played", "move_played"]


@pytest.mark.parametrize("words", [("pause", "continue"), ()])
def test_a_pause_or_another_camera_undoes_no_visit(glaring: Desk, words: tuple[str, ...]) -> None:
    """The move that nobody saw has been made all the same."""
    glaring.hand()
    glaring.bring("a1-a2")
    glaring.look(4)
    for word in words:
        glaring.command(word)
    if not words:
        glaring.take(reader_changed(glaring.t, "camera:0", "camera:1", Cause("unplugged")))
    glaring.hand()
    glaring.bring("c4@270")
    assert "a1-a2 c4@270" in only(glaring.look(5), "choose").moves


def test_the_second_hand_need_not_be_seen(glaring: Desk) -> None:
    """The board has changed, so it was there."""
    glaring.hand()
    glaring.bring("a1-a2")
    glaring.look(4)
    glaring.bring("c4@270")
    assert "a1-a2 c4@270" in only(glaring.look(6), "choose").moves


def test_a_new_game_has_had_no_visits(connexoh: Desk) -> None:
    """Those who set it up came and went."""
    connexoh.alike = TURNED
    connexoh.command("new_game")
    connexoh.hand()
    assert "game_started" in names(connexoh.look(3))
    connexoh.hand()
    connexoh.bring("c4@270")
    assert names(connexoh.look(2)) == ["move_played"]


def test_after_a_take_back_a_visit_is_forgotten(connexoh: Desk) -> None:
    """It was to the position that is taken back."""
    connexoh.play("a2@180", "f5@90")
    _visit(connexoh)
    connexoh.command("take_back")
    connexoh.position = connexoh.state.line.now.position
    connexoh.hand()
    connexoh.restore()
    assert names(connexoh.look(1, stirred=True) + connexoh.look(2)) == ["restored"]
    connexoh.hand()
    connexoh.bring("c4@270")
    assert names(connexoh.look(2)) == ["move_played"]


def test_on_a_board_accepted_as_it_stands_a_visit_is_forgotten(connexoh: Desk) -> None:
    """Whatever was done has been let stand."""
    _visit(connexoh)
    connexoh.put(b1="0", b4="0w")
    assert "move_played" in names(connexoh.look(6) + connexoh.command("accept_board"))
    connexoh.position = connexoh.state.line.now.position
    connexoh.hand()
    connexoh.bring("c4@270")
    assert names(connexoh.look(2)) == ["move_played"]


def _visit(desk: Desk) -> None:
    """Somebody may have turned a tile unseen."""
    desk.alike = TURNED
    desk.hand()
    desk.look(2)
    desk.hand()
    assert desk.state.watch.hands.visited


def test_that_something_stirred_is_written_and_read(connexoh: Desk) -> None:
    """A game that is refereed again asks what was asked."""
    lines, reader = ObservationLines(), ObservationReader(connexoh.game.layouts)
    for stirred in (True, False):
        line = lines.line(connexoh.observation(stirred=stirred))
        assert line is not None
        again = reader.read(json.dumps(line))
        assert isinstance(again, Observation)
        assert again.stirred is stirred


def test_a_hand_that_goes_slowly_after_its_move_was_there_once(glaring: Desk) -> None:
    """Its shadow still stirs the picture when the move has long been believed."""
    glaring.alike = {"f6": frozenset({"0", "0b"}), "f5": frozenset({"1", "1b"})}
    glaring.hand()
    glaring.bring("c4@270")
    assert "move_played" in names(glaring.look(9, step_s=0.1, stirred=True) + glaring.look(2))
    glaring.hand()
    glaring.bring("d3@90")
    assert names(glaring.look(3)) == ["move_played"]


@pytest.mark.parametrize("before", [0, 2])
def test_a_move_during_a_pause_may_have_gone_unseen(glaring: Desk, before: int) -> None:
    """Nobody looked."""
    glaring.look(before)
    glaring.command("pause")
    glaring.bring("a1-a2")
    glaring.command("continue")
    glaring.look(2)
    glaring.hand()
    glaring.bring("c4@270")
    assert "a1-a2 c4@270" in only(glaring.look(5), "choose").moves


def test_who_puts_the_board_right_was_no_visitor(glaring: Desk) -> None:
    """That hand had something else to do."""
    glaring.hand()
    glaring.put(c1="0", c4="0w")
    assert "illegal" in names(glaring.look(6))
    glaring.hand()
    glaring.restore()
    assert names(glaring.look(3)) == ["restored"]
    glaring.hand()
    glaring.bring("c4@270")
    assert names(glaring.look(3)) == ["move_played"]
