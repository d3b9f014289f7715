"""What every part of the panel draws with."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from pi_board.core.layout import Surface
from pi_board.core.message import Say
from pi_board.core.scene import Board
from pi_board.views.lettering import Letters
from pi_board.views.paint import Painter
from pi_board.views.theme import Colour

SMALLEST = 0.7  # of the usual size of a caption


@dataclass(frozen=True, slots=True)
class Desk:
    """What every part of the panel draws with; `say` puts a sentence into the players' language."""

    paint: Painter
    letters: Letters
    say: Say
    unit: float

    def size(self, role: str) -> float:
        """Text size of `role` in pixels."""
        return self.paint.theme.type[role] * self.unit

    @property
    def smallest(self) -> float:
        """The least size of words that have to fit, however large text is: longer ones are cut."""
        return SMALLEST * self.size("caption") / self.paint.theme.text

    def shrunk(self, size: float, least: float, fits: Callable[[float], bool]) -> float:
        """`size`, or as many whole pixels less, down to `least`, as it takes to fit."""
        least = math.floor(least)
        while size > least and not fits(size):
            size = max(least, math.ceil(size) - 1)
        return size

    def space(self, role: str) -> float:
        """A distance of the spacing scale in pixels."""
        return self.paint.theme.space[role] * self.unit

    def radius(self, role: str) -> float:
        """A corner's radius in pixels."""
        return self.paint.theme.radius[role] * self.unit

    def colour(self, role: str) -> Colour:
        """The theme's colour of `role`."""
        return self.paint.theme.colours[role]


def board_colour(board: Board) -> str:
    """The role of the colour that a stone is used to standing on."""
    return {
        Surface.SQUARES: "loa_light",
        Surface.TILES: "loa_light",
        Surface.HOLES: "linja_row",
        Surface.ROWS: "linja_row",
    }[board.surface]
