"""What can be asked of the archive, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass

from pi_board.core.words import one_line

OPEN = "unfinished"  # asks for games without a result
RESULTS = ("b", "w", "draw", OPEN)


@dataclass(frozen=True, slots=True)
class Filter:
    """Which games: all that agree with everything given.

    `player` is part of either name, in any case · `since` and `until` are wall times in seconds,
    the second one excluded · `result` is one of `RESULTS`.
    """

    game: str = ""
    player: str = ""
    since: float | None = None
    until: float | None = None
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
        key = wanted.player.casefold()
        # without such a name the first part is false once and for all, and no game is looked at
        add(f"exists {keys} and (black_key in {keys} or white_key in {keys})", key, key, key)
    if wanted.since is not None:
        add("started >= ?", wanted.since)
    if wanted.until is not None:
        add("started < ?", wanted.until)
    if wanted.result:
        add("outcome = ?", "" if wanted.result == OPEN else wanted.result)
    if wanted.match:
        add("match = ?", one_line(wanted.match))
    return " and ".join(parts) or "1", tuple(values)
