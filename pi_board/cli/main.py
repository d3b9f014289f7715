"""``pi-board``: collects the commands, and turns exceptions into one line and an exit code.

Exit codes: 0 done, 1 misuse or invalid input, 2 hardware or environment. Commands are imported only
when they are called, so that a small one does not wait for OpenCV.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path

import click

from pi_board.cli.complaining import complain
from pi_board.cli.listing import WholeGroup
from pi_board.core.errors import EnvironmentFault, PiBoardError

# command: module of this package that holds a click command of the same name, and what it is for
COMMANDS = {
    "moves": ("rules", "Print the legal moves."),
    "apply": ("rules", "Play moves and print what stands then."),
    "perft": ("rules", "Count the leaves of the game tree."),
    "explain": ("rules", "Say why a move is legal or not."),
    "read": ("read", "Read the board in pictures."),
    "watch": ("watch", "Watch a camera, a film or pictures and referee the game."),
    "referee": ("referee", "Referee what another program sees, on standard input."),
    "play": ("play", "Play on a real board: screen, lamps and sound."),
    "simulate": ("simulate", "Play games at a simulated table and referee them."),
    "hint": ("hint", "Print the best moves and how likely each wins."),
    "engine": ("engine", "Answer the lines of another program on standard input."),
    "games": ("games", "The games that were kept: list, show, export, review."),
    "sheets": ("sheets", "Write sheets to print: markers, boards, tiles."),
    "calibrate": ("calibrate", "Set up a board: camera, lens, reeds and lamps."),
    "config": ("config", "Look at the configuration and check it."),
    "doctor": ("doctor", "Say what is well and what is not, with a remedy each."),
}


class LazyGroup(WholeGroup):
    """A group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of `COMMANDS`."""
        return list(COMMANDS)

    def purpose(self, ctx: click.Context, cmd_name: str) -> str:
        """What a command is for, which to ask the command itself would import it."""
        return COMMANDS[cmd_name][1]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command called `cmd_name`, None if there is none.

        Raises EnvironmentFault where one of Python's compiled files is cut short.
        """
        if cmd_name not in COMMANDS:
            return None
        try:
            module = import_module(f"pi_board.cli.{COMMANDS[cmd_name][0]}")
        except EOFError as error:  # marshal's, of a file for which a full disk had no room
            places = sys.pycache_prefix or f"{sys.prefix} and {Path(__file__).parents[1]}"
            raise EnvironmentFault(
                f"a compiled file of Python's is cut short: delete __pycache__ under {places}"
            ) from error
        command: click.Command = getattr(module, cmd_name)
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="pi-board")
def cli() -> None:
    """A referee for Lines of Action, Linja and Connex'oh on a real board."""


def leave_cores_free(cores: int) -> None:
    """Keep OpenCV, not loaded yet, from using more threads than leave two cores for the screen and
    the search, and NumPy from using more than one: its matrices are so small here that others would
    only wait for them, each on a core of its own. A number the environment gives already is kept.
    """
    os.environ.setdefault("OPENCV_FOR_THREADS_NUM", str(max(1, cores - 2)))
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def main(arguments: list[str] | None = None) -> None:
    """Run the program and leave with its exit code."""
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")  # what matters we say ourselves,
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # also of damaged videos
    leave_cores_free(os.cpu_count() or 1)
    _open_streams()
    try:
        with cli.make_context("pi-board", sys.argv[1:] if arguments is None else arguments) as said:
            result = cli.invoke(said)
        if sys.stdout is not None:
            sys.stdout.flush()
        code = result if isinstance(result, int) else 0
    except click.exceptions.Exit as done:
        code = done.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        code = _say(_no_command(error), 1)
    except click.ClickException as error:
        code = _say(error.format_message(), 1)
    except (click.Abort, KeyboardInterrupt, EOFError) as error:
        code = _say(_broken_off(error), 1)
    except EnvironmentFault as error:
        code = _say(str(error), 2)
    except PiBoardError as error:
        code = _say(str(error), 1)
    except BrokenPipeError:  # the reader of our output has gone, as with `| head`
        code = 0
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        code = _say(f"{place}{error.strerror or error or type(error).__name__}", 2)
    _end_output()
    sys.exit(code)


def _open_streams() -> None:
    """Input that was closed is empty; letters that the output has not are written as escapes."""
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    for stream, errors in (
        (sys.stdin, "surrogateescape"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)


def _end_output() -> None:
    """Write what is still to be written, or drop what has nowhere to go: Python would fail at it
    once more, and leave with a code of its own.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream is None:
            continue
        try:
            stream.flush()
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())


def _no_command(error: click.exceptions.NoArgsIsHelpError) -> str:
    """What can be asked for, where nothing was."""
    context = error.ctx
    assert context is not None
    assert isinstance(context.command, click.Group)
    names = ", ".join(context.command.list_commands(context))
    return f"no command, expected one of {names}; {context.command_path} --help tells what they do"


def _broken_off(error: BaseException) -> str:
    """Why it ends; at a question, click has only Abort for both, and leaves the line unfinished."""
    if isinstance(error, click.Abort):
        with suppress(OSError):
            click.echo(err=True)
    if isinstance(error, EOFError) or isinstance(error.__context__, EOFError):
        return "the input has ended, expected an answer"
    return "interrupted"


def _say(text: str, code: int) -> int:
    with suppress(OSError):  # the code tells it, too
        complain(text)
    return code
