"""Sentences for people, kept translatable.

A pure module never formats text for good: it returns a `Message`, which holds the English template
as its identifier (as gettext does) and the values to put into it. ``str(message)`` is the English
sentence; the views put a translated template in its place. Templates use `str.format` fields by
name; a value may itself be a `Message`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence or title: the template, its plural form, the deciding number and the values."""

    template: str
    values: tuple[tuple[str, str | int | Message], ...] = ()
    plural: str | None = None
    count: int | None = None

    def __str__(self) -> str:
        return self.render(_english)

    def render(self, translate: Callable[[str, str | None, int | None], str]) -> str:
        """The sentence, with every template looked up by ``translate(template, plural, count)``."""
        chosen = translate(self.template, self.plural, self.count)
        values = {
            name: value.render(translate) if isinstance(value, Message) else value
            for name, value in self.values
        }
        return chosen.format(**values)


Text = Message | str  # a name is not translated
Say = Callable[[Message], str]  # puts a sentence into somebody's language


def message(template: str, **values: str | int | Message) -> Message:
    """A sentence without plural forms; xgettext extracts the template (see `views.language`)."""
    return Message(template, tuple(values.items()))


def counted(template: str, plural: str, count: int, **values: str | int | Message) -> Message:
    """A sentence whose form depends on `count`, which the templates may name as ``{count}``."""
    return Message(template, (("count", count), *values.items()), plural, count)


def _english(template: str, plural: str | None, count: int | None) -> str:
    return plural if plural is not None and count != 1 else template
