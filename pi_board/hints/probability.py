"""From the value of a search to the probability that the side to move wins (a draw is half a win).

A logistic curve for each game, its scale fitted to games of the kernel against itself; see
`pi_board.simulation.matches` for how such games are made.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from pi_board.hints.search import Line

# Values (in thousandths of a stone or point) at which the odds are e to 1.
_SCALE: Mapping[str, float] = MappingProxyType({"loa": 700.0, "linja": 6000.0, "connexoh": 1500.0})
_PROVED: Mapping[str, float] = MappingProxyType({"win": 1.0, "draw": 0.5, "loss": 0.0})
_LIMIT = 50.0  # beyond which exp only makes noise


def win_probability(game: str, line: Line) -> float:
    """Probability, 0 to 1, that the side to move wins if it plays `line`."""
    if line.proved:
        return _PROVED[line.proved]
    odds = max(-_LIMIT, min(_LIMIT, line.value / _SCALE[game]))
    return 1 / (1 + math.exp(-odds))
