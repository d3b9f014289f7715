"""Stones that are held for a while, and moves changed after they were believed."""

from __future__ import annotations

import pytest

from pi_board.referee.clocks import parse_control
from pi_board.referee.phases import Correcting, Over, Playing
from tests.referee.desk import Desk, names, only

# Black may slide from c1 to b1, or take the stone home.
HOME = "322213/122131/22310w2/212211/213211/130b32b1 b -"
LAST = "322213/122131/22310w2/212211/213211/130b321 b -"
# White's b3 may take e3; each of them could take Black's b6 as well.
CAPTURE = "w3b1b1/b5w1/wb2bb2/b2b3b/5w2/1ww1b3/1wb5/2w4w w"


@pytest.mark.parametrize("position", [HOME, LAST])
def test_a_stone_taken_home_that_is_put_down_after_all_has_slid(position: str) -> None:
    """A stone held away from the board for a second looks as if it were home: also the last one,
    with which the game would be over, so that it is asked about.
    """
    desk = Desk("connexoh", position).started()
    held = desk.board
    desk.hand()
    desk.put(c1="0")
    only(desk.look(2), "move_played")
    desk.hand()
    desk.board = held
    desk.bring("c1-b1")
    said = desk.look(4)
    if position == LAST:
        assert only(said, "choose").moves == ("c1-b1",)
        said = desk.command("choose", "c1-b1")
    revised = only(said, "move_revised")
    assert (revised.old, revised.move) == ("c1-off", "c1-b1")
    assert isinstance(desk.state, Playing)


def test_a_stone_that_slid_goes_on_home() -> None:
    """It was on its way when it was seen."""
    desk = Desk("connexoh", HOME).started()
    desk.play("c1-b1")
    desk.hand()
    desk.put(b1="3")
    revised = only(desk.look(4), "move_revised")
    assert (revised.old, revised.move) == ("c1-b1", "c1-off")


@pytest.mark.parametrize("looks", [2, 3, 6])
def test_both_stones_of_a_capture_in_the_hand_are_no_two_captures(looks: int) -> None:
    """However long they are held, only the capture that is made is recorded."""
    desk = Desk("loa", CAPTURE).started()
    desk.hand()
    desk.put(b3="empty", e3="empty")
    assert names(desk.look(looks)) == []
    desk.hand()
    desk.put(e3="w")
    assert only(desk.look(4), "move_played").move == "b3xe3"


def test_two_captures_nobody_saw_are_asked_about_where_they_may_be_one_half_made() -> None:
    """Looking longer does not tell."""
    desk = Desk("loa", CAPTURE).started()
    desk.hand()
    desk.put(b3="empty", e3="empty")
    assert only(desk.look(12), "choose").moves == ("b3xb6 e3xb6",)


def test_a_held_stone_is_no_offence_at_once() -> None:
    """In Connex'oh neither: whether it is meant to go home is not known yet."""
    desk = Desk("connexoh", HOME.replace("22310w2", "2231b0w2")).started()
    desk.hand()
    desk.put(d4="1")
    assert names(desk.look(4)) == []


@pytest.mark.parametrize(
    ("game", "first", "instead", "answer"),
    [
        ("loa", "b1-b3", "c1-c3", "c1-c3"),
        ("linja", "6-7", "2-3", "take_back 1 2-3"),
        ("connexoh", "d4@270", "e4@180", "take_back 1 e4@180"),
    ],
)
def test_another_move_in_place_of_the_last_is_asked_about(
    game: str, first: str, instead: str, answer: str
) -> None:
    """The last move was taken back and another one made under the same hand; the answer says so
    where the other player may make that move as well.
    """
    desk = Desk(game).started()
    board, position = desk.board, desk.position
    desk.play(first)
    desk.hand()
    desk.board, desk.position = board, position
    desk.bring(instead)
    assert answer in only(desk.look(12), "choose").moves
    said = desk.command("choose", answer)
    assert only(said, "move_revised").move == instead
    assert desk.record == [instead]


TURNS = {
    "loa": ("b1-b3", "a2-c2", "b8-b6", "h2-f2"),
    "linja": ("4-5", "/5-7", "3-4"),
    "connexoh": ("a3@180", "e3@90", "c4@90", "f5@180"),
}


@pytest.mark.parametrize(
    ("game", "plies", "instead"),
    [
        ("loa", 2, "b8-d6"), ("loa", 3, "h5-f3"),
        ("linja", 1, "0-1 /2-4"), ("linja", 2, "/1-3"), ("linja", 3, "0-1"),
        ("connexoh", 2, "d5@270"), ("connexoh", 4, "d5@270"),
    ],
)  # fmt: skip
def test_another_move_in_place_of_several_is_asked_about(
    game: str, plies: int, instead: str
) -> None:
    """Players go back some moves, and on from there, under one hand; in Linja by one small move or
    two.
    """
    desk, stood = Desk(game).started(), []
    for text in TURNS[game]:
        stood.append((desk.board, desk.position))
        desk.play(text)
    desk.hand()
    desk.board, desk.position = stood[-plies]
    desk.bring(*instead.split())
    answer = f"take_back {plies} {instead}"
    assert answer in only(desk.look(12), "choose").moves
    assert names(desk.command("choose", answer))[:2] == ["taken_back", "move_played"]
    assert desk.record == [*TURNS[game][:-plies], *instead.split()]


