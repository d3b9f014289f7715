"""A program plays one side: its moves are made by people, those and no others."""

from __future__ import annotations

import pytest

from pi_board.core.errors import InvalidText
from pi_board.referee.clocks import parse_control
from pi_board.referee.continuations import step
from pi_board.referee.hypothesis import one_move
from pi_board.referee.instructing import Refused, as_instructed, to_do
from pi_board.referee.phases import Correcting, Playing
from pi_board.referee.standing import compared
from pi_board.referee.verdict import Unclear
from tests.referee.desk import Desk, names, only
from tests.referee.test_reeds import begun


def _to_do(desk: Desk) -> tuple[str, ...]:
    assert isinstance(desk.state, (Playing, Correcting))
    return to_do(desk.state.table, desk.state.line)


def test_the_move_told_is_played(loa: Desk) -> None:
    """What the program plays is accepted, and then nothing is left to do."""
    loa.command("instruct", "b c1-c3")
    assert _to_do(loa) == ("c1-c3",)
    assert names(loa.play("c1-c3")) == ["move_played"]
    assert _to_do(loa) == ()


def test_another_legal_move_is_refused_with_the_reason(loa: Desk) -> None:
    """The board is to be put back; then the right move counts."""
    loa.command("instruct", "b c1-c3")
    illegal = only(loa.play("d1-d3"), "illegal")
    assert (illegal.rule, illegal.seen) == ("table.other_move", "d1-d3")
    assert str(illegal.text) == "Black plays c1-c3"
    assert str(illegal.next) == "move a black stone from d3 to d1"
    assert names(loa.look(10)) == []
    (carry,) = compared(loa.state, loa.observation()).repairs  # as the screen draws it
    assert [loa.layout.sites[group] for group in sorted(carry.groups)] == ["d1", "d3"]
    assert loa.record == []
    loa.position = loa.game.start()
    loa.hand()
    loa.restore()
    assert names(loa.look()) == ["restored"]
    assert names(loa.play("c1-c3")) == ["move_played"]


def test_the_right_move_may_follow_the_wrong_one_at_once(loa: Desk) -> None:
    """Putting the stone back and making the program's move may be one action."""
    loa.command("instruct", "b c1-c3")
    loa.play("d1-d3")
    loa.position = loa.game.start()
    loa.restore()
    assert names(loa.play("c1-c3")) == ["restored", "move_played"]


def test_another_wrong_move_is_refused_as_well(loa: Desk) -> None:
    """While the board is being put right no other move slips through."""
    loa.command("instruct", "b c1-c3")
    loa.play("d1-d3")
    loa.position = loa.game.start()
    loa.restore()
    assert only(loa.play("e1-e3"), "illegal").seen == "e1-e3"
    assert loa.record == []


def test_nobody_moves_for_a_program_that_thinks(loa: Desk) -> None:
    """A move made too early is refused, and accepted if it turns out to be the one."""
    loa.command("instruct", "b")
    assert str(only(loa.play("c1-c3"), "illegal").text).startswith("Black is still thinking")
    loa.command("instruct", "b c1-c3")
    assert names(loa.look(4)) == ["restored", "move_played"]


def test_a_person_moves_freely(loa: Desk) -> None:
    """The other side plays what it likes."""
    loa.command("instruct", "w")
    assert names(loa.play("d1-d3")) == ["move_played"]
    loa.command("instruct", "w h4-f4")
    assert names(loa.play("h4-f4", "c1-c3")) == ["move_played", "move_played"]


def test_a_hasty_hand_is_stopped_after_its_own_move(loa: Desk) -> None:
    """A person's move counts, one made for the program in the same breath does not."""
    loa.command("instruct", "w")
    loa.hand()
    loa.bring("d1-d3", "h4-f4")
    said = loa.look(8)
    assert names(said)[:2] == ["move_played", "illegal"]
    assert loa.record == ["d1-d3"]


def test_what_a_person_played_before_a_hasty_hand_is_asked_once(loa: Desk) -> None:
    """Nothing tells whether a stone has moved between dazzling squares; White's plainly has."""
    loa.alike = dict.fromkeys(("c8", "c6"), frozenset({"empty", "b"}))
    loa.command("instruct", "w")
    loa.hand()
    loa.look()
    loa.hand()
    loa.put(a4="empty", c4="w")
    assert only(loa.look(8), "choose").moves == ("c8-c6",)
    loa.command("choose", "c8-c6")
    assert loa.record == ["c8-c6"]


def test_nobody_replies_to_what_a_program_has_not_played(loa: Desk) -> None:
    """Turns of which nobody saw more than the outcome are refused, once."""
    loa.command("instruct", "w")
    loa.hand()
    loa.bring("b1-b3", "a4-c4", "g1-g3")
    illegal = only(loa.look(8), "illegal")
    assert str(illegal.text) == "White is still thinking: wait for its move"
    loa.position = loa.game.start()
    loa.restore()
    assert names(loa.look(4)) == ["restored"]
    assert loa.record == []


