"""Reeds alone: occupied or not, and what was touched."""

from __future__ import annotations

from pi_board.core.events import Event
from pi_board.referee.stream import ObservationReader
from tests.referee.desk import Desk, names, only


class Reeds:
    """A reed board that is moved on by hand."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.reader = ObservationReader(desk.game.layouts)

    def scan(self, *touched: str, times: int = 2) -> list[Event]:
        """Report what is down now, and what was touched first."""
        desk, said = self.desk, []
        down = [s for s, one in zip(desk.layout.sites, desk.board.labels, strict=True) if one]
        for _ in range(times):
            line = {"t": desk.t, "occupied": down, "touched": list(touched)}
            said += desk.take(self.reader.read_object(line))
            touched = ()
            desk.t += 0.5
        return said


def begun() -> tuple[Desk, Reeds]:
    """A game on a reed board."""
    desk = Desk("loa")
    reeds = Reeds(desk)
    assert names(reeds.scan()) == ["setup", "game_started"]
    return desk, reeds


def test_a_plain_move() -> None:
    """Colours are carried by the rules."""
    desk, reeds = begun()
    desk.bring("b1-b3")
    assert only(reeds.scan("b1", "b3"), "move_played").move == "b1-b3"


def test_captures_with_the_same_look_are_told_by_the_lifts() -> None:
    """c1 is empty after either capture; the touches say which it was."""
    for text, target in (("c1xa3", "a3"), ("c8xa6", "a6")):
        desk, reeds = begun()
        desk.bring(text)
        assert only(reeds.scan(text[:2], target, target), "move_played").move == text


def test_a_stone_in_the_hand_is_no_capture() -> None:
    """A lifted stone leaves the squares of a capture occupied, and is still only lifted."""
    desk, reeds = begun()
    desk.put(c1="empty")
    assert names(reeds.scan("c1", times=6)) == []
    desk.restore()
    assert names(reeds.scan("c1")) == []


def test_a_capture_half_felt_is_asked_about() -> None:
    """Nothing but the lift of the capturing stone and one touch of its target: better ask."""
    desk, reeds = begun()
    desk.bring("c1xa3")
    said = reeds.scan("c1", "a3", times=10)
    assert names(said) in (["choose"], ["move_played"])
    assert desk.record in ([], ["c1xa3"])


def test_a_stone_gone_for_long_is_missed() -> None:
    """In the end the referee asks for it."""
    desk, reeds = begun()
    desk.put(c1="empty")
    assert str(only(reeds.scan("c1", times=12), "disturbed").next) == "put a black stone on c1"


def test_a_touched_stone_must_move_under_the_strict_policy() -> None:
    """Lifted and put back, it is bound; another stone's move is refused until it has moved."""
    desk = Desk("loa", policy="strict")
    reeds = Reeds(desk)
    reeds.scan()
    said = reeds.scan("c1", "c1", times=3)
    assert only(said, "illegal").rule == "table.touched_stone"
    desk.bring("b1-b3")
    refused = only(reeds.scan("b1", "b3", times=3), "illegal")
    assert (refused.seen, refused.sites) == ("b1-b3", ("c1",))
    desk.position = desk.game.start()
    desk.restore()
    assert "restored" in names(reeds.scan("b3", "b1", times=3))
    desk.bring("c1-c3")
    assert only(reeds.scan("c1", "c3", times=3), "move_played").move == "c1-c3"
