"""Disputes that were written down as cases (``games export ID --case``) stay decided.

Each folder of ``cases`` is one; a new one needs nothing but its folder here.
"""

from pathlib import Path

import pytest

from pi_board.app.kept.resuming import state_after
from pi_board.records.history import record_of
from pi_board.records.journal import read_journal
from tests.records.again import case_faults

CASES = sorted(path for path in (Path(__file__).parent / "cases").iterdir() if path.is_dir())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_referee_decides_as_then(case: Path) -> None:
    """The same observations give the same events."""
    before = read_journal(case / "before.jsonl")
    assert case_faults(case, state_after(before, record_of(before, case.name))) == ()


def test_there_are_cases() -> None:
    """At least one of each game."""
    assert len(CASES) >= 3
