"""What the pages of the menus are made of: all that is known when one of them is opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from pi_board.app.agreement import Agreement, computer_level
from pi_board.app.doctor.checks import Finding
from pi_board.config.sections import Settings
from pi_board.core.errors import InvalidText
from pi_board.core.game import Player
from pi_board.core.message import Text
from pi_board.core.scene import Button
from pi_board.records.matches import Standing
from pi_board.records.search import Summary


@dataclass(frozen=True, slots=True)
class InPlay:
    """The game that a menu was opened over."""

    to_move: Player
    offered: Player | None = None  # who has offered a draw
    may_resign: bool = True
    is_paused: bool = False
    can_look: bool = False  # there is a camera picture, and it is not shown already
    can_replay: bool = False  # there are the last seconds of it
    simulated: bool = False
    exits: tuple[Button, ...] = ()  # of a board that does not show the game, or of a turn


@dataclass(frozen=True, slots=True)
class World:
    """`open` and `kept` are games of the archive, newest first; `older` how many more are in there
    than `kept` has; `names` of people who have played; `matches` those with a next game, and where
    they stand, None: that cannot be told; `report` what the doctor has found, None
    while it is still looking; `trouble` why the last thing asked for could not be done.
    """

    agreed: Agreement
    settings: Settings
    open: tuple[Summary, ...]
    kept: tuple[Summary, ...]
    older: int
    names: tuple[str, ...]
    matches: Mapping[str, Standing | None]
    report: tuple[Finding, ...] | None
    has_lamps: bool
    night: bool
    language: str
    version: str
    trouble: Text
    playing: InPlay | None = None

    def agreeing(self, key: str, value: str) -> World:
        """With one thing in the agreement chosen otherwise, or a switch turned over.

        Raises InvalidText for what cannot be agreed on.
        """
        return replace(self, agreed=_agreeing(self.agreed, key, value))


# what was agreed on before goes with another choice; single rules would go before a preset's
_GIVEN_UP: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {"game": {"preset": "", "rules": (), "position": ""}, "preset": {"rules": ()}}
)


def _agreeing(agreed: Agreement, key: str, value: str) -> Agreement:
    black, white = agreed.players
    first, second = agreed.hints
    changes: dict[str, Any] = {key: value}
    match key:
        case "game" | "preset" | "position" | "clock" | "reader" | "match_length" | "policy":
            changes |= _GIVEN_UP.get(key, {})
        case "match" if not value:
            return agreed.without_match()
        case "match":  # one that goes on has its own length, and none is asked for
            changes = {"match": value, "match_length": ""}
        case "confirm" | "nudges":
            changes = {key: not getattr(agreed, key)}
        case "against" if value in ("", "b", "w"):
            changes = {key: value or None}
        case "level" if value.isdecimal():
            changes = {key: int(value)}
        case "black":
            changes = {"players": (value, white), **_seated(agreed, "b", value)}
        case "white":
            changes = {"players": (black, value), **_seated(agreed, "w", value)}
        case "hints_b" if value.isdecimal() or not value:
            changes = {"hints": (int(value) if value else None, second)}
        case "hints_w" if value.isdecimal() or not value:
            changes = {"hints": (first, int(value) if value else None)}
        case _:
            raise InvalidText(f"choice {key}={value!r}, expected one of the menus' own")
    return replace(agreed, **changes)


def _seated(agreed: Agreement, player: Player, name: str) -> dict[str, Any]:
    """What else changes when `player` is called so: whoever is named plays, be it the computer."""
    if level := computer_level(name):
        return {"players": agreed.players, "against": player, "level": level}
    return {"against": None if agreed.against == player else agreed.against}
