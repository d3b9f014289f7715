"""Texts of Linja: positions, small moves, turns."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_board.core.errors import IllegalMove, InvalidPosition, InvalidText
from pi_board.core.turn import joined, split_turn
from tests.games.lines import after, texts
from tests.games.linja_lines import place, rules
from tests.games.linja_turns import turns

START = "6,1,1,1,1,1,1,0/0,1,1,1,1,1,1,6 w i 0"
BONUS = place([9, 1, 0, 1, 0, 1, 0, 0], [0, 2, 0, 0, 0, 0, 3, 7])


def test_the_start_is_written_in_one_way_for_either_beginner() -> None:
    """The start position is written in one way, for either beginner."""
    assert rules().position_text(rules().start()) == START
    black = rules(first="b")
    assert black.position_text(black.start()) == START.replace("w", "b")


@pytest.mark.parametrize(
    "text",
    [
        START,
        "5,2,1,1,1,1,1,0/0,1,1,1,1,1,1,6 w f2 0",
        "9,0,0,1,1,0,1,0/0,2,0,0,0,0,3,7 w e 1",
        "0,0,0,0,0,0,0,12/12,0,0,0,0,0,0,0 b i 0",
        "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0 w i 0",
    ],
)
def test_positions_round_trip(text: str) -> None:
    """What is read is written the same."""
    game = rules()
    assert game.position_text(game.parse_position(text)) == text
    assert game.position_text(game.parse_position(f"  {text.upper().replace(' ', '   ')} ")) == text


def test_what_cannot_be_done_is_the_next_turn() -> None:
    """A text that waits for an impossible follow-up or bonus move is read as the next turn."""
    game = rules()
    blocked = "0,1,0,0,0,0,0,11/0,2,0,6,0,0,0,4 w f2 0"
    assert game.position_text(game.parse_position(blocked)).endswith(" b i 0")
    stuck = "0,0,0,0,0,0,0,12/0,2,0,6,0,0,0,4 w e 1"
    assert game.position_text(game.parse_position(stuck)).endswith(" b i 0")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "WHITE/BLACK"),
        ("6,1,1,1,1,1,1,0 w i 0", "WHITE/BLACK"),
        (START + " 0", "WHITE/BLACK"),
        (START.replace("6,1", "6,1,0", 1), "8 counts"),
        (START.replace("6,1", "6,x", 1), "8 counts"),
        (START.replace("6,1", "6,-1", 1), "8 counts"),
        (START.replace("6,1", "7,1", 1), "13 stones"),
        (START.replace(" w", " x"), "side to move 'x'"),
        (START.replace(" i", " f"), "phase 'f'"),
        (START.replace(" i", " f0"), "phase 'f0'"),
        (START.replace(" i", " f25"), "phase 'f25'"),
        (START.replace(" i 0", " i 1"), "expected 0"),
        (START.replace(" i 0", " e x"), "bonus sequences 'x'"),
    ],
)
def test_each_mistake_in_a_position_is_named(text: str, says: str) -> None:
    """Each mistake is named."""
    with pytest.raises(InvalidPosition, match=says):
        rules().parse_position(text)


@pytest.mark.parametrize("text", ["2-3", " 2 - 3 ", "2:3", "2x3", "2X3", "2 3", "2–3", "2×3"])
def test_moves_are_read_tolerantly(text: str) -> None:
    """Any separator, any spaces."""
    game = rules()
    assert game.move_text(game.parse_move(game.start(), text)) == "2-3"


@pytest.mark.parametrize("text", ["/0-2", " / 0 - 2", "/0:2", "/0 2"])
def test_followups_are_read_tolerantly(text: str) -> None:
    """The slash is what makes a follow-up."""
    game = rules()
    assert game.move_text(game.parse_move(after(game, game.start(), "0-1"), text)) == "/0-2"


@pytest.mark.parametrize("text", ["", "2", "2-", "-3", "a2-a3", "2-3/0-4", "/pass", "go", "2--3"])
def test_no_move_text(text: str) -> None:
    """What is no small move is refused as such."""
    with pytest.raises(InvalidText):
        rules().parse_move(rules().start(), text)


def test_illegal_move_says_why_and_where() -> None:
    """The message holds the move, the reason and the position."""
    with pytest.raises(IllegalMove) as caught:
        rules().parse_move(rules().start(), "2-4")
    assert "2-4: a first move is exactly 1 row, not 2" in str(caught.value)
    assert START in str(caught.value)


def test_turns_are_written_together() -> None:
    """A bonus sequence is joined by a semicolon, a follow-up by its slash."""
    end = after(rules(), BONUS, *split_turn("5-6/1-4;0-1/3-5"))
    assert (end.to_move, end.phase) == ("b", "i")
    end = after(rules(followup="optional"), BONUS, *split_turn("5-6;stop"))
    assert (end.to_move, end.phase) == ("b", "i")


@given(
    choices=st.lists(st.integers(0, 10**6), max_size=25),
    options=st.fixed_dictionaries(
        {
            "goal_entry": st.sampled_from(["one_step", "extra_basic", "none"]),
            "followup": st.sampled_from(["mandatory", "optional"]),
        }
    ),
)
def test_every_turn_round_trips(choices: list[int], options: dict[str, str]) -> None:
    """Every whole turn is written together and reads back to the same small moves."""
    game = rules(**options)
    position = game.start()
    for choice in choices:
        ways = list(turns(game, position))
        if not ways:
            assert texts(game, position) == []
            return
        steps, end = ways[choice % len(ways)]
        small = tuple(map(game.move_text, steps))
        assert split_turn(reduce(joined, small)) == small
        assert after(game, position, *small) == end
        position = end


@given(st.lists(st.integers(0, 10**6), max_size=80))
def test_stones_only_advance(choices: list[int]) -> None:
    """Every move but a pass brings the stones' own rows up in sum, and all stones stay."""
    game = rules()
    position = game.start()
    for choice in choices:
        moves = game.legal_moves(position)
        if not moves:
            return
        move = moves[choice % len(moves)]
        then = game.play(position, move)
        assert sum(then.w) == sum(then.b) == 12
        gained = _advance(then.w, then.b) - _advance(position.w, position.b)
        assert gained == move.target - move.source
        assert gained > 0 or move.kind == "pass"
        position = then


def _advance(*sides: tuple[int, ...]) -> int:
    return sum(row * stones for side in sides for row, stones in enumerate(side))
