"""What is to be seen of Linja."""

from dataclasses import replace

import pytest

from pi_board.app.commenting import comment
from pi_board.app.compose import compose
from pi_board.app.scenes.frame import move_words
from pi_board.app.scenes.state import Disturbed, Lifted, Over, Ply, SettingUp
from pi_board.app.showcase.gallery import carry, states, table
from pi_board.core.game import Outcome
from pi_board.core.message import message
from pi_board.core.scene import Role
from pi_board.core.words import side
from pi_board.hints.search import Variation
from pi_board.views.canvas import Canvas
from pi_board.views.language import speaker
from pi_board.views.theme import TEXT_SIZES, read_theme
from tests.app.lettered import lines_drawn
from tests.app.read import marks, said

BESIDE = "2,0,2,1,1,1,2,3/0,1,1,2,2,1,0,5 w i 0"
FOLLOW_UP = "1,4,0,1,1,2,1,2/3,1,0,0,0,4,0,4 w f4 1"


BONUS_START = "6,1,1,1,0,1,1,1/0,2,1,1,0,2,1,5 w i 0"


@pytest.mark.parametrize(
    ("start", "moves", "title"),
    [
        (BONUS_START, "0-1 /1-4", "From the start line to row 1. Then: From row 1 to row 4"),
        (BONUS_START, "0-1 /1-4 0-1 /0-3", "0-1/1-4;0-1/0-3"),
        ("", "0-1 /0-2 0-1 /0-2", "0-1/0-2 0-1/0-2"),  # the other player's turn is another one
    ],
)
def test_a_long_turn_to_be_confirmed_leaves_room_for_how_it_counts(start, moves, title):
    """On the screen it is written, for the voice it is in words."""
    scene = compose(replace(table("linja", "", start), pending=moves))
    assert str(scene.notice.title) == title
    assert [str(one) for one in scene.notice.sentences] == ["It counts when Done is pressed."]
    assert (scene.notice.aloud is None) == (len(moves.split()) == 2)
    assert str(scene.notice.aloud or scene.notice.title).count("Then:") == len(moves.split()) - 1


@pytest.mark.parametrize(
    ("name", "size", "text_size"),
    [
        ("linja_to_confirm", (480, 800), "normal"),
        ("linja_to_confirm", (800, 480), "large"),
        ("linja_to_confirm", (1024, 600), "large"),
        ("linja_instructed", (480, 800), "normal"),
    ],
)
def test_what_is_to_be_done_about_a_move_in_words_is_told_whole(name, size, text_size):
    """What to press, or who asks for it, in the language that needs most room."""
    scene, say = compose(dict(states())[name]), speaker("de")
    canvas = Canvas(size, read_theme("dark", TEXT_SIZES[text_size]), say)
    lines = lines_drawn(canvas, [(name, scene)])
    (asked,) = map(say, scene.notice.sentences)
    assert asked in " ".join(line.text for line in lines if line.box == canvas.plan.message)


@pytest.mark.parametrize(("language", "row"), [("en", 0), ("ro", 1)])
def test_a_comment_beside_a_figure_is_told_whole_in_large_text(language, row):
    """The figure of the follow-up that is due gives way to it."""
    played, say = table("linja", f"{row + 1}-{row + 2}"), speaker(language)
    better = Variation(900, (f"{row}-{row + 1}",))
    told = comment(played.game, played.stood[0], (played.plies[0].text,), better, 0.1)
    scene = compose(replace(played, comment=told))
    canvas = Canvas((800, 480), read_theme("dark", TEXT_SIZES["large"]), say)
    lines = lines_drawn(canvas, [("commented", scene)])
    assert scene.notice.badge
    assert say(told).lower() in " ".join(line.text for line in lines).lower()


