"""Sites and pixels."""

import pytest

from pi_board.core.layout import Surface, grid_sites
from pi_board.core.scene import Board, Side, Stretch, TilePath
from pi_board.views.geometry import grid_of, path_points, smooth, stone_point, triangle
from pi_board.views.layout import Box

BOX = Box(10, 10, 460, 460)


def tiles(quarter_turns=0, orientation=0):
    """A board of 6 by 6 tiles that all lie the same way."""
    return Board(Surface.TILES, 6, 6, tiles=(orientation,) * 36, quarter_turns=quarter_turns)


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize(
    ("surface", "columns"), [(Surface.SQUARES, 8), (Surface.TILES, 6), (Surface.HOLES, 6)]
)
def test_every_site_is_found_where_it_is_drawn(surface, columns, turns):
    """The site under the middle of a place is that place, however the board is turned."""
    rows = 8 if surface is not Surface.TILES else 6
    board = Board(surface, columns, rows, tiles=(0,) * 36, quarter_turns=turns)
    grid = grid_of(board, BOX)
    for site in grid_sites(columns, rows):
        assert grid.site_at(grid.point(site)) == site


def test_row_1_is_below_and_column_a_left():
    """Unturned, a1 lies bottom left; a quarter turn clockwise brings it to the top left."""
    board = Board(Surface.SQUARES, 8, 8)
    x, y = grid_of(board, BOX).point("a1")
    assert x < 100
    assert y > 380
    x, y = grid_of(Board(Surface.SQUARES, 8, 8, quarter_turns=1), BOX).point("a1")
    assert x < 100
    assert y < 100


def test_beside_the_board_there_is_no_site():
    """A pixel on the frame belongs to no site."""
    assert grid_of(Board(Surface.SQUARES, 8, 8), BOX).site_at((12, 12)) is None


@pytest.mark.parametrize(
    ("orientation", "corner"), [(0, (1, 1)), (1, (1, -1)), (2, (-1, -1)), (3, (-1, 1))]
)
def test_white_lies_in_the_light_triangle_and_black_opposite(orientation, corner):
    """The corner of White's triangle is the light one, Black's the opposite one."""
    board = tiles(orientation=orientation)
    assert triangle(board, "c3", "w") == corner
    assert triangle(board, "c3", "b") == (-corner[0], -corner[1])


def test_both_stones_of_a_tile_lie_apart():
    """A white and a black stone on one tile do not touch: two radii of 0.205 lie between them."""
    board = tiles()
    grid = grid_of(board, BOX)
    (ax, ay), (bx, by) = (stone_point(board, grid, "c3", p) for p in ("w", "b"))
    assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 > 2 * 0.205 * min(grid.cell_px)


def test_a_path_goes_through_the_middles_of_shared_sides():
    """Two joined tiles give three points: inside the first, the shared side, inside the second."""
    board = tiles()
    grid = grid_of(board, BOX)
    path = TilePath("w", (Stretch("c3", None, Side.E), Stretch("d3", Side.W, None)))
    points = path_points(board, grid, path)
    shared = grid.point("c3", 0.5, 0)
    assert points[1] == pytest.approx(shared)
    assert len(points) == 3


def test_a_ring_ends_where_it_begins():
    """The curve of a ring of four tiles is closed."""
    board = Board(Surface.TILES, 6, 6, tiles=(0,) * 36)
    grid = grid_of(board, BOX)
    ring = TilePath(
        "w",
        (
            Stretch("c3", Side.N, Side.E), Stretch("d3", Side.W, Side.N),
            Stretch("d4", Side.S, Side.W), Stretch("c4", Side.E, Side.S),
        ),
        ring=True,
    )  # fmt: skip
    curve = smooth(path_points(board, grid, ring), ring=True)
    assert curve[0] == pytest.approx(curve[-1])
    assert len(curve) > 20


def test_a_curve_goes_through_its_points():
    """Every given point lies on the smooth curve."""
    points = [(0.0, 0.0), (10.0, 5.0), (20.0, 0.0), (30.0, 10.0)]
    curve = smooth(points)
    for point in points:
        assert min(abs(point[0] - x) + abs(point[1] - y) for x, y in curve) < 1e-6
