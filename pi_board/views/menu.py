"""The pages of the menus on the window of the screen, by pygame-menu: touch, keys, three buttons.

    menu = MenuView(desk)
    menu.show(page)
    menu.draw(window)                # True if anything was drawn
    menu.touched(touch)              # what a finger asks for: (command, argument), or None
    menu.steer("hint")               # the buttons of the box: next, enter, back

Lists scroll under the finger. A finger that slides off a line has changed its mind.
"""

from __future__ import annotations

import pygame
import pygame_menu
from pygame_menu.locals import ALIGN_LEFT, ORIENTATION_VERTICAL, POSITION_EAST
from pygame_menu.widgets.selection.none import NoneSelection
from pygame_menu.widgets.widget.menubar import MENUBAR_STYLE_NONE

from pi_board.core.page import Item, Page
from pi_board.views.desk import Desk
from pi_board.views.language import written
from pi_board.views.layout import Box
from pi_board.views.menu_rows import TILE_LEAST, TILE_MOST, Line, Row, RowState
from pi_board.views.theme import mix
from pi_board.views.touch import Touch

Words = tuple[str, str]  # a command and its argument
BACK: Words = ("back", "")
SLIDE = 0.03  # of the unit: so far a finger moves before it scrolls
BAR, BAR_LEAST_PX = 0.016, 6  # pygame-menu refuses to slide in a bar of 4
HEADER = 0.128
WIDEST = 1.75  # no line is longer than so many units: the eye would lose it
STEER = {
    "hint": pygame.K_DOWN, "next": pygame.K_DOWN, "previous": pygame.K_UP,
    "confirm": pygame.K_RETURN,
}  # fmt: skip
LEADS = {"hint": 1, "next": 1, "previous": -1}
MOVES = (pygame.K_DOWN, pygame.K_UP, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_TAB)


