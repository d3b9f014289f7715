"""What is said of a page of the menus, so that three buttons lead through it unseen."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pi_board.core.message import Message, Say, Text, message
from pi_board.core.page import Item, Page
from pi_board.views.language import worded, written
from pi_board.views.spoken import sentences

_MARKS: Mapping[str, Message] = MappingProxyType(
    {"on": message("on"), "off": message("off"), "chosen": message("chosen")}
)


def page_aloud(page: Page, line: Item | None, say: Say) -> str:
    """A page that is opened: its title, what is only to be read, and the `line` that OK enters."""
    texts: list[Text] = [page.title]
    for item in page.items:
        texts += () if item.command else (item.label, item.value, item.note)
    said = sentences(written(say, text) for text in texts)
    return said if line is None else f"{said} {line_aloud(line, say)}"


def line_aloud(line: Item, say: Say) -> str:
    """A line that can be entered, with what is chosen there now, and what is written below: of two
    kept games of the same players that alone says which is which.
    """
    texts = line.label, line.value, _MARKS.get(line.mark, "")
    said = ", ".join(said for text in texts if (said := worded(say, text)))
    return sentences([said, written(say, line.note).replace(" ·", ",")])
