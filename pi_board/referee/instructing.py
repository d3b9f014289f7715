"""A program plays one side: people make its moves on the board, those and no others.

The command ``instruct w b1-b3`` says what the program plays, as small moves with spaces between;
``instruct w`` that it plays White and is still thinking. What is still to be made follows from the
game so far, so a take-back or another position makes an instruction void by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from pi_board.core.errors import IllegalMove
from pi_board.core.game import Explanation, Player, opponent
from pi_board.core.message import Message, message
from pi_board.core.words import side
from pi_board.referee.accepting import Advanced, Stamp, illegal, stop
from pi_board.referee.continuations import Node, Step, step
from pi_board.referee.evidence import SEEN_NATS, Evidence
from pi_board.referee.explain import diagnose
from pi_board.referee.hypothesis import Hypothesis
from pi_board.referee.judging import enough_looks
from pi_board.referee.line import Line
from pi_board.referee.phases import Begun, Correcting, Instruction, Playing, SettingUp, State, Table
from pi_board.referee.repair import Aim, repair_text, repairs
from pi_board.referee.returning import is_turned_on
from pi_board.referee.settle import Hypotheses, wrong_groups
from pi_board.referee.verdict import Happened, Held, Stays, Unclear, Verdict, Wait
from pi_board.referee.words import player_named

RULE = "table.other_move"


@dataclass(frozen=True, slots=True)
class Refused:
    """Something legal was done for the program that it does not play."""

    what: Hypothesis


def instruct(state: State, argument: str) -> State:
    """Note what a program plays. What is not legal here (the board has moved on) changes nothing.

    Raises InvalidText for a player other than b or w, or for what is no move at all.
    """
    name, *moves = argument.split() or [""]
    player = player_named(name)
    table = replace(state.table, instructed=Instruction(player))
    if isinstance(state, SettingUp) or not moves:
        return replace(state, table=table)
    line = state.line
    told = Instruction(player, tuple(moves), line.plies, line.now.position)
    try:
        steps = _steps(line, told.moves)
    except IllegalMove:
        return state
    if any(one != player for one in _movers(line, steps)):
        return state
    told = replace(told, moves=tuple(step.text for step in steps))
    state = replace(state, table=replace(table, instructed=told))
    if isinstance(state, Correcting) and state.refused[:1] == told.moves[:1]:
        state = replace(state, refused=())  # what was done too early turns out to be right
    return state


def still_instructed(state: Begun, argument: str, plies: int) -> State:
    """What a program said after `plies` moves of the game, before this one was started anew, holds:
    the board may show it by now. Raises as `instruct`.
    """
    then = replace(state, line=state.line.back(state.line.plies - plies))
    told = instruct(then, argument).table.instructed
    return replace(state, table=replace(state.table, instructed=told))


def to_do(table: Table, line: Line) -> tuple[str, ...]:
    """The small moves that people still have to make for the program; none while it thinks."""
    told = table.instructed
    if told is None or not told.moves or not told.plies <= line.plies:
        return ()
    done = tuple(step.text for step in line.steps[told.plies :])
    same = line.nodes[told.plies].position == told.position
    return told.moves[len(done) :] if same and told.moves[: len(done)] == done else ()


def may_be_made(table: Table, line: Line, what: Step) -> bool:
    """Whether the program, if it is its turn, plays `what` next; a person may make any move."""
    is_its = table.is_programs(line.now.to_move)
    return not is_its or to_do(table, line)[:1] == (what.text,)


def stop_as_told(state: State, at: Stamp) -> Advanced:
    """End the turn where the program ends it: on the board there is nothing to be made for that."""
    if not isinstance(state, Playing) or to_do(state.table, state.line)[:1] != ("stop",):
        return state, ()
    return stop(state, at) or (state, ())


def plies_back(told: Instruction | None, line: Line) -> int:
    """How many moves a take-back undoes: the last one and forced passes after it. Against a program
    a person wants the own turn back, with all that the program has played since; what it played
    before there was one stands.
    """
    last = next((n for n, step in enumerate(reversed(line.steps), 1) if step.text != "pass"), 0)
    if told is None or not last:
        return last
    movers, person = [node.to_move for node in line.nodes[:-1]], opponent(told.player)
    if line.now.to_move == movers[-1] == person:
        return last  # within the turn, move by move
    own = [n for n, step in enumerate(line.steps) if movers[n] == person and step.text != "pass"]
    if not own:
        return 0
    first = own[-1]
    while first and movers[first - 1] == person:
        first -= 1
    return line.plies - first


def turned_further(table: Table, line: Line, seen: Hypotheses, verdict: Verdict) -> Verdict:
    """The verdict; while the program thinks, the tile that was turned last is turned further by the
    person whose move that was. Once it has said what it plays, that may be done wrongly.
    """
    if not table.is_programs(line.now.to_move) or to_do(table, line) or not line.steps:
        return verdict
    last, before = line.steps[-1], line.nodes[-2]
    own = last.turns_tile and not last.accepted and not table.is_programs(before.to_move)
    if not own or isinstance(verdict, (Wait, Stays, Held)):
        return verdict
    for turn in before.steps_touching(set(last.changed)):
        after = turn.node.appearance
        if turn.changed != last.changed or seen.evidence.against(after):
            continue
        agreeing = sum(not look.against(after) for look in seen.looks)
        what = Hypothesis(1, (turn,), turn.node, seen.evidence.weighed(after))
        return Happened(what, None) if agreeing >= enough_looks(seen) else Wait()
    return verdict


def as_instructed(table: Table, line: Line, verdict: Verdict) -> Verdict | Refused:
    """The verdict, as far as the program agrees with it."""
    if table.instructed is None:
        return verdict
    if isinstance(verdict, Happened):
        what = _permitted(table.instructed.player, to_do(table, line), line, verdict.what)
        return Refused(verdict.what) if what is None else replace(verdict, what=what)
    if not isinstance(verdict, Unclear):
        return verdict
    asked = [
        _permitted(table.instructed.player, to_do(table, line), line, one)
        for one in verdict.candidates
    ]
    allowed = {one.key: one for one in asked if one is not None}
    if not allowed:
        return Refused(verdict.candidates[0])
    (only, *more) = allowed.values()
    # a move that the program does not play may look as if some had been taken back
    is_sure = bool(only.steps) and len(verdict.candidates) > 1
    if not more and (is_sure or _is_told(to_do(table, line), only)):
        return Happened(only, None)
    return Unclear(tuple(allowed.values()))


def _is_told(wanted: tuple[str, ...], what: Hypothesis) -> bool:
    """Whether the board shows just what people were told to do: nobody has to be asked."""
    is_done = not what.undo and what.lifted is None and what.cost < inf
    return is_done and bool(what.steps) and what.key[1] == wanted[: len(what.steps)]


def refuse_other(
    state: Playing | Correcting, what: Hypothesis, evidence: Evidence, at: Stamp
) -> Advanced:
    """The move does not count: the board is to be put back, as far as the program plays another."""
    line, said = state.line, wrong_groups(evidence, state.line.now.appearance)
    right = _right(state.table, line, what)
    refused = tuple(step.text for step in what.steps[: right + 1])
    # what has been refused is not believed again, but the same board may be told otherwise
    if isinstance(state, Correcting) and (
        state.refused == refused or (state.refused and state.said == said)
    ):
        return state, ()
    aim = Aim(what.steps[right - 1].node if right else line.now, SEEN_NATS)
    steps = repairs(evidence, aim)
    first = repair_text(line.now.layout, steps[0]) if steps else diagnose(line.now, evidence).next
    correcting = Correcting(
        state.table, line, state.watch, said, line.now.to_move, refused, aim=aim
    )
    sites = line.now.layout.sites_of(*(what.steps[right].changed if what.steps else ()))
    seen = " ".join(step.text for step in what.steps) or None
    why = Explanation(RULE, _reason(state.table, line, what, right), sites)
    return correcting, (illegal(why, at, seen, first),)


def _right(table: Table, line: Line, what: Hypothesis) -> int:
    """With how many of the program's own small moves `what` begins."""
    pairs = zip(to_do(table, line), what.steps, strict=False)
    return next((n for n, (told, made) in enumerate(pairs) if told != made.text), 0)


