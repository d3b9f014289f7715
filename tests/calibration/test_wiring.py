"""The wiring drawings."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from calibration.wiring import DRAWINGS, FOLDER, HEADER
from pi_board.readers.reed_matrix import COLUMN_PINS, ROW_PINS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", sorted(DRAWINGS))
def test_the_drawings_are_up_to_date(name: str) -> None:
    """What lies in the folder is what the script draws; it is XML."""
    text = DRAWINGS[name]()
    assert (FOLDER / name).read_text("utf-8") == text
    assert ElementTree.fromstring(text).tag.endswith("svg")


def test_the_pin_table_of_the_manual_is_the_programs() -> None:
    """Rows and files, as BCM numbers and as pins of the header."""
    manual = (ROOT / "hardware.md").read_text("utf-8")
    for pins in (ROW_PINS, COLUMN_PINS):
        assert ", ".join(map(str, pins)) in manual
        assert ", ".join(str(HEADER[pin]) for pin in pins) in manual
