"""Counting leaves of Lines of Action: the rules in Python, the kernel in C, OpenSpiel if installed.

OpenSpiel (``pip install open_spiel``) is the yardstick, used through its Python API as a program
would use it; it is no dependency of this project.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from pi_board.games.perft import perft
from pi_board.games.registry import make_game
from pi_board.hints.native import NativeSearcher, available


def figures() -> Iterator[tuple[str, str]]:
    """Leaves a second of each counter, leaves made and tested for the end of the game."""
    game = make_game("loa")
    start = game.start()
    yield _rate("loa perft 4, rules in Python", lambda: perft(game, start, 4))
    if available():
        kernel, text = NativeSearcher(), game.position_text(start)
        yield _rate("loa perft 5, kernel", lambda: kernel.perft("loa", "", text, 5))
    try:
        import pyspiel
    except ImportError:
        yield "loa perft 3, OpenSpiel's Python API", "not installed"
        return
    state = pyspiel.load_game("lines_of_action").new_initial_state()
    yield _rate("loa perft 3, OpenSpiel's Python API", lambda: _spiel(state, 3))


def _spiel(state: object, depth: int) -> int:
    if state.is_terminal():  # type: ignore[attr-defined]
        return int(depth == 0)
    if depth == 0:
        return 1
    return sum(_spiel(state.child(a), depth - 1) for a in state.legal_actions())  # type: ignore[attr-defined]


def _rate(label: str, count: Callable[[], int]) -> tuple[str, str]:
    started = time.perf_counter()
    leaves = count()
    seconds = time.perf_counter() - started
    return label, f"{leaves / seconds:14,.0f} leaves/s ({leaves:,} in {seconds:.2f} s)"
