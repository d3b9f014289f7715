"""Random games and random boards under random rules, for comparing two implementations."""

from __future__ import annotations

import random
from typing import Any

from pi_board.core.game import AnyGame
from pi_board.games.registry import make_game
from tests.games.choices import option_words

_NUMBERS = {"repetition": "0", "bonus_limit": "1 2", "capacity": "6 5", "size": "4 6 8"}
_LENGTH = 120  # small moves of a random game at most


def random_rules(name: str, rng: random.Random) -> dict[str, str]:
    """Some options of the game at any of their values."""
    chosen = {}
    for option, words in option_words(name).items():
        values = words or _NUMBERS[option].split()
        if rng.random() < 0.5:
            chosen[option] = rng.choice(values)
    return chosen


def random_position(name: str, rng: random.Random) -> tuple[AnyGame, Any]:
    """A game under random rules, and a position of a random length of play or a random board."""
    game = make_game(name, None, random_rules(name, rng))
    if name == "loa" and rng.random() < 0.5:
        return game, game.parse_position(_random_loa(rng))
    position = game.start()
    for _ in range(rng.randrange(_LENGTH)):
        moves = game.legal_moves(position)
        if not moves:
            break
        position = game.play(position, rng.choice(moves))
    return game, game.parse_position(game.position_text(position))


def _random_loa(rng: random.Random) -> str:
    """A board of Lines of Action with any stones, few on most boards."""
    squares = [""] * 64
    for stone in "bw":
        for square in rng.sample(range(64), rng.choice((0, 1, 2, 3, 4, 5, 6, 8, 12))):
            squares[square] = stone
    ranks = ("".join(s or "1" for s in squares[8 * y : 8 * y + 8]) for y in range(8))
    return f"{'/'.join(_run_lengths(rank) for rank in ranks)} {rng.choice('bw')}"


def _run_lengths(rank: str) -> str:
    for count in range(8, 1, -1):
        rank = rank.replace("1" * count, str(count))
    return rank
