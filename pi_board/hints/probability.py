"""From the value of a search to the probability that the side to move wins (a draw is half a win).

A logistic curve for each game, its scale fitted to games of the kernel against itself.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from pi_board.core.game import Outcome, Player
from pi_board.hints.search import Variation

# Values at which the odds are e to 1. Lines of Action and Linja: by maximum likelihood, 500 games
# of 3,000 nodes a move each (15,701 and 12,275 positions); in six bands of probability the
# predicted and the actual share of wins differ by 0.03 at the most. Connex'oh: 46 games (19,365
# positions), by least squares over bands of value. 100 other games of 3,000 nodes (48,310
# positions; a game is hardly more than one piece of evidence) want 1,480, give or take 370; in six
# bands of probability, 0.5 to 1 for the side ahead, the actual share differs from the predicted one
# by 0.02, 0.04, -0.01, -0.05, -0.04, 0.04 (standard errors 0.03 to 0.09). The number of stones left
# as a second feature is no certain gain there: 0.007 less logarithmic loss, give or take 0.013.
_SCALE: Mapping[str, float] = MappingProxyType({"loa": 760.0, "linja": 890.0, "connexoh": 1420.0})
_PROVED: Mapping[str, float] = MappingProxyType({"win": 1.0, "draw": 0.5, "loss": 0.0})
# What a turn costs of that: from here on another one was better, or it was a mistake.
INACCURACY, MISTAKE = 0.05, 0.15
_LIMIT = 50.0  # beyond which exp only makes noise


def win_probability(game: str, line: Variation) -> float:
    """Probability, 0 to 1, that the side to move wins if it plays `line`."""
    if line.proved:
        return _PROVED[line.proved]
    odds = max(-_LIMIT, min(_LIMIT, line.value / _SCALE[game]))
    return 1 / (1 + math.exp(-odds))


def win_probability_of(player: Player, to_move: Player, game: str, line: Variation) -> float:
    """Probability, 0 to 1, that `player` wins if `to_move`, whose turn it is, plays `line`."""
    chance = win_probability(game, line)
    return chance if player == to_move else 1 - chance


def worth(end: Outcome, player: Player) -> float:
    """What an ended game is worth to `player`: the probability, 0, 0.5 or 1, of what has come."""
    if end.winner is None:
        return 0.5
    return float(end.winner == player)
