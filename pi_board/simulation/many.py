"""Many games, several at a time in processes of their own; the results are those of one by one."""

from __future__ import annotations

import signal
from collections.abc import Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from multiprocessing import active_children

from pi_board.core.errors import EnvironmentFault
from pi_board.core.events import Event
from pi_board.simulation.plan import Plan
from pi_board.simulation.runner import Result, Session

WORTH_PROCESSES = 20  # games; fewer are played sooner than processes are started


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: its figures, and what the referee said (nothing if nobody wants it)."""

    result: Result
    events: tuple[Event, ...]


def play_many(
    plan: Plan, seeds: Sequence[int], workers: int, keep_events: bool = True
) -> Generator[Played]:
    """The games of `seeds` in this order, by up to `workers` processes.

    Raises EnvironmentFault if one of them dies, as where the system has no memory left.
    """
    one = partial(_play, plan, keep_events)
    if workers < 2 or len(seeds) < WORTH_PROCESSES:
        yield from map(one, seeds)
        return
    others = set(active_children())
    with ProcessPoolExecutor(workers, initializer=_leave_ctrl_c_to_others) as pool:
        try:
            yield from pool.map(one, seeds)
        except (GeneratorExit, KeyboardInterrupt):
            for worker in set(active_children()) - others:
                worker.terminate()  # a game may take seconds, and nobody waits for it
            raise
        except BrokenProcessPool as error:
            raise EnvironmentFault(
                "a process that played games has died, perhaps for want of memory: fewer --workers "
                "take less"
            ) from error
        finally:
            pool.shutdown(cancel_futures=True)  # nobody waits for the rest


def _leave_ctrl_c_to_others() -> None:
    """In a process of its own: whoever waits for its games ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _play(plan: Plan, keep_events: bool, seed: int) -> Played:
    session = Session(plan, seed)
    result = session.play()
    return Played(result, tuple(session.events) if keep_events else ())
