"""What of a page of the menus can be seen and touched."""

from __future__ import annotations

from pi_board.views.layout import Box
from pi_board.views.menu import BACK, MenuView
from pi_board.views.menu_rows import Row


def rows_of(menu: MenuView) -> tuple[Row, ...]:
    """The lines of the page, those that fill up a grid left out."""
    found = menu._menu.get_widgets() if menu._menu is not None else ()
    count = len(menu.page.items) if menu.page is not None else 0
    rows = sorted((r for r in found if isinstance(r, Row)), key=lambda r: int(r.get_id()))
    return tuple(rows[:count])


def box_of(menu: MenuView, command: str, argument: str = "") -> Box | None:
    """Where the item with this command can be touched now, None if it is scrolled away."""
    if (command, argument) == BACK and menu.page is not None and not menu.page.is_first:
        return menu._back_box()
    for row in rows_of(menu):
        if (row.line.item.command, row.line.item.argument) == (command, argument):
            rect = row.get_rect(to_real_position=True)
            return Box(*rect) if rect.h else None
    return None
