"""What is to be seen in each state, whatever the game."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_board.app.compose import compose
from pi_board.app.scenes.state import (
    HintGiven,
    Instructed,
    Lifted,
    Obstructed,
    Over,
    Paused,
    Playing,
    Ply,
    ReaderLost,
    Seat,
    SettingUp,
    Unseen,
    low_time_s,
)
from pi_board.app.seeing import Seeing, picture_of
from pi_board.app.showcase.gallery import LOA_OPENING, hinted, states, table
from pi_board.core.game import Outcome
from pi_board.core.layout import Surface
from pi_board.core.message import message
from pi_board.core.scene import CameraPicture, Kind, Role, SiteReading
from pi_board.core.words import PICTURE_MIRRORED
from pi_board.games.registry import GAMES
from pi_board.referee.clocks import parse_control
from pi_board.vision.warm.session import BoardSession
from tests.app.read import commands, marks, said
from tests.referee.desk import Desk
from tests.vision.painting import paint, view


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
    unseen = compose(replace(table(game), situation=Unseen(begun=False)))
    assert not any(card.turn for card in unseen.cards)
    scene = compose(replace(table(game), situation=SettingUp()))
    assert not any(card.turn for card in scene.cards)
    assert all("/" in card.clock for card in scene.cards)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("situation", "kind"),
    [
        (Obstructed(2.5), Kind.OBSTRUCTED),
        (Unseen(), Kind.UNSEEN),
        (Paused(), Kind.PAUSED),
        (ReaderLost(message("The camera does not answer.")), Kind.READER_LOST),
    ],
)
def test_a_board_that_is_not_read_is_dimmed_and_bare(game, situation, kind):
    """While the board cannot be read it is shown at half its light, with nothing marked on it."""
    state = table(game, {"linja": "0-1"}.get(game, ""))  # a follow-up is due
    scene = compose(replace(state, situation=situation))
    assert scene.kind is kind
    assert scene.board.dimmed
    assert not scene.board.marks
    assert not any(lane.reachable or lane.mark or lane.last for lane in scene.board.lanes)


def test_why_no_board_is_found_is_said_if_it_is_known():
    """In a mirror everything would be read left for right."""
    unseen = replace(table("loa"), situation=Unseen())
    assert [str(s) for s in compose(unseen).notice.sentences] == [
        "All of the board of Lines of Action must be in sight."
    ]
    mirrored = compose(replace(unseen, not_found=PICTURE_MIRRORED)).notice
    assert str(mirrored.sentences[0]) == "The picture is mirrored: set the board up anew."


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "draw", "said"),
    [
        (
            "connexoh",
            lambda: paint(view(8, 8, distance=12.8), Surface.TILES),
            "This board has more tiles than the game.",
        ),
        (
            "loa",
            lambda: paint(view(10, 10, distance=16)),
            "The picture shows more or fewer squares than the game has.",
        ),
        (
            "loa",
            lambda: paint(view(7, 7, distance=12.6), lined=True),
            "The picture shows more or fewer squares than the game has.",
        ),
        (
            "linja",
            lambda: np.zeros((480, 640, 3), np.uint8),
            "The picture is black: uncover the lens, or light the board.",
        ),
        (
            "loa",
            lambda: cv2.GaussianBlur(paint(view()), (0, 0), 16.0),
            "The picture is not sharp: focus on the board.",
        ),
    ],
)
def test_what_the_players_can_mend_for_the_board_to_be_found_is_said(game, draw, said):
    """What the camera's session sees of it comes to the screen."""
    state, session, seeing = table(game), BoardSession(), Seeing()
    layout = state.layout
    session.expect([(layout, state.game.appearance(state.game.start(), layout))])
    session.see(draw(), 0.0)
    seeing.follow(session.sight)
    seen, _ = seeing.on(replace(state, situation=Unseen(begun=False)))
    assert str(compose(seen).notice.sentences[0]) == said


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
def test_a_move_to_be_made_for_somebody_is_shown_and_told(game):
    """From where to where, or which tile to turn; whose move it is; no hint is offered."""
    state = table(game)
    move = state.game.move_text(state.game.legal_moves(state.position)[0])
    scene = compose(replace(state, situation=Instructed(move)))
    assert scene.kind is Kind.INSTRUCTED
    assert marks(scene, Role.FROM)
    assert len(scene.board.ways) + len(scene.board.spins) == 1
    assert state.seat(state.position.to_move).name in said(scene)
    assert commands(scene) == ["take_back", "menu"]


def test_the_stone_of_a_dictated_move_may_be_in_the_hand():
    """Once it is lifted, its place is empty and still marked."""
    scene = compose(replace(table("loa"), situation=Instructed("c1-c3", lifted="c1")))
    assert [p.site for p in scene.board.pieces if p.ghost] == ["c1"]
    assert marks(scene, Role.FROM) == ["c1"]


@pytest.mark.parametrize("game", GAMES)
def test_a_nudge_tells_where_a_move_begins_and_no_more(game):
    """One filled star, no target, no reason."""
    state = table(game)
    move = state.game.move_text(state.game.legal_moves(state.position)[0])
    why = message("It makes the most points.")
    scene = compose(replace(state, hint=HintGiven(move, why, nudge=True)))
    assert [m.outlined for m in scene.board.marks if m.role is Role.HINT] == [False]
    assert not any(lane.mark for lane in scene.board.lanes)
    assert str(why) not in said(scene)


def test_why_a_move_is_advised_is_a_whole_sentence():
    """As everything that the message's box says."""
    scene = compose(hinted(table("loa", LOA_OPENING), "e8xh5"))
    (sentence,) = map(str, scene.notice.sentences)
    assert sentence == "brings a stone nearer to most of its own side."


