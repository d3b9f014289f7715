"""Chess clocks. Time is given, never read.

A clock is a control (how time is granted) and what both players have left. `started_s` is when the
running side's turn began on the reader's clock; None while it stands still.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from pi_board.core.errors import InvalidText
from pi_board.core.game import Player, opponent

Kind = Literal["sudden", "fischer", "delay", "move"]

_LEAST_S, _MOST_S = 0.1, 1e6  # more than eleven days


@dataclass(frozen=True, slots=True)
class Control:
    """How time is granted.

    `sudden`: `main_s` for the game · `fischer`: and `extra_s` more after each turn · `delay`: the
    first `extra_s` of each turn are free · `move`: `main_s` for every turn anew.
    """

    kind: Kind
    main_s: float
    extra_s: float = 0.0


def parse_control(text: str) -> Control:
    """``10`` minutes, ``10+5`` (Fischer, seconds), ``10d5`` (delay), ``30s`` a move.

    Raises InvalidText.
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(?:([+d])(\d+(?:\.\d+)?)|(s))?", text.strip().lower())
    kinds: dict[str | None, Kind] = {None: "sudden", "+": "fischer", "d": "delay"}
    if found is not None:
        main_s, extra_s = float(found[1]) * (1 if found[4] else 60), float(found[3] or 0)
        if _LEAST_S <= main_s < _MOST_S and extra_s < _MOST_S:
            return Control("move" if found[4] else kinds[found[2]], main_s, extra_s)
    raise InvalidText(
        f"clock {text[:20]!r}, expected like 10, 10+5, 10d5 or 30s, less than {_MOST_S:.0f} seconds"
    )


def control_text(control: Control) -> str:
    """What `parse_control` reads."""
    extra = number_text(control.extra_s)
    if control.kind == "move":
        return f"{number_text(control.main_s)}s"
    joint = {"sudden": "", "fischer": f"+{extra}", "delay": f"d{extra}"}[control.kind]
    return f"{number_text(control.main_s / 60)}{joint}"


def number_text(value: float) -> str:
    """As decimals: an exponent is not read, neither by `parse_control` nor in SGF."""
    return f"{value:.12f}".rstrip("0").rstrip(".")


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds left to both players, whose time runs and since when; `used_s`: of the delay of this
    turn, before the clock was stopped in it.
    """

    control: Control
    b_s: float
    w_s: float
    running: Player | None = None
    started_s: float | None = None
    used_s: float = 0.0

    def left_s(self, player: Player, t: float) -> float:
        """What `player` has left at time `t`; not below 0."""
        left = self.b_s if player == "b" else self.w_s
        if player == self.running and self.started_s is not None:
            left -= self._spent_s(t)
        return max(0.0, left)

    def _spent_s(self, t: float) -> float:
        spent = 0.0 if self.started_s is None else max(0.0, t - self.started_s)
        if self.control.kind == "delay":
            return max(0.0, spent - max(0.0, self.control.extra_s - self.used_s))
        return spent

    def fallen(self, t: float) -> Player | None:
        """Whose flag has fallen."""
        player = self.running
        return player if player is not None and self.left_s(player, t) <= 0 else None

    def start(self, player: Player, t: float) -> Clock:
        """`player`'s time runs from `t` on; a delay begins only with a turn."""
        stopped = self.stop(t)
        used_s = stopped.used_s if player == self.running else 0.0
        return replace(stopped, running=player, started_s=t, used_s=used_s)

    def stop(self, t: float) -> Clock:
        """Nobody's time runs after `t`; whose turn it is stays."""
        player = self.running
        if player is None or self.started_s is None:
            return self
        used_s = self.used_s + max(0.0, t - self.started_s)
        left = self.with_left(player, self.left_s(player, t))
        return replace(left, started_s=None, used_s=used_s)

    def press(self, t: float) -> Clock:
        """The running side has ended its turn at `t`: the other side's time runs."""
        player = self.running
        if player is None:
            return self
        stopped = self.stop(t)
        left = stopped.left_s(player, t)
        if self.control.kind == "fischer":
            left += self.control.extra_s
        if self.control.kind == "move":
            left = self.control.main_s
        return stopped.with_left(player, left).start(opponent(player), t)

    def grant(self, player: Player, seconds: float) -> Clock:
        """`player` is given more time."""
        return self.with_left(player, (self.b_s if player == "b" else self.w_s) + seconds)

    def with_left(self, player: Player, left_s: float) -> Clock:
        """The clock with another time left."""
        return replace(self, b_s=left_s) if player == "b" else replace(self, w_s=left_s)


def new_clock(control: Control) -> Clock:
    """A clock before the game."""
    return Clock(control, control.main_s, control.main_s)
