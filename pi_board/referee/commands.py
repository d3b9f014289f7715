"""What people ask for: the commands of the table, phase by phase."""

from __future__ import annotations

from dataclasses import replace

from pi_board.core.errors import InvalidText
from pi_board.core.events import Disturbed, Event, Restored, Setup, TakenBack
from pi_board.core.game import Explanation, Outcome, opponent
from pi_board.core.message import message
from pi_board.core.observation import Command
from pi_board.referee.accepting import Advanced, Stamp, accept, finish, illegal, start_game, stop
from pi_board.referee.continuations import node
from pi_board.referee.ended import answered
from pi_board.referee.explain import diagnose
from pi_board.referee.hypothesis import move_texts
from pi_board.referee.instructing import instruct, plies_back
from pi_board.referee.misseen import looking_otherwise, places_moved
from pi_board.referee.phases import (
    Begun,
    Choosing,
    Correcting,
    Over,
    Playing,
    SettingUp,
    State,
    reeds_may_fail,
)
from pi_board.referee.placing import read_standing
from pi_board.referee.policies import let_stand, reject, unseen
from pi_board.referee.pressing import press, refusal
from pi_board.referee.setting_up import wrong_at_start
from pi_board.referee.turning import name_turn
from pi_board.referee.watch import evidence_of
from pi_board.referee.words import player_named, unspaced

COMMANDS = (
    "take_back", "new_game", "confirm", "resign", "offer_draw", "agree_draw", "decline_draw",
    "stop", "accept_board", "accept", "reject", "pause", "continue", "choose", "hint", "instruct",
)  # fmt: skip
_BY_SOMEBODY, _BY_ANYBODY = ("resign", "offer_draw"), ("agree_draw", "decline_draw")
_SAID = ("resigned", "agreed", "flag", "forfeit")  # ends of a game that no move made


def obey(state: State, command: Command) -> Advanced:
    """Do what is asked, if it makes sense in this phase; otherwise nothing changes.

    Raises InvalidText for a command that there is not, or a player other than b or w.
    """
    if command.name not in COMMANDS:
        raise InvalidText(f"command {command.name!r}, expected one of {', '.join(COMMANDS)}")
    if command.name in _BY_SOMEBODY or (command.name in _BY_ANYBODY and command.argument):
        player_named(command.argument)  # what is wrong is so in every phase
    at = Stamp(command.t, state.table.frame)
    if command.name in ("pause", "continue"):
        stands_still = command.name == "pause" and not isinstance(state, Over)
        table = replace(state.table, paused=stands_still)
        return replace(state, table=table, watch=state.watch.anew()), ()
    if command.name == "instruct":
        return instruct(state, command.argument), ()
    if command.name == "new_game":
        table = replace(state.table, offences=(0, 0), clocks=(), paused=False)
        return SettingUp(table, state.watch.elsewhere()), ()
    if isinstance(state, SettingUp):
        if command.name == "accept_board":
            return _play_from_here(state, at)
        return _start_stands(state, at) if command.name == "confirm" else (state, ())
    if command.name == "take_back":
        return _take_back(state, at)
    if isinstance(state, Over):
        return answered(state, command, at)
    return _during_play(state, command, at)


def _during_play(state: Playing | Choosing | Correcting, command: Command, at: Stamp) -> Advanced:
    name = command.name
    if name == "resign":
        loser = player_named(command.argument)
        return finish(state, Outcome(opponent(loser), "resigned"), at)
    if name in ("offer_draw", "agree_draw", "decline_draw"):
        return _draw(state, command, at)
    if name == "confirm" and not isinstance(state, Playing) and reeds_may_fail(state):
        watch = state.watch.moved_on()
        return Playing(state.table, state.line, watch), (Restored(at.t, at.frame),)
    if isinstance(state, Correcting):
        if name == "accept_board" or (name == "accept" and state.table.policy == "tournament"):
            return let_stand(state, at)
        if name == "reject":
            return reject(state, at)
    if name == "confirm" and isinstance(state, Playing):
        if state.pending is None:
            return press(state, at)
        return accept(state, state.pending, None, at)
    if isinstance(state, Choosing):
        return _answered(state, command, at)
    if name == "choose" and isinstance(state, Playing):
        return name_turn(state, command.argument, at)
    if name == "stop" and isinstance(state, Playing):
        return stop(state, at) or (state, refusal(state, "stop", at))
    return state, ()


def _play_from_here(state: SettingUp, at: Stamp) -> Advanced:
    """One game starts from what stands on the board, unless it would be over with that; the side to
    move is that of the start.
    """
    evidence = evidence_of(state.watch)
    if evidence is None:
        return state, (unseen(state.watch, at),)
    game, to_move = state.table.game, state.table.start.to_move
    position = read_standing(game, evidence, to_move)
    if not isinstance(position, Explanation) and game.outcome(position):
        text = message("the game would be over at once")
        position = Explanation("table.over", text)
    if isinstance(position, Explanation):
        return state, (illegal(position, at),)
    start = node(game, evidence.layout, position)
    return start_game(state.table, start, state.watch, at)


