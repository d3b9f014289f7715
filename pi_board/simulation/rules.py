"""The rules that a hand at the table can break, among all that are named in explanations."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pi_board.core.game import AnyGame
from pi_board.referee.explain import REFUSALS, RULE_NAMES

# Only a written move can break these: no board looks like it. (A stone of Linja moved by 1 row
# while more is due has moved the wrong distance.)
WRITTEN: Mapping[str, frozenset[str]] = MappingProxyType({
    "loa": frozenset({"empty_square", "no_step", "off_board", "game_over", "legal"}),
    "linja": frozenset({
        "followup_due", "followup_not_due", "no_stone", "off_board", "sideways", "game_over",
        "legal",
    }),
    "connexoh": frozenset({
        "angle", "empty_triangle", "no_rotation", "no_step", "off_board", "game_over", "legal",
    }),
})  # fmt: skip

# Of the table's own rules, those of one game.
_OF_ONE_GAME = MappingProxyType({
    "table.captured_left": "loa", "table.stone_leaves": "connexoh", "table.stones_missing": "linja",
})  # fmt: skip


def breakable(game: AnyGame) -> tuple[str, ...]:
    """The rules that hands can break, the game's own first. Of `REFUSALS` that is one game's only:
    people who see the colours ask for a board to be accepted only where stones are missing.
    """
    written = {f"{game.name}.{rule}" for rule in WRITTEN.get(game.name, ())}
    own = [rule for rule in game.rule_names if rule not in written]
    named = (rule for rule in RULE_NAMES if rule not in REFUSALS or rule in _OF_ONE_GAME)
    table = [rule for rule in named if _OF_ONE_GAME.get(rule, game.name) == game.name]
    return (*own, *table)


def written_only(game: AnyGame) -> tuple[str, ...]:
    """The others, without those that say that a move is legal."""
    names = [f"{game.name}.{rule}" for rule in WRITTEN.get(game.name, ())]
    return tuple(sorted(name for name in names if not name.endswith(".legal")))
