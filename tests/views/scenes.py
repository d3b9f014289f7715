"""A scene to draw, made by hand."""

from pi_board.core.layout import Surface
from pi_board.core.message import counted, message
from pi_board.core.scene import (
    Board,
    Button,
    Card,
    Choice,
    Kind,
    MoveEntry,
    Notice,
    Piece,
    Scene,
    Strip,
)

BOARD = Board(Surface.SQUARES, 8, 8, (Piece("c1", "b"), Piece("a3", "w")))
BUTTONS = (
    Button("hint", message("Hint"), "hint"),
    Button("take_back", message("Take back"), "undo", enabled=False),
    Button("menu", message("Menu"), "menu"),
)
CARDS = (
    Card("w", "Ioana", "13:05", counter=counted("{count} group", "{count} groups", 1)),
    Card("b", "Tomáš", "12:41", counter=counted("{count} group", "{count} groups", 2), turn=True),
)
SCENE = Scene(
    Kind.PLAYING, BOARD, CARDS, Notice(message("Black to move"), (message("Lift a stone."),)),
    Strip((MoveEntry(1, "b", "c1-c3"),)), BUTTONS,
)  # fmt: skip
CHOICES = (
    Choice(BOARD, message("c1-c3"), "choose", "c1-c3"),
    Choice(BOARD, message("c1xa3"), "choose", "c1xa3"),
)
