"""The search in Python: what the kernel does, to be read, and to be used where it is missing.

Iterative deepening over whole turns at the root, below it alpha-beta on small moves with a
transposition table. A player who moves again (Linja) does not use up depth. It knows games only
through the port `pi_board.core.game.Game`; what a position is worth, `evaluate` says.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pi_board.core.errors import InvalidPosition
from pi_board.core.game import AnyGame
from pi_board.core.perft import perft
from pi_board.hints.evaluate import EVALUATIONS
from pi_board.hints.search import Answer, Limits, Question, Report, Variation
from pi_board.hints.values import NO_POINTS, PROVED, WIN, by_points, line_of

MakeGame = Callable[[str, str], AnyGame]  # name and rules ("name=value" words) to a game

_INFINITY = WIN + 1
_TABLE_ENTRIES = 200_000
_MAX_DEPTH = 60
_LOOKS = 16  # evaluations between two looks at the clock


class _Stopped(Exception):
    """A limit was reached; unwinds the recursion and never leaves this module."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is known of a position searched to `depth`: a value between `low` and `high`."""

    depth: int
    low: int
    high: int
    best: Any


@dataclass(slots=True)
class _Turn:
    """One turn at the root: its small moves, the position after it, and the line found last."""

    moves: tuple[Any, ...]
    after: Any
    value: int = 0
    line: tuple[Any, ...] = ()


@dataclass(slots=True)
class _Search:
    """One search under way."""

    game: AnyGame
    limits: Limits
    deadline: float | None
    clock: Callable[[], float]
    is_stopped: Callable[[], bool]
    history: tuple[Any, ...]
    nodes: int = 0
    guessed: bool = False  # whether the evaluation, or a repetition, has decided anything
    path: list[Any] = field(default_factory=list)
    table: dict[Any, _Entry] = field(default_factory=dict)
    worths: dict[Any, int] = field(default_factory=dict)
    looks: int = 0

    def best(self, position: Any, depth: int, alpha: int, beta: int) -> tuple[int, tuple[Any, ...]]:
        """Value for the side to move (fail-soft) and the line that leads to it."""
        self.nodes += 1
        if self.limits.nodes and self.nodes >= self.limits.nodes:
            raise _Stopped
        ended = _final(self.game, position, len(self.path))
        if ended is not None:
            return ended, ()
        if self._repeated(position):
            self.guessed = True
            return 0, ()
        if depth <= 0:
            self.guessed = True
            return self._worth(position), ()
        entry = self.table.get(position)
        if entry and entry.depth >= depth and (entry.low >= beta or entry.high <= alpha):
            self.guessed = True
            return (entry.low if entry.low >= beta else entry.high), (entry.best,)
        return self._try_all(position, depth, alpha, beta, entry.best if entry else None)

    def _try_all(
        self, position: Any, depth: int, alpha: int, beta: int, first: Any
    ) -> tuple[int, tuple[Any, ...]]:
        best, low = -_INFINITY, alpha
        line: tuple[Any, ...] = ()
        self.path.append(position)
        for move, after in self._children(position, first):
            value, rest = self._child(position, after, depth, low, beta)
            if value > best:
                best, line = value, (move, *rest)
            low = max(low, best)
            if low >= beta:
                break
        self.path.pop()
        if len(self.table) < _TABLE_ENTRIES and abs(best) < PROVED:
            self.table[position] = _Entry(
                depth,
                best if best > alpha else -_INFINITY,
                best if best < beta else _INFINITY,
                line[0],
            )
        return best, line

    def _child(
        self, position: Any, after: Any, depth: int, alpha: int, beta: int
    ) -> tuple[int, tuple[Any, ...]]:
        if after.to_move == position.to_move:
            return self.best(after, depth, alpha, beta)
        value, line = self.best(after, depth - 1, -beta, -alpha)
        return -value, line

    def _children(self, position: Any, first: Any) -> Iterator[tuple[Any, Any]]:
        """Legal moves and what follows, the promising ones first."""
        scored = []
        for number, move in enumerate(self.game.legal_moves(position)):
            after = self.game.play(position, move)
            sign = -1 if after.to_move == position.to_move else 1
            scored.append((move != first, sign * self._worth(after), number, move, after))
        for *_, move, after in sorted(scored, key=lambda child: child[:3]):
            yield move, after

    def _repeated(self, position: Any) -> bool:
        """Inside the tree the first return counts; what stood in the game counts as the rules say.

        Without a rule on repetition a return is no draw, but searching on from it leads nowhere.
        """
        if position in self.path:
            return True
        wanted = int(dict(self.game.options).get("repetition", "0"))
        return 0 < wanted <= 1 + self.history.count(position)

    def _worth(self, position: Any) -> int:
        """The evaluation, which takes most of the time; so here the clock is looked at."""
        self.looks += 1
        if self.looks % _LOOKS == 0 and (
            self.is_stopped() or (self.deadline is not None and self.clock() >= self.deadline)
        ):
            raise _Stopped
        worth = self.worths.get(position)
        if worth is None:
            worth = EVALUATIONS[self.game.name](position)
            if len(self.worths) < _TABLE_ENTRIES:
                self.worths[position] = worth
        return worth