class MenuView:
    """Shows one page at a time on a surface of `size` pixels."""

    def __init__(self, desk: Desk, size: tuple[int, int]) -> None:
        _init_pygame()
        self._desk, self._size = desk, size
        self._state = RowState()
        self._page: Page | None = None
        self._menu: pygame_menu.Menu | None = None
        self._header = Box(0, 0, size[0], round(HEADER * desk.unit + desk.space("m")))
        self._dirty = False
        self._down: tuple[float, float] | None = None
        self._scrolled: float | None = None  # where the list was when the finger began to slide it
        self._back_pressed = False

    @property
    def page(self) -> Page | None:
        """What is shown."""
        return self._page

    def show(self, page: Page) -> None:
        """Let `page` be what is to be seen. The same page in another state keeps its place."""
        if page == self._page:
            return
        before, place, scroll = self._page, page.selected, 0.0
        if before is not None and self._menu is not None and before.name == page.name:
            place, scroll = self._menu.get_index(), self._scroll_value()
        self._page = page
        self.let_go()
        self._menu = self._built(page)
        self._place(place, scroll)

    # -- building -----------------------------------------------------------------------------

    def _room(self) -> Box:
        """Where the lines stand."""
        gap = round(self._desk.space("m"))
        width = min(self._size[0] - 2 * gap, round(WIDEST * self._desk.unit))
        top = self._header.bottom
        return Box((self._size[0] - width) // 2, top, width, self._size[1] - top)

    def _built(self, page: Page) -> pygame_menu.Menu:
        desk, room = self._desk, self._room()
        gap, bar = round(desk.space("s")), max(BAR_LEAST_PX, round(BAR * desk.unit))
        columns = self._columns(page, room)
        inner = room.w - bar - gap
        width = (inner - gap * (columns - 1)) // columns
        share = room.h // max(1, -(-len(page.items) // columns)) - gap
        lines = self._lines(page, width, share, columns)
        menu = pygame_menu.Menu(
            " ", room.w, room.h, theme=self._theme(bar, gap), position=(room.x, room.y, False),
            center_content=False, mouse_visible_update=False, keyboard_ignore_nonphysical=False,
            joystick_enabled=False, overflow=(False, True), columns=columns,
            rows=-(-len(lines) // columns) if columns > 1 else None, verbose=False,
            column_max_width=[width + gap] * columns if columns > 1 else None,
            column_min_width=[width + gap] * columns if columns > 1 else 0,
            onclose=pygame_menu.events.NONE, screen_dimension=self._size,
        )  # fmt: skip
        menu.disable_render()
        for i, line in _by_columns(lines, columns):
            row = Row(line, str(i), self._state)
            menu.add.generic_widget(row)
            row.set_margin(0, gap)
            row.set_alignment(ALIGN_LEFT)
            row.set_controls(joystick=False)
        menu.enable_render()
        menu.render()
        return menu

    def _lines(self, page: Page, width: int, share: int, columns: int) -> list[Line]:
        lines = [Line(self._desk, item, width, page.shape) for item in page.items]
        if page.shape == "list" or not lines:
            return lines
        lines += [Line(self._desk, Item("", ""), width, page.shape)] * (-len(lines) % columns)
        height = max(line.size[1] for line in lines)
        if page.shape == "tiles":
            unit = self._desk.unit
            height = round(max(height, TILE_LEAST * unit, min(share, TILE_MOST * unit)))
        return [Line(self._desk, line.item, width, page.shape, height) for line in lines]

    def _columns(self, page: Page, room: Box) -> int:
        if page.shape == "tiles":
            return 2 if self._size[0] > self._size[1] and len(page.items) > 1 else 1
        if page.shape == "keys":
            return max(1, min(10, room.w // round(self._desk.unit * 0.135)))
        return 1

    def _theme(self, bar: int, gap: int) -> pygame_menu.Theme:
        desk = self._desk
        surface = desk.colour("surface")
        return pygame_menu.Theme(
            background_color=surface, surface_clear_color=surface, title=False,
            title_bar_style=MENUBAR_STYLE_NONE, widget_margin=(0, gap), widget_padding=0,
            widget_offset=(0, 0), scrollarea_position=POSITION_EAST, scrollbar_thick=bar,
            scrollbar_color=surface, scrollbar_shadow=False, scrollbar_slider_pad=1,
            scrollbar_slider_color=desk.colour("panel_raised"),
            scrollbar_slider_hover_color=desk.colour("button_edge"),
            widget_selection_effect=NoneSelection(),
            title_updates_pygame_display=False,
        )  # fmt: skip

    def _place(self, place: int, scroll: float) -> None:
        assert self._menu is not None
        rows = self._menu.get_widgets()
        if 0 <= place < len(rows) and rows[place].is_selectable:
            self._menu.select_widget(rows[place])
        self._scroll_to(scroll)
        if self._state.by_keys and (chosen := self._menu.get_selected_widget()) is not None:
            self._menu.scroll_to_widget(chosen)

    # -- drawing ------------------------------------------------------------------------------

    def draw(self, window: pygame.Surface) -> bool:
        """Draw the page if anything on it has changed."""
        if not self._dirty or self._menu is None or self._page is None:
            return False
        self._dirty = False
        window.fill(self._desk.colour("surface"))
        self._menu.force_surface_update()
        self._menu.draw(window)
        self._draw_header(window, self._page)
        return True

    def expose(self) -> None:
        """The window has lost its picture."""
        self._dirty = True

    def _back_box(self) -> Box:
        gap, side = round(self._desk.space("s")), round(HEADER * self._desk.unit)
        return Box(self._room().x, gap, side, side)

    def _draw_header(self, window: pygame.Surface, page: Page) -> None:
        desk, room = self._desk, self._room()
        back, x = self._back_box(), float(room.x)
        if not page.is_first:
            fill = desk.colour("panel")
            if self._back_pressed:
                fill = mix(fill, desk.colour("button_edge"), 0.7)
            desk.paint.box(window, back, fill, desk.radius("button"))
            (cx, cy), half = back.centre, desk.size("body") * 0.36
            points = ((cx + half / 2, cy - half), (cx - half / 2, cy), (cx + half / 2, cy + half))
            desk.paint.stroke(window, points, desk.size("body") * 0.13, desk.colour("text"))
            x = back.right + desk.space("m")
        size, title = self._title(page, room.right - x)
        height = size * desk.paint.theme.type["line_height"]
        y = back.y + back.h / 2 - height * (len(title) - 1) / 2
        for line in title:
            desk.letters.draw(window, line, (x, y), size, "strong", desk.colour("text"))
            y += height

    def _title(self, page: Page, width: float) -> tuple[float, tuple[str, ...]]:
        """The size and the one or two lines of the title; a long one is written smaller."""
        desk, said = self._desk, page.title
        if page.shape == "keys":
            said = f"{page.typed}|"
        text = written(desk.say, said)
        for role in ("title", "body"):
            lines = desk.letters.wrap(text, width, desk.size(role), "strong")
            if len(lines) == 1:
                return desk.size(role), lines
        return desk.size("body"), lines[:2]

    # -- touching -----------------------------------------------------------------------------

    def touched(self, touch: Touch) -> Words | None:
        """What a finger asks for when it is let go."""
        if self._menu is None:
            return None
        if touch.kind == "up":
            return self._release(touch.at)
        (self._press if touch.kind == "down" else self._slide)(touch.at)
        return None

    def _press(self, at: tuple[float, float]) -> None:
        assert self._menu is not None
        assert self._page is not None
        self._down, self._state.by_keys, self._dirty = at, False, True
        self._back_pressed = not self._page.is_first and self._back_box().contains(at)
        row = self._row_at(at)
        self._state.pressed = row.get_id() if row is not None else ""

    def _slide(self, at: tuple[float, float]) -> None:
        assert self._menu is not None
        if self._down is None:
            return
        moved = at[1] - self._down[1]
        if self._scrolled is None and abs(moved) > SLIDE * self._desk.unit:
            self._scrolled = self._scroll_value()
            self._state.pressed, self._back_pressed, self._dirty = "", False, True
        if self._scrolled is not None:
            hidden = self._hidden()
            self._scroll_to(self._scrolled - moved / hidden if hidden else 0.0)

    def _release(self, at: tuple[float, float]) -> Words | None:
        pressed, back = self._state.pressed, self._back_pressed
        slid = self._scrolled is not None
        self.let_go()
        if slid:
            return None
        if back:
            return BACK if self._back_box().contains(at) else None
        row = self._row_at(at)
        if row is None or row.get_id() != pressed:
            return None
        row.apply()
        return self._picked()

    def let_go(self) -> None:
        """No finger is on the page any more, or counts."""
        self._down = self._scrolled = None
        self._state.pressed, self._back_pressed, self._dirty = "", False, True

    def _row_at(self, at: tuple[float, float]) -> Row | None:
        assert self._menu is not None
        if at[1] < self._header.bottom:
            return None
        for row in self._menu.get_widgets():
            if row.is_selectable and row.get_rect(to_real_position=True).collidepoint(at):
                assert isinstance(row, Row)
                self._menu.select_widget(row)
                return row
        return None

    def _picked(self) -> Words | None:
        picked, self._state.picked = self._state.picked, []
        return (picked[-1].command, picked[-1].argument) if picked else None

    # -- keys and buttons ---------------------------------------------------------------------

    def steer(self, command: str) -> Words | None:
        """One of the three buttons: ``hint`` goes on to the next line, ``confirm`` enters it,
        ``take_back`` goes back.
        """
        if command == "take_back":
            return self._leave()
        if command in LEADS and self._state.by_keys and (rows := self._in_order()):
            self._lead(rows, LEADS[command])
            return None
        return self.key(STEER[command], "") if command in STEER else None

    def _in_order(self) -> list[Row]:
        """The lines that can be entered, as they are read: row by row, also in two columns."""
        found = [] if self._menu is None else self._menu.get_widgets()
        rows = [row for row in found if isinstance(row, Row) and row.is_selectable]
        return sorted(rows, key=lambda row: int(row.get_id()))

    def _lead(self, rows: list[Row], steps: int) -> None:
        """On to the next of these lines: a button, unlike the keys, knows but one way."""
        assert self._menu is not None
        at = next((i for i, row in enumerate(rows) if row.is_selected()), -1)
        row = rows[(at + steps) % len(rows)]
        self._menu.select_widget(row)
        self._menu.scroll_to_widget(row)
        self._dirty = True

    def key(self, key: int, letter: str) -> Words | None:
        """A key of a keyboard, and what it types."""
        if self._menu is None or self._page is None:
            return None
        if key == pygame.K_ESCAPE:
            return self._leave()
        if key == pygame.K_KP_ENTER:
            key = pygame.K_RETURN
        if self._page.shape == "keys":
            if key == pygame.K_BACKSPACE:
                return "erase", ""
            if letter.isprintable() and letter:
                self._state.by_keys = False  # enter ends what is typed, not what was led to
                return "type", letter
            if key == pygame.K_RETURN and not self._state.by_keys:
                return "named", ""
        elif key == pygame.K_BACKSPACE:
            return self._leave()
        elif key in (pygame.K_PAGEDOWN, pygame.K_PAGEUP):
            self._turn_over(1 if key == pygame.K_PAGEDOWN else -1)
            return None
        return self._told(key)

    @property
    def chosen(self) -> Item | None:
        """The line that enter enters; None where there is only something to read."""
        row = None if self._menu is None else self._menu.get_selected_widget()
        return row.line.item if isinstance(row, Row) and row.is_selectable else None

    def _leave(self) -> Words | None:
        return None if self._page is None or self._page.is_first else BACK

    def _told(self, key: int) -> Words | None:
        assert self._menu is not None
        if not any(row.is_selectable for row in self._menu.get_widgets()):
            if key in (pygame.K_DOWN, pygame.K_UP):
                self._turn_round(1 if key == pygame.K_DOWN else -1)
            return self._leave() if key == pygame.K_RETURN else None
        first_time, self._state.by_keys = not self._state.by_keys, True
        self._dirty = True
        if first_time and key in MOVES:
            return None  # the first press shows where the keys are
        self._menu.update([pygame.event.Event(pygame.KEYDOWN, key=key, unicode="", mod=0)])
        return self._picked()

    # -- scrolling ----------------------------------------------------------------------------

    def wheel(self, steps: float) -> None:
        """A mouse's wheel was turned by so many steps, up being positive."""
        hidden = self._hidden()
        if hidden:
            self._scroll_to(self._scroll_value() - steps * 0.15 * self._desk.unit / hidden)

    def _turn_over(self, way: int) -> None:
        """Scroll by most of what can be seen."""
        hidden = self._hidden()
        if hidden:
            self._scroll_to(self._scroll_value() + way * 0.8 * self._room().h / hidden)

    def _turn_round(self, way: int) -> None:
        """The same, and from one end on to the other, as the lines of a page follow each other."""
        before = self._scroll_value()
        self._turn_over(way)
        if self._scroll_value() == before:
            self._scroll_to(0.0 if way > 0 else 1.0)

    def _hidden(self) -> float:
        """Pixels of the list that have no room on the screen."""
        if self._menu is None:
            return 0.0
        area = self._menu.get_scrollarea()
        return max(0.0, float(area.get_hidden_height()))

    def _scroll_value(self) -> float:
        if self._menu is None or not self._hidden():
            return 0.0
        return float(self._menu.get_scrollarea().get_scroll_value_percentage(ORIENTATION_VERTICAL))

    def _scroll_to(self, value: float) -> None:
        if self._menu is not None and self._hidden():
            area = self._menu.get_scrollarea()
            area.scroll_to(ORIENTATION_VERTICAL, min(1.0, max(0.0, value)))
            self._dirty = True


def _by_columns(lines: list[Line], columns: int) -> list[tuple[int, Line]]:
    """The lines in the order of pygame-menu, column by column, so that they read row by row."""
    rows = -(-len(lines) // columns)
    return [
        (row * columns + column, lines[row * columns + column])
        for column in range(columns)
        for row in range(rows)
    ]


def _init_pygame() -> None:
    """pygame-menu wants all of pygame begun; the loudspeaker is opened by who plays the tones."""
    if pygame.get_init():
        return
    had_sound = pygame.mixer.get_init()
    pygame.init()
    if not had_sound:
        pygame.mixer.quit()
