"""What is simulated at a table: the game, its people, the sensor, and how games of a run differ."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pi_board.core.game import AnyGame, Player
from pi_board.games.registry import make_game
from pi_board.referee.phases import Policy
from pi_board.simulation.players import Players, RandomPlayers
from pi_board.simulation.sensors import Faults, Kind

USUAL_FAULTS = Faults()
BY_CHANCE = RandomPlayers()


@dataclass(frozen=True, slots=True)
class Plan:
    """What to simulate. `clumsy`: with mishaps · `most_plies`: random games need an end ·
    `players`: who decides what is played · `name_turns`: of tiles, which no sensor sees ·
    `confirm`, `policy`: as agreed with the referee · `program`: plays this side, whose moves people
    make for it · `position`: where the game begins, "" as usual · `seeks`: people look for what
    they have not done wrong yet · `varied`: games differ in all these and in the rules (see
    `variant`).
    """

    game: AnyGame
    kind: Kind = "camera"
    clumsy: bool = True
    most_plies: int = 60
    faults: Faults = USUAL_FAULTS
    players: Players = BY_CHANCE
    name_turns: bool = False
    confirm: bool = False
    policy: Policy = "casual"
    program: Player | None = None
    position: str = ""
    seeks: bool = False
    varied: bool = False

    @property
    def start(self) -> Any:
        """The position that the game begins with. Raises InvalidPosition."""
        return self.game.parse_position(self.position) if self.position else self.game.start()


def variant(plan: Plan, seed: int) -> Plan:
    """The plan of the game with this seed. Varied games take turns with what is agreed on, so that
    every rule comes to be broken that a hand can break.
    """
    if not plan.varied:
        return plan
    plan = replace(plan, seeks=True)
    every = (
        plan,
        replace(plan, confirm=True),
        replace(plan, policy="strict"),
        replace(plan, program="w"),
        *(_with_rules(plan, **rules) for rules in _RULES.get(plan.game.name, ())),
        *(replace(plan, position=late) for late in _LATE.get(plan.game.name, ())),
    )
    return every[seed % len(every)]


_RULES = {"linja": ({"overshoot": "illegal"}, {"capacity": "3"})}
# stones of Connex'oh are about to leave, which random play does not come to
_LATE = {
    "connexoh": (
        "003232b/0w22x3b10/1b301b01/02031w0/0w301x32w/002000 b b2,b3",
        "0001b00b/32w2020b/331b33w0/2b031x30/1w32w22w0/320000 b e4,e5",
    )
}


def _with_rules(plan: Plan, **rules: str) -> Plan:
    game = make_game(plan.game.name, None, {**dict(plan.game.options), **rules})
    return replace(plan, game=game)
