"""All that a scene is made of: the table as it stands, and what is going on at it.

The app fills a `TableState` from the referee's state, the clocks and the settings; `compose` turns
it into a `Scene`. There is one class per situation with only that situation's data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pi_board.core.game import AnyGame, Outcome, Player
from pi_board.core.layout import Layout
from pi_board.core.message import Message, Text
from pi_board.core.scene import CameraPicture
from pi_board.records.matches import Standing
from pi_board.referee.clocks import Control
from pi_board.referee.repair import Repair


@dataclass(frozen=True, slots=True)
class SettingUp:
    """The start position does not stand yet: what is to be done. `misread`: so little, and for so
    long, that it may be misread; `felt`: by reeds, which are then at fault; `why_not`: why no game
    was begun from the board as it stands.
    """

    repairs: tuple[Repair, ...] = ()
    misread: bool = False
    felt: bool = False
    why_not: Message | None = None


@dataclass(frozen=True, slots=True)
class Unseen:
    """No board has been seen yet, or none is any longer. `begun`: a game is on."""

    begun: bool = True


@dataclass(frozen=True, slots=True)
class Playing:
    """The board shows the position; `thinking`: the player to move is a computer, still at it."""

    thinking: bool = False


@dataclass(frozen=True, slots=True)
class Lifted:
    """A stone was taken from `site` and is in the hand; a tile at `site` is touched."""

    site: str


@dataclass(frozen=True, slots=True)
class Obstructed:
    """Something has been over the board for `for_s` seconds, the last `lies_s` of them over these
    `sites` all the time. `thinking`: see `Playing`.
    """

    for_s: float = 0.0
    lies_s: float = 0.0
    sites: tuple[str, ...] = ()
    thinking: bool = False


@dataclass(frozen=True, slots=True)
class Illegal:
    """What was done is not legal: the move as text where it has one, why, and what to do now.

    `next`: what there was to be done when it was said · `ruling`: in a tournament the opponent is
    asked to accept it, or has rejected it · `aim`, `why_not`: see `Disturbed`.
    """

    seen: str | None
    text: Message
    repairs: tuple[Repair, ...] = ()
    next: Message | None = None
    ruling: Literal["", "asked", "rejected"] = ""
    aim: Any = None
    why_not: Message | None = None


@dataclass(frozen=True, slots=True)
class Disturbed:
    """The board shows no legal continuation: what is to be done about it.

    `aim`: the position that then stands, if a legal move was made as well; None: that of the table.
    `felt`: all that is wrong may be reeds that are dead, which people can say · `why_not`: why the
    board was not accepted as it stands.
    """

    repairs: tuple[Repair, ...]
    aim: Any = None
    felt: bool = False
    why_not: Message | None = None


@dataclass(frozen=True, slots=True)
class Choosing:
    """Readings that cannot be told apart, each the texts of its moves joined by a space; `unseen`:
    nothing is to be seen of them; `why_not`: why the board was not accepted as it stands instead;
    `marked`: to which of them keys have led; `ended`: the game has, by a move that they change.
    """

    moves: tuple[str, ...]
    unseen: bool = False
    why_not: Message | None = None
    marked: int | None = None
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Paused:
    """The clocks stand still by request."""


@dataclass(frozen=True, slots=True)
class ReaderLost:
    """The board cannot be read; `why` in one sentence, and which reader goes on, if any:
    ``camera``, ``reed`` or the name of a device. `is_partly`: it is the same reader, which does not
    believe some of its sensors any more. `begun`: a game is on.
    """

    why: Message
    instead: str = ""
    is_partly: bool = False
    begun: bool = True


@dataclass(frozen=True, slots=True)
class Instructed:
    """The player to move cannot reach the board (a computer): `move` is to be made for them.

    `lifted` is the site of the stone that is in the hand already, "" if none is.
    """

    move: str
    lifted: str = ""


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended."""

    outcome: Outcome


Situation = (
    SettingUp
    | Unseen
    | Playing
    | Lifted
    | Obstructed
    | Illegal
    | Disturbed
    | Choosing
    | Paused
    | ReaderLost
    | Instructed
    | Over
)


LOW_TIME_S = 30.0
LOW_SHARE = 1 / 3  # of the time there is at first: a clock of half a minute a turn is not low then


def low_time_s(control: Control, was_low: bool = False) -> float:
    """With less than this on the clock a player is warned. A time that `was_low` stays so until it
    has grown by half as much, and by more than one turn grants: no increment warns a second time.
    """
    low_s = min(LOW_TIME_S, LOW_SHARE * control.main_s)
    return low_s + max(low_s / 2, control.extra_s) if was_low else low_s


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table: the name, and what is left on the clock (None: no clock); with less
    than `low_s` the player is warned.
    """

    name: Text
    clock_s: float | None = None
    low_s: float = LOW_TIME_S
    flag_fallen: bool = False


@dataclass(frozen=True, slots=True)
class Ply:
    """A small move that was made, by whom and as text.

    `accepted`: it is no legal move; the board was accepted as it stood.
    """

    player: Player
    text: str
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class HintGiven:
    """A move that was recommended, and a sentence about it.

    `nudge`: only the stone to move is shown, neither where it goes nor why.
    """

    move: str
    text: Message | None = None
    nudge: bool = False


@dataclass(frozen=True, slots=True)
class Bound:
    """A stone must move, as `why` says: these are the texts of its `moves`."""

    why: Message
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableState:
    """The table at one moment."""

    game: AnyGame
    layout: Layout
    position: Any
    situation: Situation
    black: Seat
    white: Seat

    # how the game came here
    plies: tuple[Ply, ...] = ()
    stood: tuple[Any, ...] = ()  # the positions before this one, oldest first
    # texts, joined by a space, of moves that were made and count only when a button is pressed ("":
    # they are not to be named); None: nothing waits
    pending: str | None = None
    offer: Player | None = None  # who has offered a draw
    bound: Bound | None = None  # the stone that was touched, under the strict policy

    is_all_its: bool = False  # a computer's, all that was played: nobody's to take back

    # how it is seen
    near: Player = "b"  # who sits at the lower edge of the screen,
    turned: int = 0  # but for so many quarter turns of the board, clockwise
    # labels of the layout's sites as last seen at rest: where holes leave a choice, stones are
    # drawn where they really stand
    looks: tuple[str, ...] = ()
    came: frozenset[str] = frozenset()  # sites that have a stone since then, and are not covered
    camera: CameraPicture | None = None  # asked for in place of the board
    not_found: Message | None = None  # why it shows no board, if the players can mend that

    # what is said besides
    hint: HintGiven | None = None
    comment: Message | None = None  # on the last move, in practice
    match: Standing | None = None  # with this game, which is over; None: it is of no match
    is_kept: bool = True  # the disk takes what is to be kept of the game
    lamps_failed: bool = False  # those under the board do not show the scene
    is_outdated: bool = False  # the board no longer is as it was set up

    @property
    def before(self) -> Any:
        """The position before the last ply; None at the start."""
        return self.stood[-1] if self.stood else None

    @property
    def is_accepted(self) -> bool:
        """Whether the last ply is a board that was accepted as it stood."""
        return bool(self.plies) and self.plies[-1].accepted

    def seat(self, player: Player) -> Seat:
        """The seat of `player`."""
        return self.black if player == "b" else self.white
