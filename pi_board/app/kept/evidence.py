"""The evidence of a game: what the reader saw and said, in files beside the journal.

Nobody waits for the disk, and without one there is none; see `KeptEvidence.refused`.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pi_board.core.observation import Input, Observation
from pi_board.records.evidence import KeptFrame, PictureLog, Retention
from pi_board.records.observations import ObservationLog
from pi_board.vision.warm.sight import Sight


class KeptEvidence:
    """Pictures and observations of the games of a sitting, one after the other."""

    def __init__(self, games: Path, retention: Retention) -> None:
        """`games` is the folder of the journals."""
        self._writer = ThreadPoolExecutor(1, "evidence")  # who waits for the disk
        self._pictures = PictureLog(games, retention, self._writer)
        log = ObservationLog(self._writer, retention.megabytes)
        self._observations = log if retention.is_on else None
        self._picture: Callable[[], Sight] | None = None
        self._disputed: tuple[KeptFrame, ...] = ()

    def look_at(self, picture: Callable[[], Sight]) -> None:
        """Keep pictures as well; `picture` gives what is seen at the moment (`Reader.picture`)."""
        self._picture = picture

    def retain(self, retention: Retention) -> None:
        """Keep pictures, or none, from now on; observations are a game's from its beginning."""
        self._pictures.retain(retention)
        if not retention.is_on:
            self._disputed = ()

    @property
    def refused(self) -> OSError | None:
        """Why the disk has not taken something, if it ever has not."""
        logs = (self._pictures, self._observations)
        return next((log.refused for log in logs if log is not None and log.refused), None)

    @property
    def last_seconds(self) -> tuple[KeptFrame, ...]:
        """What the camera has seen in the last seconds, oldest first."""
        return self._pictures.ring

    @property
    def disputed(self) -> tuple[KeptFrame, ...]:
        """What it saw before the newest question or complaint."""
        return self._disputed

    def begin(self, folder: Path, now: float) -> None:
        """A game begins, or goes on, whose evidence goes to `folder`. `now`: wall time."""
        self._pictures.begin(folder, now)
        if self._observations is not None:
            self._observations.begin(folder)

    def take(self, given: Input, *, is_news: bool) -> None:
        """Keep an input, and what the reader sees with it. `is_news`: the referee said something
        to it.
        """
        if self._observations is not None:
            self._observations.take(given, is_news=is_news)
        if self._picture is not None and isinstance(given, Observation):
            self._pictures.look(self._picture(), given.t)

    def move(self, ply: int) -> None:
        """Keep the board as it was seen when the move with this number (from 1) was accepted."""
        self._pictures.move(ply)

    def dispute(self, why: str) -> None:
        """Keep the last seconds, which led to a question or complaint called `why`."""
        self._pictures.save_ring(why)
        self._disputed = self._pictures.ring

    def save_last_seconds(self) -> None:
        """Keep the last seconds because somebody asks for them."""
        self._pictures.save_ring("asked")

    def is_dated(self) -> None:
        """The time of day has been set since the game began."""
        self._pictures.is_dated()

    def end(self) -> None:
        """The game ends or rests; what comes is the next one's."""
        if self._observations is not None:
            self._observations.close()

    def close(self) -> None:
        """Wait until everything is written."""
        self._writer.shutdown()
