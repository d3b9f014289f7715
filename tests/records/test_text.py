"""The readable record."""

from pi_board.records.text import Record, RecordedMove, record_text, turns

RULES = (("first", "b"),)


def test_moves_are_numbered_in_pairs() -> None:
    """Each numbered line holds one turn of each player."""
    moves = tuple(
        RecordedMove(player, text, True)
        for player, text in (("b", "c1-c3"), ("w", "h4-f6"), ("b", "c3xf6"))
    )
    text = record_text(Record("loa", RULES, ("Ioana", "Tomáš"), 0.0, moves, "b (connected)"))
    assert "Result: b (connected)\n" in text
    assert text.endswith("  1. c1-c3  h4-f6\n  2. c3xf6\n")


def test_small_moves_of_a_turn_are_joined() -> None:
    """A follow-up stands behind its slash, a bonus sequence behind a semicolon."""
    moves = (
        RecordedMove("w", "5-6", False),
        RecordedMove("w", "/1-4", False),
        RecordedMove("w", "0-1", False),
        RecordedMove("w", "/3-5", True),
        RecordedMove("b", "0-1", True),
    )
    assert turns(moves) == (("w", "5-6/1-4;0-1/3-5"), ("b", "0-1"))
