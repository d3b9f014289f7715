"""Where a match stands, and its next game: who sits where, as the games that were kept say."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import closing
from dataclasses import replace

from pi_board.app.agreement import (
    BLACK,
    GUESTS,
    NO_NAMES,
    WHITE,
    Agreement,
    called,
    computer_level,
)
from pi_board.core.errors import InvalidText
from pi_board.core.game import PLAYERS, Player, opponent
from pi_board.core.message import Message, Text, message
from pi_board.records.archive import Archive
from pi_board.records.matches import Names, Standing, is_same_person, next_players, standing
from pi_board.records.place import games_folder
from pi_board.records.record import Header


def next_of_match(
    agreed: Agreement, are_named: bool = True, progress: Callable[[int], None] = lambda _: None
) -> Agreement:
    """The same agreement for the next game of its match, if it names one; `are_named`: its players
    were asked for, and must be those of the match. The computer changes sides as people do, and
    hints go with whoever may ask for them. `progress` is as in `Archive.refresh`.

    Raises InvalidText when there is no next game, or not of these players; InvalidFile.
    """
    if not agreed.match:
        return agreed
    with closing(Archive(games_folder())) as archive:
        archive.refresh(progress)
        now = standing(archive, agreed.match)
    asked = None if now is None else _with_the_computer(agreed, now)
    if are_named or now is None:
        asked = _told_apart(agreed.names, () if now is None else now.players)
    players = next_players(now, agreed.start().to_move, asked, agreed.match_length, called)
    length = agreed.match_length if now is None else str(now.length)
    black, white = asked or agreed.names
    have_swapped = is_same_person(black, players[1]) or is_same_person(white, players[0])
    hints = agreed.hints[::-1] if have_swapped else agreed.hints  # they go with the person
    return replace(agreed.for_names(*players), match_length=length, hints=hints)


def next_after(header: Header, agreed: Agreement) -> Agreement | None:
    """`agreed` for the next game of the match that the game of this header, which is over, is one
    of; None without a match, after its last game, or where it cannot be told how it stands.

    Raises InvalidFile.
    """
    if not header.match:
        return None
    try:
        return next_of_match(agreed.as_in(header))
    except InvalidText:
        return None


def standing_words(now: Standing) -> Message:
    """Who plays, and the score."""
    black, white = map(called, now.players)
    return message("{black} – {white} {score}", black=black, white=white, score=score(now))


def score(now: Standing, first: Player = "b") -> Text:
    """The points of both, of `first` first; where they are equal, also those of all games together
    if they decide.
    """
    points, total = now.match.points, now.match.total
    second = opponent(first)
    words = f"{points.of(first)}:{points.of(second)}"
    if points.b == points.w and total.b != total.w:
        words += f" ({total.of(first)}:{total.of(second)})"
    return words


def _told_apart(names: Names, known: Collection[str]) -> Names:
    """Names that stay with their players when these change sides. Who has none is called as the
    match knows them: `known` are its players, of older ones also Black and White.
    """
    free = [one for one in (*known, *GUESTS) if one in NO_NAMES and one not in names]
    sides = {BLACK, WHITE}.difference(known)
    black, white = (free.pop(0) if name in sides else name for name in names)
    return black, white


def _with_the_computer(agreed: Agreement, now: Standing) -> Names | None:
    """Who is asked for, where only the computer is: it and somebody of the match."""
    if agreed.against is None:
        return None
    name = agreed.names[PLAYERS.index(agreed.against)]
    other = next((one for one in now.players if not computer_level(one)), now.players[0])
    return (name, other) if agreed.against == "b" else (other, name)
