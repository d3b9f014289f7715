"""A screen that was left on goes dark, and the lamps with it, until somebody is there again.

What is played goes on as it is. Time that runs, a replay that runs and a question that waits keep
the screen lit; whatever else is on it, also a board that is wrong, is there again at a touch, a
key, a button or a hand over the board. These are for waking alone: nobody sees what they would do.
Without a screen nobody looks at one, and buttons do what they say, as ever.
"""

from __future__ import annotations

from typing import Protocol

from pi_board.core.observation import Input, Observation
from pi_board.core.scene import Kind, Scene
from pi_board.views.leds import LedView

# a screen that goes dark is seen by the camera as a change of the light on the board
BLIND_S = 3.0
# what these show is what is seen just now: in a room that was lit by the screen alone it is grain
_AS_SEEN = (Kind.SETTING_UP, Kind.UNSEEN, Kind.DISTURBED)
_ANSWERS = ("accept", "reject")  # to a question about the board that is shown


class Sleeper(Protocol):
    """A screen that can be dark; `pi_board.views.screen.ScreenView` is one."""

    felt_s: float

    @property
    def is_seen(self) -> bool:
        """Whether there is a screen at all."""

    def rest(self, is_dark: bool, now_s: float) -> None: ...


class Rest:
    """When screen and lamps are dark. Everybody tells it what happens, whenever it does."""

    def __init__(self, screen: Sleeper, leds: LedView | None) -> None:
        self._screen, self._leds = screen, leds
        self._since_s: float | None = None  # nothing has happened
        self._dark_s: float | None = None  # since when it is dark
        self._played: object = None
        self._covered = self._is_asked = False

    @property
    def is_dark(self) -> bool:
        """Whether nothing is to be seen."""
        return self._dark_s is not None

    @property
    def hides(self) -> bool:
        """Whether it is hidden what buttons do."""
        return self.is_dark and self._screen.is_seen

    def show(self, scene: Scene, now_s: float) -> None:
        """A scene is on the screen, or would be. What it says of a hand, or of a board that is not
        found, may come and go while nobody is there, in the dark also what differs on the board.
        """
        board, strip = scene.board, scene.strip
        played = board.pieces, board.tiles, scene.cards, strip.moves, strip.progress
        self._is_asked = bool(scene.choices) or any(b.command in _ANSWERS for b in scene.buttons)
        # over the camera's picture the steps of who sets a board up for good are shown
        is_grain = self.is_dark and scene.kind in _AS_SEEN and scene.camera is None
        if played != self._played and not is_grain:
            self._played = played
            self.stir(now_s)

    def look(self, given: Input, now_s: float) -> None:
        """The reader has said something. What lies on the board and stays there is no hand, and a
        board of which nothing is seen may only lie in the dark.
        """
        if not isinstance(given, Observation):
            return
        covered = len(given.obstructed)
        comes = 0 < covered < len(given.layout.sites) and not self._covered
        self._covered = covered > 0
        is_blind = self._dark_s is not None and now_s - self._dark_s < BLIND_S
        if (comes or given.stirred or given.touched) and not is_blind:
            self.stir(now_s)

    def stir(self, now_s: float) -> None:
        """Somebody is there, or something else has begun to be shown."""
        is_new, self._since_s = self._since_s is None, now_s
        if self.is_dark or is_new:
            self._dark_s = None
            self._follow(now_s)

    def tick(self, now_s: float, after_min: float) -> None:
        """Time has passed; it gets dark after so many minutes, 0: never."""
        if self._screen.felt_s == now_s or self._is_asked or self._since_s is None or not after_min:
            self.stir(now_s)
        elif not self.is_dark and now_s - self._since_s >= after_min * 60:
            self._dark_s = now_s
            self._follow(now_s)

    def _follow(self, now_s: float) -> None:
        self._screen.rest(self.is_dark, now_s)
        if self._leds is not None:
            self._leds.rest(self.is_dark)
