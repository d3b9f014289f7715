"""The review of a kept game on the screen: how it went, where it turned, what was better.

    show_until_closed(open_review(replayed(record)), screen)

The graph grows while the search goes through the game in a thread of its own; one can go through
the game meanwhile.
"""

from __future__ import annotations

import os
import threading
from bisect import bisect_right
from collections.abc import Callable
from concurrent.futures import wait
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import Protocol

from pi_board.app.compose import compose
from pi_board.app.kept.replaying import Playback, move_title, table_at
from pi_board.app.kept.reviewing import (
    Judged,
    Opinion,
    Review,
    opinions,
    review_of,
    stops,
)
from pi_board.app.scenes.state import HintGiven, Playing, TableState
from pi_board.app.searching import open_searcher
from pi_board.app.showing import CLOSE, next_button, previous_button
from pi_board.core.beside import beside
from pi_board.core.message import Message, counted, message
from pi_board.core.observation import Command
from pi_board.core.scene import Button, Graph, Notice, Scene
from pi_board.core.turn import split_turn
from pi_board.hints.search import Limits, Searcher
from pi_board.hints.worker import NICENESS
from pi_board.records.replay import Replayed

SECONDS = 0.5


class Judging(Protocol):
    """Who has opinions of a game: `Judge` is one."""

    @property
    def found(self) -> tuple[Opinion, ...]:
        """What has been found so far."""

    def close(self) -> None:
        """Find no more."""


class Judge:
    """Searches a game in the background. Close it."""

    def __init__(
        self, again: Replayed, limits: Limits, searcher: Callable[[], Searcher] = open_searcher
    ) -> None:
        """Begin. `searcher` is called in the thread that searches."""
        self._again, self._limits, self._searcher = again, limits, searcher
        self._found: tuple[Opinion, ...] = ()
        self._is_closed = threading.Event()
        self._work = beside(self._search, "review")

    @property
    def found(self) -> tuple[Opinion, ...]:
        """What has been found so far. Raises what the search raised."""
        if self._work.done():
            self._work.result()
        return self._found

    def close(self) -> None:
        """End the search, after the position it is at."""
        self._is_closed.set()
        wait([self._work])

    def _search(self) -> None:
        with suppress(OSError):  # of this thread alone
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
        with closing(self._searcher()) as searcher:
            for opinion in opinions(self._again, searcher, self._limits):
                self._found = (*self._found, opinion)
                if self._is_closed.is_set():
                    return


def open_review(again: Replayed, seconds: float = SECONDS) -> ReviewPage:
    """The review of a game, `seconds` of search for each turn. Close it."""
    return ReviewPage(Playback(again), Judge(again, Limits(seconds=seconds)), review_of(again, ()))


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """A game with what is known of it. `is_better`: the better move stands on the board."""

    playback: Playback
    judge: Judging
    review: Review
    done: int = 0  # positions searched
    is_better: bool = False

    def obey(self, command: Command) -> ReviewPage:
        """As `Playback.obey`; ``better`` shows what was better than the last turn, and what was
        played again; ``turning`` goes to the next turning point, from the last one to the first;
        ``hint``, of the box, is whichever of the two there is a button for.
        """
        if command.name == "hint":
            command = replace(command, name=self._third.command)
        if command.name == "better":
            return replace(self, is_better=bool(self._better) and not self.is_better)
        if command.name == "turning":
            points = [self._stops[turn.number] for turn in self.review.turning_points]
            later = [ply for ply in points if ply > self.playback.ply]
            ply = (later or points or [self.playback.ply])[0]
            command = Command(command.t, "jump", str(ply))
        return replace(self, playback=self.playback.obey(command), is_better=False)

    def tick(self, now_s: float) -> ReviewPage:
        """With what the search has found meanwhile."""
        found, playback = self.judge.found, self.playback.tick(now_s)
        if len(found) == self.done and playback is self.playback:
            return self
        review = review_of(playback.again, found) if len(found) != self.done else self.review
        return replace(self, playback=playback, review=review, done=len(found))

    @property
    def scene(self) -> Scene:
        """What is to be seen now."""
        ply = self.playback.ply
        table = table_at(self.playback.again, ply)
        notice = self._words(table)
        if self.is_better and self._turn is not None:
            hint = HintGiven(split_turn(self._better)[0])
            before = table_at(self.playback.again, self._stops[self._point - 1])
            table = replace(before, situation=Playing(), hint=hint)
            title = message("Better was {move}", move=self._better)
            notice = Notice(title, notice.sentences[:1], icon="hint")
        return replace(
            compose(table),
            notice=replace(notice, graph=self._graph, tall=True),
            buttons=self._buttons,
            choices=(),
        )

    @property
    def pixels(self) -> None:
        """See `pi_board.app.showing.Showing`."""
        return None

    @property
    def is_closed(self) -> bool:
        """Whether it was closed."""
        return self.playback.is_closed

    def close(self) -> None:
        """End the search."""
        self.judge.close()

    @property
    def _stops(self) -> tuple[int, ...]:
        return stops(self.playback.again)

    @property
    def _point(self) -> int:
        """How many turns are over."""
        return bisect_right(self._stops, self.playback.ply) - 1

    @property
    def _turn(self) -> Judged | None:
        """The turn that has just been made; None before the first, amid one, or while it is not
        judged.
        """
        point = self._point
        is_over = self.playback.ply == self._stops[point]
        judged = self.review.turns[:point] if is_over else ()
        return judged[-1] if 0 < point == len(judged) else None

    @property
    def _better(self) -> str:
        return self._turn.best if self._turn is not None else ""

    def _words(self, table: TableState) -> Notice:
        turn = self._turn
        title = move_title(table.plies)
        icon = table.plies[-1].player if table.plies else ""
        if turn is None:
            return Notice(title, (self._progress(),), icon=icon)
        before, after = (round(100 * chance) for chance in turn.chances)
        if turn in self.review.turning_points:
            said = message(
                "A turning point: from {before} % to {after} %.", before=before, after=after
            )
        else:
            said = message("Chances: from {before} % to {after} %.", before=before, after=after)
        better = (message("Better was {move}.", move=turn.best),) if turn.best else ()
        return Notice(title, (said, *better), icon=icon)

    def _progress(self) -> Message:
        total = len(self._stops)
        if self.done < total:
            return message("{done} of {total} positions searched", done=self.done, total=total)
        count = len(self.review.turning_points)
        return counted("One turning point.", "{count} turning points.", count)

    @property
    def _graph(self) -> Graph:
        review = self.review
        scores = [review.start, *(turn.score for turn in review.turns)] if review.start else []
        return Graph(
            self._stops,
            tuple(opinion.told for opinion in self.judge.found[: self.done]),
            tuple(turn.number for turn in review.turning_points),
            self._point,
            tuple((score.b, score.w) for score in scores if score is not None),
        )

    @property
    def _buttons(self) -> tuple[Button, ...]:
        playback = self.playback
        return (
            previous_button(playback.ply),
            next_button(playback.ply, playback.last),
            self._third,
            CLOSE,
        )

    @property
    def _third(self) -> Button:
        if self.is_better:
            return Button("better", message("Played"), "undo")
        if self._better:
            return Button("better", message("Better"), "hint", recommended=True)
        return Button("turning", message("Mistake"), "flag",
                      enabled=bool(self.review.turning_points))  # fmt: skip