def test_a_stone_may_not_be_slid_on_for_the_program(loa: Desk) -> None:
    """The last move, if it was the program's, is not revised."""
    loa.command("instruct", "b c1-c3")
    loa.play("c1-c3")
    loa.put(c3="empty", a3="b")
    illegal = only(loa.look(8), "illegal")
    assert str(illegal.text) == "Black has played c1-c3"
    assert str(illegal.next) == "move a black stone from a3 to c3"
    assert loa.record == ["c1-c3"]


def test_a_take_back_makes_the_instruction_void(loa: Desk) -> None:
    """The move told belonged to another position."""
    loa.play("c1-c3")
    loa.command("instruct", "w h3-f3")
    loa.command("take_back")
    assert _to_do(loa) == ()


def test_a_turn_of_linja_is_made_in_small_moves(linja: Desk) -> None:
    """Each small move done, the next one is left to do; the order of the two does not matter."""
    linja.command("instruct", "w 0-1 /0-2")
    assert names(linja.play("0-1")) == ["move_played"]
    assert _to_do(linja) == ("/0-2",)
    assert only(linja.play("/1-3"), "illegal").rule == "table.other_move"


@pytest.mark.parametrize("is_whole", [False, True])
def test_of_a_turn_that_begins_right_only_the_rest_is_refused(linja: Desk, is_whole: bool) -> None:
    """The small move that the program does play may stay, and the right turn counts."""
    linja.command("instruct", "w 0-1 /0-2")
    linja.hand()
    linja.bring("0-1", "/1-3")
    illegal = only(linja.look(8), "illegal")
    assert (illegal.seen, str(illegal.text)) == ("0-1 /1-3", "White plays /0-2")
    assert str(illegal.next) == "move a white stone from row 5 to row 7"
    linja.position = linja.game.start()
    linja.hand()
    linja.bring("0-1", *(("/0-2",) if is_whole else ()))
    linja.restore()
    assert names(linja.look(8)) == ["restored", *["move_played"] * (1 + is_whole)]


def test_a_wrong_turn_that_can_be_told_in_two_ways_is_refused_once(linja: Desk) -> None:
    """1-2 /2-4 and 3-4 /1-3 leave the same board behind."""
    linja.command("instruct", "w 0-1 /0-2")
    linja.hand()
    linja.bring("1-2", "/2-4")
    assert names(linja.look(12)) == ["illegal"]
    linja.position = linja.game.start()
    linja.restore()
    assert names(linja.play("0-1", "/0-2")) == ["restored", "move_played", "move_played"]


@pytest.mark.parametrize("argument", ["x", "", "w nonsense"])
def test_nonsense_is_told(loa: Desk, argument: str) -> None:
    """A player is b or w, and a move is a move."""
    with pytest.raises(InvalidText):
        loa.command("instruct", argument)


@pytest.mark.parametrize("argument", ["b c1-c4", "w h3-f3", "b c1-c3 h3-f3"])
def test_what_is_not_legal_here_changes_nothing(loa: Desk, argument: str) -> None:
    """An instruction for a position that has gone is not followed."""
    loa.command("instruct", argument)
    assert _to_do(loa) == ()
    assert names(loa.play("d1-d3")) == ["move_played"]


def test_what_was_told_in_one_game_is_not_told_in_the_next(loa: Desk) -> None:
    """Its journal would not have it; the program still plays its side, and thinks."""
    loa.command("instruct", "b c1-c3")
    loa.play("c1-c3")
    loa.command("resign", "w")
    loa.position = loa.game.start()
    loa.restore()
    assert names(loa.look(10)) == ["game_started"]
    assert _to_do(loa) == ()
    assert str(only(loa.play("c1-c3"), "illegal").text).startswith("Black is still thinking")


def test_the_clock_of_a_program_stops_once_it_has_moved() -> None:
    """People take their time to make its move; that is not the program's."""
    desk = Desk("loa", control=parse_control("10")).started()
    desk.command("instruct", "b c1-c3")
    desk.look(20)
    clock = desk.state.table.clock
    assert clock is not None
    assert clock.left_s("b", desk.t) == pytest.approx(600.0, abs=1.0)


def test_nothing_is_asked_between_moves_that_were_not_told(loa: Desk) -> None:
    """Whichever of them was made, it is not the program's."""
    loa.command("instruct", "b c1-c3")
    state = loa.state
    assert isinstance(state, Playing)
    moves = [step(state.line.now, loa.game.parse_move(loa.position, m)) for m in ("d1-d3", "e1-e3")]
    asked = Unclear(tuple(one_move(one) for one in moves))
    assert isinstance(as_instructed(state.table, state.line, asked), Refused)


