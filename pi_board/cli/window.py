"""The window of the commands that show something: the screen, with lamps and buttons around it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pi_board.cli.interrupting import ended_like_interrupted
from pi_board.views.theme import THEMES

if TYPE_CHECKING:
    from pi_board.app.showing import View
    from pi_board.core.layout import Layout

F = TypeVar("F", bound=Callable[..., Any])


def window_options(command: F) -> F:
    """``--screen``, ``--fullscreen`` and ``--theme``, as `on_screen`, `fullscreen` and `theme`."""
    for option in (
        click.option(
            "--theme", type=click.Choice(THEMES), help="Else as the configuration has it."
        ),
        click.option("--fullscreen", is_flag=True, help="The whole display instead of a window."),
        click.option(
            "--screen", "on_screen", is_flag=True, help="In a window, with buttons and lamps."
        ),
    ):
        command = option(command)
    return command


@contextmanager
def open_window(layout: Layout, theme: str | None, fullscreen: bool) -> Iterator[View]:
    """The screen and what the configuration has around it; all of it is closed, also when the
    program is told to end (see `ended_like_interrupted`).

    Raises EnvironmentFault for what is not there.
    """
    from pi_board.app.box import open_box
    from pi_board.config.settings import load
    from pi_board.views.language import preferred, speaker
    from pi_board.views.screen import ScreenView
    from pi_board.views.theme import TEXT_SIZES

    settings = load()
    language = settings.screen.language or preferred(os.environ)
    stones = settings.screen.stones
    with ended_like_interrupted(by_sigterm=False), open_box(settings, layout) as box:
        screen = ScreenView(
            None, theme or settings.screen.theme, fullscreen, say=speaker(language, stones),
            text=TEXT_SIZES[settings.screen.text], stones=stones,
            turn=settings.screen.turn,
        )  # fmt: skip
        with closing(screen):
            yield box.around(screen, screen)
