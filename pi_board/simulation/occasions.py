"""What clumsy people can only do where more is agreed on, or when they dawdle: a clock is pressed
without a move, a touched stone is to move, a program plays a side, stones are forgotten.
"""

from __future__ import annotations

from typing import Any

from pi_board.core.events import Choose, Disturbed, Illegal, MovePlayed, Restored
from pi_board.core.layout import Surface
from pi_board.referee.strictness import RULE as TOUCHED_STONE
from pi_board.simulation.board import Board, brought_to
from pi_board.simulation.deeds import without_stone
from pi_board.simulation.fairness import plain_to_see, shows_legal
from pi_board.simulation.leaving import leaving, turn_only
from pi_board.simulation.mishaps import (
    MISHAPS,
    PATIENCE_S,
    TRIES,
    Maker,
    illegal_move,
    plain,
    plain_move,
    rules_named,
    said_any,
    to_be_told,
    wrong_then_right,
)
from pi_board.simulation.people import Act, Beat, People, Scene
from pi_board.simulation.plan import Plan

FORGOTTEN_S = 10.0  # stones that have to leave are named after a while

SEEN_GONE_S = 1.5  # by looks enough for a camera that misreads now and then

Mishaps = tuple[tuple[str, Maker, float], ...]


def mishaps_of(plan: Plan) -> Mishaps:
    """What may go wrong at this table, and how often compared with other things."""
    if not plan.seeks:
        return MISHAPS
    left_out: set[str] = set()
    more: list[tuple[str, Maker, float]] = [
        ("illegal move", illegal_move, 12.0),  # besides those of every table
        ("removal forgotten", forgotten, 8.0),
        ("too few", too_few, 1.0),
    ]
    if plan.confirm:
        more.append(("pressed in vain", pressed, 6.0))
    if plan.policy == "strict":
        left_out.add("fidget")
        more.append(("touched", touched_first, 6.0))
    if plan.program:
        left_out.update(("quick reply", "in one go"))  # a program replies when it has thought
    return (*(one for one in MISHAPS if one[0] not in left_out), *more)


def as_told(people: People) -> Act:
    """A move made for a program, as it says."""
    move = people.pick()
    told = _instruction(people, move)
    if people.is_stop(move):  # nothing is left to be done for it
        people.record(move)
        said = yield told
        return said_any(MovePlayed)(said)
    yield told
    return (yield from plain_move(people, move))


def _instruction(people: People, move: Any) -> Beat:
    words = ("instruct", people.position.to_move, people.game.move_text(move))
    return Beat(people.board, 0.5, command=" ".join(words))


def other_move(people: People) -> Act | None:
    """A legal move, but not the one that the program plays."""
    game = people.game
    moves = [one for one in game.legal_moves(people.position) if not people.is_stop(one)]
    if len(moves) < 2:
        return None
    told, other = people.rng.sample(moves, 2)
    wanted, board = _after(people, told), _after(people, other)
    if not plain_to_see(people, game.play(people.position, told), wanted, board):
        return None
    way = game.touches(people.position, other, people.layout)[-1]

    def act() -> Act:
        yield _instruction(people, told)
        told_so = to_be_told(people, "table.other_move")
        return (yield from wrong_then_right(people, board, way, told_so))

    return act()


def _after(people: People, move: Any) -> Board:
    after = people.game.play(people.position, move)
    return brought_to(people.board, people.game, after, people.rng)


def pressed(people: People) -> Act | None:
    """The clock is pressed, and nobody has moved."""
    why = people.game.explain(people.position, "pass")
    if why.legal:
        return None

    def act() -> Act:
        said = yield Beat(people.board, 1.0, command="confirm")
        said += yield from people.wait_for(said_any(Illegal), PATIENCE_S)
        people.broke(why.rule, why.rule in rules_named(said))
        return rules_named(said) == [why.rule] and not said_any(MovePlayed)(said)

    return act()