def test_practice_says_what_the_last_move_was_worth():
    """The comment takes the place of what happened; whose turn it is still stands above it."""
    text = message("captures the stone on {site}", site="h5")
    scene = compose(replace(table("loa", LOA_OPENING), comment=text))
    assert said(scene) == "Black to move captures the stone on h5"


@pytest.mark.parametrize("game", GAMES)
def test_the_board_turns_by_quarters(game):
    """The viewer may sit at any side; turning once more than three times changes nothing."""
    turns = [compose(replace(table(game), turned=n)).board.quarter_turns for n in range(5)]
    assert sorted(turns[:4]) == [0, 1, 2, 3]
    assert turns[4] == turns[0]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("reed", "Going on with the reed switches."), ("USB camera", "Going on with USB camera.")],
)
def test_the_reader_that_goes_on_has_a_name_people_know(name, sentence):
    """Readers of the command line are called by a word, others by their own name."""
    lost = ReaderLost(message("The camera does not answer."), name)
    assert sentence in said(compose(replace(table("loa"), situation=lost)))


def test_a_reed_at_fault_hides_no_board():
    """It is not said of a board that is read all the same."""
    lost = ReaderLost(message("reeds at fault: d4 bouncing"), "reed", is_partly=True)
    scene = compose(replace(table("loa"), situation=lost))
    assert str(scene.notice.title) == "Reed switches at fault"


@pytest.mark.parametrize(("game", "moves"), [*((game, "") for game in GAMES), ("linja", "0-1")])
def test_a_hint_marks_only_the_hint(game, moves):
    """A hint takes the place of all other targets: one filled star, at most one outlined."""
    state = table(game, moves)
    move = state.game.move_text(state.game.legal_moves(state.position)[0])
    scene = compose(replace(state, hint=HintGiven(move)))
    stars = [m for m in scene.board.marks if m.role is Role.HINT]
    assert [m.outlined for m in stars] in ([False], [False, True])
    assert not [m for m in scene.board.marks if m.role in (Role.TO, Role.CAPTURE, Role.FROM)]
    assert not [lane for lane in scene.board.lanes if lane.reachable or lane.mark]
    assert said(scene).startswith("Hint: ")


def test_clocks_are_shown_in_whole_seconds_rounded_up():
    """The clock falls to 0:00 only when no time is left."""
    clocks = {0.0: "00:00", 0.2: "00:01", 60.0: "01:00", 761.4: "12:42", 3700.0: "1:01:40"}
    for seconds, text in clocks.items():
        scene = compose(replace(table("loa"), black=Seat("Ida", seconds)))
        assert scene.cards[1].clock == text


@pytest.mark.parametrize(("clock", "low_s"), [("3", 45.0), ("3+2", 45.0), ("3+20", 50.0)])
def test_time_that_was_low_stays_so_until_more_is_granted_than_a_turn(
    clock: str, low_s: float
) -> None:
    """Half as much again at least: several quick moves add up what they are given."""
    control = parse_control(clock)
    assert low_time_s(control) == 30.0
    assert low_time_s(control, was_low=True) == low_s


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
    sights = (
        SiteReading("a1", "b", 0.99),
        SiteReading("b1", "b", 0.5),
        SiteReading("c1", "", 1.0, covered=True),
    )
    scene = compose(replace(table(game), camera=CameraPicture(corners, 6, 6, sights)))
    assert said(scene) == "What it sees 2 places are not certain."
    assert commands(scene) == ["look", "menu"]


def test_the_camera_picture_marks_what_is_covered_and_how_certain_the_rest_is():
    """Of two labels that look alike neither is more than half certain."""
    desk = Desk("loa")
    desk.alike = {"b1": frozenset({"b", "w"})}
    picture = picture_of((), desk.observation(obstructed=("c4",)), desk.layout)
    assert [sight.site for sight in picture.sights if sight.covered] == ["c4"]
    certain = {sight.site: round(sight.certainty, 2) for sight in picture.sights}
    assert certain == dict.fromkeys(desk.layout.sites, 1.0) | {"b1": 0.5}


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_that_comes_with_a_move_is_only_a_small_sign(game):
    """A hand changes nothing but a sign in the strip until it has stayed for two seconds."""
    calm = compose(table(game))
    hand = compose(replace(table(game), situation=Obstructed(0.5)))
    assert hand.board == calm.board
    assert hand.notice == calm.notice
    assert hand.strip == replace(calm.strip, hand=True)


@pytest.mark.parametrize("sites", [("d5", "e5"), ("3",)])
def test_what_cannot_be_read_for_long_is_named(sites):
    """No hand rests so long over so little: somebody can take the thing away."""
    state = table("loa" if sites[0][0].isalpha() else "linja")
    scene = compose(replace(state, situation=Obstructed(9.0, 6.0, sites)))
    assert said(scene).startswith("Not all can be read " + ", ".join(sites))
    scene = compose(replace(state, situation=Obstructed(6.0, 6.0, tuple("abcdefgh"))))
    assert said(scene).startswith("A hand is over the board")
    scene = compose(replace(state, situation=Obstructed(6.0, 1.0, sites)))
    assert said(scene).startswith("A hand is over the board")


def test_before_a_game_a_missing_camera_makes_it_nobodys_turn():
    """The screen asks for the camera's cable; no player is called upon."""
    missing = compose(dict(states())["loa_no_camera"])
    assert not [card for card in missing.cards if card.turn]
    assert "Look at its cable or network" in said(missing)
