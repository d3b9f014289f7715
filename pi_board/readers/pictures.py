"""What all readers of pictures have in common."""

from __future__ import annotations

from collections.abc import Iterable

from pi_board.core.layout import Appearance, Layout
from pi_board.vision.warm.session import BoardSession, Sight


class PictureReader:
    """A reader whose frames a `BoardSession` looks at: what is asked of it, that one answers."""

    def __init__(self, session: BoardSession | None = None) -> None:
        """`session`: None for one that knows nothing of the board yet."""
        self._session = session if session is not None else BoardSession()

    def expect(self, starts: Iterable[tuple[Layout, Appearance]]) -> None:
        """See `Reader.expect`."""
        self._session.expect(starts)

    def confirm(self, appearance: Appearance) -> None:
        """See `Reader.confirm`."""
        self._session.confirm(appearance)

    def picture(self) -> Sight:
        """See `Reader.picture`."""
        return self._session.sight
