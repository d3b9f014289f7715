"""Paths and symmetries of Connex'oh on boards of any kind."""

from hypothesis import given
from hypothesis import strategies as st

from pi_board.core.game import opponent
from pi_board.games.bit_sets import members
from pi_board.games.connexoh import Connexoh, ConnexohPosition, Rotation, Slide
from pi_board.games.connexoh.board import board
from pi_board.games.connexoh.moves import ConnexohMove
from pi_board.games.connexoh.paths import connected, open_tiles, path_through
from tests.games.connexoh_lines import rules

TILES = 36
LAST = TILES - 1
BOARD = board(6)
PLAYERS = ("w", "b")
CORNERS = st.lists(st.integers(0, 3), min_size=TILES, max_size=TILES).map(tuple)
STONES = st.sets(st.integers(0, LAST), min_size=1, max_size=6).map(
    lambda tiles: sum(1 << tile for tile in tiles)
)
POSITIONS = st.builds(
    ConnexohPosition, CORNERS, STONES, STONES, st.sampled_from(PLAYERS), st.just(0)
)
SCOPES = st.sampled_from(["mover", "both"]).map(lambda scope: rules(exit_scope=scope))


@given(CORNERS)
def test_connections_are_mutual_and_at_most_two(tiles: tuple[int, ...]) -> None:
    """A tile is connected with at most two neighbours of a colour, and each of them with it."""
    for player in PLAYERS:
        links = [connected(BOARD, tiles, player, tile) for tile in range(TILES)]
        for tile, near in enumerate(links):
            assert near.bit_count() <= 2
            assert all(links[other] >> tile & 1 for other in members(near))


@given(CORNERS)
def test_every_inner_edge_has_one_meaning(tiles: tuple[int, ...]) -> None:
    """Neighbours are connected in White's colour, in Black's, or meet in different colours."""
    for tile in range(TILES):
        white, black = (connected(BOARD, tiles, player, tile) for player in PLAYERS)
        assert not white & black


@given(CORNERS)
def test_paths_divide_the_tiles(tiles: tuple[int, ...]) -> None:
    """Every tile of a path gives the same path, neighbours in it are connected, ring or not."""
    for player in PLAYERS:
        for tile in range(TILES):
            path = path_through(BOARD, tiles, player, tile)
            assert len(set(path.tiles)) == len(path.tiles)
            for one, other in zip(path.tiles, path.tiles[1:], strict=False):
                assert connected(BOARD, tiles, player, one) >> other & 1
                assert set(path_through(BOARD, tiles, player, other).tiles) == set(path.tiles)
            links = sum(connected(BOARD, tiles, player, one).bit_count() for one in path.tiles)
            assert links == 2 * (len(path.tiles) - (not path.is_ring))
            assert path.is_open == bool(open_tiles(BOARD, tiles, player) >> tile & 1)


@given(POSITIONS, SCOPES)
def test_slides_can_be_taken_back(position: ConnexohPosition, game: Connexoh) -> None:
    """A stone that has slid can slide back, for paths have no direction."""
    for move in game.legal_moves(position):
        if isinstance(move, Slide) and move.target is not None:
            then = game.play(position, move)
            own = ConnexohPosition(then.tiles, then.white, then.black, position.to_move)
            assert Slide(move.target, move.source) in game.legal_moves(own)


@given(POSITIONS)
def test_no_stone_stays_on_an_open_path(position: ConnexohPosition) -> None:
    """With exit_scope=both a rotation leaves no stone of either side on an open path."""
    game = rules(exit_scope="both")
    for move in game.legal_moves(position)[:20]:
        if isinstance(move, Rotation):
            then = game.play(position, move)
            for player in PLAYERS:
                assert not then.stones(player) & open_tiles(BOARD, then.tiles, player)


@given(POSITIONS, SCOPES)
def test_colours_are_alike(position: ConnexohPosition, game: Connexoh) -> None:
    """The board seen from the other side, colours exchanged, has the same moves and ends."""
    other = _exchanged(position)
    assert {_seen_across(move) for move in game.legal_moves(position)} == set(
        game.legal_moves(other)
    )
    for move in game.legal_moves(position)[:20]:
        then = game.play(position, move)
        across = game.play(other, _seen_across(move))
        assert _exchanged(then) == across
        over, over_across = game.outcome(then), game.outcome(across)
        assert (over is None) == (over_across is None)
        if over and over_across and over.winner and over_across.winner:
            assert over.winner == opponent(over_across.winner)


def _exchanged(position: ConnexohPosition) -> ConnexohPosition:
    """The board turned by half a turn, light and dark, White and Black exchanged.

    A half turn takes a light corner to the opposite one, exchanging the colours takes it back.
    """
    return ConnexohPosition(
        tiles=position.tiles[::-1],
        white=_turned(position.black),
        black=_turned(position.white),
        to_move=opponent(position.to_move),
        protected=_turned(position.protected),
    )


def _turned(tiles: int) -> int:
    return sum(1 << (LAST - tile) for tile in members(tiles))


def _seen_across(move: ConnexohMove) -> ConnexohMove:
    if isinstance(move, Rotation):
        return Rotation(LAST - move.tile, move.degrees)
    return Slide(LAST - move.source, None if move.target is None else LAST - move.target)
