"""Nodes a second of the search, for each game, and what every search pays before it begins."""

from __future__ import annotations

import time
from collections.abc import Iterator

from pi_board.games.registry import GAMES, make_game
from pi_board.hints.native import NativeSearcher, available
from pi_board.hints.search import Limits, Question, question_of

SHORT_SEARCHES = 511  # each part of the table is wiped twice


def figures() -> Iterator[tuple[str, str]]:
    """One second from the start position of each game, and searches of one node."""
    if not available():
        yield "search kernel", "not built"
        return
    searcher = NativeSearcher()
    for name in GAMES:
        question = _start(name)
        started = time.thread_time()
        answer = searcher.search(question, Limits(seconds=1.0))
        rate = answer.nodes / (time.thread_time() - started)
        yield f"{name} search, kernel", f"{rate:14,.0f} nodes/s, depth {answer.depth} in 1 s"
    costs = sorted(_cost_ms(searcher, _start("loa")) for _ in range(SHORT_SEARCHES))
    shown = f"median {costs[len(costs) // 2]:.2f} ms, worst two {costs[-2]:.2f}, {costs[-1]:.2f}"
    yield f"search of one node, {SHORT_SEARCHES} times", shown


def _start(name: str) -> Question:
    game = make_game(name)
    return question_of(game, (game.start(),))


def _cost_ms(searcher: NativeSearcher, question: Question) -> float:
    """Milliseconds of this thread's own time."""
    started = time.thread_time()
    searcher.search(question, Limits(nodes=1))
    return 1000 * (time.thread_time() - started)
