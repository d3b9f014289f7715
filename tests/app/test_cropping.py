"""Parts of boards for small pictures."""

import pytest

from pi_board.app.scenes.cropping import around
from pi_board.app.scenes.frame import scenes_of
from pi_board.app.showcase.gallery import table
from pi_board.core.layout import column_and_row
from pi_board.core.scene import Arrow, Mark, Piece, Role, Spin


def board(name="connexoh"):
    """The start position."""
    state = table(name, "c3@90")
    return scenes_of(state).board(state)


@pytest.mark.parametrize(
    ("site", "now", "first"), [("c3", "b2", "b2"), ("a1", "a1", "a1"), ("f6", "c3", "d4")]
)
def test_a_tile_is_shown_with_its_neighbours(site, now, first):
    """Three tiles across, at the edge of the board too; `first` is the tile that becomes a1."""
    whole = board()
    part = around(whole, (site,))
    assert (part.columns, part.rows, len(part.tiles)) == (3, 3, 9)
    column, row = column_and_row(first)
    assert part.tiles[0] == whole.tiles[row * 6 + column]
    marked = whole.__class__(
        whole.surface, 6, 6, (Piece(site, "w"),), whole.tiles,
        marks=(Mark(Role.FROM, site), Mark(Role.FROM, "c6" if row < 3 else "c1")),
        ways=(Arrow(site, None, number=1),), spins=(Spin(site, 1, number=2),), bare=True,
    )  # fmt: skip
    cut = around(marked, (site,))
    assert [p.site for p in cut.pieces] == [m.site for m in cut.marks] == [now]
    assert cut.ways == (Arrow(now, None, number=1),)
    assert cut.spins == (Spin(now, 1, number=2),)


@pytest.mark.parametrize("sites", [("a1", "f6"), ("c1", "c6"), ("a3", "f3")])
def test_tiles_far_apart_need_the_whole_board(sites):
    """Nothing that matters is left out."""
    whole = board()
    part = around(whole, sites)
    assert part.tiles == whole.tiles
    assert {p.site for p in part.pieces} == {p.site for p in whole.pieces}
