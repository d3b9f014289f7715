"""Boards in single pictures: found and read, each on its own, with what is known beforehand."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.using import InUse
from pi_board.core.game import AnyGame
from pi_board.core.layout import Surface
from pi_board.vision.cold.chessmen import are_chessmen
from pi_board.vision.cold.read import read_cold
from pi_board.vision.cold.usual import set_up, start_looks
from pi_board.vision.finding.find import Found, find_at_corners
from pi_board.vision.finding.own_lens import find_with_lens
from pi_board.vision.geometry import Image, NotFound, Registration
from pi_board.vision.reading import Reading
from pi_board.vision.warm.known import with_memory
from pi_board.vision.warm.learn import WarmBoard

Corners = tuple[tuple[float, float], ...]
# Confidence below which what was found is no board of this game: of 284 rendered ones with tiles or
# sticks all have 0.007 or more, of 50 read as another game's 28 less than this.
_HARDLY_READ = 3e-4
# With squares or holes, where a hand over many gives as little, that and a share of the sites in
# sight. Of holes those that are uncertain: of 928 looks at such boards, also disturbed ones, none
# has a share of more than 0.47, of 22 read as another game's 18 have 0.58 or more, and confidences
# up to 0.044. Of squares those that may hold a stone or none: of whose it is, all discs of a board
# for Othello may leave doubt. Of 392 looks, most of them disturbed, none has a share of more than
# 0.17, of 11 at another game's board all have 0.21 or more.
_DOUBTFULLY_READ = 0.1
_MOST_UNCERTAIN = {Surface.HOLES: 0.5, Surface.SQUARES: 0.2}


@dataclass(frozen=True, slots=True)
class PlacedReading:
    """Where a board lies in a picture, and what stands on it."""

    registration: Registration
    reading: Reading


@dataclass(frozen=True, slots=True)
class StillReader:
    """Reads pictures with what is known: the game, the board's profile, its looks if learnt."""

    game: AnyGame
    used: InUse
    looks: WarmBoard | None = None

    def read(self, image: Image, corners: Corners | None = None) -> PlacedReading | NotFound:
        """Read the board, as the layout that fits best, in an upright picture (height, width, 3),
        or say why there is none that can be read.

        `corners` are the grid's outer ones in that picture, a1 first, then clockwise as the player
        at row 1 sees it. Who gives them sees a board there, which then is not doubted.
        """
        found = self._find(image, corners)
        if isinstance(found, NotFound):
            return found
        registration, reading = self._read_cold(image, found)
        if corners is None and are_chessmen(image, registration.geometry, reading):
            return NotFound("what stands on the squares is too tall for stones")
        if self.looks is not None:
            reading = with_memory(reading, self.looks, image, registration)
        if corners is None and is_hardly_read(reading):
            return NotFound("hardly a site of it can be read: is it another game's board?")
        return PlacedReading(registration, reading)

    def _find(self, image: Image, corners: Corners | None) -> Found | NotFound:
        layouts, lens = self.used.layouts(self.game), self.used.upright_lens(image)
        if corners is None:
            return find_with_lens(image, layouts, lens)
        return find_at_corners(image, corners, layouts, lens)

    def _read_cold(self, image: Image, found: Found) -> tuple[Registration, Reading]:
        """What stands on it, and the way round that it lies."""
        layout = found.layout
        registration = self.used.oriented(found.registration, layout)
        start = self.game.appearance(self.game.start(), layout)
        usual = start_looks(registration, layout, start)
        reading = read_cold(image, registration, layout, usual, patient=True)
        return set_up(registration, reading, start)


def is_hardly_read(reading: Reading) -> bool:
    """Whether so little of a board is told that it is rather another game's."""
    if reading.confidence == 0.0:  # all of it is hidden
        return False
    surface = reading.layout.surface
    if surface not in _MOST_UNCERTAIN:
        return reading.confidence < _HARDLY_READ
    uncertain = reading.uncertain if surface is Surface.HOLES else reading.uncertain_stones
    most = _MOST_UNCERTAIN[surface] * (len(reading.labels) - len(reading.obstructed))
    return reading.confidence < _DOUBTFULLY_READ and len(uncertain) > most
