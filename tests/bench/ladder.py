"""Each level against the one below: ``python -m tests.bench.ladder GAME [GAMES] [LEVELS ...]``.

GAMES is a number of games, or those from one number up to another (``80-200``) to go on with a
match. By fixed nodes, so the machine's load does not matter. `make bench` leaves it out: it takes
long.
"""

from __future__ import annotations

import sys

from pi_board.app.searching import open_searcher
from pi_board.games.registry import make_game
from pi_board.hints.levels import LEVELS
from pi_board.simulation.matches import MatchResult, by_level, winners

name, games = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "200"
begin, end = map(int, games.split("-")) if "-" in games else (0, int(games))
for number in [int(word) for word in sys.argv[3:]] or LEVELS[1:]:
    searcher, result = open_searcher(), MatchResult()
    players = by_level(searcher, number), by_level(searcher, number - 1)
    for game, winner in enumerate(winners(make_game(name), *players, range(begin, end)), begin):
        result = result.with_winner(winner)
        print(
            f"{name} level {number} against {number - 1}, games {begin} to {game}: {result.won} "
            f"won, {result.drawn} drawn, {result.lost} lost, {result.score:.1%}",
            flush=True,
        )
