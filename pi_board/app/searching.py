"""Puts searches and rules together: `hints` may not know `games`, so it is done here."""

from __future__ import annotations

from typing import Any

from pi_board.core.game import AnyGame
from pi_board.core.layout import Surface
from pi_board.core.perft import perft
from pi_board.games.options import parse_rule
from pi_board.games.registry import make_game
from pi_board.hints.native import NativeSearcher, available
from pi_board.hints.reference import ReferenceSearcher
from pi_board.hints.search import Searcher, rules_of


def open_searcher() -> Searcher:
    """The search kernel, or the search in Python where there is none."""
    return NativeSearcher() if available() else ReferenceSearcher(game_under)


def game_under(name: str, rules: str) -> AnyGame:
    """The game under rules written as ``name=value`` words. Raises InvalidText."""
    return make_game(name, None, dict(parse_rule(rule) for rule in rules.split()))


def fast_leaves(game: AnyGame, position: Any, depth: int) -> int:
    """What `pi_board.core.perft.perft` counts, counted by the search kernel if there is one; in
    Python where positions may come again so often that the game ends, which the kernel does not
    count: not before each player has moved a stone there and back for each time, or a tile was
    turned there by one and back by the other.
    """
    if depth == 0:
        return 1
    times = int(dict(game.options).get("repetition", "0"))
    there_and_back = 4 if game.layouts[0].surface is Surface.SQUARES else 2
    if times and depth > there_and_back * (times - 1):
        return perft(game, position, depth)
    searcher = NativeSearcher(0) if available() else ReferenceSearcher(game_under)
    return searcher.perft(game.name, rules_of(game), game.position_text(position), depth)
