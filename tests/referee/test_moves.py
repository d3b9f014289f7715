"""Moves of all three games, one by one and several at once."""

from __future__ import annotations

from dataclasses import replace

from pi_board.core.events import to_json
from tests.referee.desk import Desk, names, only


def test_the_game_starts_when_the_start_position_stands() -> None:
    """First the wrong sites, then none, then the game."""
    desk = Desk("loa")
    desk.put(b1="empty", d4="w")
    assert only(desk.look(), "setup").wrong == ("b1", "d4")
    assert desk.look(4) == []
    desk.restore()
    said = desk.hand() + desk.look()
    assert names(said) == ["setup", "game_started"]
    assert only(said, "setup").wrong == ()
    assert only(said, "game_started").position == desk.game.position_text(desk.position)


def test_a_game_can_start_from_any_position() -> None:
    """The position given is what has to stand there."""
    desk = Desk("loa", "8/8/8/w1w4w/3b4/8/1b3b2/8 b")
    assert names(desk.look()) == ["setup", "game_started"]


def test_captures_are_named(loa: Desk) -> None:
    """A capture says which stone went; other moves say none did."""
    said = loa.play("c1xa3", "h3xf1", "b1-b3")
    played = [to_json(event) for event in said if event.name == "move_played"]
    assert [event["move"] for event in played] == ["c1xa3", "h3xf1", "b1-b3"]
    assert [event["captured"] for event in played] == ["a3", "f1", None]


def test_a_quick_reply_is_two_moves(loa: Desk) -> None:
    """Both moves are recorded when the board settles only after the second."""
    loa.hand()
    loa.bring("b1-b3", "a2-c2")
    assert names(loa.look()) == ["move_played", "move_played"]
    assert loa.record == ["b1-b3", "a2-c2"]


def test_a_capture_on_the_square_just_captured_on(loa: Desk) -> None:
    """White takes on e6 and Black takes back there, before anybody could look."""
    loa.play("b8-b6", "a3xc1", "b6-e6")
    loa.hand()
    loa.bring("h3xe6", "c8xe6")
    assert names(loa.look()) == ["move_played", "move_played"]
    assert loa.record[-2:] == ["h3xe6", "c8xe6"]


def test_a_forced_pass_is_recorded_at_once() -> None:
    """When nothing but a pass is legal, it is not waited for."""
    desk = Desk("loa", "6bw/6bb/8/8/8/8/bb6/wb6 w")
    played = only(desk.look(), "move_played")
    assert (played.move, played.player, played.margin) == ("pass", "w", None)


def test_a_slide_on_replaces_the_move(loa: Desk) -> None:
    """The stone that just moved goes on to another square it could have reached."""
    loa.play("b1-b3")
    loa.hand()
    loa.put(b3="empty", d3="b")
    revised = only(loa.look(), "move_revised")
    assert (revised.old, revised.move) == ("b1-b3", "b1-d3")
    assert loa.record == ["b1-d3"]


def test_a_slide_on_to_where_it_could_not_go_is_illegal(loa: Desk) -> None:
    """Only squares that were legal from where the stone came count as a slide."""
    loa.play("b1-b3")
    loa.hand()
    loa.put(b3="empty", b4="b")
    assert "move_revised" not in names(loa.look(4))
    assert loa.record == ["b1-b3"]


def test_linja_scores_and_turns(linja: Desk) -> None:
    """Every small move is an event, with the score and whether the turn is over."""
    said = [to_json(e) for e in linja.play("2-3", "/0-2") if e.name == "move_played"]
    assert [event["turn_over"] for event in said] == [False, True]
    assert said[-1]["score"] == {"b": 6, "w": 6}


def test_a_whole_turn_of_linja_in_one_go(linja: Desk) -> None:
    """Initial move and follow-up, seen together, are recorded as two small moves."""
    linja.hand()
    linja.bring("5-6", "/4-6")
    assert names(linja.look()) == ["move_played", "move_played"]
    assert linja.state.line.now.position == linja.position


def test_linja_between_sticks() -> None:
    """The layout with one site a row works the same."""
    desk = Desk("linja", layout=1).started()
    desk.play("2-3", "/0-2", "0-1")
    assert desk.record == ["2-3", "/0-2", "0-1"]


def test_a_stone_that_goes_beside_a_full_goal_row(linja: Desk) -> None:
    """The goal row holds six stones: the seventh lies beside the board, and the move counts."""
    linja.play("6-7")
    assert linja.record == ["6-7"]


def test_connexoh_protects(connexoh: Desk) -> None:
    """A rotation that makes own connections says which tiles it protects."""
    played = only(connexoh.play("a2@180"), "move_played")
    assert to_json(played)["protected"] == ["a1", "a2"]
    assert to_json(played)["left"] == []


