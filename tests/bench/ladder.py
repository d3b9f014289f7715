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
from tests.matches import MatchResult, by_level, winners


def game_numbers(text: str) -> range:
    """The games meant by ``200`` or ``80-200``, the last number not included."""
    begin, _, end = text.rpartition("-")
    return range(int(begin or 0), int(end))


def main() -> None:
    """Play the matches and print how each goes so far."""
    name, numbers = sys.argv[1], game_numbers(sys.argv[2] if len(sys.argv) > 2 else "200")
    for level in [int(word) for word in sys.argv[3:]] or LEVELS[1:]:
        searcher, result = open_searcher(), MatchResult()
        players = by_level(searcher, level), by_level(searcher, level - 1)
        for number, winner in zip(
            numbers, winners(make_game(name), *players, numbers), strict=True
        ):
            result = result.with_winner(winner)
            about = f"{name} level {level} against {level - 1}, games {numbers[0]} to {number}"
            print(f"{about}: {result}, {result.score:.1%}", flush=True)


if __name__ == "__main__":
    main()
