"""From the referee's moments to the table as it is shown.

The director remembers what a view needs and the referee does not: the last complaint, the labels
seen at rest, the stone that is in somebody's hand. `table` is what `compose` makes a scene of.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pi_board.app.complaint import MOVED, Complaint, for_program, position_aimed_at
from pi_board.app.covering import Covering
from pi_board.app.faults import cause_text
from pi_board.app.scenes import state as show
from pi_board.app.sitting import Moment
from pi_board.core import events as told
from pi_board.core.game import AnyGame, Player
from pi_board.core.message import Message
from pi_board.core.observation import Command, Observation
from pi_board.core.stones import stones_of
from pi_board.core.words import as_sentence
from pi_board.records.matches import Standing
from pi_board.referee import phases
from pi_board.referee.continuations import Node, player_of
from pi_board.referee.explain import REFUSALS
from pi_board.referee.instructing import plies_back
from pi_board.referee.line import Line
from pi_board.referee.repair import Aim, Repair
from pi_board.referee.standing import compared, labels_now
from pi_board.referee.strictness import must_move

_MISREAD_AFTER_S = 5.0  # nobody has put anything right for so long
TOLD_S = 6.0  # so long the screen says that another reader has taken over


class Director:
    """Follows a sitting."""

    def __init__(self, game: AnyGame, black: show.Seat, white: show.Seat, near: Player) -> None:
        self._complaint = Complaint()
        self._seen: Observation | None = None  # the newest
        self._wrong: tuple[told.Wrong, ...] = ()
        self._repairs: tuple[Repair, ...] = ()
        self._aim: Aim | None = None  # of these
        self._made: Any = None  # the position after a program's move, if it has just been made
        self._candidates: tuple[str, ...] = ()
        self._not_accepted: Message | None = None  # why the board is not, as it stands
        self._marked: int | None = None  # the candidate to which keys have led
        self._t = 0.0
        self._lost: show.ReaderLost | None = None
        self._lost_until_s: float | None = None
        self._peeked = ""
        self._covering = Covering()
        self.table = show.TableState(
            game, game.layouts[0], game.start(), show.Unseen(begun=False), black, white, near=near
        )

    def advise(self, hint: show.HintGiven | None) -> None:
        """Show a hint until the position changes."""
        self.table = replace(self.table, hint=hint)

    def comment(self, text: Message | None) -> None:
        """Say something about the last move, until the next one."""
        self.table = replace(self.table, comment=text)

    def note_lamps(self, failed: bool) -> None:
        """The lamps under the board do not show what the screen shows, or (False) do again."""
        self.table = replace(self.table, lamps_failed=failed)

    def note_board(self, is_outdated: bool) -> None:
        """The board no longer is as it was set up, or (False) is."""
        self.table = replace(self.table, is_outdated=is_outdated)

    def note_match(self, now: Standing | None) -> None:
        """Where the match stands of which the game was one."""
        self.table = replace(self.table, match=now)

    def turn_board(self) -> None:
        """Let the viewer sit a quarter turn further round; rows of holes only face to face."""
        layout = self.table.layout
        step = 1 if layout.columns == layout.rows else 2
        self.table = replace(self.table, turned=(self.table.turned + step) % 4)

    def peek(self, site: str) -> None:
        """What the stone or tile on a site may do, asked for on the screen; the same site again, or
        one of which there is nothing to say: the board as it is.
        """
        known = isinstance(self.table.situation, (show.Playing, show.Lifted))
        wanted = site if known and site != self._peeked and self._may_move(site) else ""
        if known and (wanted or self._peeked):
            self._peeked = wanted
            now = show.Lifted(wanted) if wanted else show.Playing()
            self.table = replace(self.table, situation=now)

    def lead(self, asked: show.Choosing, steps: int) -> None:
        """Mark one of the moves that are `asked` about: so many on from the marked one, or the
        first if none is. Why the board was not accepted is said no longer.
        """
        at = 0 if asked.marked is None else (asked.marked + steps) % len(asked.moves)
        self._marked, self._not_accepted = at, None
        self.table = replace(self.table, situation=replace(asked, marked=at, why_not=None))

    def _may_move(self, site: str) -> bool:
        game, layout, position = self.table.game, self.table.layout, self.table.position
        if layout.surface.has_rows:
            seen = dict(zip(layout.sites, self.table.looks, strict=False))  # none at first
            return bool(seen.get(site) == position.to_move)
        return any(game.move_text(move).startswith(site) for move in game.legal_moves(position))

    def follow(self, moment: Moment) -> None:
        """Bring the table up to date."""
        self._hear(moment)
        self._complaint.hear_ruling(moment.state.table)
        if moment.fault is not None and moment.fault.is_beside:
            self.comment(moment.fault.text)
        elif moment.fault is not None:
            self.table = replace(self.table, is_kept=moment.fault.is_over)
        seen = moment.input
        self._t = seen.t
        if isinstance(seen, Observation):
            self._seen, self.table = seen, replace(self.table, layout=seen.layout)
            self._compare(moment.state, seen)
            if not (seen.obstructed or (self._wrong and _waiting(moment.state) is None)):
                self.table = replace(self.table, looks=labels_now(seen))
        elif isinstance(seen, Command) and self._seen is not None:
            self._compare(moment.state, self._seen)  # the same board, but another may be wanted
        covered = moment.state.watch.hands.covered
        self._covering = self._covering.followed(covered, len(self.table.layout.sites), seen.t)
        self.table = replace(
            self.table,
            situation=self._situation(moment.state),
            black=self._seat("b", moment.state),
            white=self._seat("w", moment.state),
            pending=_waiting(moment.state),
            offer=moment.state.table.offer,
        )
        if isinstance(moment.state, phases.SettingUp):
            start = moment.state.table.start
            self.table = replace(
                self.table,
                position=start,
                plies=(),
                stood=(),
                is_all_its=False,
                hint=None,
                bound=None,
            )
        else:
            self._follow_line(moment.state.line, moment.state.table)

    def _compare(self, state: phases.State, seen: Observation) -> None:
        """What is otherwise than it should be, and what is to be done about it."""
        found = compared(state, seen)
        under_hand = self._repairs_under(seen) if found.aim == self._aim else ()
        self._wrong, self._aim = found.wrong, found.aim
        self._repairs, self._made = found.repairs or under_hand, found.made
        is_done = not (self._repairs or seen.obstructed)
        self._complaint.compare(self._wrong, self._t, is_done=is_done)
        self.table = replace(self.table, came=self._came(seen) if self._wrong else frozenset())

    def _came(self, seen: Observation) -> frozenset[str]:
        """The sites on which there is a stone and was none when the board was last right."""
        now = zip(seen.layout.sites, labels_now(seen), self.table.looks, strict=False)
        came = {site for site, label, old in now if label != old and not stones_of(old).count}
        return frozenset(came.difference(seen.obstructed))

    def _repairs_under(self, seen: Observation) -> tuple[Repair, ...]:
        """What was to be done where something covers the board now: it may not be done yet."""
        covered = {seen.layout.group(site) for site in seen.obstructed}
        return tuple(step for step in self._repairs if step.groups & covered)

    def _hear(self, moment: Moment) -> None:
        """Remember what was said."""
        if isinstance(moment.input, Command):
            self._not_accepted = None
        for event in moment.events:
            if isinstance(event, told.Illegal) and event.rule in REFUSALS:
                self._not_accepted = event.text
                continue  # what is wrong with the board stays as it was said
            self._complaint.hear(event)
            if isinstance(event, (told.Setup, told.Clear, told.Illegal, told.Disturbed)):
                self._not_accepted = None
            elif isinstance(event, told.Choose):
                self._candidates, self._not_accepted, self._marked = event.moves, None, None
            elif isinstance(event, told.ReaderChanged):
                self._note_reader(event)
            if isinstance(event, MOVED):
                self._peeked = ""
                self.table = replace(self.table, comment=None)
            elif isinstance(event, told.Illegal) and isinstance(moment.state, phases.Playing):
                why = as_sentence(event.text)  # a button, not a board, is wrong
                self.table = replace(self.table, comment=why)

    def _note_reader(self, event: told.ReaderChanged) -> None:
        """Nothing can be read, another reader has taken over, or something is wrong with the one
        there is; a better one is not spoken of.
        """
        if event.to == "none":
            self._lost, self._lost_until_s = show.ReaderLost(cause_text(event.reason)), None
        elif event.from_ in ("fused", event.to) or (event.to == "reed" and self._lost is None):
            partly = event.from_ == event.to
            self._lost = show.ReaderLost(cause_text(event.reason), event.to, partly)
            self._lost_until_s = event.t + TOLD_S
        else:
            self._lost = None

    def _seat(self, player: Player, state: phases.State) -> show.Seat:
        clock = state.table.clock
        seat = self.table.seat(player)
        if clock is None:
            return seat
        left_s = clock.left_s(player, self._t)
        was_low = seat.clock_s is not None and seat.clock_s < seat.low_s
        low_s = show.low_time_s(clock.control, was_low)
        return replace(seat, clock_s=left_s, flag_fallen=left_s <= 0, low_s=low_s)

    def _follow_line(self, line: Line, table: phases.Table) -> None:
        nodes, steps, told = line.nodes, line.steps, table.instructed
        now, bound = line.now, _bound(line.now, table.must_move)
        begun = bool(steps) or (told is not None and told.player == now.to_move)
        is_as_before = (self.table.position, self.table.bound) == (now.position, bound)
        hint = self.table.hint if is_as_before else None
        self.table = replace(
            self.table,
            hint=hint,
            position=now.position,
            stood=tuple(node.position for node in nodes[:-1]),
            is_all_its=told is not None and begun and not plies_back(told, line),
            plies=tuple(
                show.Ply(player_of(node, step), step.text, step.accepted)
                for node, step in zip(nodes, steps, strict=False)
            ),
            bound=bound,
        )

    def _situation(self, state: phases.State) -> show.Situation:
        if isinstance(state, phases.Over):  # given up in a pause, or without a camera
            if state.question is not None:
                return show.Choosing(self._candidates, marked=self._marked, ended=True)
            return show.Over(state.outcome)
        if state.table.paused:
            return show.Paused()
        begun = not isinstance(state, phases.SettingUp)
        if self._lost is not None:
            if self._lost_until_s is None or self._t < self._lost_until_s:
                return replace(self._lost, begun=begun)
            self._lost = None
        if self._is_unseen(state):
            return show.Unseen(begun=begun)
        match state:
            case phases.SettingUp():
                lasts = self._t - state.said_t >= _MISREAD_AFTER_S
                misread = lasts and state.nearly
                felt, why_not = state.watch.sensor.feels, self._not_accepted
                return show.SettingUp(self._repairs, misread, felt, why_not)
            case phases.Choosing():
                if state.aim is not None:
                    felt = phases.reeds_may_fail(state)
                    aim, why_not = position_aimed_at(state), self._not_accepted
                    return show.Disturbed(self._repairs, aim, felt, why_not)
                return show.Choosing(
                    self._candidates, state.unseen, self._not_accepted, self._marked
                )
            case phases.Correcting():
                return self._correcting(state)
            case phases.Playing():
                return self._playing(state)

    def _is_unseen(self, state: phases.State) -> bool:
        """Whether no board is seen, so that nothing can be said of what stands on it."""
        if isinstance(state, phases.Choosing):
            return False
        if self._covering.all_since is not None:
            return self._covering.is_gone(self._t)
        return self._seen is None and state.watch.layout is None

    def _correcting(self, state: phases.Correcting) -> show.Situation:
        lifted = self._lifted(state.line.now)
        if self._made is not None and lifted is None:  # it is right, and is not judged yet
            return show.Disturbed((), self._made)
        shown = self._complaint.shown(state, self._wrong, self._repairs, lifted, self._t)
        if isinstance(shown, (show.Illegal, show.Disturbed)):
            return replace(shown, why_not=self._not_accepted)
        return shown

    def _playing(self, state: phases.Playing) -> show.Situation:
        covering = self._covering
        lifted = self._lifted(state.line.now)
        due = for_program(state, lifted)
        if state.pending is not None and covering.since is None:  # also while a program thinks
            return due if isinstance(due, show.Playing) else show.Playing()
        if isinstance(due, show.Instructed):
            return due
        if lifted is not None and due is None:
            return show.Lifted(lifted)
        if covering.since is not None:
            for_s, lies_s = self._t - covering.since, self._t - covering.lying_since
            return show.Obstructed(for_s, lies_s, covering.lying, thinking=due is not None)
        return show.Lifted(self._peeked) if self._peeked else due or show.Playing()

    def _lifted(self, now: Node) -> str | None:
        """The site of the mover's one stone that is gone, if nothing else is different."""
        if len(self._wrong) != 1:
            return None
        wrong = self._wrong[0]
        held = stones_of(wrong.seen).plus(now.to_move) == stones_of(wrong.expected)
        return wrong.site if held else None


def _waiting(state: phases.State) -> str | None:
    """See `show.TableState.pending`: what was taken back besides has no name."""
    what = state.pending if isinstance(state, phases.Playing) else None
    if what is None:
        return None
    return "" if what.undo else " ".join(step.text for step in what.steps)


def _bound(now: Node, group: int | None) -> show.Bound | None:
    """See `show.TableState.bound`, of the stone of a group; None: any may move."""
    if group is None:
        return None
    moves = tuple(step.text for step in now.steps if step.origin == group)
    return show.Bound(must_move(now.layout, group), moves)