def leaving() -> Desk:
    """White's b6@180 opens a5-b5-b6-a6: the stone on a5 leaves at once."""
    rows = "0b0b0b0b0b0b/1w30000/000000/000000/000000/000w000"
    return Desk("connexoh", f"{rows} w -").started()


def test_stones_that_leave_are_named_and_awaited() -> None:
    """The turned tile alone is no complaint for a while; the move counts when the stone is gone."""
    desk = leaving()
    desk.hand()
    after = desk.game.play(desk.position, desk.game.parse_move(desk.position, "b6@180"))
    desk.put(b6="2b")
    assert names(desk.look(8)) == []
    desk.position = after
    desk.restore()
    played = only(desk.hand() + desk.look(), "move_played")
    assert to_json(played)["left"] == ["a5"]


def test_a_stone_that_should_leave_is_asked_for_in_the_end() -> None:
    """After some seconds the referee says which stone has to go."""
    desk = leaving()
    desk.hand()
    desk.put(b6="2b")
    illegal = only(desk.look(14), "illegal")
    assert (illegal.rule, illegal.seen, illegal.sites) == ("table.stone_leaves", "b6@180", ("a5",))


def test_the_game_is_over_when_the_rules_say_so() -> None:
    """The outcome follows the move that decided it."""
    desk = Desk("loa", "8/8/8/8/w6w/2b5/1b6/3b4 b").started()
    for move in desk.game.legal_moves(desk.position):
        if desk.game.outcome(desk.game.play(desk.position, move)):
            break
    over = only(desk.play(desk.game.move_text(move)), "game_over")
    assert (over.outcome, over.reason) == ("b", "connected")


def test_clearing_the_board_after_the_game_is_not_play() -> None:
    """Nothing is said while the stones are put away; a start position starts a new game."""
    desk = Desk("loa", "8/8/8/8/w6w/2b5/1b6/3b4 b").started()
    winning = next(
        move
        for move in desk.game.legal_moves(desk.position)
        if desk.game.outcome(desk.game.play(desk.position, move))
    )
    desk.play(desk.game.move_text(winning))
    for site in ("a4", "h4", "c3", "b2"):
        desk.put(**{site: "empty"})
        assert names(desk.look(3)) == []


def test_a_repeated_position_is_said_to_be_one(loa: Desk) -> None:
    """From its second occurrence on; the third one ends the game in a draw."""
    there_and_back = ("b1-h1", "a2-c2", "h1-b1", "c2-a2")
    said = [to_json(e) for e in loa.play(*there_and_back) if e.name == "move_played"]
    assert [event.get("occurrence") for event in said] == [None, None, None, 2]
    over = only(loa.play(*there_and_back), "game_over")
    assert (over.outcome, over.reason) == ("draw", "repetition")


def test_a_position_that_no_rule_ends_is_said_to_come_again(connexoh: Desk) -> None:
    """By default that draws no game of Connex'oh."""
    there_and_back = ("a1@180", "f6@180", "a1@180", "f6@180") * 2
    said = [to_json(e) for e in connexoh.play(*there_and_back) if e.name == "move_played"]
    assert [event.get("occurrence") for event in said] == [*[None] * 3, 2, 2, 2, 2, 3]


def test_a_whole_turn_of_the_wrong_player_is_said_to_be_none_of_theirs(linja: Desk) -> None:
    """White begins; where Black does, both small moves may be seen at once."""
    game, begun = linja.game, replace(linja.position, to_move="b")
    for text in ("6-7", "/0-1"):
        begun = game.play(begun, game.parse_move(begun, text))
    linja.hand()
    linja.position = replace(begun, to_move="w")
    linja.restore()
    told = only(linja.look(8), "illegal")
    assert told.rule == "linja.not_yours"
    assert "White to move" in str(told.text)


def test_a_whole_turn_in_place_of_a_follow_up_is_said_to_be_none_of_theirs(linja: Desk) -> None:
    """White owes rows yet; Black takes White's turn to be over and makes both small moves."""
    game = linja.game
    linja.play("0-1")
    due = linja.position
    begun = replace(due, to_move="b", phase="i", due=0)
    for text in ("6-7", "/0-1"):
        begun = game.play(begun, game.parse_move(begun, text))
    linja.hand()
    linja.position = replace(begun, to_move="w", phase="f", due=due.due)
    linja.restore()
    told = only(linja.look(8), "illegal")
    assert told.rule == "linja.not_yours"
    assert "follow-up of exactly 2 rows" in str(told.text)
