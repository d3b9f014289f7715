"""What the screen says where players might dispute an end: by which rule it came."""

from dataclasses import replace

import pytest

from pi_board.app.compose import compose
from pi_board.app.scenes.state import Over, TableState
from pi_board.app.showcase.gallery import table
from pi_board.core.scene import Scene
from pi_board.games.registry import make_game
from tests.app.read import said

START = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b"
BOTH = "2w5/2ww4/1bwbw3/b1www3/1bb5/1bb5/3w4/8 w"
STUCK = "6bw/6bb/8/8/8/8/bb6/wb6 w"
BLOCKED = "1,0,0,0,0,0,0,11/0,2,0,6,0,0,0,4 w i 0"


def played(name: str, rule: tuple[str, str], position: str, moves: str) -> TableState:
    """The table after `moves` from `position` under a `rule`."""
    state = table(name, "", position)
    game = make_game(name, None, dict([rule]))
    state = replace(state, game=game, position=game.parse_position(position))
    for text in moves.split():
        ply = table(name, text, game.position_text(state.position)).plies
        after = game.play(state.position, game.parse_move(state.position, text))
        stood = (*state.stood, state.position)
        state = replace(state, stood=stood, position=after, plies=(*state.plies, *ply))
    return state


def ended(state: TableState) -> Scene:
    """The screen once the game is over."""
    outcome = state.game.outcome(state.position)
    assert outcome is not None
    return compose(replace(state, situation=Over(outcome)))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("draw", "Draw Both players' stones stand together. If one move brings both players' "
                 "stones together, the game is drawn."),
        ("mover_wins", "White wins Both players' stones stand together. If one move brings both "
                       "players' stones together, the one who moved wins."),
        ("mover_loses", "Black wins Both players' stones stand together. If one move brings both "
                        "players' stones together, the one who moved loses."),
    ],
)  # fmt: skip
def test_both_connected_at_once_names_the_rule_in_force(value: str, words: str) -> None:
    """Rule sheets disagree, so the players would too."""
    assert said(ended(played("loa", ("simultaneous", value), BOTH, "d2xd6"))) == words


def test_a_repetition_says_how_often_it_takes() -> None:
    """It is a choice of the rules."""
    state = played("loa", ("repetition", "2"), START, "b1-h1 a2-c2 h1-b1 c2-a2")
    assert said(ended(state)) == "Draw A position that comes 2 times is a draw."


def test_who_is_stuck_and_loses_is_named() -> None:
    """With ``no_moves=lose``."""
    state = played("loa", ("no_moves", "lose"), STUCK, "")
    assert said(ended(state)) == "Black wins Who has no legal move, as White here, loses."


def test_a_follow_up_that_cannot_be_made_loses_with_more_points() -> None:
    """The points do not decide, and are not told as if they did."""
    state = played("linja", ("blocked_followup", "lose"), BLOCKED, "0-1")
    assert said(ended(state)) == (
        "Black wins White has a follow-up of exactly 2 rows to make. Who cannot make it loses."
    )


def test_a_deadlock_is_named_before_the_points() -> None:
    """Stones that have not passed one another look as if the game went on."""
    deadlock = "0,0,6,6,0,0,0,0/1,0,0,0,6,5,0,0 w i 0"
    words = said(ended(played("linja", ("first", "w"), deadlock, "")))
    assert words.startswith("Black wins 5:0 Nobody can make a first move. Black:")


@pytest.mark.parametrize(
    ("rule", "position", "move", "why"),
    [
        (("goal_entry", "none"), "5,1,1,1,1,1,1,1/1,1,1,1,1,1,1,5 w i 0", "6-7",
         "A first move into the goal line has no follow-up."),
        (("goal_entry", "one_step"), "5,2,2,0,1,1,0,1/1,1,0,0,3,1,1,5 w i 0", "2-3",
         "A first move into an empty row has no follow-up: the turn is over."),
        (("goal_entry", "one_step"), BLOCKED, "0-1", "No stone could make the follow-up."),
        (("goal_entry", "extra_basic"), "0,0,6,4,0,0,1,1/0,0,0,2,6,2,0,2 w i 0", "6-7",
         "No stone could make another first move."),
    ],
)  # fmt: skip
def test_a_turn_that_ends_with_its_first_move_says_why(
    rule: tuple[str, str], position: str, move: str, why: str
) -> None:
    """The other player is to move sooner than both may think."""
    assert why in said(compose(played("linja", rule, position, move)))
