"""Which moves of Lines of Action are legal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_board.core.errors import IllegalMove
from pi_board.games.loa import LinesOfAction, LoaOptions, LoaPosition
from pi_board.games.loa.board import SQUARES
from pi_board.games.loa.moves import PASS, Step
from tests.games.lines import texts
from tests.games.loa_boards import after, place

GAME = LinesOfAction()
START = GAME.start()


@pytest.mark.parametrize("move", ["c1-c3", "c8-c6", "e8-c6", "c1xa3", "f8xh6"])
def test_first_moves_of_the_rule_sheets(move: str) -> None:
    """The first moves that the rule sheets name are legal."""
    assert move in texts(GAME, START)


def test_moves_of_b1() -> None:
    """b1 has exactly three first moves: two along lines of 2, one along the row of 6."""
    assert [m for m in texts(GAME, START) if m.startswith("b1")] == ["b1-b3", "b1-d3", "b1-h1"]


def test_all_first_moves() -> None:
    """Black's 36 first moves, in the order of their texts."""
    assert " ".join(texts(GAME, START)) == (
        "b1-b3 b1-d3 b1-h1 b8-b6 b8-d6 b8-h8 c1-c3 c1-e3 c1xa3 c8-c6 c8-e6 c8xa6 "
        "d1-b3 d1-d3 d1-f3 d8-b6 d8-d6 d8-f6 e1-c3 e1-e3 e1-g3 e8-c6 e8-e6 e8-g6 "
        "f1-d3 f1-f3 f1xh3 f8-d6 f8-f6 f8xh6 g1-a1 g1-e3 g1-g3 g8-a8 g8-e6 g8-g6"
    )


def test_own_stones_are_jumped_and_enemies_not() -> None:
    """After c8-c6 black's e8-b5 jumps its own c6 (3 on the line); white's a6-d6 may not jump it."""
    position = after(GAME, "c8-c6")
    assert "a6-d6" not in texts(GAME, position)
    assert GAME.explain(position, "a6-d6").rule == "loa.enemy_jumped"
    assert "e8-b5" in texts(GAME, after(GAME, "h2-f2", position))
    assert "e8-b5" not in texts(GAME, START)


def test_white_may_begin() -> None:
    """With first=w: a3-c5 (2 on the diagonal), then c8xc5 (3 on the column)."""
    game = LinesOfAction(LoaOptions(first="w"))
    position = after(game, "a3-c5")
    assert "c8xc5" in texts(game, position)


def test_own_stones_are_jumped_but_not_enemies() -> None:
    """a5-d5 jumps an own stone on c5 (3 on the rank), but not an enemy's."""
    own, enemy = place("b1 b8", "a5 c5 h5", "w"), place("c5 b8", "a5 h5 h6", "w")
    assert "a5-d5" in texts(GAME, own)
    assert "a5-d5" not in texts(GAME, enemy)


def test_row_of_four() -> None:
    """On W..B.B.W only the black stones move: f5-b5 and d5xh5."""
    black = place("d5 f5", "a5 h5", "b")
    assert {"f5-b5", "d5xh5"} <= set(texts(GAME, black))
    white = place("d5 f5", "a5 h5", "w")
    assert not [m for m in texts(GAME, white) if m.endswith("5")]


def test_pass_when_nothing_moves() -> None:
    """Whoever has no move passes, and the other one is to move on the same board."""
    position = place("a2 b1 b2 g7 g8 h7", "a1 h8", "w")
    assert texts(GAME, position) == ["pass"]
    passed = GAME.play(position, PASS)
    assert (passed.black, passed.white, passed.to_move) == (position.black, position.white, "b")


def test_no_pass_with_a_move() -> None:
    """Nobody may pass while a stone can move."""
    with pytest.raises(IllegalMove, match=r"loa\.pass_not_allowed"):
        GAME.play(START, PASS)


def test_capture_flag_must_fit() -> None:
    """A step that says the wrong thing about capturing is not legal."""
    source, target = SQUARES.index("b1"), SQUARES.index("b3")
    with pytest.raises(IllegalMove, match="b1xb3, expected b1-b3"):
        GAME.play(START, Step(source, target, captures=True))


def test_captured_stone_is_gone() -> None:
    """A capture replaces the enemy's stone by the capturing one."""
    position = after(GAME, "c1xa3")
    assert GAME.position_text(position) == "1bbbbbb1/w6w/w6w/w6w/w6w/b6w/w6w/1b1bbbb1 w"


# --- the same rules written a second time, slowly, square by square


def _reference(position: LoaPosition) -> set[str]:
    own = {s for s in range(64) if position.own >> s & 1}
    enemy = {s for s in range(64) if position.enemy >> s & 1}
    found = set()
    for source in own:
        for dx, dy in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]:
            line = [(source % 8 + i * dx, source // 8 + i * dy) for i in range(-7, 8)]
            squares = [8 * y + x for x, y in line if 0 <= x < 8 and 0 <= y < 8]
            count = sum(s in own or s in enemy for s in squares)
            index = squares.index(source) + count
            if index >= len(squares):
                continue
            target, passed = squares[index], squares[squares.index(source) + 1 : index]
            if target in own or any(s in enemy for s in passed):
                continue
            sign = "x" if target in enemy else "-"
            found.add(f"{SQUARES[source]}{sign}{SQUARES[target]}")
    return found


@st.composite
def boards(draw: st.DrawFn) -> LoaPosition:
    """Any board with up to 12 stones of each colour."""
    squares = draw(st.permutations(range(64)))
    blacks, whites = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    black = sum(1 << s for s in squares[:blacks])
    white = sum(1 << s for s in squares[blacks : blacks + whites])
    return LoaPosition(black, white, draw(st.sampled_from(("b", "w"))))


@given(boards())
def test_moves_agree_with_the_slow_rules(position: LoaPosition) -> None:
    """On any board the legal moves are those of a second, plain reading of the rules."""
    moves = texts(GAME, position)
    if GAME.outcome(position):
        assert moves == []
    else:
        assert moves == (sorted(_reference(position)) or ["pass"])


@given(boards())
def test_moves_do_not_depend_on_the_side_one_looks_from(position: LoaPosition) -> None:
    """Mirroring the board and swapping the colours keeps the number of moves."""

    def turned(stones: int) -> int:
        return sum(1 << (8 * (s % 8) + s // 8) for s in range(64) if stones >> s & 1)

    mirrored = LoaPosition(
        turned(position.white), turned(position.black), "w" if position.to_move == "b" else "b"
    )
    assert len(GAME.legal_moves(mirrored)) == len(GAME.legal_moves(position))