def test_a_turn_is_ended_for_the_program_by_itself() -> None:
    """Where Linja's second move may be left out, nothing is to be made for that on the board."""
    desk = Desk("linja", rules={"followup": "optional"}).started()
    desk.command("instruct", "w 0-1 stop")
    desk.play("0-1")
    assert desk.record == ["0-1", "stop"]
    assert desk.state.line.now.to_move == "b"  # type: ignore[union-attr]
    assert _to_do(desk) == ()


def test_another_move_that_looks_like_a_take_back_is_asked_about() -> None:
    """Both goal rows are full: what stands beside them shows neither which it was."""
    desk = Desk("linja", "2,0,1,0,0,2,3,4/5,0,0,0,2,0,2,3 b i 0").started()
    desk.command("instruct", "b 1-2 /2-4 0-1 /1-5")
    desk.play("1-2", "/2-4", "0-1")
    desk.put(f1="w")  # the hole that has become free is filled from beside
    desk.look()
    played, position = desk.record, desk.position
    desk.hand()
    desk.bring("/4-7")
    desk.put(a1="b", b1="b", c1="w", d1="w", e1="w", f1="w")
    said = desk.look(6)
    assert only(said, "choose").moves == ("take_back 3",)
    assert desk.record == played == ["1-2", "/2-4", "0-1"]
    desk.position = position
    desk.restore()
    desk.look()
    desk.play("/1-5")
    assert desk.record == [*played, "/1-5"]


def test_a_game_that_the_program_has_won_is_not_changed_by_its_stone() -> None:
    """It is no longer looked at where that is slid on to; taken back it may be."""
    desk = Desk("loa", "5b1b/8/5b2/3w4/8/2w5/8/1b6 b").started()
    desk.play("b1-b2")
    desk.command("instruct", "w d5-d4")
    desk.play("d5-d4")
    desk.put(d4="empty", d6="w")
    assert names(desk.look(8)) == []
    assert desk.record == ["b1-b2", "d5-d4"]
    desk.put(d6="empty", d5="w")
    assert only(desk.look(4), "choose").moves == ("take_back 1",)
    assert names(desk.command("choose", "take_back 1")) == ["taken_back"]


@pytest.mark.parametrize("target", ["c3", "c4"])
def test_what_is_made_wrongly_for_a_program_is_no_offence_of_its_own(target: str) -> None:
    """Another move than its own, or one that is not legal, is put back; nobody rules on it."""
    desk = Desk("loa", policy="tournament").started()
    desk.command("instruct", "b d1-d3")
    desk.hand()
    desk.put(c1="empty", **{target: "b"})
    only(desk.look(6), "illegal")
    assert isinstance(desk.state, Correcting)
    assert not desk.state.asks_ruling
    desk.command("reject")
    assert desk.state.table.offences == (0, 0)
    desk.restore()
    assert names(desk.look(4)) == ["restored"]


@pytest.mark.parametrize("own", ["a1@90", "a2@90", "c3@90"])
def test_a_person_turns_the_own_tile_further(own: str) -> None:
    """While the program thinks nobody else could have."""
    desk = Desk("connexoh").started()
    desk.command("instruct", "b")
    desk.play(own)
    desk.position = desk.game.start()
    further = own.replace("90", "180")
    assert names(desk.play(further) + desk.look(2)) == ["move_revised"]
    assert desk.record == [further]


def test_a_tile_that_lies_as_it_was_turned_is_not_turned_further() -> None:
    """However long the program thinks; reeds do not even see how it lies."""
    desk = Desk("connexoh").started()
    desk.command("instruct", "b")
    assert names(desk.play("a1@90") + desk.look(8)) == ["move_played"]
    desk, reeds = begun("connexoh")
    desk.command("instruct", "b")
    assert names(desk.command("choose", "a1@90") + reeds.scan(times=8)) == ["move_played"]
    assert desk.record == ["a1@90"]


@pytest.mark.parametrize(
    ("told", "said"),
    [("", ["illegal"]), ("a3-a1", ["illegal"]), ("a3xc1", ["move_played", "move_played"])],
)
def test_nobody_replies_for_a_program_to_a_move_that_is_changed(told: str, said: list[str]) -> None:
    """The person's stone has gone on, and one of the program's has moved, under the same hand."""
    desk = Desk("loa").started()
    desk.command("instruct", "w")
    desk.play("g1-g3")
    desk.command("instruct", f"w {told}")
    desk.hand()
    desk.bring("a3xc1", "g3-e3")
    assert names(desk.look(8)) == said
    assert desk.record == (["g1-g3", told, "g3-e3"] if len(said) > 1 else ["g1-g3"])


@pytest.mark.parametrize("told", ["a1@90", "c4@90"])
def test_a_tile_turned_wrongly_for_the_program_is_put_back(told: str) -> None:
    """Also if it is the one that the person has turned: the own turn stands as it was."""
    desk = Desk("connexoh").started()
    desk.play("a1@180")
    desk.command("instruct", f"b {told}")
    desk.hand()
    desk.put(a1="1w")
    assert only(desk.look(6), "illegal").rule == "table.other_move"
    assert desk.record == ["a1@180"]
