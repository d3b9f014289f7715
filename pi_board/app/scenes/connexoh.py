"""What is to be seen of Connex'oh: paths, protection, what turning a tile would join."""

from __future__ import annotations

from dataclasses import replace

from pi_board.app.scenes.common import (
    ACCEPTED,
    Count,
    Picture,
    all_of,
    changed_sites,
    repeated,
    seen_from,
    to_move,
)
from pi_board.app.scenes.connexoh_paths import paths, towards
from pi_board.app.scenes.mending import turn_text
from pi_board.app.scenes.state import TableState
from pi_board.core.game import PLAYERS, Outcome, Player, opponent
from pi_board.core.layout import Surface
from pi_board.core.message import Message, counted, message
from pi_board.core.scene import (
    Arrow,
    Board,
    Mark,
    Notice,
    Piece,
    Preview,
    Role,
    Side,
    Spin,
    Stretch,
    TilePath,
)
from pi_board.core.words import side
from pi_board.games.bit_sets import members
from pi_board.games.connexoh.facts import brought_home, connections, protected, stones_home
from pi_board.games.connexoh.moves import Rotation, slides_from
from pi_board.games.connexoh.position import ConnexohPosition

WHITE_FIRST = PLAYERS[::-1]  # as the game mostly begins
_OFTEN = 3  # times that a position has come, from which the game may go on for ever


def board(state: TableState) -> Board:
    """Tiles and stones, the mover's paths, the tiles the mover may not turn."""
    position: ConnexohPosition = state.position
    names = position.board.names
    pieces = tuple(
        Piece(names[tile], player)
        for player in WHITE_FIRST
        for tile in members(position.stones(player))
    )
    return Board(
        Surface.TILES, state.layout.columns, state.layout.rows, pieces, position.tiles,
        marks=tuple(Mark(Role.PROTECTED, site) for site in protected(position)),
        paths=paths(position, position.to_move),
        quarter_turns=seen_from(state, "w"),
    )  # fmt: skip


def count(state: TableState, player: Player) -> Count:
    """How many stones of `player` are home."""
    home = stones_home(state.position, player)
    of = state.position.board.size
    return Count(counted("{count}/{of} home", "{count}/{of} home", home, of=of), (home, of))


def last_move(state: TableState) -> tuple[str, ...]:
    """The tile turned, or both ends of a slide."""
    if not state.plies:
        return ()
    if state.is_accepted:
        return changed_sites(state)
    return _ends(state.plies[-1].text)


def _ends(text: str) -> tuple[str, ...]:
    """The tile that a move turns, or the ends of a slide that lie on the board."""
    start, _, end = text.partition("@")[0].partition("-")
    return (start, end) if end not in ("", "off") else (start,)


def playing(state: TableState, on: Board) -> Picture:
    """Whose turn it is, what happened, and whether a stone may leave."""
    position: ConnexohPosition = state.position
    said = (*_what_happened(state), _what_to_do(position))
    return _with_lock(state, Picture(on, Notice(to_move(position.to_move), said)))


def _with_lock(state: TableState, picture: Picture) -> Picture:
    """The strip says until when the shields hold."""
    if not state.position.protected:
        return picture
    return replace(picture, note=message("locked this turn"), shield=True)


def _what_happened(state: TableState) -> tuple[Message, ...]:
    if not state.plies or state.before is None:
        return ()
    if state.is_accepted:
        return (ACCEPTED,)
    return tuple(
        counted(
            "{count} stone of {player} is home.", "{count} stones of {player} are home.",
            n, player=side(player),
        )
        for player in WHITE_FIRST if (n := brought_home(state.before, state.position, player))
    )  # fmt: skip


def _what_to_do(position: ConnexohPosition) -> Message:
    if (times := position.occurrences) >= _OFTEN:
        return message(
            "This position has come {times} times: you may agree on a draw.", times=times
        )
    player = position.to_move
    names = position.board.names
    off = tuple(
        names[tile]
        for tile in members(position.stones(player))
        if any(slide.target is None for slide in slides_from(position, player, tile))
    )
    if off:
        return counted(
            "The stone on {sites} may leave the board.",
            "The stones on {sites} may leave the board.",
            len(off), sites=all_of(off),
        )  # fmt: skip
    if any(slides_from(position, player, tile) for tile in members(position.stones(player))):
        return message("Turn a tile, or slide a stone along its path.")
    return message("Turn a tile. No stone has a path yet.")


def lifted(state: TableState, on: Board, site: str) -> Picture:
    """A touched tile: its three rotations and what each would join. With one of the mover's stones
    on it, also where that may slide.
    """
    position: ConnexohPosition = state.position
    tile = position.board.names.index(site)
    marks = (*on.marks, Mark(Role.FROM, site), *_slide_marks(position, tile))
    shown = replace(on, marks=marks)
    if position.protected >> tile & 1:
        text = (
            message("Its connection is new, so it stays as it is for this turn.")
            if dict(state.game.options)["protect"] == "new"
            else message(
                "It is joined with the tile that was turned last, so it stays as it is for this "
                "turn."
            )
        )
        notice = Notice(message("{site} is locked", site=site), (text,))
        return _with_lock(state, Picture(shown, notice))
    title = message("Turn tile {site}?", site=site)
    previews = tuple(_preview(state, site, tile, degrees) for degrees in (270, 180, 90))
    return _with_lock(state, Picture(shown, Notice(title, previews=previews)))


