"""What was asked for on the command line against the settings, for a whole evening."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal

from pi_board.config.sections import Settings
from pi_board.records.record import Record

# a choice on the device outweighs what the command line asked for
_FORGOTTEN: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "screen.language": {"language": ""},
        "screen.theme": {"theme": ""},
        "sound.tones": {"is_silent": False},
        "sound.voice": {"speaks": False},
        "evidence.keep": {"no_evidence": False},
    }
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """See above; besides, the evening's clock, and who is told of games and of what is wrong."""

    language: str = ""
    theme: Literal["", "dark", "light"] = ""
    is_silent: bool = False
    speaks: bool = False
    no_evidence: bool = False
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    told: Callable[[Record], object] = lambda _: None
    complain: Callable[[str], object] = lambda _: None

    def over(self, settings: Settings) -> Settings:
        """The settings that are in force."""
        screen, sound, evidence = settings.screen, settings.sound, settings.evidence
        tones, voice = sound.tones and not self.is_silent, sound.voice or self.speaks
        return replace(
            settings,
            screen=replace(
                screen, theme=self.theme or screen.theme, language=self.language or screen.language
            ),
            sound=replace(sound, tones=tones, voice=voice),
            evidence=replace(evidence, keep=evidence.keep and not self.no_evidence),
        )

    def after(self, key: str) -> Wanted:
        """What is still asked for once the setting `key` was chosen on the device."""
        return replace(self, **_FORGOTTEN.get(key, {}))
