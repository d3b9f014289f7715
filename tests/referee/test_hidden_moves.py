"""Moves that nothing shows: white stones on white tiles in a glaring light."""

from __future__ import annotations

import json

import pytest

from pi_board.core.observation import Observation, reader_changed
from pi_board.records.observations import ObservationLines
from pi_board.referee.stream import ObservationReader
from tests.referee.desk import Desk, names, only

BLIND = {"a1": frozenset({"0", "0w"}), "a2": frozenset({"2", "2w"})}


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


@pytest.mark.parametrize("lean", [0.5, 0.95, 1.5, 2.5])
def test_looks_that_lean_a_little_are_asked_about_as_well(glaring: Desk, lean: float) -> None:
    """However often glare is looked at, it tells no more."""
    glaring.lean = lean
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


@pytest.mark.parametrize("words", [("pause", "continue"), ()])
def test_a_pause_or_another_camera_undoes_no_visit(glaring: Desk, words: tuple[str, ...]) -> None:
    """The move that nobody saw has been made all the same."""
    glaring.hand()
    glaring.bring("a1-a2")
    glaring.look(4)
    for word in words:
        glaring.command(word)
    if not words:
        glaring.take(reader_changed(glaring.t, "camera:0", "camera:1", "unplugged"))
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
    connexoh.alike = {"a1": frozenset({"0", "0w"}), "a2": frozenset({"0", "0w"})}
    connexoh.command("new_game")
    for _ in range(2):
        connexoh.hand()
        connexoh.look(3)
    assert not connexoh.state.watch.visited


def test_that_something_stirred_is_written_and_read(connexoh: Desk) -> None:
    """A game that is refereed again asks what was asked."""
    lines, reader = ObservationLines(), ObservationReader(connexoh.game.layouts)
    for stirred in (True, False):
        line = lines.line(connexoh.observation(stirred=stirred))
        assert line is not None
        again = reader.read(json.dumps(line))
        assert isinstance(again, Observation)
        assert again.stirred is stirred
