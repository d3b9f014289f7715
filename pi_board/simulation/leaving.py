"""Turns of tiles after which stones have to leave, while they still stand there."""

from __future__ import annotations

from typing import Any

from pi_board.core.layout import Surface
from pi_board.core.stones import stones_of
from pi_board.simulation.board import Board, brought_to
from pi_board.simulation.people import People, Scene


def leaving(people: People) -> tuple[Any, Board, Board, tuple[int, ...]] | None:
    """A turn of a tile after which stones have to leave: the move, the board while they still stand
    there, the board without them, and where they stand. None if there is none.
    """
    game, layout, position = people.game, people.layout, people.position
    if layout.surface is not Surface.TILES:
        return None
    for move in game.legal_moves(position):
        after = game.play(position, move)
        here, there = people.board, brought_to(people.board, game, after, people.rng)
        tiles = range(len(layout.groups))
        gone = [tile for tile in tiles if here.stones(tile).count > there.stones(tile).count]
        if "@" in game.move_text(move) and gone and not game.outcome(after):
            break
    else:
        return None
    half = there
    for site in gone:
        half = half.with_label(site, _turned_only(people, here, there, site))
    return move, half, there, tuple(gone)


def turn_only(people: People, move: Any, half: Board) -> Scene:
    """A tile is turned, and the stones that have to leave still stand there (see `leaving`)."""
    tile = people.game.touches(people.position, move, people.layout)[-1][:2]
    people.record(move)
    return (yield from people.show(half, tile))


def _turned_only(people: People, before: Board, after: Board, site: int) -> int:
    """The label of a tile that was turned while its stones stayed."""
    labels = people.layout.labels
    turned = stones_of(labels[after.labels[site]]).turned
    return people.layout.label(f"{turned}{labels[before.labels[site]][1:]}")
