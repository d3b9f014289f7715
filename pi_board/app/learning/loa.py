"""Lines of Action in pictures."""

from __future__ import annotations

from pi_board.app.learning.lesson import Lesson, ended, lesson, table
from pi_board.app.scenes.common import repeated
from pi_board.app.scenes.loa import both_at_once, stuck
from pi_board.app.scenes.state import Illegal, Instructed, Lifted
from pi_board.core.message import Message, message
from pi_board.core.words import as_sentence, side
from pi_board.games.loa import LinesOfAction
from pi_board.referee.repair import Carry

MIDDLE = "1b1bbb2/w6w/w1b3bw/w6w/w7/w6w/w3ww2/1bbbbbb1 b"
BLOCKED = "1b1bbbb1/w6w/w1b4w/w6w/w6w/w6w/w6w/1bbbbbb1 w"
TOGETHER = "8/8/6w1/4b2w/1b3bw1/2b1bwbw/2b1ww2/8 b"
BOTH = "2w5/2ww4/1bwbw3/b1www3/1bb5/1bb5/3w4/8 w"
STUCK = "6bw/6bb/8/8/8/8/bb6/wb6 w"


def loa_lessons(game: LinesOfAction) -> tuple[Lesson, ...]:
    """The pages, first things first."""
    return (
        _start(game),
        lesson(
            message("How far a stone moves"),
            message(
                "Exactly as many squares as stones stand on its line: both colours, itself too."
            ),
            table=table(game, MIDDLE, Lifted("e8")),
        ),
        lesson(
            message("Own stones"),
            message("A stone may jump over stones of its own side, but not end on one."),
            table=table(game, MIDDLE, Instructed("e8-b5")),
        ),
        _blocked(game),
        lesson(
            message("Capturing"),
            message("A stone that ends on an opponent's stone takes it off for good."),
            table=table(game, MIDDLE, Instructed("e8xh5")),
        ),
        lesson(
            message("Winning"),
            message("Who has all own stones together wins: they touch along sides or at corners."),
            table=ended(game, TOGETHER),
        ),
        lesson(
            message("Both at once"),
            both_at_once(game),
            table=table(game, BOTH, Instructed("d2xd6")),
        ),
        lesson(message("No move, no progress"), *_endless(game), table=table(game, STUCK)),
    )


def _start(game: LinesOfAction) -> Lesson:
    begins = message("{player} begins.", player=side(game.rules.first))
    where = message("Each player has 12 stones along two opposite sides.")
    if game.rules.setup == "scrambled":
        where = message("Each player has 12 stones; along the sides they alternate.")
    return lesson(message("The start"), where, begins, table=table(game, game.start()))


def _blocked(game: LinesOfAction) -> Lesson:
    """A move that the rules refuse, with their own words."""
    at = game.parse_position(BLOCKED)
    why = game.explain(at, "a6-d6")
    layout = game.layouts[0]
    back = Carry("w", layout.group("d6"), layout.group("a6"))
    return lesson(
        message("Opponent's stones"),
        message("No stone may jump over one of the other side."),
        as_sentence(why.text),
        table=table(game, at, Illegal("a6-d6", why.text, (back,))),
    )


def _endless(game: LinesOfAction) -> tuple[Message, ...]:
    here = side("w")
    said = [message("Who has no legal move, as {player} here, passes.", player=here)]
    if game.rules.no_moves == "lose":
        said = [stuck("w")]
    if game.rules.repetition:
        said.append(repeated(game.rules.repetition))
    return tuple(said)
