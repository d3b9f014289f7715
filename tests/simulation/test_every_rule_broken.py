"""Every rule that a hand can break is broken at the clumsy table, and named."""

from __future__ import annotations

from collections import Counter

import pytest

from pi_board.games.registry import GAMES, make_game
from pi_board.simulation.plan import Plan, variant
from pi_board.simulation.rules import breakable, written_only
from pi_board.simulation.runner import Result, Session
from pi_board.simulation.summary import Summary, summary_lines

ENOUGH = 40  # games


def played(name: str, seed: int, most_plies: int) -> Result:
    """One of the games that differ."""
    return Session(Plan(make_game(name), "both", most_plies=most_plies, varied=True), seed).play()


@pytest.mark.slow
@pytest.mark.parametrize("name", list(GAMES))
def test_every_rule_is_broken_and_named(name: str) -> None:
    """By camera and reeds together, within some games of people who look for them."""
    named: Counter[str] = Counter()
    rules, seed = set(breakable(make_game(name))), 0
    while rules - set(named) and seed < ENOUGH:
        result = played(name, seed, 60)
        assert result.wrong == 0, result.notes
        named += result.named
        seed += 1
    assert rules == set(named)


def test_varied_games_differ_in_what_is_agreed_on() -> None:
    """In turn, so that a run has them all; other games are all alike."""
    plan = Plan(make_game("linja"), varied=True)
    plans = [variant(plan, seed) for seed in range(6)]
    assert len(set(plans)) == 6
    assert {p.policy for p in plans} == {"casual", "strict"}
    assert [p.program for p in plans].count("w") == [p.confirm for p in plans].count(True) == 1
    assert {dict(p.game.options)["overshoot"] for p in plans} == {"lost", "illegal"}
    alike = Plan(make_game("linja"))
    assert variant(alike, 1) is variant(alike, 2) is alike


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "seed", "most_plies", "rule"),
    [
        ("loa", 9, 14, "loa.pass_not_allowed"),
        ("loa", 6, 14, "table.touched_stone"),
        ("loa", 3, 14, "table.other_move"),
        ("linja", 35, 16, "linja.full_row"),
        ("connexoh", 16, 16, "table.stone_leaves"),
    ],
)
def test_an_agreement_lets_its_rule_be_broken(
    name: str, seed: int, most_plies: int, rule: str
) -> None:
    """The clock without a move, another stone than the touched one, another move than the
    program's, a stone on a full row, a stone that stays: each is named, and the record is whole.
    """
    result = played(name, seed, most_plies)
    assert result.named[rule] > 0
    assert (result.wrong, result.whole, result.notes) == (0, True, [])


def test_a_camera_sees_that_a_stone_was_touched() -> None:
    """It was gone for a while; people put right what they move instead, and play on."""
    plan = Plan(make_game("loa"), "camera", policy="strict", seeks=True, most_plies=8)
    result = Session(plan, 7).play()
    assert result.named["table.touched_stone"] == result.broken["table.touched_stone"] > 0
    assert (result.wrong, result.whole, result.notes) == (0, True, [])


def test_the_summary_says_which_rules_were_broken() -> None:
    """Those that never were, too, and those that no hand can break."""
    game, total = make_game("loa"), Summary()
    total.add(played("loa", 9, 14))
    lines = summary_lines(total, game)
    rows = {line.split()[0]: line.split()[1:] for line in lines if "." in line.split()[0]}
    assert set(rows) >= set(breakable(game))
    assert rows["table.touched_stone"] == ["0", "0", "0"]
    assert lines[-1] == f"only in writing: {', '.join(written_only(game))}"
    assert total.broken["loa.pass_not_allowed"] == total.named["loa.pass_not_allowed"] > 0
