"""Rotations and slides: which there are, and what follows from each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from pi_board.core.game import Outcome, Player, opponent
from pi_board.games.bit_sets import bit_set, members
from pi_board.games.connexoh.board import ORIENTATIONS, Board, board
from pi_board.games.connexoh.paths import connected, open_tiles, path_through, walks
from pi_board.games.connexoh.position import ConnexohPosition
from pi_board.games.connexoh.rules import ConnexohOptions

ANGLES = (90, 180, 270)


@dataclass(frozen=True, slots=True)
class Rotation:
    """Tile `tile` turned clockwise by `degrees`: 90, 180 or 270."""

    tile: int
    degrees: int


@dataclass(frozen=True, slots=True)
class Slide:
    """A stone of the side to move slid from tile to tile; `target` None: off the board."""

    source: int
    target: int | None


ConnexohMove = Rotation | Slide


def text_of(board: Board, move: ConnexohMove) -> str:
    """The text of a move: ``c3@90``, ``b1-b4``, ``b4-off``."""
    names = board.names
    if isinstance(move, Rotation):
        return f"{names[move.tile]}@{move.degrees}"
    return f"{names[move.source]}-{'off' if move.target is None else names[move.target]}"


@cache
def all_rotations(size: int) -> tuple[Rotation, ...]:
    """Every rotation there is on a board of `size`, sorted by text."""
    tiles = range(size * size)
    every = (Rotation(tile, degrees) for tile in tiles for degrees in ANGLES)
    return tuple(sorted(every, key=lambda move: text_of(board(size), move)))


def rotations(position: ConnexohPosition) -> tuple[Rotation, ...]:
    """The rotations open to the side to move, sorted by text."""
    every, protected = all_rotations(position.board.size), position.protected
    if not protected:
        return every
    return tuple(move for move in every if not protected >> move.tile & 1)


def slides_from(position: ConnexohPosition, player: Player, source: int) -> frozenset[Slide]:
    """Where `player`'s stone on `source` can go: along its path up to the next own stone."""
    stones, found = position.stones(player), set()
    for way in walks(position.board, position.tiles, player, source):
        for tile in way.tiles:
            if stones >> tile & 1:
                break
            found.add(Slide(source, tile))
        else:
            if way.leaves:
                found.add(Slide(source, None))
    return frozenset(found)


def slides(position: ConnexohPosition, player: Player) -> tuple[Slide, ...]:
    """All slides `player` has with these tiles and stones."""
    return tuple(
        slide
        for source in members(position.stones(player))
        for slide in slides_from(position, player, source)
    )


def legal_moves(position: ConnexohPosition, options: ConnexohOptions) -> tuple[ConnexohMove, ...]:
    """All legal moves, sorted by text; none when the game is over."""
    if outcome(position, options) is not None:
        return ()
    turned, slid = rotations(position), slides(position, position.to_move)
    if not slid:
        return turned
    on = position.board
    return tuple(sorted((*turned, *slid), key=lambda move: text_of(on, move)))


def is_legal(position: ConnexohPosition, move: ConnexohMove, options: ConnexohOptions) -> bool:
    """Whether `move` is among the legal moves, without making them all."""
    if outcome(position, options) is not None:
        return False
    if isinstance(move, Rotation):
        return (
            0 <= move.tile < len(position.tiles)
            and move.degrees in ANGLES
            and not position.protected >> move.tile & 1
        )
    player = position.to_move
    stands = move.source >= 0 and position.stones(player) >> move.source & 1
    return bool(stands) and move in slides_from(position, player, move.source)


def after(
    position: ConnexohPosition, move: ConnexohMove, options: ConnexohOptions
) -> ConnexohPosition:
    """The position after a legal `move`. Legality is not checked."""
    if isinstance(move, Rotation):
        then = _after_rotation(position, move, options)
    else:
        then = _after_slide(position, move)
    return replace(then, earlier=(*position.earlier, position.key))


def _after_slide(position: ConnexohPosition, move: Slide) -> ConnexohPosition:
    stones = position.stones(position.to_move) ^ 1 << move.source
    if move.target is not None:
        stones |= 1 << move.target
    return _with_stones(position, position.tiles, stones, position.stones(_other(position)), 0)