def test_a_second_stone_is_no_turn_in_place_of_another() -> None:
    """Two small moves in place of 6-7 lead to the same, and if they were made that can be said."""
    desk = Desk("linja").started()
    desk.play("4-5", "/2-4")
    board, position = desk.board, desk.position
    desk.play("6-7")
    desk.hand()
    desk.board, desk.position = board, position
    desk.bring("2-3", "/5-7")
    illegal = only(desk.look(12), "illegal")
    assert (illegal.rule, illegal.seen) == ("table.second_stone", "/2-3")
    desk.command("take_back")
    (answer,) = only(desk.look(8), "choose").moves  # the last stone may be in a hand
    desk.command("choose", answer)
    assert desk.record == ["4-5", "/2-4", "2-3", "/5-7"]


@pytest.mark.parametrize("policy", ["casual", "strict", "tournament"])
def test_a_stone_lifted_to_be_put_back_has_not_gone_beside_a_full_row(policy: str) -> None:
    """6-3 is not legal, and 6-7 would look as if its stone were in the hand."""
    desk = Desk("linja", policy=policy).started()
    desk.hand()
    desk.put(e2="empty", b5="w")
    assert only(desk.look(4), "illegal").seen == "6-3"
    desk.hand()
    desk.put(b5="empty")
    assert names(desk.look(4)) == []
    desk.hand()
    desk.restore()
    assert names(desk.look(4))[0] == "restored"
    assert desk.record == []


def test_a_stone_that_stays_beside_a_full_row_after_a_mistake_is_asked_about() -> None:
    """That it went there instead of back may be what was meant."""
    desk = Desk("linja").started()
    desk.hand()
    desk.put(e2="empty", b5="w")
    desk.look(4)
    desk.hand()
    desk.put(b5="empty")
    assert only(desk.look(10), "choose").moves == ("6-7",)
    desk.command("choose", "6-7")
    assert desk.record == ["6-7"]


# White's last stone behind Black's may go home beside the full row, in two small moves or in one.
LAST_TWO = "0,1,0,0,0,2,0,9/4,1,5,0,2,0,0,0 w i 0"
LAST_ONE = "0,0,0,0,1,2,0,9/4,1,5,0,2,0,0,0 w f3 0"


def lifted(desk: Desk, row: int) -> list[str]:
    """White lifts a stone from a board row, and takes the hand away with it for two seconds."""
    sites, labels = desk.layout.sites, desk.layout.labels
    shown = {site: labels[label] for site, label in zip(sites, desk.board.labels, strict=True)}
    desk.hand()
    desk.put(**{next(s for s in sites if s[1] == str(row) and shown[s] == "w"): "empty"})
    return names(desk.look(4))


@pytest.mark.parametrize(("position", "row"), [(LAST_TWO, 7), (LAST_ONE, 4)])
def test_a_stone_in_the_hand_does_not_end_the_game(position: str, row: int) -> None:
    """With it home beside the full row, it would be over; but it is put back."""
    desk = Desk("linja", position).started()
    stood = desk.board
    assert lifted(desk, row) == []
    desk.hand()
    desk.board = stood
    assert names(desk.look(4)) == []
    assert desk.record == []


def test_two_small_moves_that_end_the_game_are_told_by_a_stone_that_is_gone_for_long() -> None:
    """Nobody holds a stone for so long."""
    desk = Desk("linja", LAST_TWO).started()
    assert lifted(desk, 7) == []
    assert names(desk.look(4)) == ["move_played", "move_played", "game_over"]


def test_the_end_by_a_stone_beside_the_board_is_told_after_a_while() -> None:
    """So is the end by one small move."""
    desk = Desk("linja", LAST_ONE).started()
    assert lifted(desk, 4) == []
    assert names(desk.look(4)) == ["move_played", "game_over"]


def test_two_small_moves_of_a_stone_that_is_gone_are_told_after_a_while() -> None:
    """The game goes on, and they are changed if the stone was in the hand after all."""
    desk = Desk("linja", "0,1,0,0,0,2,0,9/4,1,5,0,1,0,1,0 w i 0").started()
    assert lifted(desk, 7) == []
    assert names(desk.look(4)) == ["move_played", "move_played"]
    assert desk.record == ["1-2", "/2-7"]


