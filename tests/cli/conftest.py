"""`pi-board games`, and games for it."""

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import pytest

from pi_board.app.kept.keeping import Keeper
from pi_board.app.sitting import Sitting
from pi_board.games.registry import make_game
from pi_board.records.archive import Archive
from pi_board.records.place import games_folder
from pi_board.records.record import Header
from tests.cli.kept_games import Games
from tests.cli.running import ran
from tests.records.games import random_record
from tests.records.table import TableReader, evening


@pytest.fixture
def games(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Games]:
    """Run `pi-board games` with a state folder of its own."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)

    yield partial(ran, capsys, "games")
    assert {path.name for path in tmp_path.iterdir()} <= {"state", "out"}


@pytest.fixture
def kept(games: Games) -> list[str]:
    """Three games, one of each kind, the last named first."""
    archive = Archive(games_folder())
    names = [archive.add(random_record(name, Random(3))) for name in ("loa", "linja", "connexoh")]
    archive.close()
    return names


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game that was played just now."""
    folder, game = tmp_path_factory.mktemp("played"), make_game("loa")
    with closing(Keeper(Header.of(game, ("A", "B"), "simulator"), folder)) as keeper:
        list(Sitting(game, TableReader(evening("loa").inputs), keep=keeper).moments())
    return folder
