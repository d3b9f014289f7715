"""The language of sentences that a command writes for people. What programs read stays English."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from pi_board.core.message import Say
from pi_board.views.language import LANGUAGES, preferred, speaker

F = TypeVar("F", bound=Callable[..., Any])


def _option(said: str) -> Callable[[F], F]:
    """``--language CODE``, passed on as `language` (None: not said)."""
    return click.option("--language", type=click.Choice(list(LANGUAGES)), help=said)


language_option = _option("Of sentences; JSON stays English.")
screen_language_option = _option(
    "Of screen and voice; else the configured one, else what LANGUAGE or LANG asks for."
)
text_language_option = _option("Of the text in the answer; English if not said.")


def in_language(language: str | None) -> Say:
    """What puts sentences into `language`, or into the one the environment asks for."""
    return speaker(language or preferred(os.environ))
