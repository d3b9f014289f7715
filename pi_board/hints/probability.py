"""From the value of a search to the probability that the side to move wins (a draw is half a win).

A logistic curve for each game, its scale fitted to games of the kernel against itself; see
`pi_board.simulation.matches` for how such games are made.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from pi_board.hints.search import Line

# Values at which the odds are e to 1. Fitted to 93,886 positions (Lines of Action), 65,359 (Linja)
# and 1,745 (Connex'oh, of finished games only) at 2,500 to 5,000 nodes a move; in six bands of
# probability the predicted and the actual share of wins differ by 0.05 at the most.
_SCALE: Mapping[str, float] = MappingProxyType({"loa": 750.0, "linja": 935.0, "connexoh": 410.0})
_PROVED: Mapping[str, float] = MappingProxyType({"win": 1.0, "draw": 0.5, "loss": 0.0})
_LIMIT = 50.0  # beyond which exp only makes noise


def win_probability(game: str, line: Line) -> float:
    """Probability, 0 to 1, that the side to move wins if it plays `line`."""
    if line.proved:
        return _PROVED[line.proved]
    odds = max(-_LIMIT, min(_LIMIT, line.value / _SCALE[game]))
    return 1 / (1 + math.exp(-odds))