def _after_rotation(
    position: ConnexohPosition, move: Rotation, options: ConnexohOptions
) -> ConnexohPosition:
    tiles = turned(position.tiles, move)
    protected = protected_by(position, move, options)
    own, enemy = _staying(position, tiles, move.tile, options)
    return _with_stones(position, tiles, own, enemy, protected)


def _staying(
    position: ConnexohPosition, tiles: tuple[int, ...], tile: int, options: ConnexohOptions
) -> tuple[int, int]:
    """Stones left of the rotating player and of the other one."""
    if options.exit_scope == "both":
        return _leave_both(position, tiles)
    return _leave_mover(position, tiles, tile)


def _with_stones(
    position: ConnexohPosition, tiles: tuple[int, ...], own: int, enemy: int, protected: int
) -> ConnexohPosition:
    """The opponent's turn; `own` are the stones of the side that has just moved."""
    white, black = (own, enemy) if position.to_move == "w" else (enemy, own)
    return ConnexohPosition(tiles, white, black, _other(position), protected)


def _other(position: ConnexohPosition) -> Player:
    return opponent(position.to_move)


def leaving(position: ConnexohPosition, move: Rotation, options: ConnexohOptions) -> int:
    """The tiles from which stones leave the board by a legal rotation, of either colour."""
    own, enemy = _staying(position, turned(position.tiles, move), move.tile, options)
    player = position.to_move
    return position.stones(player) & ~own | position.stones(_other(position)) & ~enemy


def turned(tiles: tuple[int, ...], move: Rotation) -> tuple[int, ...]:
    """The orientations after a rotation."""
    orientation = (tiles[move.tile] + move.degrees // 90) % ORIENTATIONS
    return (*tiles[: move.tile], orientation, *tiles[move.tile + 1 :])


def connections_made(position: ConnexohPosition, player: Player, move: Rotation) -> int:
    """The neighbours with which the rotated tile has a connection of `player`'s colour that it had
    not before.
    """
    on, tile = position.board, move.tile
    before = connected(on, position.tiles, player, tile)
    return connected(on, turned(position.tiles, move), player, tile) & ~before


def protected_by(position: ConnexohPosition, move: Rotation, options: ConnexohOptions) -> int:
    """The tiles that the side to move protects by `move` against the opponent's next rotation."""
    made = connections_made(position, position.to_move, move)
    if options.protect == "after" or (options.protect == "all_if_new" and made):
        tiles = turned(position.tiles, move)
        made = connected(position.board, tiles, position.to_move, move.tile)
    return made | 1 << move.tile if made else 0


def _leave_mover(position: ConnexohPosition, tiles: tuple[int, ...], tile: int) -> tuple[int, int]:
    """Stones left of the rotating player and the other one, if only the former's leave at once.

    One exception: if his last stones leave and the same rotation has brought all the opponent's
    onto open paths, these are as good as home, so they leave too.
    """
    player, other = position.to_move, _other(position)
    own, enemy = position.stones(player), position.stones(other)
    path = path_through(position.board, tiles, player, tile)
    if path.is_open:
        own &= ~bit_set(path.tiles)
    if (
        not own
        and _all_home(position, tiles, other)
        and not _all_home(position, position.tiles, other)
    ):
        enemy = 0
    return own, enemy


def _all_home(position: ConnexohPosition, tiles: tuple[int, ...], player: Player) -> bool:
    """Whether all stones of `player` would stand on open paths with these tiles."""
    return not position.stones(player) & ~open_tiles(position.board, tiles, player)


def _leave_both(position: ConnexohPosition, tiles: tuple[int, ...]) -> tuple[int, int]:
    """Stones left of the rotating player and the other one, if all on open paths leave."""
    player, other = position.to_move, _other(position)
    on = position.board
    return (
        position.stones(player) & ~open_tiles(on, tiles, player),
        position.stones(other) & ~open_tiles(on, tiles, other),
    )


def outcome(position: ConnexohPosition, options: ConnexohOptions) -> Outcome | None:
    """How the game ended, None while it goes on."""
    if not position.white and not position.black:
        return Outcome(position.to_move, "double_exit")
    if not position.white:
        return Outcome("w", "all_home")
    if not position.black:
        return Outcome("b", "all_home")
    if 0 < options.repetition <= position.occurrences:
        return Outcome(None, "repetition")
    return None
