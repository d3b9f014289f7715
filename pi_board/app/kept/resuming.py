"""The game that was going on when the program ended, whatever ended it.

found = latest_unfinished("loa")
if found is not None:
    keeper = Keeper(found.header("camera"), going_on=found)
    sitting = Sitting(found.state.table.game, reader, keep=keeper, state=found.state)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from pathlib import Path
from time import time

from pi_board.app.kept.recalling import recalled
from pi_board.core.errors import EnvironmentFault, InvalidFile, InvalidText
from pi_board.core.game import Player
from pi_board.records.history import History, header_of, record_of
from pi_board.records.journal import JournalLine, is_in_use, journal_bytes, read_journal
from pi_board.records.live import LiveFiles
from pi_board.records.place import NOT_PLAYED, games_folder, journal_paths, need_listing
from pi_board.records.record import Header, Record
from pi_board.records.replay import Replayed, layout_of, replayed
from pi_board.referee.clocks import new_clock, parse_control
from pi_board.referee.instructing import still_instructed
from pi_board.referee.phases import SettingUp, State, Table, policy_named
from pi_board.referee.policies import BONUS_S, LOST_AT
from pi_board.referee.resuming import resume

EVENING_S = 12 * 3600.0  # after so long other people may sit at the table


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game to go on with. `state` waits for its last confirmed position to stand again."""

    path: Path
    record: Record
    state: State
    lines: tuple[JournalLine, ...]

    def history(self) -> History:
        """The record so far, to be gone on with."""
        history = History(self.record.header)
        history.take_all(self.lines[1:])
        return history

    def header(self, source: str, profile: str = "") -> Header:
        """What was agreed, for who goes on with it: what watches the board, and which board."""
        return replace(self.record.header, source=source, profile=profile)

    @property
    def hint(self) -> str:
        """The move of a hint that was given where the game stands, "" without."""
        return recalled(self.lines).hint


def latest_unfinished(game_name: str | None, folder: Path | None = None) -> Unfinished | None:
    """The game called `game_name` (None: of any kind) that people have played last, be it an older
    one that they went on with; else the newest. None if that is over or was left for another one.

    A journal without a single whole line holds nothing that was confirmed and is passed over.
    Raises InvalidFile when the journal is damaged, EnvironmentFault when another program is playing
    it, or nobody can see the games.
    """
    played_last, newest_first = _played_last(game_name, folder or games_folder())
    return _first_begun(played_last) or _first_begun(newest_first)


def ended_last(game_name: str | None) -> Header | None:
    """The header of the game called `game_name` (None: of any kind) that people have played last,
    None unless that has ended this evening and no other program has it open. Raises as
    `latest_unfinished`.
    """
    path, lines = _begun(chain(*_played_last(game_name, games_folder()))) or (None, ())
    if path is None or is_in_use(path) or time() - path.stat().st_mtime > EVENING_S:
        return None
    record = record_of(lines, str(path))
    return record.header if record.outcome else None


def _played_last(game_name: str | None, games: Path) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """The journal in the folder `games` of the game called `game_name` (None: of any kind) that was
    shown last, if it is there; and all of them, the newest first. Raises EnvironmentFault if nobody
    can see the games.
    """
    need_listing(games)
    newest_first, shown = tuple(journal_paths(games, game_name)), LiveFiles(games).shown
    return tuple(path for path in newest_first if path.stem == shown), newest_first


def _first_begun(paths: Iterable[Path]) -> Unfinished | None:
    """The first of all games that has begun, if it may be gone on with. Raises as
    `latest_unfinished`.
    """
    path, lines = _begun(paths) or (None, ())
    if path is None:
        return None
    if is_in_use(path):
        if not _is_open(record_of(lines, str(path))):
            return None
        raise EnvironmentFault(f"game {path.stem} is being played by another program")
    return _unfinished(path, lines)


def _begun(paths: Iterable[Path]) -> tuple[Path, tuple[JournalLine, ...]] | None:
    """The first of all games that people have begun, and its lines. Raises InvalidFile."""
    for path in paths:
        try:
            lines = read_journal(path)
        except InvalidFile:
            if _may_hold_a_line(path):
                raise
            continue
        header = header_of(lines[0], str(path))
        if header.source.startswith(NOT_PLAYED) or not _has_begun(lines):
            continue
        return path, lines
    return None


def _may_hold_a_line(path: Path) -> bool:
    try:
        return b"\n" in journal_bytes(path)
    except InvalidFile:
        return True  # nobody knows


