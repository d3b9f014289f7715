"""A program that plays one side: it thinks in the search process and asks people to make its moves.

    opponent = Opponent("w", level=5, seed=1)
    opponent.follow(state, t)                   # after every moment of the sitting
    for command in opponent.commands(t):        # at every turn of the screen; returns at once
        sitting.command(command)

What it wants goes to the referee as commands, like everybody's: `instruct` (its move, see
`pi_board.referee.instructing`), `resign`, `offer_draw`, `agree_draw`, `decline_draw`. When the
board moves on, what it was thinking about is dropped. A search that crashes is told and tried
again; after that a legal move is drawn by lot, so that the game goes on.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from pi_board.app.searching import open_searcher
from pi_board.core.game import Player, opponent
from pi_board.core.message import Message, message
from pi_board.core.observation import Command
from pi_board.core.words import side
from pi_board.hints.levels import accepts_draw, level_of, wish
from pi_board.hints.probability import win_probability
from pi_board.hints.search import Answer, question_of
from pi_board.hints.turns import any_turn
from pi_board.hints.worker import Done, Failed, OpenSearcher, Worker
from pi_board.referee.instructing import to_do
from pi_board.referee.phases import Choosing, Correcting, Over, Playing, SettingUp, State

_TURNS_LEFT = 30  # it plans its clock for so many more turns
_LEAST_S = 0.05
_OFFER_AGAIN = 10  # own turns after an offer of a draw that came to nothing
_TRIES = 2  # searches that may crash for one move

_Spot = tuple[int, Any]  # moves played, position


class Opponent:
    """One side played by a program. Close it. Use it from one thread only."""

    def __init__(
        self, player: Player, level: int, seed: int, opened_by: OpenSearcher = open_searcher
    ) -> None:
        """`level` is 1 to 10; `seed` decides its errors. The process starts with its first turn."""
        self.player: Player = player
        self._level, self._seed = level, seed
        self._worker = Worker(opened_by)
        self._state: Playing | Choosing | Correcting  # as it stood last
        self._spot: _Spot | None = None  # where it thinks, or has decided
        self._crashes = 0
        # after so many moves it thought about a turn: its probability of winning after that
        self._values: tuple[tuple[int, float], ...] = ()
        self._next_offer = 0  # after so many of them at the earliest
        self._offered: Player | None = None  # whose offer of a draw it has heard already
        self._wanted: list[Command] = []
        self._said: Message | None = None

    def close(self) -> None:
        """End the search process."""
        self._worker.close()

    def follow(self, state: State, t: float) -> None:
        """Take in how the game stands; begins to think when it is its turn. `t`: seconds on the
        reader's clock.
        """
        if isinstance(state, (SettingUp, Over)) or state.table.paused:
            self._worker.drop()
            self._spot = None
            if isinstance(state, (SettingUp, Over)):  # also when its resignation is taken back
                self._values, self._next_offer = (), 0
            return
        self._state = state
        told = state.table.instructed
        if told is None or told.player != self.player:
            self._want("instruct", self.player)
        if isinstance(state, Playing):
            self._hear_offer(state)
        line = state.line
        spot = line.plies, line.now.position
        if spot == self._spot:
            return
        self._worker.drop()
        self._spot, self._crashes = spot, 0
        self._values = tuple(one for one in self._values if one[0] < line.plies)  # not taken back
        if line.now.to_move == self.player and not to_do(state.table, line):
            self._think(t)

    def commands(self, t: float) -> tuple[Command, ...]:
        """What it asks of the referee now; each is asked for once."""
        while (event := self._worker.next_event()) is not None:
            if isinstance(event, Done):
                self._decide(event.answer)
            elif isinstance(event, Failed):
                self._crashed(event.text, t)
        wanted, self._wanted = self._wanted, []
        return tuple(replace(command, t=t) for command in wanted)

    def problem(self) -> Message | None:
        """Something the people should know, once: a search that crashed, a draw declined."""
        said, self._said = self._said, None
        return said

    def _want(self, name: str, argument: str) -> None:
        command = Command(0.0, name, argument)
        if command not in self._wanted:
            self._wanted.append(command)

    def _think(self, t: float) -> None:
        table, line = self._state.table, self._state.line
        game = table.game
        limits = level_of(game.name, self._level).limits(self._seed + line.plies)
        if table.clock is not None:
            left_s = table.clock.left_s(self.player, t)
            limits = replace(limits, seconds=min(limits.seconds, allowance_s(left_s)))
        if self._crashes:
            limits = replace(limits, nodes=max(1, limits.nodes // 10))
        self._worker.start(question_of(game, (node.position for node in line.nodes)), limits)

    @property
    def _probabilities(self) -> tuple[float, ...]:
        """Of winning, after each of its turns."""
        return tuple(probability for _, probability in self._values)

    def _decide(self, answer: Answer) -> None:
        line = self._state.line
        game = line.now.game
        level, seed = level_of(game.name, self._level), self._seed + line.plies
        chosen = level.choose(answer, seed)
        self._values = (*self._values, (line.plies, win_probability(game.name, chosen)))
        wanted = wish(self._probabilities)
        if wanted == "resign":
            self._want("resign", self.player)
            return
        if wanted == "offer_draw" and len(self._values) >= self._next_offer:
            self._want("offer_draw", self.player)
            self._next_offer = len(self._values) + _OFFER_AGAIN
        self._play(level.turn(game, line.now.position, chosen, seed))

    def _play(self, moves: tuple[str, ...]) -> None:
        self._want("instruct", " ".join((self.player, *moves)))

    def _crashed(self, text: Message, t: float) -> None:
        self._said = text
        self._crashes += 1
        if self._crashes < _TRIES:
            self._think(t)
        else:
            line = self._state.line
            rng = random.Random(self._seed + line.plies)
            self._play(any_turn(line.now.game, line.now.position, rng))

    def _hear_offer(self, state: Playing) -> None:
        offered = state.table.offer
        if offered == self._offered:
            return
        self._offered = offered
        if offered == opponent(self.player):
            if accepts_draw(self._probabilities):
                self._want("agree_draw", self.player)
            else:
                self._want("decline_draw", self.player)
                self._said = message("{player} declines the draw", player=side(self.player))


def allowance_s(left_s: float) -> float:
    """How long to think about a turn with so much left on the clock."""
    return max(_LEAST_S, left_s / _TURNS_LEFT)
