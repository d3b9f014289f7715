"""Rotations, protection and slides of Connex'oh."""

from collections import Counter

import pytest

from pi_board.core.errors import IllegalMove
from pi_board.core.perft import perft
from tests.games.connexoh_lines import place, protected, rules, slides
from tests.games.lines import after, texts

RING = {"b2": "NE", "b3": "SE", "c3": "SW", "c2": "NW"}


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, (108, 11036)),
        ({"start": "NW"}, (108, 11036)),
        ({"protect": "all_if_new"}, (108, 11036)),
        ({"protect": "after"}, (108, 11036)),
        ({"exit_scope": "both"}, (108, 11036)),
        ({"first": "b"}, (108, 11036)),
    ],
)
def test_perft_to_depth_2(options: dict[str, str], counts: tuple[int, ...]) -> None:
    """Leaves to depth 2."""
    game = rules(**options)
    assert tuple(perft(game, game.start(), 1 + depth) for depth in range(2)) == counts


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("options", "leaves"),
    [
        ({}, 1_129_806),
        ({"start": "NW"}, 1_129_806),
        ({"first": "b"}, 1_129_806),
        ({"exit_scope": "both"}, 1_129_806),
        ({"protect": "all_if_new"}, 1_129_476),
        ({"protect": "after"}, 1_129_332),
    ],
)
def test_counts_at_depth_3(options: dict[str, str], leaves: int) -> None:
    """Leaves at depth 3 for every way of protecting, either start, either beginner."""
    game = rules(**options)
    assert perft(game, game.start(), 3) == leaves


def test_first_moves_are_rotations_alone() -> None:
    """108 rotations: 25 protect three tiles, 70 two, 13 none; nothing else is possible."""
    game = rules()
    start = game.start()
    moves = texts(game, start)
    assert len(moves) == 108
    assert slides(game, start) == []
    tiles = {move: after(game, start, move).protected.bit_count() for move in moves}
    assert Counter(tiles.values()) == {3: 25, 2: 70, 0: 13}
    assert all(move.endswith("@180") for move, count in tiles.items() if count == 3)


@pytest.mark.parametrize(
    ("move", "tiles", "rotations"),
    [
        ("a2@180", "a1,a2", 102),
        ("c3@180", "b3,c2,c3", 99),
        ("c3@90", "c2,c3", 102),
        ("c3@270", "b3,c3", 102),
        ("a1@180", "", 108),
    ],
)
def test_protection_after_the_first_move(move: str, tiles: str, rotations: int) -> None:
    """The rotated tile and its newly connected neighbours may not be rotated by the opponent."""
    game = rules()
    position = after(game, game.start(), move)
    assert protected(position) == tiles
    assert len(texts(game, position)) == rotations
    assert slides(game, position) == []
    for tile in filter(None, tiles.split(",")):
        with pytest.raises(IllegalMove):
            game.parse_move(position, f"{tile}@90")


def test_protection_by_black() -> None:
    """Black's dark triangles connect with the other neighbours."""
    game = rules(first="b")
    assert protected(after(game, game.start(), "c3@180")) == "c3,c4,d3"


def test_protection_does_not_bind_its_maker_and_ends() -> None:
    """After the opponent's turn White may slide along the connection and turn the tile himself."""
    game = rules()
    position = after(game, game.start(), "a2@180", "f6@90")
    assert protected(position) == ""
    assert slides(game, position) == ["a1-a2"]
    assert "a2@90" in texts(game, position)


@pytest.mark.parametrize(
    ("protect", "tiles"), [("new", ""), ("all_if_new", ""), ("after", "a1,a2")]
)
def test_a_kept_connection_protects_under_after_only(protect: str, tiles: str) -> None:
    """A quarter turn that keeps the link to a1 makes none: it protects under `after` only."""
    game = rules(protect=protect)
    position = after(game, game.start(), "a2@180", "f6@90", "a2@270")
    assert protected(position) == tiles


