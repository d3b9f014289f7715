"""What the evening knows between the games: the archive, the settings, what was agreed last."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import closing, suppress
from dataclasses import replace
from importlib.metadata import version
from itertools import islice

from pi_board.app.agreement import BLACK, NO_NAMES, WHITE, Agreement, computer_level
from pi_board.app.doctor.checks import Finding
from pi_board.app.kept.keeping import Keeper
from pi_board.app.kept.replaying import Playback
from pi_board.app.kept.resuming import Unfinished, may_go_on, unfinished
from pi_board.app.learning import Learning, lessons
from pi_board.app.matching import next_of_match
from pi_board.app.menus import Menus
from pi_board.app.menus.world import World
from pi_board.app.scenes.state import TableState
from pi_board.app.showing import Showing
from pi_board.config.sections import Settings
from pi_board.config.settings import load, remember
from pi_board.core.beside import beside
from pi_board.core.errors import ConfigurationError, EnvironmentFault, InvalidFile, InvalidText
from pi_board.core.game import AnyGame
from pi_board.core.message import Text, message
from pi_board.core.observation import Command
from pi_board.games.registry import make_game
from pi_board.records.archive import Archive
from pi_board.records.evidence import Retention
from pi_board.records.matches import Standing, standing
from pi_board.records.place import games_folder
from pi_board.records.record import Record
from pi_board.records.replay import game_of, replayed
from pi_board.records.search import GOES_ON, Filter, Summary

MOST_KEPT = 500  # games in the list
MOST_OPEN = 8  # unfinished games that are offered
EXAMINED_S = 30.0  # the camera alone may take half of that, where it looks for its focus


class Lounge:
    """Not for several threads, but for the doctor, who has one of his own."""

    def __init__(
        self, settings: Settings, agreed: Agreement, examine: Callable[[], Iterator[Finding]]
    ) -> None:
        self.settings, self.agreed = settings, agreed
        self.language = "en"
        self.trouble: Text = ""
        self.reload: Callable[[], Settings] = load
        self.progress: Callable[[int], None] = lambda _: None  # hears how many games were read anew
        self._examine = examine
        self._findings: list[Finding] = []
        self._looking: Future[None] | None = None
        self._looking_since_s = 0.0
        self._keeper: Keeper | None = None
        # by their games: matches are read once
        self._stood: dict[tuple[Summary, ...], Standing | None] = {}

    # -- the archive ------------------------------------------------------------------------------

    def world(self, night: bool) -> World:
        """Everything the pages are made of. `night`: the lamps are dimmed."""
        with closing(Archive(games_folder())) as archive:
            archive.refresh(self.progress)
            kept = archive.games(Filter(), MOST_KEPT)
            older = archive.count(Filter()) - len(kept)
            open_games = tuple(islice(self._open(archive), MOST_OPEN))
            matches = self._matches_to_play(archive, kept)
            people = (name for name in archive.players() if name not in NO_NAMES)
            names = tuple(name for name in people if not computer_level(name))
        return World(
            self.agreed, self.settings, open_games, kept, older, names,
            matches, self._report(),
            self.settings.lamps.kind != "none", night, language=self.language,
            version=version("pi-board"), trouble=self.trouble,
        )  # fmt: skip

    def _matches_to_play(
        self, archive: Archive, kept: Iterable[Summary]
    ) -> dict[str, Standing | None]:
        """Where those stand that have a next game, by name; one of which that cannot be told is
        named all the same, for whoever chooses it hears why.
        """
        played: dict[str, tuple[Summary, ...]] = {}
        for game in kept:
            if game.match:
                played[game.match] = (*played.get(game.match, ()), game)
        before = self._stood
        self._stood = {
            games: before[games] if games in before else _standing(archive, name)
            for name, games in played.items()
        }
        now = {name: self._stood[games] for name, games in played.items()}
        return {name: one for name, one in now.items() if one is None or not one.is_over}

    def _open(self, archive: Archive) -> Iterator[Summary]:
        """The games that can be gone on with, newest first."""
        for game in archive.games(Filter(result=GOES_ON), 4 * MOST_OPEN):
            with suppress(InvalidFile):
                if may_go_on(archive.path(game.id)):
                    yield game

    def unfinished(self, game_id: str) -> Unfinished:
        """The game to go on with. Raises InvalidFile if it is damaged, EnvironmentFault if another
        program was faster.
        """
        with closing(Archive(games_folder())) as archive:
            found = unfinished(archive.path(game_id))
        if found is None:
            raise EnvironmentFault(
                message("game {game} is being played by another program, or is over", game=game_id)
            )
        return found

    def delete(self, game_id: str) -> None:
        """Delete a game for ever. Raises EnvironmentFault."""
        with closing(Archive(games_folder())) as archive:
            archive.delete(game_id)

    # -- agreements -------------------------------------------------------------------------------

    def next_of_match(self, agreed: Agreement) -> Agreement:
        """The same for the next game of a match, if it is one: the players sit so that whoever
        lost the last game starts. Raises InvalidText when there is no next game.
        """
        return next_of_match(agreed, not NO_NAMES.issuperset(agreed.players), self.progress)

    @property
    def is_kept(self) -> bool:
        """Whether the disk has everything of the game that is on."""
        return self._keeper is None or self._keeper.is_kept

    def standing(self) -> Standing | None:
        """Where the match stands of which the game that is on is one, with it; None while the
        disk does not take how that has ended.
        """
        match = self._keeper.record.header.match if self._keeper is not None else ""
        if not match or not self.is_kept:
            return None
        with closing(Archive(games_folder())) as archive:
            archive.refresh(self.progress)
            return _standing(archive, match)

    def practice(self, game: str) -> Agreement:
        """A game for practice: every move is commented on."""
        now = self.agreed
        return Agreement(
            game, players=(BLACK, WHITE), reader=now.reader, profile=now.profile, practice=True
        )

    def agreed_of(self, found: Unfinished, agreed: Agreement) -> Agreement:
        """What was agreed for a game that is gone on with, as far as its journal says; the next
        game of its match begins with it, but for the comments: practice is chosen for one game. One
        that was played on the drawn board goes on there.
        """
        header = found.record.header
        self.agreed = agreed.as_in(header)
        return replace(self.agreed, practice=header.practice)

    # -- settings ---------------------------------------------------------------------------------

    def remember(self, section: str, name: str, text: str) -> None:
        """Keep a setting, written as in the menus, and go by it. A configuration that somebody is
        writing meanwhile, or has written wrongly, is told where something that needs it begins.
        Raises ConfigurationError, EnvironmentFault.
        """
        now = getattr(getattr(self.settings, section), name)
        value: object = text
        if isinstance(now, bool):
            value = text == "yes"
        elif isinstance(now, int):
            value = int(text)
        remember(section, name, value)
        try:
            self.settings = self.reload()
        except ConfigurationError:
            chosen = replace(getattr(self.settings, section), **{name: value})
            self.settings = replace(self.settings, **{section: chosen})

    # -- the doctor -------------------------------------------------------------------------------

    def examine(self) -> None:
        """Let the doctor look at everything; `looked_over` has what was found."""
        if self._report() is not None:
            self._findings, self._looking_since_s = [], time.monotonic()
            self._looking = beside(self._look, "doctor")

    @property
    def is_examining(self) -> bool:
        """Whether the doctor is still looking; what hangs is waited for no longer than he takes."""
        is_patient = time.monotonic() - self._looking_since_s < EXAMINED_S
        return self._report() is None and is_patient

    def _look(self) -> None:
        self._findings.extend(self._examine())

    def _report(self) -> tuple[Finding, ...] | None:
        """What the doctor found, who may have fallen ill over it; None while he still looks."""
        if self._looking is None:
            return ()
        if not self._looking.done():
            return None
        problem = self._looking.exception()
        if problem is None:
            return tuple(self._findings)
        return (*self._findings, Finding("doctor", "fault", f"{type(problem).__name__}: {problem}"))

    def looked_over(self, menus: Menus) -> Menus:
        """The menus with what the doctor has found by now."""
        report = self._report()
        if menus.world.report == report:
            return menus
        return replace(menus, world=replace(menus.world, report=report))

    # -- what is shown ----------------------------------------------------------------------------

    def playing(self, keeper: Keeper) -> None:
        """The game that is on, for its own replay."""
        self._keeper = keeper

    def retain(self, retention: Retention) -> None:
        """Whether pictures of the game that is on are kept from now on."""
        if self._keeper is not None:
            self._keeper.retain(retention)

    def showing(self, command: Command, table: TableState | None) -> Showing | None:
        """A replay, a review, lessons, the last seconds; None for anything else."""
        match command.name:
            case "seconds" if table is not None and self._keeper is not None:
                from pi_board.app.kept.last_seconds import LastSeconds

                seen = self._keeper.disputed or self._keeper.last_seconds()
                return LastSeconds(table, seen) if seen else None
            case "lessons":
                return Learning(lessons(self._game(command.argument)))
            case "replay":
                return Playback(replayed(self._record(command.argument)))
            case "review":
                from pi_board.app.kept.review_page import open_review

                return open_review(replayed(self._record(command.argument)))
        return None

    def _game(self, name: str) -> AnyGame:
        """Named, or ("") the one that is on with its own rules."""
        if name or self._keeper is None:
            return make_game(name or self.agreed.game)
        return game_of(self._keeper.record.header)

    def _record(self, game_id: str) -> Record:
        """A kept game as far as it can be read, or ("") the one that is on."""
        if not game_id and self._keeper is not None:
            return self._keeper.record
        with closing(Archive(games_folder())) as archive:
            return archive.readable(game_id)[0]  # the menu has told what is damaged


def _standing(archive: Archive, match: str) -> Standing | None:
    """None where it cannot be told."""
    with suppress(InvalidText, InvalidFile):
        return standing(archive, match)
    return None
