"""Why a board that shows no legal continuation most likely looks as it does.

First the one thing a hand may have done to the position that should stand, put into a move text
and explained by the rules. Then a legal move that something else went along with: the captured
stone stayed, a second stone was touched, the turn went on as it may not. Then a move that took off
a stone elsewhere, as in draughts. What none of them explains is a disturbed board, to be put right
step by step.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pi_board.core.events import Wrong
from pi_board.core.game import Deed, Explanation, Player, opponent
from pi_board.core.layout import Surface
from pi_board.core.message import Message, counted, message
from pi_board.core.stones import total
from pi_board.core.words import side
from pi_board.referee.continuations import Node, Step, facts_of
from pi_board.referee.continuations import node as at
from pi_board.referee.deeds import WrittenDeed, done
from pi_board.referee.differences import (
    Balance,
    balance,
    balance_of,
    differences,
    place,
    wrong_sites,
)
from pi_board.referee.evidence import DOUBT_NATS, SEEN_NATS, Evidence
from pi_board.referee.repair import Aim, repair_text, repairs_of

# What is wrong at the table rather than by a game's rules.
RULE_NAMES = (
    "table.board_unseen",
    "table.captured_left",
    "table.colours_unseen",
    "table.no_position",
    "table.over",
    "table.second_stone",
    "table.stone_leaves",
    "table.stones_missing",
    "table.other_move",
    "table.touched_stone",
)

# Of these, why a board is not accepted as it stands: what is wrong with it stays as it was said.
REFUSALS = frozenset({
    "table.board_unseen", "table.colours_unseen", "table.no_position", "table.over",
    "table.stones_missing",
})  # fmt: skip

Offence = tuple[str | None, str, tuple[str, ...]]  # as `Illegal` has them: seen, rule and sites


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is wrong with the board. `why` is None when no single mistake explains it.

    `seen`: the mistake as a move text where it has one · `by`: who made it · `aim`: what the board
    is to be brought to, which after a legal move is the position it leads to · `next`: the one
    thing to do first for it · `lifted`: the group from which the player to move took a stone, if
    that is the mistake.
    """

    seen: str | None
    why: Explanation | None
    by: Player | None
    wrong: tuple[Wrong, ...]
    aim: Aim
    next: Message
    lifted: int | None = None

    @property
    def offence(self) -> Offence | None:
        """The mistake by which it is known again."""
        return None if self.why is None else (self.seen, self.why.rule, self.why.sites)


def diagnose(node: Node, evidence: Evidence, felt: tuple[int, ...] = ()) -> Diagnosis:
    """The most likely reason why the board does not show the position of `node`; `felt` are the
    groups on which reeds felt a hand.
    """
    for limit_nats in (DOUBT_NATS, SEEN_NATS):  # what is plain to see, before what may be misread
        if found := _one_deed(node, evidence, limit_nats, felt):
            return found
    if leaving := awaited(node, evidence):
        step, groups = leaving
        aim = Aim(step.node, SEEN_NATS)
        wrong, rest = _amiss(aim, evidence)
        why = _still_there(node, step, groups)
        return Diagnosis(step.text, why, node.to_move, wrong, aim, _next(node, rest))
    if others := _others_turn(node, evidence):
        return others
    if with_move := legal_and_more(node, evidence):
        return with_move
    return _jump_and_take(node, evidence) or to_put_right(node, evidence)


def _others_turn(node: Node, evidence: Evidence) -> Diagnosis | None:
    """The other player has made both small moves of a turn in one go, as where the wrong one
    begins: why the first of them is not legal.
    """
    if not node.layout.surface.has_rows:  # elsewhere a turn is one move
        return None
    game, layout, other = node.game, node.layout, opponent(node.to_move)
    every = tuple(range(len(layout.groups)))
    begun = game.standing(layout, node.looks, other, node.position, every)
    theirs = at(game, layout, begun)
    turns = ((one, two) for one in theirs.steps if one.node.to_move == other
             for two in one.node.steps)  # fmt: skip
    made = next((one for one, two in turns if not evidence.against(two.node.appearance)), None)
    if made is None or made.origin is None:
        return None
    for target in made.changed:
        deed = Deed(other, made.origin, target)
        text = node.game.deed_text(node.position, deed) if target != made.origin else None
        if text is not None and not (why := _explain(node, WrittenDeed(deed, text))).legal:
            aim = Aim(node, SEEN_NATS)
            wrong, change = _amiss(aim, evidence)
            return Diagnosis(text, why, other, wrong, aim, _next(node, change))
    return None


