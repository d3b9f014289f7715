"""The readable record of a game: headers, then numbered moves.

The first move of a numbered pair is that of the player who began. The small moves of one turn are
written together, as rules.md section 4 says: ``2-3/0-4;0-1``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from pi_board.core.game import Player

TITLES = {"loa": "Lines of Action", "linja": "Linja", "connexoh": "Connex'oh"}


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A small move as it was accepted: who made it, its text, whether it ended the turn."""

    player: Player
    text: str
    turn_over: bool


@dataclass(frozen=True, slots=True)
class Record:
    """The moves of one game and what stands above them. `result` is empty while it goes on."""

    game: str
    rules: tuple[tuple[str, str], ...]
    players: tuple[str, str]  # names of b and w
    started: float  # seconds since the epoch
    moves: tuple[RecordedMove, ...]
    result: str = ""
    position: str = ""  # where the game began, if not at the start position


def turns(moves: Sequence[RecordedMove]) -> tuple[tuple[Player, str], ...]:
    """The moves joined into turns: (player, text)."""
    out: list[tuple[Player, str]] = []
    open_turn = False
    for move in moves:
        if open_turn and out[-1][0] == move.player:
            joint = "" if move.text.startswith("/") else ";"
            out[-1] = (move.player, out[-1][1] + joint + move.text)
        else:
            out.append((move.player, move.text))
        open_turn = not move.turn_over
    return tuple(out)


def record_text(record: Record) -> str:
    """The whole record, ending in a newline."""
    begun = datetime.fromtimestamp(record.started, UTC)
    head = [
        f"Game: {TITLES.get(record.game, record.game)}",
        f"Black: {record.players[0]}",
        f"White: {record.players[1]}",
        f"Date: {begun:%Y-%m-%d %H:%M} UTC",
        "Rules: " + " ".join(f"{name}={value}" for name, value in record.rules),
        *([f"Position: {record.position}"] if record.position else []),
        f"Result: {record.result or 'unfinished'}",
    ]
    return "\n".join(head) + "\n\n" + _numbered(turns(record.moves))


def _numbered(played: Sequence[tuple[Player, str]]) -> str:
    if not played:
        return ""
    pairs: list[list[str]] = []
    beginner = played[0][0]
    for player, text in played:
        if player == beginner or not pairs:
            pairs.append([text])
        elif len(pairs[-1]) == 1:
            pairs[-1].append(text)
        else:  # a passed turn that needs no move leaves a gap
            pairs.append(["...", text])
    width = max(len(pair[0]) for pair in pairs)
    return "".join(
        f"{number:3}. {pair[0]:{width}}  {' '.join(pair[1:])}".rstrip() + "\n"
        for number, pair in enumerate(pairs, 1)
    )
