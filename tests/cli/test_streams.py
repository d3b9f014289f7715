"""The program among others: what it reads is closed, what it writes goes nowhere, it is told to
end.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import click
import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from pi_board.cli.main import COMMANDS, cli
from tests.cli.films import FILMS, beginning
from tests.cli.running import ran

FILM = FILMS / "loa"
BEGUN = 4  # pictures of it in which the game begins


def told(*words: str, **more: object) -> subprocess.CompletedProcess[str]:
    """What a program is told and says."""
    command = [sys.executable, "-m", "pi_board", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **more)  # type: ignore[call-overload, no-any-return]


def started(*words: str) -> subprocess.Popen[str]:
    """A program that goes on until it is told to end: as it was started, whoever runs the tests in
    the background may have had these signals ignored.
    """
    heard = "--default-signal=INT,HUP,TERM"
    command = ["env", heard, sys.executable, "-m", "pi_board", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def buffered() -> dict[str, str]:
    """The environment in which Python writes several lines at a time, as it does for users."""
    return {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}


def test_help_names_every_command_and_imports_none() -> None:
    """It waits for no OpenCV and no pygame, and is there where one of them is broken."""
    ask = "import sys\nfrom pi_board.cli.main import cli\ntry:\n    cli(['--help'])\n"
    ask += "except SystemExit:\n    print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    *lines, modules = done.stdout.splitlines()
    named = [line.split(maxsplit=1) for line in lines[lines.index("Commands:") + 1 :]]
    assert [name for name, _ in named] == list(COMMANDS)
    assert all(purpose.endswith(".") and "..." not in purpose for _, purpose in named)
    assert not {"cv2", "numpy", "pygame", "gpiozero"} & set(modules.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_begins_as_it_is_listed(name: str) -> None:
    """It is written twice: once to be listed without importing it."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.help is not None
    assert command.help.split()[0] == COMMANDS[name][1].split()[0]


@pytest.mark.parametrize("group", ["games", "calibrate", "config"])
def test_help_cuts_no_sentence(group: str) -> None:
    """Each command of a group is listed with all that it is for."""
    listed = (
        CliRunner()
        .invoke(cli, [group, "--help"], terminal_width=80)
        .stdout.partition("Commands:\n")[2]
    )
    assert listed
    assert "..." not in listed


def options(command: click.Command, context: click.Context) -> Iterator[click.Option]:
    """All of a command and of those below it."""
    yield from (one for one in command.params if isinstance(one, click.Option))
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from options(below, context)


def test_help_says_what_holds_without_an_option() -> None:
    """And what each of several values is."""
    context = click.Context(cli)
    values = [one for one in options(cli, context) if not one.is_flag and not one.multiple]
    chosen = [one for one in values if isinstance(one.default, int | float | str) and one.default]
    assert chosen
    assert [one.opts for one in chosen if not one.show_default] == []
    assert [one.opts for one in values if one.nargs > 1 and not one.metavar] == []


@pytest.mark.parametrize("words", [("referee", "loa"), ("engine", "loa")])
def test_input_that_was_closed_is_empty(words: tuple[str, ...]) -> None:
    """Nothing is read, and all is well."""
    done = told(*words, preexec_fn=lambda: os.close(0))
    assert (done.returncode, done.stderr) == (0, "")


def test_a_question_without_anybody_to_answer_is_given_up() -> None:
    """Instead of a traceback, and below the question."""
    done = told("calibrate", preexec_fn=lambda: os.close(0))
    assert done.returncode == 1
    assert done.stderr == "\npi-board: the input has ended, expected an answer\n"


def test_ctrl_c_at_a_question_is_no_end_of_the_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Though click tells both in the same way."""

    def interrupt(_: str) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("click.termui.visible_prompt_func", interrupt)
    code, _, err = ran(capsys, "calibrate")
    assert (code, err) == (1, "\npi-board: interrupted\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to write to")
def test_a_full_disk_is_named() -> None:
    """It is the machine's fault."""
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "pi_board", "moves", "loa"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "pi-board: No space left on device\n"


@pytest.mark.thorough
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to write to")
@pytest.mark.parametrize(("source", "code"), [("nowhere", 1), ("camera:99", 2)])
def test_the_code_tells_also_where_a_complaint_has_no_room(source: str, code: int) -> None:
    """As in a log on a full disk."""
    command = [sys.executable, "-m", "pi_board", "watch", "loa", source]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stderr=full, check=False, env=buffered())
    assert done.returncode == code


def test_a_file_that_must_not_grow_is_one_line(tmp_path: Path) -> None:
    """Neither does Python complain at the end, nor is the code its own."""

    def allow_little() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    command = [sys.executable, "-m", "pi_board", "config", "show", "--default"]
    with (tmp_path / "out").open("w") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, text=True, check=False,
                              env=buffered(), preexec_fn=allow_little)  # fmt: skip
    assert (done.returncode, done.stderr) == (2, "pi-board: File too large\n")


