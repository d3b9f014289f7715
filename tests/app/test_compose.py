"""What is to be seen in each state of each game."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from pi_board.app.compose import (
    Choosing,
    Disturbed,
    HintGiven,
    Illegal,
    Lifted,
    Obstructed,
    Over,
    Paused,
    Playing,
    Ply,
    ReaderLost,
    Seat,
    SettingUp,
    compose,
)
from pi_board.app.gallery import LOA_END, LOA_OPENING, table
from pi_board.core.events import Wrong
from pi_board.core.game import Outcome
from pi_board.core.message import message
from pi_board.core.scene import Arrow, CameraPicture, Kind, Mark, Role, Side, Sight

GAMES = ("loa", "linja", "connexoh")


def marks(scene, role):
    """The sites marked with `role`, sorted."""
    return sorted(m.site for m in scene.board.marks if m.role is role)


def stones(scene, player):
    """The sites of a player's stones, ghosts left out."""
    return sorted(p.site for p in scene.board.pieces if p.player == player and not p.ghost)


def said(scene):
    """The message as text."""
    return " ".join([str(scene.notice.title), *map(str, scene.notice.sentences)])


def commands(scene):
    """What the buttons send."""
    return [button.command for button in scene.buttons]


# -- all games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_same_state_gives_the_same_scene(game):
    """Composing is pure, so an unchanged state need not be drawn again."""
    assert compose(table(game)) == compose(table(game))


@pytest.mark.parametrize("game", GAMES)
def test_the_mover_and_only_the_mover_has_the_turn(game):
    """One card is inverted, that of the player to move."""
    state = table(game)
    turns = [card.player for card in compose(state).cards if card.turn]
    assert turns == [state.position.to_move]


@pytest.mark.parametrize("game", GAMES)
def test_nobody_has_the_turn_while_setting_up(game):
    """Before the game starts no card is inverted, and the clocks are not shown."""
    scene = compose(replace(table(game), situation=SettingUp()))
    assert not any(card.turn for card in scene.cards)
    assert all("/" in card.clock for card in scene.cards)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("situation", "kind"),
    [
        (Obstructed(2.5), Kind.OBSTRUCTED),
        (Paused(), Kind.PAUSED),
        (ReaderLost(message("The camera does not answer.")), Kind.READER_LOST),
    ],
)
def test_a_board_that_is_not_read_is_dimmed_and_bare(game, situation, kind):
    """While the board cannot be read it is shown at half its light, with nothing marked on it."""
    scene = compose(replace(table(game), situation=situation))
    assert scene.kind is kind
    assert scene.board.dimmed
    assert not scene.board.marks
    assert not any(lane.reachable for lane in scene.board.lanes)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("reason", ["resigned", "flag", "agreed", "forfeit"])
def test_every_end_beside_the_rules_has_a_sentence(game, reason):
    """Resignation, the clock, an agreement and a forfeit are explained in every game."""
    winner = None if reason == "agreed" else "w"
    scene = compose(replace(table(game), situation=Over(Outcome(winner, reason))))
    assert scene.kind is Kind.OVER
    assert str(scene.notice.title) == ("Draw" if winner is None else "White wins")
    assert scene.notice.sentences
    assert [card.player for card in scene.cards if card.turn] == ([winner] if winner else [])


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_of_the_rules_has_a_scene(game):
    """Each reason an outcome may have gives a title and a reason or a sum."""
    state = table(game)
    state = replace(state, plies=(Ply("w", "a1-a2" if game != "linja" else "0-1"),))
    for reason in state.game.reasons:
        winner = None if reason == "repetition" else "b"
        scene = compose(replace(state, situation=Over(Outcome(winner, reason))))
        assert scene.notice.sentences, reason


@pytest.mark.parametrize("game", GAMES)
def test_two_readings_are_two_boards(game):
    """Each reading is shown as the board it would give, and is chosen by its moves."""
    state = table(game)
    moves = tuple(state.game.move_text(m) for m in state.game.legal_moves(state.position)[:2])
    scene = compose(replace(state, situation=Choosing(moves)))
    assert [choice.argument for choice in scene.choices] == list(moves)
    one, other = (choice.board for choice in scene.choices)
    assert one != other
    assert all(any(m.role is Role.LAST_MOVE for m in b.marks) for b in (one, other))


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_marks_only_the_hint(game):
    """A hint takes the place of all other targets: one filled star, at most one outlined."""
    state = table(game)
    move = state.game.move_text(state.game.legal_moves(state.position)[0])
    scene = compose(replace(state, hint=HintGiven(move)))
    stars = [m for m in scene.board.marks if m.role is Role.HINT]
    assert [m.outlined for m in stars] in ([False], [False, True])
    assert not [m for m in scene.board.marks if m.role in (Role.TO, Role.CAPTURE, Role.FROM)]
    assert move in said(scene)


