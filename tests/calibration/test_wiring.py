"""The wiring drawings."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from calibration.wiring import DRAWINGS, FOLDER, HEADER
from pi_board.config.settings import defaults, load
from pi_board.readers.buttons import DRAWN_PINS
from pi_board.readers.reed_matrix import COLUMN_PINS, ROW_PINS
from pi_board.views.buzzer import DRAWN_PIN

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", sorted(DRAWINGS))
def test_the_drawings_are_up_to_date(name: str) -> None:
    """What lies in the folder is what the script draws; it is XML."""
    text = DRAWINGS[name]()
    assert (FOLDER / name).read_text("utf-8") == text
    assert ElementTree.fromstring(text).tag.endswith("svg")


def test_the_pin_table_of_the_manual_is_the_programs() -> None:
    """Rows, files and buttons, as BCM numbers and as pins of the header."""
    manual = (ROOT / "hardware.md").read_text("utf-8")
    for pins in (ROW_PINS, COLUMN_PINS, tuple(DRAWN_PINS.values())):
        assert ", ".join(map(str, pins)) in manual
        assert ", ".join(str(HEADER[pin]) for pin in pins) in manual


def test_the_manual_says_what_to_write_for_the_buttons(tmp_path: Path) -> None:
    """There are none by default, and these go with everything else it draws."""
    manual = (ROOT / "hardware.md").read_text("utf-8")
    lines = [f"{name} = {pin}" for name, pin in DRAWN_PINS.items()]
    assert ", ".join(f"`{line}`" for line in lines) in manual
    file = tmp_path / "config.toml"
    file.write_text(
        '[reader]\nkind = "reed"\n[lamps]\nkind = "chain"\n[buttons]\n' + "\n".join(lines)
    )
    assert load(file).buttons.pins == DRAWN_PINS
    assert defaults().buttons.pins == {}


def test_the_buzzer_of_the_full_build_has_a_pin(tmp_path: Path) -> None:
    """Beside reeds, lamps and buttons as they are drawn; on one without a fixed pull-up."""
    manual = (ROOT / "hardware.md").read_text("utf-8")
    assert f"| buzzer | {DRAWN_PIN} | {HEADER[DRAWN_PIN]} |" in manual
    assert f"`buzzer = {DRAWN_PIN}`" in manual
    lines = [f"{name} = {pin}" for name, pin in (*DRAWN_PINS.items(), ("buzzer", DRAWN_PIN))]
    file = tmp_path / "config.toml"
    file.write_text(
        '[reader]\nkind = "reed"\n[lamps]\nkind = "chain"\n[buttons]\n' + "\n".join(lines)
    )
    assert load(file).buttons.buzzer == DRAWN_PIN
    assert DRAWN_PIN not in (2, 3)
