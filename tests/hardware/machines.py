"""Machines made of folders, for the doctor."""

from __future__ import annotations

from pathlib import Path

from pi_board.app.doctor.checks import Check, Finding, Machine
from pi_board.config.sections import Settings
from pi_board.config.settings import defaults, load


def machine(root: Path, files: dict[str, str], **environment: str) -> Machine:
    """A machine that has these files and no others."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Machine(root, tuple(environment.items()))


def only(check: Check, here: Machine, settings: Settings | None = None) -> Finding:
    """The one finding of a check."""
    (found,) = check(here, settings or defaults())
    return found


def configured(folder: Path, text: str) -> Settings:
    """What a configuration file with this text gives."""
    file = folder / "config.toml"
    file.write_text(text)
    return load(file)


def reed_settings(folder: Path) -> Settings:
    """A box with reeds and a chain of lamps."""
    return configured(folder, '[reader]\nkind = "reed"\n[lamps]\nkind = "chain"\n')
