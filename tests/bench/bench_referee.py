"""Refereeing one observation after the other of games at the clumsy table."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from statistics import median

from pi_board.core.observation import Observation
from pi_board.games.registry import GAMES, make_game
from pi_board.referee.advance import advance, begin
from pi_board.referee.phases import State
from pi_board.simulation.plan import Plan
from pi_board.simulation.runner import Session, first_seed
from pi_board.simulation.sensors import KINDS

GAMES_EACH = 4


def figures() -> Iterator[tuple[str, str]]:
    """CPU time for each uncovered observation of some clumsy games, by game and sensor."""
    for name in GAMES:
        for kind in KINDS:
            spent_ms: list[float] = []
            for number in range(GAMES_EACH):
                session = Session(Plan(make_game(name), kind), first_seed(1) + number)
                session.play()
                spent_ms += _replayed(name, session)
            spent_ms.sort()
            figure = (
                f"median {median(spent_ms):.2f} ms, 99 % under "
                f"{spent_ms[int(0.99 * len(spent_ms))]:.1f} ms, worst {spent_ms[-1]:.1f} ms"
            )
            yield f"{name}, {kind}: one observation refereed", figure


def _replayed(name: str, session: Session) -> list[float]:
    state: State = begin(make_game(name))
    spent_ms = []
    gc.disable()  # as timeit does: what other objects there are is no matter of the referee's
    for item in session.inputs:
        before = time.process_time()
        state, _ = advance(state, item)
        if isinstance(item, Observation) and not item.obstructed:
            spent_ms.append(1000 * (time.process_time() - before))
    gc.enable()
    return spent_ms
