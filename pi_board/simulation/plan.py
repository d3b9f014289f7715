"""What is simulated at a table: the game, its people, the sensor, and how games of a run differ."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pi_board.core.game import Player
from pi_board.games.registry import make_game
from pi_board.referee.phases import Policy
from pi_board.simulation.board import AnyGame
from pi_board.simulation.players import Players, RandomPlayers
from pi_board.simulation.sensors import Faults, Kind

USUAL_FAULTS = Faults()
BY_CHANCE = RandomPlayers()


@dataclass(frozen=True, slots=True)
class Plan:
    """What to simulate. `clumsy`: with mishaps · `most_plies`: random games need an end ·
    `players`: who decides what is played · `name_turns`: of tiles, which no sensor sees ·
    `confirm`, `policy`: as agreed with the referee · `program`: plays this side, whose moves people
    make for it · `seeks`: people look for what they have not done wrong yet · `varied`: games
    differ in all these and in the rules (see `variant`).
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
    seeks: bool = False
    varied: bool = False


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
    )
    return every[seed % len(every)]


_RULES = {"linja": ({"overshoot": "illegal"}, {"capacity": "3"})}


def _with_rules(plan: Plan, **rules: str) -> Plan:
    game = make_game(plan.game.name, None, {**dict(plan.game.options), **rules})
    return replace(plan, game=game)
