"""The service's files: they install, install again, come off, and systemd likes them."""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
UNITS = ROOT / "systemd"


def run_installer(target: Path, *arguments: str) -> dict[str, str]:
    """Install into a folder; every file there with its text."""
    environment = {**os.environ, "DESTDIR": str(target), "PYTHON": sys.executable}
    subprocess.run([UNITS / "install.sh", *arguments], env=environment, check=True)
    return {
        str(path.relative_to(target)): path.read_text("utf-8")
        for path in sorted(target.rglob("*"))
        if path.is_file()
    }


@pytest.mark.thorough
def test_installing_twice_gives_the_same(tmp_path: Path) -> None:
    """And repairs what was changed, but keeps the configuration."""
    first = run_installer(tmp_path)
    assert "etc/systemd/system/pi-board@.service" in first
    config = tmp_path / "etc/pi-board/config.toml"
    assert "pi-board-box config check" in config.read_text()  # what the Pi has on its PATH
    config.write_text("[lamps]\nbrightness = 3\n")
    (tmp_path / "etc/udev/rules.d/60-pi-board.rules").write_text("broken")
    again = run_installer(tmp_path)
    assert again.pop("etc/pi-board/config.toml") == "[lamps]\nbrightness = 3\n"
    assert again == {name: text for name, text in first.items() if "config.toml" not in name}


def test_taking_it_off_keeps_games_and_configuration(tmp_path: Path) -> None:
    """Nothing else stays."""
    run_installer(tmp_path)
    game = tmp_path / "var/lib/pi-board/games/a.jsonl"
    game.parent.mkdir(parents=True)
    game.write_text("{}")
    left = run_installer(tmp_path, "uninstall")
    assert set(left) == {"etc/pi-board/config.toml", "var/lib/pi-board/games/a.jsonl"}


def test_a_folder_is_left_alone_where_the_program_cannot_run(tmp_path: Path) -> None:
    """As by the Python of a system that has none of what it needs: one line says what to do."""
    bare, target = tmp_path / "python", tmp_path / "target"
    programs(tmp_path, python="echo ModuleNotFoundError >&2; exit 1")
    environment = {**os.environ, "DESTDIR": str(target), "PYTHON": str(bare)}
    done = subprocess.run(
        [UNITS / "install.sh"], env=environment, check=False, capture_output=True, text=True
    )
    expected = f"pi-board: {bare} lacks what pi-board needs: make venv first\n"
    assert (done.returncode, done.stderr) == (1, expected)
    assert not target.exists()


