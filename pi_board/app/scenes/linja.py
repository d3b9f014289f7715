"""What is to be seen of Linja: values and stones of the rows, the follow-up, the final sum."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from pi_board.app.scenes.common import (
    ACCEPTED,
    END_TURN,
    Count,
    Picture,
    changed_groups,
    faded,
    seen_from,
    to_move,
    without,
)
from pi_board.app.scenes.linja_rows import (
    beside,
    drawn_at,
    foremost,
    free_hole,
    row_pieces,
)
from pi_board.app.scenes.state import Ply, TableState
from pi_board.core.game import Outcome, Player, opponent
from pi_board.core.message import Message, counted, message
from pi_board.core.scene import Arrow, Board, Button, Lane, Mark, Notice, Role
from pi_board.core.words import as_sentence, side
from pi_board.games.linja.facts import Reach, Row, board_row, reaches, rows
from pi_board.games.linja.game import Linja
from pi_board.games.linja.moves import STOP
from pi_board.games.linja.notation import read_step
from pi_board.games.linja.position import own_rows, points, totals
from pi_board.games.linja.rules import GOAL, ROWS, VALUES


def board(state: TableState) -> Board:
    """The rows with their stones; beside them how many stand there and what they are worth."""
    facts = rows(_rules(state), state.position)
    pieces = tuple(piece for row in facts for piece in row_pieces(state, row))
    mover = state.position.to_move
    last = last_rows(state)
    lanes = tuple(
        replace(_lane(row, mover, state.layout.columns), last=row.number in last) for row in facts
    )
    return Board(
        state.layout.surface, state.layout.columns, ROWS, pieces, lanes=lanes,
        lane_titles=(message("stones"), message("points")),
        quarter_turns=seen_from(state, "b"),
    )  # fmt: skip


def numbered(on: Board, player: Player) -> Board:
    """The rows with their numbers, counted from `player`'s start line, in place of how many stones
    stand there: for a message that calls them so. A board without them is left as it is.
    """
    if on.lane_titles is None:
        return on
    numbers = {board_row(player, row): row for row in range(ROWS)}
    lanes = tuple(replace(lane, number=numbers[lane.row]) for lane in on.lanes)
    return replace(on, lanes=lanes, lane_titles=(message("row"), on.lane_titles[1]))


def _rules(state: TableState) -> Linja:
    """The game of the table, which is Linja here."""
    return cast(Linja, state.game)


def _lane(row: Row, mover: Player, columns: int) -> Lane:
    return Lane(
        row.number, row.b + row.w,
        value=row.value_b if mover == "b" else row.value_w,
        full=row.is_full, full_word=message("full"), beside=beside(row, columns),
    )  # fmt: skip


def count(state: TableState, player: Player) -> Count:
    """The points of `player` as the stones stand now."""
    made = points(state.position).of(player)
    return Count(counted("{count} point", "{count} points", made))


def last_rows(state: TableState) -> tuple[int, ...]:
    """The board rows between which the last small move went."""
    if state.is_accepted:
        return tuple(group + 1 for group in changed_groups(state))
    if not state.plies or "-" not in state.plies[-1].text:
        return ()
    ply = state.plies[-1]
    step = read_step(ply.text)
    return board_row(ply.player, step.source), board_row(ply.player, step.target)


def last_move(state: TableState) -> tuple[str, ...]:
    """No holes: only how many stones stand in a row matters, so rows are marked instead."""
    del state
    return ()


def end_of_turn(state: TableState) -> tuple[Button, ...]:
    """The button that ends a turn, where the rules let the mover leave out what is due; in other
    games nothing is.
    """
    if state.game.name != "linja" or state.pending is not None:
        return ()
    return (END_TURN,) if STOP in state.game.legal_moves(state.position) else ()


def playing(state: TableState, on: Board) -> Picture:
    """What is due: the follow-up as a big figure, the rows it may reach, the stones that may go."""
    found = reaches(_rules(state), state.position)
    position = state.position
    shown = _reach(on, found, position.to_move, position.phase == "f")
    return Picture(shown, _due(state, on))


def lifted(state: TableState, on: Board, site: str) -> Picture:
    """The row that the stone in the hand may go to."""
    mover = state.position.to_move
    site = drawn_at(state, on, site, mover)
    row = int(site[1:])
    held = without(on, site)
    owner = next((p.player for p in on.pieces if p.site == site), mover)
    found = tuple(r for r in reaches(_rules(state), state.position) if r.source == row)
    shown = _targets(held, found, mover)
    shown = replace(shown, marks=(*shown.marks, Mark(Role.FROM, site)))
    if owner != mover:
        text = message("This stone is {player}'s: put it back.", player=side(opponent(mover)))
        return Picture(shown, Notice(to_move(mover), (text,)))
    due = _due(state, on)
    if not found:
        return Picture(shown, replace(due, sentences=(message("It cannot move: put it back."),)))
    return Picture(shown, replace(due, sentences=(_goes(found[0]),)))


def _goes(reach: Reach) -> Message:
    return counted(
        "It goes one row forward.",
        "It goes {count} rows forward.",
        abs(reach.target - reach.source),
    )


def _reach(on: Board, found: tuple[Reach, ...], mover: Player, follow_up: bool) -> Board:
    """One stone of each row that may go, ringed; after an initial move also the rows that can be
    reached. Before it nearly every row can be, and showing them all would say nothing.
    """
    shown = _targets(on, found, mover) if follow_up else on
    movers = tuple(
        Mark(Role.FROM, stone) for r in found if (stone := foremost(on, r.source, mover))
    )
    return replace(shown, marks=(*shown.marks, *movers))


def _targets(on: Board, found: tuple[Reach, ...], mover: Player) -> Board:
    rows_reached = {r.target for r in found}
    lanes = tuple(
        replace(
            lane,
            reachable=lane.row in rows_reached,
            mark=Role.TO
            if lane.row in rows_reached and not free_hole(on, lane.row, mover)
            else None,
        )
        for lane in on.lanes
    )
    marks = tuple(
        Mark(Role.TO, hole) for row in sorted(rows_reached) if (hole := free_hole(on, row, mover))
    )
    return replace(on, lanes=lanes, marks=(*on.marks, *marks))


def _due(state: TableState, on: Board) -> Notice:
    position, mover = state.position, state.position.to_move
    if position.phase == "f":
        due = position.due
        text = counted("Move one stone one row.", "Move one stone {count} rows.", due)
        passes = (message("It may pass the full row."),) if _may_pass(state, on) else ()
        bonus = message("bonus turn") if position.bonuses else side(mover)
        return Notice(message("Follow-up"), (text, *passes), badge=str(due), subtitle=bonus)
    one_row = message("Move any stone one row forward.")
    if position.phase == "e":
        return Notice(message("Bonus turn"), (one_row,), badge="+1", subtitle=side(mover))
    if not reaches(_rules(state), position):
        return Notice(to_move(mover), (message("No stone can move, so the turn passes."),))
    return Notice(to_move(mover), (*_what_happened(state), one_row))


def _may_pass(state: TableState, on: Board) -> bool:
    """Whether a stone may go over a row on which none may stop."""
    full = [lane.row for lane in on.lanes if lane.full]
    ways = [sorted((r.source, r.target)) for r in reaches(_rules(state), state.position)]
    return any(low < row < high for low, high in ways for row in full)


def _what_happened(state: TableState) -> tuple[Message, ...]:
    if not state.plies:
        return ()
    if state.is_accepted:
        return (ACCEPTED,)
    ply = state.plies[-1]
    if ply.text == "pass":
        return (message("{player} could not move.", player=side(ply.player)),)
    if ply.player == state.position.to_move or ply.text[0] in "/s" or state.before is None:
        return ()  # the turn goes on, was made to its end, or was stopped
    return (_no_follow_up(state, ply),)


def _no_follow_up(state: TableState, ply: Ply) -> Message:
    """Why a turn has ended with its first move."""
    target = read_step(ply.text).target
    if target == GOAL and _rules(state).rules.goal_entry == "none":
        return into_goal()
    if target == GOAL and _rules(state).rules.goal_entry == "extra_basic":
        return message("No stone could make another first move.")
    if target < GOAL and not totals(state.before, ply.player)[target]:
        return into_empty()
    return message("No stone could make the follow-up.")


def into_empty() -> Message:
    """What a first move into an empty row leads to."""
    return message("A first move into an empty row has no follow-up: the turn is over.")


def into_goal() -> Message:
    """What a first move into the goal line leads to, with ``goal_entry=none``."""
    return message("A first move into the goal line has no follow-up.")


def who_cannot_follow() -> Message:
    """What happens to who cannot make a follow-up, with ``blocked_followup=lose``."""
    return message("Who cannot make it loses.")


def illegal(state: TableState, on: Board, seen: str | None) -> Board:
    """Nothing more: the sentence says it."""
    del state, seen
    return on


def hinted(state: TableState, on: Board, text: str) -> Board:
    """A star on a stone of the row to move from, an outlined one in the row it goes to."""
    ends = _board_rows(state, text)
    if ends is None:
        return on
    mover, (source, target) = state.position.to_move, ends
    start, end = foremost(on, source, mover), free_hole(on, target, mover)
    stars = (Mark(Role.HINT, start),) if start else ()
    if end:
        return replace(on, marks=(*on.marks, *stars, Mark(Role.HINT, end, outlined=True)))
    lanes = tuple(
        replace(lane, mark=Role.HINT) if lane.row == target else lane for lane in on.lanes
    )
    return replace(on, marks=(*on.marks, *stars), lanes=lanes)


def _board_rows(state: TableState, text: str) -> tuple[int, int] | None:
    """The rows of the board between which the first small move of `text` goes."""
    first = text.split(";")[0].lstrip("/").split("/")[0]
    if "-" not in first:
        return None
    step = read_step(first if text[0] != "/" else f"/{first}")
    mover = state.position.to_move
    return board_row(mover, step.source), board_row(mover, step.target)


def words(text: str) -> Message:
    """A small move as something to do, rows counted from the mover's own start line."""
    if "-" not in text:
        return message("Pass") if text == "pass" else message("End turn")
    step = read_step(text)
    start, end, goal = step.source, step.target, step.target == GOAL
    if goal and not start:
        return message("From the start line to the goal line")
    if goal:
        return message("From row {start} to the goal line", start=start)
    if not start:
        return message("From the start line to row {end}", end=end)
    return message("From row {start} to row {end}", start=start, end=end)


