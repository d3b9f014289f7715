"""`pi-board games`, and games for it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from pi_board.cli.main import main
from pi_board.records.archive import Archive
from pi_board.records.place import games_folder
from tests.cli.kept_games import Games
from tests.records.games import random_record


@pytest.fixture
def games(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Games]:
    """Run `pi-board games` with a state folder of its own."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stopped:
            main(["games", *arguments])
        captured = capsys.readouterr()
        assert isinstance(stopped.value.code, int)
        return stopped.value.code, captured.out, captured.err

    yield run
    assert {path.name for path in tmp_path.iterdir()} <= {"state", "out"}


@pytest.fixture
def kept(games: Games) -> list[str]:
    """Three games, one of each kind, the last named first."""
    archive = Archive(games_folder())
    names = [archive.add(random_record(name, Random(3))) for name in ("loa", "linja", "connexoh")]
    archive.close()
    return names
