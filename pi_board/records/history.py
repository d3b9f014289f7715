"""From the lines of a journal to the record of the game, and back: one step for each line.

    record = record_of(read_journal(path), str(path))

Lines that say nothing about the record are passed over, so that a journal may hold more than this
module knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from pi_board.core.errors import InvalidFile, InvalidText
from pi_board.core.words import many
from pi_board.records.journal import JournalLine, each_line, journal_bytes
from pi_board.records.record import Header, Record, RecordedMove
from pi_board.records.replay import Replayed, replayed
from pi_board.referee.words import player_named

_CHANGES = ("move_played", "move_revised", "taken_back")  # events
_EARLIEST, _LATEST = -3e10, 1e11  # seconds: the years 1019 and 5138
_OPTIONAL = ("position", "layout", "profile", "clock", "match", "match_length", "policy", "comment")


def header_of(line: JournalLine, name: str) -> Header:
    """The header in the first line of a journal. Raises InvalidFile that begins with `name`."""
    try:
        black, white = line["players"]
        return Header(
            _text("game", line["game"]),
            tuple((str(name), str(value)) for name, value in line["rules"].items()),
            (_text("players", black), _text("players", white)),
            _text("source", line.get("source", "")),
            _started(line),
            confirm=bool(line.get("confirm")),
            most_hints=_budget(line),
            nudges=bool(line.get("nudges")),
            practice=bool(line.get("practice")),
            **{name: _text(name, line.get(name, "")) for name in _OPTIONAL},
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise InvalidFile(
            f"{name}, line 1: {_amiss(error)}; expected a header with game, rules, players, source "
            "and started"
        ) from error


def _started(line: JournalLine) -> float:
    """Raises LookupError, TypeError, ValueError or OverflowError for one that is damaged."""
    started = float(line["started"])
    if not _EARLIEST < started < _LATEST:
        raise ValueError(f"started {started}")
    return started


def _text(name: str, value: object) -> str:
    """A value of JSON that is called `name`. Raises ValueError if it is no text."""
    if not isinstance(value, str):
        raise ValueError(f"{name} {value!r}, expected a text")
    return value


def _amiss(error: Exception) -> str:
    """What is wrong with a line, in words: of what is missing Python says only the name."""
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)


def _budget(line: JournalLine) -> tuple[int | None, int | None]:
    black, white = line.get("most_hints", (None, None))
    return None if black is None else int(black), None if white is None else int(white)


def record_of(lines: Sequence[JournalLine], name: str) -> Record:
    """The record of a whole journal, header first. Raises InvalidFile with `name` and the line."""
    history = History(header_of(lines[0], name))
    history.follow(lines[1:], name)
    return history.record


def readable_record(path: Path) -> tuple[Record, str]:
    """The record of a journal as far as it can be read, and what is damaged then, "" if nothing is:
    what stands behind that may be wrong without it. Raises InvalidFile if nothing can be read.
    """
    name = str(path)
    lines = each_line(journal_bytes(path), name)
    history, damage = History(header_of(next(lines), name)), ""
    try:
        history.follow(lines, name)
    except InvalidFile as error:
        damage = str(error)
    return history.record, damage


def checked(lines: Sequence[JournalLine], name: str) -> Replayed:
    """The record of a journal, played again by the rules. Raises InvalidFile as `record_of` and
    `replayed` do, also if the moves lead elsewhere than the last line that changed them says: one
    that is damaged may be legal all the same.
    """
    again = replayed(record_of(lines, name))
    _check_position(lines, again)
    return again


def _check_position(lines: Iterable[JournalLine], again: Replayed) -> None:
    changes = [line for line in lines if line.get("event") in _CHANGES]
    said = changes[-1].get("position") if changes else None
    if said is None:
        return
    written, stands = said, again.game.position_text(again.now)
    with suppress(InvalidText):  # other programs may write the same otherwise
        written = again.game.position_text(again.game.parse_position(str(said)))
    if written != stands:
        raise InvalidFile(
            f"position {said!r} after {many(len(again.record.moves), 'move')}, expected {stands!r} "
            "by the rules"
        )


class History:
    """The record so far; `take` each further line of the journal."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._moves: list[RecordedMove] = []
        self._taken_back: list[tuple[RecordedMove, ...]] = []
        self._hints: list[int] = []
        self._over: dict[str, Any] = {}
        self._clocks_s: tuple[float, float] | None = None
        self._offences = (0, 0)
        self._given = {"b": 0, "w": 0}
        self._left = False

    def take(self, line: JournalLine) -> None:
        """Take note of one line. Raises LookupError, TypeError, ValueError or OverflowError for a
        damaged one.
        """
        self._happened(line)
        if "clocks_s" in line:
            black, white = line["clocks_s"]
            self._clocks_s = (float(black), float(white))
        if "offences" in line:
            black, white = line["offences"]
            self._offences = (int(black), int(white))
        if line.get("command") == "hint" or "hint" in line:
            self._hints.append(len(self._moves))
        if "hint" in line and line.get("shown") == "stone":  # what follows shows more of it
            self._given[player_named(line["player"])] += 1
        if "hints_given" in line:
            black, white = line["hints_given"]
            self._given = {"b": int(black), "w": int(white)}
        if "closed" in line:
            self._left = True
        if "started" in line:  # the clock was set since
            self._header = replace(self._header, started=_started(line))

    def follow(self, lines: Iterable[JournalLine], name: str) -> None:
        """Take note of all lines behind the header. Raises InvalidFile with `name` and the number
        of a damaged one.
        """
        for number, line in enumerate(lines, 2):
            try:
                if "schema" in line:
                    raise ValueError("a second header, expected one game")
                self.take(line)
            except (LookupError, TypeError, ValueError, OverflowError) as error:
                raise InvalidFile(f"{name}, line {number}: {_amiss(error)}") from error

    def take_all(self, lines: Iterable[JournalLine]) -> None:
        """Take note of several lines."""
        for line in lines:
            self.take(line)

    @property
    def record(self) -> Record:
        """The record as it stands."""
        over = self._over
        return Record(
            self._header,
            tuple(self._moves),
            over.get("outcome", ""),
            over.get("reason", ""),
            over.get("score"),
            tuple(self._taken_back),
            tuple(sorted(set(self._hints))),
            self._clocks_s,
            self._offences,
            (self._given["b"], self._given["w"]),
            self._left,
        )

    def _happened(self, line: JournalLine) -> None:
        """Take note of an event, if the line has one. Raises as `take` does."""
        match line.get("event"):
            case "game_started":
                self._hints.clear()  # asked for while the board was set up: nothing could be shown
            case "move_played":
                self._moves.append(_move(line))
            case "move_revised":
                self._revise(line)
            case "taken_back":
                self._take_back(int(line["plies"]))
            case "game_over":
                self._over = _checked_end(line)

    def _revise(self, line: JournalLine) -> None:
        if not self._moves:
            raise ValueError("a move revised before any was played")
        old = self._moves[-1]
        to_move = str(line["position"]).split()[1]  # the second field in every game
        clock = line.get("clock_s")
        self._moves[-1] = replace(
            old,
            text=_text("move", line["move"]),
            turn_over=to_move != old.player,
            clock_s=old.clock_s if clock is None else float(clock),
        )
        self._over = {}

    def _take_back(self, plies: int) -> None:
        keep = len(self._moves) - plies
        if plies < 0 or keep < 0:
            raise ValueError(f"{plies} moves taken back of {len(self._moves)}")
        if plies:  # else only the end of the game was, such as a resignation
            self._taken_back.append(tuple(self._moves))
            del self._moves[keep:]
        self._over = {}


