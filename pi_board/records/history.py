"""From the lines of a journal to the record of the game: one step for each line.

    record = record_of(read_journal(path))

Lines that say nothing about the record are passed over, so that a journal may hold more than this
module knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pi_board.core.errors import InvalidFile
from pi_board.core.game import Player
from pi_board.records.journal import Line
from pi_board.records.record import Branch, Header, Record, RecordedMove


def header_of(line: Line) -> Header:
    """The header in the first line of a journal. Raises InvalidFile."""
    try:
        black, white = line["players"]
        return Header(
            str(line["game"]),
            tuple((str(name), str(value)) for name, value in line["rules"].items()),
            (str(black), str(white)),
            str(line.get("source", "")),
            float(line["started"]),
            *(str(line.get(name, "")) for name in ("position", "layout", "profile")),
            *(str(line.get(name, "")) for name in ("clock", "match", "policy")),
            bool(line.get("confirm")),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InvalidFile(
            f"journal header: {type(error).__name__} {error}; expected game, rules, players, "
            "source and started"
        ) from error


def record_of(lines: Sequence[Line]) -> Record:
    """The record of a whole journal, header first. Raises InvalidFile naming the line."""
    history = History(header_of(lines[0]))
    for number, line in enumerate(lines[1:], 2):
        try:
            history.take(line)
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidFile(f"journal, line {number}: {type(error).__name__} {error}") from error
    return history.record


class History:
    """The record so far; `take` each further line of the journal."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._moves: list[RecordedMove] = []
        self._branches: list[Branch] = []
        self._hints: list[int] = []
        self._over: dict[str, Any] = {}
        self._clocks_s: tuple[float, float] | None = None
        self._offences = (0, 0)
        self._left = False
        self.has_begun = False

    def take(self, line: Line) -> None:
        """Take note of one line. Raises KeyError, TypeError or ValueError for a damaged one."""
        match line.get("event"):
            case "game_started":
                self.has_begun = True
            case "move_played":
                self._moves.append(_move(line))
            case "move_revised":
                self._revise(line)
            case "taken_back":
                self._take_back(int(line["plies"]))
            case "game_over":
                self._over = line
        if "clocks_s" in line:
            black, white = line["clocks_s"]
            self._clocks_s = (float(black), float(white))
        if "offences" in line:
            black, white = line["offences"]
            self._offences = (int(black), int(white))
        if line.get("command") == "hint" or "hint" in line:
            self._hints.append(len(self._moves))
        if "closed" in line:
            self._left = True

    def take_all(self, lines: Iterable[Line]) -> None:
        """Take note of several lines."""
        for line in lines:
            self.take(line)

    @property
    def record(self) -> Record:
        """The record as it stands."""
        over = self._over
        score = over.get("score")
        return Record(
            self._header,
            tuple(self._moves),
            over.get("outcome", ""),
            over.get("reason", ""),
            (score["b"], score["w"]) if score else None,
            over.get("wall"),
            tuple(self._branches),
            tuple(dict.fromkeys(self._hints)),
            self._clocks_s,
            self._offences,
            self._left,
        )

    def _revise(self, line: Line) -> None:
        if not self._moves:
            raise ValueError("a move revised before any was played")
        old = self._moves[-1]
        self._moves[-1] = RecordedMove(old.player, str(line["move"]), old.turn_over)
        self._over = {}

    def _take_back(self, plies: int) -> None:
        keep = len(self._moves) - plies
        if plies < 1 or keep < 0:
            raise ValueError(f"{plies} moves taken back of {len(self._moves)}")
        self._branches.append(Branch(keep, tuple(self._moves[keep:])))
        del self._moves[keep:]
        self._over = {}


def _move(line: Line) -> RecordedMove:
    text, accepted = line["move"], bool(line.get("accepted_illegal"))
    if not isinstance(text, str):
        raise ValueError(f"move {text!r}, expected a text")
    clock = line.get("clock_s")
    return RecordedMove(
        _player(line["player"]),
        text,
        bool(line["turn_over"]),
        str(line["position"]) if accepted else "",
        None if clock is None else float(clock),
        str(line.get("comment", "")),
    )


def _player(text: object) -> Player:
    if text == "b":
        return "b"
    if text == "w":
        return "w"
    raise ValueError(f"player {text!r}, expected b or w")
