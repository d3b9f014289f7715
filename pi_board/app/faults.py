"""Why a reader cannot read, in the players' words where they are known."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pi_board.core.message import Message, message
from pi_board.core.observation import AT_FAULT

SILENT_CAMERA = message("The camera does not answer.")
_NO_PICTURES = message("The camera gives no pictures.")
_SILENT_REEDS = message("The reeds do not answer.")

# What drivers and the network say is not for players; it stands in the log and in the events.
_MACHINES: tuple[tuple[str, Message], ...] = (
    ("no camera there that can be opened", SILENT_CAMERA),
    ("the camera gives no more frames", SILENT_CAMERA),
    ("the Pi camera ", SILENT_CAMERA),
    ("no stream there", SILENT_CAMERA),
    ("the stream has ended", SILENT_CAMERA),
    ("a camera that is neither on a ribbon nor on USB", SILENT_CAMERA),
    (
        "one picture and no more",
        message("The camera's address gives one picture, not a stream of them."),
    ),
    ("no JPEG picture in what came", _NO_PICTURES),
    ("damaged pictures in a row", _NO_PICTURES),
    ("no picture ends in", _NO_PICTURES),
    ("the reeds' pins cannot be read", _SILENT_REEDS),
)

_KNOWN: Mapping[str, Message] = MappingProxyType(
    {
        str(text).rstrip("."): text
        for text in (
            _NO_PICTURES,
            message("The camera sees black."),
            message("The camera's picture stands still."),
            message("The camera does not find the board."),
            message("The camera does not see what the reeds feel."),
            message("The reeds feel no stone at all."),
            message("Every reed is closed at once, as where a cable is loose."),
        )
    }
)


def reason_text(reason: str) -> Message:
    """The sentence for a reader's reason; one that is not known is shown as it is."""
    if reason.startswith(AT_FAULT):
        sites = (fault.split()[0] for fault in reason.removeprefix(AT_FAULT).split(", "))
        return message("No longer believed: {sites}.", sites=", ".join(sites))
    plain = reason.rstrip(".")
    if known := _KNOWN.get(plain[:1].upper() + plain[1:]):
        return known
    machines = (text for words, text in _MACHINES if words in reason)
    return next(machines, message("{reason}", reason=reason))
