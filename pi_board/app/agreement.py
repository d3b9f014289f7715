"""What is agreed before a game, and the table that it makes: who keeps it, where it begins.

    agreed = Agreement("loa", players=("Ioana", "Tomáš"), clock="10+5")
    with ExitStack() as stack:
        table = open_table(stack, agreed, "camera")

`play`, `watch` and the menus all begin, and go on with, a game here.
"""

from __future__ import annotations

import re
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from typing import Any

from anyascii import anyascii

from pi_board.app.kept.keeping import KEEP_ALL, Keeper
from pi_board.app.kept.resuming import Unfinished
from pi_board.core.game import PLAYERS, AnyGame, Player
from pi_board.core.message import Text, message
from pi_board.core.words import side
from pi_board.games.registry import make_game
from pi_board.readers.simulator import is_simulated
from pi_board.records.evidence import Retention
from pi_board.records.record import Header
from pi_board.referee.advance import begin
from pi_board.referee.clocks import parse_control
from pi_board.referee.phases import Policy, State, policy_named

BLACK, WHITE = "Black", "White"  # who has no name of their own
GUESTS = "Player 1", "Player 2"  # who has none in a match, where players change sides
NO_NAMES = frozenset((BLACK, WHITE, *GUESTS))
COMPUTER = "Computer"  # and its level
LEVEL = 4  # of the computer, if none is asked for


def computer_level(name: str) -> int:
    """The level of the computer of this name, 0 if it is a person's."""
    found = re.fullmatch(rf"{COMPUTER} (10|[1-9])", name)
    return int(found[1]) if found else 0


def called(name: str) -> Text:
    """A player's name as it is kept, as it is written on the screen: who has none of their own, and
    the computer, in the language of the screen. A name of emoji alone, of which the screen would
    show nothing, is spelt.
    """
    if level := computer_level(name):
        return message("computer {level}", level=level)
    if name in GUESTS:
        return message("player {number}", number=GUESTS.index(name) + 1)
    spelt = name if any(map(str.isalnum, name)) else anyascii(name)
    return {BLACK: side("b"), WHITE: side("w")}.get(name, spelt)


@dataclass(frozen=True, slots=True)
class Agreement:
    """Everything that can be chosen for a game, as texts where they are texts elsewhere.

    `preset` "" and `position` "" are the usual ones, `clock` "" is none. `hints` are what Black
    and White may ask for (None: as often as they like); with `nudges` a hint shows only the stone.
    `against` is the side that the computer plays, at `level`. `reader` "" is what the configuration
    says. `practice`: every move is commented on.
    """

    game: str = "loa"
    preset: str = ""
    rules: tuple[tuple[str, str], ...] = ()
    players: tuple[str, str] = (BLACK, WHITE)
    position: str = ""
    clock: str = ""
    policy: Policy = "casual"
    confirm: bool = False
    hints: tuple[int | None, int | None] = (None, None)
    nudges: bool = False
    against: Player | None = None
    level: int = LEVEL
    reader: str = ""
    profile: str = ""
    match: str = ""
    match_length: str = ""
    practice: bool = False

    @property
    def names(self) -> tuple[str, str]:
        """Of Black and White; the computer has its own."""
        black, white = self.players
        name = f"{COMPUTER} {self.level}"
        return name if self.against == "b" else black, name if self.against == "w" else white

    def for_names(self, black: str, white: str) -> Agreement:
        """The same for a game whose players have these names: the computer is known by its own."""
        for player, name in zip(PLAYERS, (black, white), strict=True):
            if level := computer_level(name):
                people = (BLACK, white) if player == "b" else (black, WHITE)
                return replace(self, players=people, against=player, level=level)
        return replace(self, players=(black, white), against=None)

    def as_in(self, header: Header) -> Agreement:
        """The same with what was agreed on for the game of this header, for the next one of its
        match: all but where it began and that it was for practice. One that was played on the drawn
        board is followed by another one there.
        """
        drawn = header.source if is_simulated(header.source) else ""
        return replace(
            self, game=header.game, preset="", rules=header.rules, match=header.match,
            match_length=header.match_length, position="", clock=header.clock,
            policy=policy_named(header.policy),
            confirm=header.confirm, hints=header.most_hints, nudges=header.nudges,
            reader=self.reader or drawn,
        ).for_names(*header.players)  # fmt: skip

    def without_match(self) -> Agreement:
        """The same for a game of no match, in which nobody changes sides."""
        black, white = self.players
        players = BLACK if black in GUESTS else black, WHITE if white in GUESTS else white
        return replace(self, players=players, match="", match_length="")

    def make(self) -> AnyGame:
        """The game under the rules agreed on. Raises InvalidText."""
        return make_game(self.game, self.preset or None, dict(self.rules))

    def start(self) -> Any:
        """The position of the game at which it begins. Raises InvalidText."""
        game = self.make()
        return game.parse_position(self.position) if self.position else game.start()


@dataclass(frozen=True, slots=True)
class SetTable:
    """A table that is ready: who keeps the game, and the referee's state to begin with. `hint` is
    the move of a hint that was given where the game stands, "" without.
    """

    keeper: Keeper
    state: State
    hint: str = ""

    @property
    def game(self) -> AnyGame:
        """The game, with its rules."""
        return self.state.table.game

    @property
    def players(self) -> tuple[str, str]:
        """The names of Black and White."""
        return self.keeper.record.header.players


def open_table(
    stack: ExitStack,
    agreed: Agreement,
    source: str,
    retention: Retention = KEEP_ALL,
) -> SetTable:
    """A new game; `stack` closes what is opened. `source` says what watches the board.

    Raises InvalidText for rules, a position or a clock that cannot be understood.
    """
    game, position = agreed.make(), agreed.start()
    control = parse_control(agreed.clock) if agreed.clock else None
    header = Header(
        game.name, game.options, agreed.names, source, 0.0, match=agreed.match,
        profile=agreed.profile, match_length=agreed.match_length, most_hints=agreed.hints,
        nudges=agreed.nudges, practice=agreed.practice,
    )  # fmt: skip
    keeper = Keeper(header, retention=retention)
    state = begin(game, position, agreed.confirm, agreed.policy, control)
    return SetTable(stack.enter_context(closing(keeper)), state)


def go_on(
    stack: ExitStack,
    found: Unfinished,
    source: str,
    profile: str,
    retention: Retention = KEEP_ALL,
) -> SetTable:
    """A game that was not finished, with its own rules, clocks, hints and names. `profile`, as in
    an `Agreement`, is of the board on which it goes on.

    Raises InvalidFile.
    """
    keeper = Keeper(found.header(source, profile), going_on=found, retention=retention)
    return SetTable(stack.enter_context(closing(keeper)), found.state, found.hint)
