"""What is to be seen of Lines of Action: lines and counts of a lifted stone, groups at the end."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from pi_board.app.scenes.common import (
    ACCEPTED,
    Count,
    Picture,
    any_of,
    changed_sites,
    faded,
    repeated,
    seen_from,
    to_move,
    without,
)
from pi_board.app.scenes.state import TableState
from pi_board.core.game import PLAYERS, Outcome, Player, opponent
from pi_board.core.layout import Surface, column_and_row
from pi_board.core.message import Message, counted, message
from pi_board.core.scene import Arrow, Band, Board, Group, Mark, Notice, Piece, Role
from pi_board.core.words import side
from pi_board.games.loa import LinesOfAction
from pi_board.games.loa.board import SQUARES, names_of
from pi_board.games.loa.facts import group_count, largest_group, lines_through, targets
from pi_board.games.loa.moves import PASS
from pi_board.games.loa.position import LoaPosition


def board(state: TableState) -> Board:
    """The board with the stones of the position."""
    pieces = tuple(
        Piece(site, player)
        for player in PLAYERS
        for site in names_of(state.position.stones(player))
    )
    layout, turns = state.layout, seen_from(state, "b")
    return Board(Surface.SQUARES, layout.columns, layout.rows, pieces, quarter_turns=turns)


def count(state: TableState, player: Player) -> Count:
    """In how many groups the stones of `player` stand."""
    groups = group_count(state.position, player)
    return Count(counted("{count} group", "{count} groups", groups))


def last_move(state: TableState) -> tuple[str, ...]:
    """Both ends of the last move."""
    if state.is_accepted:
        return changed_sites(state)
    return _ends(state.plies[-1].text) if state.plies else ()


def _ends(text: str) -> tuple[str, ...]:
    return () if text == "pass" else (text[:2], text[3:5])


def playing(state: TableState, on: Board) -> Picture:
    """Whose turn it is, and what the last move did."""
    return Picture(on, Notice(to_move(state.position.to_move), _what_happened(state)))


def _what_happened(state: TableState) -> tuple[Message, ...]:
    if state.game.legal_moves(state.position) == (PASS,):
        return (message("No stone can move, so the turn passes."),)
    if not state.plies:
        return (message("Lift a stone to see where it may go."),)
    if state.is_accepted:
        return (ACCEPTED,)
    ply = state.plies[-1]
    player = side(ply.player)
    if ply.text == "pass":
        return (message("{player} had no legal move.", player=player),)
    if ply.text[2] == "x":
        return (message("{player} took the stone on {site}.", player=player, site=ply.text[3:]),)
    return (message("{player} played {move}.", player=player, move=ply.text),)


def lifted(state: TableState, on: Board, site: str) -> Picture:
    """The lines of the stone in the hand, the stones counted on them, and where it may go."""
    position: LoaPosition = state.position
    index = SQUARES.index(site)
    owner: Player = "b" if position.black >> index & 1 else "w"
    held = replace(without(on, site), marks=(*on.marks, Mark(Role.FROM, site)))
    if owner != position.to_move:
        return Picture(held, _not_yours(owner, site))
    reach = targets(position, index)
    enemy = set(names_of(position.enemy))
    marks = [
        Mark(Role.CAPTURE if t in enemy else Role.TO, t, str(max(_apart(site, t)))) for t in reach
    ]
    held = _with_lines(held, position, site, reach)
    held = replace(held, marks=(*held.marks, *marks))
    return Picture(held, Notice(_lifts(owner, site), (_may_go(reach, enemy),)))


def _lifts(owner: Player, site: str) -> Message:
    return message("{player} lifts {site}", player=side(owner), site=site)


def _not_yours(owner: Player, site: str) -> Notice:
    text = message("The stone of {site} is not yours: put it back.", site=site)
    return Notice(to_move(opponent(owner)), (text,))


def _with_lines(on: Board, position: LoaPosition, site: str, reach: tuple[str, ...]) -> Board:
    """Bands for the lines with a legal move, and a ring on each stone counted on them."""
    stones = set(names_of(position.black | position.white)) - {site}
    taken = {t for t in reach if t in stones}
    bands: list[Band] = []
    rings: dict[str, None] = {}
    for line in lines_through(position, SQUARES.index(site)):
        goals = [t for t in reach if t in line.sites]
        if not goals:
            continue
        bands.append(Band(line.sites[0], line.sites[-1]))
        rings |= dict.fromkeys(s for s in line.sites if s in stones and s not in taken)
    marks = tuple(Mark(Role.COUNTED, s) for s in rings)
    return replace(on, bands=tuple(bands), marks=(*on.marks, *marks))


def _apart(start: str, end: str) -> tuple[int, int]:
    """How many columns and how many rows two squares are apart."""
    (x, y), (to_x, to_y) = column_and_row(start), column_and_row(end)
    return abs(to_x - x), abs(to_y - y)


def _may_go(reach: tuple[str, ...], enemy: set[str]) -> Message:
    free = tuple(t for t in reach if t not in enemy)
    taken = tuple(t for t in reach if t in enemy)
    if not reach:
        return message("It cannot move: put it back.")
    if not taken:
        return message("It may go to {sites}.", sites=any_of(free))
    if not free:
        return message("It may take the stone on {sites}.", sites=any_of(taken))
    return message(
        "It may go to {sites}, or take the stone on {taken}.",
        sites=any_of(free),
        taken=any_of(taken),
    )


def illegal(state: TableState, on: Board, seen: str | None) -> Board:
    """The line of the move that is not legal, and the stones counted on it."""
    if seen is None or len(seen) != 5 or seen[1:2] not in "12345678":
        return on
    start, end = _ends(seen)
    stones = set(names_of(state.position.black | state.position.white)) - {start}
    for line in lines_through(state.position, SQUARES.index(start)):
        if end in line.sites and start != end:
            rings = tuple(Mark(Role.COUNTED, s) for s in line.sites if s in stones)
            bands = (Band(line.sites[0], line.sites[-1]),)
            return replace(on, bands=bands, marks=(*rings, *on.marks))
    return on


def hinted(state: TableState, on: Board, text: str) -> Board:
    """A star on the stone to move, an outlined one on its target."""
    del state
    ends = _ends(text)
    if not ends:
        return on
    stars = (Mark(Role.HINT, ends[0]), Mark(Role.HINT, ends[1], outlined=True))
    return replace(on, marks=(*on.marks, *stars))


def words(text: str) -> Message:
    """A move as something to do."""
    ends = _ends(text)
    if not ends:
        return message("Pass")
    if text[2] == "x":
        return message("Take {end} with {start}", start=ends[0], end=ends[1])
    return message("Move {start} to {end}", start=ends[0], end=ends[1])


def instructed(state: TableState, on: Board, text: str) -> Board:
    """The stone to move, where it goes, and what it takes, joined by an arrow."""
    del state
    ends = _ends(text)
    if not ends:
        return on
    role = Role.CAPTURE if text[2] == "x" else Role.TO
    marks = (*on.marks, Mark(Role.FROM, ends[0]), Mark(role, ends[1]))
    return replace(on, marks=marks, ways=(Arrow(*ends),))


def over(state: TableState, on: Board, outcome: Outcome) -> Picture:
    """The winner's stones joined by their shortest tree; the loser's faded."""
    winner = outcome.winner
    if winner is None:
        return Picture(on, Notice(message("Draw"), _why_over(state, outcome), tall=True))
    shown = faded(on, winner)
    if outcome.reason in ("connected", "opponent_connected", "both_connected"):
        shown = replace(shown, groups=(tree(largest_group(state.position, winner)),))
    title = message("{player} wins", player=side(winner))
    tall = outcome.reason == "both_connected"
    return Picture(shown, Notice(title, _why_over(state, outcome), icon=winner, tall=tall))


def _why_over(state: TableState, outcome: Outcome) -> tuple[Message, ...]:
    winner = outcome.winner
    if outcome.reason in ("connected", "opponent_connected") and winner is not None:
        stones = state.position.stones(winner).bit_count()
        if state.is_accepted or not state.plies:
            return (counted(
                "The one stone of {player} that is left stands together.",
                "All {count} stones of {player} stand together.", stones, player=side(winner),
            ),)  # fmt: skip
        text = counted(
            "The one stone of {player} that is left stands together after {move}.",
            "All {count} stones of {player} stand together after {move}.",
            stones, player=side(winner), move=state.plies[-1].text,
        )  # fmt: skip
        return (text,)
    if outcome.reason == "both_connected":
        return (message("Both players' stones stand together."), both_at_once(_rules(state)))
    if outcome.reason == "repetition":
        return (repeated(_rules(state).rules.repetition),)
    if winner is not None:
        return (stuck(opponent(winner)),)
    return (message("There is no legal move."),)


def both_at_once(game: LinesOfAction) -> Message:
    """Who wins, by the rules in force, when one move connects both sides."""
    return {
        "draw": message("If one move brings both players' stones together, the game is drawn."),
        "mover_wins": message(
            "If one move brings both players' stones together, the one who moved wins."
        ),
        "mover_loses": message(
            "If one move brings both players' stones together, the one who moved loses."
        ),
    }[game.rules.simultaneous]


def stuck(player: Player) -> Message:
    """That `player`, who has no legal move, loses by the rules in force."""
    return message("Who has no legal move, as {player} here, loses.", player=side(player))


def _rules(state: TableState) -> LinesOfAction:
    """The game of the table, which is Lines of Action here."""
    return cast(LinesOfAction, state.game)


def tree(sites: tuple[str, ...]) -> Group:
    """The group and its shortest spanning tree (R. C. Prim, 1957): straight before diagonal."""
    inside, links = sites[:1], []
    outside = list(sites[1:])
    while outside:
        near = [
            (sum(_apart(a, b)), a, b) for a in inside for b in outside if max(_apart(a, b)) == 1
        ]
        if not near:
            break
        _, a, b = min(near)
        links.append((a, b))
        inside = (*inside, b)
        outside.remove(b)
    return Group(sites, tuple(links))
