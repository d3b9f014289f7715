"""A board that does not show what it should: what is wrong, and the one step that comes first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pi_board.core.events import Wrong
from pi_board.core.game import Player
from pi_board.core.message import Message, counted, message
from pi_board.core.scene import Arrow, Board, Mark, Piece, Role, Spin
from pi_board.core.words import side
from pi_board.referee.words import stone

Stone = tuple[str, Player]  # site, owner
PLAYERS: tuple[Player, Player] = ("b", "w")

_ON_TILE: dict[str, tuple[Player, ...]] = {"w": ("w",), "b": ("b",), "x": ("w", "b")}
_IN_HOLE: dict[str, tuple[Player, ...]] = {"w": ("w",), "b": ("b",)}


@dataclass(frozen=True, slots=True)
class Difference:
    """Stones missing, stones too many, and tiles with the clockwise quarter turns they need.

    `named`: places have names on the board; in Linja they have not, and are only shown.
    """

    missing: tuple[Stone, ...] = ()
    extra: tuple[Stone, ...] = ()
    turns: tuple[tuple[str, int], ...] = ()
    named: bool = True

    @property
    def places(self) -> int:
        """How many things there are to do."""
        return max(len(self.missing), len(self.extra)) + len(self.turns)


def stones_in(label: str) -> tuple[Player, ...]:
    """The players with a stone in a label of squares and holes (``b``) or tiles (``0w``)."""
    if label[:1].isdigit():
        return _ON_TILE.get(label[1:], ())
    return _IN_HOLE.get(label, ())


def site_difference(wrong: Iterable[Wrong]) -> Difference:
    """The stones and tiles behind differing labels."""
    missing: list[Stone] = []
    extra: list[Stone] = []
    turns: list[tuple[str, int]] = []
    for each in wrong:
        should, does = stones_in(each.expected), stones_in(each.seen)
        missing += [(each.site, player) for player in should if player not in does]
        extra += [(each.site, player) for player in does if player not in should]
        if each.expected[:1].isdigit() and each.seen[:1].isdigit():
            quarters = (int(each.expected[0]) - int(each.seen[0])) % 4
            turns += [(each.site, quarters)] if quarters else []
    return Difference(tuple(missing), tuple(extra), tuple(turns))


def first_step(found: Difference) -> Arrow | None:
    """The arrow to show: a stone too many to the nearest place where one of its colour is missing;
    else one to take off. None while a tile has to be turned, or only stones are to be added.
    """
    if found.turns:
        return None
    pairs = [
        (_square_distance(here, there), here, there)
        for here, player in found.extra
        for there, owner in found.missing
        if player == owner
    ]
    if pairs:
        _, here, there = min(pairs)
        return Arrow(here, there)
    return Arrow(found.extra[0][0], None) if found.extra else None


def _square_distance(one: str, other: str) -> int:
    dx, dy = ord(one[0]) - ord(other[0]), int(one[1:]) - int(other[1:])
    return dx * dx + dy * dy


def step_text(found: Difference) -> Message | None:
    """The first step in a few words; None if nothing is wrong."""
    arrow = first_step(found)
    if not found.named:
        return _shown_step(found, arrow)
    if found.turns:
        site, quarters = found.turns[0]
        return turn_text(site, quarters)
    if arrow is not None and arrow.start is not None:
        if arrow.end is not None:
            return message("Move {start} to {end}", start=arrow.start, end=arrow.end)
        return message("Take the stone off {site}", site=arrow.start)
    if not found.missing:
        return None
    site, player = found.missing[0]
    return message("Put {stone} on {site}", stone=stone(player), site=site)


def _shown_step(found: Difference, arrow: Arrow | None) -> Message | None:
    if arrow is not None:
        return message("Move it as shown") if arrow.end else message("Take this stone off")
    if not found.missing:
        return None
    return message("Put {stone} here", stone=stone(found.missing[0][1]))


def turn_text(site: str, quarters: int) -> Message:
    """A tile to turn clockwise by so many quarters."""
    if quarters == 2:
        return message("Turn {site} half round", site=site)
    if quarters == 1:
        return message("Turn {site} to the right", site=site)
    return message("Turn {site} to the left", site=site)


def put_back(found: Difference) -> Message | None:
    """After an illegal move: the stone or tile goes back where it was."""
    arrow = first_step(found)
    if len(found.extra) == len(found.missing) == 1 and arrow is not None and arrow.end is not None:
        if not found.named:
            return message("Put it back")
        return message("Put it back on {site}", site=arrow.end)
    if len(found.turns) == 1 and not (found.missing or found.extra):
        return message("Turn {site} back", site=found.turns[0][0])
    return step_text(found)


def with_wrong(board: Board, found: Difference, one_step: bool) -> Board:
    """The board as it lies, what is missing as ghosts, and the first step marked.

    `one_step`: only the step's own places are marked, however much is wrong.
    """
    arrow = first_step(found)
    missing = set(found.missing)
    pieces = tuple(
        replace(p, ghost=True) if (p.site, p.player) in missing else p for p in board.pieces
    )
    there = {(p.site, p.player) for p in pieces}
    pieces += tuple(Piece(s, p) for s, p in found.extra if (s, p) not in there)
    spins = tuple(Spin(*turn) for turn in (found.turns[:1] if one_step else found.turns))
    marks = _marks(found, arrow, one_step)
    return replace(board, pieces=pieces, marks=marks, arrow=arrow, spins=spins)


def _marks(found: Difference, arrow: Arrow | None, one_step: bool) -> tuple[Mark, ...]:
    tiles = [site for site, _ in found.turns]
    if one_step and tiles:
        return (Mark(Role.FROM, tiles[0]),)
    holes = [site for site, _ in found.missing]
    if one_step:
        holes = [s for s in holes if arrow is not None and s == arrow.end] or holes[: arrow is None]
    marks = tuple(Mark(Role.FROM, s) for s in dict.fromkeys([*tiles, *holes]))
    crossed = arrow.start if arrow is not None else None
    return marks if crossed is None else (*marks, Mark(Role.WRONG, crossed))


# -- setting up -------------------------------------------------------------------------------


def to_go(found: Difference) -> Message:
    """How much is still to be done before the game can start."""
    if not found.places:
        return message("Ready")
    if found.turns:
        return counted("{count} place to go", "{count} places to go", found.places)
    return counted("{count} stone to go", "{count} stones to go", found.places)


def to_do(found: Difference) -> tuple[Message, ...]:
    """What to move, take off, add and turn."""
    if not found.named and found.places:
        return _shown_things(found)
    said: list[Message] = []
    arrow = first_step(replace(found, turns=()))
    if arrow is not None and arrow.start is not None:
        if arrow.end is not None:
            said.append(message("Move {start} to {end}.", start=arrow.start, end=arrow.end))
        else:
            said.append(message("Take the stone off {site}.", site=arrow.start))
    moved = arrow.end if arrow is not None else None
    for player in PLAYERS:
        sites = tuple(s for s, owner in found.missing if owner == player and s != moved)
        if sites:
            said.append(
                message("{player} goes on {sites}.", player=side(player), sites=_few(sites))
            )
    if found.turns:
        tiles = _few(tuple(site for site, _ in found.turns))
        said.append(message("Turn {sites} as shown.", sites=tiles))
    return tuple(said) or (message("All stones stand. The game starts."),)


def _shown_things(found: Difference) -> tuple[Message, ...]:
    """What to do where places have no names: the rings and the arrow say where."""
    step = _shown_step(found, arrow := first_step(found))
    said = [message("{sentence}.", sentence=step)] if arrow is not None and step else []
    moved = arrow.end if arrow is not None else None
    rest = [player for site, player in found.missing if site != moved]
    said += [
        counted(
            "{player}: add {count} stone.", "{player}: add {count} stones.",
            n, player=side(player),
        )
        for player in PLAYERS if (n := rest.count(player))
    ]  # fmt: skip
    return tuple(said)


def _few(sites: tuple[str, ...], most: int = 3) -> str:
    return ", ".join(sites[:most]) + (" …" if len(sites) > most else "")