def _slide_marks(position: ConnexohPosition, tile: int) -> tuple[Mark, ...]:
    player = position.to_move
    if not position.stones(player) >> tile & 1:
        return ()
    names = position.board.names
    return tuple(
        Mark(Role.TO, names[slide.target])
        for slide in sorted(slides_from(position, player, tile), key=lambda s: s.target or 0)
        if slide.target is not None
    )


LABELS = {270: message("left"), 180: message("half"), 90: message("right")}


def _preview(state: TableState, site: str, tile: int, degrees: int) -> Preview:
    """The tile as it would lie, with the way that would run through it."""
    position: ConnexohPosition = state.position
    mover, names = position.to_move, position.board.names
    move = Rotation(tile, degrees)
    then = state.game.play(position, move)
    joined = connections(then, mover, site)
    sides = tuple(towards(site, other) for other in joined)
    ways = (TilePath(mover, (_through(sides),)),) if sides else ()
    home = sum(brought_home(position, then, player) for player in PLAYERS)
    stones = tuple(Piece("a1", p) for p in WHITE_FIRST if then.stones(p) >> names.index(site) & 1)
    small = Board(
        Surface.TILES, 1, 1, stones, (then.tiles[tile],), paths=ways, bare=True,
        quarter_turns=seen_from(state, "w"),
    )  # fmt: skip
    return Preview(small, LABELS[degrees], _promise(len(joined), home))


def _through(sides: tuple[Side, ...]) -> Stretch:
    return Stretch("a1", sides[0], sides[1] if len(sides) > 1 else None)


def _promise(joined: int, gone: int) -> Message:
    if gone:
        return counted("{count} home!", "{count} home!", gone)
    if not joined:
        return message("joins none")
    return counted("joins {count}", "joins {count}", joined)


def illegal(state: TableState, on: Board, seen: str | None) -> Board:
    """Nothing more: the shields and paths are there already."""
    del state, seen
    return on


def hinted(state: TableState, on: Board, text: str) -> Board:
    """A star on the tile or stone to move, an outlined one where the stone should go."""
    del state
    start, *end = _ends(text)
    outlined = (Mark(Role.HINT, site, outlined=True) for site in end)
    return replace(on, marks=(*on.marks, Mark(Role.HINT, start), *outlined))


def words(text: str) -> Message:
    """A move as something to do."""
    site, _, degrees = text.partition("@")
    if degrees:
        return turn_text(site, int(degrees) // 90)
    start, _, end = text.partition("-")
    if end == "off":
        return message("Take the stone off {site}", site=start)
    return message("Move {start} to {end}", start=start, end=end)


def instructed(state: TableState, on: Board, text: str) -> Board:
    """The tile to turn framed; the stone to slide, where it goes, and an arrow."""
    del state
    start, *end = _ends(text)
    marks = (*on.marks, Mark(Role.FROM, start), *(Mark(Role.TO, site) for site in end))
    if degrees := text.partition("@")[2]:
        return replace(on, marks=marks, spins=(Spin(start, int(degrees) // 90),))
    return replace(on, marks=marks, ways=(Arrow(start, end[0] if end else None),))


def over(state: TableState, on: Board, outcome: Outcome) -> Picture:
    """The winner, and the ways on which the last stones went; the double exit is explained."""
    winner = outcome.winner
    marks = tuple(mark for mark in on.marks if mark.role is Role.LAST_MOVE)
    shown = replace(on, marks=marks, paths=_ways_home(state, outcome))
    if winner is None:
        times = int(dict(state.game.options)["repetition"])
        return Picture(shown, Notice(message("Draw"), (repeated(times),)))
    title = message("{player} wins", player=side(winner))
    why = _why_over(state, outcome, winner)
    return Picture(shown, Notice(title, why, icon=winner, tall=outcome.reason == "double_exit"))


def _ways_home(state: TableState, outcome: Outcome) -> tuple[TilePath, ...]:
    """The open paths through the tile that ended the game: the winner's, or both players'."""
    last = last_move(state)
    players = WHITE_FIRST if outcome.reason == "double_exit" else (outcome.winner,)
    return tuple(
        path
        for player in players if player is not None
        for path in paths(state.position, player)
        if (path.opens_first or path.opens_last) and any(s.site in last for s in path.stretches)
    )  # fmt: skip


def _why_over(state: TableState, outcome: Outcome, winner: Player) -> tuple[Message, ...]:
    loser = side(opponent(winner))
    if outcome.reason == "double_exit":
        text = message(
            "{loser} let the last stones of both players out at once. "
            "Then the one who did not turn the tile wins.",
            loser=loser,
        )
        return (text,)
    if outcome.reason == "all_home":
        return (
            counted(
                "The stone of {player} is home.", "All {count} stones of {player} are home.",
                state.position.board.size, player=side(winner),
            ),
        )  # fmt: skip
    return ()