def _checked_end(line: JournalLine) -> dict[str, Any]:
    """How the game ended, by the names of `Record`."""
    outcome, reason = line["outcome"], line["reason"]
    if outcome not in ("b", "w", "draw") or not isinstance(reason, str):
        raise ValueError(f"outcome {outcome!r} ({reason!r}), expected b, w or draw and a reason")
    score = line.get("score")
    return {
        "outcome": outcome,
        "reason": reason,
        "score": (int(score["b"]), int(score["w"])) if score else None,
    }


def _move(line: JournalLine) -> RecordedMove:
    accepted = bool(line.get("accepted_illegal"))
    clock = line.get("clock_s")
    return RecordedMove(
        player_named(line["player"]),
        _text("move", line["move"]),
        bool(line["turn_over"]),
        _text("position", line["position"]) if accepted else "",
        None if clock is None else float(clock),
        _text("comment", line.get("comment", "")),
    )


def lines_of(record: Record) -> Iterator[JournalLine]:
    """The lines of a journal (without its header) that tell of `record`, played by the rules.

    Raises InvalidFile naming the first move that the rules do not allow.
    """
    header = record.header
    start = replayed(replace(record, moves=()))
    begun = start.game.position_text(start.positions[0])
    yield {"event": "game_started", "t": None, "position": begun, "rules": dict(header.rules)}
    played: tuple[RecordedMove, ...] = ()
    asked = set(record.hints)  # on which line is not known
    for line in (*record.taken_back, record.moves):
        common = _kept_of(played, line)
        if common < len(played):
            position = start.game.position_text(replayed(replace(record, moves=line[:common])).now)
            plies = len(played) - common
            yield {"event": "taken_back", "t": None, "plies": plies, "position": position}
        again = replayed(replace(record, moves=line))
        for ply in range(common, len(line) + 1):
            if ply in asked:
                asked.remove(ply)
                yield {"hint": None}
            if ply < len(line):
                yield _played(line[ply], again.game.position_text(again.positions[ply + 1]))
        played = line
    if record.clocks_s is not None or any(record.offences + record.hints_given):
        clocks = {"clocks_s": list(record.clocks_s)} if record.clocks_s else {}
        given = {"hints_given": list(record.hints_given)}
        yield {"offences": list(record.offences), **given, **clocks}
    if record.outcome:
        score = {"b": record.score[0], "w": record.score[1]} if record.score else None
        told = {"outcome": record.outcome, "reason": record.reason, "score": score}
        yield {"event": "game_over", "t": None, **told}
    if record.is_left:
        yield {"closed": "another game"}


def taken_back_from(record: Record) -> tuple[int, ...]:
    """How many moves stayed of each line in `record.taken_back`: the rest were taken back."""
    later = (*record.taken_back, record.moves)[1:]
    pairs = zip(record.taken_back, later, strict=True)
    return tuple([_kept_of(line, then) for line, then in pairs])


def _kept_of(line: Sequence[RecordedMove], then: Sequence[RecordedMove]) -> int:
    """How many moves of `line` stood still when `then` was gone on with. What was taken back went
    by one move at least, even when the same was played again.
    """
    return min(_common(line, then), max(0, len(line) - 1))


def _common(one: Sequence[RecordedMove], other: Sequence[RecordedMove]) -> int:
    """How many moves both begin with: what was played again later is another move."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _played(move: RecordedMove, position: str) -> JournalLine:
    told: JournalLine = {
        "event": "move_played",
        "t": None,
        "move": move.text,
        "player": move.player,
    }
    told |= {"position": position, "margin": None, "turn_over": move.turn_over}
    if move.accepted:
        told["accepted_illegal"] = True
    if move.clock_s is not None:
        told["clock_s"] = move.clock_s
    return told | ({"comment": move.comment} if move.comment else {})
