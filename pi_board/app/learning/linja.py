"""Linja in pictures."""

from __future__ import annotations

from pi_board.app.learning.lesson import Lesson, ended, lesson, table
from pi_board.app.scenes.linja import into_empty, into_goal, who_cannot_follow
from pi_board.app.scenes.state import Instructed
from pi_board.core.message import Message, message
from pi_board.core.words import side
from pi_board.games.linja import Linja

MEETING = "5,0,2,2,2,1,0,0/0,0,2,2,1,2,0,5 w i 0"
FOLLOWING = "1,4,0,1,1,2,1,2/3,1,0,0,0,4,0,4 w f4 0"
EMPTY = "2,2,1,0,2,2,1,2/4,2,2,0,1,1,0,2 w i 0"
BONUS = "2,2,1,2,0,2,1,2/4,2,2,1,0,1,0,2 w f2 0"
NEAR = "1,1,1,1,1,2,3,2/4,2,2,1,0,1,0,2 w i 0"
FAR = "1,1,1,1,1,2,3,2/4,2,2,1,0,1,0,2 w f4 0"
OVER = "0,0,0,0,0,2,4,6/5,3,3,1,0,0,0,0 w i 0"


def linja_lessons(game: Linja) -> tuple[Lesson, ...]:
    """The pages, first things first."""
    bonus = (_bonus(game),) if game.rules.bonus_limit else ()
    return (
        lesson(
            message("The start"),
            message("Six stones on the own start line, one in each row; all go forward only."),
            message("{player} begins.", player=side(game.rules.first)),
            table=table(game, game.start()),
        ),
        _first_move(game),
        lesson(
            message("Follow-up"),
            message("Then any one stone moves as many rows as were counted."),
            *_followup(game),
            table=table(game, FOLLOWING),
        ),
        lesson(
            message("Full rows"),
            message(
                "No stone may stop in a row of {count}, but it may pass.", count=game.rules.capacity
            ),
            message("Start lines are never full: more stones lie beside the board."),
            table=table(game, FOLLOWING),
        ),
        lesson(
            message("An empty row"),
            into_empty(),
            table=table(game, EMPTY, Instructed("2-3")),
        ),
        *bonus,
        lesson(
            message("The goal line"),
            _goal(game),
            message("Stones stay there."),
            table=table(game, NEAR, Instructed("6-7")),
        ),
        _too_far(game),
        lesson(
            message("The end"),
            message("The game ends when all stones have passed each other."),
            message("Stones score 5, 3, 2 and 1 point by row; the higher sum wins."),
            table=ended(game, OVER),
        ),
    )


def _followup(game: Linja) -> tuple[Message, ...]:
    if game.rules.followup == "optional":
        return (message("It may be left out."),)
    if game.rules.blocked_followup == "lose":
        return (who_cannot_follow(),)
    return (message("If no stone can, it is left out."),)


def _first_move(game: Linja) -> Lesson:
    """Where rows hold few stones the start shows a row in which there is room for one more."""
    crowded = game.parse_position(MEETING)
    shown, count = (crowded, 4) if game.rules.capacity > 4 else (game.start(), 2)
    return lesson(
        message("First move"),
        message("A turn begins with one stone moving one row."),
        message("Count the stones that stand there already: here {count}.", count=count),
        table=table(game, shown, Instructed("2-3")),
    )


def _bonus(game: Linja) -> Lesson:
    said = message("A follow-up into an empty row earns another turn, once in a turn.")
    if game.rules.bonus_limit > 1:
        said = message(
            "A follow-up into an empty row earns another turn, up to {count} times.",
            count=game.rules.bonus_limit,
        )
    return lesson(message("Bonus turn"), said, table=table(game, BONUS, Instructed("/2-4")))


def _goal(game: Linja) -> Message:
    return {
        "one_step": message("After a first move into the goal line the follow-up is one row."),
        "extra_basic": message("After a first move into the goal line comes another first move."),
        "none": into_goal(),
    }[game.rules.goal_entry]


def _too_far(game: Linja) -> Lesson:
    title, here = message("Too far to go"), message("Here it is {count} rows.", count=4)
    if game.rules.overshoot == "illegal":
        said = message("A follow-up may not lead beyond the goal line.")
        return lesson(title, said, here, table=table(game, FAR))
    said = message("A follow-up that leads beyond the goal line ends there.")
    return lesson(title, said, here, table=table(game, FAR, Instructed("/6-7")))
