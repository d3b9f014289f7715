"""What the scenes of all games share: cards, the last moves, buttons, sentences and arrows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from pi_board.app.scenes.state import Ply, Seat, TableState
from pi_board.core.game import Player, opponent
from pi_board.core.layout import groups_apart
from pi_board.core.message import Message, message
from pi_board.core.scene import (
    Board,
    Button,
    Card,
    MoveEntry,
    Notice,
    Strip,
)
from pi_board.core.turn import joined
from pi_board.core.words import NO_MOVES, side
from pi_board.referee.continuations import BOARD


@dataclass(frozen=True, slots=True)
class Picture:
    """The part of a scene that a game's own module makes."""

    board: Board
    notice: Notice
    note: Message | None = None  # in the strip of the last moves
    shield: bool = False  # whether the note speaks of protection


@dataclass(frozen=True, slots=True)
class Count:
    """What is counted for a player: a short phrase, and stones home of how many."""

    text: Message
    homes: tuple[int, int] | None = None


# -- the viewer -------------------------------------------------------------------------------


def seen_from(state: TableState, below: Player) -> int:
    """Quarter turns of a board whose row 1 is the home of `below`, as the viewer sits."""
    return ((0 if state.near == below else 2) + state.turned) % 4


def reader_name(name: str) -> Message | str:
    """What a person calls a reader; a name that is not known is shown as it is."""
    return {
        "camera": message("the camera"),
        "reed": message("the reed switches"),
    }.get(name, name)


def without(on: Board, site: str) -> Board:
    """The board with the stone of `site` in the hand: where it stood is a ghost of it."""
    return replace(
        on, pieces=tuple(replace(p, ghost=True) if p.site == site else p for p in on.pieces)
    )


def faded(on: Board, winner: Player | None) -> Board:
    """The board with the stones of who has lost faded; after a draw nobody's are."""
    lost = None if winner is None else opponent(winner)
    return replace(on, pieces=tuple(replace(p, faded=p.player == lost) for p in on.pieces))


# -- sentences --------------------------------------------------------------------------------


def any_of(items: tuple[str, ...]) -> Message | str:
    """``a8, b5 or e5``."""
    if len(items) < 2:
        return "".join(items)
    return message("{list} or {last}", list=", ".join(items[:-1]), last=items[-1])


def all_of(items: tuple[str, ...]) -> Message | str:
    """``a8, b5 and e5``."""
    if len(items) < 2:
        return "".join(items)
    return message("{list} and {last}", list=", ".join(items[:-1]), last=items[-1])


def to_move(player: Player) -> Message:
    """``Black to move``."""
    return message("{player} to move", player=side(player))


# -- a board that was accepted ----------------------------------------------------------------

ACCEPTED = message("The board was accepted as it stands.")


def changed_groups(state: TableState) -> tuple[int, ...]:
    """The groups of the layout that look different since the last ply."""
    if state.before is None:
        return ()
    now, then = (
        state.game.appearance(position, state.layout) for position in (state.position, state.before)
    )
    return groups_apart(now, then)


def changed_sites(state: TableState) -> tuple[str, ...]:
    """The same by name, where a group is one site."""
    return state.layout.sites_of(*changed_groups(state))


# -- cards ------------------------------------------------------------------------------------


def card(state: TableState, player: Player, count: Count, turn: bool) -> Card:
    """The card of `player`."""
    seat = state.seat(player)
    return Card(
        player=player,
        name=seat.name,
        clock=clock_text(seat.clock_s),
        alarm=_alarm(seat),
        counter=count.text,
        homes=count.homes,
        turn=turn,
    )


