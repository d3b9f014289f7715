"""What readers that run beside each other have said and nobody has taken yet."""

from __future__ import annotations

import queue
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, replace

from pi_board.core.observation import Input, Observation, Tick
from pi_board.readers.base import Reader


@dataclass(frozen=True, slots=True, eq=False)
class Said:
    """What a reader said at `t`."""

    reader: Reader
    item: Input
    t: float


class Inbox(queue.Queue[Said | Future[None]]):
    """Of each reader only the newest look waits, in the place of the one before: who takes them
    slowly is not told of a board of long ago. Nothing that was touched is lost.
    """

    queue: deque[Said | Future[None]]

    def _put(self, item: Said | Future[None]) -> None:
        older = self._waiting_look(item.reader) if isinstance(item, Said) else None
        if older is None or isinstance(item, Future):
            super()._put(item)
        elif isinstance(item.item, Observation):
            newest = replace(item, item=_newer(older.item, item.item))
            self.queue[self.queue.index(older)] = newest
        elif not isinstance(item.item, Tick):
            super()._put(item)

    def _waiting_look(self, reader: Reader) -> Said | None:
        """The last thing that this reader has said, if it is a look or a tick."""
        for one in reversed(self.queue):
            if isinstance(one, Said) and one.reader is reader:
                return one if isinstance(one.item, Observation | Tick) else None
        return None


def _newer(older: Input, look: Observation) -> Observation:
    """The look, with what was felt since the one before `older`."""
    if not isinstance(older, Observation):
        return look
    touched = (*older.touched, *look.touched)
    return replace(look, touched=touched, stirred=older.stirred or look.stirred)
