"""Why a move of Connex'oh is legal or not, one sentence for each rule."""

from __future__ import annotations

from pi_board.core.game import Explanation, Outcome, opponent
from pi_board.core.message import Message, counted, message
from pi_board.core.words import side
from pi_board.games import words
from pi_board.games.connexoh.moves import ANGLES, Rotation, Slide, connections_made
from pi_board.games.connexoh.notation import Written, WrittenRotation, WrittenSlide
from pi_board.games.connexoh.paths import Walk, walks
from pi_board.games.connexoh.position import ConnexohPosition
from pi_board.games.words import owner

RULE_NAMES = (
    "connexoh.angle",
    "connexoh.blocked",
    "connexoh.empty_triangle",
    "connexoh.game_over",
    "connexoh.legal",
    "connexoh.no_path",
    "connexoh.no_rotation",
    "connexoh.no_step",
    "connexoh.not_open",
    "connexoh.not_yours",
    "connexoh.off_board",
    "connexoh.pass_not_allowed",
    "connexoh.protected",
)
_FULL_TURN = 360


def meant(position: ConnexohPosition, written: Written) -> Rotation | Slide | None:
    """The move that `written` says, legal or not; None if no such move exists."""
    names = position.board.names
    if written is None or _off_board(position, written):
        return None
    if isinstance(written, WrittenRotation):
        return Rotation(names.index(written.site), written.degrees)
    target = None if written.target is None else names.index(written.target)
    return Slide(names.index(written.source), target)


def game_over(ended: Outcome) -> Explanation:
    """No move is legal after the end."""
    return _illegal("game_over", words.game_over(ended))


def explain(position: ConnexohPosition, written: Written) -> Explanation:
    """Why `written` is legal or not while the game goes on."""
    move = meant(position, written)
    if isinstance(move, Rotation):
        return _explain_rotation(position, move)
    if isinstance(move, Slide):
        return _wrong_stone(position, move.source) or _explain_slide(position, move)
    if written is None:
        text = message("a turn is a rotation or a slide: there is no passing")
        return _illegal("pass_not_allowed", text)
    off = _off_board(position, written)[0]
    return _illegal("off_board", message("{site} is not on the board", site=off))


def _off_board(position: ConnexohPosition, written: WrittenRotation | WrittenSlide) -> list[str]:
    if isinstance(written, WrittenRotation):
        sites = [written.site]
    else:
        sites = [site for site in (written.source, written.target) if site is not None]
    return [site for site in sites if site not in position.board.names]


def _explain_rotation(position: ConnexohPosition, move: Rotation) -> Explanation:
    site, player = position.board.names[move.tile], position.to_move
    if move.degrees % _FULL_TURN == 0:
        text = message("turning {site} by nothing is not a move", site=site)
        return _illegal("no_rotation", text, site)
    if move.degrees not in ANGLES:
        text = message(
            "a tile turns by 90, 180 or 270 degrees, not by {degrees}", degrees=move.degrees
        )
        return _illegal("angle", text, site)
    if position.protected >> move.tile & 1:
        text = message(
            "{owner} last turn joined {site}, so it is locked: "
            "{player} may turn it again from the next turn on",
            owner=owner(opponent(player)),
            site=site,
            player=side(player),
        )
        return _illegal("protected", text, site)
    made = connections_made(position, player, move)
    text = counted(
        "{site} turns by {degrees} degrees and makes {count} connection for {player}",
        "{site} turns by {degrees} degrees and makes {count} connections for {player}",
        made.bit_count(),
        site=site,
        degrees=move.degrees,
        player=side(player),
    )
    return _legal(text, site, *position.names(made))


def _wrong_stone(position: ConnexohPosition, source: int) -> Explanation | None:
    player, site = position.to_move, position.board.names[source]
    if position.stones(player) >> source & 1:
        return None
    if position.stones(opponent(player)) >> source & 1:
        return _illegal("not_yours", words.not_yours(site, player), site)
    text = message("no stone lies in {owner} triangle of {site}", owner=owner(player), site=site)
    return _illegal("empty_triangle", text, site)


def _explain_slide(position: ConnexohPosition, move: Slide) -> Explanation:
    names = position.board.names
    start = names[move.source]
    if move.target == move.source:
        text = message("the stone stays on {site}", site=start)
        return _illegal("no_step", text, start)
    ways = [
        ahead
        for way in walks(position.board, position.tiles, position.to_move, move.source)
        if (ahead := _tiles_to(way, move.target)) is not None
    ]
    ends = () if move.target is None else (names[move.target],)
    if not ways:
        return _no_way(position, move, start)
    stones = position.stones(position.to_move)
    blockers = [[tile for tile in way if stones >> tile & 1] for way in ways]
    if not all(blockers):
        return _legal(_slide_text(start, ends), start, *ends)
    return _blocked(position, start, names[blockers[0][0]], ends)


def _tiles_to(way: Walk, target: int | None) -> tuple[int, ...] | None:
    """The tiles on the way to `target` (None: off the board) with it; None if it is not there."""
    if target is None:
        return way.tiles if way.leaves else None
    return way.tiles[: way.tiles.index(target) + 1] if target in way.tiles else None


def _no_way(position: ConnexohPosition, move: Slide, start: str) -> Explanation:
    player = position.to_move
    if move.target is None:
        text = message(
            "the path of {site} does not end with a full side on {owner} goal edge",
            site=start,
            owner=owner(player),
        )
        return _illegal("not_open", text, start)
    end = position.board.names[move.target]
    text = message(
        "no path of {owner} colour leads from {start} to {end}",
        owner=owner(player),
        start=start,
        end=end,
    )
    return _illegal("no_path", text, start, end)


def _blocked(
    position: ConnexohPosition, start: str, blocker: str, ends: tuple[str, ...]
) -> Explanation:
    whose = owner(position.to_move)
    if ends:
        text = message(
            "{owner} own stone on {blocker} blocks the path from {start} to {end}",
            owner=whose,
            blocker=blocker,
            start=start,
            end=ends[0],
        )
    else:
        text = message(
            "{owner} own stone on {blocker} blocks the path of {start} off the board",
            owner=whose,
            blocker=blocker,
            start=start,
        )
    return _illegal("blocked", text, *dict.fromkeys((start, blocker, *ends)))


def _slide_text(start: str, ends: tuple[str, ...]) -> Message:
    if ends:
        return message("the stone on {start} slides to {end}", start=start, end=ends[0])
    return message("the stone on {start} leaves the board", start=start)


def _legal(text: Message, *sites: str) -> Explanation:
    return Explanation("connexoh.legal", text, sites, legal=True)


def _illegal(rule: str, text: Message, *sites: str) -> Explanation:
    return Explanation(f"connexoh.{rule}", text, sites)
