"""What a reader said, written as the lines that ``pi-board referee`` reads, to be refereed again.

A line names only the sites that read differently from what was last written of them, by as much as
may matter to the referee: a reader's numbers are never twice the same.
"""

from __future__ import annotations

import gzip
import json
import shutil
from collections import deque
from collections.abc import Iterable
from concurrent.futures import Executor
from contextlib import suppress
from io import BytesIO
from math import inf
from pathlib import Path
from typing import TextIO

from pi_board.core.layout import Layout, Surface
from pi_board.core.observation import Command, Input, Observation, Row, Tick, probabilities
from pi_board.records.durable import replace_file
from pi_board.records.journal import JournalLine
from pi_board.records.place import need_room
from pi_board.referee.evidence import bounded

_LEAST = 1e-5  # less likely is written as 0
_MATTERS_NATS = 0.05  # a change of one label's bounded log-probability
_LOOK_FOR_ROOM = 100  # lines, between two looks at what is free on the disk
_KEPT_BEFORE = 200  # inputs before the game starts
_FIRST_LOOKS = 100  # alike: more hardly change how steady the referee takes a reader to be
# the others are this share of the time since then, or until the end, apart, but no more than of so
# much: the looks that the referee remembers always have their full weight (`watch.MOST_WEIGHT`)
_APART = 0.1
_LAST_S = 30.0
_OF_A_LOOK = frozenset({"t", "frame", "obstructed", "stirred"})  # in a line that says nothing new


class ObservationLines:
    """Turns inputs into lines; remembers the last look."""

    def __init__(self) -> None:
        self._layout: Layout | None = None
        self._written: list[Row] = []  # bounded, of each site

    def line(self, given: Input) -> JournalLine | None:
        """The line of an observation or a command, None for anything else."""
        if isinstance(given, Command):
            return {"t": given.t, "command": f"{given.name} {given.argument}".strip()}
        if not isinstance(given, Observation):
            return None
        line: JournalLine = {"t": given.t}
        if given.frame is not None:
            line["frame"] = given.frame
        if given.layout is not self._layout:
            line |= _nothing_known(given.layout)
            self._layout = given.layout
            self._written = [()] * len(given.layout.sites)
        changed = self._changed(given)
        if changed:
            line["probabilities"] = changed
        line["obstructed"] = list(given.obstructed)
        if given.stirred:
            line["stirred"] = True
        if given.touched:
            line["touched"] = list(given.touched)
        return line

    def _changed(self, given: Observation) -> dict[str, dict[str, float]]:
        labels = given.layout.labels
        changed = {}
        for index, row in enumerate(given.looks):
            now, before = bounded(row), self._written[index]
            if not before or _differ(now, before):
                self._written[index] = now
                shares = zip(labels, _rounded(row), strict=True)
                changed[given.layout.sites[index]] = {name: p for name, p in shares if p}
        return changed


def _differ(one: Row, other: Row) -> bool:
    return any(abs(a - b) > _MATTERS_NATS for a, b in zip(one, other, strict=True))


def _nothing_known(layout: Layout) -> JournalLine:
    """What tells the reader of the lines which kind of board it is."""
    if layout.surface is Surface.ROWS:
        return {"rows": []}
    name = "tiles" if layout.surface is Surface.TILES else "grid"
    return {name: ["?" * layout.columns] * layout.rows}


def _rounded(row: Row) -> Row:
    """The probabilities of a site's labels."""
    return tuple(float(f"{p:.4g}") if p >= _LEAST else 0.0 for p in probabilities(row))


class Thinned:
    """Leaves lines out of a run of lines alike, fewer near its beginning and its end: so that the
    referee decides alike without them. Looks that suddenly come less often, or more often, are for
    a moment too few for it.
    """

    def __init__(self) -> None:
        self._covers: tuple[object, object] | None = None
        self._count = 0
        self._dense_t = self._written_t = 0.0  # of the last of the first looks, and of them all
        self._last: deque[JournalLine] = deque()

    def due(self, line: JournalLine, *, is_news: bool) -> tuple[JournalLine, ...]:
        """What is to be written by now, oldest first. `is_news`: the referee said something to it,
        which ends a run as a line does that is not like the one before.
        """
        t, covers = line["t"], (line.get("obstructed"), line.get("stirred"))
        if is_news or covers != self._covers or not _OF_A_LOOK.issuperset(line):
            before = self.rest()
            self._covers, self._count = covers, 1
            self._dense_t = self._written_t = t
            return (*before, line)
        self._count += 1
        if self._count <= _FIRST_LOOKS:
            self._dense_t = self._written_t = t
            return (line,)
        self._last.append(line)
        kept: list[JournalLine] = []
        while t - self._last[0]["t"] > _LAST_S:
            self._keep(self._last.popleft(), t, kept)
        return tuple(kept)

    def rest(self) -> tuple[JournalLine, ...]:
        """What is to be written of a run that ends."""
        kept: list[JournalLine] = []
        for line in self._last:
            self._keep(line, self._last[-1]["t"], kept)
        self._last.clear()
        self._covers = None
        return tuple(kept)

    def _keep(self, line: JournalLine, end_t: float, kept: list[JournalLine]) -> None:
        """Add to `kept` a line that is far enough from the one kept before it, for how far it is
        from the beginning and the end.
        """
        t = line["t"]
        if t - self._written_t >= _APART * min(t - self._dense_t, end_t - t):
            self._written_t = t
            kept.append(line)


