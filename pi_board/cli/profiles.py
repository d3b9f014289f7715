"""The board's profile, as commands find it by the configuration, look after it and keep it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click

from calibration.profile import Profile, load_profile, profile_path, save_profile
from calibration.using import InUse, asked_profile, profile_for
from pi_board.cli.complaining import complain
from pi_board.config.command import command
from pi_board.config.sections import Settings
from pi_board.config.settings import load
from pi_board.core.errors import InvalidFile, InvalidText, PiBoardError
from pi_board.core.message import Text
from pi_board.games.registry import GAMES
from pi_board.vision.finding.orient import MIRRORED
from pi_board.vision.warm.sight import Sight


def profile_in_use(game_name: str, asked: str | None, source: str) -> InUse | None:
    """The board's profile for pictures of `source`, None if there is none.

    A profile that nobody asked for and that cannot be used is told on stderr and left out: a game
    needs none. Raises as `profile_for` does for one that was asked for.
    """
    try:
        profile = profile_for(game_name, asked, load())
    except InvalidFile as problem:
        if asked:
            raise
        complain(f"{problem}; it is left out")
        return None
    return None if profile is None else InUse(profile, source)


def kept_profile(game_name: str, name: str | None) -> Profile:
    """The profile called `name` (None: the one the configuration names) or a new, empty one.

    One that cannot be read is as good as none; it is laid aside when the new one is saved. Raises
    InvalidText for the name of another game's usual one, which would then have none, and as
    `asked_profile` does.
    """
    name = name or str(getattr(load().profiles, game_name))
    _refuse_another_games(game_name, name)
    path = profile_path(name)
    if not path.exists():
        return Profile(name, game_name)
    try:
        load_profile(path)
    except InvalidFile as damage:
        complain(f"{damage}; the board is set up anew")
        return Profile(name, game_name)
    return asked_profile(game_name, name)


def _refuse_another_games(game_name: str, name: str) -> None:
    settings = settings_if_readable()
    if settings is None:
        return
    for other in GAMES:
        if other != game_name and name == getattr(settings.profiles, other):
            raise InvalidText(
                f"profile {name} for {game_name}, expected another name: it is the one that games "
                f"of {other} take"
            )


def settings_if_readable() -> Settings | None:
    """The configuration, if it can be read: it is no fault of a board that is set up."""
    try:
        return load()
    except PiBoardError:
        return None


def keep_profile(profile: Profile) -> None:
    """Save it and say where."""
    path = profile_path(profile.name)
    save_profile(profile, path)
    click.echo(f"{path} is saved", err=True)


def tell_changes(profile: Profile, changes: Sequence[Text], *, advise: bool = True) -> None:
    """Say on stderr what is no longer as the profile has it, and what to do about it."""
    for change in changes:
        complain(f"profile {profile.name}: {change}")
    if changes and advise:
        complain(f"calibrate {profile.game} anew ({command('calibrate')})")


class ProfileCheck:
    """Says on stderr, once the board is seen, what is no longer as the profile has it; whether
    anything is, `check` says as well.
    """

    def __init__(self, used: InUse | None) -> None:
        self._used = used
        self._is_outdated = False

    def check(self, picture: Callable[[], Sight]) -> bool:
        """Look at the `picture`, unless it has been told already."""
        if self._used is None:
            return self._is_outdated
        sight = picture()
        if sight.registration is None and sight.missing != MIRRORED:
            return False
        changes = self._used.changed(sight)
        tell_changes(self._used.profile, changes)
        self._used, self._is_outdated = None, bool(changes)
        return self._is_outdated
