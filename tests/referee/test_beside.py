"""Stones of Linja that lie beside a full row."""

from tests.referee.desk import Desk, only


def test_stones_beside_a_full_row_are_counted(linja: Desk) -> None:
    """The first stone that comes home finds no hole, and the event says where it lies."""
    played = only(linja.play("6-7"), "move_played")
    assert dict(dict(played.extra)["beside"]) == {"8": 0, "1": 1}


def test_a_board_accepted_as_it_stands_has_all_its_stones(linja: Desk) -> None:
    """What is beside a full row is counted to it; a stone that is nowhere is asked for."""
    linja.play("6-7", "/5-6")
    linja.put(a8="empty")
    linja.hand()
    linja.look(6)
    missing = only(linja.command("accept_board"), "illegal")
    assert (missing.rule, str(missing.text)[:18]) == ("table.stones_missing", "1 stone is missing")
    linja.put(b7="w")
    linja.hand()
    linja.look(6)
    accepted = linja.command("accept_board")
    assert only(accepted, "move_played").position.startswith("5,2,1,1,1,0,1,1/")
