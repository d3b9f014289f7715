"""The phases of a refereed game, each with only its own data.

Setting up the board, playing, choosing between readings that cannot be told apart, correcting a
board that shows nothing legal, and over. All are immutable; `advance` makes the next one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from pi_board.core.game import AnyGame, Outcome, Player
from pi_board.core.layout import Appearance, Layout
from pi_board.core.stones import stones_of, total
from pi_board.referee.clocks import Clock, Control, new_clock
from pi_board.referee.evidence import Evidence
from pi_board.referee.explain import Offence
from pi_board.referee.hypothesis import Hypothesis
from pi_board.referee.line import Line
from pi_board.referee.repair import Aim
from pi_board.referee.watch import Watch, WrongGroups, evidence_of

Policy = Literal["casual", "strict", "tournament"]
POLICIES: tuple[Policy, ...] = get_args(Policy)


def policy_named(name: str) -> Policy:
    """The policy of this name; for what is none, as in an older record, the usual one."""
    return next((one for one in POLICIES if one == name), POLICIES[0])


@dataclass(frozen=True, slots=True)
class Instruction:
    """A program plays `player`: `plies` moves into the game, when `position` stood, it said that
    `moves` are to be made for it; () while it thinks. See `instructing`.
    """

    player: Player
    moves: tuple[str, ...] = ()
    plies: int = 0
    position: Any = None


@dataclass(frozen=True, slots=True)
class Table:
    """What is agreed before a game, and what is kept beside it.

    `confirm`: a move counts only when it is confirmed by the clock or a button · `policy`: what
    follows an illegal move (see `policies`) · `clock`: None without · `clocks`: how it stood
    when the game began and after each move · `offences`: illegal moves rejected so far, of b and
    w · `paused`: nobody looks · `offer`: who has offered a draw, till the other player moves or
    declines · `must_move`: the group of the touched stone that has to move
    (strict policy) · `instructed`: what a program plays that takes part · `frame`: the newest one,
    at which a command falls too; None without frames.
    """

    game: AnyGame
    start: Any
    confirm: bool = False
    policy: Policy = "casual"
    clock: Clock | None = None
    clocks: tuple[Clock, ...] = ()
    offences: tuple[int, int] = (0, 0)
    paused: bool = False
    offer: Player | None = None
    must_move: int | None = None
    instructed: Instruction | None = None
    frame: int | None = None

    def is_programs(self, player: Player | None) -> bool:
        """Whether a program plays the side of `player`, for which people make the moves."""
        return self.instructed is not None and self.instructed.player == player


# Share of the sites: with more of them wrong it is another board. Of lanes none: what a lane shows
# cannot be remembered with one misread.
MOST_MISREAD = 0.12
IN_HAND_S = 20.0  # the referee misses a stone sooner than a player has made up his mind
MOST_DEAD = 2  # reeds: with more of them at fault hardly any move is told


@dataclass(frozen=True, slots=True)
class SettingUp:
    """Waiting for the start position to stand. `said`: the wrong sites last reported; `said_t`:
    when they were (seconds on the reader's clock). `ahead`: the watch of those who play already, as
    all that was wrong are stones that none can be, or as they say that it stood.
    """

    table: Table
    watch: Watch = field(default_factory=Watch)
    said: tuple[str, ...] | None = None
    said_t: float = 0.0
    ahead: Watch | None = None

    @property
    def nearly(self) -> bool:
        """Whether so little is wrong that it may be misread, and the people may say that the start
        position stands.
        """
        layout, wrong = self.watch.layout, self.said or ()
        if layout is None or self.watch.hands.covered:
            return False
        if self.watch.sensor.feels:
            return 0 < len(wrong) <= MOST_DEAD and self._may_be_reeds(layout, wrong)
        return 0 < len(wrong) <= MOST_MISREAD * len(layout.sites)

    def _may_be_reeds(self, layout: Layout, wrong: tuple[str, ...]) -> bool:
        """Whether stones are to stand on all the places that are `wrong`, so that their reeds would
        be dead, or on none, so that they stick. One missing here and another too many there is one
        stone in the wrong place, and of a row with free holes nobody knows which reed it is.
        """
        start = self.table.game.appearance(self.table.start, layout)
        looks = [look for site in wrong for look in start[layout.group(site)]]
        shown = [stones_of(layout.labels[label]) for look in looks for label in look]
        return len({bool(stones.count) for stones in shown}) == 1


@dataclass(frozen=True, slots=True)
class Playing:
    """A game is on, and the board shows it.

    `pending`: what has happened but is not confirmed yet · `pressed`: when the clock was pressed,
    if nothing had been seen to happen by then.
    """

    table: Table
    line: Line
    watch: Watch
    pending: Hypothesis | None = None
    pressed: float | None = None


@dataclass(frozen=True, slots=True)
class Choosing:
    """Somebody has to say which of `candidates` was played.

    `corrected`: the board was being put right when the question came up · `unseen`: they all look
    as if nothing had happened, which is an answer too · `aim`: it was none of them, and the board
    is to be brought to this.
    """

    table: Table
    line: Line
    watch: Watch
    candidates: tuple[Hypothesis, ...]
    corrected: bool = False
    unseen: bool = False
    aim: Aim | None = None


@dataclass(frozen=True, slots=True)
class Correcting:
    """The board shows something else than the game; the clock stands still, but for who has `held`
    a stone all along.

    `said`: the wrong groups last spoken of · `offence`: who has made an illegal move · `refused`:
    the move just taken back by command, which is not played again merely because it still stands
    there · `resumed`: the position has not stood since the program was started · `held`: nothing
    has been wrong but that one stone of the player to move is gone: it is in the hand · `aim`: what
    the board is to be brought to, as it was said; None: to the position that should stand ·
    `rejected`: the illegal move that was ruled on before the program was started · `undone`: what
    stood on the board before moves were taken back by command.
    """

    table: Table
    line: Line
    watch: Watch
    said: WrongGroups = ()
    offence: Player | None = None
    refused: tuple[str, ...] = ()
    resumed: bool = False
    held: bool = False
    aim: Aim | None = None
    rejected: Offence | None = None
    undone: Appearance | None = None

    @property
    def asks_ruling(self) -> bool:
        """Whether the opponent is to accept or reject an illegal move. One made for a program is
        no offence of its own.
        """
        table, mover = self.table, self.offence
        return mover is not None and table.policy == "tournament" and not table.is_programs(mover)

    def stands_yet(self, evidence: Evidence) -> bool:
        """Whether the board shows what was taken back by command: nobody has touched it since."""
        return self.undone is not None and not evidence.against(self.undone)


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; the board may be cleared, and once it was, be set up anew.

    `asked`: what the board shows besides, if the last move was taken back or slid on · `denied`:
    people have said that it was not.
    """

    table: Table
    line: Line
    watch: Watch
    outcome: Outcome
    cleared: bool = False
    asked: Hypothesis | None = None
    denied: bool = False

    @property
    def question(self) -> Hypothesis | None:
        """What people are asked about."""
        return None if self.denied else self.asked


Begun = Playing | Choosing | Correcting | Over  # a game is on, or was
State = SettingUp | Begun


def reeds_may_fail(state: Choosing | Correcting) -> bool:
    """Whether all that is wrong is that one or two reeds, and nothing else tells, feel no stone
    where one is to stand, or one where none is: people may say that the position stands. In
    somebody's hand a stone would not be for so long, nor if it was none of the moves asked about;
    and the board must not show what was taken back by command, nor an illegal move that is to be
    ruled on. One missing here and one too many there is one stone in the wrong place.
    """
    now = state.line.now
    is_aim = state.aim is None or state.aim.node is now
    evidence = evidence_of(state.watch) if is_aim and _not_in_a_hand(state) else None
    if evidence is None or not evidence.colour_blind():
        return False
    if isinstance(state, Correcting) and state.stands_yet(evidence):
        return False
    wrong = evidence.against(now.appearance)
    if not 0 < len(wrong) <= MOST_DEAD or any(len(now.layout.groups[g]) > 1 for g in wrong):
        return False
    stand = {now.stones(g).count > 0 for g in wrong}
    felt = {total(now.layout, evidence.seen(g)).count > 0 for g in wrong}
    return len(stand) == len(felt) == 1 and stand != felt


def _not_in_a_hand(state: Choosing | Correcting) -> bool:
    """Whether people have said that no move was made, or a stone would long be out of the hand."""
    if isinstance(state, Choosing):
        return state.aim is not None
    trouble, glances = state.watch.trouble, state.watch.glances
    if trouble is None or not glances or state.asks_ruling:
        return False
    return glances[-1].t - trouble.since >= IN_HAND_S


def begin(
    game: AnyGame,
    position: Any = None,
    confirm: bool = False,
    policy: Policy = "casual",
    control: Control | None = None,
) -> SettingUp:
    """A table at which nothing stands yet; the game starts from `position` (None: as usual)."""
    start = game.start() if position is None else position
    clock = None if control is None else new_clock(control)
    return SettingUp(Table(game, start, confirm, policy, clock))
