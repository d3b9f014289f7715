"""Lines of Action against OpenSpiel's MCTS: ``python -m tests.bench.mcts [GAMES] [NODES]``.

2,000 simulations a move with random playouts against a search of fixed nodes, random two-ply
openings, colours swapped, one line a game. OpenSpiel (``pip install open_spiel``) is the referee:
there a position that comes back is drawn, who moves wins if both sides are connected, and who
cannot move has lost; the search plays under the same rules. `make bench` leaves it out: it takes
long. GAMES is a number of games, or those from one number up to another (``74-100``).
"""

from __future__ import annotations

import random
import sys
from itertools import pairwise
from typing import Any

import pyspiel

from pi_board.app.searching import open_searcher
from pi_board.games.registry import make_game
from pi_board.hints.search import Limits
from pi_board.simulation.players import by_limits
from tests.bench.ladder import game_numbers
from tests.matches import MatchResult, random_opening

SIMULATIONS, EXPLORATION, MEMORY_MB = 2000, 2.0, 1000
GAME = make_game("loa", None, {"simultaneous": "mover_wins", "no_moves": "lose", "repetition": "2"})
SPIEL = pyspiel.load_game("lines_of_action")


def _replayed(positions: tuple[Any, ...]) -> Any:
    """OpenSpiel's state after a game."""
    state = SPIEL.new_initial_state()
    for before, after in pairwise(positions):
        move = next(m for m in GAME.legal_moves(before) if GAME.play(before, m) == after)
        state.apply_action(state.string_to_action(GAME.move_text(move)))
    return state


def play(number: int, nodes: int) -> bool | None:
    """Whether the search wins game `number`, in which it has black if that is even; None: drawn."""
    positions = list(random_opening(GAME, random.Random(f"1 {number // 2}")))
    state, colour = _replayed(tuple(positions)), number % 2
    evaluator = pyspiel.RandomRolloutEvaluator(1, number)
    bot = pyspiel.MCTSBot(
        SPIEL, evaluator, EXPLORATION, SIMULATIONS, MEMORY_MB, True, number, False
    )
    choose = by_limits(open_searcher(), Limits(nodes=nodes))
    while not state.is_terminal():
        if state.current_player() == colour:
            (text,) = choose(GAME, tuple(positions), number)
        else:
            text = state.action_to_string(bot.step(state))
        state.apply_action(state.string_to_action(text))
        positions.append(GAME.play(positions[-1], GAME.parse_move(positions[-1], text)))
    value = state.returns()[colour]
    return None if value == 0 else value > 0


def main() -> None:
    """Play the games and print how they went so far."""
    numbers = game_numbers(sys.argv[1] if len(sys.argv) > 1 else "100")
    nodes = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    result = MatchResult()
    for number in numbers:
        result = result.with_winner(play(number, nodes))
        print(f"games {numbers[0]} to {number}: {result}", flush=True)


if __name__ == "__main__":
    main()
