"""The archive with 100,000 games: how long listing, filtering and opening take, and the journal."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from pi_board.records.archive import Archive
from pi_board.records.journal import Journal
from pi_board.records.record import Header
from pi_board.records.search import Filter
from tests.records.games import NAMES, random_record

GAMES = 100_000
PATTERNS = 100


def figures() -> Iterator[tuple[str, str]]:
    """Milliseconds of what people wait for."""
    with TemporaryDirectory() as folder:
        games = Path(folder) / "games"
        began = time.perf_counter()
        _fill(games)
        with closing(Archive(games)) as archive:
            archive.refresh()
            yield f"index {archive.count(Filter()):,} games for the first time", _seconds(began)
        yield from _queries(games)
        yield from _appending(Path(folder) / "journal.jsonl")


def _fill(games: Path) -> None:
    """Some games under very many names (links, to spare the disk)."""
    with closing(Archive(games)) as archive:
        kinds = ("loa", "linja", "connexoh")
        records = [random_record(kinds[n % 3], Random(n)) for n in range(PATTERNS)]
        patterns = [archive.path(archive.add(record)) for record in records]
    for number in range(GAMES - PATTERNS):
        kind = ("loa", "linja", "connexoh")[number % PATTERNS % 3]
        seconds, thousandths = divmod(number, 1000)
        os.link(
            patterns[number % PATTERNS],
            games / f"20200101-{seconds:06}-{thousandths:03}-{kind}.jsonl",
        )


def _queries(games: Path) -> Iterator[tuple[str, str]]:
    yield "open the archive, nothing new", _median(lambda: _opened(games))
    with closing(Archive(games)) as archive:
        archive.refresh()
        for label, wanted in (
            ("newest 20", Filter()),
            ("by game", Filter(game="linja")),
            ("by player", Filter(player=NAMES[1])),
            ("by a player who is not there", Filter(player="nobody")),
            ("by date and result", Filter(since=1e9, until=2e9, result="draw")),
        ):

            def ask(wanted: Filter = wanted) -> None:
                archive.games(wanted, 20)
                archive.count(wanted)

            yield f"list and count {label}", _median(ask)
        some = archive.games(Filter(), 1)[0].id
        yield "open one game", _median(lambda: archive.record(archive.find(some).id))
        yield "statistics of all players", _median(lambda: archive.statistics(Filter()))


def _opened(games: Path) -> None:
    with closing(Archive(games)) as archive:
        archive.refresh()


def _appending(path: Path) -> Iterator[tuple[str, str]]:
    header = Header("loa", (), ("A", "B"), "bench", 0.0)
    with closing(Journal(path, header)) as journal:
        line = {"event": "move_played", "move": "b1-b3", "t": 1.0, "position": "8/8" * 8}
        yield "keep one move (fsynced)", _median(lambda: journal.append(line), 50)


def _median(call: Callable[[], object], times: int = 7) -> str:
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        call()
        taken.append(time.perf_counter() - began)
    return f"{1000 * sorted(taken)[times // 2]:10.1f} ms"


def _seconds(began: float) -> str:
    return f"{time.perf_counter() - began:10.1f} s"
