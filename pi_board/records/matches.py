"""Matches: several games of the same two players, which the archive finds by the match's name.

Nothing is stored but the games, so a match goes on whenever its next game is kept. Players are told
by their names, for they change sides: whoever is to start sits where the rules let a player start.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from pi_board.core.errors import InvalidText
from pi_board.core.game import Outcome, Player, Score, opponent
from pi_board.core.message import Message, Text, counted, message
from pi_board.core.words import one_name
from pi_board.games.match import WIN, Match, PlayedGame
from pi_board.records.archive import Archive
from pi_board.records.place import IMPORTED, named_moment_s
from pi_board.records.record import Record
from pi_board.records.replay import declared, game_of, start_of
from pi_board.records.search import Filter, Summary

_LENGTH = re.compile(r"(?:(best)[ -]of[ -])?(\d{1,3})(?: games?)?")

Names = tuple[str, str]


class MatchOver(InvalidText):
    """A next game of a match that is decided."""


@dataclass(frozen=True, slots=True)
class Length:
    """How many games a match has, 0: as many as are played. `best_of`: it is over as soon as
    nobody can catch up.
    """

    games: int = 0
    best_of: bool = False

    def __str__(self) -> str:
        return f"best of {self.games}" if self.best_of else str(self.games or "")

    @property
    def name(self) -> Message:
        """What players call it."""
        if not self.games:
            return message("as many games as you like")
        if self.best_of:
            return message("best of {games}", games=self.games)
        return counted("{count} game", "{count} games", self.games)


def parse_length(text: str) -> Length:
    """``5``, ``5 games`` or ``best of 5``; "" is no length. Raises InvalidText."""
    if not text.strip():
        return Length()
    found = _LENGTH.fullmatch(text.strip().lower())
    if not found or int(found[2]) < 1:
        raise InvalidText(
            message("length of a match {text}, expected one like 3 or best of 5", text=repr(text))
        )
    return Length(int(found[2]), bool(found[1]))


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands. `players` are the two, b of its first game first; in `match` that one
    is b throughout. `games` are the finished ones, oldest first, without those that were played
    when it was over: who sets the board up once more plays for fun.
    """

    name: str
    players: Names
    games: tuple[str, ...]
    match: Match
    length: Length

    @property
    def leader(self) -> str:
        """Who leads, or has won; "": nobody."""
        return self._name(self.match.leader)

    @property
    def next_starter(self) -> str:
        """Who is to start the next game; "": draw lots."""
        return self._name(self.match.next_starter)

    @property
    def is_over(self) -> bool:
        """Whether no game is left that would count."""
        if not self.length.games:
            return False
        left = self.length.games - len(self.games)
        points = self.match.points
        decided = self.length.best_of and abs(points.b - points.w) > WIN * left
        return left <= 0 or decided

    def _name(self, player: Player | None) -> str:
        return "" if player is None else self.players["bw".index(player)]


def standing(archive: Archive, name: str) -> Standing | None:
    """Where the match called `name` stands, None if no game of it was begun.

    Raises InvalidFile for a journal that cannot be read, InvalidText when more than two people
    have played in it, or for a length, rules or a start that cannot be understood.
    """
    if not one_name(name):  # no match is called so, and a filter would find every game
        return None
    found = sorted(archive.games(Filter(match=name)), key=_when_played)
    records = [(one.id, archive.record(one.id)) for one in found if not one.problem]
    if not records:
        return None
    heads = [record.header for _, record in records]
    players = heads[0].players
    others = {name for head in heads for name in head.players if _seat(players, name) is None}
    if others or is_same_person(*players):
        raise InvalidText(
            message("match {match} has games of {people}, expected two players",
                    match=repr(name), people=", ".join(sorted({*players, *others})))
        )  # fmt: skip
    finished = [(game_id, record) for game_id, record in records if record.outcome]
    length = parse_length(next((head.match_length for head in heads if head.match_length), ""))
    now = Standing(name, players, (), Match(), length)
    for game_id, record in finished:
        if now.is_over:
            break
        match = _with_record(now.match, players, record)
        now = replace(now, games=(*now.games, game_id), match=match)
    return now


def _when_played(game: Summary) -> tuple[float, str]:
    """What sorts games as they were played: their names do, whatever the clock said, of those that
    were played here. When others began their files say.
    """
    is_ours = not game.source.startswith(IMPORTED)
    return named_moment_s(Path(game.id)) if is_ours else game.started, game.id


def _with_record(match: Match, players: Names, record: Record) -> Match:
    """The match after one more game of its `players`, the first of whom is b in it. Raises
    InvalidText for rules or a start that cannot be understood.
    """
    outcome, head = declared(record), record.header
    if outcome is None:
        return match
    starter: Player = start_of(game_of(head), head).to_move
    score = Score(*record.score) if record.score else None
    if _seat(players, head.players[0]) == "w":  # they sat the other way round
        starter = opponent(starter)
        winner = None if outcome.winner is None else opponent(outcome.winner)
        outcome = Outcome(winner, outcome.reason)
        score = None if score is None else Score(b=score.w, w=score.b)
    return match.with_game(PlayedGame(starter, outcome, score))


def next_players(
    now: Standing | None,
    first: Player,
    asked: Names | None,
    length: str,
    called: Callable[[str], Text] = str,
) -> Names:
    """Who sits where (Black, White) in the next game, which `first` starts, of a match that stands
    as `now`. `called`: what players are called where it is said why there is none.

    `asked` are the names asked for, None: those of the match. Before the first game they sit as
    asked. Raises MatchOver; InvalidText when the match is of other people, or of another length.
    """
    wanted = parse_length(length)
    if now is None:
        if asked is None or is_same_person(*asked):
            raise InvalidText(message("a match begins with two players of different names"))
        return asked
    if asked is not None and {_seat(now.players, name) for name in asked} != {"b", "w"}:
        raise InvalidText(
            message("match {match} is played by {players}, not by {others}",
                    match=repr(now.name), players=_both(now.players, called),
                    others=_both(asked, called))
        )  # fmt: skip
    if wanted.games and wanted != now.length:
        raise InvalidText(
            message("match {match} has another length: {length}, not {other}",
                    match=repr(now.name), length=now.length.name, other=wanted.name)
        )  # fmt: skip
    if now.is_over:
        points = now.match.points
        black, white = map(called, now.players)
        raise MatchOver(
            message("match {match} is over: {black} {points} - {others} {white}",
                    match=repr(now.name), black=black, points=points.b, others=points.w,
                    white=white)
        )  # fmt: skip
    if not now.next_starter:
        return asked or now.players
    other = next(name for name in now.players if name != now.next_starter)
    return (now.next_starter, other) if first == "b" else (other, now.next_starter)


def _both(players: Names, called: Callable[[str], Text]) -> Message:
    return message("{list} and {last}", list=called(players[0]), last=called(players[1]))


def _seat(players: Names, name: str) -> Player | None:
    """Which of the two somebody is."""
    if is_same_person(name, players[0]):
        return "b"
    return "w" if is_same_person(name, players[1]) else None


def is_same_person(one: str, other: str) -> bool:
    """Whether two names are of one player of a match."""
    return one_name(one).casefold() == one_name(other).casefold()
