"""The next game of a match: who sits where, as the games that were kept say."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

from pi_board.app.agreement import Agreement
from pi_board.records.archive import Archive
from pi_board.records.matches import next_players, standing
from pi_board.records.place import games_folder


def next_of_match(agreed: Agreement, are_named: bool = True) -> Agreement:
    """The same agreement for the next game of its match, if it names one; `are_named`: its players
    were asked for, and must be those of the match.

    Raises InvalidText when there is no next game, or not of these players; InvalidFile.
    """
    if not agreed.match:
        return agreed
    with closing(Archive(games_folder())) as archive:
        archive.refresh()
        now = standing(archive, agreed.match)
    asked = agreed.players if are_named or now is None else None
    players = next_players(now, agreed.make(), asked, agreed.match_length)
    length = agreed.match_length if now is None else str(now.length)
    return replace(agreed, players=players, match_length=length)
