"""What the evening at the device takes from outside the app: profiles, the set-up, the doctor."""

from __future__ import annotations

from collections.abc import Iterator

from pi_board.app.agreement import Agreement
from pi_board.app.box import source_of
from pi_board.app.doctor.checks import Finding, Machine
from pi_board.app.house import Known
from pi_board.app.showing import Showing
from pi_board.config.sections import Settings
from pi_board.games.registry import make_game


class Household:
    """See `pi_board.app.house.Outside`."""

    def known(self, settings: Settings, agreed: Agreement) -> Known:
        """The profile agreed on, else the one in the configuration, if it is there."""
        from pi_board.cli.profiles import ProfileCheck, profile_in_use

        source = source_of(settings, agreed.reader)
        used = profile_in_use(agreed.game, agreed.profile or None, source)
        if used is None:
            return Known(settings)
        session, holds = used.session(agreed.make()), ProfileCheck(used)
        return Known(used.settings(settings), session, lambda reader: holds.check(reader.picture))

    def set_up(self, settings: Settings, game: str) -> Showing:
        """With the camera of the configuration, for the profile that the configuration names."""
        from pi_board.cli.calibrate_box import kept_profile
        from pi_board.cli.set_up import set_up_page

        old = kept_profile(game, None)
        return set_up_page(make_game(game), old, settings.reader.camera)

    def examine(self) -> Iterator[Finding]:
        """As `pi-board doctor` tells it."""
        from pi_board.cli.doctor import findings

        return findings(Machine())
