"""What can be asked of the archive, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from unicodedata import normalize

from pi_board.core.words import one_name
from pi_board.records.place import NOT_PLAYED
from pi_board.records.record import is_day_alone

OPEN = "unfinished"  # asks for games without a result
RESULTS = ("b", "w", "draw", OPEN)
# Asks for games that were begun here and are neither over nor damaged, nor left for another one, as
# those of a match are that has a newer game.
GOES_ON = "goes on"


@dataclass(frozen=True, slots=True)
class Midnight:
    """When a day begins, as wall time in seconds: at this place, and in UTC, at which games stand
    of which only the day is known.
    """

    local: float
    utc: float


@dataclass(frozen=True, slots=True)
class Filter:
    """Which games: all that agree with everything given.

    `player` is part of either name, in any case · `since` and `until` are days' beginnings, the
    second day excluded · `result` is one of `RESULTS` or `GOES_ON`.
    """

    game: str = ""
    player: str = ""
    since: Midnight | None = None
    until: Midnight | None = None
    result: str = ""
    match: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """One game in a list. `problem` says why its journal cannot be read, or where it is
    damaged and tells no more, "" if it is whole.
    """

    id: str
    game: str
    black: str
    white: str
    started: float
    outcome: str
    reason: str
    plies: int
    score_b: int | None
    score_w: int | None
    source: str
    match: str
    hints: int
    problem: str

    @property
    def begun(self) -> str:
        """When it began, in local time; the day alone where no more is known (as of many files),
        which is the same everywhere; "" where nothing is.
        """
        if not self.started:
            return ""
        if is_day_alone(self.started):
            return f"{datetime.fromtimestamp(self.started, UTC):%Y-%m-%d}"
        return f"{datetime.fromtimestamp(self.started).astimezone():%Y-%m-%d %H:%M}"


@dataclass(frozen=True, slots=True)
class Statistics:
    """How somebody fared in one game; `unfinished` games count as none of the others."""

    player: str
    game: str
    games: int
    won: int
    lost: int
    drawn: int
    unfinished: int
    mean_plies: float


def where(wanted: Filter) -> tuple[str, tuple[object, ...]]:
    """The condition and its values in SQL."""
    parts: list[str] = []
    values: list[object] = []

    def add(part: str, *given: object) -> None:
        parts.append(part)
        values.extend(given)

    if wanted.game:
        add("game = ?", wanted.game)
    if wanted.player:
        keys = "(select key from names where instr(key, ?))"
        key = normalize("NFC", wanted.player).casefold()  # a part, spaces too
        # without such a name the first part is false once and for all, and no game is looked at
        add(f"exists {keys} and (black_key in {keys} or white_key in {keys})", key, key, key)
    if wanted.since:  # west of Greenwich the day begins later than in UTC
        local, utc = wanted.since.local, wanted.since.utc
        earliest = min(local, utc)  # alone it can be looked up in the index
        add("started >= ? and (started >= ? or started = ?)", earliest, local, utc)
    if wanted.until:
        add("started < ? and started != ?", wanted.until.local, wanted.until.utc)
    if wanted.result == GOES_ON:
        add("outcome = '' and not is_left and problem = ''")
        # by name, which tells in what order they were played, whatever the clock said
        add(
            "not exists (select 1 from games as newer where newer.match = games.match "
            "and newer.match <> '' and newer.id > games.id and newer.problem = '' "
            "and instr(newer.source, ?) <> 1 and instr(newer.source, ?) <> 1)",
            *NOT_PLAYED,
        )
        for source in NOT_PLAYED:
            add("instr(source, ?) <> 1", source)
    elif wanted.result:
        add("outcome = ?", "" if wanted.result == OPEN else wanted.result)
    if wanted.match:
        add("match = ? and match <> ''", one_name(wanted.match))  # a blank name is none
    return " and ".join(parts) or "1", tuple(values)
