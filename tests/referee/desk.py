"""A table in a test: boards are shown to the referee, and what it says is collected."""

from __future__ import annotations

from random import Random
from typing import Any

from pi_board.core.events import Event
from pi_board.core.observation import Command, Observation, Row
from pi_board.games.registry import make_game
from pi_board.referee.advance import advance, begin
from pi_board.referee.phases import State
from pi_board.simulation.board import board_of, brought_to

SURE = 8.0  # nats by which every label is told from the others


class Desk:
    """One game on one board, looked at twice a second by a faultless eye."""

    def __init__(self, name: str, position: str | None = None, **options: Any) -> None:
        rules = options.pop("rules", {})
        self.game = make_game(name, None, rules)
        self.layout = self.game.layouts[options.pop("layout", 0)]
        start = self.game.start() if position is None else self.game.parse_position(position)
        self.state: State = begin(self.game, start, **options)
        self.position = start
        self.t = 0.0
        self.frame = 0
        self.rng = Random(1)
        self.alike: dict[str, frozenset[str]] = {}  # labels that look the same on a site
        self.lean: dict[str, float] = {}  # by how much the first of them looks likelier there
        self.board = board_of(self.game, self.layout, start, self.rng)

    def started(self) -> Desk:
        """The same, with the game begun."""
        self.look()
        return self

    def take(self, item: Any) -> list[Event]:
        """Whatever the referee says to an input."""
        self.state, events = advance(self.state, item)
        return list(events)

    def command(self, name: str, argument: str = "") -> list[Event]:
        """Somebody asks for something."""
        return self.take(Command(self.t, name, argument))

    def look(self, times: int = 2, step_s: float = 0.5, **more: Any) -> list[Event]:
        """The board is seen, quiet, `times` times."""
        said: list[Event] = []
        for _ in range(times):
            said += self.take(self.observation(**more))
            self.t += step_s
            self.frame += 1
        return said

    def hand(self) -> list[Event]:
        """A hand is over the board."""
        return self.look(1, obstructed=(self.layout.sites[0],))

    def observation(self, **more: Any) -> Observation:
        """The board as it lies there."""
        shown = zip(self.layout.sites, self.board.labels, strict=True)
        looks = tuple([self._row(site, label) for site, label in shown])
        return Observation(self.t, self.layout, looks, frame=self.frame, **more)

    def _row(self, site: str, label: int) -> Row:
        """What a site that shows a label looks like."""
        names, row = self.layout.labels, [-SURE] * len(self.layout.labels)
        alike = self.alike.get(site, frozenset())
        those = [label]
        if names[label] in alike:
            those = [number for number, name in enumerate(names) if name in alike]
        for one in those:
            row[one] = 0.0 if one == those[0] else -self.lean.get(site, 0.0)
        return tuple(row)

    def bring(self, *texts: str) -> None:
        """Moves are made on the board, one after the other."""
        for text in texts:
            self.position = self.game.play(self.position, self.game.parse_move(self.position, text))
            self.board = brought_to(self.board, self.game, self.position, self.rng)

    def play(self, *texts: str) -> list[Event]:
        """Each move is made and looked at twice."""
        said: list[Event] = []
        for text in texts:
            said += self.hand()
            self.bring(text)
            said += self.look()
        return said

    def put(self, **labels: str) -> None:
        """Sites are made to show labels: ``put(c1="empty", c4="b")``."""
        for site, label in labels.items():
            self.board = self.board.with_label(self.layout.site(site), self.layout.label(label))

    def restore(self) -> None:
        """The board shows the position as the people mean it."""
        self.board = board_of(self.game, self.layout, self.position, self.rng)

    def offend(self, source: str, target: str, times: int) -> None:
        """A stone is carried where it may not go, which is rejected and put right."""
        stone = self.layout.labels[self.board.labels[self.layout.site(source)]]
        for _ in range(times):
            self.put(**{source: "empty", target: stone})
            self.look(4)
            self.command("reject")
            self.restore()
            self.look()

    @property
    def record(self) -> list[str]:
        """The moves recorded so far."""
        return [step.text for step in self.state.line.steps]  # type: ignore[union-attr]


def names(events: list[Event]) -> list[str]:
    """The kinds of events, without hands coming and going."""
    return [event.name for event in events if event.name not in ("obstructed", "clear")]


def only(events: list[Event], name: str) -> Any:
    """The one event of a kind."""
    found = [event for event in events if event.name == name]
    assert len(found) == 1, names(events)
    return found[0]


class NotingDesk(Desk):
    """A table that keeps what was seen and asked for there, as its `stream`."""

    def __init__(self, name: str, **more: Any) -> None:
        self.stream: list[Any] = []
        super().__init__(name, **more)

    def take(self, item: Any) -> list[Event]:
        """Whatever the referee says to an input."""
        self.stream.append(item)
        return super().take(item)
