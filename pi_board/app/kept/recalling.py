"""What was said at the table and still holds when the game is gone on with: read off its journal.

said = recalled(read_journal(path))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pi_board.core.game import Player
from pi_board.records.journal import JournalLine
from pi_board.referee.explain import REFUSALS, Offence
from pi_board.referee.resuming import Played
from pi_board.referee.strictness import RULE as TOUCHED

_PAUSES = {"pause": True, "continue": False, "new_game": False}
_MOVED = ("move_played", "move_revised", "taken_back")
_ENDS = {"game_over": True, "game_started": False, "taken_back": False, "move_revised": False}
# What ends the putting right of a board: it is right, or people have said what is to be made of it.
_SETTLED = (*_MOVED, "restored", "choose", "game_over")


@dataclass(frozen=True, slots=True)
class Recalled:
    """As far as it is said in the journal.

    `paused`: nobody has gone on since the pause · `offer`: who has offered a draw that is still to
    be answered · `touched`: sites of the stone that has to move (strict policy). As long as the
    board has not been put right: `refused`: the move that was taken back by command, or made with
    another stone than that · `undone`: the moves that were taken back by command, as `resume` takes
    moves · `illegal`: the newest illegal move · `rejected`: the one ruled on.
    `hint`: the move of the newest hint since the last move, "" without · `told`: what a program has
    said that it plays, and after how many moves it did.
    """

    paused: bool = False
    offer: Player | None = None
    touched: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    undone: tuple[Played, ...] = ()
    illegal: Offence | None = None
    rejected: Offence | None = None
    hint: str = ""
    told: tuple[str, int] = ("", 0)


@dataclass(frozen=True, slots=True)
class _Made:
    """A move that stands; `accepted` as in `Record`."""

    player: Player
    text: str
    accepted: str


def recalled(lines: Iterable[JournalLine]) -> Recalled:
    """What holds after the last of `lines`, header first, of a journal that `record_of` reads."""
    said, moves, before, is_over = Recalled(), list[_Made](), JournalLine(), False
    for line in lines:
        undone, before_that = _undone(moves, line), said.undone
        said = _instructed(_heard(_asked(said, line, is_over), line, moves), line, len(moves))
        is_over = _ENDS.get(str(line.get("event")), is_over)
        if line.get("event") == "taken_back" and before.get("command") == "take_back":
            refused = tuple(move.text for move in undone[:1])
            played = tuple((move.text, move.accepted) for move in undone)
            said = replace(said, refused=refused, undone=(*played, *before_that) if played else ())
        if "offences" in line and before.get("command") == "reject":
            said = replace(said, rejected=said.illegal)
        if "hint" in line:
            said = replace(said, hint=line["hint"] or "")
        before = line
    return said


def _undone(moves: list[_Made], line: JournalLine) -> list[_Made]:
    """The moves that a line takes back; `moves` become those that stand after it."""
    match line.get("event"):
        case "move_played":
            accepted = line["position"] if line.get("accepted_illegal") else ""
            moves.append(_Made(line["player"], line["move"], accepted))
        case "move_revised":
            moves[-1] = replace(moves[-1], text=line["move"], accepted="")
        case "taken_back":
            keep = len(moves) - int(line["plies"])
            undone = moves[keep:]
            del moves[keep:]
            return undone
    return []


def _instructed(said: Recalled, line: JournalLine, count: int) -> Recalled:
    """What a program says, `count` moves standing then; it is void once one of them does not."""
    if line.get("command") == "instruct":
        return replace(said, told=(str(line.get("argument")), count))
    plies = said.told[1]
    is_revised = line.get("event") == "move_revised" and count == plies
    return replace(said, told=("", 0)) if is_revised or count < plies else said


def _asked(said: Recalled, line: JournalLine, is_over: bool) -> Recalled:
    """What a command changes; a game that is over does not pause, and nothing is offered in it."""
    command = str(line.get("command"))
    said = replace(said, paused=_PAUSES.get(command, said.paused))
    if command == "pause" and is_over:
        said = replace(said, paused=False)
    by = line["argument"] if line.get("argument") in ("b", "w") else None
    if command == "offer_draw" and not is_over:
        return replace(said, offer=by)
    if command == "decline_draw" and by != said.offer:
        return replace(said, offer=None)
    return said


def _heard(said: Recalled, line: JournalLine, moves: list[_Made]) -> Recalled:
    """What an event changes, `moves` being those that stand after it."""
    event = line.get("event")
    if event in _SETTLED:
        said = replace(said, refused=(), undone=(), illegal=None, rejected=None)
    if event == "illegal":
        return _told_illegal(said, line)
    if event in _MOVED and line.get("plies") != 0:  # an end that is taken back binds as before
        said = replace(said, touched=(), hint="")
    if event in ("move_played", "move_revised"):  # who moves declines; a forced pass is no answer
        is_answer = moves[-1].player != said.offer and moves[-1].text != "pass"
        return replace(said, offer=None) if is_answer else said
    if event == "game_over":
        said = replace(said, paused=False)
    if event in ("game_started", "game_over") or (event == "taken_back" and not line["plies"]):
        return replace(said, offer=None)
    return said


def _told_illegal(said: Recalled, line: JournalLine) -> Recalled:
    """What an illegal move changes: a touched stone is told as one, too, with or without a move."""
    seen, rule, sites = line.get("seen"), str(line.get("rule")), tuple(line.get("sites") or ())
    if rule in REFUSALS:
        return said  # of a board, which stays wrong as it was
    if rule != TOUCHED:
        return replace(said, illegal=(seen, rule, sites), rejected=None)
    return replace(said, touched=sites, refused=() if seen is None else (seen,), hint="")
