"""The sections of the configuration as types; `keys` says what each field may hold."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pi_board.readers.reed_matrix import Pins
from pi_board.readers.reed_wiring import Coding
from pi_board.records.evidence import Retention


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """What sees the board."""

    kind: Literal["camera", "reed", "fused"]
    camera: str


@dataclass(frozen=True, slots=True)
class ReedSettings:
    """How the reeds are wired; pins are BCM numbers.

    `order` (the sensor under each site, a1 first; empty: as wired) and `masked` (sites whose reed
    is not believed) come from the board's profile.
    """

    kind: Literal["matrix", "shift"]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    coding: Coding
    latch: int
    scans_per_second: float
    equal_scans: int
    order: tuple[int, ...] = ()
    masked: tuple[str, ...] = ()

    @property
    def pins(self) -> Pins:
        """The pins of a matrix."""
        return Pins(self.rows, self.columns)


@dataclass(frozen=True, slots=True)
class LampSettings:
    """How the lamps are wired and how bright they are.

    `order` (the site under each lamp; empty: as `corner`, `along` and `zigzag` say) comes from the
    board's profile. A base may have more lamps than the board on it has sites (0: just as many).
    """

    kind: Literal["none", "chain", "edge"]
    corner: str
    along: str
    zigzag: bool
    base_columns: int
    base_rows: int
    brightness: int
    night: bool
    limit_a: float
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    order: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """BCM numbers; 0: none."""

    hint: int
    ok: int
    back: int
    buzzer: int

    @property
    def pins(self) -> dict[str, int]:
        """The BCM number of each button that is there."""
        wired = {"hint": self.hint, "ok": self.ok, "back": self.back}
        return {name: pin for name, pin in wired.items() if pin}


NO_BUTTONS = ButtonSettings(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    """What the screen looks like; `language` "": as the system says. `text` is a key of
    `pi_board.views.theme.TEXT_SIZES`, `turn` one of `pi_board.views.theme.TURNS`, `black` and
    `white` are colours of real stones, `dark_after_minutes` 0: never.
    """

    language: str
    theme: Literal["dark", "light"]
    text: str
    turn: int
    dark_after_minutes: int
    black: str
    white: str

    @property
    def stones(self) -> tuple[str, str]:
        """The colours of the stones of Black and of White."""
        return self.black, self.white


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """What is heard."""

    tones: bool
    voice: bool


@dataclass(frozen=True, slots=True)
class EvidenceSettings:
    """Whether pictures of a game are kept, and how long and how many."""

    keep: bool
    days: float
    megabytes: float

    @property
    def retention(self) -> Retention:
        """What is kept of a game."""
        return Retention(self.keep, self.days, self.megabytes)


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """The players' usual names; "": Black and White."""

    black: str
    white: str


@dataclass(frozen=True, slots=True)
class ProfileSettings:
    """The profile of the board on which each game is played."""

    loa: str
    linja: str
    connexoh: str


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole configuration, and the file it is from (None: all defaults)."""

    reader: ReaderSettings
    reeds: ReedSettings
    lamps: LampSettings
    buttons: ButtonSettings
    screen: ScreenSettings
    sound: SoundSettings
    evidence: EvidenceSettings
    players: PlayerSettings
    profiles: ProfileSettings
    file: Path | None