def instructed(state: TableState, on: Board, text: str) -> Board:
    """One stone of the row to move from, and an arrow to the row it goes to."""
    ends = _board_rows(state, text)
    if ends is None:
        return on
    mover, (source, target) = state.position.to_move, ends
    start, hole = foremost(on, source, mover), free_hole(on, target, mover)
    if start is None:
        return on
    end = hole or f"{start[0]}{target}"
    lanes = tuple(replace(lane, reachable=lane.row == target) for lane in on.lanes)
    marks = (*on.marks, Mark(Role.FROM, start), *((Mark(Role.TO, hole),) if hole else ()))
    return replace(on, marks=marks, lanes=lanes, ways=(Arrow(start, end),))


def over(state: TableState, on: Board, outcome: Outcome) -> Picture:
    """The winner, and both sums written out."""
    facts = rows(_rules(state), state.position)
    worth = {row.number: max(row.value_b, row.value_w) for row in facts}  # one of them is 0
    lanes = tuple(replace(lane, value=worth[lane.row]) for lane in on.lanes)
    shown = faded(replace(on, lanes=lanes), outcome.winner)
    order: tuple[Player, ...] = ("w", "b") if outcome.winner == "w" else ("b", "w")
    sums = tuple(_sum(state, player) for player in order)
    if outcome.reason == "deadlock":  # the stones have not passed one another
        sums = (message("Nobody can make a first move."), *sums)
    if outcome.winner is None:
        return Picture(shown, Notice(message("Draw"), sums, listed=True, tall=True))
    winner = side(outcome.winner)
    if outcome.reason == "blocked_followup":  # whoever has more points
        due = _rules(state).still_due(state.position)
        told = () if due is None else (as_sentence(due),)
        why = (*told, who_cannot_follow())
        title = message("{player} wins", player=winner)
        return Picture(shown, Notice(title, why, icon=outcome.winner, tall=True))
    score = points(state.position)
    high, low = max(score.b, score.w), min(score.b, score.w)
    title = message("{player} wins {high}:{low}", player=winner, high=high, low=low)
    notice = Notice(title, sums, icon=outcome.winner, listed=True, tall=True)
    return Picture(shown, notice)


def _sum(state: TableState, player: Player) -> Message:
    """``White: 6×5 + 4×3 + 2×2 = 46``, the richest row first."""
    own = own_rows(state.position, player)
    terms = [
        f"{own[row]}×{VALUES[row]}" for row in reversed(range(ROWS)) if own[row] and VALUES[row]
    ]
    total = points(state.position).of(player)
    text = " + ".join(terms) or "0"
    return message("{player}: {sum} =\u00a0{total}", player=side(player), sum=text, total=total)
