"""The kernel's table: forgotten before every search, a part at a time."""

import ctypes
import time
from collections.abc import Callable

import pytest

from pi_board.hints.native import TABLE_BYTES, NativeSearcher, available
from pi_board.hints.search import Limits, Question

pytestmark = pytest.mark.skipif(not available(), reason="the kernel is not built")
START = Question("loa", "", ("1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b",))
GENERATIONS = 255  # searches until the table's mark of a search comes again


def test_a_search_knows_nothing_of_one_with_the_same_mark() -> None:
    """After as many searches as there are marks the same search has the same answer."""
    searcher, limits = NativeSearcher(1 << 20), Limits(nodes=20_000)
    first = searcher.search(START, limits)
    for _ in range(GENERATIONS - 1):
        searcher.search(START, Limits(nodes=1))
    again = searcher.search(START, limits)
    assert (again.depth, again.nodes, again.lines) == (first.depth, first.nodes, first.lines)


def test_no_search_wipes_the_whole_table() -> None:
    """That would take so long that the search comes late; told from the processor's time."""
    searcher, memory = NativeSearcher(), ctypes.create_string_buffer(TABLE_BYTES)
    whole = min(_cost(lambda: ctypes.memset(memory, 0, TABLE_BYTES)) for _ in range(2))
    costs = [
        _cost(lambda: searcher.search(START, Limits(nodes=1))) for _ in range(2 * GENERATIONS + 1)
    ]
    assert (
        sorted(costs)[-2] < whole * 2 / 3
    )  # a wipe would have come twice; once may be something else


def _cost(call: Callable[[], object]) -> float:
    """Seconds of this thread's own time."""
    started = time.thread_time()
    call()
    return time.thread_time() - started
