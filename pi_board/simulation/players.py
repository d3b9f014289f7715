"""Who decides what is played at the simulated table: chance, or a search with a share of chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Protocol

from pi_board.core.game import AnyGame
from pi_board.hints.search import Limits, Searcher, question_of
from pi_board.hints.turns import first_turn

# The next small move of a game, for its positions so far.
Choose = Callable[[AnyGame, tuple[Any, ...], Random], Any]

# The texts of the small moves of a turn, for the positions of the game so far and a seed.
ChooseTurn = Callable[[AnyGame, tuple[Any, ...], int], tuple[str, ...]]


class Players(Protocol):
    """Opens whatever it takes to choose moves; may be sent to another process before that."""

    def open(self) -> Choose: ...


@dataclass(frozen=True, slots=True)
class RandomPlayers:
    """Any legal move."""

    def open(self) -> Choose:
        """The chooser."""
        return _by_chance


@dataclass(frozen=True, slots=True)
class EnginePlayers:
    """A search of `nodes` nodes for `share` of the moves, chance for the others."""

    open_searcher: Callable[[], Searcher]
    nodes: int = 300
    share: float = 0.7

    def open(self) -> Choose:
        """The chooser, with a searcher of its own."""
        search = by_limits(self.open_searcher(), Limits(nodes=self.nodes, seed=1))

        def choose(game: AnyGame, positions: tuple[Any, ...], rng: Random) -> Any:
            if rng.random() > self.share:
                return _by_chance(game, positions, rng)
            texts = search(game, positions, rng.randrange(1 << 16))
            return game.parse_move(positions[-1], texts[0])

        return choose


def by_limits(searcher: Searcher, limits: Limits) -> ChooseTurn:
    """A player who searches and plays the best turn found."""

    def choose(game: AnyGame, positions: tuple[Any, ...], seed: int) -> tuple[str, ...]:
        answer = searcher.search(
            question_of(game, positions), replace(limits, seed=limits.seed and seed)
        )
        return first_turn(game, positions[-1], answer.lines[0].moves)

    return choose


def _by_chance(game: AnyGame, positions: tuple[Any, ...], rng: Random) -> Any:
    """A move for a random game that gets somewhere: stones go home when they can."""
    moves = game.legal_moves(positions[-1])
    off = [move for move in moves if game.move_text(move).endswith("off")]
    slides = [move for move in moves if "-" in game.move_text(move)]
    if game.name == "connexoh" and slides and rng.random() < 0.4:
        return rng.choice(off or slides)
    return rng.choice(moves)
