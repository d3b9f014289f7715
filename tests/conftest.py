"""For every test: no window; no state, configuration or language of who is at the machine."""

import gc
import os
import signal
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
# Tests run side by side, one on each core: more threads only wait for each other.
os.environ["OPENCV_FOR_THREADS_NUM"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"

# No deadline: how long an example takes on a busy machine says nothing about the program.
settings.register_profile(
    "quick",
    deadline=None,
    derandomize="CI" in os.environ,
    print_blob=False,
    max_examples=50,
)
settings.register_profile("deep", settings.get_profile("quick"), max_examples=300)
settings.load_profile("quick")


def pytest_collection_finish() -> None:
    """All that was imported and collected stays: no need to look for garbage in it again. Tests
    leave little, so to look for it after every 700 new objects takes 4 % of their time for nothing.
    """
    gc.freeze()
    gc.set_threshold(10_000)


@pytest.fixture(scope="session", autouse=True)
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Iterator[Path]]:
    """Folders not made yet; the first serves the fixtures shared by several tests."""
    folder = tmp_path_factory.mktemp("homes")
    unused = (folder / str(number) for number in count())
    with pytest.MonkeyPatch.context() as patch:
        _live_in(next(unused), patch)
        yield unused


@pytest.fixture(autouse=True)
def home(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where one test, and the programs it starts, keep state and look for configuration."""
    folder = next(homes)
    _live_in(folder, monkeypatch)
    return folder


@pytest.fixture
def hang_up() -> Iterator[Callable[..., None]]:
    """Close the terminal (SIGHUP), whatever it is called with; the tests themselves outlive it."""
    before = signal.signal(signal.SIGHUP, lambda *_: None)
    yield lambda *_: signal.raise_signal(signal.SIGHUP)
    signal.signal(signal.SIGHUP, before)


def _live_in(folder: Path, patch: pytest.MonkeyPatch) -> None:
    patch.setenv("XDG_STATE_HOME", str(folder / "state"))
    patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    patch.setenv("LANGUAGE", "en")
    for name in ("STATE_DIRECTORY", "PI_BOARD_CONFIG"):
        patch.delenv(name, raising=False)