def test_a_follow_up_shows_its_number_and_the_rows_it_reaches():
    """The due number is the badge; reachable rows are outlined, possible stones ringed."""
    scene = compose(table("linja", "", FOLLOW_UP))
    assert scene.notice.badge == "4"
    assert sorted(lane.row for lane in scene.board.lanes if lane.reachable) == [1, 4]
    assert len(marks(scene, Role.FROM)) == 5
    assert marks(scene, Role.TO) == ["e4"]
    assert [lane.mark for lane in scene.board.lanes if lane.row == 1] == [Role.TO]


def test_a_full_row_is_marked_and_explained():
    """A row of six is full, and the message says that it may be passed."""
    scene = compose(table("linja", "", FOLLOW_UP))
    assert [lane.row for lane in scene.board.lanes if lane.full] == [3]
    assert "may pass the full row" in said(scene)


def test_no_stone_is_said_to_pass_a_row_that_none_can_pass():
    """A move of one row passes nothing."""
    scene = compose(table("linja", "", "3,1,1,1,2,2,1,1/1,1,1,1,4,1,1,2 w f1 0"))
    assert [lane.row for lane in scene.board.lanes if lane.full]
    assert "may pass" not in said(scene)


@pytest.mark.parametrize(("mover", "richest"), [("w", 1), ("b", 8)])
def test_rows_are_worth_what_they_are_to_the_mover(mover, richest):
    """5, 3, 2 and 1 stand at the mover's own end of the board."""
    start = "6,1,1,1,1,1,1,0/0,1,1,1,1,1,1,6 " + mover + " i 0"
    values = {lane.row: lane.value for lane in compose(table("linja", "", start)).board.lanes}
    assert values[richest] == 5
    assert sorted(values.values()) == [0, 0, 0, 0, 1, 2, 3, 5]


def test_a_bonus_turn_is_announced():
    """The initial move of a bonus sequence has +1 in its badge."""
    scene = compose(table("linja", "", "1,4,0,2,0,2,1,2/3,1,0,0,0,4,0,4 w e 1"))
    assert scene.notice.badge == "+1"
    assert "Bonus turn" in said(scene)


def test_a_turn_that_passes_is_said_to():
    """Before and after; of other moves nothing is said."""
    blocked = "0,0,6,6,0,0,0,0/0,0,0,0,6,5,1,0 w i 0"
    assert "No stone can move, so the turn passes." in said(compose(table("linja", "", blocked)))
    passed = "White could not move."
    assert passed in said(compose(table("linja", "pass", blocked)))
    assert passed not in said(compose(table("linja", "0-1 /0-2")))


def test_every_stone_of_a_position_is_drawn_or_lies_beside():
    """12 stones each: on holes, or counted beside a start line that has too many."""
    state = table("linja", "", "0,0,0,0,0,2,4,6/5,3,3,1,0,0,0,0 w i 0")
    board = compose(state).board
    beside = sum(n for lane in board.lanes for _, n in lane.beside)
    assert len(board.pieces) + beside == 24
    assert len({p.site for p in board.pieces}) == len(board.pieces)


def test_stones_are_drawn_in_the_holes_where_they_were_seen():
    """Where the look agrees with the position, the holes are the real ones."""
    state = table("linja")
    looks = ["empty"] * 48
    looks[6 * 1 + 2], looks[6 * 1 + 4] = "w", "b"  # c2 and e2
    scene = compose(replace(state, looks=tuple(looks)))
    assert {(p.site, p.player) for p in scene.board.pieces if p.site.endswith("2")} == {
        ("c2", "w"), ("e2", "b"),
    }  # fmt: skip


def test_whose_stone_is_lifted_is_said_only_if_it_was_seen():
    """Reeds feel two stones in the row and cannot tell which of them is White's."""
    state = table("linja")
    other = "This stone is Black's: put it back."
    for felt, known in (({0: "b", 1: "b"}, False), ({0: "b", 1: "w"}, True)):
        looks = ["empty"] * 48
        for column, label in felt.items():
            looks[6 * 2 + column] = label  # row 3
        scene = compose(replace(state, looks=tuple(looks), situation=Lifted("a3")))
        assert (other in said(scene)) == known


