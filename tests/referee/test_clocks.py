"""Clocks, and who has to confirm."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pi_board.core.errors import InvalidText
from pi_board.core.game import opponent
from pi_board.core.observation import Tick
from pi_board.referee.clocks import Control, control_text, new_clock, parse_control
from pi_board.referee.phases import Policy
from tests.referee.desk import Desk, names, only


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("10", Control("sudden", 600.0)),
        ("10+5", Control("fischer", 600.0, 5.0)),
        ("10d5", Control("delay", 600.0, 5.0)),
        ("30s", Control("move", 30.0)),
    ],
)
def test_controls_are_read(text: str, control: Control) -> None:
    """Minutes, with what is added per turn; or seconds a move."""
    assert parse_control(text) == control


@pytest.mark.parametrize(
    "text", ["", "ten", "10+", "0", "-5", "1000000s", "16667", "10+1000000", "9" * 400, "0.00001s"]
)
def test_other_texts_are_refused(text: str) -> None:
    """The message says what was expected."""
    with pytest.raises(InvalidText, match="10\\+5"):
        parse_control(text)


@pytest.mark.parametrize("text", ["10", "0.5+0.00002", "16666d5", "999999s", "12345.678s"])
def test_controls_are_written_as_they_are_read(text: str) -> None:
    """Long ones and short ones too: never with an exponent."""
    assert control_text(parse_control(text)) == text


@pytest.mark.parametrize(
    ("text", "left_s"), [("1", 50.0), ("1+5", 55.0), ("1d5", 55.0), ("30s", 30.0)]
)
def test_a_turn_of_ten_seconds(text: str, left_s: float) -> None:
    """Each control charges it in its own way."""
    clock = new_clock(parse_control(text)).start("b", 100.0).press(110.0)
    assert (clock.left_s("b", 200.0), clock.running) == (left_s, "w")


def test_a_stopped_clock_charges_nobody() -> None:
    """And goes on from where it stood."""
    clock = new_clock(parse_control("1")).start("b", 0.0).stop(10.0)
    assert clock.left_s("b", 500.0) == 50.0
    assert clock.start("b", 500.0).left_s("b", 505.0) == 45.0


def test_a_delay_is_given_once_a_turn() -> None:
    """Whatever stops the clock in between: a pause, a question, a board that is put right."""
    clock = new_clock(parse_control("1d5"))
    for began_s in (0.0, 100.0, 200.0):
        clock = clock.start("b", began_s).stop(began_s + 4.0)
    assert clock.left_s("b", 300.0) == 60.0 - (12.0 - 5.0)
    turned = clock.start("b", 300.0).press(301.0)
    assert turned.left_s("w", 305.0) == 60.0
    assert turned.press(305.0).start("b", 305.0).left_s("b", 309.0) == 60.0 - 8.0


def timed(text: str = "1") -> Desk:
    """A game with a clock, begun."""
    return Desk("loa", control=parse_control(text)).started()


def test_who_moves_out_of_turn_ends_nobody_s_turn() -> None:
    """The move is accepted; Black, whose turn it was and is, is given no time for it."""
    desk = timed("10+5")
    desk.t += 6.0
    desk.hand()
    desk.put(a2="empty", c2="w")
    only(desk.look(4), "illegal")
    before = desk.state.table.clock
    desk.command("accept_board")
    after = desk.state.table.clock
    assert before is not None
    assert after is not None
    assert after.left_s("b", desk.t) <= before.left_s("b", desk.t)
    assert after.running == "b"


def test_the_flag_ends_the_game() -> None:
    """Time that passes is enough."""
    desk = timed()
    over = only(desk.take(Tick(desk.t + 61)), "game_over")
    assert (over.outcome, over.reason) == ("w", "flag")


@pytest.mark.parametrize("moves", [(), ("b1-b3",)])
def test_a_fallen_flag_is_taken_back_alone(moves: tuple[str, ...]) -> None:
    """No move is: the player has the time back that was spent since the last one."""
    desk = timed()
    desk.play(*moves)
    desk.t += 61
    only(desk.take(Tick(desk.t)), "game_over")
    assert names(desk.command("take_back")) == ["taken_back"]
    clock = desk.state.table.clock
    assert clock is not None
    assert (desk.record, clock.left_s("bw"[len(moves)], desk.t)) == (list(moves), 60.0)
    assert only(desk.take(Tick(desk.t + 61)), "game_over").reason == "flag"


def test_moves_carry_the_time_left() -> None:
    """`clock_s`: what the player who moved has left."""
    desk = timed("10")
    desk.t += 20
    played = only(desk.play("b1-b3"), "move_played")
    assert 570 < dict(played.extra)["clock_s"] < 580


def test_the_clock_stands_while_the_board_is_put_right() -> None:
    """A disturbed board costs nobody time."""
    desk = timed()
    desk.put(c1="empty", c4="b")
    desk.look(4)
    assert names(desk.take(Tick(desk.t + 1000))) == []
    desk.t += 1000
    desk.restore()
    assert names(desk.look()) == ["restored"]


@pytest.mark.parametrize(
    ("game", "held", "policy"),
    [
        ("loa", {"c1": "empty"}, "casual"),
        ("loa", {"c1": "empty"}, "tournament"),
        ("linja", {"a8": "empty"}, "casual"),
        ("connexoh", {"c1": "0"}, "casual"),
    ],
)
def test_the_clock_runs_while_a_stone_is_held(
    game: str, held: dict[str, str], policy: Policy
) -> None:
    """Who thinks with a stone in the hand thinks, whatever is said of the stone."""
    desk = Desk(game, control=parse_control("1"), policy=policy).started()
    mover = desk.state.line.now.to_move
    desk.put(**held)
    assert {"disturbed", "illegal"} & set(names(desk.look(6)))
    over = only(desk.take(Tick(desk.t + 61)), "game_over")
    assert (over.outcome, over.reason) == (opponent(mover), "flag")


def test_the_clock_stands_till_all_is_put_right() -> None:
    """Also when a stone that stood where it may not is in the hand again."""
    desk = timed()
    desk.put(c1="empty")
    desk.look(6)
    desk.put(c4="b")
    assert "illegal" in names(desk.look(6))
    desk.put(c4="empty")
    desk.look(6)
    assert names(desk.take(Tick(desk.t + 1000))) == []
    desk.t += 1000
    desk.put(c1="b")
    assert names(desk.look()) == ["restored"]
    assert only(desk.take(Tick(desk.t + 61)), "game_over").reason == "flag"


def test_a_decision_about_a_held_stone_costs_no_time() -> None:
    """In a tournament somebody has to rule what to make of it."""
    desk = Desk("connexoh", control=parse_control("1"), policy="tournament").started()
    desk.put(c1="0")
    assert "illegal" in names(desk.look(6))
    assert names(desk.take(Tick(desk.t + 1000))) == []


def test_a_stone_of_the_other_player_that_is_gone_costs_no_time() -> None:
    """It fell from the board."""
    desk = timed()
    desk.put(a3="empty")
    assert names(desk.look(6)) == ["disturbed"]
    assert names(desk.take(Tick(desk.t + 1000))) == []


def with_left(seconds: float, *, confirm: bool = False) -> Desk:
    """A hand has just left the board; Black has so much time and its move stands there."""
    desk = Desk("loa", control=parse_control("1+5"), confirm=confirm).started()
    clock = desk.state.table.clock
    assert clock is not None
    desk.t += clock.left_s("b", desk.t) - seconds - 0.1
    desk.look(1, 0.1, obstructed=("a1",))
    desk.bring("b1-b3")
    return desk


def test_a_move_made_in_time_counts_though_it_is_believed_later() -> None:
    """The referee looks at it for longer than there is time, which costs neither player any."""
    desk = with_left(0.2)
    made_t = desk.t
    assert only(desk.look(8, 0.1), "move_played").t > made_t + 0.2
    clock = desk.state.table.clock
    assert clock is not None
    assert clock.left_s("b", desk.t) == pytest.approx(5.2)
    assert clock.left_s("w", desk.t) == pytest.approx(60.0 - (desk.t - made_t))
    desk.command("take_back")
    assert desk.state.table.clock.left_s("w", desk.t) == 60.0


@pytest.mark.parametrize("spoiled", ["too late", "in the hand", "taken back", "not pressed"])
def test_a_move_not_made_in_time_loses(spoiled: str) -> None:
    """The flag falls before it stands, or it does not stay."""
    desk = with_left(-0.05 if spoiled == "too late" else 0.2, confirm=spoiled == "not pressed")
    if spoiled == "in the hand":
        desk.put(b3="empty")
    said = desk.look(2, 0.1)
    if spoiled == "taken back":
        desk.position = desk.game.start()
        desk.restore()
    assert only([*said, *desk.look(8, 0.1)], "game_over").reason == "flag"


@pytest.mark.parametrize("presses", [1, 2])
def test_the_clock_pressed_in_time_ends_the_turn(presses: int) -> None:
    """Where moves are confirmed; the move is believed only later, and the first press counts."""
    desk = with_left(0.4, confirm=True)
    desk.look(1, 0.1)
    for _ in range(presses):
        desk.command("confirm")
        desk.t += 0.1
    assert only(desk.look(8, 0.1), "move_played")
    assert desk.state.table.clock.left_s("b", desk.t) == pytest.approx(5.3)


def test_a_pause_stops_clock_and_eyes() -> None:
    """Nothing is seen and nothing is charged until the game is continued."""
    desk = timed()
    desk.command("pause")
    desk.bring("b1-b3")
    desk.t += 500
    assert names(desk.look(4)) == []
    desk.command("continue")
    assert names(desk.look()) == ["move_played"]


def test_a_take_back_gives_the_time_back() -> None:
    """The clock stands as it did when the turn began."""
    desk = timed("10")
    before = desk.state.table.clock
    desk.t += 100
    desk.play("b1-b3")
    desk.command("take_back")
    now = desk.state.table.clock
    assert (now.left_s("b", 0), now.left_s("w", 0)) == (before.b_s, before.w_s)


def test_a_take_back_also_gives_back_what_was_spent_before_a_pause() -> None:
    """All that was spent since the last move that stays, however often the clock stood still."""
    desk = timed("10")
    desk.play("b1-b3")
    spent_s = 600.0 - desk.state.table.clock.left_s("b", desk.t)
    desk.t += 100
    desk.command("pause")
    desk.command("continue")
    desk.play("a2-c2")
    desk.command("take_back")
    now = desk.state.table.clock
    assert (now.left_s("b", desk.t), now.left_s("w", desk.t)) == (600.0 - spent_s, 600.0)


def test_a_follow_up_taken_back_gives_back_its_own_part_of_the_turn() -> None:
    """The time of the first part stays spent, as that move stays played."""
    desk = Desk("linja", control=parse_control("10")).started()
    desk.t += 100
    initial = only(desk.play("2-3"), "move_played")
    desk.t += 50
    desk.play("/0-2")
    desk.command("take_back")
    left_s = desk.state.table.clock.left_s("w", desk.t)
    assert left_s == pytest.approx(dict(initial.extra)["clock_s"], abs=0.001)
    assert left_s <= 500.0


def test_two_minutes_for_an_illegal_move_outlast_a_take_back() -> None:
    """The offence still counts, and so does what the opponent was given for it."""
    desk = Desk("loa", policy="tournament", control=parse_control("10")).started()
    desk.offend("c1", "c4", times=2)
    played = [*desk.play("b1-b3"), *desk.look()]
    assert only(played, "move_played")
    desk.command("take_back")
    assert desk.state.table.clock.left_s("w", desk.t) == 720.0


def test_two_minutes_for_an_illegal_move_outlast_the_moves_before_it() -> None:
    """A take-back of what was played before the offence does not undo it either."""
    desk = Desk("loa", policy="tournament", control=parse_control("10")).started()
    desk.play("b1-b3", "a2-c2")
    desk.offend("c1", "c4", times=2)
    for _ in range(2):
        desk.command("take_back")
        assert desk.state.table.offences == (2, 0)
        assert desk.state.table.clock.left_s("w", desk.t) == 720.0


def test_a_game_lost_by_a_ruling_is_taken_back_alone() -> None:
    """The illegal move that still stands there is ruled on anew; no move is taken back for it."""
    desk = Desk("loa", policy="tournament", control=parse_control("10")).started()
    desk.play("b1-b3")
    desk.offend("a2", "f2", times=2)
    desk.put(a2="empty", f2="w")
    desk.look(4)
    assert only(desk.command("reject"), "game_over").reason == "forfeit"
    desk.command("take_back")
    assert names(desk.look(4)) == ["illegal"]
    assert desk.record == ["b1-b3"]
    assert names(desk.command("accept")) == ["move_played"]


def test_a_move_may_have_to_be_confirmed() -> None:
    """Until then it can be changed, and is in no record."""
    desk = Desk("loa", confirm=True).started()
    assert names(desk.play("b1-b3")) == []
    desk.position = desk.game.start()
    desk.restore()
    assert names(desk.play("b1-d3")) == []
    assert only(desk.command("confirm"), "move_played").move == "b1-d3"


def test_unknown_commands_are_refused(loa: Desk) -> None:
    """By name."""
    with pytest.raises(InvalidText, match="castle"):
        loa.command("castle")


def test_stopping_a_turn_of_linja() -> None:
    """Where the follow-up is optional, a command ends the turn."""
    desk = Desk("linja", rules={"followup": "optional"}).started()
    desk.play("2-3")
    assert only(desk.command("stop"), "move_played").turn_over


def test_a_move_is_taken_back_of_which_no_clock_is_kept() -> None:
    """As after a game was gone on with: the clocks stay as they are."""
    desk = Desk("loa", control=parse_control("10+5")).started()
    desk.play("c1-c3")
    desk.state = replace(desk.state, table=replace(desk.state.table, clocks=()))
    before = desk.state.table.clock
    assert only(desk.command("take_back"), "taken_back").plies == 1
    after = desk.state.table.clock
    assert before is not None
    assert after is not None
    assert after.left_s("b", desk.t) == pytest.approx(before.left_s("b", desk.t), abs=0.5)


def bonus(*moves: str) -> Desk:
    """White has played these in a turn with a bonus, which is on if the last one is /1-4."""
    start = "6,1,1,1,0,1,1,1/0,2,1,1,0,2,1,5 w i 0"
    desk = Desk("linja", start, control=parse_control("1+20")).started()
    desk.play(moves[0])
    base = desk.position
    desk.play(moves[1])
    desk.look(4)
    desk.position = base
    desk.hand()
    desk.bring(moves[2])
    (asked,) = [one for one in desk.look(4) if one.name == "choose"]
    said = desk.command("choose", next(one for one in asked.moves if one.endswith(moves[2])))
    # so that a game that is gone on with has the same clocks
    told = dict(only(said, "move_revised").extra)["clock_s"]
    assert told == pytest.approx(desk.state.table.clock.left_s("w", desk.t), abs=1e-3)
    assert told == pytest.approx(desk.state.table.clocks[-1].w_s, abs=1e-3)
    return desk


def test_a_turn_that_a_revised_move_ends_is_paid_for() -> None:
    """It went on, and now it is over: the increment comes, once."""
    desk = bonus("0-1", "/1-4", "/0-3")
    assert desk.state.line.now.to_move == "b"
    assert desk.state.table.clock.w_s > 60.0
    assert desk.state.table.clock.b_s == pytest.approx(60.0)


def test_a_turn_that_goes_on_as_its_move_is_revised_is_not_paid_for_twice() -> None:
    """It was over, and now it goes on: what was spent in between is not the opponent's."""
    desk = bonus("0-1", "/0-3", "/1-4")
    assert desk.state.line.now.to_move == "w"
    assert desk.state.table.clock.w_s < 60.0
    assert desk.state.table.clock.b_s == pytest.approx(60.0)
    desk.play("0-1", "/0-3")
    assert 60.0 < desk.state.table.clock.w_s < 80.0


@pytest.mark.parametrize("ends", [("resign", "w"), ("agree_draw", "")])
def test_a_game_that_ends_in_a_pause_is_not_paused(ends: tuple[str, str]) -> None:
    """The board that is set up again begins another one."""
    desk = timed()
    desk.play("b1-b3")
    desk.command("offer_draw", "w")
    desk.command("pause")
    assert names(desk.command(*ends)) == ["game_over"]
    desk.position = desk.game.start()
    desk.hand()
    desk.restore()
    assert "game_started" in names(desk.look(8))
