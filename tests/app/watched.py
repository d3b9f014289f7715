"""A table whose screen is looked at."""

from __future__ import annotations

from random import Random
from typing import Any

from pi_board.app.compose import compose
from pi_board.app.director import Director
from pi_board.app.scenes import state as show
from pi_board.app.sitting import Moment
from pi_board.core.events import Disturbed, Event, Illegal
from pi_board.core.layout import Surface
from pi_board.core.scene import Scene
from pi_board.core.stones import stones_of
from pi_board.referee.repair import Repair, TurnBack
from tests.referee.desk import Desk

FAINT_NATS = 2.0  # to be seen otherwise, if anything is wrong at all, but no contradiction


class Watched(Desk):
    """A table whose screen is looked at."""

    def __init__(self, name: str, layout: int = 0, blind: bool = False, **options: Any) -> None:
        super().__init__(name, layout=layout, **options)
        if blind:
            self.alike = dict.fromkeys(self.layout.sites, frozenset({"b", "w"}))
        self.director = Director(self.game, show.Seat("Ida"), show.Seat("Jan"), "b")
        self.look(4)

    def take(self, item: Any) -> list[Event]:
        """The screen takes in what the referee says."""
        events = super().take(item)
        self.director.follow(Moment(item, self.state, tuple(events)))
        return events

    @property
    def scene(self) -> Scene:
        """What the screen shows."""
        return compose(self.director.table)

    def disturb(self, chance: Random) -> None:
        """A few stones are put elsewhere or come from nowhere, perhaps after a legal move, or a
        tile is turned.
        """
        if chance.random() < 0.4:
            self.bring(self.game.move_text(chance.choice(self.game.legal_moves(self.position))))
        for _ in range(chance.randint(1, 2)):
            player = chance.choice("bw")
            self.change(chance, player, -1)
            self.change(chance, player, 1)
        if chance.random() < 0.7:
            self.change(chance, chance.choice("bw"), 1)
        if self.layout.surface is Surface.TILES and chance.random() < 0.5:
            self.turn(chance.randrange(len(self.layout.sites)), chance.randint(1, 3))

    def deceive(self, chance: Random) -> None:
        """On an empty site it seems, if hardly, that a white stone stands."""
        faint = chance.choice([site for site in self.layout.sites if self.label(site) == "empty"])
        self.alike, self.lean = {faint: frozenset({"empty", "w"})}, {faint: -FAINT_NATS}

    def change(self, chance: Random, player: str, by: int, group: int | None = None) -> None:
        """A stone of `player` comes to a site of the group (None: of any), or goes."""
        labels = {stones_of(label): label for label in self.layout.labels}
        ways = []
        for site in self.layout.sites:
            here = stones_of(self.label(site))
            there = here.plus(player, by)
            if there in labels and group in (None, self.layout.group(site)):
                ways.append((site, labels[there]))
        self.put(**dict([chance.choice(ways)]))

    def turn(self, tile: int, quarters: int) -> None:
        """A tile is turned clockwise."""
        label = self.label(self.layout.sites[tile])
        self.put(**{self.layout.sites[tile]: f"{(int(label[0]) + quarters) % 4}{label[1:]}"})

    def label(self, site: str) -> str:
        """What lies there."""
        return self.layout.labels[self.board.labels[self.layout.site(site)]]

    def complaint(self) -> Illegal | Disturbed | None:
        """What the referee says of the board first, if anything."""
        for _ in range(12):
            for event in self.look(1):
                if isinstance(event, (Illegal, Disturbed)):
                    return event
        return None

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """The steps of which the screen shows the first."""
        situation = self.director.table.situation
        assert isinstance(situation, (show.Illegal, show.Disturbed)), situation
        return situation.repairs

    def obey(self) -> None:
        """Somebody does what the screen shows."""
        step, chance = self.repairs[0], Random(0)
        if isinstance(step, TurnBack):
            self.turn(step.group, step.quarters)
            return
        if step.start is not None:
            self.change(chance, step.player, -1, step.start)
        if step.end is not None:
            self.change(chance, step.player, 1, step.end)
