"""What can be wrong with one reed, and how that is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pi_board.core.cause import Cause, FaultKind


@dataclass(frozen=True, slots=True)
class ReedFault:
    """A sensor that is not believed: ``stuck`` closed, ``missing``, ``bouncing``, ``no diode``."""

    site: str
    what: str

    def __str__(self) -> str:
        return f"{self.site} {self.what}"


def cause_of(faults: Iterable[ReedFault]) -> Cause:
    """Why reeds are no longer believed, one fault after the other."""
    known = tuple(faults)
    text = f"reeds at fault: {', '.join(map(str, known))}"
    return Cause(text, FaultKind.REEDS_DOUBTED, tuple(one.site for one in known))
