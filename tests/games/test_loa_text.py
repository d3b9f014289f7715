"""Texts of positions and moves of Lines of Action."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_board.core.errors import IllegalMove, InvalidPosition, InvalidText
from pi_board.games.loa import LinesOfAction, LoaOptions
from tests.games.loa_boards import after, place

GAME = LinesOfAction()
START = "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b"


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (LoaOptions(), START),
        (LoaOptions(first="w"), START[:-1] + "w"),
        (LoaOptions(setup="scrambled"), "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1 b"),
    ],
)
def test_the_start_follows_setup_and_first(options: LoaOptions, text: str) -> None:
    """The start position follows `setup` and `first`."""
    game = LinesOfAction(options)
    assert game.position_text(game.start()) == text


@pytest.mark.parametrize(
    "text", ["c1xa3", "c1-a3", "c1:a3", "C1A3", "c1 a3", " c1 X A3 ", "c1 - a3+", "c1×a3!"]
)
def test_moves_are_read_tolerantly(text: str) -> None:
    """Case, separators and spaces do not matter; whether it captures is seen on the board."""
    assert GAME.move_text(GAME.parse_move(GAME.start(), text)) == "c1xa3"


def test_capture_sign_on_a_plain_move() -> None:
    """An x where nothing is captured is read as the plain move."""
    assert GAME.move_text(GAME.parse_move(GAME.start(), "b1xb3")) == "b1-b3"


@pytest.mark.parametrize("text", ["", "c1", "hello", "c1-a3-b4", "-", "c1--a3", "1c-3a", "c1-a3 b"])
def test_nonsense_is_no_move(text: str) -> None:
    """What is no move text says so, naming the text."""
    with pytest.raises(InvalidText, match="expected one like b1-b3") as caught:
        GAME.parse_move(GAME.start(), text)
    assert not isinstance(caught.value, IllegalMove)
    with pytest.raises(InvalidText):
        GAME.explain(GAME.start(), text)


def test_pass_is_read_in_any_case() -> None:
    """PASS is a pass."""
    position = place("a2 b1 b2 g7 g8 h7", "a1 h8", "w")
    assert GAME.move_text(GAME.parse_move(position, " PASS ")) == "pass"


def test_illegal_move_text_carries_reason_and_position() -> None:
    """The message holds the move, the sentence, the rule and the position."""
    with pytest.raises(IllegalMove) as caught:
        GAME.parse_move(GAME.start(), "c1-c4")
    assert all(part in str(caught.value) for part in ("c1-c4", "2 stones", "loa.distance", START))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "0 fields, expected 2"),
        ("8/8/8/8/8/8/8/8", "1 fields, expected 2"),
        ("8/8/8/8/8/8/8/8 b extra", "3 fields, expected 2"),
        ("8/8/8/8/8/8/8 b", "7 ranks, expected 8"),
        ("8/8/8/8/8/8/8/8 x", "side to move 'x', expected b or w"),
        ("9/8/8/8/8/8/8/8 b", "'9' in rank 8"),
        ("8/8/8/8/8/8/8/k7 b", "'k' in rank 1"),
        ("8/8/7/8/8/8/8/8 b", "rank 6 has 7 squares, expected 8"),
        ("8/8/8/8/8b/8/8/8 b", "rank 4 has 9 squares, expected 8"),
        ("bbbbbbbb/bbbbb3/8/8/8/8/8/8 b", "13 black stones, expected at most 12"),
        ("wwwwwwww/wwwww3/8/8/8/8/8/8 b", "13 white stones, expected at most 12"),
    ],
)
def test_invalid_positions_say_what_and_where(text: str, expected: str) -> None:
    """Every fault of a position text is named with its place and what was expected."""
    with pytest.raises(InvalidPosition) as caught:
        GAME.parse_position(text)
    assert expected in str(caught.value)
    assert repr(text) in str(caught.value)


def test_positions_are_read_in_any_case() -> None:
    """Capital letters mean the same stones and the same side."""
    assert GAME.parse_position(START.upper()) == GAME.start()


def test_unreachable_positions_are_valid() -> None:
    """Any board can be set up, whether a game could reach it or not."""
    text = "bw6/8/8/8/8/8/8/7b w"
    assert GAME.position_text(GAME.parse_position(text)) == text


@given(st.text(st.sampled_from("bw12345678/ "), max_size=40))
def test_random_text_is_refused_or_read(text: str) -> None:
    """A text is either refused as an invalid position or read to a position that reads back."""
    try:
        position = GAME.parse_position(text)
    except InvalidPosition:
        return
    assert GAME.parse_position(GAME.position_text(position)) == position


def test_appearance_shows_the_stones() -> None:
    """After c1xa3 the squares c1 and a3 look empty and black, the rest as before."""
    layout = GAME.layouts[0]
    looks = GAME.appearance(after(GAME, "c1xa3"), layout)
    before = GAME.appearance(GAME.start(), layout)
    changed = {
        layout.sites[i]
        for i, pair in enumerate(zip(before, looks, strict=True))
        if len(set(pair)) > 1
    }
    assert changed == {"c1", "a3"}
    assert looks[layout.site("c1")] == {(layout.label("empty"),)}
    assert looks[layout.site("a3")] == {(layout.label("b"),)}
    assert looks[layout.site("a2")] == {(layout.label("w"),)}


def test_a_move_touches_both_ends_and_takes_a_captured_stone_away() -> None:
    """A plain move touches from and to; a captured stone is taken away last or first."""
    layout = GAME.layouts[0]
    start = GAME.start()

    def touched(text: str) -> list[list[str]]:
        ways = GAME.touches(start, GAME.parse_move(start, text), layout)
        return [[layout.sites[group] for group in way] for way in ways]

    assert touched("b1-b3") == [["b1", "b3"]]
    assert touched("c1xa3") == [["c1", "a3", "a3"], ["a3", "c1", "a3"]]
