"""Forced wins of Lines of Action that a solver of its own has proved.

Each line of wins.txt is the length of the shortest win in plies, the one move that wins so soon,
and the position. They are from games of the search against itself with a share of random moves, at
most one of each length from a game; the solver tried every move and every answer, once with each
way to decide simultaneous connections and sides without moves, and both had to agree.
"""

from pathlib import Path

import pytest

from pi_board.hints.native import NativeSearcher, available
from pi_board.hints.search import Limits, Question

WINS = tuple(
    line.split(maxsplit=2) for line in Path(__file__).with_name("wins.txt").read_text().splitlines()
)
LIMITS = Limits(nodes=30_000)  # some hundredths of a second


@pytest.mark.skipif(not available(), reason="takes the search in Python too long")
def test_forced_wins_are_found() -> None:
    """Nearly all with few nodes, and no win is proved sooner than there is one."""
    searcher, found = NativeSearcher(1 << 24), 0
    for plies, move, position in WINS:
        best = searcher.search(Question("loa", "", (position,)), LIMITS).lines[0]
        found += best.moves[0] == move
        if best.proved == "win":
            assert best.plies is not None
            assert best.plies >= int(plies), position
        assert best.proved != "loss", position
    assert found >= 57, f"of {len(WINS)}"
