"""What a reader says about the board at one moment.

A reader never says that a stone moved. For every site it says how likely each label is, as natural
log-likelihoods up to a constant per site (higher = likelier; a site that cannot be seen has equal
values). Sensors that cannot see colour spread over the colours; two independent sensors add.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, isfinite, log

from pi_board.core.cause import Cause
from pi_board.core.events import BoardFound, BoardMoved, ReaderChanged
from pi_board.core.layout import Layout

Row = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Observation:
    """One look at the board.

    `looks` has one row per site of `layout` (in its order) and one log-likelihood per label.
    `obstructed` names sites something covers (a hand); `looks` is not to be used there.
    `touched` lists, in order, one entry for each lift or place since the last observation, where
    the reader can feel that (reeds); a camera leaves it empty. `t` is in seconds on the reader's
    own clock, `frame` counts from 0 and is None without frames. `stirred`: the picture has changed
    since the last observation, or just before it, as hands change it, whether or not they are seen
    over the board.
    """

    t: float
    layout: Layout
    looks: tuple[Row, ...]
    obstructed: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()
    frame: int | None = None
    stirred: bool = False


_STATED = 0.99  # how far a label that is simply stated is believed


def stated(possible: Sequence[bool]) -> Row:
    """A site's row of `looks` that believes the `possible` labels, equally; if that is all or none
    of them, nothing is known.
    """
    good, bad = sum(possible), len(possible) - sum(possible)
    if not good or not bad:
        return (0.0,) * len(possible)
    return tuple(log(_STATED / good) if one else log((1 - _STATED) / bad) for one in possible)


def likeliest(row: Sequence[float]) -> int:
    """Index of the likeliest label in a site's row of `looks`; of equals the first."""
    return max(range(len(row)), key=row.__getitem__)


def probabilities(row: Sequence[float]) -> list[float]:
    """Of the labels in a site's row of `looks`; where nothing is finite all are 0."""
    top = max((value for value in row if isfinite(value)), default=0.0)
    shares = [exp(value - top) if isfinite(value) else 0.0 for value in row]
    total = sum(shares) or 1.0
    return [share / total for share in shares]


@dataclass(frozen=True, slots=True)
class Command:
    """Something a person asked for: a key, a touch, a button (the words of the command line)."""

    t: float
    name: str
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed and nothing else happened."""

    t: float


ReaderNote = BoardFound | BoardMoved | ReaderChanged  # what the reader itself has to say
Input = Observation | Command | Tick | ReaderNote


def reader_changed(
    t: float, old: str, new: str, reason: Cause, frame: int | None = None
) -> ReaderChanged:
    """The note that a reader uses another device now, or (``none``) can use it no longer."""
    return ReaderChanged(t, frame, old, new, reason)
