"""What is asked of a search and what it answers, whoever searches.

    answer = searcher.search(question_of(game, (position,)), Limits(seconds=1.0))
    answer.lines[0].moves[0]

Positions, moves and rules are texts as the games write them. `native` searches in C, `reference`
in Python; both keep this contract, and the same tests run on both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, Protocol

from pi_board.core.game import AnyGame

Proved = Literal["win", "loss", "draw"]


@dataclass(frozen=True, slots=True)
class Question:
    """A position to search. `positions` are those that stood in the game, oldest first; the last
    one is searched, the others count for repetition. `rules` are ``name=value`` words.
    """

    game: str
    rules: str
    positions: tuple[str, ...]


def question_of(game: AnyGame, positions: Iterable[Any]) -> Question:
    """What to search where these `positions` have stood, oldest first, the one to search last."""
    texts = tuple(_text(game.position_text, position) for position in positions)
    return Question(game.name, rules_of(game), texts)


def rules_of(game: AnyGame) -> str:
    """The rules in force as ``name=value`` words."""
    return " ".join(f"{name}={value}" for name, value in game.options)


@lru_cache(maxsize=2000)  # every move asks for the whole game again
def _text(write: Callable[[Any], str], position: Any) -> str:
    return write(position)


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop: whichever is reached first; 0 means no such limit.

    `depth` counts turns. `lines` is how many of the best turns are wanted. With a fixed number of
    nodes or depth the answer depends only on the question and `seed`.
    """

    seconds: float = 0.0
    nodes: int = 0
    depth: int = 0
    lines: int = 1
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Variation:
    """One line of play from the side to move's view, best move first.

    `value`: about 1000 more changes the odds of winning by a factor of e (see `probability`);
    `proved` says that it is certain, `plies` how many small moves a proved result takes at the
    most; in Linja, where points come before length, as many as the line to the best `lead`, the
    proved difference of points at the end.
    """

    value: int
    moves: tuple[str, ...]
    proved: Proved | None = None
    plies: int | None = None
    lead: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The best lines, best first; none when the game is over."""

    depth: int
    nodes: int
    seconds: float
    lines: tuple[Variation, ...]


Report = Callable[[Answer], bool]  # called after every finished depth; True stops the search


class Searcher(Protocol):
    """Somebody who can search. One search at a time; `stop` may come from another thread."""

    def search(self, question: Question, limits: Limits, report: Report | None = None) -> Answer:
        """Search until a limit is reached. Raises InvalidPosition for unreadable texts,
        EnvironmentFault without memory.
        """

    def perft(self, game: str, rules: str, position: str, depth: int) -> int:
        """Leaves below `position` after `depth` small moves."""

    def stop(self) -> None:
        """End the search under way as soon as possible; it then answers what it has."""

    def close(self) -> None:
        """Give back what is held; no search may follow."""
