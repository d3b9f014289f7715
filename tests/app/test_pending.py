"""A move that counts only when it is confirmed is shown until it is."""

from __future__ import annotations

from random import Random

import pytest

from pi_board.core.scene import Kind, Mark, Role
from pi_board.core.stones import stones_of
from tests.app.watched import Watched


@pytest.mark.parametrize(
    ("game", "position", "move", "title"),
    [
        ("loa", None, "c1-c3", "Move c1 to c3"),
        ("linja", None, "6-7", "From row 6 to the goal line"),
        (
            "connexoh",
            "301b3b0b1b/0b30b231/131332/100200/1w31w3w20w/21w033w0 w -",
            "d2-off",
            "Take the stone off d2",
        ),
    ],
)
def test_what_waits_is_drawn_as_it_stands(
    game: str, position: str | None, move: str, title: str
) -> None:
    """Also where a stone has only gone, which else looks like one in the hand."""
    table = Watched(game, position=position, confirm=True)
    table.bring(move)
    table.hand()
    table.look(4)
    scene = table.scene
    assert (scene.kind, str(scene.notice.title)) == (Kind.PLAYING, title)
    drawn = {(piece.site, piece.player) for piece in scene.board.pieces if not piece.ghost}
    shown = {site: stones_of(table.label(site)) for site in table.layout.sites}
    assert drawn == {(s, "b") for s in shown if shown[s].b} | {
        (s, "w") for s in shown if shown[s].w
    }


@pytest.mark.parametrize(
    ("game", "layout", "position", "site", "lifted"),
    [
        ("loa", 0, None, "c1", "c1"),
        ("connexoh", 0, "301b3b0b1/0b30b231/131332/100200/1x31w3w20w/21w033w0 w -", "a2", "a2"),
        ("linja", 1, None, "5", "h5"),
    ],
)
def test_a_stone_in_the_hand_is_shown_where_it_is_gone(
    game: str, layout: int, position: str | None, site: str, lifted: str
) -> None:
    """Also from a tile or a lane on which a stone of the other player stays."""
    table = Watched(game, layout, position=position)
    table.change(Random(0), table.position.to_move, -1, table.layout.group(site))
    table.look(1)
    assert table.scene.kind is Kind.LIFTED
    assert Mark(Role.FROM, lifted) in table.scene.board.marks


def test_of_two_stones_on_a_tile_the_one_in_the_hand_is_gone() -> None:
    """The other player's stays there while the program's move is made."""
    position = "301b3b0b1/0b30b231/131332/100200/1x31w3w20w/21w033w0 w -"
    table = Watched("connexoh", position=position)
    table.command("instruct", "w a2-b2")
    table.change(Random(0), "w", -1, table.layout.group("a2"))
    table.look(1)
    assert table.scene.kind is Kind.INSTRUCTED
    there = {piece.player: piece.ghost for piece in table.scene.board.pieces if piece.site == "a2"}
    assert there == {"w": True, "b": False}
