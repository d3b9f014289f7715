"""Reads and replays all that is kept, to find what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pi_board.core.errors import InvalidFile
from pi_board.records.archive import Archive, Problem
from pi_board.records.history import checked
from pi_board.records.journal import each_line, ended, journal_bytes
from pi_board.records.search import Filter


def check_games(
    archive: Archive, progress: Callable[[int], None] = lambda _: None
) -> tuple[Problem, ...]:
    """Make the index anew; every journal that cannot be read, or whose moves are not legal or lead
    elsewhere than it says.
    """
    problems = list(archive.rebuild(progress))
    for summary in archive.games(Filter()):
        if not summary.problem:
            text = fault_of(archive.path(summary.id))
            if text:
                problems.append(Problem(summary.id, text))
    return tuple(sorted(problems, key=lambda problem: problem.id))


def fault_of(path: Path) -> str:
    """What is wrong with a journal, "" if nothing is."""
    try:
        data = journal_bytes(path)
        again = checked(tuple(each_line(data, str(path))), str(path))
    except InvalidFile as error:
        return str(error)
    if len(ended(data)) > len(data):  # an editor has left it so: a power cut hardly ever does
        lines = data.count(b"\n") + 1
        return f"{path}, line {lines}: expected a newline that ends it; without one it is not read"
    record, end = again.record, again.game.outcome(again.now)
    if end is not None and (str(end), end.reason) != (record.outcome, record.reason):
        found = record.result or "no result"
        return f"the board says {end} ({end.reason}), the journal {found}"
    return ""
