"""What a move of Connex'oh does: stones home, paths made, protected and broken, exits stopped."""

from __future__ import annotations

from dataclasses import replace

from pi_board.core.game import Player, opponent
from pi_board.core.message import Message, counted, message
from pi_board.games.bit_sets import members
from pi_board.games.connexoh import facts
from pi_board.games.connexoh.board import GOAL_SIDE, NORTH
from pi_board.games.connexoh.game import Connexoh
from pi_board.games.connexoh.moves import ConnexohMove, Rotation, Slide, slides, text_of
from pi_board.games.connexoh.paths import open_tiles
from pi_board.games.connexoh.position import ConnexohPosition
from pi_board.games.words import owner


def connexoh_facts(
    game: Connexoh, position: ConnexohPosition, turn: tuple[ConnexohMove, ...]
) -> tuple[Message, ...]:
    """The facts of a turn, which is one move."""
    (move,) = turn
    after = game.play(position, move)
    home = _home(position, after)
    if isinstance(move, Slide):
        return (*home, *_nearer(position, move))
    return (
        *home,
        *_exits_stopped(position, after),
        *_connected(position, move, after),
        *_broken(position, move, after),
        *(() if game.outcome(after) else _next_slide(position, after)),
    )


def _home(position: ConnexohPosition, after: ConnexohPosition) -> tuple[Message, ...]:
    gone = facts.brought_home(position, after, position.to_move)
    if not gone:
        return ()
    return (
        counted("brings {count} stone off the board", "brings {count} stones off the board", gone),
    )


def _nearer(position: ConnexohPosition, move: Slide) -> tuple[Message, ...]:
    if move.target is None:
        return ()
    rows = rows_nearer(position, position.to_move, move.source, move.target)
    if rows <= 0:
        return ()
    return (
        counted(
            "brings a stone {count} row nearer to its goal",
            "brings a stone {count} rows nearer to its goal",
            rows,
        ),
    )


def rows_nearer(position: ConnexohPosition, player: Player, source: int, target: int) -> int:
    """Rows by which `target` is nearer to `player`'s goal edge than `source`."""
    size = position.board.size
    up = target // size - source // size
    return up if GOAL_SIDE[player] == NORTH else -up


def _exits_stopped(position: ConnexohPosition, after: ConnexohPosition) -> tuple[Message, ...]:
    """Stones of the opponent that stood on an open path and do not any more."""
    other = opponent(position.to_move)
    on = position.board
    before = position.stones(other) & open_tiles(on, position.tiles, other)
    stopped = before & after.stones(other) & ~open_tiles(on, after.tiles, other)
    return tuple(
        message("stops {owner} exit at {site}", owner=owner(other), site=on.names[tile])
        for tile in members(stopped)
    )


def _connected(
    position: ConnexohPosition, move: Rotation, after: ConnexohPosition
) -> tuple[Message, ...]:
    """A path made through the rotated tile, the stones on it, and whether it is protected."""
    player, site = position.to_move, position.board.names[move.tile]
    made = facts.connections_made(position, player, move)
    if not made:
        return ()
    path = next(path for path in facts.paths_of(after, player) if site in path.sites)
    names = position.board.names
    stones = sum(names[tile] in path.sites for tile in members(after.stones(player)))
    is_safe = {site, *made} <= set(facts.protected(after))
    if not stones:
        others = " ".join(made)
        if is_safe:
            return (
                message(
                    "connects {site} with {others} and protects them", site=site, others=others
                ),
            )
        return (message("connects {site} with {others}", site=site, others=others),)
    if is_safe:
        return (
            counted(
                "makes a path for {count} stone and protects it",
                "makes a path for {count} stones and protects it",
                stones,
            ),
        )
    return (counted("makes a path for {count} stone", "makes a path for {count} stones", stones),)


def _broken(
    position: ConnexohPosition, move: Rotation, after: ConnexohPosition
) -> tuple[Message, ...]:
    other, site = opponent(position.to_move), position.board.names[move.tile]
    had = set(facts.connections(position, other, site))
    lost = sorted(had - set(facts.connections(after, other, site)))
    return tuple(
        message(
            "breaks {owner} link between {site} and {neighbour}",
            owner=owner(other),
            site=site,
            neighbour=neighbour,
        )
        for neighbour in lost
    )


def _next_slide(position: ConnexohPosition, after: ConnexohPosition) -> tuple[Message, ...]:
    """The best slide that this move makes possible, if nothing comes between."""
    player = position.to_move
    had = set(slides(position, player))
    new = {
        rows_nearer(position, player, slide.source, slide.target): slide
        for slide in slides(replace(after, to_move=player), player)
        if slide not in had and slide.target is not None
    }
    if max(new, default=0) <= 0:
        return ()
    move = text_of(position.board, new[max(new)])
    return (message("prepares {move}", move=move),)
