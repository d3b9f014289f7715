"""What the referee says: the events, one class each.

Every event becomes one JSON object through `to_json`; the field names are stable, because other
programs read them. Sentences stay `Message`s until they are written out.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

from pi_board.core.cause import Cause
from pi_board.core.game import Player
from pi_board.core.message import Message, Say

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events: when (seconds on the reader's clock) and at which frame, if any."""

    name: ClassVar[str] = ""
    t: float
    frame: int | None


@dataclass(frozen=True, slots=True)
class BoardFound(Event):
    """The reader knows where the board lies: its outer corners, a1 first, in the picture as it came
    from the camera.
    """

    name: ClassVar[str] = "board_found"
    corners_px: tuple[tuple[float, float], ...]
    quality: float


@dataclass(frozen=True, slots=True)
class Setup(Event):
    """Sites that differ from the start position; none: the game starts."""

    name: ClassVar[str] = "setup"
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """The start position stands on the board."""

    name: ClassVar[str] = "game_started"
    position: str
    rules: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class MovePlayed(Event):
    """A move was accepted. `margin` is the log-likelihood lead over the next explanation."""

    name: ClassVar[str] = "move_played"
    move: str
    player: Player
    position: str
    margin: float | None
    turn_over: bool
    extra: tuple[tuple[str, object], ...] = ()  # captured / score / protected, left


@dataclass(frozen=True, slots=True)
class MoveRevised(Event):
    """A stone was slid on before the opponent answered."""

    name: ClassVar[str] = "move_revised"
    old: str
    move: str
    position: str
    extra: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """So many moves were taken back; none: a resignation was, or a draw that was agreed."""

    name: ClassVar[str] = "taken_back"
    plies: int
    position: str


@dataclass(frozen=True, slots=True)
class Illegal(Event):
    """What was done is not legal: what, which rule, why, where."""

    name: ClassVar[str] = "illegal"
    seen: str | None
    rule: str
    text: Message
    sites: tuple[str, ...]
    next: Message | None = None  # the one thing to put right first


@dataclass(frozen=True, slots=True)
class Wrong:
    """One site of a disturbed board: what should lie there and what seems to."""

    site: str
    expected: str
    seen: str


@dataclass(frozen=True, slots=True)
class Disturbed(Event):
    """No legal continuation explains the board: what is wrong, and what to put right first."""

    name: ClassVar[str] = "disturbed"
    wrong: tuple[Wrong, ...]
    next: Message


@dataclass(frozen=True, slots=True)
class Restored(Event):
    """The board shows the position again."""

    name: ClassVar[str] = "restored"
    wrong: tuple[Wrong, ...] = ()
    next: Message | None = None


@dataclass(frozen=True, slots=True)
class Choose(Event):
    """Explanations that cannot be told apart: somebody has to say."""

    name: ClassVar[str] = "choose"
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Obstructed(Event):
    """Something covers these sites."""

    name: ClassVar[str] = "obstructed"
    sites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Clear(Event):
    """Nothing covers the board any more."""

    name: ClassVar[str] = "clear"
    sites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardMoved(Event):
    """The board or the camera was shoved."""

    name: ClassVar[str] = "board_moved"
    shift_mm: float | None


@dataclass(frozen=True, slots=True)
class ReaderChanged(Event):
    """Another reader took over."""

    name: ClassVar[str] = "reader_changed"
    from_: str
    to: str
    reason: Cause


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game has ended."""

    name: ClassVar[str] = "game_over"
    outcome: str
    reason: str
    score: tuple[tuple[str, int], ...] | None


def to_json(event: Event, say: Say = str) -> Json:
    """The event as a JSON object with stable field names; `say` words the sentences."""
    out: Json = {"event": event.name}
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name == "extra":
            out.update({name: _plain(one, say) for name, one in value})
        else:
            out[field.name.rstrip("_")] = _plain(value, say)
    return out


def _plain(value: object, say: Say) -> object:
    if isinstance(value, Cause):
        value = value.text
    if isinstance(value, Message):
        return say(value)
    if isinstance(value, Wrong):
        return {"site": value.site, "expected": value.expected, "seen": value.seen}
    if isinstance(value, tuple):
        pairs = value and all(
            isinstance(v, tuple) and len(v) == 2 and isinstance(v[0], str) for v in value
        )
        return dict(value) if pairs else [_plain(v, say) for v in value]
    return value
