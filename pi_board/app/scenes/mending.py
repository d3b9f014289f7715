"""A board that does not show what it should: how the steps that put it right are drawn and worded.

What they are, and in which order, the referee says (see `pi_board.referee.repair`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pi_board.core.game import PLAYERS, Player
from pi_board.core.layout import Layout
from pi_board.core.message import Message, counted, message
from pi_board.core.scene import Arrow, Board, Mark, Piece, Role, Spin
from pi_board.core.words import as_sentence, side
from pi_board.referee.differences import place
from pi_board.referee.repair import Repair, TurnBack
from pi_board.referee.words import stone

Stone = tuple[str, Player]  # site, owner


@dataclass(frozen=True, slots=True)
class Carried:
    """A stone of `player` and the way it has to go on the drawn board. `either`: it may be one of
    the other player's.
    """

    player: Player
    way: Arrow
    either: bool


@dataclass(frozen=True, slots=True)
class Mending:
    """The steps that put the board right, in order, on the sites where they are drawn.

    `named`: places have names on the board; in Linja they have not, and are only shown.
    """

    steps: tuple[Carried | Spin, ...]
    named: bool = True

    @property
    def spins(self) -> tuple[Spin, ...]:
        """The tiles to turn."""
        return tuple(step for step in self.steps if isinstance(step, Spin))

    @property
    def carried(self) -> tuple[Carried, ...]:
        """The stones to move, take off or put on."""
        return tuple(step for step in self.steps if isinstance(step, Carried))

    @property
    def missing(self) -> tuple[Stone, ...]:
        """Where stones should stand, and whose."""
        return tuple((c.way.end, c.player) for c in self.carried if c.way.end is not None)

    @property
    def extra(self) -> tuple[Stone, ...]:
        """Where stones should not stand, and whose."""
        return tuple((c.way.start, c.player) for c in self.carried if c.way.start is not None)

    @property
    def sites(self) -> frozenset[str]:
        """Where something is wrong."""
        spun = (spin.site for spin in self.spins)
        return frozenset((*spun, *(site for site, _ in (*self.missing, *self.extra))))

    @property
    def arrow(self) -> Arrow | None:
        """The way of the stone to move or take off first; None while something else comes first."""
        first = self.steps[0] if self.steps else None
        return first.way if isinstance(first, Carried) and first.way.start is not None else None


def site_mending(layout: Layout, repairs: tuple[Repair, ...]) -> Mending:
    """The steps on a board each of whose groups is one site."""
    return Mending(tuple(_on_sites(layout, repair) for repair in repairs))


def _on_sites(layout: Layout, repair: Repair) -> Carried | Spin:
    if isinstance(repair, TurnBack):
        return Spin(place(layout, repair.group), repair.quarters)
    start, end = (
        None if group is None else place(layout, group) for group in (repair.start, repair.end)
    )
    return Carried(repair.player, Arrow(start, end), repair.either)


def step_text(found: Mending) -> Message:
    """The first step in a few words."""
    step = found.steps[0]
    if isinstance(step, Spin):
        return turn_text(step.site, step.quarters)
    return _carry_text(step) if found.named else _shown_text(step)


def _carry_text(step: Carried) -> Message:
    start, end = step.way.start, step.way.end
    if end is None:
        return message("Take the stone off {site}", site=str(start))
    if start is None:
        return message("Put {stone} on {site}", stone=stone(step.player), site=end)
    return message("Move {start} to {end}", start=start, end=end)


def _shown_text(step: Carried) -> Message:
    """The same where the ring and the arrow say where."""
    if step.way.end is None:
        return message("Take this stone off")
    if step.way.start is not None:
        return message("Move it as shown")
    if step.either:
        return message("Put the missing stone here")
    return message("Put {stone} here", stone=stone(step.player))


def turn_text(site: str, quarters: int) -> Message:
    """A tile to turn clockwise by so many quarters."""
    if quarters == 2:
        return message("Turn {site} half round", site=site)
    if quarters == 1:
        return message("Turn {site} to the right", site=site)
    return message("Turn {site} to the left", site=site)


def put_back(found: Mending) -> Message:
    """After an illegal move: the stone or tile goes back where it was."""
    if len(found.steps) == 1:
        if found.spins:
            return message("Turn {site} back", site=found.spins[0].site)
        if found.arrow is not None and found.arrow.end is not None:
            if not found.named:
                return message("Put it back")
            return message("Put it back on {site}", site=found.arrow.end)
    return step_text(found)


def with_wrong(board: Board, found: Mending, one_step: bool) -> Board:
    """The board as it lies, what is missing as ghosts, and the first step marked.

    `one_step`: only the step's own places are marked, however much is wrong.
    """
    missing = set(found.missing)
    pieces = tuple(
        replace(p, ghost=True) if (p.site, p.player) in missing else p for p in board.pieces
    )
    there = {(p.site, p.player) for p in pieces}
    pieces += tuple(Piece(*stone) for stone in dict.fromkeys(found.extra) if stone not in there)
    shown = replace(found, steps=found.steps[:1]) if one_step else found
    return replace(board, pieces=pieces, marks=_marks(shown), arrow=shown.arrow, spins=shown.spins)


def _marks(found: Mending) -> tuple[Mark, ...]:
    sites = (*(spin.site for spin in found.spins), *(site for site, _ in found.missing))
    marks = tuple(Mark(Role.FROM, site) for site in dict.fromkeys(sites))
    crossed = None if found.arrow is None else found.arrow.start
    return marks if crossed is None else (*marks, Mark(Role.WRONG, crossed))


# -- setting up -------------------------------------------------------------------------------


def to_go(found: Mending) -> Message:
    """How much is still to be done before the game can start."""
    if not found.steps:
        return message("Ready")
    if found.spins:
        return counted("{count} place to go", "{count} places to go", len(found.steps))
    return counted("{count} stone to go", "{count} stones to go", len(found.steps))


def to_do(found: Mending) -> tuple[Message, ...]:
    """What to move, take off, add and turn: of what is to be moved or taken off, the first."""
    said: list[Message] = []
    stones = found.carried
    if stones and stones[0].way.start is not None:
        text = _carry_text(stones[0]) if found.named else _shown_text(stones[0])
        said.append(as_sentence(text))
        stones = stones[1:]
    for player in PLAYERS:
        sites = tuple(c.way.end for c in stones if c.player == player and c.way.end is not None)
        if sites:
            said.append(_to_add(player, sites, found.named))
    if found.spins:
        tiles = _few(tuple(spin.site for spin in found.spins))
        said.append(message("Turn {sites} as shown.", sites=tiles))
    return tuple(said) or (message("All stones stand. The game starts."),)


def _to_add(player: Player, sites: tuple[str, ...], named: bool) -> Message:
    if named:
        by_rows = tuple(sorted(sites, key=lambda site: (site[1:], site[0])))
        return message("{player} belongs on {sites}.", player=side(player), sites=_few(by_rows))
    return counted(
        "{player}: add {count} stone.", "{player}: add {count} stones.",
        len(sites), player=side(player),
    )  # fmt: skip


def _few(sites: tuple[str, ...]) -> str:
    return ", ".join(sites[:3]) + (" …" if len(sites) > 3 else "")