def _reason(table: Table, line: Line, what: Hypothesis, right: int) -> Message:
    """What the program does instead of `what`, of which so many moves are `right`."""
    assert table.instructed is not None
    player = table.instructed.player
    if what.undo:
        return message("{player} has played {move}", player=side(player), move=line.steps[-1].text)
    moves = to_do(table, line)
    return _plays(player, moves[right]) if moves else _still_thinking(player)


def _plays(player: Player, move: str) -> Message:
    """Why nothing else may be made for the program."""
    return message("{player} plays {move}", player=side(player), move=move)


def _still_thinking(player: Player) -> Message:
    """Why nothing may be made for it yet."""
    return message("{player} is still thinking: wait for its move", player=side(player))


def as_decided(table: Table, line: Line, why: Message) -> Message:
    """`why` something is not legal, as it is to be said now: the program may have decided since."""
    told, moves = table.instructed, to_do(table, line)
    if told is None or not moves or why != _still_thinking(told.player):
        return why
    return _plays(told.player, moves[0])


def made_for_it(table: Table, line: Line, evidence: Evidence) -> Node | None:
    """Where what was made for the program leads to, if the board shows just that; None if not."""
    steps = _steps(line, to_do(table, line))
    return next((s.node for s in steps if not evidence.against(s.node.appearance)), None)


def _permitted(
    player: Player, wanted: tuple[str, ...], line: Line, what: Hypothesis
) -> Hypothesis | None:
    """`what` as far as the program agrees with it, None if it does not at all."""
    if what.undo:
        is_its = player in _movers(line.back(what.undo), what.steps)
        return None if is_its or (wanted and is_turned_on(line, what)) else what
    movers = _movers(line, what.steps)
    own = [one for one, mover in zip(what.steps, movers, strict=True) if mover == player]
    if not own or tuple(one.text for one in own) == wanted[: len(own)]:
        return what
    if movers[0] != player:  # the other side has moved; a hand was too quick after it
        first = movers.index(player)
        if movers[first:] != [player] * len(own):
            return None  # nobody replies to what the program has not played
        others = what.steps[:first]
        return replace(what, steps=others, node=others[-1].node, lifted=None)
    steps = _steps(line, wanted)
    if steps and len(own) == len(what.steps) and steps[-1].node.position == what.node.position:
        return replace(what, steps=steps, node=steps[-1].node)  # the same turn, told otherwise
    return None


def _movers(line: Line, steps: tuple[Step, ...]) -> list[Player]:
    """Who makes each of `steps` from the end of `line`."""
    nodes = [line.now, *(step.node for step in steps)]
    return [node.to_move for node in nodes[: len(steps)]]


def _steps(line: Line, texts: tuple[str, ...]) -> tuple[Step, ...]:
    """Moves from the end of `line`. Raises InvalidText or IllegalMove."""
    at, found = line.now, []
    for text in texts:
        found.append(step(at, at.game.parse_move(at.position, text)))
        at = found[-1].node
    return tuple(found)
