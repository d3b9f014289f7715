"""``pi-board watch``: pictures of a board in, refereed moves out."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from pi_board.cli.agreeing import (
    agreed_on,
    agreement_options,
    go_on_option,
    nothing_to_go_on_with,
    refuse_another_game,
)
from pi_board.cli.choosing import FiniteRange, game_argument
from pi_board.cli.complaining import complain
from pi_board.cli.interrupting import ended_like_interrupted
from pi_board.cli.speaking import in_language, language_option
from pi_board.core.errors import InvalidText

if TYPE_CHECKING:
    from calibration.using import InUse
    from pi_board.app.agreement import Agreement, SetTable
    from pi_board.app.kept.resuming import Unfinished
    from pi_board.app.simulated_table import SimulatedTable
    from pi_board.core.events import Event
    from pi_board.core.game import Player
    from pi_board.readers.camera import CameraReader
    from pi_board.readers.frames import FramesReader
    from pi_board.vision.warm.sight import Sight

INTERVAL = FiniteRange(0, 86400, min_open=True)  # a day
UNSEEN_S = 3.0  # a camera is given so long to find its light and its focus


@click.command()
@game_argument
@click.argument("source")
@click.option("--interval", type=INTERVAL, help="Seconds between frames of a folder or a video.")
@go_on_option
@click.option("--json", "as_json", is_flag=True, help="Write JSON Lines instead of sentences.")
@language_option
@agreement_options
@ended_like_interrupted()
def watch(
    game_name: str,
    source: str,
    interval: float | None,
    go_on: bool,
    no_evidence: bool,
    as_json: bool,
    language: str | None,
    **chosen: Any,
) -> None:
    """Watch SOURCE and referee the game: a folder of frames (sorted by name, 2 before 10), a
    video file, a camera (camera, camera:1, /dev/video0), or simulator (simulator:SEED), where
    nobody needs one.

    A position counts once it has been seen for 0.4 s, in two frames at least: take two photographs
    of each, or three if you hold the camera, with all of the board and no hand in them. A game that
    was filmed in two files is watched with --continue from the second on.
    """
    from pi_board.app.sitting import Sitting
    from pi_board.app.sources import there_at_all
    from pi_board.cli.left_open import LeftOpen
    from pi_board.cli.profiles import ProfileCheck, profile_in_use
    from pi_board.cli.referee import line_of
    from pi_board.readers.addresses import is_live, without_login
    from pi_board.records.text import record_text

    say = in_language(language)
    with ExitStack() as stack:
        table = _table(stack, game_name, source, go_on, no_evidence, chosen)
        profile_name = chosen["profile_name"]
        used = None if _is_simulated(source) else profile_in_use(game_name, profile_name, source)
        reader = _reader(table, source, interval, used)
        stack.callback(reader.close)
        table.keeper.look_at(reader.picture)
        sitting = Sitting(table.game, reader, keep=table.keeper, state=table.state)
        holds, search = ProfileCheck(used), BoardSearch(without_login(source), game_name)
        is_new = not (go_on or chosen["position_text"] or is_live(source))
        beginning = Beginning(table.state.table.start.to_move, is_new=is_new)
        left_open = LeftOpen(partial(_picture_name, reader), lambda: reader.picture().frame)
        moments = sitting.moments()
        for moment in there_at_all(moments) if is_live(source) else moments:
            holds.check(reader.picture)
            search.look(reader.picture(), moment.input.t)
            left_open.take(moment.input, moment.state)
            if moment.fault:
                complain(say(moment.fault.text))
            for event in moment.events:
                beginning.take(event)
                click.echo(line_of(event, as_json, say, _picture_name(reader, event.frame)))
        search.end(reader.picture())
        left_open.tell(sitting.state)
    if not as_json:
        click.echo("\n" + record_text(table.keeper.record))


class BoardSearch:
    """Says on stderr why no board is found, each reason once until one is."""

    def __init__(self, source: str, game_name: str) -> None:
        self._where = f"{source}: no board of {game_name} was found in it"
        self._since_s: float | None = None
        self._told: set[str] = set()

    def look(self, sight: Sight, t: float) -> None:
        """Take in what is seen at `t` seconds."""
        if sight.registration is not None:
            self._since_s = None
            self._told.clear()
        elif self._since_s is None:
            self._since_s = t
        elif t - self._since_s >= UNSEEN_S:
            self.end(sight)

    def end(self, sight: Sight) -> None:
        """There is no more to see."""
        if sight.registration is not None or sight.frame is None:  # a simulated table shows none
            return
        why = "" if sight.missing is None else f": {sight.missing.reason}"
        if why not in self._told:
            self._told.add(why)
            complain(f"{self._where}{why}")


class Beginning:
    """Says on stderr, once, that the player seems to begin who does not by the rules; `is_new`: in
    a recording of a new game, where nobody can put that right.
    """

    def __init__(self, first: Player, *, is_new: bool) -> None:
        self._first = first
        self._awaited = is_new

    def take(self, event: Event) -> None:
        """Take in what has happened."""
        from pi_board.core.events import Illegal, MovePlayed
        from pi_board.core.game import opponent
        from pi_board.core.words import side

        if self._awaited and isinstance(event, Illegal) and event.rule.endswith(".not_yours"):
            by_rules, other = side(self._first), opponent(self._first)
            complain(
                f"by the rules chosen {by_rules} begins; if {side(other)} did, start again "
                f"with --rule first={other}"
            )
            self._awaited = False
        elif isinstance(event, MovePlayed):
            self._awaited = False


def _table(
    stack: ExitStack, game_name: str, source: str, going_on: bool, no_evidence: bool,
    chosen: dict[str, Any],
) -> SetTable:  # fmt: skip
    """Who keeps the game, and where it begins. Raises InvalidText."""
    from pi_board.app.agreement import go_on, open_table
    from pi_board.app.wanted import Wanted
    from pi_board.config.settings import load
    from pi_board.records.place import SIMULATED
    from pi_board.vision.pictures import readable

    retention = Wanted(no_evidence=no_evidence).over(load()).evidence.retention
    if going_on:
        found = _unfinished(game_name, source, chosen)
        return go_on(stack, found, readable(source), chosen["profile_name"] or "", retention)
    agreed = _agreed(game_name, source, chosen)
    kept_as = f"{SIMULATED}{source}" if _is_simulated(source) else readable(source)
    return open_table(stack, agreed, kept_as, retention)


def _unfinished(game_name: str, source: str, chosen: dict[str, Any]) -> Unfinished:
    """The game to go on with. Raises InvalidText if there is none, or for what would be ignored,
    EnvironmentFault where nobody can see the games.
    """
    from pi_board.app.kept.resuming import latest_unfinished

    refuse_another_game(chosen)
    if _is_simulated(source):
        raise InvalidText("a simulated table begins a game of its own; leave out --continue")
    found = latest_unfinished(game_name)
    if found is None:
        raise InvalidText(nothing_to_go_on_with(game_name))
    return found


def _agreed(game_name: str, source: str, chosen: dict[str, Any]) -> Agreement:
    """What the command line agrees on. Raises InvalidText."""
    from pi_board.app.matching import next_of_match
    from pi_board.config.settings import load

    if chosen["position_text"] and _is_simulated(source):
        raise InvalidText("a simulated game begins at the start; leave out --position")
    return next_of_match(agreed_on(load(), game_name, chosen), bool(chosen["players"]))


def _is_simulated(source: str) -> bool:
    from pi_board.readers.simulator import is_simulated

    return is_simulated(source)


def _picture_name(reader: CameraReader | FramesReader | SimulatedTable, frame: int | None) -> str:
    """Which file of a folder shows something: who took photographs does not count seconds."""
    from pi_board.readers.frames import FramesReader

    return reader.picture_name(frame) if isinstance(reader, FramesReader) else ""


def _reader(
    table: SetTable, source: str, interval: float | None, used: InUse | None
) -> CameraReader | FramesReader | SimulatedTable:
    from pi_board.app.simulated_table import SimulatedTable
    from pi_board.app.sources import open_source

    if not _is_simulated(source):
        return open_source(source, interval, used.session(table.game) if used else None)
    if interval is not None:
        raise InvalidText("an interval for a simulated table, expected none: it has its own time")
    return SimulatedTable.of(source, table.game)
