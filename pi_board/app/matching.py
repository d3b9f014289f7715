"""The next game of a match: who sits where, as the games that were kept say."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

from pi_board.app.agreement import Agreement
from pi_board.core.game import PLAYERS
from pi_board.records.archive import Archive
from pi_board.records.matches import Names, Standing, next_players, standing
from pi_board.records.place import games_folder


def next_of_match(agreed: Agreement, are_named: bool = True) -> Agreement:
    """The same agreement for the next game of its match, if it names one; `are_named`: its players
    were asked for, and must be those of the match. The computer changes sides as people do.

    Raises InvalidText when there is no next game, or not of these players; InvalidFile.
    """
    if not agreed.match:
        return agreed
    with closing(Archive(games_folder())) as archive:
        archive.refresh()
        now = standing(archive, agreed.match)
    asked = agreed.names if are_named or now is None else _with_the_computer(agreed, now)
    players = next_players(now, agreed.make(), asked, agreed.match_length)
    length = agreed.match_length if now is None else str(now.length)
    return replace(agreed.for_names(*players), match_length=length)


def _with_the_computer(agreed: Agreement, now: Standing) -> Names | None:
    """Who is asked for, where only the computer is: it and somebody of the match."""
    if agreed.against is None:
        return None
    name = agreed.names[PLAYERS.index(agreed.against)]
    other = next(one for one in now.players if one != name)
    return (name, other) if agreed.against == "b" else (other, name)