class ReferenceSearcher:
    """A searcher in pure Python; see `pi_board.hints.search.Searcher`."""

    def __init__(self, make_game: MakeGame, clock: Callable[[], float] = time.monotonic) -> None:
        """Take games from `make_game`; `clock` counts seconds."""
        self._make_game = make_game
        self._clock = clock
        self._stop = False

    def close(self) -> None:
        """Nothing is held."""

    def stop(self) -> None:
        """End the search that another thread has under way."""
        self._stop = True

    def search(self, question: Question, limits: Limits, report: Report | None = None) -> Answer:
        """Search until a limit is reached. Raises InvalidPosition for unreadable texts."""
        started, self._stop = self._clock(), False
        game = self._make_game(question.game, question.rules)
        if not question.positions:
            raise InvalidPosition(f"{question.game}: no position to search")
        *history, root = (game.parse_position(text) for text in question.positions)
        deadline = started + limits.seconds if limits.seconds else None
        search = _Search(game, limits, deadline, self._clock, lambda: self._stop, tuple(history))
        turns = _turns(game, root)
        if limits.seed:
            random.Random(limits.seed).shuffle(turns)
        return _deepen(search, root, turns, report, started) if turns else Answer(0, 0, 0.0, ())

    def perft(self, game: str, rules: str, position: str, depth: int) -> int:
        """Leaves below `position`. Raises InvalidPosition."""
        rules_of = self._make_game(game, rules)
        return perft(rules_of, rules_of.parse_position(position), depth)


def _turns(game: AnyGame, root: Any) -> list[_Turn]:
    """All turns from `root`; of those that lead to the same position only one, also half way: many
    small moves can be made in any order.
    """
    found: dict[Any, _Turn] = {}
    opened: set[Any] = set()
    unfinished: list[tuple[tuple[Any, ...], Any]] = [((), root)]
    while unfinished:
        made, position = unfinished.pop()
        if position in opened:
            continue
        opened.add(position)
        moves = game.legal_moves(position) if position.to_move == root.to_move else ()
        if not moves or (made and position.to_move != root.to_move):
            if made:
                found.setdefault(position, _Turn(made, position))
            continue
        unfinished += (((*made, move), game.play(position, move)) for move in reversed(moves))
    return list(found.values())


def _deepen(
    search: _Search, root: Any, turns: list[_Turn], report: Report | None, started: float
) -> Answer:
    lines = max(1, min(search.limits.lines, len(turns)))
    answer = Answer(0, 0, 0.0, (_line(search, turns[0], complete=False),))
    try:
        for depth in range(1, (search.limits.depth or _MAX_DEPTH) + 1):
            search.guessed = False
            search.table.clear()  # bounds of a line may hang on the path; the order is kept below
            for place in range(lines):
                _best_to_front(search, root, turns, place, depth)
            # bounds kept in the table may hide from one line what a later one finds
            turns[:lines] = sorted(turns[:lines], key=lambda turn: -turn.value)
            complete = not search.guessed
            answer = Answer(
                depth,
                search.nodes,
                search.clock() - started,
                tuple(_line(search, turn, complete) for turn in turns[:lines]),
            )
            won = lines == 1 and abs(turns[0].value) >= PROVED and search.game.name != "linja"
            if (report and report(answer)) or complete or won:
                break
    except _Stopped:
        pass
    return Answer(answer.depth, search.nodes, search.clock() - started, answer.lines)


def _best_to_front(search: _Search, root: Any, turns: list[_Turn], place: int, depth: int) -> None:
    """Brings the best of `turns` from `place` on to `place`; nothing changes when stopped."""
    alpha, best = -_INFINITY, place
    for number in range(place, len(turns)):
        turn = turns[number]
        search.path[:] = [root]
        sign = 1 if turn.after.to_move == root.to_move else -1
        low, high = (alpha, _INFINITY) if sign > 0 else (-_INFINITY, -alpha)
        value, line = search.best(turn.after, depth - 1, low, high)
        if sign * value > alpha:
            alpha, best = sign * value, number
            turn.value, turn.line = sign * value, line
    turns.insert(place, turns.pop(best))


def _final(game: AnyGame, position: Any, ply: int) -> int | None:
    """The value of a finished game for the side to move; a nearer win is worth more."""
    outcome = game.outcome(position)
    if outcome is None:
        return None
    if outcome.winner is None:
        return 0
    score = game.score(position)
    size = WIN - ply
    if score is not None:
        lead = abs(score.b - score.w) if outcome.reason != "blocked_followup" else NO_POINTS
        size = by_points(lead, ply)
    return size if outcome.winner == position.to_move else -size


def _line(search: _Search, turn: _Turn, complete: bool) -> Variation:
    game = search.game
    moves = tuple(game.move_text(move) for move in (*turn.moves, *turn.line))
    plies = len(moves) if game.name == "linja" else WIN - abs(turn.value)
    return line_of(game.name, turn.value, moves, plies, complete)
