"""What clumsy people do, one act each, and what the referee ought to say to it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from pi_board.core.events import (
    Choose,
    Disturbed,
    Event,
    Illegal,
    MovePlayed,
    MoveRevised,
    Restored,
    TakenBack,
)
from pi_board.core.game import opponent
from pi_board.core.layout import Surface
from pi_board.core.stones import Stones, stones_of
from pi_board.simulation.board import Board, brought_to
from pi_board.simulation.deeds import deeds, moved_stone
from pi_board.simulation.fairness import (
    changed_groups,
    is_take_back_unclear,
    looks_like_one_move,
    plain_to_see,
    shows_legal,
    shows_reply,
)
from pi_board.simulation.leaving import leaving, turn_only
from pi_board.simulation.people import STOP, Act, Beat, People, Said

PATIENCE_S = 5.0
MOST_IN_ONE_GO = 4  # moves: two turns of Linja
TRIES = 40  # to find something that can be done wrong
Maker = Callable[[People], "Act | None"]


def said_any(*kinds: type[Event]) -> Callable[[Said], bool]:
    """A test for wait_for: whether one of these events came."""
    return lambda said: any(isinstance(event, kinds) for event in said)


def complaints(said: Said) -> list[Event]:
    """The events that claim something is wrong."""
    return [event for event in said if isinstance(event, (Illegal, Disturbed))]


def plain(people: People) -> Act:
    """A proper move."""
    return plain_move(people, people.pick())


def plain_move(people: People, move: Any) -> Act:
    """A move made properly."""
    said = yield from people.make(move)
    said += yield from people.settle()
    return not complaints(said)


def fidget(people: People) -> Act:
    """A stone is lifted and put back where it was; nothing happens."""
    move = people.rng.choice(people.game.legal_moves(people.position))
    way = people.game.touches(people.position, move, people.layout)[-1]
    said = yield from people.show(people.board, way[:1] * 2)
    said += yield from people.settle()
    return not said_any(Illegal, Disturbed, MovePlayed, TakenBack, MoveRevised)(said)


def quick_reply(people: People) -> Act:
    """Two moves are made before the board comes to rest."""
    said = yield from people.make(people.pick())
    replies = people.game.legal_moves(people.position)
    reply = people.pick() if replies else None
    if reply is not None and people.is_stop(reply):
        reply = None  # it is said when the move before it is known
    if reply is not None and not looks_like_one_move(people, reply):
        said += yield from people.make(reply)
    said += yield from people.settle()
    return not complaints(said)


def in_one_go(people: People) -> Act:
    """Moves are made while hands stay over the board: those of a turn, and the other player's. A
    forced pass is a turn, too.
    """
    rows = people.layout.surface.has_rows
    turns = 1 if rows and people.colour_blind else 2
    board, touched = people.board, tuple[int, ...]()
    begun = len(people.truth.positions) - 1
    for _ in range(people.rng.randint(2, MOST_IN_ONE_GO)):
        movers = [position.to_move for position in people.truth.positions[begun:]]
        ended = sum(one != other for one, other in pairwise(movers))
        if ended >= turns or not people.game.legal_moves(people.position):
            break
        move = people.pick()
        if people.is_stop(move):  # which is said when the moves before it are known
            break
        if len(movers) > 1 and not rows and looks_like_one_move(people, move):
            break
        board, way = people.made(board, move)
        touched += way
    said = yield from people.show(board, touched)
    said += yield from people.settle()
    return not complaints(said)


def slide_on(people: People) -> Act | None:
    """A stone rests on a square it could move to, then is slid on to another one."""
    game, position = people.game, people.position
    moves = [
        move for move in game.legal_moves(position) if not set("x@") & set(game.move_text(move))
    ]
    first = people.rng.choice(moves) if moves else None
    origin = game.move_text(first).split("-")[0] if first else ""
    others = [
        move for move in moves if move != first and game.move_text(move).split("-")[0] == origin
    ]
    if not others or origin == "pass":
        return None
    second = people.rng.choice(others)
    reached = game.play(position, first)
    if game.outcome(reached) or game.outcome(game.play(position, second)):
        return None
    if [game.move_text(move) for move in game.legal_moves(reached)] == ["pass"]:
        return None
    way, last = (game.touches(position, move, people.layout)[-1] for move in (first, second))

    def act() -> Act:
        said = yield from people.make(first)
        said += yield from people.wait_for(said_any(MovePlayed), PATIENCE_S)
        people.forget(1)
        people.record(second)
        board = brought_to(people.board, game, people.position, people.rng)
        said += yield from people.show(board, (way[-1], last[-1]))
        said += yield from people.wait_for(said_any(MoveRevised), PATIENCE_S)
        return said_any(MoveRevised)(said) and not complaints(said)

    return act()


def take_back(people: People) -> Act | None:
    """The board is put back to an earlier position."""
    most = min(4, len(people.truth.moves) - 1)
    if most < 1:
        return None
    plies = people.rng.randint(1, most)
    game, then = people.game, people.truth.positions[-1 - plies]
    if is_take_back_unclear(people, plies):
        return None

    def act() -> Act:
        people.forget(plies)
        board = brought_to(people.board, game, then, people.rng)
        said = yield from people.show(board, changed_groups(people.board, board))
        said += yield from people.wait_for(said_any(TakenBack), PATIENCE_S)
        return said_any(TakenBack)(said) and not complaints(said)

    return act()


def illegal_move(people: People) -> Act | None:
    """Something the rules forbid, of a rule chosen at random among those that can be broken."""
    by_rule: dict[str, list[tuple[Board, tuple[int, ...]]]] = {}
    for rule, board, way in deeds(people):
        if plain_to_see(people, people.position, people.board, board):
            by_rule.setdefault(rule, []).append((board, way))
    by_rule.pop("", None)
    if not by_rule:
        return None
    rule = people.one_of(sorted(by_rule))
    for _ in range(TRIES if people.seeks else 1):
        board, way = people.rng.choice(by_rule[rule])
        if not shows_legal(people, board):
            return wrong_then_right(people, board, way, to_be_told(people, rule))
    return None


def stopped(people: People) -> Act | None:
    """The button that ends a turn is pressed while there is a move to make."""
    why = people.game.explain(people.position, STOP) if people.layout.surface.has_rows else None
    if why is None or why.legal:
        return None

    def act() -> Act:
        said = yield Beat(people.board, 1.0, command=STOP)
        people.broke(why.rule, why.rule in rules_named(said))
        return rules_named(said) == [why.rule] and not said_any(MovePlayed)(said)

    return act()


def to_be_told(people: People, rule: str) -> Callable[[Said], bool]:
    """A test for whether the rule was named; without colours it is enough to say that all is not
    well. A tile may have been turned by anybody: there it is right to ask.
    """
    tiles = people.layout.surface is Surface.TILES
    # a camera sees only that a stone is gone
    unseen = people.unfelt and rule == f"{people.game.name}.own_stone"

    def understood(said: Said) -> bool:
        people.broke(rule, rule in rules_named(said))
        return (
            rule in rules_named(said)
            or (unseen and bool(complaints(said)))
            or (people.colour_blind and bool(complaints(said)))
            or (tiles and said_any(Choose)(said))
        )

    return understood


def rules_named(said: Said) -> list[str]:
    """The rules that the referee said were broken."""
    return [event.rule for event in said if isinstance(event, Illegal)]


def wrong_then_right(
    people: People, board: Board, way: tuple[int, ...], understood: Callable[[Said], bool]
) -> Act:
    """Something wrong, held until the referee speaks, and then put right."""
    good = people.board
    said = yield from people.show(board, way)
    said += yield from people.wait_for(said_any(Illegal, Disturbed, Choose), PATIENCE_S)
    right = understood(said)
    back = yield from people.show(good, tuple(reversed(way)))
    if said_any(Choose)(said):
        return right  # the question is void when the board is put right
    back += yield from people.wait_for(said_any(Restored), PATIENCE_S)
    return right and said_any(Restored)(back)


def late_removal(people: People) -> Act | None:
    """Stones that have to leave are taken off only after a while; nobody need be told."""
    found = leaving(people)
    if found is None:
        return None
    move, half, there, gone = found

    def act() -> Act:
        said = yield from turn_only(people, move, half)
        said += yield from people.still(people.rng.choice([1.5, 2.0, 3.0]))
        quiet = not complaints(said)
        said += yield from people.show(there, gone, 0.5)
        said += yield from people.settle()
        return quiet and not complaints(said)

    return act()


def captured_left(people: People) -> Act | None:
    """A stone is captured, and put beside its square instead of off the board."""
    game, position = people.game, people.position
    captures = [move for move in game.legal_moves(position) if "x" in game.move_text(move)]
    if not captures or people.layout.surface is not Surface.SQUARES:
        return None
    move = people.rng.choice(captures)
    after = game.play(position, move)
    if game.outcome(after):
        return None
    legal = brought_to(people.board, game, after, people.rng)
    empty = [site for site, label in enumerate(legal.labels) if not label]
    site = people.rng.choice(empty)
    enemy = people.layout.label(opponent(position.to_move))
    board = legal.with_label(site, enemy)
    way = game.touches(position, move, people.layout)[-1]
    if shows_legal(people, board):
        return None

    def act() -> Act:
        people.record(move)  # it was made, so it may be believed at once or when all is put right
        said = yield from people.show(board, (*way, site))
        said += yield from people.wait_for(said_any(Illegal, Disturbed), PATIENCE_S)
        named = "table.captured_left" in rules_named(said)
        people.broke("table.captured_left", named)
        right = named or said_any(MovePlayed)(said)
        right = right or (people.colour_blind and said_any(Illegal, Disturbed, Choose)(said))
        said += yield from people.show(legal, (site,))
        said += yield from people.wait_for(said_any(MovePlayed), PATIENCE_S)
        return right and said_any(MovePlayed)(said)

    return act()


def second_stone(people: People) -> Act | None:
    """A legal move, and another stone of the same player is moved along with it."""
    game, position = people.game, people.position
    move = people.rng.choice(game.legal_moves(position))
    after = game.play(position, move)
    if game.outcome(after) or after.to_move == position.to_move or people.is_stop(move):
        return None
    legal = brought_to(people.board, game, after, people.rng)
    black = position.to_move == "b"
    groups = [g for g in range(len(people.layout.groups)) if legal.look(g) == people.board.look(g)]
    for _ in range(TRIES):
        source, target = people.rng.sample(groups, 2)
        board = moved_stone(legal, source, target, black, people.rng)
        if board is not None and all(
            plain_to_see(people, one, legal, board) for one in (position, after)
        ):
            break
    else:
        return None
    if shows_legal(people, board) or shows_reply(people, after, board):
        return None
    way = (*game.touches(position, move, people.layout)[-1], source, target)
    return wrong_then_right(people, board, way, to_be_told(people, "table.second_stone"))


def knocked(people: People) -> Act | None:
    """A sleeve takes some stones along."""
    board = people.board
    groups = range(len(people.layout.groups))
    for _ in range(TRIES):
        if len(changed_groups(people.board, board)) >= 6:
            break
        source, target = people.rng.choice(groups), people.rng.choice(groups)
        moved = moved_stone(board, source, target, people.rng.random() < 0.5, people.rng)
        board = board if moved is None or source == target else moved
    way = changed_groups(people.board, board)
    if len(way) < 5 or shows_legal(people, board):
        return None
    return wrong_then_right(people, board, way, said_any(Disturbed, Illegal))


def cleared(people: People) -> Act:
    """All stones are swept off in the middle of the game and put back."""
    layout = people.layout
    board = people.board
    for site, label in enumerate(board.labels):
        turned = stones_of(layout.labels[label]).turned
        for other, name in enumerate(layout.labels):
            if stones_of(name) == Stones(0, 0, turned):
                board = board.with_label(site, other)
    return wrong_then_right(people, board, changed_groups(people.board, board), said_any(Disturbed))


MISHAPS: tuple[tuple[str, Maker, float], ...] = (
    ("fidget", fidget, 3.0),
    ("quick reply", quick_reply, 3.0),
    ("in one go", in_one_go, 2.0),
    ("slid on", slide_on, 2.0),
    ("taken back", take_back, 2.0),
    ("illegal move", illegal_move, 4.0),
    ("stopped in vain", stopped, 1.0),
    ("captured stone left", captured_left, 2.0),
    ("late removal", late_removal, 2.0),
    ("second stone", second_stone, 2.0),
    ("knocked", knocked, 1.0),
    ("cleared", cleared, 0.3),
)
