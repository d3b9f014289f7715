"""Reads and replays all that is kept, to find what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable

from pi_board.core.errors import InvalidFile
from pi_board.records.archive import Archive, Problem
from pi_board.records.record import Record
from pi_board.records.replay import replayed
from pi_board.records.search import Filter


def check_games(
    archive: Archive, progress: Callable[[int], None] = lambda _: None
) -> tuple[Problem, ...]:
    """Make the index anew; every journal that cannot be read or whose moves are not legal."""
    problems = list(archive.rebuild(progress))
    for summary in archive.games(Filter()):
        if not summary.problem:
            text = fault_of(archive.record(summary.id))
            if text:
                problems.append(Problem(summary.id, text))
    return tuple(sorted(problems, key=lambda problem: problem.id))


def fault_of(record: Record) -> str:
    """What is wrong with a record, "" if nothing is."""
    try:
        again = replayed(record)
    except InvalidFile as error:
        return str(error)
    end = again.game.outcome(again.now)
    if end is not None and (str(end), end.reason) != (record.outcome, record.reason):
        found = record.result or "no result"
        return f"the board says {end} ({end.reason}), the journal {found}"
    return ""