def _jump_and_take(node: Node, evidence: Evidence) -> Diagnosis | None:
    """A stone was moved as it may not be, and one of the other player's taken off elsewhere, as in
    draughts: why the move itself is not legal. Two that are off the board were knocked off.
    """
    aim = Aim(node, SEEN_NATS)
    wrong, change = _amiss(aim, evidence)
    others = [stray for stray in change.missing if stray.player != node.to_move]
    if len(others) != 1 or len(change.missing) != 2 or not change.extra:
        return None
    if evidence.colour_blind():
        return None
    own = tuple(stray for stray in change.missing if stray not in others)
    found = done(node, replace(change, missing=own))
    if found is None or (why := _explain(node, found)).legal:
        return None
    first, lifted = _next(node, change), found.deed.source
    return Diagnosis(found.text, why, node.to_move, wrong, aim, first, lifted)


def to_put_right(node: Node, evidence: Evidence) -> Diagnosis:
    """What differs from the position of `node`, for whatever reason, and is to be undone."""
    aim = Aim(node, SEEN_NATS)
    wrong, change = _amiss(aim, evidence)
    return Diagnosis(None, None, None, wrong, aim, _next(node, change))


def _amiss(aim: Aim, evidence: Evidence) -> tuple[tuple[Wrong, ...], Balance]:
    """What differs from the position of `aim`."""
    found = differences(evidence, aim.node, aim.limit_nats)
    return wrong_sites(evidence, found), balance(aim.node.layout, found)


def _next(node: Node, change: Balance) -> Message:
    """The first thing to do about `change`."""
    steps = repairs_of(node.layout, change)
    return repair_text(node.layout, steps[0]) if steps else message("look at the board again")


def _one_deed(
    node: Node, evidence: Evidence, limit_nats: float, felt: tuple[int, ...]
) -> Diagnosis | None:
    """One thing that a hand did and the rules do not allow, if that explains all differences."""
    aim = Aim(node, limit_nats)
    wrong, change = _amiss(aim, evidence)
    found = done(node, change, felt)
    if found is None:
        return None
    why = _explain(node, found)
    if why.legal:
        return None
    by = found.deed.player or node.to_move
    lifted = found.deed.source if found.deed.player == node.to_move else None
    return Diagnosis(found.text, why, by, wrong, aim, _next(node, change), lifted)


def _explain(node: Node, found: WrittenDeed) -> Explanation:
    """What the rules say to it. Rows of Linja are counted from the mover's side, a tile may hold a
    stone of each player: there another player's stone cannot be named by the text.
    """
    to_move, deed = node.to_move, found.deed
    if deed.player == opponent(to_move) and _means_own(node, deed.source):
        for stop in node.steps_named("stop"):  # who replies takes the turn to be over, as it may be
            why = node.game.explain(stop.node.position, found.text)
            if stop.node.steps and not why.legal:
                return why
        owner = side(deed.player)
        if due := node.game.still_due(node.position):  # people may think that the turn is over
            text = message(
                "a stone of {owner} was moved, but {sentence}", owner=owner, sentence=due
            )
        else:
            text = message(
                "a stone of {owner} was moved, and it is {player} to move",
                owner=owner,
                player=side(to_move),
            )
        sites = node.layout.sites_of(deed.source, deed.target)
        return Explanation(f"{node.game.name}.not_yours", text, sites)
    return node.game.explain(node.position, found.text)


def _means_own(node: Node, group: int) -> bool:
    """Whether the text of a move from there names a stone of the player to move."""
    held = [total(node.layout, look) for look in node.appearance[group]]
    both = all(stones.b and stones.w for stones in held)
    return both or node.layout.surface.has_rows


