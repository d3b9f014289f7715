"""Texts of Connex'oh."""

import pytest

from pi_board.core.errors import IllegalMove, InvalidPosition, InvalidText
from tests.games.connexoh_lines import place, rules
from tests.games.lines import after

# Black to move on the open staircase, stones on b6 and d4
OPENED_TEXT = "02b0000/132000/0002b00/000020/000031/000w020 b -"
START = "0b0b0b0b0b0b/000000/000000/000000/000000/0w0w0w0w0w0w w -"


def test_the_start_is_written_in_one_way() -> None:
    """The start position is written in one way."""
    assert rules().position_text(rules().start()) == START
    mirrored = rules(start="NW", first="b")
    assert mirrored.position_text(mirrored.start()) == START.replace("0", "3").replace(
        " w -", " b -"
    )


@pytest.mark.parametrize(
    "text",
    [
        START,
        OPENED_TEXT,
        "000000/000000/000000/000000/000000/000000 b a1,b1,f6",
        "0x1b2w300/000000/000000/000000/000000/000001 w -",
    ],
)
def test_positions_round_trip(text: str) -> None:
    """What is read is written the same, whatever the case and spaces."""
    game = rules()
    assert game.position_text(game.parse_position(text)) == text
    assert game.position_text(game.parse_position(f" {text.upper().replace(' ', '  ')}")) == text


def test_rows_come_from_the_top() -> None:
    """The last row is row 1, its first tile a1."""
    position = rules().parse_position("000000/000000/000000/000000/000000/2w00000 w a1")
    assert position.tiles[0] == 2
    assert position.white == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "TILES SIDE PROTECTED"),
        (START.removesuffix(" -"), "TILES SIDE PROTECTED"),
        (START.replace("/000000", "", 1), "6 rows of 6 tiles"),
        (START.replace("/000000", "/00000", 1), "6 rows of 6 tiles"),
        (START.replace("/000000", "/000004", 1), "6 rows of 6 tiles"),
        (START.replace("/000000", "/00000ww", 1), "6 rows of 6 tiles"),
        (START.replace("/000000", "/w00000", 1), "6 rows of 6 tiles"),
        (START.replace("/000000", "/000000w", 1), "7 stones"),
        (START.replace(" w ", " x "), "side to move 'x'"),
        (START.replace(" -", " g1"), "protected tiles 'g1'"),
        (START.replace(" -", " a1,"), "protected tiles 'a1,'"),
        (START.replace(" -", " a1,a2,a3,a4"), "at most 3 tiles"),
    ],
)
def test_each_mistake_in_a_position_is_named(text: str, says: str) -> None:
    """Each mistake is named."""
    with pytest.raises(InvalidPosition, match=says):
        rules().parse_position(text)


def test_size_is_checked() -> None:
    """A text of 6 rows is no position on a board of 4."""
    with pytest.raises(InvalidPosition, match="4 rows of 4 tiles"):
        rules(size="4").parse_position(START)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("c3@90", "c3@90"),
        (" C3 @ 270 ", "c3@270"),
        ("c3@180°", "c3@180"),
        ("b6-c5", "b6-c5"),
        ("B6:C5", "b6-c5"),
        ("b6xc5", "b6-c5"),
        ("b6 c5", "b6-c5"),
        ("b6c5", "b6-c5"),
        ("d4-off", "d4-off"),
        ("D4 OFF", "d4-off"),
        ("d4xOff", "d4-off"),
    ],
)
def test_moves_are_read_tolerantly(text: str, written: str) -> None:
    """Any case, separator and spaces; written in one way."""
    game = rules()
    position = game.parse_position(OPENED_TEXT)
    assert game.move_text(game.parse_move(position, text)) == written


@pytest.mark.parametrize("text", ["", "c3", "c3@", "@90", "c3@x", "c3-", "off", "33@90", "c3@-90"])
def test_no_move_text(text: str) -> None:
    """What is no move is refused as such."""
    with pytest.raises(InvalidText):
        rules().parse_move(rules().start(), text)


def test_illegal_move_says_why_and_where() -> None:
    """The message holds the move, the reason and the position."""
    game = rules()
    position = after(game, game.start(), "a2@180")
    with pytest.raises(IllegalMove) as caught:
        game.parse_move(position, "a1@90")
    assert "a1@90: White's last turn joined a1" in str(caught.value)
    assert game.position_text(position) in str(caught.value)


def test_texts_do_not_carry_history() -> None:
    """Positions that differ only in how often they stood are equal."""
    game = rules()
    again = after(game, game.start(), "a1@180", "f6@180", "a1@180", "f6@180")
    assert again == game.start()
    assert hash(again) == hash(game.start())
    assert again.occurrences == 2


def test_place_and_text_agree() -> None:
    """The tests' own way of writing positions, against a text."""
    position = place({"a5": "SE", "b5": "NW"}, "a5 c1", "c6")
    tiles = ("000b000", "1w30000", "000000", "000000", "000000", "000w000")
    assert rules().position_text(position) == f"{'/'.join(tiles)} w -"
