"""Why a small move of Linja is legal or not, one sentence for each rule.

Sites are the holes of the rows that matter. Rows in the sentences are the mover's own.
"""

from __future__ import annotations

from pi_board.core.game import Explanation, Outcome, Player, opponent
from pi_board.core.message import Message, counted, message
from pi_board.core.words import side
from pi_board.games import words
from pi_board.games.linja.layout import sites_of
from pi_board.games.linja.moves import Step, after, followup_target, initial_steps, outcome
from pi_board.games.linja.notation import step_text
from pi_board.games.linja.position import LinjaPosition, is_full, own_rows, totals
from pi_board.games.linja.rules import GOAL, LinjaOptions
from pi_board.games.words import owner

RULE_NAMES = (
    "linja.backward",
    "linja.distance",
    "linja.followup_due",
    "linja.followup_not_due",
    "linja.full_row",
    "linja.game_over",
    "linja.goal_line",
    "linja.legal",
    "linja.no_stone",
    "linja.not_yours",
    "linja.off_board",
    "linja.overshoot",
    "linja.pass_not_allowed",
    "linja.sideways",
    "linja.stop_not_allowed",
)


def game_over(ended: Outcome) -> Explanation:
    """No move is legal after the end."""
    return _illegal("game_over", words.game_over(ended))


def explain(position: LinjaPosition, step: Step, options: LinjaOptions) -> Explanation:
    """Why `step`, as somebody wrote it, is legal or not while the game goes on."""
    if step.kind == "pass":
        return _explain_pass(position, options)
    if step.kind == "stop":
        return _explain_stop(position, options)
    return (
        _wrong_direction(position, step)
        or _wrong_kind(position, step)
        or _wrong_stone(position, step)
        or _wrong_distance(position, step, options)
        or _full_row(position, step, options)
        or _legal(_consequence(position, step, options), *_sites(position.to_move, step))
    )


def still_due(position: LinjaPosition) -> Message | None:
    """What the player to move has to do yet in a turn that has begun; None before it begins."""
    player = side(position.to_move)
    if position.phase == "f":
        return counted(
            "{player} has a follow-up of exactly {count} row to make",
            "{player} has a follow-up of exactly {count} rows to make",
            position.due,
            player=player,
        )
    if position.phase == "e":
        return message("{player} has another first move to make", player=player)
    return None


def _explain_pass(position: LinjaPosition, options: LinjaOptions) -> Explanation:
    player = position.to_move
    due = still_due(position)
    if due and options.followup == "optional":
        text = message("{player} may go on or end the turn, but not pass", player=side(player))
        return _illegal("pass_not_allowed", text)
    if due:
        return _illegal("pass_not_allowed", due)
    first = next(iter(initial_steps(position, player, options)), None)
    if first is None:
        return _legal(message("{player} has no first move: pass", player=side(player)))
    text = message(
        "{player} has a first move, such as {move}, and must not pass",
        player=side(player),
        move=step_text(first),
    )
    return _illegal("pass_not_allowed", text, *_sites(player, first))


def _explain_stop(position: LinjaPosition, options: LinjaOptions) -> Explanation:
    player = side(position.to_move)
    if position.phase == "i":
        text = message("a turn begins with a first move and cannot be stopped before it")
        return _illegal("stop_not_allowed", text)
    if options.followup == "optional":
        return _legal(message("{player} ends the turn here", player=player))
    if position.phase == "f":
        text = counted(
            "under these rules {player} must make the follow-up of {count} row",
            "under these rules {player} must make the follow-up of {count} rows",
            position.due,
            player=player,
        )
    else:
        text = message("under these rules {player} must make another first move", player=player)
    return _illegal("stop_not_allowed", text)


def _wrong_direction(position: LinjaPosition, step: Step) -> Explanation | None:
    player = position.to_move
    if step.source == GOAL < step.target:
        text = message("a stone on the goal line, row {row}, does not move any more", row=GOAL)
        return _illegal("goal_line", text, *sites_of(player, GOAL))
    if max(step.source, step.target) > GOAL:
        text = message(
            "there is no row {row}: the rows are 0 to {goal}",
            row=max(step.source, step.target),
            goal=GOAL,
        )
        return _illegal("off_board", text)
    if step.source == step.target:
        text = message("stones move forward, never sideways along row {row}", row=step.source)
        return _illegal("sideways", text, *sites_of(player, step.source))
    if step.target < step.source:
        text = message(
            "stones move forward, never backward from row {source} to row {target}",
            source=step.source,
            target=step.target,
        )
        return _illegal("backward", text, *_sites(player, step))
    return None


