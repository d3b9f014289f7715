"""Which stones hands lift, where those of both players stand in one row of Linja."""

from __future__ import annotations

from random import Random

import pytest

from pi_board.games.registry import make_game
from pi_board.simulation.board import Board
from pi_board.simulation.hardware import ReedTable
from pi_board.simulation.people import People

# On row 2 of the board stand a stone of Black and one of White.
MIXED = "6,1,1,1,1,1,1,0/0,1,1,1,1,1,1,6 {player} i 0"
# Nine stones are on row 1, of which three lie beside it: two of Black's, if the holes show few.
BESIDE = "0,0,2,1,3,1,0,5/6,2,0,0,0,0,0,4 b f1 0"


def people_at(position: str, seed: int = 1) -> People:
    """People at a table of Linja."""
    game = make_game("linja")
    return People(game, game.layouts[0], Random(seed), start=game.parse_position(position))


@pytest.mark.parametrize("player", ["b", "w"])
def test_a_hand_lifts_a_stone_of_the_player_to_move(player: str) -> None:
    """The other one's stays where it is."""
    people = people_at(MIXED.format(player=player))
    source = 1 if player == "b" else 6
    move = people.game.parse_move(people.position, "1-2")
    lifted = next(people.make(move))
    assert lifted.touched == (source,)
    left = lifted.board.stones(source)
    assert (left.b, left.w) == ((0, 1) if player == "b" else (1, 0))


@pytest.mark.parametrize("seed", range(8))
def test_a_stone_that_left_its_hole_was_touched_there(seed: int) -> None:
    """Whichever of those that may lie beside the board are brought in."""
    people = people_at(BESIDE, seed)
    before = people.board
    after, touched = people.made(before, people.game.parse_move(people.position, "/0-1"))
    groups = range(len(people.layout.groups))
    assert {group for group in groups if after.look(group) != before.look(group)} <= set(touched)


def test_reeds_of_stones_that_nobody_lifts_stay_closed() -> None:
    """Though another stone of the row could stand where they do."""
    layout = make_game("linja").layouts[0]
    empty = Board(layout, (0,) * len(layout.sites))
    (a1, b1), black, white = layout.groups[0][:2], layout.label("b"), layout.label("w")
    closed: set[int] = set()

    def changed(now: set[int]) -> None:
        closed.clear()
        closed.update(now)

    sensors = tuple((site,) for site in range(len(layout.sites)))
    table = ReedTable(layout, sensors, lambda _: (), changed, Random(1))
    table.wait(table.put(empty.with_label(a1, black).with_label(b1, white)))
    assert closed == {a1, b1}
    table.wait(table.put(empty.with_label(a1, white), (0,)))
    assert closed == {b1}
