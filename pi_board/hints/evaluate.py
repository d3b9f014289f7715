"""What positions are worth to the side to move, in thousandths: one function for each game.

The functions read the public fields of the games' positions and nothing else. Features and weights
are those of the kernel's files of the same games, where it is told where they come from; a
test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from pi_board.hints.evaluate_connexoh import evaluate_connexoh
from pi_board.hints.evaluate_linja import evaluate_linja
from pi_board.hints.evaluate_loa import evaluate_loa

EVALUATIONS: Mapping[str, Callable[[Any], int]] = MappingProxyType(
    {"loa": evaluate_loa, "linja": evaluate_linja, "connexoh": evaluate_connexoh}
)