class ObservationLog:
    """The observations of a game on the disk, as far as the disk takes them.

    It is for later, and never in the way: `writer`, who does one thing after the other, waits for
    the disk, and without a disk there is none. A log ends with `megabytes`.
    """

    def __init__(self, writer: Executor, megabytes: float = inf) -> None:
        self._writer = writer
        self._early: deque[Input] = deque(maxlen=_KEPT_BEFORE)
        self._lines, self._thinned = ObservationLines(), Thinned()
        self._is_open = False
        self._file = _File(megabytes * 1e6)  # the writer's

    @property
    def refused(self) -> OSError | None:
        """Why the disk has not taken them, if it ever has not."""
        return self._file.refused

    def take(self, given: Input, *, is_news: bool = False) -> None:
        """Write an input, or remember it until `begin`. `is_news`: the referee said something."""
        if not self._is_open:
            if not isinstance(given, Tick):
                self._early.append(given)
            return
        line = self._lines.line(given)
        if line is not None:
            self._write(self._thinned.due(line, is_news=is_news))
        elif is_news:
            self._write(self._thinned.rest())

    def _write(self, lines: Iterable[JournalLine]) -> None:
        for line in lines:
            self._writer.submit(self._file.write, json.dumps(line, separators=(",", ":")) + "\n")

    def begin(self, folder: Path) -> None:
        """Write to a new file in `folder` from now on, what came before first."""
        self.close()
        self._lines, self._thinned, self._is_open = ObservationLines(), Thinned(), True
        self._writer.submit(self._file.open, folder)
        early = list(self._early)
        self._early.clear()
        for given in early:
            self.take(given)

    def close(self) -> None:
        """Write no further; what comes is remembered for the next `begin`."""
        if self._is_open:
            self._is_open = False
            self._write(self._thinned.rest())
            self._writer.submit(self._file.close)


class _File:
    """The file of the running game, none where the disk has no room for it."""

    def __init__(self, most_bytes: float) -> None:
        self._most_bytes = most_bytes
        self._file: TextIO | None = None
        self._folder = Path()
        self._count = 0
        self.refused: OSError | None = None

    def open(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            need_room(folder)
            self._folder = folder
            for left in folder.glob("observations-*.jsonl"):  # by a power cut
                with suppress(OSError):
                    _compress(left)
            path = folder / f"observations-{len(parts(folder)) + 1}.jsonl"
            self._file = path.open("x", encoding="utf-8", buffering=1)
        except OSError as error:
            self.refused = error

    def write(self, line: str) -> None:
        if self._file is None:
            return
        self._count += 1
        try:
            self._file.write(line)
            if self._count % _LOOK_FOR_ROOM == 0:
                need_room(self._folder)
                if self._file.tell() > self._most_bytes:
                    self.close()
        except OSError as error:
            self.refused = error
            self.close()

    def close(self) -> None:
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
                _compress(Path(self._file.name))
            self._file = None


def _compress(path: Path) -> None:
    """Put a file that is complete into a tenth of the room; it goes when the disk has that. Raises
    OSError.

    It is packed piece by piece: of a device that was left on for days it may be larger than the
    memory.
    """
    packed = BytesIO()
    with path.open("rb") as lines, gzip.open(packed, "wb") as pack:
        shutil.copyfileobj(lines, pack)
    replace_file(path.with_name(path.name + ".gz"), packed.getvalue())
    path.unlink()


def read_part(path: Path) -> bytes:
    """The lines of one of `parts`. Raises OSError."""
    data = path.read_bytes()
    lines = gzip.decompress(data) if path.suffix == ".gz" else data
    return lines[: lines.rfind(b"\n") + 1]  # a power cut tears the last one


def parts(folder: Path) -> tuple[Path, ...]:
    """The files of observations of a game, one for each time the program was started."""
    found = {int(path.name.split(".")[0].split("-")[1]): path for path in _files(folder)}
    return tuple(found[number] for number in sorted(found))


def _files(folder: Path) -> list[Path]:
    """All of them; one that was being compressed when the power went counts as it was before."""
    return [*folder.glob("observations-*.jsonl.gz"), *folder.glob("observations-*.jsonl")]