def _has_begun(lines: tuple[JournalLine, ...]) -> bool:
    return any(line.get("event") == "game_started" for line in lines)


def _is_open(record: Record) -> bool:
    return not (record.outcome or record.is_left)


def may_go_on(path: Path) -> bool:
    """Whether the game of a journal is begun, not over and not left; its moves are not replayed.

    Raises InvalidFile.
    """
    if is_in_use(path):
        return False
    lines = read_journal(path)
    return _has_begun(lines) and _is_open(record_of(lines, str(path)))


def unfinished(path: Path) -> Unfinished | None:
    """The game of a journal, None if it may not be gone on with (see `may_go_on`). Raises
    InvalidFile if it is damaged.
    """
    if is_in_use(path):
        return None
    lines = read_journal(path)
    return _unfinished(path, lines) if _has_begun(lines) else None


def state_after(lines: tuple[JournalLine, ...], record: Record) -> State:
    """The referee's state after the lines of a journal, header first, that hold `record`; before
    the game has begun the set-up. Raises InvalidFile or InvalidText.
    """
    again = replayed(record)
    if not _has_begun(lines):
        return SettingUp(_table(again, {}))
    moves = ((move.text, move.accepted) for move in record.moves)
    said, layout = recalled(lines), layout_of(again.game, record.header)
    bound = next((layout.group(site) for site in said.touched if site in layout.sites), None)
    table = replace(
        _table(again, _granted(lines)), paused=said.paused, offer=said.offer, must_move=bound
    )
    begun = resume(table, layout, moves, said.refused, said.rejected, said.undone)
    state = still_instructed(begun, *said.told) if said.told[0] else begun
    if not _is_start_accepted(lines):
        return state
    return replace(state, table=replace(state.table, start=again.game.start()))


def _is_start_accepted(lines: tuple[JournalLine, ...]) -> bool:
    """Whether the board was accepted as it stood when the game began: no other begins there."""
    before = next(one for one, line in pairwise(lines) if line.get("event") == "game_started")
    return before.get("command") == "accept_board"


def _unfinished(path: Path, lines: tuple[JournalLine, ...]) -> Unfinished | None:
    record = record_of(lines, str(path))
    if not _is_open(record):
        return None
    try:
        state = state_after(lines, record)
    except (InvalidFile, InvalidText) as error:
        raise InvalidFile(f"{path}: {error}") from error
    return Unfinished(path, record, state, lines)


def _granted(lines: tuple[JournalLine, ...]) -> dict[Player, int]:
    """Who was given time for the opponent's illegal moves, and the number of the moves that stand
    now and were made before.
    """
    granted: dict[Player, int] = {}
    moves, before = 0, (0, 0)
    for line in lines:
        if line.get("event") == "move_played":
            moves += 1
        elif line.get("event") == "move_revised" and "clock_s" in line:  # told since
            granted = {player: min(moves - 1, number) for player, number in granted.items()}
        elif line.get("event") == "taken_back":
            moves -= int(line["plies"])
            granted = {player: min(moves, number) for player, number in granted.items()}
        elif "offences" in line:
            black, white = map(int, line["offences"])
            if before[0] < black == LOST_AT - 1:
                granted["w"] = moves
            if before[1] < white == LOST_AT - 1:
                granted["b"] = moves
            before = black, white
    return granted


def _table(again: Replayed, granted: Mapping[Player, int]) -> Table:
    """What was agreed, and the clocks as they were last known; time that was `granted` was so from
    the beginning: no take-back takes it away. Raises InvalidText.
    """
    record, head = again.record, again.record.header
    policy = policy_named(head.policy)
    clock = new_clock(parse_control(head.clock)) if head.clock else None
    table = Table(again.game, again.positions[0], head.confirm, policy, offences=record.offences)
    if clock is None:
        return table
    for player in granted:
        clock = clock.grant(player, BONUS_S)
    clocks = [clock]
    moves = zip(record.moves, again.positions[1:], strict=True)
    for number, (move, position) in enumerate(moves, 1):
        left_s = clocks[-1].left_s(move.player, 0.0)
        if move.clock_s is not None:
            left_s = move.clock_s + (BONUS_S if number <= granted.get(move.player, 0) else 0.0)
        now = clocks[-1].with_left(move.player, left_s)
        clocks.append(replace(now, running=position.to_move))
    now = clocks[-1]
    if record.clocks_s is not None:
        now = replace(now, b_s=record.clocks_s[0], w_s=record.clocks_s[1])
    return replace(table, clock=now, clocks=tuple(clocks))
