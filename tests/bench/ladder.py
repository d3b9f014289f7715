"""Each level against the one below: ``python -m tests.bench.ladder GAME [GAMES] [LEVELS ...]``.

By fixed nodes, so the machine's load does not matter. `make bench` leaves it out: it takes long.
"""

from __future__ import annotations

import sys

from pi_board.app.searching import open_searcher
from pi_board.games.registry import make_game
from pi_board.hints.levels import LEVELS
from pi_board.simulation.matches import by_level, play_match

name, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
for number in [int(word) for word in sys.argv[3:]] or LEVELS[1:]:
    searcher = open_searcher()
    result = play_match(
        make_game(name), by_level(searcher, number), by_level(searcher, number - 1), games
    )
    print(
        f"{name} level {number} against {number - 1}: {result.won} won, {result.drawn} drawn, "
        f"{result.lost} lost, {result.score:.1%}",
        flush=True,
    )
