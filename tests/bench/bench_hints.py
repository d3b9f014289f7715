"""Matches by fixed nodes that show what the search is worth: small samples, sizes printed."""

from __future__ import annotations

from collections.abc import Iterator

from pi_board.app.searching import open_searcher
from pi_board.games.registry import make_game
from pi_board.hints.native import available
from pi_board.hints.search import Limits
from pi_board.simulation.players import by_limits
from tests.matches import play_match

# game, nodes of the player measured, depth of the other one, games
MATCHES = (
    ("linja", 50_000, 1, 20),
    ("linja", 50_000, 2, 20),
    ("connexoh", 10_000, 1, 4),
    ("connexoh", 100_000, 2, 2),
)


def figures() -> Iterator[tuple[str, str]]:
    """The search against a player who looks one or two plies ahead with the same evaluation."""
    if not available():
        yield "search kernel", "not built"
        return
    for name, nodes, depth, games in MATCHES:
        searcher = open_searcher()
        result = play_match(
            make_game(name),
            by_limits(searcher, Limits(nodes=nodes)),
            by_limits(searcher, Limits(depth=depth)),
            games,
        )
        label = f"{name}: {nodes:,} nodes against {depth} ply, {games} games"
        yield label, str(result)
