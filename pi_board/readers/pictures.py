"""What all readers of pictures have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf

from pi_board.core.layout import Appearance, Layout
from pi_board.core.observation import Input, Tick
from pi_board.vision.geometry import Image
from pi_board.vision.warm.session import BoardSession
from pi_board.vision.warm.sight import Sight

SILENCE_S = 0.2  # after which there is a tick


class PictureReader:
    """A reader whose frames a `BoardSession` looks at: what is asked of it, that one answers."""

    def __init__(self, session: BoardSession | None = None) -> None:
        """`session`: None for one that knows nothing of the board yet."""
        self._session = session if session is not None else BoardSession()
        self._said_s = -inf

    def expect(self, starts: Iterable[tuple[Layout, Appearance]], *, in_play: bool = False) -> None:
        """See `Reader.expect`."""
        self._session.expect(starts, in_play=in_play)

    def confirm(self, appearance: Appearance, *, by_word: bool = False) -> None:
        """See `Reader.confirm`."""
        self._session.confirm(appearance)

    def _look(self, frame: Image, t: float, index: int) -> Iterator[Input]:
        """What the session makes of a frame; if that is nothing for a while, a tick: clocks, screen
        and whoever asked for something wait for a board that is not in the picture.
        """
        said: tuple[Input, ...] = self._session.see(frame, t, index)
        if not said and t - self._said_s >= SILENCE_S:
            said = (Tick(t),)
        if said:
            self._said_s = t
        yield from said

    def picture(self) -> Sight:
        """See `Reader.picture`."""
        return self._session.sight
