"""Why a reader changes: what was said of it, and which kind of fault it is.

Whoever shows a fault words it by its kind: what drivers and the network say of it is English, and
not for players. It stands in the log and in the events.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from pi_board.core.message import Text


class FaultKind(Enum):
    """What can be wrong with a camera or reeds, as far as players are told it apart."""

    CAMERA_SILENT = auto()
    ONE_PICTURE = auto()  # the address of a camera gives no stream
    NO_STREAM = auto()  # but a web page, or nothing at all
    NO_LOGIN = auto()  # or a wrong one, for a camera that asks for a name and a password
    NO_PICTURES = auto()
    BLACK = auto()
    FROZEN = auto()
    NO_BOARD = auto()
    DENIES_REEDS = auto()  # the camera does not see what they feel
    REEDS_SILENT = auto()
    REEDS_EMPTY = auto()  # they feel no stone at all
    REEDS_CLOSED = auto()  # all of them
    REEDS_DOUBTED = auto()  # some of them, those of `Cause.sites`


@dataclass(frozen=True, slots=True)
class Cause:
    """`text` is what the events say; without a `kind` it is no fault, or none that is known."""

    text: Text
    kind: FaultKind | None = None
    sites: tuple[str, ...] = ()

    def __str__(self) -> str:
        return str(self.text)