def _start_stands(state: SettingUp, at: Stamp) -> Advanced:
    """The start position stands, if the newest look shows nearly all of it: people see their board.
    At once: who says so need not wait until it is asked. Where they have moved already, as who
    presses the clock for that has, it stood: the game begins when more looks show the move.
    """
    if not state.watch.glances:
        return state, ()
    seen, best = state.watch.glances[-1].alone, state.watch.best
    start = node(state.table.game, seen.layout, state.table.start)
    if not replace(state, said=wrong_at_start(seen, start)).nearly:
        return state, ()
    moved = places_moved(best, seen) if best else frozenset[int]()
    otherwise = looking_otherwise(seen, start.appearance)
    misseen = tuple(one for one in otherwise if one[0] not in moved)
    watch = replace(state.watch.unsettled(), misseen=misseen)
    if moved:
        return replace(state, watch=state.watch.unsettled(), ahead=watch), ()
    playing, events = start_game(state.table, start, watch, at)
    return playing, (Setup(at.t, at.frame, ()), *events)


def _draw(state: Playing | Choosing | Correcting, command: Command, at: Stamp) -> Advanced:
    """A draw is offered by a named player; the other one agrees or declines, named or not."""
    if command.name == "offer_draw":
        offer = player_named(command.argument)
        return replace(state, table=replace(state.table, offer=offer)), ()
    by = player_named(command.argument) if command.argument else None
    if state.table.offer is None or by == state.table.offer:
        return state, ()
    if command.name == "decline_draw":
        return replace(state, table=replace(state.table, offer=None)), ()
    return finish(state, Outcome(None, "agreed"), at)


def _chosen(state: Choosing, text: str, at: Stamp) -> Advanced:
    """One of the moves asked about; other answers leave the question standing."""
    for candidate in state.candidates:
        if unspaced(move_texts(candidate)) == unspaced(text):
            after, events = accept(state, candidate, None, at)
            restored = (Restored(at.t, at.frame),) if state.corrected else ()
            return after, (*restored, *events)
    return state, ()


def _answered(state: Choosing, command: Command, at: Stamp) -> Advanced:
    """What was played, that it was none of these, or that the board is right as it stands, which is
    no answer where nothing of it is seen.
    """
    if command.name == "choose":
        return _chosen(state, command.argument, at)
    # where moves are confirmed the press may have been meant for the move, before it was asked
    alone = len(state.candidates) == 1 and not (state.unseen or state.table.confirm)
    if command.name == "confirm" and alone and state.aim is None:  # else it was none of them
        return _chosen(state, move_texts(state.candidates[0]), at)
    if command.name == "reject":
        return _none_of_these(state, at)
    if command.name == "accept_board" and not state.unseen:
        corrected = Correcting(state.table, state.line, state.watch, aim=state.aim)
        after, events = let_stand(corrected, at)
        return (state, events) if isinstance(after, Correcting) else (after, events)
    return state, ()


def _none_of_these(state: Choosing, at: Stamp) -> Advanced:
    """Nothing happened, if nothing was to be seen; else the board is to be put right."""
    if state.unseen:
        return Playing(state.table, state.line, state.watch), ()
    evidence = evidence_of(state.watch)
    if evidence is None:
        return state, (unseen(state.watch, at),)
    found = diagnose(state.line.now, evidence)
    told = Disturbed(at.t, at.frame, found.wrong, found.next)
    return replace(state, aim=found.aim), (told,)


def _take_back(state: Begun, at: Stamp) -> Advanced:
    """Take back the last move, or turn (see `plies_back`); the board has to follow. How a game
    ended by a word, a ruling or the clock is taken back alone: the board stands as it did. So is a
    move that waits to be confirmed, unless people have made it for a program.
    """
    line = state.line
    waits = state.pending if isinstance(state, Playing) else None
    if waits is not None and not state.table.is_programs(line.now.to_move):
        refused = tuple([step.text for step in waits.steps[:1]])
        table, undone = replace(state.table, must_move=None), waits.node.appearance
        watch = state.watch.moved_on()
        return Correcting(table, line, watch, refused=refused, undone=undone), ()
    if isinstance(state, Over) and state.outcome.reason in _SAID:
        watch = state.watch.moved_on()
        return Playing(state.table, line, watch), (TakenBack(at.t, at.frame, 0, line.now.text),)
    plies = plies_back(state.table.instructed, line)
    if not plies:
        return state, ()
    first, undone = line.steps[-plies].text, line.now.appearance
    if isinstance(state, Correcting) and state.undone is not None:
        undone = state.undone  # it was not put back yet
    line = line.back(plies)
    events: tuple[Event, ...] = (TakenBack(at.t, at.frame, plies, line.now.text),)
    watch, table = state.watch.moved_on(), replace(state.table, must_move=None)
    return Correcting(table, line, watch, refused=(first,), undone=undone), events
