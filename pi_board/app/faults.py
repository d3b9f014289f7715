"""Why a reader cannot read, in the players' words where they are known."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pi_board.core.cause import Cause, FaultKind
from pi_board.core.message import Message, message

SILENT_CAMERA = message("The camera does not answer.")

_WORDS: Mapping[FaultKind, Message] = MappingProxyType(
    {
        FaultKind.CAMERA_SILENT: SILENT_CAMERA,
        FaultKind.ONE_PICTURE: message(
            "The camera's address gives one picture, not a stream of them."
        ),
        FaultKind.NO_STREAM: message("The camera's address gives no stream of pictures."),
        FaultKind.NO_LOGIN: message("The camera asks for the right name and password."),
        FaultKind.NO_PICTURES: message("The camera gives no pictures."),
        FaultKind.BLACK: message("The camera sees black."),
        FaultKind.FROZEN: message("The camera's picture stands still."),
        FaultKind.NO_BOARD: message("The camera does not find the board."),
        FaultKind.DENIES_REEDS: message("The camera does not see what the reeds feel."),
        FaultKind.REEDS_SILENT: message("The reeds do not answer."),
        FaultKind.REEDS_EMPTY: message("The reeds feel no stone at all."),
        FaultKind.REEDS_CLOSED: message("Every reed is closed at once, as where a cable is loose."),
    }
)


def cause_text(cause: Cause) -> Message:
    """The sentence for a reader's fault; one that is not known is shown as it is."""
    if cause.kind is FaultKind.REEDS_DOUBTED:
        return message("No longer believed: {sites}.", sites=", ".join(cause.sites))
    if cause.kind is None:
        return message("{reason}", reason=cause.text)
    return _WORDS[cause.kind]
