"""The scene in lamps, one under each site: what lights where, and the view that keeps it lit.

Lamps show less than the screen: roles, what is missing at the set-up, the one step of a repair, the
rows Linja's stone may reach, the stones that won. Several roles on one site: the first in
`_PATTERNS` shows. What warns or is to be done is not said by colour alone: captures and steps of a
repair blink, hints breathe, wrong flickers. A tile to turn blinks once for each quarter clockwise,
then pauses.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import cos, pi
from types import MappingProxyType
from typing import Literal, Protocol

from pi_board.core.errors import EnvironmentFault
from pi_board.core.layout import grid_sites, site_name
from pi_board.core.scene import Board, Kind, Lane, Role, Scene

Rgb = tuple[int, int, int]  # 0 to 255 each, proportional to light
Frame = tuple[Rgb, ...]  # in the order of the sites: a1, b1, ..., a2, ...
Rhythm = Literal["steady", "blink", "fast", "slow"]

OFF: Rgb = (0, 0, 0)
RESEND_S = 1.0  # a glitch on the wire lives no longer than this
_BEAT_S = 0.6  # lit for so long, and dark between: a camera's reading leaves shorter gaps
_PERIOD_S: Mapping[Rhythm, float] = MappingProxyType({"blink": 0.8, "fast": 0.25, "slow": 2.4})


@dataclass(frozen=True, slots=True)
class Pattern:
    """A colour and how it moves; `beats`: lit so many times, then dark for as long as three."""

    rgb: Rgb
    rhythm: Rhythm = "steady"
    beats: int = 0

    def at(self, now_s: float) -> Rgb:
        """What the lamp gives at a moment."""
        if self.beats:
            beat = int(now_s / _BEAT_S) % (2 * self.beats + 2)
            return self.rgb if beat < 2 * self.beats and beat % 2 == 0 else OFF
        if self.rhythm == "steady":
            return self.rgb
        phase = now_s % _PERIOD_S[self.rhythm] / _PERIOD_S[self.rhythm]
        if self.rhythm != "slow":
            return self.rgb if phase < 0.5 else OFF
        share = round((1 - cos(2 * pi * phase)) * 8) / 16  # in steps: fewer frames to send
        red, green, blue = self.rgb
        return round(red * share), round(green * share), round(blue * share)


# in order of importance: the first one on a site shows
_PATTERNS: Mapping[str, Pattern] = MappingProxyType(
    {
        "wrong": Pattern((255, 0, 0), "fast"),
        "arrow_start": Pattern((255, 90, 0), "blink"),
        "arrow_end": Pattern((0, 255, 0), "blink"),
        **{f"turn_{quarters}": Pattern((255, 90, 0), beats=quarters) for quarters in (1, 2, 3)},
        "hint": Pattern((150, 0, 170), "slow"),
        "from": Pattern((255, 130, 0)),
        "capture": Pattern((255, 40, 0), "blink"),
        "to": Pattern((0, 200, 40)),
        "missing": Pattern((70, 70, 70)),
        "won": Pattern((255, 160, 30)),
        "counted": Pattern((50, 32, 6)),
        "points": Pattern((0, 200, 160)),
        "reachable": Pattern((0, 50, 10)),
        "protected": Pattern((0, 70, 90)),
        "last_move": Pattern((0, 20, 90)),
    }
)
_AMISS = (Kind.SETTING_UP, Kind.DISTURBED, Kind.ILLEGAL)


def patterns(scene: Scene) -> dict[str, Pattern]:
    """What lights on which site; sites not named are dark."""
    names: dict[str, str] = {}
    ranks = {name: rank for rank, name in enumerate(_PATTERNS)}
    for site, name in _named(scene):
        if site not in names or ranks[name] < ranks[names[site]]:
            names[site] = name
    return {site: _PATTERNS[name] for site, name in names.items()}


def _named(scene: Scene) -> Iterator[tuple[str, str]]:
    board = scene.board
    amiss = scene.kind in _AMISS
    missing = {piece.site for piece in board.pieces if piece.ghost} if amiss else set()
    turned = {spin.site for spin in board.spins}
    yield from ((spin.site, f"turn_{spin.quarters}") for spin in board.spins)
    for mark in board.marks:
        if not (mark.role is Role.FROM and (amiss or mark.site in turned)):
            yield mark.site, mark.role.value
    if board.arrow is not None:
        if board.arrow.start is not None:
            yield board.arrow.start, "arrow_start"
        if board.arrow.end is not None:
            yield board.arrow.end, "arrow_end"
    yield from ((site, "missing") for site in missing)
    if scene.kind is Kind.OVER:
        yield from ((site, "won") for site in _winning(board))
    for lane in board.lanes:
        yield from _lane(board, lane)


def _winning(board: Board) -> Iterator[str]:
    """What won; where that is no group and no path (points, the clock, a resignation), the stones
    that still count: the winner's, after a draw both players'.
    """
    yield from (site for group in board.groups for site in group.sites)
    yield from (step.site for path in board.paths for step in path.stretches)
    if not (board.groups or board.paths):
        yield from (piece.site for piece in board.pieces if not (piece.faded or piece.ghost))


def _lane(board: Board, lane: Lane) -> Iterator[tuple[str, str]]:
    sites = [site_name(column, lane.row - 1) for column in range(board.columns)]
    if lane.mark is not None:
        yield from ((site, lane.mark.value) for site in sites)
    if lane.reachable:
        yield from ((site, "points") for site in sites[: lane.value])
        yield from ((site, "reachable") for site in sites)
    if lane.last:
        yield from ((site, "last_move") for site in (sites[0], sites[-1]))


def frame_at(scene: Scene, now_s: float) -> Frame:
    """The lamps of all sites of the scene's board at a moment."""
    lit = patterns(scene)
    sites = grid_sites(scene.board.columns, scene.board.rows)
    return tuple(lit[site].at(now_s) if site in lit else OFF for site in sites)


