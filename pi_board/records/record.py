"""The record of one game: who played what under which rules, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from pi_board.core.game import AnyGame, Player
from pi_board.core.turn import joined
from pi_board.core.words import one_name

DAY_S = 86400


def is_day_alone(started: float) -> bool:
    """Whether no more than the day is known of when a game began (`Header.started`): a file that
    tells no hour is read as that day's beginning in UTC.
    """
    return started % DAY_S == 0


def began_at(game: AnyGame, position: str) -> str:
    """`Header.position` of a game that began at a position (text)."""
    return "" if position == game.position_text(game.start()) else position


@dataclass(frozen=True, slots=True)
class Header:
    """What is known of a game when it begins.

    `position` is where it began, "" for the start position of its rules; `layout` names the kind of
    board, "" the usual one; `profile` the board itself, "" the one in the configuration; `clock` is
    the time control (``10+5``: minutes and seconds a move);
    `policy` what follows an illegal move, "" the usual; `confirm`: moves had to be confirmed;
    `most_hints` are what Black and White may ask for (None: as often as they like), with `nudges`
    a hint shows only the stone; `practice`: every move was commented on;
    `match` is the name of the match the game belongs to, `match_length` how many games that has
    (as `pi_board.records.matches` writes it); `source` says where the moves come from; `comment` is
    what people wrote before the first move.
    """

    game: str
    rules: tuple[tuple[str, str], ...]
    players: tuple[str, str]  # names of b and w
    source: str
    started: float  # wall time, seconds since the epoch
    position: str = ""
    layout: str = ""
    profile: str = ""
    clock: str = ""
    match: str = ""
    policy: str = ""
    confirm: bool = False
    match_length: str = ""
    most_hints: tuple[int | None, int | None] = (None, None)
    nudges: bool = False
    practice: bool = False
    comment: str = ""

    @classmethod
    def of(
        cls, game: AnyGame, players: tuple[str, str], source: str = "", started: float = 0.0
    ) -> Self:
        """What a game under these rules has in any case."""
        return cls(game.name, game.options, players, source, started)

    def __post_init__(self) -> None:
        """Names from anywhere are shown, and listed a line each."""
        black, white = self.players
        object.__setattr__(self, "players", (one_name(black), one_name(white)))
        object.__setattr__(self, "match", one_name(self.match))


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A small move as it was accepted: who made it, its text, whether it ended the turn.

    `accepted`: it broke a rule and was let stand; the text of the position that it led to, as the
    rules cannot say. `clock_s`: what the player's clock showed afterwards. `comment`: by people.
    """

    player: Player
    text: str
    turn_over: bool
    accepted: str = ""
    clock_s: float | None = None
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """The moves of one game and what stands above them.

    `outcome` is b, w or draw, "" while it goes on (or went on when it was left) · `taken_back`: the
    lines that moves were taken back from, each from the first move of the game · `hints`: numbers
    of moves after which a hint was asked for · `score`, `clocks_s` (the newest known),
    `offences` (illegal moves that counted) and `hints_given` (at the table, each once however much
    of it was shown) are of b and w.
    """

    header: Header
    moves: tuple[RecordedMove, ...] = ()
    outcome: str = ""
    reason: str = ""
    score: tuple[int, int] | None = None
    taken_back: tuple[tuple[RecordedMove, ...], ...] = ()
    hints: tuple[int, ...] = ()
    clocks_s: tuple[float, float] | None = None
    offences: tuple[int, int] = (0, 0)
    hints_given: tuple[int, int] = (0, 0)
    is_left: bool = False  # another game was begun instead

    @property
    def result(self) -> str:
        """``b (connected)``; empty while the game goes on."""
        return f"{self.outcome} ({self.reason})" if self.outcome and self.reason else self.outcome


def turns(moves: Sequence[RecordedMove]) -> tuple[tuple[Player, str], ...]:
    """The moves joined into turns, (player, text), as the text record writes them."""
    out: list[tuple[Player, str]] = []
    open_turn = False
    for move in moves:
        if open_turn and out[-1][0] == move.player:
            out[-1] = (move.player, joined(out[-1][1], move.text))
        else:
            out.append((move.player, move.text))
        open_turn = not move.turn_over
    return tuple(out)