def clock_text(seconds: float | None) -> str:
    """Minutes and seconds, whole seconds rounded up as on a chess clock; "" without a clock."""
    if seconds is None:
        return ""
    whole = max(0, -int(-seconds // 1))
    hours, rest = divmod(whole, 3600)
    minutes, seconds_left = divmod(rest, 60)
    if hours:
        return f"{hours}:{minutes:02}:{seconds_left:02}"
    return f"{minutes:02}:{seconds_left:02}"


def _alarm(seat: Seat) -> Literal["", "warning", "danger"]:
    if seat.flag_fallen:
        return "danger"
    return "warning" if seat.clock_s is not None and seat.clock_s < seat.low_s else ""


# -- the last moves ---------------------------------------------------------------------------

SHOWN_MOVES = 4


def strip(state: TableState, picture: Picture) -> Strip:
    """The last moves, before them the picture's note; else that the board is to be set up anew,
    which lasts and is to hide nothing.
    """
    entries = turns(state.plies)
    note = picture.note
    sign: Literal["", "shield", "turn"] = "shield" if picture.shield else ""
    if note is None and state.is_outdated:  # the words and the sign of the menu: there it is done
        note, sign = message("Set up the board"), "turn"
    if not entries and note is None:
        note = NO_MOVES
    return Strip(entries[-SHOWN_MOVES:], note, sign)


def turns(plies: tuple[Ply, ...]) -> tuple[MoveEntry, ...]:
    """One entry a turn; the small moves of Linja's turn are written together."""
    entries: list[MoveEntry] = []
    number = 1
    for i, ply in enumerate(plies):
        if i and _goes_on(ply, plies[i - 1]):
            last = entries[-1]
            entries[-1] = replace(last, text=joined(last.text, ply.text))
            continue
        first = ply.player == plies[0].player
        text = "" if ply.text == BOARD else ply.text
        entries.append(MoveEntry(number if first else 0, ply.player, text, ply.accepted))
        number += not first
    return tuple(entries)


def _goes_on(ply: Ply, before: Ply) -> bool:
    """Whether a small move continues the turn of the one before: Linja's rows are bare numbers."""
    if ply.player != before.player or ply.accepted or before.accepted:
        return False
    return ply.text[:1] in "/0123456789s" and before.text[:1] in "/0123456789"


# -- buttons ----------------------------------------------------------------------------------


def play_buttons(state: TableState, extra: tuple[Button, ...] = ()) -> tuple[Button, ...]:
    """Hint, take back, menu; what the rules (`extra`) or the policy ask for stands first."""
    if state.pending is not None:
        extra = (Button("confirm", message("Done"), "check", recommended=True),)
    hint = () if extra else (Button("hint", message("Hint"), "hint"),)
    return (*extra, *hint, take_back(state), MENU)


def take_back(state: TableState) -> Button:
    """The button that takes the last move back, or the one that waits, if there is one that may
    be.
    """
    may = (bool(state.plies) or state.pending is not None) and not state.is_all_its
    return Button("take_back", message("Take back"), "undo", enabled=may)


MENU = Button("menu", message("Menu"), "menu")
ACCEPT_BOARD = Button("accept_board", message("Leave it so"), "check")
BEGIN_HERE = Button("accept_board", message("Begin from here"), "check")
END_TURN = Button("stop", message("End turn"), "stop")
STANDS = Button("confirm", message("All in place"), "check")
ACCEPT = Button("accept", message("Accept"), "check")
REJECT = Button("reject", message("Reject"), "close")
NONE_OF_THESE = Button("reject", message("None"), "close")
NOT_TURNED = Button("reject", message("Not turned"), "close")
LOOK = Button("look", message("What it sees"), "eye")
CONTINUE = Button("continue", message("Continue"), "play", recommended=True)
BACK = Button("look", message("Back to the board"), "close")
OVER_BUTTONS = (
    Button("replay", message("Replay"), "play"),
    Button("take_back", message("Take back"), "undo"),
    Button("new_game", message("New game"), "plus", recommended=True),
)


def repeated(times: int) -> Message:
    """Why a game is drawn by a position that has come so many times."""
    return message("A position that comes {times} times is a draw.", times=times)
