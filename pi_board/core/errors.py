"""What a program or a file does wrong.

What a *player* does wrong is never an exception: it is a value that the screen explains
(see `pi_board.core.message` and `pi_board.core.game.Explanation`).
Every class here has two bases, the package's root and the builtin that a caller would expect, so
both ``except PiBoardError`` and ``except ValueError`` do what they say. The message always holds
what was found, what was expected, and where.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from pi_board.core.cause import Cause, FaultKind
from pi_board.core.message import Message, Text, message

# what the system says of a disk at a table
_OF_DISKS: Mapping[int | None, Message] = MappingProxyType(
    {
        errno.ENOSPC: message("No space left on device"),
        errno.EROFS: message("Read-only file system"),
        errno.EACCES: message("Permission denied"),
        errno.EIO: message("Input/output error"),
        errno.ENOENT: message("No such file or directory"),
    }
)


class PiBoardError(Exception):
    """Root of everything this package raises on purpose."""

    @property
    def text(self) -> Text:
        """What it says; a `Message` where people at the device are told."""
        first = next(iter(self.args), None)
        return first if isinstance(first, Message) else str(self)


class InvalidText(PiBoardError, ValueError):
    """A text (position, move, option, record) that cannot be read."""


class InvalidPosition(InvalidText):
    """A position text that no board could show."""


class IllegalMove(PiBoardError, ValueError):
    """A move that the rules do not allow in the position at hand.

    The position is unchanged (positions are immutable); its text stands in the message.
    """


class InvalidFile(PiBoardError, ValueError):
    """A file that holds something other than what it should."""


class ConfigurationError(PiBoardError, ValueError):
    """A setting that cannot be used; names the file, the key, what was found and expected."""


class EnvironmentFault(PiBoardError, OSError):
    """Hardware, a driver, a display or a disk that is not there or does not answer.

    `kind`: of a reader's hardware, where players are told it apart.
    """

    def __init__(self, text: Text, kind: FaultKind | None = None) -> None:
        super().__init__(text)
        self.kind = kind

    @property
    def cause(self) -> Cause:
        """What a reader that is lost by it has to say."""
        return Cause(self.text, self.kind)


def reason_of(error: OSError) -> Text:
    """Why the system cannot do what it was asked for."""
    return _OF_DISKS.get(error.errno) or str(error.strerror)


def driver_errors() -> tuple[type[Exception], ...]:
    """What gpiozero raises, and the library below it: a pin that is busy is an `lgpio.error`, which
    is none of gpiozero's own. Nothing of a library that is not loaded.
    """
    known = (("gpiozero.exc", "GPIOZeroError"), ("lgpio", "error"))
    return tuple(getattr(sys.modules[name], kind) for name, kind in known if name in sys.modules)


@contextmanager
def drivers_answer(what: str, kind: FaultKind | None = None) -> Iterator[None]:
    """Raises EnvironmentFault if they do not: `what` of, and why."""
    try:
        yield
    except driver_errors() as problem:
        reason = str(problem) or type(problem).__name__
        raise EnvironmentFault(f"{what}: {reason}", kind) from problem
