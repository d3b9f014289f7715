"""What the ranked explanations of a settled look may amount to."""

from __future__ import annotations

from dataclasses import dataclass

from pi_board.referee.hypothesis import Hypothesis


@dataclass(frozen=True, slots=True)
class Wait:
    """Not settled, or not sure enough yet."""


@dataclass(frozen=True, slots=True)
class Stays:
    """The board shows the position that should stand on it."""


@dataclass(frozen=True, slots=True)
class Held:
    """A stone of this group is in somebody's hand; that explains all."""

    group: int


@dataclass(frozen=True, slots=True)
class Happened:
    """An explanation to believe. `margin`: its lead over the next one that differs from it."""

    what: Hypothesis
    margin: float | None


@dataclass(frozen=True, slots=True)
class Unclear:
    """These cannot be told apart. One that costs everything is not finished on the board yet."""

    candidates: tuple[Hypothesis, ...]


@dataclass(frozen=True, slots=True)
class Unexplained:
    """No legal continuation looks like this."""


Verdict = Wait | Stays | Held | Happened | Unclear | Unexplained
