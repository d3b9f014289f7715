"""Counting leaves of Lines of Action: the rules in Python, the kernel in C, OpenSpiel if installed.

OpenSpiel (``pip install open_spiel``) is the yardstick, used through its Python API as a program
would use it; it is no dependency of this project.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from pi_board.core.perft import perft
from pi_board.games.registry import make_game
from pi_board.hints.native import NativeSearcher, available


def figures() -> Iterator[tuple[str, str]]:
    """Leaves a second of each counter, leaves made and tested for the end of the game."""
    game = make_game("loa")
    start = game.start()
    yield _shown("loa perft 4, rules in Python", _timed(lambda: perft(game, start, 4)))
    kernel = None
    if available():
        searcher, text = NativeSearcher(), game.position_text(start)
        kernel = _timed(lambda: searcher.perft("loa", "", text, 5))
        yield _shown("loa perft 5, kernel", kernel)
    try:
        import pyspiel
    except ImportError:
        yield "loa perft 3, OpenSpiel's Python API", "not installed (pip install open_spiel)"
        return
    state = pyspiel.load_game("lines_of_action").new_initial_state()
    spiel = _timed(lambda: _spiel(state, 3))
    yield _shown("loa perft 3, OpenSpiel's Python API", spiel)
    if kernel is not None:
        yield "kernel against OpenSpiel", f"{_rate(kernel) / _rate(spiel):14,.0f} times"


def _spiel(state: object, depth: int) -> int:
    if state.is_terminal():  # type: ignore[attr-defined]
        return int(depth == 0)
    if depth == 0:
        return 1
    return sum(_spiel(state.child(a), depth - 1) for a in state.legal_actions())  # type: ignore[attr-defined]


def _timed(count: Callable[[], int]) -> tuple[int, float]:
    """How many leaves, and in how many seconds of this process's own time."""
    started = time.process_time()
    return count(), time.process_time() - started


def _rate(counted: tuple[int, float]) -> float:
    return counted[0] / counted[1]


def _shown(label: str, counted: tuple[int, float]) -> tuple[str, str]:
    leaves, seconds = counted
    return label, f"{_rate(counted):14,.0f} leaves/s ({leaves:,} in {seconds:.2f} s)"