@pytest.mark.thorough
def test_compiled_files_that_a_full_disk_cut_short_are_named(tmp_path: Path) -> None:
    """Python left them, and stumbles over them for ever after."""
    compiling = {
        key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"
    }
    compiling["PYTHONPYCACHEPREFIX"] = str(tmp_path)
    assert told("moves", "loa", env=compiling).returncode == 0
    (compiled,) = tmp_path.rglob("pi_board/cli/rules.*.pyc")
    compiled.write_bytes(compiled.read_bytes()[:100])
    done = told("moves", "loa", env=compiling)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert str(tmp_path) in done.stderr


@pytest.mark.thorough
def test_whoever_has_read_enough_is_not_complained_to() -> None:
    """As with `| head`."""
    program = started("watch", "loa", str(FILM), "--json", "--no-evidence")
    assert program.stdout is not None
    assert program.stderr is not None
    program.stdout.readline()
    program.stdout.close()
    assert (program.wait(60), program.stderr.read()) == (0, "")


def test_letters_that_the_output_has_not_are_written_as_escapes(tmp_path: Path) -> None:
    """A name does not stop a game."""
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    film = str(beginning(tmp_path, "loa", BEGUN))
    words = ("watch", "loa", film, "--no-evidence", "--players", "Ana", "Žofie")
    done = told(*words, env=environment, encoding="latin-1")
    assert done.returncode == 0
    assert "White: \\u017dofie" in done.stdout


@pytest.mark.parametrize("seconds", ["nan", "inf"])
def test_no_search_takes_for_ever(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Numbers that are none are refused."""
    code, _, err = ran(capsys, "hint", "loa", "--seconds", seconds)
    assert code == 1
    assert seconds in err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "sign"),
    [
        (("hint", "loa", "--seconds", "60"), signal.SIGINT),
        (("perft", "loa", "8", "--fast"), signal.SIGINT),
        (("simulate", "loa", "--games", "200", "--summary", "--workers", "2"), signal.SIGTERM),
        (("play", "loa", "--reader", "simulator"), signal.SIGHUP),  # its terminal was closed
    ],
)
def test_a_long_task_ends_when_it_is_told_to(words: tuple[str, ...], sign: signal.Signals) -> None:
    """The search kernel hears no signals, and processes left behind would play on, as lamps would
    go on shining.
    """
    program = started(*words)
    time.sleep(4.0)  # until it is at it
    program.send_signal(sign)
    _, complaint = program.communicate(timeout=20)  # its children hold the pipes as long as it does
    assert program.returncode == 1
    assert complaint.splitlines()[-1] == "pi-board: interrupted"


@pytest.mark.thorough
def test_names_are_read_in_the_c_locale_too(tmp_path: Path) -> None:
    """A service may have no other."""
    environment = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    film = str(beginning(tmp_path, "loa", BEGUN))
    told("watch", "loa", film, "--no-evidence", "--players", "Ana", "Žofie", env=environment)
    found = told("games", "list", "--player", "Žofie", "--json", env=environment)
    assert json.loads(found.stdout)["players"] == {"b": "Ana", "w": "Žofie"}


@pytest.mark.parametrize(
    "words",
    [("watch", "loa", str(FILM), "--players", "Ana"), ("games", "list", "--player"),
     ("games", "show"), ("games", "match")],
)  # fmt: skip
def test_what_is_no_text_is_told_as_such(words: tuple[str, ...]) -> None:
    """As from a terminal that writes Latin-1."""
    more = ("Z",) if "--players" in words else ()
    done = told(*words, "\udcc5", *more)
    assert done.returncode == 1
    assert "is no text in UTF-8" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_damaged_picture_is_one_line(tmp_path: Path) -> None:
    """OpenCV has nothing to add to it."""
    path = tmp_path / "cut.bmp"
    cv2.imwrite(str(path), np.zeros((50, 50, 3), np.uint8))
    path.write_bytes(path.read_bytes()[:4000])
    done = told("read", "loa", str(path))
    assert done.returncode == 1
    assert done.stderr == f"pi-board: {path}: this is no picture (expected JPEG, PNG or the like)\n"


@pytest.mark.parametrize("words", [("games", "list"), ("config", "check"), ("doctor",)])
def test_a_user_without_a_home_is_told_so(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in a container, where the system knows no such user."""

    def unknown(number: int) -> NoReturn:
        raise KeyError(number)

    monkeypatch.setattr("pwd.getpwuid", unknown)
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "STATE_DIRECTORY", "PI_BOARD_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    code, _, err = ran(capsys, *words)
    (line,) = err.splitlines()
    assert code == 2
    assert line.startswith("pi-board: HOME is not set")