def test_a_stone_in_the_wrong_row_is_pointed_to():
    """The arrow leads from the row with one too many to the row that lacks one."""
    state = table("linja")
    scene = compose(replace(state, situation=Disturbed((carry(state, "w", "c5", "d8"),))))
    arrow = scene.board.arrow
    assert (arrow.start[1:], arrow.end[1:]) == ("5", "8")
    assert marks(scene, Role.WRONG) == [arrow.start]


def test_a_stone_too_many_is_pointed_to_where_it_came():
    """Not in the next free hole, under which a lamp would call nothing a stone."""
    state = table("linja")
    wrong = Disturbed((carry(state, "w", "c5"),))
    for came, where in (({"d5", "e6"}, "d5"), (set(), "b5"), ({"a5"}, "b5")):
        scene = compose(replace(state, situation=wrong, came=frozenset(came)))
        assert marks(scene, Role.WRONG) == [where]


def test_lanes_between_sticks_are_corrected_by_rows():
    """Lanes give the same arrow as rows of holes do."""
    state = table("linja")
    lanes = replace(state, layout=state.game.layouts[1])
    scene = compose(replace(lanes, situation=Disturbed((carry(lanes, "w", "5", "8"),))))
    assert (scene.board.arrow.start[1:], scene.board.arrow.end[1:]) == ("5", "8")


def test_places_without_a_name_are_only_shown():
    """Linja's holes have no names on the board, so no sentence uses one."""
    state = table("linja")
    steps = (carry(state, "w", "c5", "d8"), carry(state, "b", end="a2"))
    setting_up = compose(replace(state, situation=SettingUp(steps)))
    assert said(setting_up) == "2 stones to go Move it as shown. Black: add 1 stone."
    disturbed = compose(replace(state, situation=Disturbed(steps)))
    assert str(disturbed.notice.title) == "Move it as shown"


def test_every_stone_out_of_place_has_a_hole_of_its_own():
    """In a full row one too many lies where another is missing; two missing are two ghosts."""
    state = table("linja")
    steps = (
        carry(state, "b", "a8", "a2"),
        carry(state, "w", end="a8"),
        carry(state, "w", end="a8"),
    )
    board = compose(replace(state, situation=Disturbed(steps))).board
    ghosts = [p.site for p in board.pieces if p.ghost and p.player == "w"]
    assert len(ghosts) == 2
    assert board.arrow is not None
    assert board.arrow.start in ghosts


def test_the_rows_of_the_last_small_move_are_marked():
    """White's move from own row 0 to 1 began on board row 8 and ended on row 7."""
    board = compose(table("linja", "0-1")).board
    assert [lane.row for lane in board.lanes if lane.last] == [7, 8]


@pytest.mark.parametrize(
    "told",
    [
        replace(table("linja"), pending="0-1"),
        replace(table("linja", "0-1"), situation=Over(Outcome("b", "resigned"))),
    ],
    ids=["to be confirmed", "over"],
)
def test_they_are_marked_too_where_nothing_else_is(told):
    """While the move waits to be confirmed, and when the game is over."""
    assert [lane.row for lane in compose(told).board.lanes if lane.last] == [7, 8]


def test_the_final_sum_is_written_out():
    """The worked example of the rule sheet: 46 to 41."""
    state = table("linja", "", "0,0,0,0,0,2,4,6/5,3,3,1,0,0,0,0 w i 0")
    scene = compose(replace(state, situation=Over(Outcome("w", "separated"))))
    assert "White: 6×5 + 4×3 + 2×2 =\u00a046" in said(scene)
    assert "Black: 5×5 + 3×3 + 3×2 + 1×1 =\u00a041" in said(scene)
    assert "46:41" in said(scene)
    values = {lane.row: lane.value for lane in scene.board.lanes}
    assert values == {1: 5, 2: 3, 3: 2, 4: 1, 5: 1, 6: 2, 7: 3, 8: 5}


