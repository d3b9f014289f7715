"""Nodes a second of the search, for each game."""

from __future__ import annotations

from collections.abc import Iterator

from pi_board.games.registry import GAMES, make_game
from pi_board.hints.native import NativeSearcher, available
from pi_board.hints.search import Limits, Question


def figures() -> Iterator[tuple[str, str]]:
    """One second from the start position of each game."""
    if not available():
        yield "search kernel", "not built"
        return
    searcher = NativeSearcher()
    for name in GAMES:
        game = make_game(name)
        question = Question(name, "", (game.position_text(game.start()),))
        answer = searcher.search(question, Limits(seconds=1.0))
        rate = f"{answer.nodes / answer.seconds:14,.0f} nodes/s, depth {answer.depth} in 1 s"
        yield f"{name} search, kernel", rate