def _wrong_kind(position: LinjaPosition, step: Step) -> Explanation | None:
    if step.kind == "followup" and position.phase != "f":
        text = message(
            "no follow-up is due: {player} makes a first move", player=side(position.to_move)
        )
        return _illegal("followup_not_due", text, *_sites(position.to_move, step))
    if step.kind == "initial" and position.phase == "f":
        text = counted(
            "a follow-up of exactly {count} row is due, not a first move",
            "a follow-up of exactly {count} rows is due, not a first move",
            position.due,
        )
        return _illegal("followup_due", text, *_sites(position.to_move, step))
    return None


def _wrong_stone(position: LinjaPosition, step: Step) -> Explanation | None:
    player, row = position.to_move, step.source
    sites = sites_of(player, row)
    if not totals(position, player)[row]:
        return _illegal("no_stone", message("no stone stands on row {row}", row=row), *sites)
    if not own_rows(position, player)[row]:
        text = message(
            "only {owner} stones stand on row {row}, and it is {player} to move",
            owner=owner(opponent(player)),
            row=row,
            player=side(player),
        )
        return _illegal("not_yours", text, *sites)
    return None


def _wrong_distance(
    position: LinjaPosition, step: Step, options: LinjaOptions
) -> Explanation | None:
    sites, distance = _sites(position.to_move, step), step.target - step.source
    if step.kind == "initial":
        if distance == 1:
            return None
        text = message("a first move is exactly 1 row, not {distance}", distance=distance)
        return _illegal("distance", text, *sites)
    target = followup_target(step.source, position.due, options)
    if target is None:
        text = counted(
            "a follow-up of {count} row from row {source} would pass the goal line, "
            "which these rules forbid",
            "a follow-up of {count} rows from row {source} would pass the goal line, "
            "which these rules forbid",
            position.due,
            source=step.source,
        )
        return _illegal("overshoot", text, *sites)
    if target == step.target:
        return None
    return _illegal("distance", _followup_distance(position, step, target), *sites)


def _followup_distance(position: LinjaPosition, step: Step, target: int) -> Message:
    if target - step.source < position.due:
        return counted(
            "the follow-up must be exactly {count} row, so from row {source} "
            "it ends on the goal line, row {target}, not on row {given}",
            "the follow-up must be exactly {count} rows, so from row {source} "
            "it ends on the goal line, row {target}, not on row {given}",
            position.due,
            source=step.source,
            target=target,
            given=step.target,
        )
    return counted(
        "the follow-up must be exactly {count} row, not {distance}",
        "the follow-up must be exactly {count} rows, not {distance}",
        position.due,
        distance=step.target - step.source,
    )


def _full_row(position: LinjaPosition, step: Step, options: LinjaOptions) -> Explanation | None:
    stones = totals(position, position.to_move)[step.target]
    if not is_full(step.target, stones, options):
        return None
    text = counted(
        "row {row} is full with {count} stone, so no stone may stop on it",
        "row {row} is full with {count} stones, so no stone may stop on it",
        stones,
        row=step.target,
    )
    return _illegal("full_row", text, *sites_of(position.to_move, step.target))


def _consequence(position: LinjaPosition, step: Step, options: LinjaOptions) -> Message:
    """What a legal step leads to."""
    player, then = position.to_move, after(position, step, options)
    if outcome(then, options) is not None:
        return message("{move} ends the game", move=step_text(step))
    if then.to_move != player:
        return message("{move} ends {owner} turn", move=step_text(step), owner=owner(player))
    if then.phase == "e":
        return message("{move} earns another first move", move=step_text(step))
    return counted(
        "{move} earns a follow-up of exactly {count} row",
        "{move} earns a follow-up of exactly {count} rows",
        then.due,
        move=step_text(step),
    )


def _sites(player: Player, step: Step) -> tuple[str, ...]:
    return sites_of(player, step.source) + sites_of(player, step.target)


def _legal(text: Message, *sites: str) -> Explanation:
    return Explanation("linja.legal", text, sites, legal=True)


def _illegal(rule: str, text: Message, *sites: str) -> Explanation:
    return Explanation(f"linja.{rule}", text, sites)