def urgent_frame_at(scene: Scene, now_s: float) -> Frame:
    """`frame_at` with nothing but the most urgent pattern, for lamps that cannot show two at once.

    It stays dark where that pattern is: what would shine in a pause of it cannot be told from it.
    """
    lit, order = patterns(scene), tuple(_PATTERNS.values())
    left = {piece.site for piece in scene.board.pieces if piece.ghost}

    def rank(site: str) -> int:
        """Where a stone has left its place already, it is where it goes that is to be told."""
        gone = scene.kind is Kind.CHOOSING or site in left
        of = lit[site]
        return order.index(_PATTERNS["missing"] if gone and of == _PATTERNS["from"] else of)

    ranks = {site: rank(site) for site in lit}
    first = min(ranks.values(), default=0)
    sites = grid_sites(scene.board.columns, scene.board.rows)
    return tuple(lit[s].at(now_s) if ranks.get(s) == first else OFF for s in sites)


class Lamps(Protocol):
    """A driver: it puts a frame onto lamps and knows no scenes."""

    def light(self, frame: Frame, columns: int) -> None:
        """Show `frame` (rows of `columns` sites). Raises EnvironmentFault if nothing is there."""

    def dim(self, level: int) -> None:
        """The brightness of frames from now on, 1 to 10; lamps that cannot be dimmed stay as they
        are.
        """

    def close(self) -> None:
        """All dark, then let go of the pins. Raises EnvironmentFault if they do not answer."""


class NoLamps:
    """A board without lamps."""

    def light(self, frame: Frame, columns: int) -> None:
        """See `Lamps.light`."""

    def dim(self, level: int) -> None:
        """See `Lamps.dim`."""

    def close(self) -> None:
        """See `Lamps.close`."""


class LedView:
    """Shows scenes on lamps. `freeze` may be called from another thread.

    Lamps that fail stop nobody: `problem` says why the newest frame did not reach them, "" if it
    did, and they are tried again with the next one.
    """

    def __init__(self, lamps: Lamps, frame: Callable[[Scene, float], Frame] = frame_at) -> None:
        """`frame`: what of a scene lights at a moment, `urgent_frame_at` on lamps that are few."""
        self._lamps, self._frame = lamps, frame
        self._lock = threading.Lock()
        self._scene: Scene | None = None
        self._sent: Frame = ()
        self._sent_s: float | None = None
        self._frozen = self._rests = False
        self.problem = ""

    def show(self, scene: Scene, now_s: float) -> None:
        """The scene from now on."""
        self._scene = scene
        self.draw(now_s)

    def draw(self, now_s: float) -> None:
        """Send a frame if it differs from the last, or if that was sent a second ago."""
        with self._lock:
            if self._scene is not None and not self._frozen:
                frame = self._frame(self._scene, now_s)
                self._send((OFF,) * len(frame) if self._rests else frame, now_s)

    def dim(self, level: int) -> None:
        """The brightness from the next `draw` on, 1 to 10."""
        with self._lock:
            self._lamps.dim(level)
            self._sent_s = None  # the same frame is another one now

    def rest(self, is_dark: bool) -> None:
        """Dark from the next `draw` on, whatever the scene is, or no longer."""
        self._rests = is_dark

    def freeze(self, frozen: bool) -> None:
        """Dark and still while a camera reads colours; `draw` lights again after ``False``."""
        with self._lock:
            if frozen and self._scene is not None and not self._frozen:
                self._send((OFF,) * len(self._sent), None)
            self._frozen = frozen

    def close(self) -> None:
        """All dark."""
        with self._lock:
            self._frozen = True
            with suppress(EnvironmentFault):
                self._lamps.close()

    def _send(self, frame: Frame, now_s: float | None) -> None:
        due = self._sent_s is None or now_s is None or now_s - self._sent_s >= RESEND_S
        if (frame != self._sent or due) and self._scene is not None:
            self._sent, self._sent_s = frame, now_s
            try:
                self._lamps.light(frame, self._scene.board.columns)
            except EnvironmentFault as fault:
                self.problem = str(fault)
            else:
                self.problem = ""
