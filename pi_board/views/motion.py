"""What moves between two boards, and where it is at a moment. No pygame here.

Stones slide, tiles turn, an arrow draws itself. A board that differs in more than a few places, or
in kind, is simply shown: nothing would be learned from many things moving at once.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from pi_board.core.scene import Board, Piece
from pi_board.views.geometry import Grid, Point, name, stone_point

MOST_MOVING = 3


@dataclass(frozen=True, slots=True)
class Moment:
    """Where things are on their way: stones (key of `stone_key`, pixel), tiles (site, degrees
    clockwise still to turn), and how much of the arrow is drawn (0 to 1).
    """

    stones: tuple[tuple[str, Point], ...] = ()
    tiles: tuple[tuple[str, float], ...] = ()
    arrow: float = 1.0


STILL = Moment()


@dataclass(frozen=True, slots=True)
class Slide:
    """A stone's way in pixels."""

    key: str
    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Turn:
    """A tile that turns by `degrees` clockwise, and the stones on it."""

    site: str
    degrees: float
    middle: Point
    stones: tuple[tuple[str, Point], ...]


@dataclass(frozen=True, slots=True)
class Transition:
    """Everything that moves, and how long it takes."""

    slides: tuple[Slide, ...] = ()
    turns: tuple[Turn, ...] = ()
    arrow: bool = False
    seconds: float = 0.0

    def at(self, elapsed_s: float) -> Moment:
        """Where things are so long after the start."""
        if elapsed_s >= self.seconds:
            return STILL
        share = cubic_out(elapsed_s / self.seconds)
        stones = [
            (s.key, (_mix(s.start[0], s.end[0], share), _mix(s.start[1], s.end[1], share)))
            for s in self.slides
        ]
        tiles = []
        for turn in self.turns:
            rest = turn.degrees * (1 - share)
            tiles.append((turn.site, rest))
            stones += [(key, _rotated(at, turn.middle, -rest)) for key, at in turn.stones]
        return Moment(tuple(stones), tuple(tiles), share if self.arrow else 1.0)


def transition(
    before: Board | None, after: Board, grid: Grid, seconds: Mapping[str, float]
) -> Transition:
    """What moves from `before` to `after`, drawn on `grid`; `seconds` are the motion tokens."""
    if before is None or not _alike(before, after):
        return Transition()
    turns = _turns(before, after, grid)
    turning = {turn.site for turn in turns}
    slides = _slides(before, after, grid, turning)
    arrow = after.arrow is not None and after.arrow != before.arrow
    if max(len(turns), len(slides)) > MOST_MOVING:
        turns, slides = (), ()
    times = [0.0, seconds["arrow_draw"] * arrow, seconds["stone_slide"] * bool(slides)]
    return Transition(slides, turns, arrow, max(*times, seconds["tile_turn"] * bool(turns)))


def _alike(one: Board, other: Board) -> bool:
    return (one.surface, one.columns, one.rows, one.quarter_turns, one.dimmed) == (
        other.surface, other.columns, other.rows, other.quarter_turns, other.dimmed,
    )  # fmt: skip


def stone_key(piece: Piece) -> str:
    """What a stone on its way is known by: its owner and where it ends."""
    return f"{piece.player}{piece.site}"


def _slides(before: Board, after: Board, grid: Grid, turning: set[str]) -> tuple[Slide, ...]:
    """Each stone that is new comes from the nearest place where one of its colour is gone."""
    old = {(p.player, p.site) for p in before.pieces if not p.ghost}
    new = [p for p in after.pieces if not p.ghost and (p.player, p.site) not in old]
    kept = {(p.player, p.site) for p in after.pieces if not p.ghost}
    gone = [(player, site) for player, site in sorted(old) if (player, site) not in kept]
    lifted = [(p.player, p.site) for p in before.pieces if p.ghost]
    slides = []
    for piece in new:
        end = stone_point(after, grid, piece.site, piece.player)
        options = [
            (math.dist(start, end), start, site)
            for player, site in gone + lifted
            if player == piece.player and site != piece.site
            for start in (stone_point(before, grid, site, player),)
        ]
        if options and piece.site not in turning:
            _, start, site = min(options)
            slides.append(Slide(stone_key(piece), start, end))
            gone = [g for g in gone if g != (piece.player, site)]
    return tuple(slides)


def _turns(before: Board, after: Board, grid: Grid) -> tuple[Turn, ...]:
    turns = []
    for i, (old, new) in enumerate(zip(before.tiles, after.tiles, strict=False)):
        if old == new:
            continue
        site = name(i % after.columns, i // after.columns)
        quarters = (new - old + 1) % 4 - 1  # -1, 0, 1 or 2: the short way round
        stones = tuple(
            (stone_key(p), stone_point(after, grid, p.site, p.player))
            for p in after.pieces
            if p.site == site
        )
        turns.append(Turn(site, 90.0 * quarters, grid.point(site), stones))
    return tuple(turns)


def cubic_out(share: float) -> float:
    """Fast at first, slow at the end; 0 to 1 for 0 to 1."""
    return 1.0 - (1.0 - min(1.0, max(0.0, share))) ** 3


def _mix(a: float, b: float, share: float) -> float:
    return a + (b - a) * share


def _rotated(point: Point, middle: Point, degrees: float) -> Point:
    """`point` turned about `middle`, clockwise as seen on the screen."""
    angle = math.radians(degrees)
    dx, dy = point[0] - middle[0], point[1] - middle[1]
    return (
        middle[0] + dx * math.cos(angle) - dy * math.sin(angle),
        middle[1] + dx * math.sin(angle) + dy * math.cos(angle),
    )
