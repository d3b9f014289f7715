"""``pi-board sheets``."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.sheets import PAPERS_MM
from pi_board.cli.sheets import PAPERS, sheets
from pi_board.core.errors import EnvironmentFault
from tests.disks import full


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("charuco --paper a1", "--paper changes nothing of charuco"),
        ("charuco fiducials --site 30", "--site changes nothing of charuco, fiducials"),
        ("loa --board 300", "--board changes nothing of loa, expected it with fiducials"),
        ("loa fiducials --paper a2 --board 300", ""),
        ("fiducials --paper letter", ""),
    ],
)
def test_what_changes_nothing_is_refused(tmp_path: Path, words: str, told: str) -> None:
    """Else somebody prints a page that is another one than asked for."""
    done = CliRunner().invoke(sheets, [*words.split(), "--out", str(tmp_path)])
    assert (done.exit_code != 0) == bool(told)
    assert told in done.stderr
    assert bool(list(tmp_path.iterdir())) != bool(told)


def test_every_paper_may_be_asked_for() -> None:
    """The command knows them before the sheets are loaded."""
    assert tuple(PAPERS_MM) == PAPERS


@pytest.mark.parametrize(
    ("words", "site_mm"),
    [("connexoh tiles", 25), ("connexoh tiles --paper a3", 37), ("", 25), ("tiles", 45)],
)
def test_tiles_fit_the_board_printed_with_them(tmp_path: Path, words: str, site_mm: int) -> None:
    """Else they cannot be laid on it; alone they have the size of the manual."""
    done = CliRunner().invoke(sheets, [*words.split(), "--png", "--out", str(tmp_path)])
    assert done.exit_code == 0
    page = cv2.imread(str(tmp_path / "tiles-1.png"), cv2.IMREAD_GRAYSCALE)
    across = np.flatnonzero((page[: page.shape[0] // 2] < 128).mean(axis=0) > 0.45)
    lines = across[np.append(True, np.diff(across) > 3)]
    assert np.diff(lines).min() * 25.4 / 200 == pytest.approx(site_mm, abs=0.5)


def test_a_folder_that_cannot_be_made_has_a_way_out(tmp_path: Path) -> None:
    """Among somebody else's files, say; here below a file."""
    (tmp_path / "file").write_text("")
    done = CliRunner().invoke(sheets, ["loa", "--out", str(tmp_path / "file" / "sheets")])
    assert isinstance(done.exception, EnvironmentFault)
    assert "--out names another folder" in str(done.exception)


def test_a_full_disk_leaves_an_older_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one there is may be good."""
    sheet = tmp_path / "charuco.pdf"
    sheet.write_bytes(b"an earlier one")

    monkeypatch.setattr(os, "fsync", full)
    done = CliRunner().invoke(sheets, ["charuco", "--out", str(tmp_path)])
    assert isinstance(done.exception, EnvironmentFault)
    assert sheet.read_bytes() == b"an earlier one"
