"""What the registry knows of a game: its options, its presets, and how to make one.

Every game package ends in one `GameKind`, and `registry` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic

from pi_board.core.errors import InvalidText
from pi_board.core.game import AnyGame
from pi_board.games.options import O, read_options


@dataclass(frozen=True, slots=True)
class GameKind(Generic[O]):
    """A game before its rules are chosen.

    `name` is the identifier (``loa``), `title` what people call it, `options` the frozen dataclass
    of its options, `presets` named choices of them (the first one holds the defaults).
    """

    name: str
    title: str
    options: type[O]
    presets: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    build: Callable[[O], AnyGame]

    def make(self, preset: str | None, options: Mapping[str, str]) -> AnyGame:
        """The game under `preset`, with `options` overriding it. Raises InvalidText."""
        chosen = dict(self._preset(preset)) if preset is not None else {}
        return self.build(read_options(self.options, chosen | dict(options)))

    def _preset(self, name: str) -> tuple[tuple[str, str], ...]:
        presets = dict(self.presets)
        if name not in presets:
            raise InvalidText(
                f"unknown preset {name!r} of {self.name}, expected {' or '.join(presets)}"
            )
        return presets[name]
