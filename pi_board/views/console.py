"""The scene on a console: for a machine without a screen, and for logs."""

from __future__ import annotations

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from pi_board.core.layout import Surface, site_name
from pi_board.core.scene import Board, Mark, Role, Scene
from pi_board.views.language import written

TRIANGLES = "◥◢◣◤"  # light corner NE, SE, SW, NW
STONES = {"b": "●", "w": "○"}
MARKS = {
    Role.FROM: "*", Role.TO: "+", Role.CAPTURE: "x", Role.WRONG: "!", Role.HINT: "?",
    Role.PROTECTED: "#",
}  # fmt: skip
STYLES = {"b": "bold cyan", "w": "bold white"}


class ConsoleView:
    """Prints scenes; one that is equal to the last is not printed again."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._last: Scene | None = None

    def show(self, scene: Scene) -> None:
        """Print `scene`: the board, both players, the message and the last moves."""
        if scene != self._last:
            self._last = scene
            self._console.print(render(scene))


def render(scene: Scene) -> RenderableType:
    """The scene as something rich can print."""
    side = Table.grid(padding=(0, 1))
    far, near = scene.cards
    for card in (far, near):
        counter = "" if card.counter is None else str(card.counter)
        arrow = "▶" if card.turn else " "
        stone = Text(STONES[card.player], STYLES[card.player])
        side.add_row(arrow, stone, written(str, card.name), card.clock, counter)
    said = " ".join(str(sentence) for sentence in scene.notice.sentences)
    style = "bold red" if scene.notice.tone == "danger" else "bold"
    moves = "  ".join(
        f"{move.number or ''}{STONES[move.player]}{written(str, move.shown)}"
        for move in scene.strip.moves
    )
    title = Text(" ".join(filter(None, (scene.notice.badge, str(scene.notice.title)))), style)
    grid = Table.grid(padding=(0, 3))
    grid.add_column(no_wrap=True)  # a narrow terminal breaks sentences, not the board
    grid.add_column()
    grid.add_row(board_text(scene.board), Group(side, "", title, said, "", Text(moves, "dim")))
    return Panel.fit(grid)


def board_text(board: Board) -> Text:
    """The board in letters: row 1 below, marks after the stone or place they belong to."""
    marks = {mark.site: mark for mark in board.marks if mark.role in MARKS}
    lanes = {lane.row: lane for lane in board.lanes}
    text = Text()
    rows = range(1, board.rows + 1)
    for row in reversed(rows) if board.quarter_turns % 4 == 0 else rows:
        text.append(f"{row} ", "dim")
        for column in range(board.columns):
            at = column if board.quarter_turns % 4 == 0 else board.columns - 1 - column
            _place(text, board, site_name(at, row - 1), marks, at, row)
        if row in lanes:
            value = lanes[row].value
            text.append(f" {value}" if value else "", "bold")
        text.append("\n")
    files = [chr(97 + i) for i in range(board.columns)]
    wide = 4 if board.surface is Surface.TILES else 2
    shown = files if board.quarter_turns % 4 == 0 else files[::-1]
    text.append("  " + "".join(f.ljust(wide) for f in shown), "dim")
    return text


def _place(
    text: Text, board: Board, site: str, marks: dict[str, Mark], column: int, row: int
) -> None:
    here = [p for p in board.pieces if p.site == site and not p.ghost]
    if board.surface is Surface.TILES:
        turned = (board.tiles[(row - 1) * board.columns + column] + board.quarter_turns) % 4
        text.append(TRIANGLES[turned], "grey62")
    for piece in here:
        text.append(STONES[piece.player], STYLES[piece.player])
    if board.surface is Surface.TILES:  # where a stone of each player may lie
        text.append(" " * (2 - len(here)))
    elif not here:
        text.append("·", "dim")
    mark = marks.get(site)
    text.append(MARKS[mark.role] if mark else " ", "bold yellow")
