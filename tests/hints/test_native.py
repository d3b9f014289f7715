"""What only the kernel does: reductions, and a table forgotten before every search, by parts."""

import ctypes

import pytest

from pi_board.core.errors import InvalidPosition
from pi_board.hints.native import NativeSearcher, available, look
from pi_board.hints.search import Limits, Question

pytestmark = pytest.mark.skipif(not available(), reason="the kernel is not built")
START = Question("loa", "", ("1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b",))
OVER = Question("loa", "", ("8/8/8/3bb3/3ww3/8/8/8 w",))  # nothing to search, nothing to write
GENERATIONS = 255  # searches until the table's mark of a search comes again
HEAD_BYTES, ENTRY_BYTES = 16, 16  # of a table, see kernel.c


def test_lines_are_the_best_first_where_a_reduced_pass_missed_the_best() -> None:
    """At this depth the third line turns out better than the first one was thought to be."""
    answer = NativeSearcher(1 << 20).search(START, Limits(depth=3, lines=3, nodes=20_000))
    values = [line.value for line in answer.lines]
    assert values == sorted(values, reverse=True)


def test_a_search_knows_nothing_of_one_with_the_same_mark() -> None:
    """After as many searches as there are marks the same search has the same answer."""
    searcher, limits = NativeSearcher(1 << 20), Limits(nodes=20_000)
    first = searcher.search(START, limits)
    for _ in range(GENERATIONS - 1):
        searcher.search(START, Limits(nodes=1))
    again = searcher.search(START, limits)
    assert (again.depth, again.nodes, again.lines) == (first.depth, first.nodes, first.lines)


def test_a_search_wipes_one_part_of_the_table() -> None:
    """All at once would make a search late; each part has its turn before a mark comes again."""
    entries = 1 << 12
    searcher = NativeSearcher(entries * ENTRY_BYTES)
    assert searcher._table is not None
    table = (ctypes.c_char * (entries * ENTRY_BYTES)).from_address(searcher._table + HEAD_BYTES)
    ctypes.memset(table, 0xFF, len(table))
    left = entries
    for _ in range(GENERATIONS):
        searcher.search(OVER, Limits(nodes=1))
        before, left = left, table.raw.count(b"\xff") // ENTRY_BYTES
        assert 0 < before - left <= entries // GENERATIONS + 1
    assert left == 0


def test_a_game_that_the_kernel_does_not_know_is_no_wrong_position() -> None:
    """All that asks the kernel says that it may be either."""
    chess, told = Question("chess", "", START.positions), "or does not know the game"
    with pytest.raises(InvalidPosition, match=told):
        NativeSearcher(1 << 20).search(chess, Limits(depth=1))
    with pytest.raises(InvalidPosition, match=told):
        NativeSearcher(0).perft("chess", "", *START.positions, 1)
    with pytest.raises(InvalidPosition, match=told):
        look("chess", "", *START.positions)
