"""The rules of each game in pictures, a page at a time.

    pages = lessons(game)
    scene = lesson_scene(pages, 0)

Every picture is the screen of a real position, composed as in a game, and what it shows is what the
rules engine says; pages follow the rules in force, so presets differ where they do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from pi_board.app.compose import compose
from pi_board.app.learning.connexoh import connexoh_lessons
from pi_board.app.learning.lesson import Lesson
from pi_board.app.learning.linja import linja_lessons
from pi_board.app.learning.loa import loa_lessons
from pi_board.app.showing import CLOSE, next_button, previous_button
from pi_board.core.game import AnyGame
from pi_board.core.message import message
from pi_board.core.observation import Command
from pi_board.core.scene import Kind, Notice, Scene, Strip

__all__ = ["Learning", "Lesson", "lesson_scene", "lessons"]

_LESSONS: Mapping[str, Callable[[Any], tuple[Lesson, ...]]] = MappingProxyType(
    {"loa": loa_lessons, "linja": linja_lessons, "connexoh": connexoh_lessons}
)


def lessons(game: AnyGame) -> tuple[Lesson, ...]:
    """The pages of `game` under its rules, first things first."""
    return _LESSONS[game.name](game)


def lesson_scene(pages: tuple[Lesson, ...], index: int) -> Scene:
    """Page `index` (from 0), seen as a game is: from where who begins sits. Raises IndexError."""
    page = pages[index]
    shown = compose(replace(page.table, near=page.table.game.start().to_move))
    last = index == len(pages) - 1
    note = message("{done} of {total}", done=index + 1, total=len(pages))
    return replace(
        shown,
        kind=Kind.LEARNING,
        board=replace(shown.board, dimmed=False),
        notice=Notice(page.title, page.sentences),
        strip=Strip(progress=(index + 1, len(pages)), note=note),
        buttons=(
            previous_button(index),
            replace(next_button(index, len(pages) - 1), recommended=not last),
            replace(CLOSE, recommended=last),
        ),
    )


@dataclass(frozen=True, slots=True)
class Learning:
    """The rules in pictures, leafed through."""

    pages: tuple[Lesson, ...]
    at: int = 0
    is_closed: bool = False

    @property
    def scene(self) -> Scene:
        """See `Showing`."""
        return lesson_scene(self.pages, self.at)

    @property
    def pixels(self) -> None:
        """See `Showing`."""
        return None

    def obey(self, command: Command) -> Learning:
        """See `Showing`; the buttons of the box leaf through the pages too, OK out of the last."""
        match command.name:
            case "confirm" if self.at == len(self.pages) - 1:
                return replace(self, is_closed=True)
            case "next" | "hint" | "confirm":
                return self._leafed(self.at + 1)
            case "previous" | "take_back":
                return self._leafed(self.at - 1)
            case "back" | "menu" | "leave":
                return replace(self, is_closed=True)
        return self

    def _leafed(self, to: int) -> Learning:
        return replace(self, at=to) if 0 <= to < len(self.pages) else self

    def tick(self, now_s: float) -> Learning:
        """See `Showing`."""
        return self

    def close(self) -> None:
        """See `Showing`."""
