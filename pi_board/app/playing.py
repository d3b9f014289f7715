"""A game on the screen: the sitting, the views and the menu over the game, in one loop.

The sitting never waits for the screen (see `moments`); the screen takes each moment when its time
has come. A recorded source is shown at table pace or as fast as it can be read.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from pi_board.app.agreement import Agreement
from pi_board.app.aside import Aside
from pi_board.app.compose import compose
from pi_board.app.director import Director
from pi_board.app.drawn_board import DrawnBoard
from pi_board.app.helping import Helpers
from pi_board.app.hinting import journal_line
from pi_board.app.menus import InPlay
from pi_board.app.moments import moments_of
from pi_board.app.scenes.amiss import exits
from pi_board.app.scenes.state import Choosing, HintGiven, Over, Paused, Situation
from pi_board.app.seeing import Seeing
from pi_board.app.showing import FRAME_S, View, rest_of_frame
from pi_board.app.sitting import Moment, Sitting
from pi_board.core.observation import Command
from pi_board.core.scene import Scene
from pi_board.readers.base import Reader
from pi_board.readers.simulator import Simulator
from pi_board.referee import phases
from pi_board.referee.commands import COMMANDS
from pi_board.vision.warm.sight import Sight

Note = Callable[[Mapping[str, object]], None]
Pace = Literal["live", "recorded", "fast"]
Left = Literal["ended", "quit", "main_menu", "again"]

# what keys and the buttons of the box mean in a pause, where the screen offers to go on and nobody
# would see that a move is taken back or a turn ended; and after a game, where it offers another one
MEANT: Mapping[type[Situation], Mapping[str, str]] = MappingProxyType(
    {
        Paused: {"pause": "continue", "confirm": "continue", "take_back": "", "stop": ""},
        Over: {"confirm": "new_game"},
    }
)
# over the camera's picture, where neither a hint nor what is taken back or ended would be seen, nor
# the boards of a question
IN_PICTURE = {"take_back": "back", "hint": "", "stop": ""}
UNASKED = {"confirm": "back"}
# over the boards of a question: so many of them further
LEADS = {"hint": 1, "next": 1, "previous": -1, "confirm": 0}
# what is brought in front of the game: pages of the menu, by what asks for them, and others
_MENUS = {"menu": "game_menu", "new_game": "again", "leave": "leave"}
IN_FRONT = (*_MENUS, "replay", "review", "seconds", "lessons")


@dataclass(frozen=True, slots=True)
class Shown:
    """One moment, and the scene that was made of it."""

    moment: Moment
    scene: Scene


@dataclass(frozen=True, slots=True)
class Ways:
    """How a game is shown: its pace, the clock and how to wait, and what was agreed."""

    pace: Pace = "live"
    agreed: Agreement = field(default_factory=Agreement)
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


class Play:
    """Shows a sitting in a view until its source ends or somebody leaves."""

    def __init__(
        self,
        sitting: Sitting,
        reader: Reader,
        director: Director,
        view: View,
        ways: Ways | None = None,
        helpers: Helpers | None = None,
        note: Note = lambda _: None,
        aside: Aside | None = None,
    ) -> None:
        """`note` keeps what is not in a moment: hints that were given, and that the lamps failed.
        With `aside` there is a menu.
        """
        self._ways = ways if ways is not None else Ways()
        self._sitting = sitting
        self._reader = reader
        self._drawn = DrawnBoard(reader) if isinstance(reader, Simulator) else None
        self._director = director
        self._view = view
        self._helpers = helpers if helpers is not None else Helpers()
        self._note = note
        self._aside = aside
        self._house = aside.house if aside is not None else None
        self._seeing = Seeing()
        # when its match was looked at, if over
        self._end: tuple[Situation, Any, bool] | None = None
        self._left: Left | None = None
        self._t: float | None = None  # of the newest moment, on the reader's clock
        self._began_s = self._ways.clock()

    def run(self, after: Callable[[Shown], None] = lambda _: None) -> Left:
        """Show everything; `after` hears of each moment once it is on the screen. Says why it
        ended.
        """
        source = moments_of(self._sitting, self._reader)
        try:
            while self._left is None:
                began_s = self._ways.clock()
                got = source.take()
                if got is not None:
                    self._wait_for(got[0])
                    self._follow(*got, after)
                elif source.has_ended and self._ways.pace == "fast":
                    return "ended"
                self._turn()
                if got is None:
                    self._ways.sleep(rest_of_frame(began_s, self._ways.clock()))
        finally:
            source.close()
            if self._aside is not None:
                self._aside.close()
        return self._left

    def _follow(self, moment: Moment, sight: Sight, after: Callable[[Shown], None]) -> None:
        self._director.follow(moment)
        self._look_at_match()
        if moment.is_set_up and self._menu is None:
            self._left = "again"
        if self._drawn is not None:
            self._drawn.follow(moment, self._director.table)
        self._helpers.follow(moment, self._director.table)
        self._seeing.follow(sight)
        self._t = moment.input.t
        if self._house is not None:
            self._house.alive(self._ways.clock())
            self._house.look(moment.input, self._ways.clock())
        after(Shown(moment, self._show()))

    def _wait_for(self, moment: Moment) -> None:
        """A recorded moment is shown at its time; what is live has come when it came."""
        due_s = self._began_s + moment.input.t
        while self._ways.pace == "recorded" and self._left is None:
            now_s = self._ways.clock()
            if now_s >= due_s:
                return
            self._turn()
            self._ways.sleep(min(FRAME_S, due_s - now_s))

    # -- one turn of the loop -----------------------------------------------------------------

    def _turn(self) -> None:
        """Take what was touched, draw what moves."""
        now_s = self._ways.clock()
        for command in self._view.poll(now_s):
            self._asked(command)
        self._hear_helpers()
        self._look_at_lamps()
        self._look_at_board()
        if self._aside is not None and self._aside.tick(now_s):
            self._show()
        self._view.draw(now_s)

    def _asked(self, command: Command) -> None:
        """What is in front of the game hears it first."""
        if command.name == "quit":
            self._left = "quit"
        elif (menu := self._menu) is None:
            self.obey(command)
        else:
            for wish in menu.hear(command):
                self.obey(wish)
            self._show()

    @property
    def _menu(self) -> Aside | None:
        """The menu that is open over the game, if one is."""
        return None if self._aside is None or self._aside.is_empty else self._aside

    def obey(self, command: Command) -> None:
        """Do what was asked at the screen; what is not for the screen goes to the referee."""
        command = self._meant(command)
        name = command.name
        match name:
            case _ if self._asks is not None and name in LEADS:
                self._lead(self._asks, command)
            case "quit" | "main_menu":
                self._left = "quit" if name == "quit" else "main_menu"
            case "look" | "back":
                self._seeing.obey(name)
            case "touch":
                self._touch(command.argument)
            case "hint" if self._helpers.hints is not None:
                self._helpers.hints.ask(self._director.table)
            case "turn_board":
                self._director.turn_board()
            case "put_right" if self._drawn is not None:
                self._drawn.stand(self._director.table.position, self._director.table)
            case "same_again" if self._ways.agreed.match:
                self._left = "again"
            case "same_again":
                self._to_referee(replace(command, name="new_game"))
            case _ if self._aside is not None and name in IN_FRONT:
                self._bring_in_front(self._aside, command)
            case _ if name in COMMANDS:
                self._to_referee(command)
        self._show()

    def _meant(self, command: Command) -> Command:
        """What a key or a button of the box means by what is to be seen."""
        names = dict(MEANT.get(type(self._director.table.situation), {}))
        if self._seeing.is_shown:
            names |= IN_PICTURE
            if isinstance(self._director.table.situation, Choosing):
                names |= UNASKED
        return replace(command, name=names.get(command.name, command.name))

    @property
    def _asks(self) -> Choosing | None:
        """The question that is to be seen, if one is."""
        now = self._director.table.situation
        return now if isinstance(now, Choosing) and not self._seeing.is_shown else None

    def _lead(self, asked: Choosing, command: Command) -> None:
        """Over the boards of a question; OK takes the marked one, and before one is marked it
        answers whether it was the only one. After the end of a game it marks none: who presses OK
        twice may mean the next game.
        """
        if command.name != "confirm" or not asked.ended:
            self._director.lead(asked, LEADS[command.name])
        if command.name != "confirm":
            return
        if asked.marked is not None:
            command = replace(command, name="choose", argument=asked.moves[asked.marked])
        self._to_referee(command)

    def _bring_in_front(self, aside: Aside, command: Command) -> None:
        page = _MENUS.get(command.name)
        if page is None:
            aside.show(command, self._director.table)
            return
        if isinstance(self._sitting.state, phases.Over) and page != "leave":
            page = "over"
        aside.open_menu(page, self._in_play())

    def _to_referee(self, command: Command) -> None:
        if self._t is None:
            return
        self._sitting.command(replace(command, t=self._t))
        if command.name == "new_game" and self._drawn is not None:
            self._drawn.stand(self._sitting.state.table.start, self._director.table)

    def _touch(self, site: str) -> None:
        """On a board that is only drawn a finger is the hand; else it asks what may be done."""
        if self._drawn is not None:
            self._drawn.touch(site, self._director.table)
        else:
            self._director.peek(site[:2])

    def _in_play(self) -> InPlay:
        state = self._sitting.state
        on = not isinstance(state, (phases.SettingUp, phases.Over))
        return InPlay(
            self._director.table.position.to_move,
            state.table.offer if on else None,
            may_resign=on,
            is_paused=state.table.paused,
            can_look=self._seeing.can_look and not self._seeing.is_shown,
            can_replay=self._seeing.can_look,
            simulated=self._drawn is not None,
            exits=exits(self._director.table),
        )

    def _hear_helpers(self) -> None:
        """What they say, and what the program that plays one side wants."""
        if self._t is None:
            return
        for command in self._helpers.commands(self._t):
            self._sitting.command(command)
        for said in self._helpers.said():
            if isinstance(said, HintGiven):
                self._director.advise(said)
                player = self._director.table.position.to_move
                self._note(journal_line(said, player, self._t))
            else:
                self._director.comment(said)
            self._show()

    def _look_at_lamps(self) -> None:
        """A game goes on without them; it is said as long as it lasts, and kept once."""
        problem = self._house.lamps_problem() if self._house is not None else ""
        if bool(problem) == self._director.table.lamps_failed:
            return
        if problem:
            self._note({"lamps": problem, "t": self._t})
        self._director.note_lamps(bool(problem))
        self._show()

    def _look_at_board(self) -> None:
        """A game goes on on a board that has to be set up anew; who reads the screen may do it."""
        is_outdated = self._house is not None and self._house.is_outdated()
        if is_outdated != self._director.table.is_outdated:
            self._director.note_board(is_outdated)
            self._show()

    def _look_at_match(self) -> None:
        """Once a game of it is over, and again when the last move is slid on to another end, or
        the disk takes what it did not; what is taken back then may make it another one.
        """
        if self._house is None:
            return
        table, kept = self._director.table, self._house.is_kept
        now = table.situation
        is_over = isinstance(now, Over) or (isinstance(now, Choosing) and now.ended)
        end = (now, table.position, kept) if is_over else None
        if end != self._end:
            self._end = end
            match = self._house.standing() if end else None
            self._director.note_match(match)
            # who sets the board up begins the next game of the match, in which people change seats;
            # a recording would begin at its start again
            has_next = match is not None and not match.is_over
            self._sitting.is_last = has_next and self._ways.pace == "live"

    def _offered(self, scene: Scene) -> Scene:
        """Without a picture of a camera there is nothing to look at."""
        if self._seeing.can_look:
            return scene
        if self._drawn is not None:
            return self._drawn.offered(scene)
        buttons = (replace(b, enabled=b.enabled and b.command != "look") for b in scene.buttons)
        return replace(scene, buttons=tuple(buttons))

    def _show(self) -> Scene:
        now_s = self._ways.clock()
        table, pixels = self._seeing.on(self._director.table)
        scene = self._helpers.offered(self._offered(compose(table)), table)
        if (menu := self._menu) is None:
            self._view.show(scene, now_s, pixels)
        else:
            menu.present(self._view, scene, now_s)
        return scene
