"""What the evening at the device takes from outside the app: profiles, the set-up, the doctor."""

from __future__ import annotations

from collections.abc import Iterator

from pi_board.app.agreement import Agreement
from pi_board.app.box import source_of
from pi_board.app.doctor.checks import Finding, Machine
from pi_board.app.house import Known
from pi_board.app.showing import Showing
from pi_board.config.sections import Settings
from pi_board.core.errors import InvalidFile
from pi_board.games.registry import make_game
from pi_board.readers.addresses import is_live


class Household:
    """See `pi_board.app.house.Outside`."""

    def __init__(self, named: str = "") -> None:
        """`named` is the game that was asked for together with a profile, "" without one: its board
        is the profile's, or that is a mistake to be told.
        """
        self._named = named

    def known(self, settings: Settings, agreed: Agreement) -> Known:
        """The profile agreed on, else the one in the configuration, if it is there."""
        from pi_board.cli.profiles import ProfileCheck, profile_in_use

        source, asked = source_of(settings, agreed.reader), self._asked(agreed)
        used = profile_in_use(agreed.game, asked or None, source)
        if used is None:
            return Known(settings)
        session, holds = used.session(agreed.make()), ProfileCheck(used)
        return Known(
            used.settings(settings), session, lambda reader: holds.check(reader.picture), asked
        )

    def set_up(self, settings: Settings, agreed: Agreement) -> Showing:
        """With the camera that is played with, else that of the configuration, for the profile that
        `known` takes.
        """
        from pi_board.cli.profiles import kept_profile
        from pi_board.cli.set_up import set_up_page

        old = kept_profile(agreed.game, self._asked(agreed) or None)
        source = source_of(settings, agreed.reader)
        camera = source if is_live(source) else settings.reader.camera
        return set_up_page(make_game(agreed.game), old, camera)

    def _asked(self, agreed: Agreement) -> str:
        """The profile agreed on; "" where none is, or it is of another game's board: it was asked
        for once, and an evening has several games. Raises InvalidText for what is no name.
        """
        from calibration.profile import load_profile, profile_path

        if not agreed.profile or agreed.game == self._named:
            return agreed.profile
        try:
            profile = load_profile(profile_path(agreed.profile))
        except InvalidFile:  # who uses it says so
            return agreed.profile
        return agreed.profile if profile.game == agreed.game else ""

    def examine(self) -> Iterator[Finding]:
        """As `pi-board doctor` tells it."""
        from pi_board.cli.doctor import findings

        return findings(Machine())
