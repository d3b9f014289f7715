"""How Linja looks on its two kinds of board."""

from pi_board.games.linja import LinjaPosition, Step
from pi_board.games.linja.layout import HOLES, LANES, group_of
from tests.games.lines import after
from tests.games.linja_lines import place, rules

GAME = rules()
START = GAME.start()
E, B, W = 0, 1, 2


def step(position: LinjaPosition, text: str) -> Step:
    """A legal move."""
    return GAME.parse_move(position, text)


def test_white_starts_on_row_8_and_black_on_row_1() -> None:
    """White's start line is board row 8, Black's is row 1."""
    assert group_of("w", 0) == group_of("b", 7) == 7
    assert group_of("b", 0) == group_of("w", 7) == 0
    assert HOLES.groups[0] == tuple(HOLES.site(f"{hole}1") for hole in "abcdef")


def test_start_in_holes() -> None:
    """Six stones on each start line, one of each colour on the rows between."""
    rows = GAME.appearance(START, HOLES)
    assert rows[0] == {(B,) * 6}
    assert rows[7] == {(W,) * 6}
    assert set(rows[1:7]) == {frozenset({(E, E, E, E, B, W)})}


def test_start_between_sticks() -> None:
    """Each row is one site that shows both counts."""
    rows = GAME.appearance(START, LANES)
    shown = [LANES.labels[look[0]] for (look,) in rows]
    assert shown == ["6b0w", *["1b1w"] * 6, "0b6w"]


def test_labels_of_lanes() -> None:
    """All counts from 0 to 12, black stones counting first."""
    assert len(LANES.labels) == 169
    assert LANES.labels[13 * 3 + 2] == "3b2w"


def test_surplus_lies_beside() -> None:
    """With six Black and two White stones on a line of six holes, at most two Black are beside."""
    position = place([4, 1, 1, 1, 1, 1, 1, 2], [0, 1, 1, 1, 1, 1, 1, 6])
    assert GAME.appearance(position, HOLES)[0] == {
        (B, B, B, B, W, W),
        (B, B, B, B, B, W),
        (B, B, B, B, B, B),
    }
    assert LANES.labels[next(iter(GAME.appearance(position, LANES)[0]))[0]] == "6b2w"


def test_stone_beside_may_stay_there() -> None:
    """White's stone found six Black ones at home; when one of them goes, its hole may stay free."""
    arrived = after(GAME, START, "6-7", "/0-1")
    assert GAME.appearance(arrived, HOLES)[0] == {(B,) * 6, (B, B, B, B, B, W)}
    gone = after(GAME, arrived, "0-1")
    assert GAME.appearance(gone, HOLES)[0] == {
        (B, B, B, B, B, W),
        (E, B, B, B, B, B),
        (E, B, B, B, B, W),
    }
    assert GAME.appearance(GAME.parse_position(GAME.position_text(gone)), HOLES)[0] == {
        (B, B, B, B, B, W)
    }


def test_stone_that_found_a_hole_is_seen() -> None:
    """A goal line that had a free hole for every stone shows them all."""
    position = place([6, 1, 1, 1, 1, 1, 1, 0], [1, 1, 1, 1, 1, 1, 1, 5])
    assert GAME.appearance(after(GAME, position, "6-7"), HOLES)[0] == {(B, B, B, B, B, W)}


def test_full_line_of_one_colour_has_one_look() -> None:
    """Twelve White stones home fill six holes with White."""
    position = place([0, 0, 0, 0, 0, 0, 0, 12], [6, 6, 0, 0, 0, 0, 0, 0])
    assert GAME.appearance(position, HOLES)[0] == {(W,) * 6}


def test_a_move_touches_its_source_and_its_target_row() -> None:
    """A hand lifts from the source row and puts on the target row."""
    assert GAME.touches(START, step(START, "0-1"), HOLES) == ((7, 6),)
    assert GAME.touches(START, step(START, "0-1"), LANES) == ((7, 6),)


def test_touches_of_a_stone_put_beside() -> None:
    """Six stones fill the goal line, so the seventh touches only where it came from."""
    move = step(START, "6-7")
    assert GAME.touches(START, move, HOLES) == ((1,),)
    assert GAME.touches(START, move, LANES) == ((1, 0),)


def test_touches_of_a_stone_from_beside() -> None:
    """A stone of an overfull start line may come from a hole or from beside the board."""
    position = after(GAME, START, "6-7", "/0-1")
    assert GAME.touches(position, step(position, "0-1"), HOLES) == ((0, 1), (1,))
    assert GAME.touches(position, step(position, "0-1"), LANES) == ((0, 1),)


def test_touches_of_a_line_with_a_hole_that_may_be_free() -> None:
    """Nobody knows whether the hole is free: the next arrival takes it, or lies beside too."""
    position = after(GAME, START, "6-7", "/0-1", "0-1", "/1-2", "5-6")
    assert GAME.touches(position, step(position, "/6-7"), HOLES) == ((1, 0), (1,))


def test_pass_touches_nothing() -> None:
    """A pass is one way of doing nothing."""
    position = place([0, 0, 0, 0, 0, 0, 0, 12], [0, 2, 2, 2, 0, 0, 0, 6])
    assert GAME.touches(position, step(position, "pass"), HOLES) == ((),)