def touched_first(people: People) -> Act | None:
    """A stone that can move is lifted and put back, another one is moved instead; then all is put
    right, and the touched one moves.
    """
    game = people.game
    legal = game.legal_moves(people.position)
    moves = [move for move in legal if "x" not in game.move_text(move)]  # an enemy's stone is free
    if len(moves) < 2:
        return None
    first, other = people.rng.sample(moves, 2)
    lifted, way = (game.touches(people.position, m, people.layout)[-1] for m in (first, other))
    if not lifted or not people.has_stone(lifted[0]) or not way or set(lifted) & set(way):
        return None
    if people.unfelt and ("@" in game.move_text(first) or not _is_own(people, lifted[0])):
        return None
    if people.layout.surface.has_rows and len(lifted) < 2:
        return None  # it comes from beside the board

    def act() -> Act:
        said = []
        if people.unfelt:  # it has to be seen that the stone is gone
            said += yield from people.hold(lifted[0], SEEN_GONE_S)
        said += yield from people.show(people.board, lifted[:1] * 2)
        said += yield from people.wait_for(said_any(Illegal), PATIENCE_S)
        right = TOUCHED_STONE in rules_named(said)
        people.broke(TOUCHED_STONE, right)
        if not right:  # nobody is bound by what was not noticed
            return (yield from plain_move(people, first)) and right
        told = to_be_told(people, TOUCHED_STONE)
        right &= yield from wrong_then_right(people, _after(people, other), way, told)
        return (yield from plain_move(people, first)) and right

    return act()


def _is_own(people: People, group: int) -> bool:
    """Whether the player to move has a stone there."""
    return people.board.stones(group).of(people.position.to_move) > 0


def too_few(people: People) -> Act | None:
    """Two stones of Linja are gone, and somebody wants to go on with the board as it stands."""
    layout = people.layout
    if layout.surface is not Surface.HOLES or people.colour_blind:
        return None  # who cannot tell colours cannot accept a board as it stands
    for _ in range(TRIES):  # a goal row may be full, and stones beside it are not missing
        groups = tuple(people.rng.sample(range(1, len(layout.groups) - 1), 2))
        board: Board | None = people.board
        for group in groups:
            black = people.rng.random() < 0.5
            board = board and without_stone(board, group, black, people.rng)
        if board is not None and not shows_legal(people, board):
            break
    else:
        return None
    return _accepted_short(people, board, groups)


def _accepted_short(people: People, board: Board, groups: tuple[int, ...]) -> Act:
    good = people.board
    yield from people.show(board, groups)
    yield from people.wait_for(said_any(Illegal, Disturbed, Choose), PATIENCE_S)
    said = yield Beat(people.board, 0.5, command="accept_board")
    right = "table.stones_missing" in rules_named(said)
    people.broke("table.stones_missing", right)
    yield from people.show(good, tuple(reversed(groups)))
    said = yield from people.wait_for(said_any(Restored), PATIENCE_S)
    return right and said_any(Restored)(said)


def forgotten(people: People) -> Act | None:
    """Stones that have to leave are taken off when the referee asks for them."""
    found = leaving(people)
    if found is None:
        return None
    move, half, there, gone = found

    def ask() -> Scene:
        return people.wait_for(lambda said: "table.stone_leaves" in rules_named(said), FORGOTTEN_S)

    def act() -> Act:
        said = yield from turn_only(people, move, half)
        said += yield from ask()
        named = "table.stone_leaves" in rules_named(said)
        people.broke("table.stone_leaves", named)
        right = named or said_any(Choose, MovePlayed)(said)  # they may look gone, if misread
        said += yield from people.show(there, gone, 0.5)
        said += yield from people.wait_for(said_any(MovePlayed), PATIENCE_S)
        return right and said_any(MovePlayed)(said)

    return act()


# what may go wrong while a program's move is to be made
FOR_A_PROGRAM: Mishaps = (("another move", other_move, 1.0),)


def plain_act(people: People, plan: Plan) -> Act:
    """What is done when nothing goes wrong."""
    return as_told(people) if people.position.to_move == plan.program else plain(people)