def test_clocks_are_shown_in_whole_seconds_rounded_up():
    """The clock falls to 0:00 only when no time is left."""
    clocks = {0.0: "00:00", 0.2: "00:01", 60.0: "01:00", 761.4: "12:42", 3700.0: "1:01:40"}
    for seconds, text in clocks.items():
        scene = compose(replace(table("loa"), black=Seat("Ida", seconds)))
        assert scene.cards[1].clock == text


def test_little_time_is_a_warning_and_a_fallen_flag_a_danger():
    """Below 30 s the clock warns; when the flag has fallen it says so."""
    for seat, alarm in (
        (Seat("Ida", 31.0), ""),
        (Seat("Ida", 29.0), "warning"),
        (Seat("Ida", 0.0, flag_fallen=True), "danger"),
        (Seat("Ida"), ""),
    ):
        assert compose(replace(table("loa"), black=seat)).cards[1].alarm == alarm


def test_there_is_nothing_to_take_back_at_the_start():
    """Take back is offered once a move was made."""
    enabled = {
        moves: next(b.enabled for b in compose(table("loa", moves)).buttons if b.icon == "undo")
        for moves in ("", "c8-c6")
    }
    assert enabled == {"": False, "c8-c6": True}


def test_buttons_do_not_move_between_states_of_play():
    """Playing, a stone in the hand and a hand over the board have the same buttons."""
    state = table("loa", LOA_OPENING)
    rows = [
        compose(replace(state, situation=now)).buttons
        for now in (Playing(), Lifted("e8"), Obstructed())
    ]
    assert rows[0] == rows[1] == rows[2]


def test_a_game_without_clocks_shows_none():
    """Without a clock the card's place for it is empty."""
    scene = compose(replace(table("loa"), black=Seat("Ida"), white=Seat("Jan")))
    assert [card.clock for card in scene.cards] == ["", ""]


@pytest.mark.parametrize("game", GAMES)
def test_the_camera_picture_tells_what_is_not_certain(game):
    """In place of the board: the picture, how many places are doubtful, and the way back."""
    corners = ((0.0, 9.0), (0.0, 0.0), (9.0, 0.0), (9.0, 9.0))
    sights = (Sight("a1", "b", 0.99), Sight("b1", "b", 0.5), Sight("c1", "", 1.0, covered=True))
    scene = compose(replace(table(game), camera=CameraPicture(0, corners, 6, 6, sights)))
    assert said(scene) == "What it sees 2 places are not certain."
    assert commands(scene) == ["look", "menu"]


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_that_comes_with_a_move_is_only_a_small_sign(game):
    """A hand changes nothing but a sign in the strip until it has stayed for two seconds."""
    calm = compose(table(game))
    hand = compose(replace(table(game), situation=Obstructed(0.5)))
    assert hand.board == calm.board
    assert hand.notice == calm.notice
    assert hand.strip == replace(calm.strip, hand=True)


# -- Lines of Action ---------------------------------------------------------------------------


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


def test_groups_are_counted_for_both():
    """Each card says in how many groups the stones stand."""
    assert [str(card.counter) for card in compose(table("loa")).cards] == ["2 groups", "2 groups"]


def test_an_illegal_move_shows_one_cross_one_arrow_and_the_line():
    """The cross stands where the stone is, the arrow points to where it belongs."""
    state = table("loa")
    why = state.game.explain(state.position, "c1-c4")
    wrong = (Wrong("c1", "b", "empty"), Wrong("c4", "empty", "b"))
    scene = compose(replace(state, situation=Illegal("c1-c4", why.text, why.sites, wrong)))
    assert marks(scene, Role.WRONG) == ["c4"]
    assert scene.board.arrow == Arrow("c4", "c1")
    assert str(scene.notice.title) == "Put it back on c1"
    assert "exactly 2 squares, not 3" in said(scene)
    assert scene.notice.tone == "danger"
    assert not marks(scene, Role.TO) + marks(scene, Role.LAST_MOVE)


def test_a_disturbed_board_shows_one_step_at_a_time():
    """Of several stones out of place one is pointed to, with one arrow."""
    wrong = (
        Wrong("d1", "b", "empty"), Wrong("d3", "empty", "b"),
        Wrong("h6", "w", "empty"), Wrong("g5", "empty", "w"),
    )  # fmt: skip
    scene = compose(replace(table("loa"), situation=Disturbed(wrong)))
    assert scene.board.arrow == Arrow("g5", "h6")
    assert str(scene.notice.title) == "Move g5 to h6"
    assert marks(scene, Role.WRONG) == ["g5"]
    assert marks(scene, Role.FROM) == ["h6"]


