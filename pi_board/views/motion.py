"""What moves between two boards, and where it is at a moment. No pygame here.

Stones slide, tiles turn, an arrow draws itself. A board that differs in more than a few places, or
in kind, is simply shown: nothing would be learned from many things moving at once.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from pi_board.core.layout import site_name
from pi_board.core.scene import Board, Piece, Role
from pi_board.views.geometry import Grid, stone_point
from pi_board.views.layout import Point

MOST_MOVING = 3
PULSES, SWELL = 2, 0.3


@dataclass(frozen=True, slots=True)
class Tween:
    """Where things are on their way between two boards: stones (key of `stone_key`, pixel), tiles
    (site, degrees clockwise still to turn), how much of the arrow is drawn (0 to 1), how large a
    cross is.
    """

    stones: tuple[tuple[str, Point], ...] = ()
    tiles: tuple[tuple[str, float], ...] = ()
    arrow: float = 1.0
    cross: float = 1.0


STILL = Tween()


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
    """Everything that moves; `seconds` are the motion tokens. A new cross pulses twice."""

    seconds: Mapping[str, float]
    slides: tuple[Slide, ...] = ()
    turns: tuple[Turn, ...] = ()
    arrow: bool = False
    cross: bool = False

    @property
    def duration_s(self) -> float:
        """How long it takes until everything is still."""
        return max(
            self.seconds["stone_slide"] * bool(self.slides),
            self.seconds["tile_turn"] * bool(self.turns),
            self.seconds["arrow_draw"] * self.arrow,
            PULSES * self.seconds["attention_pulse"] * self.cross,
        )

    def at(self, elapsed_s: float) -> Tween:
        """Where things are so long after the start."""
        if elapsed_s >= self.duration_s:
            return STILL
        share = cubic_out(elapsed_s / self.seconds["stone_slide"])
        stones = [
            (s.key, (_mix(s.start[0], s.end[0], share), _mix(s.start[1], s.end[1], share)))
            for s in self.slides
        ]
        tiles = []
        rest = 1 - cubic_out(elapsed_s / self.seconds["tile_turn"])
        for turn in self.turns:
            tiles.append((turn.site, turn.degrees * rest))
            stones += [
                (key, _rotated(at, turn.middle, -turn.degrees * rest)) for key, at in turn.stones
            ]
        arrow = cubic_out(elapsed_s / self.seconds["arrow_draw"]) if self.arrow else 1.0
        return Tween(tuple(stones), tuple(tiles), arrow, self._cross(elapsed_s))

    def _cross(self, elapsed_s: float) -> float:
        if not self.cross:
            return 1.0
        return 1 + SWELL * math.sin(math.pi * elapsed_s / self.seconds["attention_pulse"]) ** 2


def transition(
    before: Board | None, after: Board, grid: Grid, seconds: Mapping[str, float]
) -> Transition:
    """What moves from `before` to `after`, drawn on `grid`; `seconds` are the motion tokens."""
    if before is None or not _alike(before, after):
        return Transition(seconds)
    turns = _turns(before, after, grid)
    slides = _slides(before, after, grid, {turn.site for turn in turns})
    if max(len(turns), len(slides)) > MOST_MOVING:
        turns, slides = (), ()
    return Transition(
        seconds, slides, turns,
        arrow=after.arrow is not None and after.arrow != before.arrow,
        cross=bool(_crosses(after) - _crosses(before)),
    )  # fmt: skip


def _crosses(board: Board) -> set[str]:
    return {mark.site for mark in board.marks if mark.role is Role.WRONG}


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
        site = site_name(i % after.columns, i // after.columns)
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
