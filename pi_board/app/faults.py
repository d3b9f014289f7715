"""Why a reader cannot read, in the players' words where they are known."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pi_board.core.message import Message, message
from pi_board.core.observation import AT_FAULT

_KNOWN: Mapping[str, Message] = MappingProxyType(
    {
        str(text).rstrip("."): text
        for text in (
            message("The camera gives no pictures."),
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
    known = _KNOWN.get(plain[:1].upper() + plain[1:])
    return known if known is not None else message("{reason}", reason=reason)
