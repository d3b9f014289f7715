"""Matches of one player against another, for measuring: swapped colours, random openings.

    result = play_match(make_game("loa"), by_level(searcher, 5), by_level(searcher, 4), 100)

Each pair of games has the same random opening, once with each side. Everything is decided by the
seed as long as the players search by nodes or depth.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from pi_board.core.game import AnyGame, Player
from pi_board.hints.levels import level_of
from pi_board.hints.search import Searcher, question_of
from pi_board.simulation.players import ChooseTurn

OPENING_PLIES = 2
LONGEST = 1000  # small moves; then a game counts as drawn


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Games won, drawn and lost by the first player."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __str__(self) -> str:
        return f"{self.won} won, {self.drawn} drawn, {self.lost} lost"

    @property
    def score(self) -> float:
        """Share of the points, draws counting half."""
        return (self.won + self.drawn / 2) / max(1, self.won + self.drawn + self.lost)

    def with_winner(self, is_first: bool | None) -> MatchResult:
        """One more game; None: drawn."""
        if is_first is None:
            return MatchResult(self.won, self.drawn + 1, self.lost)
        return MatchResult(self.won + is_first, self.drawn, self.lost + (not is_first))


def play_match(
    game: AnyGame, first: ChooseTurn, second: ChooseTurn, games: int, seed: int = 1
) -> MatchResult:
    """Play `games` games; the first player has black in every other one."""
    result = MatchResult()
    for winner in winners(game, first, second, range(games), seed):
        result = result.with_winner(winner)
    return result


def winners(
    game: AnyGame, first: ChooseTurn, second: ChooseTurn, numbers: range, seed: int = 1
) -> Iterator[bool | None]:
    """Play the games `numbers` of a match; of each, whether the first player wins, None: drawn."""
    for number in numbers:
        opening = random_opening(game, random.Random(f"{seed} {number // 2}"))
        colours: tuple[Player, Player] = ("b", "w") if number % 2 == 0 else ("w", "b")
        players = {colours[0]: first, colours[1]: second}
        winner = play_game(game, opening, players, 1000 * seed + number)
        yield None if winner is None else winner == colours[0]


def random_opening(game: AnyGame, rng: random.Random) -> tuple[Any, ...]:
    """The positions of a game after two random turns that do not end it."""
    while True:
        positions = [game.start()]
        for _ in range(OPENING_PLIES):
            mover = positions[-1].to_move
            while positions[-1].to_move == mover and (moves := game.legal_moves(positions[-1])):
                positions.append(game.play(positions[-1], rng.choice(moves)))
        if game.outcome(positions[-1]) is None:
            return tuple(positions)


def play_game(
    game: AnyGame, opening: tuple[Any, ...], players: dict[Player, ChooseTurn], seed: int
) -> Player | None:
    """The winner of a game that begins with `opening`; None: drawn, or too long."""
    positions = list(opening)
    while game.outcome(positions[-1]) is None and len(positions) < LONGEST:
        mover: Player = positions[-1].to_move
        for text in players[mover](game, tuple(positions), 10_000 * seed + len(positions)):
            positions.append(game.play(positions[-1], game.parse_move(positions[-1], text)))
    outcome = game.outcome(positions[-1])
    return outcome.winner if outcome else None


def by_level(searcher: Searcher, number: int) -> ChooseTurn:
    """A player of a level (1 to 10), without its limit of time so that only nodes decide."""

    def choose(game: AnyGame, positions: tuple[Any, ...], seed: int) -> tuple[str, ...]:
        level = level_of(game.name, number)
        answer = searcher.search(
            question_of(game, positions), replace(level.limits(seed + 1), seconds=0.0)
        )
        return level.turn(game, positions[-1], level.choose(answer, seed), seed)

    return choose