def test_a_stone_that_belongs_nowhere_is_to_be_taken_off():
    """An extra stone has an arrow off the board."""
    scene = compose(replace(table("loa"), situation=Disturbed((Wrong("d4", "empty", "w"),))))
    assert scene.board.arrow == Arrow("d4", None)
    assert str(scene.notice.title) == "Take the stone off d4"


def test_setting_up_names_what_is_missing():
    """Missing stones are ghosts in rings; the message lists them, the cards count them."""
    wrong = (Wrong("b1", "b", "empty"), Wrong("a2", "w", "empty"), Wrong("a3", "w", "empty"))
    scene = compose(replace(table("loa"), situation=SettingUp(wrong)))
    assert marks(scene, Role.FROM) == ["a2", "a3", "b1"]
    assert [card.clock for card in scene.cards] == ["10/12", "11/12"]
    assert scene.strip.progress == (21, 24)
    assert said(scene) == "3 stones to go Add black on b1. Add white on a2, a3."


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


# -- Linja -------------------------------------------------------------------------------------

FOLLOW_UP = "1,4,0,1,1,2,1,2/3,1,0,0,0,4,0,4 w f4 1"


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


def test_a_stone_in_the_wrong_row_is_pointed_to():
    """The arrow leads from the row with one too many to the row that lacks one."""
    wrong = (Wrong("d8", "w", "empty"), Wrong("c5", "empty", "w"))
    scene = compose(replace(table("linja"), situation=Disturbed(wrong)))
    arrow = scene.board.arrow
    assert (arrow.start[1:], arrow.end[1:]) == ("5", "8")
    assert marks(scene, Role.WRONG) == [arrow.start]


def test_lanes_between_sticks_are_corrected_by_rows():
    """Labels that count stones in a lane give the same arrow as holes do."""
    state = table("linja")
    lanes = replace(state, layout=state.game.layouts[1])
    wrong = (Wrong("8", "0b6w", "0b5w"), Wrong("5", "1b1w", "1b2w"))
    scene = compose(replace(lanes, situation=Disturbed(wrong)))
    assert (scene.board.arrow.start[1:], scene.board.arrow.end[1:]) == ("5", "8")


def test_places_without_a_name_are_only_shown():
    """Linja's holes have no names on the board, so no sentence uses one."""
    wrong = (Wrong("d8", "w", "empty"), Wrong("c5", "empty", "w"), Wrong("a2", "b", "empty"))
    setting_up = compose(replace(table("linja"), situation=SettingUp(wrong)))
    assert said(setting_up) == "2 stones to go Move it as shown. Add 1 black stone."
    disturbed = compose(replace(table("linja"), situation=Disturbed(wrong)))
    assert str(disturbed.notice.title) == "Move it as shown"


def test_the_rows_of_the_last_small_move_are_marked():
    """White's move from own row 0 to 1 began on board row 8 and ended on row 7."""
    board = compose(table("linja", "0-1")).board
    assert [lane.row for lane in board.lanes if lane.last] == [7, 8]


def test_the_final_sum_is_written_out():
    """The worked example of the rule sheet: 46 to 41."""
    state = table("linja", "", "0,0,0,0,0,2,4,6/5,3,3,1,0,0,0,0 w i 0")
    scene = compose(replace(state, situation=Over(Outcome("w", "separated"))))
    assert "6×5+4×3+2×2 =\u00a046" in said(scene)
    assert "5×5+3×3+3×2+1×1 =\u00a041" in said(scene)
    assert "46:41" in said(scene)


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


# -- Connex'oh ---------------------------------------------------------------------------------


def test_paths_of_the_mover_are_drawn_and_open_ones_lead_off():
    """At the start every light triangle of row 6 alone leads off; White's goal is north."""
    paths = compose(table("connexoh")).board.paths
    assert len(paths) == 6
    assert all(path.opens_first and path.stretches[0].enter is Side.N for path in paths)


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


def test_a_touched_tile_shows_its_three_rotations():
    """Left, half and right, each as the tile would lie and what it would join."""
    scene = compose(replace(table("connexoh"), situation=Lifted("c3")))
    previews = scene.notice.previews
    assert [str(p.label) for p in previews] == ["left", "half", "right"]
    assert [p.board.tiles for p in previews] == [(3,), (2,), (1,)]
    assert [str(p.note) for p in previews] == ["joins 1", "joins 2", "joins 1"]
    assert marks(scene, Role.FROM) == ["c3"]


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
    wrong = (Wrong("a1", "0w", "1w"),)
    scene = compose(replace(state, situation=Illegal("a1@90", why.text, why.sites, wrong)))
    assert str(scene.notice.title) == "Turn a1 back"
    assert scene.board.arrow is None
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
