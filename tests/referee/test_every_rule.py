"""Every rule that a hand can break on a board is named when it is broken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from pi_board.games.registry import GAMES, make_game
from pi_board.simulation.rules import WRITTEN
from tests.referee.desk import Desk, only


@dataclass(frozen=True, slots=True)
class Case:
    """A board and what somebody does to it.

    `labels`: sites afterwards · `carried`: a stone of Linja, (colour, from, to) in board rows, to 0
    is off the board · `pressed`: a command instead.
    """

    position: str | None = None
    moves: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    carried: tuple[str, int, int] | None = None
    touched: tuple[str, ...] = ()
    pressed: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)
    confirm: bool = False


OPEN_GOAL = "6,1,1,1,1,1,1,0/0,3,3,3,3,0,0,0 w i 0"
ALL_HOME = "0,3,1,1,1,0,0,6/4,3,0,2,0,1,2,0 w i 0"
BENT_PATH = "0b0b0b0b0b0b/000000/000000/000000/1w20000/0w0w0w0w0w0 w -"
CASES = {
    "loa.distance": Case(labels={"c1": "empty", "c4": "b"}),
    "loa.enemy_jumped": Case(
        "7w/8/8/8/8/8/8/bww4b b", labels={"a1": "empty", "e1": "b"}
    ),
    "loa.not_on_line": Case(labels={"c1": "empty", "d4": "b"}),
    "loa.not_yours": Case(labels={"a2": "empty", "c2": "w"}),
    "loa.own_stone": Case(
        "7w/w7/8/8/8/8/8/b1b5 b", labels={"a1": "empty"}, touched=("a1", "c1", "c1")
    ),
    "loa.pass_not_allowed": Case(pressed="confirm", confirm=True),
    "linja.backward": Case(carried=("w", 6, 7)),
    "linja.distance": Case(carried=("w", 8, 6)),
    "linja.full_row": Case(carried=("w", 8, 7), rules={"capacity": "2"}),
    "linja.goal_line": Case(ALL_HOME, carried=("w", 1, 0)),
    "linja.not_yours": Case(carried=("b", 2, 3)),
    "linja.overshoot": Case(
        OPEN_GOAL, ("0-1",), carried=("w", 3, 1), rules={"overshoot": "illegal"}
    ),
    "linja.pass_not_allowed": Case(pressed="confirm", confirm=True),
    "linja.stop_not_allowed": Case(moves=("0-1",), pressed="stop"),
    "connexoh.blocked": Case(BENT_PATH, labels={"a1": "0", "b2": "2w"}),
    "connexoh.no_path": Case(labels={"a1": "0", "c3": "0w"}),
    "connexoh.not_open": Case(labels={"a1": "0"}),
    "connexoh.not_yours": Case(labels={"a6": "0", "a5": "0b"}),
    "connexoh.pass_not_allowed": Case(pressed="confirm", confirm=True),
    "connexoh.protected": Case(moves=("a2@180",), labels={"a2": "3"}),
}  # fmt: skip


def carry(desk: Desk, colour: str, source: int, target: int) -> None:
    """A stone of Linja is carried from one board row to another; 0 is beside the board."""

    def hole(number: int, label: str) -> str:
        sites = [desk.layout.sites[site] for site in desk.layout.groups[number - 1]]
        shown = {site: desk.layout.labels[desk.board.labels[desk.layout.site(site)]]
                 for site in sites}  # fmt: skip
        return next(site for site in sites if shown[site] == label)

    desk.put(**{hole(source, colour): "empty"})
    if target:
        desk.put(**{hole(target, "empty"): colour})


@pytest.mark.parametrize("rule", list(CASES))
def test_the_rule_is_named(rule: str) -> None:
    """Once, and within two seconds."""
    case = CASES[rule]
    desk = Desk(
        rule.split(".")[0], case.position, rules=dict(case.rules), confirm=case.confirm
    ).started()
    desk.play(*case.moves)
    desk.hand()
    desk.put(**case.labels)
    if case.carried:
        carry(desk, *case.carried)
    said = desk.command(case.pressed) if case.pressed else desk.look(1, touched=case.touched)
    assert only(said + desk.look(4), "illegal").rule == rule


@pytest.mark.parametrize("name", list(GAMES))
def test_no_rule_is_left_out(name: str) -> None:
    """All others are about written moves."""
    named = {rule.split(".")[1] for rule in CASES if rule.startswith(f"{name}.")}
    rules = {rule.split(".")[1] for rule in make_game(name).rule_names}
    assert named | WRITTEN[name] == rules
    assert not named & WRITTEN[name]
