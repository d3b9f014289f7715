"""Opponents from level 1 to 10: how far they look and how often they err.

A level is a number of nodes to search and a spread of its error: the values of the best turns are
blurred by that much (in thousandths; Gumbel noise, so a turn is chosen with a probability that
falls by e for each `error` it is worse, as in a softmax), then the best is played. A level without
error searches one line only and so looks further with the same nodes. `depth` ends a search early:
the low levels of Linja and Connex'oh look at one to three turns, however few nodes those take.

`lapses` make the lowest levels of Lines of Action and Linja beatable: a search gives its best turns
only, so no error is large enough to make a level play like a beginner. Somebody who draws half of
their turns by lot and takes the other half for how the board looks after them won 2 and 3 of 30
games against level 1 without lapses, and wins 14 and 14 with them. In Connex'oh one turn drawn by
lot loses too much for that: with a share of 0.2 they win none of 30, and one of 0.3 loses all of 24
games to one of 0.1.

The ladder: points of a level against the one below in hundredths, and games in brackets (fixed
nodes, random two-ply openings, colours swapped; `python -m tests.bench.ladder`).

    level      2        3        4        5        6        7        8        9        10
    loa        88 (200) 84 (200) 65 (200) 70 (200) 79 (200) 86 (200) 84 (200) 78 (200) 84 (200)
    linja      77 (200) 74 (200) 67 (200) 70 (200) 91 (200) 83 (200) 77 (200) 82 (200) 72 (200)
    connexoh   78 (200) 72 (200) 78 (200) 86 (200) 80 (93)  88 (200) 80 (200) 77 (200) 78 (200)
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from pi_board.core.game import AnyGame
from pi_board.hints.search import Answer, Limits, Variation
from pi_board.hints.turns import any_turn, first_turn

LEVELS = range(1, 11)
_ENOUGH = 50_000  # nodes to judge every turn, also on the largest board: with fewer one is left
_CHOICES = 8  # best turns among which a level errs: as many as a search can give


@dataclass(frozen=True, slots=True)
class Level:
    """`nodes` and turns (`depth`, 0: any) to look at, in `seconds` at most; `error` blurs values,
    in thousandths; `lapses` is the share of turns, 0 to 1, that are drawn by lot.
    """

    nodes: int
    error: int
    depth: int = 0
    lapses: float = 0.0
    seconds: float = 5.0

    def limits(self, seed: int) -> Limits:
        """What to search for a move of this level."""
        return Limits(
            seconds=self.seconds,
            nodes=self.nodes,
            depth=self.depth,
            lines=_CHOICES if self.error else 1,
            seed=seed,
        )

    def choose(self, answer: Answer, seed: int) -> Variation:
        """The line this level plays; `answer` is that of a search within `limits`. What it sees to
        be won or lost it makes no error about: it wins as soon as it can, and loses late.
        """
        if not self.error:
            return answer.lines[0]
        rng = random.Random(seed)

        def blurred(line: Variation) -> float:
            error = self.error * _gumbel(rng)
            return line.value if line.proved in ("win", "loss") else line.value + error

        return max(answer.lines, key=blurred)

    def turn(self, game: AnyGame, position: Any, chosen: Variation, seed: int) -> tuple[str, ...]:
        """The small moves it plays at `position`, where it has chosen that line: its first turn,
        or in a lapse any legal one. What it sees to be won it does not miss.
        """
        rng = random.Random(f"{seed} lapse")  # another stream than the one of the errors
        if chosen.proved != "win" and rng.random() < self.lapses:
            return any_turn(game, position, rng)
        return first_turn(game, position, chosen.moves)


def _gumbel(rng: random.Random) -> float:
    return -math.log(-math.log(max(rng.random(), 1e-12)))


def _ladder(*rungs: tuple[int, ...]) -> tuple[Level, ...]:
    return tuple(Level(*rung) for rung in rungs)


_LADDERS: Mapping[str, tuple[Level, ...]] = MappingProxyType(
    {
        "loa": (
            Level(500, 3000, lapses=0.35),
            Level(500, 1000, lapses=0.1),
            *_ladder(
                (500, 450),
                (600, 260),
                (1_000, 160),
                (1_500, 100),
                (700, 0),
                (3_000, 0),
                (10_000, 0),
                (40_000, 0),
            ),
        ),
        "linja": (
            Level(_ENOUGH, 20_000, 1, lapses=0.4),
            Level(_ENOUGH, 1100, 1, lapses=0.15),
            *_ladder(
                (_ENOUGH, 500, 1),
                (_ENOUGH, 200, 1),
                (_ENOUGH, 60, 1),
                (4_000, 150, 2),
                (1_000, 0),
                (4_000, 0),
                (20_000, 0),
                (120_000, 0),
            ),
        ),
        "connexoh": _ladder(
            (_ENOUGH, 1500, 1),
            (_ENOUGH, 300, 1),
            (_ENOUGH, 10, 1),
            (7_000, 70, 2),
            (7_000, 30, 2),
            (1_300, 0, 2),
            (4_000, 0, 3),
            (12_000, 0),
            (40_000, 0),
            (120_000, 0),
        ),
    }
)


def level_of(game: str, number: int) -> Level:
    """Level `number` (1 to 10, not checked) of a game."""
    return _LADDERS[game][number - 1]


_HOPELESS, _LAST_HOPELESS = 0.02, 3  # probability of winning, in so many turns running
_EVEN, _LAST_EVEN = 0.04, 8  # distance from one half
_EARLIEST_DRAW = 30  # own turns before a draw is offered
_GLAD = 0.35  # probability of winning below which a draw is a gift


def wish(probabilities: tuple[float, ...]) -> Literal["resign", "offer_draw"] | None:
    """What a player wants whose probability of winning was this after each of its turns so far.

    It resigns a game that has been lost for three turns, and offers a draw in a long game in which
    nothing has happened for eight.
    """
    last = probabilities[-_LAST_HOPELESS:]
    if len(last) == _LAST_HOPELESS and max(last) <= _HOPELESS:
        return "resign"
    last = probabilities[-_LAST_EVEN:]
    if len(probabilities) >= _EARLIEST_DRAW and all(abs(one - 0.5) <= _EVEN for one in last):
        return "offer_draw"
    return None


def accepts_draw(probabilities: tuple[float, ...]) -> bool:
    """Whether the same player agrees to a draw that is offered: it stands worse, or would offer one
    itself.
    """
    if not probabilities:
        return False
    return probabilities[-1] <= _GLAD or wish(probabilities) == "offer_draw"
