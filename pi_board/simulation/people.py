"""People at the table: what they do to the board, and what really happened.

An act is a generator. It yields `Beat`s (how the board looks for how long, what was touched on
the way there) and is sent back what the referee said during each; it returns whether the referee
understood. `Truth` is what a perfect witness would have recorded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from pi_board.core.events import Event
from pi_board.core.game import AnyGame
from pi_board.core.layout import Appearance, Layout, Look, groups_apart
from pi_board.core.stones import total, with_one_fewer
from pi_board.simulation.board import Board, board_of, brought_to
from pi_board.simulation.players import Choose, RandomPlayers

STOP = "stop"  # the move, and the command that says it
Said = list[Event]


@dataclass(frozen=True, slots=True)
class Beat:
    """The smallest part of an act: the board looks like this for `hold_s` seconds; `touched` are
    groups, in order; `command`: what is asked for first, if anything.
    """

    board: Board
    hold_s: float
    covered: bool = False
    touched: tuple[int, ...] = ()
    command: str = ""


Act = Generator[Beat, Said, bool]
Scene = Generator[Beat, Said, Said]


@dataclass(slots=True)
class Truth:
    """The moves really made, and the lines that were true earlier in the same act."""

    positions: list[Any]
    moves: list[str] = field(default_factory=list)
    earlier: list[tuple[Any, ...]] = field(default_factory=list)


class People:
    """Two people playing one game, with a board between them."""

    def __init__(
        self,
        game: AnyGame,
        layout: Layout,
        rng: Random,
        colour_blind: bool = False,
        unfelt: bool = False,
        choose: Choose | None = None,
        start: Any = None,
    ) -> None:
        self.colour_blind = colour_blind  # the sensor cannot tell whose stone was moved
        self.unfelt = unfelt  # nor where a hand has been
        self.game = game
        self._choose = choose or RandomPlayers().open()
        self.layout = layout
        self.rng = rng
        self.truth = Truth([game.start() if start is None else start])
        self.board = board_of(game, layout, self.position, rng)
        self._seen: dict[frozenset[Look], frozenset[tuple[int, int]]] = {}
        self.seeks = False  # they look for rules that they have not broken yet
        self.broken: Counter[str] = Counter()  # how often they have broken each rule
        self.named: Counter[str] = Counter()  # how often the referee named it

    @property
    def position(self) -> Any:
        """The position on the board, as the people mean it."""
        return self.truth.positions[-1]

    def allow(self, positions: tuple[Any, ...]) -> bool:
        """Whether a record (its positions) is right as far as it goes.

        Linja's small moves lead to the same position in another order, too, which no board shows:
        what counts is that as many moves are the same ones, and where the record stands after them.
        """
        count = len(positions)
        for line in (self.truth.positions, *self.truth.earlier):
            if len(line) < count or line[count - 1] != positions[-1]:
                continue
            parted = next((i for i in range(count) if line[i] != positions[i]), count)
            since = slice(max(parted - 1, 0), count)
            if self._moves(line[since]) == self._moves(positions[since]):
                return True
        return False

    def _moves(self, line: Sequence[Any]) -> Counter[tuple[int, ...]]:
        """The groups that each of the moves between these positions changes, and how often."""
        appearances = [self.game.appearance(position, self.layout) for position in line]
        return Counter(groups_apart(old, new) for old, new in pairwise(appearances))

    def pick(self) -> Any:
        """The next move."""
        return self._choose(self.game, tuple(self.truth.positions), self.rng)

    def pick_from(self, group: int) -> Any:
        """A move that begins with lifting what is in the group."""
        moves = self.game.legal_moves(self.position)
        ways = (self.game.touches(self.position, move, self.layout)[0][:1] for move in moves)
        begins = [m for m, way in zip(moves, ways, strict=True) if way == (group,)]
        return self.rng.choice(begins or moves)

    def has_stone(self, group: int) -> bool:
        """Whether a stone stands there."""
        return self.board.stones(group).count > 0

    def one_of(self, rules: list[str]) -> str:
        """Which of these rules to break: any, or one that has been broken least."""
        if self.seeks:
            least = min(self.broken[rule] for rule in rules)
            rules = [rule for rule in rules if self.broken[rule] == least]
        return self.rng.choice(rules)

    def broke(self, rule: str, was_named: bool) -> None:
        """A rule was broken, and the referee named it or said something else."""
        self.broken[rule] += 1
        self.named[rule] += was_named

    def record(self, move: Any) -> None:
        """A move was really made (and a pass that it forces on the other player)."""
        self.truth.moves.append(self.game.move_text(move))
        self.truth.positions.append(self.game.play(self.position, move))
        forced = self.game.legal_moves(self.position)
        if [self.game.move_text(one) for one in forced] == ["pass"]:
            self.record(forced[0])

    def forget(self, plies: int) -> None:
        """Moves were really taken back."""
        self.truth.earlier.append(tuple(self.truth.positions))
        del self.truth.moves[-plies:]
        del self.truth.positions[-plies:]

    def seen_of(self, appearance: Appearance) -> Any:
        """What the sensor can tell of an appearance: without colours, only how many stones."""
        if not self.colour_blind:
            return appearance
        return tuple([self._colourless(looks) for looks in appearance])

    def _colourless(self, looks: frozenset[Look]) -> frozenset[tuple[int, int]]:
        if looks not in self._seen:
            shown = [total(self.layout, look) for look in looks]
            self._seen[looks] = frozenset((one.count, one.turned) for one in shown)
        return self._seen[looks]

    # scenes, of which acts are made

    def still(self, hold_s: float) -> Scene:
        """Nobody's hand is over the board."""
        return (yield Beat(self.board, hold_s))

    def hand(
        self, hold_s: float, touched: tuple[int, ...] = (), board: Board | None = None
    ) -> Scene:
        """A hand is over the board."""
        return (yield Beat(board or self.board, hold_s, covered=True, touched=touched))

    def wait_for(self, happened: Callable[[Said], bool], at_most_s: float) -> Scene:
        """Leave the board alone until the referee says something, or patience ends."""
        said: Said = []
        waited = 0.0
        while waited < at_most_s and not happened(said):
            said += yield Beat(self.board, 0.5)
            waited += 0.5
        return said

    def show(self, board: Board, touched: tuple[int, ...], hold_s: float | None = None) -> Scene:
        """A hand changes the board to `board`."""
        before = self.board
        comes = any(board.stones(g).count > before.stones(g).count for g in touched[:1])
        lifted = () if comes else touched[:1]  # a stone from beside the board is not felt yet
        said = yield from self.lift(lifted, hold_s, board)
        self.board = board
        said += yield from self.hand(0.5, touched[len(lifted) :])
        return said

    def lift(self, touched: tuple[int, ...], hold_s: float | None, then: Board) -> Scene:
        """A hand comes and lifts a stone from where it touches first: of two players' the one that
        is not there `then`.
        """
        board = self.board
        for group in touched:
            fewer = list(with_one_fewer(self.layout, board.look(group)))
            if fewer:
                look = then.look(group) if then.look(group) in fewer else fewer[0]
                board = board.showing(group, look, self.rng)
        return (yield from self.hand(self._pause_s(hold_s), touched, board))

    def hold(self, group: int, hold_s: float) -> Scene:
        """A stone of the side to move is held beside the board."""
        own = (self.position.to_move,)
        look = next(with_one_fewer(self.layout, self.board.look(group), own))
        board = self.board.showing(group, look, self.rng)
        said = yield from self.hand(self._pause_s(None), (group,), board)
        return said + (yield Beat(board, hold_s))

    def _pause_s(self, hold_s: float | None) -> float:
        return self.rng.uniform(0.5, 1.5) if hold_s is None else hold_s

    def is_stop(self, move: Any) -> bool:
        """Whether a move is said, not made: that a turn is stopped."""
        return self.game.move_text(move) == STOP

    def make(self, move: Any) -> Scene:
        """Make a legal move properly; nothing on the board shows that a turn is stopped."""
        if self.is_stop(move):
            self.record(move)
            return (yield Beat(self.board, 0.5, command=STOP))
        return (yield from self.show(*self.made(self.board, move)))

    def made(self, board: Board, move: Any) -> tuple[Board, tuple[int, ...]]:
        """A board after a legal move, which is recorded, and the groups touched on the way."""
        ways = self.game.touches(self.position, move, self.layout)
        self.record(move)
        after = brought_to(board, self.game, self.position, self.rng)
        changed = set(groups_apart(board.appearance(), after.appearance()))
        way = self.rng.choice(ways)  # of Linja's stones beside the board not all are on every way
        return after, way if changed.issubset(way) else max(ways, key=len)

    def settle(self) -> Scene:
        """Let the board rest a little."""
        return (yield from self.still(self.rng.uniform(1.0, 2.0)))