def awaited(node: Node, evidence: Evidence) -> tuple[Step, tuple[int, ...]] | None:
    """A legal move after which only stones that have to leave still stand there: which, where. None
    but those of tiles ever leave.
    """
    if node.layout.surface is not Surface.TILES:
        return None
    wrong = set(evidence.against(node.appearance))
    for step in node.steps:
        if wrong.isdisjoint(step.changed):
            continue
        gone: Any = dict(facts_of(node, step))["left"]
        rest = evidence.against(step.node.appearance) if gone else ()
        if not rest or {place(node.layout, group) for group in rest} - set(gone):
            continue
        still = balance_of(evidence, step.node)
        if not (still.missing or still.turned):
            return step, rest
    return None


def _still_there(node: Node, step: Step, groups: tuple[int, ...]) -> Explanation:
    text = counted(
        "{move} opens the way: the stone on {sites} leaves the board",
        "{move} opens the way: the stones on {sites} leave the board",
        len(groups),
        move=step.text,
        sites=", ".join(place(node.layout, group) for group in groups),
    )
    return Explanation("table.stone_leaves", text, node.layout.sites_of(*groups))


def legal_and_more(node: Node, evidence: Evidence) -> Diagnosis | None:
    """A legal move and one thing that should not have been done, the likeliest such pair."""
    pairs = []
    amiss = set(evidence.against(node.appearance))
    for step in node.steps:
        rest = set(evidence.against(step.node.appearance))
        if len(rest) > 2 or not rest <= amiss:
            continue
        # all of it may still be wrong: two stones left one row, one slid from a tile just turned;
        # but then the move is one of that, and not of places that hardly show
        if rest < amiss or (step.changed and rest.issuperset(step.changed)):
            pairs.append((evidence.total(step.node.appearance), step.text, step))
    wrong, _ = _amiss(Aim(node, SEEN_NATS), evidence)
    for *_, step in sorted(pairs, key=lambda pair: pair[:2]):
        for limit_nats in (DOUBT_NATS, SEEN_NATS):
            aim = Aim(step.node, limit_nats)
            change = _amiss(aim, evidence)[1]
            if found := _left_over(node, step, change):
                seen, why, by = found
                return Diagnosis(seen, why, by, wrong, aim, _next(node, change))
            if _knocked_off(node, step, change) and not evidence.colour_blind():
                return Diagnosis(None, None, None, wrong, aim, _next(node, change))
    return None


def _knocked_off(node: Node, step: Step, change: Balance) -> bool:
    """Whether all that differs after a legal move is that a stone of the other player's is gone
    from a place that the move does not touch.
    """
    gone = change.one_missing
    return gone is not None and gone.player != node.to_move and gone.group not in step.changed


def _left_over(node: Node, step: Step, change: Balance) -> tuple[str, Explanation, Player] | None:
    """What went along with a legal move, or was done after it in a turn that goes on: the mistake
    as a move text, why it is one, and whose it is.
    """
    enemy = opponent(node.to_move)
    extra_only = not (change.missing or change.turned)
    if [s.player for s in change.extra] == [enemy] and extra_only and _captures(node, step):
        group = change.extra[0].group
        text = message(
            "{move} is legal, but the captured stone is still on the board, on {site}",
            move=step.text,
            site=place(node.layout, group),
        )
        why = Explanation("table.captured_left", text, node.layout.sites_of(group))
        return step.text, why, node.to_move
    second = done(step.node, change)
    if second is None:
        return None
    if step.node.to_move == node.to_move:  # a turn that goes on, with what comes next in it
        why = _explain(step.node, second)
        return None if why.legal else (second.text, why, second.deed.player or node.to_move)
    groups = sorted({second.deed.source, second.deed.target})
    text = message(
        "{move} is legal, but something else was moved as well: {other}",
        move=step.text,
        other=second.text,
    )
    why = Explanation("table.second_stone", text, node.layout.sites_of(*groups))
    return step.text, why, node.to_move


def _captures(node: Node, step: Step) -> bool:
    """Whether the move takes a stone off the board."""
    before, after = (
        sum(one.stones(group).count for group in range(len(one.appearance)))
        for one in (node, step.node)
    )
    return after < before
