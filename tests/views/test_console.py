"""The scene on a console."""

import io
from dataclasses import replace

from rich.console import Console

from pi_board.core.layout import Surface
from pi_board.core.scene import Board, Mark, Piece, Role
from pi_board.views.console import ConsoleView, board_text
from tests.views.scenes import BOARD, SCENE


def printed(*scenes, width=100):
    """What a console view prints."""
    out = io.StringIO()
    view = ConsoleView(Console(file=out, width=width))
    for scene in scenes:
        view.show(scene)
    return out.getvalue()


def test_a_console_shows_players_message_and_moves():
    """Names, clocks, the title, the sentence and the last move are printed."""
    text = printed(SCENE)
    for part in ("Ioana", "12:41", "Black to move", "Lift a stone.", "c1-c3"):
        assert part in text


def test_a_narrow_console_breaks_no_row_of_the_board():
    """Sentences are broken instead."""
    lines = printed(replace(SCENE, board=BOARD), width=40).splitlines()
    whole = board_text(BOARD).plain.splitlines()
    assert [line[2 : 2 + len(row)] for line, row in zip(lines[1:], whole, strict=False)] == whole


def test_an_equal_scene_is_not_printed_again():
    """Twice the same scene prints once."""
    assert printed(SCENE, SCENE) == printed(SCENE)


def test_row_1_is_printed_last_and_marks_follow_their_place():
    """The board is printed as the player at row 1 sees it, or the one on the other side."""
    marked = Board(Surface.SQUARES, 8, 8, BOARD.pieces, marks=(Mark(Role.CAPTURE, "a3"),))
    lines = board_text(marked).plain.splitlines()
    assert lines[5].startswith("3 ○x")
    assert lines[7] == "1 · · ● · · · · · "
    turned = board_text(replace(marked, quarter_turns=2)).plain.splitlines()
    assert (turned[0], turned[-1]) == ("1 · · · · · ● · · ", "  h g f e d c b a ")


def test_tiles_show_their_triangles():
    """A tile is a triangle character, turned as the tile is, with its stones: of each player one
    may lie there.
    """
    stones = (Piece("a1", "w"), Piece("b1", "w"), Piece("b1", "b"))
    board = Board(Surface.TILES, 3, 1, stones, (0, 2, 1), marks=(Mark(Role.FROM, "b1"),))
    assert board_text(board).plain.splitlines() == ["1 ◥○  ◣○●*◢   ", "  a   b   c   "]
