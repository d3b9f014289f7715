"""How Connex'oh looks on its board."""

import pytest

from tests.games.connexoh_lines import STAIRCASE, place, rules
from tests.games.lines import after

GAME = rules()
LAYOUT = GAME.layouts[0]
START = GAME.start()


def site(name: str) -> int:
    """Index of a tile."""
    return LAYOUT.site(name)


def test_labels_tell_corner_and_stones() -> None:
    """Four light corners with no stone, White's, Black's, both."""
    assert LAYOUT.labels[:5] == ("0", "0w", "0b", "0x", "1")
    assert LAYOUT.labels[-1] == "3x"
    assert len(LAYOUT.labels) == 16
    assert LAYOUT.groups == tuple((tile,) for tile in range(36))


@pytest.mark.parametrize(("tile", "label"), [("a1", "0w"), ("f1", "0w"), ("a6", "0b"), ("c3", "0")])
def test_white_starts_at_the_bottom_on_tiles_that_lie_alike(tile: str, label: str) -> None:
    """White at the bottom, Black at the top, all tiles alike."""
    assert GAME.appearance(START, LAYOUT)[site(tile)] == {(LAYOUT.label(label),)}


def test_tile_with_both_stones() -> None:
    """A tile turned by a quarter with a stone of each side."""
    shown = GAME.appearance(place({"b2": "SE"}, "b2", "b2"), LAYOUT)
    assert shown[site("b2")] == {(LAYOUT.label("1x"),)}


def test_a_turn_touches_its_tile_and_a_slide_both_ends() -> None:
    """A tile is turned where it lies, or lifted and put back; a slide is from, to."""
    turn = GAME.parse_move(START, "c3@90")
    assert GAME.touches(START, turn, LAYOUT) == ((), (site("c3"), site("c3")))
    linked = after(GAME, START, "a2@180", "f6@90")
    slide = GAME.parse_move(linked, "a1-a2")
    assert GAME.touches(linked, slide, LAYOUT) == ((site("a1"), site("a2")),)


def test_touches_of_stones_that_leave() -> None:
    """After the rotation the stones of both that leave are taken off; a stone slid off is too."""
    position = place(STAIRCASE, "a5", "b6")
    turn = GAME.parse_move(position, "b6@180")
    off = (site("a5"), site("b6"))
    assert GAME.touches(position, turn, LAYOUT) == (off, (site("b6"), site("b6"), *off))
    opened = place(STAIRCASE | {"b6": "SW"}, "c1", "b6 d4", "b")
    slide = GAME.parse_move(opened, "d4-off")
    assert GAME.touches(opened, slide, LAYOUT) == ((site("d4"),),)