@pytest.mark.parametrize(
    ("protect", "tiles"), [("new", "b3,c3"), ("all_if_new", "b3,c2,c3"), ("after", "b3,c2,c3")]
)
def test_kept_and_new_connection(protect: str, tiles: str) -> None:
    """c3 keeps its link to c2 and makes one to b3: only `new` leaves out c2."""
    game = rules(protect=protect)
    position = after(game, game.start(), "c3@90", "f6@90", "c3@90")
    assert protected(position) == tiles


def test_a_rotation_that_also_breaks_protects() -> None:
    """c3 gives up the link to c2 for one to b3 and is protected with b3."""
    game = rules()
    position = place({"c3": "SE", "b3": "NE", "c4": "SW"}, "c1", "c6")
    turned = after(game, position, "c3@180")
    assert protected(turned) == "b3,c3,c4"


def test_a_connection_of_the_other_colour_protects_nothing() -> None:
    """White turning a1 by 180 gives Black two connections and himself none."""
    game = rules()
    position = after(game, game.start(), "a1@180")
    assert protected(position) == ""


def test_stones_ride_along() -> None:
    """A tile turns with stones of either side on it."""
    game = rules()
    position = after(game, game.start(), "a6@90", "a1@90")
    assert position.stones("b") == game.start().stones("b")
    assert position.stones("w") == game.start().stones("w")


def test_slides_in_a_ring() -> None:
    """Round a closed ring every other tile is reached, the stone's own is no move."""
    game = rules()
    position = place(RING, "b2", "f6")
    assert slides(game, position) == ["b2-b3", "b2-c2", "b2-c3"]


def test_own_stones_block_a_ring_from_both_sides() -> None:
    """A stone on c2 leaves b3 and c3 to b2, two stones leave nothing."""
    game = rules()
    one = slides(game, place(RING, "b2 c2", "f6"))
    assert one == ["b2-b3", "b2-c3", "c2-b3", "c2-c3"]
    two = slides(game, place(RING, "b2 b3 c2", "f6"))
    assert two == ["b3-c3", "c2-c3"]


def test_opposing_stones_do_not_block() -> None:
    """A black stone on c2 lies in the other triangle and blocks nothing."""
    game = rules()
    assert slides(game, place(RING, "b2", "c2 f6")) == ["b2-b3", "b2-c2", "b2-c3"]


def test_a_slide_ends_protection_too() -> None:
    """Protection lasts for one turn of the opponent, whatever he does in it."""
    game = rules()
    position = after(game, game.start(), "a2@180", "f5@180", "c3@180")
    assert protected(position) == "b3,c2,c3"
    assert protected(after(game, position, "f6-f5")) == ""


def test_repetition_draws_only_if_asked_for() -> None:
    """With repetition=3 the third occurrence is a draw; by default there is no such rule."""
    there_and_back = ["a1@180", "f6@180", "a1@180", "f6@180"]
    game = rules(repetition="3")
    position = after(game, game.start(), *there_and_back, *there_and_back[:3])
    assert game.outcome(position) is None
    position = after(game, position, there_and_back[3])
    outcome = game.outcome(position)
    assert outcome is not None
    assert (str(outcome), outcome.reason) == ("draw", "repetition")
    assert texts(game, position) == []
    default = rules()
    assert default.outcome(after(default, default.start(), *there_and_back * 4)) is None


@pytest.mark.parametrize("size", ["4", "8"])
def test_size_says_how_many_tiles_and_stones(size: str) -> None:
    """The board has size times size tiles, and each side as many stones as it is wide."""
    game = rules(size=size)
    start = game.start()
    side = int(size)
    assert len(game.legal_moves(start)) == 3 * side**2
    assert start.stones("w").bit_count() == start.stones("b").bit_count() == side
    assert len(game.layouts[0].sites) == side**2
    assert game.parse_position(game.position_text(start)) == start
