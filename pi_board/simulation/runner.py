"""Plays games at a simulated table against the referee and keeps score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from pi_board.core.errors import IllegalMove
from pi_board.core.events import Choose, Event, Illegal
from pi_board.core.observation import Command, Input
from pi_board.referee.advance import advance, begin
from pi_board.referee.phases import Playing, SettingUp, State
from pi_board.simulation.fairness import untold
from pi_board.simulation.mishaps import PATIENCE_S, plain_move
from pi_board.simulation.occasions import FOR_A_PROGRAM, mishaps_of, plain_act
from pi_board.simulation.people import Act, Beat, People
from pi_board.simulation.plan import Plan, variant
from pi_board.simulation.sensors import Sensor

INTERVAL_S = 0.5  # between two looks
MOST_WAITS = 20  # looks at the start position before people begin anyway
PERSISTENCE = 3  # mishaps thought of, by people who look for one that is possible
MISHAP_SHARE = 0.35  # of turns at the clumsy table


@dataclass(slots=True)
class Tally:
    """How often an act was staged, how often it was understood, and questions asked meanwhile."""

    staged: int = 0
    understood: int = 0
    questions: int = 0


@dataclass(slots=True)
class Result:
    """One game: what was played, what was recorded, what went wrong."""

    seed: int
    moves: int = 0
    wrong: int = 0
    questions: int = 0
    whole: bool = False
    untold: Counter[str] = field(default_factory=Counter)  # of these, why nobody could tell
    rules: Counter[str] = field(default_factory=Counter)  # how often each was explained
    broken: Counter[str] = field(default_factory=Counter)  # how often people broke each
    named: Counter[str] = field(default_factory=Counter)  # and heard it named
    acts: dict[str, Tally] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


class Session:
    """One game at the table. `inputs` and `events` keep the whole stream for replay."""

    def __init__(self, plan: Plan, seed: int) -> None:
        plan = variant(plan, seed)
        rng = Random(f"{plan.game.name} {plan.kind} {seed}")
        layout = plan.game.layouts[0]
        self.plan = plan
        blind, unfelt = plan.kind == "reeds", plan.kind == "camera"
        self.people = People(plan.game, layout, rng, blind, unfelt, plan.players.open(), plan.start)
        self.people.seeks = plan.seeks
        self.sensor = Sensor(plan.kind, layout, rng, plan.faults)
        self.state: State = begin(plan.game, plan.start, confirm=plan.confirm, policy=plan.policy)
        self.inputs: list[Input] = []
        self.events: list[Event] = []
        self.result = Result(seed)
        self._rng = rng
        self._t = 0.0
        self._frame = 0

    def play(self) -> Result:
        """Play the game to its end."""
        for _ in range(MOST_WAITS):
            if not isinstance(self.state, SettingUp):
                break
            self._hold(Beat(self.people.board, INTERVAL_S))
        while not self._finished():
            name, act = self._next_act()
            self.people.truth.earlier.clear()
            tally = self.result.acts.setdefault(name, Tally())
            asked = self.result.questions
            right = self._stage(act)
            understood = self._catch_up() and right
            tally.questions += self.result.questions - asked
            tally.staged += 1
            tally.understood += understood
            if not understood:
                self.result.notes.append(f"{self._t:.1f} s {name}: {self.people.truth.moves[-2:]}")
            if not self._complete():
                break
        self.result.moves = len(self.people.truth.moves)
        self.result.whole = self._complete()
        self.result.broken, self.result.named = self.people.broken, self.people.named
        return self.result

    def _finished(self) -> bool:
        truth = self.people.truth
        over = not self.plan.game.legal_moves(self.people.position)
        return over or len(truth.moves) >= self.plan.most_plies

    def _next_act(self) -> tuple[str, Act]:
        if (bound := self.state.table.must_move) is not None:  # people do as they are told
            return "plain", plain_move(self.people, self.people.pick_from(bound))
        if self.plan.clumsy and self._rng.random() < MISHAP_SHARE:
            for_program = self.people.position.to_move == self.plan.program
            mishaps = FOR_A_PROGRAM if for_program else mishaps_of(self.plan)
            names, makers, weights = zip(*mishaps, strict=True)
            for _ in range(PERSISTENCE if self.plan.seeks else 1):
                (index,) = self._rng.choices(range(len(names)), weights)
                act = makers[index](self.people)
                if act is not None:
                    return names[index], act
        return "plain", plain_act(self.people, self.plan)

    def _stage(self, act: Act) -> bool:
        said: list[Event] | None = None
        try:
            while True:
                beat = next(act) if said is None else act.send(said)
                name, _, argument = beat.command.partition(" ")
                said = self._take(Command(self._t, name, argument)) if name else []
                said = said + self._hold(beat)
        except StopIteration as end:
            return bool(end.value)

    def _catch_up(self) -> bool:
        """Leave the board alone until the record is complete."""
        waited = 0.0
        while not self._complete() and waited < PATIENCE_S:
            self._hold(Beat(self.people.board, INTERVAL_S))
            waited += INTERVAL_S
            if self.plan.name_turns:
                self._name_turn()
        return self._complete()

    def _name_turn(self) -> None:
        """Say which tile was turned next, if that is what the record lacks."""
        truth, positions = self.people.truth, self._positions()
        plies = len(positions) - 1
        if plies < len(truth.moves) and self.people.allow(positions) and "@" in truth.moves[plies]:
            self._take(Command(self._t, "choose", truth.moves[plies]))

    def _complete(self) -> bool:
        """Whether the record stands where the people stand."""
        truth, positions = self.people.truth, self._positions()
        return len(positions) == len(truth.positions) and self.people.allow(positions)

    def _hold(self, beat: Beat) -> list[Event]:
        """Look at the board for as long as the beat lasts."""
        said: list[Event] = []
        touched = beat.touched
        for _ in range(max(1, round(beat.hold_s / INTERVAL_S))):
            covered = self._covered() if beat.covered else ()
            said += self._take(
                self.sensor.observe(self._t, beat.board, covered, touched, self._frame)
            )
            touched = ()
            self._frame += 1
            self._t += INTERVAL_S
        return said

    def _covered(self) -> tuple[str, ...]:
        sites = self.plan.game.layouts[0].sites
        return tuple(sorted(self._rng.sample(sites, min(5, len(sites)))))

    def _take(self, item: Input) -> list[Event]:
        self.inputs.append(item)
        self.state, events = advance(self.state, item)
        self.events += events
        self._check(events)
        said = list(events)
        for event in events:
            if isinstance(event, Choose):
                said += self._answer(event)
        return said + self._press_clock()

    def _press_clock(self) -> list[Event]:
        """Whoever has moved confirms it, if the referee has seen what was done."""
        if not isinstance(self.state, Playing) or self.state.pending is None:
            return []
        what, positions = self.state.pending, self._positions()
        before = positions[: len(positions) - what.undo]
        line = (*before, *(step.node.position for step in what.steps))
        if not self.people.allow(line):
            return []
        return self._take(Command(self._t, "confirm"))

    def _check(self, events: tuple[Event, ...]) -> None:
        if any(isinstance(event, Choose) for event in events):
            self.result.questions += 1
            if why := untold(self.people, self._positions()):
                self.result.untold[why] += 1
        self.result.rules.update(event.rule for event in events if isinstance(event, Illegal))
        if events and not self.people.allow(self._positions()):
            self.result.wrong += 1
            self.result.notes.append(f"{self._t:.1f} s wrong: {self._record()[-2:]}")

    def _answer(self, question: Choose) -> list[Event]:
        """People say truthfully what they did, if it is among the answers."""
        said = [(answer, self._happened(answer.split())) for answer in question.moves]
        for wanted in ("just so", "as good as"):
            for answer, truly in said:
                if truly == wanted:
                    return self._take(Command(self._t, "choose", answer))
        return []

    def _happened(self, words: list[str]) -> str:
        """Whether this (moves, perhaps after ``take_back 2``) leads from where the record stands to
        where the people do: ``just so``, ``as good as`` (in another order, which leads there too),
        or not at all ("").
        """
        positions, truth = self._positions(), self.people.truth
        if words[0] == "take_back":
            then, words = positions[: -int(words[1])], words[2:]
            lines = [line for line in self._lines((then,), words)
                     if words or len(line) == len(truth.positions)]  # fmt: skip
        else:
            lines = list(self._lines((positions,), words))
            if len(words) == 1:  # a stone slid on is named by its move alone
                revised = self._lines((positions[:-1],), words)
                lines += [line for line in revised if len(line) == len(truth.positions)]
        if any(line == tuple(truth.positions[: len(line)]) for line in lines):
            return "just so"
        return "as good as" if any(self.people.allow(line) for line in lines) else ""

    def _lines(
        self, starts: tuple[tuple[Any, ...], ...], words: list[str]
    ) -> Iterator[tuple[Any, ...]]:
        """Each of the lines `starts` (positions) with the moves played, where they are legal."""
        game = self.plan.game
        for line in starts:
            try:
                for word in words:
                    line = (*line, game.play(line[-1], game.parse_move(line[-1], word)))
            except (IllegalMove, IndexError):
                continue
            yield line

    def _record(self) -> tuple[str, ...]:
        if isinstance(self.state, SettingUp):
            return ()
        return tuple(step.text for step in self.state.line.steps)

    def _positions(self) -> tuple[Any, ...]:
        if isinstance(self.state, SettingUp):
            return (self.plan.start,)
        return tuple(node.position for node in self.state.line.nodes)


def first_seed(seed: int) -> int:
    """The seed of the first game of a run; those of the others follow, and runs do not overlap."""
    return seed * 1_000_003