def test_stones_without_a_hole_lie_beside_the_board():
    """Eight stones on a goal line of six holes: two white ones lie beside it, and are counted."""
    (lane,) = (n for n in compose(table("linja", "", BESIDE)).board.lanes if n.beside)
    assert (lane.row, lane.stones, lane.beside) == (1, 8, (("w", 2),))


@pytest.mark.parametrize(
    ("rows", "beside"),
    [
        ("7,1,1,1,1,1,0,0/0,1,1,1,1,1,1,6", (("w", 1),)),
        ("7,1,1,1,1,1,0,0/1,1,1,1,1,1,1,5", (("b", 1), ("w", 1))),
    ],
)
def test_more_stones_than_holes_on_the_own_start_line_lie_beside_it(rows, beside):
    """In a position of one's own: those of whose goal it is first, as many as there are."""
    board = compose(table("linja", "", f"{rows} w i 0")).board
    assert [lane.beside for lane in board.lanes if lane.row == 8] == [beside]
    assert {p.site[0] for p in board.pieces} <= set("abcdef")


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("0-1", "From the start line to row 1"), ("/2-4", "From row 2 to row 4"),
        ("/0-7", "From the start line to the goal line"), ("6-7", "From row 6 to the goal line"),
        ("pass", "Pass"),
    ],
)  # fmt: skip
def test_small_moves_have_words(move, words):
    """Rows are counted from the mover's own start line, which like the goal has a name."""
    assert str(move_words("linja", move)) == words


def test_the_small_moves_of_a_turn_are_written_together():
    """Initial move and follow-up stand as one entry, bonus sequences after a semicolon."""
    state = replace(
        table("linja"),
        plies=(*(Ply("w", t) for t in ("5-6", "/1-4", "0-1", "/3-5")), Ply("b", "0-1")),
    )
    assert [m.text for m in compose(state).strip.moves] == ["5-6/1-4;0-1/3-5", "0-1"]


@pytest.mark.parametrize("site", ["5", "a5", "d5"])
def test_a_lifted_stone_of_a_row_is_taken_from_the_drawn_row(site):
    """A lane or any hole of the row stands for the stone of the mover drawn there."""
    state = table("linja")
    scene = compose(replace(state, layout=state.game.layouts[1], situation=Lifted(site)))
    (lifted,) = marks(scene, Role.FROM)
    assert lifted.endswith("5")
    assert [lane.row for lane in scene.board.lanes if lane.reachable] == [4]


@pytest.mark.parametrize(
    ("name", "first"), [("linja_hint", 7), ("linja_commented", 0), ("linja_illegal", 7)]
)
def test_rows_that_a_message_names_have_their_numbers(name, first):
    """Counted from the start line of the player of whose move is spoken, who may be the other."""
    scene = compose(dict(states())[name])
    assert scene.board.lanes[0].number == first
    assert [lane.number for lane in scene.board.lanes] == sorted(range(8), reverse=first == 7)


def test_rows_that_no_message_names_have_the_stones_that_stand_there():
    """They are what the next follow-up depends on."""
    scenes = (compose(dict(states())[name]) for name in ("linja_start", "linja_follow_up"))
    assert {lane.number for scene in scenes for lane in scene.board.lanes} == {None}


def test_a_comment_has_the_rows_of_who_moved_after_a_forced_pass():
    """White has moved and Black has to pass: what was better names White's rows."""
    state = table("linja", "6-7 /1-2 pass", "0,2,1,0,0,6,2,1/9,0,0,0,0,0,3,0 w i 0")
    comment = message("Better for {player} was: {move}", player=side("w"), move="0-1")
    board = compose(replace(state, comment=comment)).board
    assert {lane.row: lane.number for lane in board.lanes}[1] == 7