def test_only_root_takes_it_off(tmp_path: Path) -> None:
    """Anybody else is told how before anything goes."""
    programs(tmp_path, id="echo 1000", rm="exit 1", systemctl="exit 0")
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "DESTDIR": ""}
    done = subprocess.run(
        [UNITS / "install.sh", "uninstall"], env=environment, check=False, capture_output=True
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"pi-board: run it as root: sudo make uninstall\n"


@pytest.mark.thorough
def test_an_upgrade_migrates_what_was_kept(tmp_path: Path) -> None:
    """Old keys of the configuration go into the board's profile; games are left alone."""
    run_installer(tmp_path)
    config, game = (
        tmp_path / "etc/pi-board/config.toml",
        tmp_path / "var/lib/pi-board/games/a.jsonl",
    )
    config.write_text("[reeds]\nmasked = ['c4']\n")
    game.parent.mkdir(parents=True)
    game.write_text("{}")
    after = run_installer(tmp_path)
    assert "c4" in after["var/lib/pi-board/profiles/loa.toml"]
    assert "c4" not in after["etc/pi-board/config.toml"]
    assert after["var/lib/pi-board/games/a.jsonl"] == "{}"


@pytest.mark.thorough
def test_a_broken_configuration_does_not_stop_the_installer(tmp_path: Path) -> None:
    """It is kept for its owner to mend, and everything else is put right."""
    first = run_installer(tmp_path)
    config = tmp_path / "etc/pi-board/config.toml"
    config.write_text("[reeds\nkind = matrix")
    (tmp_path / "etc/udev/rules.d/60-pi-board.rules").write_text("broken")
    again = run_installer(tmp_path)
    assert again["etc/pi-board/config.toml"] == "[reeds\nkind = matrix"
    assert (
        again["etc/udev/rules.d/60-pi-board.rules"] == first["etc/udev/rules.d/60-pi-board.rules"]
    )
    config.unlink()
    config.symlink_to(tmp_path / "stick/config.toml")  # on a stick that is not plugged in
    run_installer(tmp_path)
    assert config.is_symlink()


def test_the_installer_brings_every_dependency() -> None:
    """From the system or from the lock, those of dependencies too."""
    script = (UNITS / "install.sh").read_text("utf-8")
    brought = set(re.search(r'locked="([^"]*)"', script)[1].replace("\\", "").split())  # type: ignore[index]
    packages = set(re.findall(r"python3-[a-z0-9]+", script))
    brought |= {name for name, package in FROM_SYSTEM.items() if package in packages}
    wanted, found = ["pi-board"], set()
    while wanted:
        for text in importlib.metadata.requires(wanted.pop()) or ():
            name = re.match(r"[\w-]+", text)[0].lower()  # type: ignore[index]
            if "extra ==" not in text and name not in found and applies(text):
                found.add(name)
                wanted.append(name)
    assert found - brought == set()


def programs(folder: Path, **does: str) -> None:
    """Put shell programs into a folder: what each one does, by its name."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in does.items():
        path = folder / name.replace("_", "-")
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)


def run_environment(tmp_path: Path) -> None:
    """Run that part of the installer with the programs in `bin` and `opt/venv/bin`."""
    script = (UNITS / "install.sh").read_text("utf-8").partition("\ncase ")[0]
    script = script.replace("/opt/pi-board", str(tmp_path / "opt"))
    for name in ("requirements.lock", "systemd/bookworm.lock"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "systemd/install.sh").write_text(f"{script}\nenvironment\n")
    path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHON": "python-of-the-system"}
    subprocess.run(["sh", tmp_path / "systemd/install.sh"], env=environment, check=True)


@pytest.mark.parametrize("has_detector", [True, False])
def test_an_opencv_that_is_too_old_is_replaced(tmp_path: Path, has_detector: bool) -> None:
    """Bookworm's is; Trixie's own stays in use."""
    asked = tmp_path / "asked"
    detector = f'case "$2" in *.ArucoDetector) exit {0 if has_detector else 1};; esac'
    programs(tmp_path / "opt/venv/bin", python=detector, pip=f'echo "$@" >> {asked}')
    programs(tmp_path / "bin", apt_get="exit 0")
    run_environment(tmp_path)
    lines = [line for line in asked.read_text("utf-8").splitlines() if "bookworm.lock" in line]
    assert len(lines) == (0 if has_detector else 1)
    assert all("--require-hashes" in line for line in lines)


# a pip that is not there, as long as the file ``made`` is not
NO_PIP = 'case "$*" in *--version) test -e {}; esac'


def test_the_installer_makes_half_an_environment_whole(tmp_path: Path) -> None:
    """One in which the power went, or whose Python the system no longer has, has no pip."""
    made = tmp_path / "made"
    programs(tmp_path / "opt/venv/bin", python="exit 0", pip=NO_PIP.format(made))
    programs(tmp_path / "bin", apt_get="exit 0", python_of_the_system=f'echo "$*" >> {made}')
    for _ in range(2):
        run_environment(tmp_path)
    assert made.read_text("utf-8").split() == [
        "-m", "venv", "--system-site-packages", str(tmp_path / "opt/venv"),
    ]  # fmt: skip


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_make_makes_half_an_environment_whole(tmp_path: Path) -> None:
    """Debian leaves one without pip behind where `python3-venv` is not installed."""
    made = tmp_path / "made"
    programs(tmp_path / "venv", python=NO_PIP.format(made))
    programs(tmp_path, system=f'echo "$*" >> {made}')
    places = (f"BIN={tmp_path}/venv", f"STAMP={tmp_path}/stamp", f"PYTHON={tmp_path}/system")
    subprocess.run(["make", "-C", ROOT, "venv", *places], check=True)
    assert made.read_text("utf-8") == "-m venv --clear .venv\n"


FROM_SYSTEM = {
    "numpy": "python3-numpy",
    "opencv-python-headless": "python3-opencv",
    "pygame": "python3-pygame",
    "gpiozero": "python3-gpiozero",
    "colorzero": "python3-colorzero",
    "setuptools": "python3-setuptools",
    "pillow": "python3-pil",
}


def applies(requirement: str) -> bool:
    """Whether a requirement is for the Python that this is."""
    return Requirement(requirement).marker is None or Requirement(requirement).marker.evaluate()  # type: ignore[union-attr]


def test_no_shared_folder_is_used_by_hand() -> None:
    """In /tmp nobody can replace what lgpio left there for another user."""
    text = (UNITS / "pi-board-box").read_text("utf-8")
    state = re.search(r"STATE_DIRECTORY=(\S+)", text)[1]  # type: ignore[index]
    assert f"LG_WD={state} " in text


@pytest.mark.parametrize(("words", "ran_as"), [("sheets loa", "me"), ("doctor", "piboard")])
def test_sheets_are_written_as_who_asks_for_them(tmp_path: Path, words: str, ran_as: str) -> None:
    """The service's user may not write into anybody's folder; games and pins are its own."""
    program = tmp_path / "pi-board"
    program.write_text('#!/bin/sh\necho "${WHO:-me} $*"\n')
    (tmp_path / "sudo").write_text('#!/bin/sh\nWHO=$2; export WHO; shift 2; exec "$@"\n')
    box = tmp_path / "pi-board-box"
    text = (UNITS / "pi-board-box").read_text("utf-8")
    box.write_text(text.replace("/opt/pi-board/venv/bin/pi-board", str(program)))
    for file in (program, tmp_path / "sudo", box):
        file.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    said = subprocess.run([box, *words.split()], env=environment, check=True, capture_output=True)
    assert said.stdout.decode() == f"{ran_as} {words}\n"


# the module that registers each class in /proc/devices; None: built into the Pi's kernels
MODULES = {
    "gpiochip": None,
    "spi": "spidev",
    "i2c": "i2c-dev",
    "drm": "drm",
    "input": None,
    "video4linux": "videodev",
    "media": "mc",
    "dma_heap": None,
    "alsa": "snd",
}


def test_every_device_class_is_there_before_the_service() -> None:
    """One that is not is left out of what the service may use, for as long as it runs."""
    unit = (UNITS / "pi-board@.service").read_text("utf-8")
    classes = re.findall(r"^DeviceAllow=char-(\S+)", unit, re.MULTILINE)
    assert "systemd-modules-load.service" in unit
    loaded = (UNITS / "modules-pi-board.conf").read_text("utf-8").splitlines()
    assert {MODULES[name] for name in classes} - {None} == {
        line for line in loaded if not line.startswith("#")
    }


def copied(folder: Path) -> list[str]:
    """The units as instances in a folder, with a program that is there."""
    for path in UNITS.glob("pi-board*"):
        text = path.read_text("utf-8").replace("/opt/pi-board/venv/bin/pi-board", "/bin/true")
        (folder / path.name.replace("@.", "@loa.")).write_text(text)
    return ["pi-board@loa.service", "pi-board-poweroff@loa.path", "pi-board-poweroff.service"]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_finds_nothing_to_complain_of(tmp_path: Path) -> None:
    """But that a unit cannot conflict with itself, which is meant."""
    units = copied(tmp_path)
    found = subprocess.run(
        ["systemd-analyze", "verify", *(f"./{unit}" for unit in units)],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    lines = [line for line in found.stderr.splitlines() if "Dependency Conflicts=" not in line]
    assert (found.returncode, lines) == (0, [])


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_the_service_is_confined(tmp_path: Path) -> None:
    """Exposure at most 2.0 of 10."""
    unit, *_ = copied(tmp_path)
    subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=20", f"./{unit}"],
        cwd=tmp_path, check=True, capture_output=True,
    )  # fmt: skip
