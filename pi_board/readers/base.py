"""The port every reader of a board implements.

A reader turns a sensor into observations; it knows no rules. Two things come back to it: which
position the board is going to show (`expect`) and which it is known to show (`confirm`), both as
appearances, so that it can find, name and learn the looks of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from pi_board.core.layout import Appearance, Layout
from pi_board.core.observation import Input
from pi_board.vision.warm.sight import Sight


class Reader(Protocol):
    """A source of observations of one board."""

    def inputs(self) -> Iterator[Input]:
        """Observations and notes as they come, times never decreasing; ends with the source.

        A live source waits for its next frame inside the iterator; one whose device fails says so
        in a note and goes on trying. Raises what the reader's own documentation says.
        """
        ...

    def expect(self, starts: Iterable[tuple[Layout, Appearance]], *, in_play: bool = False) -> None:
        """What the board is going to show, for each kind of board it may be. `in_play`: a game goes
        on with it, so that it may be a move further by now.
        """
        ...

    def confirm(self, appearance: Appearance, *, by_word: bool = False) -> None:
        """The board is known to show this, as of the last observation that was handed out.
        `by_word`: people see it and say so, though not all that was handed out agrees.
        """
        ...

    def picture(self) -> Sight:
        """The newest frame, where the board lies in it and what was read, for the screen."""
        ...

    def close(self) -> None:
        """Let go of the device or file. May be called twice."""
        ...
