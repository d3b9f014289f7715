"""From the value of a search to the probability that the side to move wins (a draw is half a win).

A logistic curve for each game, its scale fitted to games of the kernel against itself; see
`pi_board.simulation.matches` for how such games are made.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from pi_board.hints.search import Line

# Values at which the odds are e to 1. Lines of Action and Linja: by maximum likelihood, 500 games
# of 3,000 nodes a move each (15,701 and 12,275 positions); in six bands of probability the
# predicted and the actual share of wins differ by 0.03 at the most. Connex'oh: 46 finished games
# (19,365 positions), by least squares over bands of value, since values near 0 foretell little:
# leads below 1,200 won about half the games, those above 2,100 nearly all; the curve is up to 0.25
# off.
_SCALE: Mapping[str, float] = MappingProxyType({"loa": 760.0, "linja": 890.0, "connexoh": 1420.0})
_PROVED: Mapping[str, float] = MappingProxyType({"win": 1.0, "draw": 0.5, "loss": 0.0})
_LIMIT = 50.0  # beyond which exp only makes noise


def win_probability(game: str, line: Line) -> float:
    """Probability, 0 to 1, that the side to move wins if it plays `line`."""
    if line.proved:
        return _PROVED[line.proved]
    odds = max(-_LIMIT, min(_LIMIT, line.value / _SCALE[game]))
    return 1 / (1 + math.exp(-odds))
