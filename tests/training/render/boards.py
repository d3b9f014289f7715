"""A board of any of the three games with stones on it, or a chess set, put into the scene."""

from __future__ import annotations

from tests.training.render.board import Board
from tests.training.render.chequered import chequered
from tests.training.render.chess import chess
from tests.training.render.linja import holes, sticks
from tests.training.render.textures import Rng
from tests.training.render.tiles import tiles


def any_board(rng: Rng, game: str, family: str, aruco: bool, start: bool = False) -> Board:
    """A board of `game` (or `chess`), with or without fiducials, in play or at its `start`."""
    if game == "chess":
        return chess(rng, family, aruco)
    if game == "linja":
        return (holes if rng.random() < 0.55 else sticks)(rng, family, aruco, start)
    return (chequered if game == "loa" else tiles)(rng, family, aruco, start=start)
