"""Kept games for the gallery: replays, reviews and the last seconds before a dispute."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pi_board.app.kept.last_seconds import LastSeconds
from pi_board.app.kept.replaying import Playback
from pi_board.app.kept.review_page import ReviewPage
from pi_board.app.kept.reviewing import Opinion, review_of, stops
from pi_board.app.scenes.state import TableState
from pi_board.core.observation import Command
from pi_board.core.scene import Scene
from pi_board.games.registry import make_game
from pi_board.records.evidence import KeptFrame
from pi_board.records.record import Header
from pi_board.records.replay import Replay, Replayed, replayed

# the shortest game of Lines of Action that is known, a simulated one of Linja, and what the search
# thought of them
LOA = "d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1 e1-e5"
CHANCES = (0.59, 0.61, 0.84, 0.79, 0.90, 0.64, 0.88, 0.80, 1.0, 1.0)
BETTER = ("g8-g6", "h4-f2", "g1xg4", "h4-f2", "g8-d5", "h7xe7", "e1-e4", "c1-e3", "e1-e5")
LINJA = "5-6 /3-5 3-4 /2-3 2-3 /5-7 5-6 /3-5 0-1 /1-4 1-2 /6-7 6-7 /6-7"
LINJA_CHANCES = (0.41, 0.58, 0.26, 0.68, 0.35, 0.81, 0.29)
LINJA_BETTER = (
    "0-1/6-7", "4-5/2-4;0-1/0-3", "5-6/2-5;0-1/0-2", "4-5/1-2;0-1/5-7", "1-2/4-5;0-1/2-4",
    "4-5/0-2;4-5/0-3",
)  # fmt: skip
CONNEXOH = "b2@180 e5@180 b3@90 d4@180 c2@90 d5@270"


@dataclass(frozen=True, slots=True)
class Found:
    """Opinions that nobody has to search for any more."""

    found: tuple[Opinion, ...]

    def close(self) -> None:
        """There is no search to end."""


def kept(name: str, moves: str) -> Replayed:
    """A game of Tomáš and Ioana."""
    game = make_game(name)
    replay = Replay(game)
    for text in moves.split():
        replay.play(text)
    header = Header.of(game, ("Tomáš", "Ioana"), "gallery")
    return replayed(replay.record(header))


def review(
    again: Replayed, chances: tuple[float, ...], better: tuple[str, ...], done: int | None = None
) -> ReviewPage:
    """The review of a game of which `done` positions (None: all) have been searched."""
    found = tuple(map(Opinion, chances, (*better, "")))[:done]
    assert len(chances) == len(stops(again))
    return ReviewPage(Playback(again), Found(found), review_of(again, found), len(found))


def kept_scenes(disputed: TableState) -> Iterator[tuple[str, Scene]]:
    """Name and scene of each; `disputed` is the table that the last seconds led to."""
    loa, linja = kept("loa", LOA), kept("linja", LINJA)
    yield "loa_replay", Playback(loa, 4).scene
    yield "loa_replay_end", Playback(loa, len(loa.record.moves)).scene
    yield "linja_replay", replace(Playback(linja, 4), due_s=1.0).scene
    yield "connexoh_replay", Playback(kept("connexoh", CONNEXOH), 5).scene
    turning = review(loa, CHANCES, BETTER).obey(Command(0.0, "turning"))
    yield "loa_review_start", review(loa, CHANCES, BETTER).scene
    yield "loa_review", turning.scene
    yield "loa_review_better", turning.obey(Command(0.0, "better")).scene
    yield "loa_review_searching", review(loa, CHANCES, BETTER, 4).obey(Command(0.0, "next")).scene
    points = review(linja, LINJA_CHANCES, LINJA_BETTER).obey(Command(0.0, "turning"))
    yield "linja_review", points.scene
    yield "linja_review_better", points.obey(Command(0.0, "better")).scene
    bonus = points.obey(Command(0.0, "turning"))  # what was better has a bonus turn
    yield "linja_review_bonus", bonus.scene
    yield "linja_review_bonus_better", bonus.obey(Command(0.0, "better")).scene
    frames = tuple(
        KeptFrame(t, b"", ((60, 400), (60, 80), (380, 80), (380, 400)), None) for t in (0, 4)
    )
    yield "loa_last_seconds", LastSeconds(disputed, frames).scene