def test_a_question_after_the_end_stands_as_long_as_play_goes_on() -> None:
    """A stone that was held for long was put back, and another one moved."""
    desk = Desk("linja", "0,0,0,0,2,3,0,7/5,1,5,0,1,0,0,0 w i 0").started()
    desk.play("4-5")
    stood = desk.board
    lifted(desk, 4)
    assert "game_over" in names(desk.look(4))
    desk.hand()
    desk.board = stood
    assert only(desk.look(4), "choose").moves == ("take_back 1",)
    desk.hand()
    desk.bring("/5-7", "5-6")
    assert names(desk.look(8)) == []
    assert names(desk.command("choose", "take_back 1")) == ["taken_back"]
    assert names(desk.look(8)) == ["move_played", "move_played"]
    assert desk.record == ["4-5", "/5-7", "5-6"]


def test_turns_that_look_like_others_taken_back_are_asked_about_with_them(loa: Desk) -> None:
    """b1-b3 and a2-c2 were taken back, or moved on and back around another move."""
    loa.play("b1-b3", "a2-c2")
    loa.hand()
    loa.position = loa.game.start()
    loa.restore()
    loa.bring("e1-e3")
    asked = only(loa.look(12), "choose").moves
    assert "take_back 2 e1-e3" in asked
    assert "e1-e3 c2-a2 b3-b1" in asked


@pytest.mark.parametrize("stone", ["b", "w"])
def test_a_stone_too_many_in_linja_leaves_nothing(stone: str) -> None:
    """No stone ever leaves the board there, whatever row it is on and whatever rows are full."""
    desk = Desk("linja").started()
    labels = (desk.layout.labels[number] for number in desk.board.labels)
    row_2 = {s: x for s, x in zip(desk.layout.sites, labels, strict=True) if s[1] == "2"}
    desk.hand()
    desk.put(**{min(site for site, label in row_2.items() if label == "empty"): stone})
    assert set(names(desk.look(12))) == {"disturbed"}
    assert isinstance(desk.state, Correcting)


def test_the_other_player_s_stone_on_a_shared_tile_is_not_ones_own() -> None:
    """On d4 stand a stone of each; Black's is moved, and it is White's turn."""
    desk = Desk("connexoh", "000000/000000/0000x00/000000/000000/0w0w0w0w0w0 w -").started()
    desk.hand()
    desk.put(d4="0w", b2="0b")
    illegal = only(desk.look(6), "illegal")
    assert illegal.rule == "connexoh.not_yours"
    assert not isinstance(desk.state, Over)


def test_the_other_player_s_held_stone_is_no_offence_at_once() -> None:
    """Whoever is not to move may lift a stone as well, and put it back."""
    desk = Desk("connexoh").started()
    stood = desk.board
    desk.hand()
    desk.put(a6="0")
    assert names(desk.look(4)) == []
    desk.board = stood
    assert names(desk.hand() + desk.look(4)) == []


def test_a_held_stone_is_not_asked_about_at_once() -> None:
    """Two turns of its tile look the same as the stone in the hand."""
    desk = Desk("connexoh", "032121/032331/0020b22/2203w02b/300010/110011b b -").started()
    desk.hand()
    desk.put(f1="1")
    assert names(desk.look(5)) == []
    assert only(desk.look(6), "choose").moves == ("f1@180 f1@180",)


def test_another_move_in_place_of_the_last_costs_the_time_it_took() -> None:
    """As one does whose stone was slid on; only a move that is taken back gives time back."""
    desk = Desk("loa", control=parse_control("5")).started()
    board, position = desk.board, desk.position
    desk.t += 60.0
    desk.play("b1-b3")
    desk.t += 20.0
    desk.hand()
    desk.board, desk.position = board, position
    desk.bring("c1-c3")
    only(desk.look(12), "choose")
    desk.command("choose", "c1-c3")
    clock = desk.state.table.clock
    assert clock is not None
    assert clock.left_s("b", desk.t) < 245.0
    assert clock.left_s("w", desk.t) < 281.0


def test_an_accepted_board_that_is_put_right_after_all_is_no_other_move() -> None:
    """The captured stone was left on the board; people may take back what they have accepted."""
    desk = Desk("loa", CAPTURE).started()
    desk.hand()
    desk.bring("b3xe3")
    right = desk.board
    desk.put(d8="b")
    only(desk.look(8), "illegal")
    only(desk.command("accept_board"), "move_played")
    desk.hand()
    desk.board = right
    assert names(desk.look(8)) == ["disturbed"]


@pytest.mark.parametrize("put_down", [True, False])
def test_a_stone_lifted_before_its_turn_has_not_gone_home_beside_the_board(
    linja: Desk, put_down: bool
) -> None:
    """Black holds a stone while White moves; all of row 8 is full."""
    linja.play("2-3")
    linja.hand()
    linja.put(e7="empty")
    linja.look(2)
    linja.hand()
    linja.put(e7="b")
    linja.bring("/4-6")
    linja.put(e7="empty")
    assert names(linja.look(5)) == []
    if put_down:
        linja.hand()
        linja.put(e7="b")
        assert names(linja.look(3)) == ["move_played"]
        assert linja.record == ["2-3", "/4-6"]
    else:
        assert only(linja.look(4), "choose").moves == ("/4-6 6-7",)
