"""Connex'oh in pictures. Boards of other sizes are explained on the usual one."""

from __future__ import annotations

from pi_board.app.learning.lesson import Lesson, lesson, table
from pi_board.app.scenes.state import Instructed, Lifted
from pi_board.core.game import AnyGame
from pi_board.core.message import Message, message
from pi_board.core.words import side
from pi_board.games.connexoh import Connexoh
from pi_board.games.registry import make_game

SIZE = "6"
PATHS = "3b0b3b0b0b0b/121200/130020/020002/002120/0w0w0w3w0w3w w -"
PROTECTED = "3b0b3b0b0b0b/121200/130020/020002/002120/0w0w0w3w0w3w w a5,a6"
EXIT = "000b000/1w30000/000000/000000/000000/000w000 w -"
OPEN = "0b00200/001w300/000000/000000/000000/000w000 w -"
DOUBLE = "00b0000/1w32000/000200/000020/000031/000020 w -"


def connexoh_lessons(game: Connexoh) -> tuple[Lesson, ...]:
    """The pages, first things first."""
    six = make_game(game.name, None, {**dict(game.options), "size": SIZE})
    rules = game.rules
    return (
        lesson(
            message("The start"),
            message(
                "{one} goes up over light triangles, {other} down over dark ones.",
                one=side("w"),
                other=side("b"),
            ),
            message("{player} begins.", player=side(rules.first)),
            table=table(six, six.start()),
        ),
        lesson(
            message("A turn"),
            message("Turn any tile with its stones, however far, or slide one stone."),
            message("Nobody may pass."),
            table=table(six, six.start(), Instructed("c2@90")),
        ),
        lesson(
            message("Paths"),
            message("Triangles of one colour that share a whole side are joined."),
            table=table(six, PATHS),
        ),
        lesson(
            message("Sliding"),
            message("A stone slides as far as you like along its path, but not past an own one."),
            table=table(six, PATHS, Lifted("c1")),
        ),
        lesson(
            message("Locked tiles"),
            _protection(rules.protect),
            message("The opponent may not turn them in the next turn."),
            table=table(six, PROTECTED),
        ),
        lesson(
            message("Home"),
            _exit(rules.exit_scope),
            message("Who brings all stones home first wins."),
            table=table(six, EXIT, Instructed("b6@180")),
        ),
        *_sliding_home(rules.exit_scope, six),
        lesson(
            message("Double exit"),
            message("A turn that lets out the last stones of both players loses."),
            table=table(six, DOUBLE, Instructed("b6@180")),
        ),
        *_repetition(rules.repetition, six),
    )


def _protection(protect: str) -> Message:
    return {
        "new": message("A turn that newly joins tiles in your own colour locks all of them."),
        "all_if_new": message("A turned tile that joins a new one is locked with all it joins."),
        "after": message("A turned tile is locked with all the tiles that it joins."),
    }[protect]


def _exit(scope: str) -> Message:
    if scope == "both":
        return message("When a turn opens a path to the goal, all stones on it go home, of both.")
    return message("When you open a path to your goal, all your stones on it go home.")


def _sliding_home(scope: str, game: AnyGame) -> tuple[Lesson, ...]:
    """Where every turn empties all open paths there is never a stone on one."""
    if scope == "both":
        return ()
    said = message("Along a path that is open already, one stone a turn may slide home.")
    return (lesson(message("Sliding home"), said, table=table(game, OPEN)),)


def _repetition(times: int, game: AnyGame) -> tuple[Lesson, ...]:
    if not times:
        return ()
    said = message("A position that comes {times} times is a draw.", times=times)
    return (lesson(message("No progress"), said, table=table(game, game.start())),)
