"""Matches: several games of the same players, which the archive finds by the match's name.

Nothing is stored but the games, so a match goes on whenever its next game is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pi_board.core.game import Score
from pi_board.games.match import Match, PlayedGame
from pi_board.records.archive import Archive
from pi_board.records.record import Record
from pi_board.records.replay import declared, game_of, start_of
from pi_board.records.search import Filter


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands. `players` are b and w; `games` are the finished ones, oldest first."""

    name: str
    players: tuple[str, str]
    games: tuple[str, ...]
    match: Match


def standing(archive: Archive, name: str) -> Standing | None:
    """Where the match called `name` stands, None if no game of it was begun. Raises InvalidFile."""
    found = archive.games(Filter(match=name))[::-1]
    records = [(one.id, archive.record(one.id)) for one in found if not one.problem]
    if not records:
        return None
    finished = [(game_id, record) for game_id, record in records if record.outcome]
    players = records[0][1].header.players
    ids = tuple(game_id for game_id, _ in finished)
    return Standing(name, players, ids, match_of(record for _, record in finished))


def match_of(records: Iterable[Record]) -> Match:
    """The match that finished games make, in order."""
    match = Match()
    for record in records:
        outcome = declared(record)
        if outcome is not None:
            starter = start_of(game_of(record.header), record.header).to_move
            score = Score(*record.score) if record.score else None
            match = match.with_game(PlayedGame(starter, outcome, score))
    return match
