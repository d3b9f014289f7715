"""The guided set-up of a board on the device's own screen: pictures in, pages out.

The steps (`calibration.steps`) search for the board in the picture, which takes a while, so they
work in a thread of their own; the page shows what they last said.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from math import inf
from time import monotonic

from calibration import pages, steps
from calibration.profile import Profile, newest, profile_path, save_profile
from calibration.using import InUse
from pi_board.app.faults import cause_text
from pi_board.app.seeing import pixels_of
from pi_board.app.showing import CLOSE
from pi_board.app.sources import open_source
from pi_board.core.beside import beside
from pi_board.core.cause import Cause
from pi_board.core.errors import EnvironmentFault, PiBoardError
from pi_board.core.game import AnyGame
from pi_board.core.message import message
from pi_board.core.observation import Command
from pi_board.core.scene import Button, Notice, Scene
from pi_board.readers.addresses import is_live
from pi_board.views.camera import Pixels
from pi_board.vision.geometry import Image

# the buttons of the box and the keys: the button of a page they stand for; the hint button and its
# key stand for the one beside "Close"
MEANT = {"confirm": steps.NEXT, "next": steps.NEXT, "take_back": steps.BACK,
         "previous": steps.BACK}  # fmt: skip
LEAVING = ("menu", "back", "leave", steps.QUIT)
WAIT_S = 0.2
LIVE_S = 0.2  # between pictures shown while a board is looked for, which needs the processor


@dataclass(frozen=True, slots=True)
class Seen:
    """What the steps said last, and the picture they said it of. `problem`: there is none; once it
    `is_over`, the board could not be saved.
    """

    state: steps.State
    image: Image | None = None
    problem: Cause | None = None
    is_over: bool = False

    @property
    def is_saved(self) -> bool:
        """Whether the board has been set up."""
        return self.is_over and not self.problem


class Guide:
    """Takes pictures of a source through the steps, in the background."""

    def __init__(self, game: AnyGame, old: Profile, source: str) -> None:
        """Raises what `open_source` raises."""
        self._old, self._source = old, source
        self._reader = open_source(source)
        self._commands: deque[str] = deque()
        self._closed = threading.Event()
        self._seen = Seen(steps.begin([game], InUse(old, source).lens))
        # the program waits for its thread when it ends: OpenCV aborts where one is cut short
        self._looking = ThreadPoolExecutor(1, "look")
        self._work = beside(self._run, "set-up")

    @property
    def seen(self) -> Seen:
        """What the steps said last. Raises what ended them, if they did not end in order."""
        if self._work.done():
            self._work.result()
        return self._seen

    def ask(self, command: str) -> None:
        """Carried out with the next picture."""
        self._commands.append(command)

    def close(self) -> None:
        """Stop looking."""
        if not self._closed.is_set():
            self._closed.set()
            self._reader.close()
            wait([self._work])
            self._looking.shutdown(wait=False)

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                for image in self._images():
                    self._take(image)
                    if self._seen.is_over:  # the next picture would take its place
                        return
            except EnvironmentFault as problem:
                self._seen = replace(self._seen, problem=problem.cause)
            except PiBoardError as problem:
                self._seen = replace(self._seen, problem=Cause(problem.text))
                return
            self._closed.wait(1.0)

    def _images(self) -> Iterator[Image]:
        """Live pictures; of recorded ones the last again and again."""
        image = None
        for image in self._reader.frames():
            yield image
        while not is_live(self._source) and image is not None and not self._closed.is_set():
            self._closed.wait(WAIT_S)
            if self._commands:
                yield image

    def _take(self, image: Image) -> None:
        state = self._seen.state
        while self._commands:
            name = self._commands.popleft()
            if name == steps.NEXT and isinstance(state, steps.Done):
                if not isinstance(self._seen.state, steps.Done):
                    continue  # "Next" tapped twice: "Save" has not been there to be seen
                self._save(state)
                return
            state = steps.advance(state, Command(0.0, name))
        self._seen = self._looked_at(image, state)

    def _looked_at(self, image: Image, state: steps.State) -> Seen:
        """What the steps say of this picture. To look for a board all over it takes seconds, and
        nobody can point a camera by a picture that stands still: live ones are shown meanwhile.
        Nor does who leaves wait for that.
        """
        if not is_live(self._source):
            return Seen(steps.advance(state, image), image)
        look = self._looking.submit(steps.advance, state, image)
        newest, shown_s = image, -inf
        for newer in self._reader.frames():
            if look.done():
                break
            if not _is_board_seen(state) and monotonic() - shown_s >= LIVE_S:
                newest, shown_s = newer, monotonic()
                self._seen = Seen(state, newest)
        else:
            return Seen(state, newest)
        looked = look.result()
        return Seen(looked, image if _is_board_seen(looked) else newest)

    def _save(self, done: steps.Done) -> None:
        old = newest(self._old)
        today, began_with = date.today().isoformat(), self._old.lens
        profile = steps.profile_of(done, old, self._source, today, began_with)
        problem = None
        try:
            save_profile(profile, profile_path(old.name), done.picture)
        except EnvironmentFault as fault:
            problem = fault.cause
        self._seen = replace(self._seen, problem=problem, is_over=True)


def _is_board_seen(state: steps.State) -> bool:
    """Whether the last picture shows the board, whose outline is drawn into that same one."""
    match state:
        case steps.Aiming():
            return state.found is not None
        case steps.Placing():
            return state.missing is None
        case _:
            return True


@dataclass(frozen=True, slots=True)
class SetUpPage:
    """See `pi_board.app.showing.Showing`.

    There is room for the words of three buttons, one of which leads out. So every fourth quarter
    turn mirrors the picture too: one button gives all ways to mount a camera. `turns`: so far.
    """

    guide: Guide
    seen: Seen
    is_left: bool = False
    turns: int = 0

    @property
    def scene(self) -> Scene:
        """See `Showing`."""
        scene = pages.scene(self.seen.state)
        if self.seen.problem:
            reason = cause_text(self.seen.problem)
            title = (
                message("The board is not saved") if self.seen.is_over else message("No picture")
            )
            notice = Notice(title, (reason,), tone="danger", icon="eye")
            return replace(scene, notice=notice, buttons=(CLOSE,))
        notice = scene.notice
        if notice.badge:  # drawn as a large figure it leaves the sentences no room
            aiming = isinstance(self.seen.state, steps.Aiming)  # there is room for one hint
            said = (notice.title,) if aiming else (notice.title, *notice.sentences)
            title = message("The view: {score}", score=notice.badge)
            notice = replace(notice, title=title, sentences=said, badge="")
        elif notice.tone == "warning":  # why no board is seen is long for a title; that it is dark
            title, said = message("Looking for the board"), notice.sentences  # says all
            notice = replace(notice, title=title, sentences=said or (notice.title,))
        return replace(scene, notice=notice, buttons=(*self._buttons, CLOSE))

    @property
    def _buttons(self) -> tuple[Button, ...]:
        hidden = (steps.MIRROR, *self._hidden())
        return tuple(b for b in pages.buttons_of(self.seen.state) if b.command not in hidden)[:2]

    def _hidden(self) -> tuple[str, ...]:
        """The lens waits until it is clear how the board lies; then nothing is left to turn."""
        state = self.seen.state
        if not isinstance(state, steps.Aiming):
            return ()
        known = state.found is not None and state.found.orientation_known
        return (steps.TURN,) if known else (steps.LENS,)

    @property
    def pixels(self) -> Pixels | None:
        """See `Showing`."""
        if self.seen.image is None:
            return None
        return pixels_of(steps.mount_of(self.seen.state).upright(self.seen.image))

    @property
    def is_closed(self) -> bool:
        """See `Showing`."""
        return self.is_left or self.seen.is_saved

    def obey(self, command: Command) -> SetUpPage:
        """See `Showing`."""
        if command.name in LEAVING:
            return replace(self, is_left=True)
        if self.seen.problem:
            return self  # the page has only the way out
        name = MEANT.get(command.name, command.name)
        if name == "hint":
            name = self._buttons[-1].command
        if name.startswith("setup_"):
            self.guide.ask(name)
        if name != steps.TURN:
            return self
        if self.turns % 4 == 3:
            self.guide.ask(steps.MIRROR)
        return replace(self, turns=self.turns + 1)

    def tick(self, now_s: float) -> SetUpPage:
        """See `Showing`."""
        seen = self.guide.seen
        return self if seen is self.seen else replace(self, seen=seen)

    def close(self) -> None:
        """See `Showing`."""
        with suppress(PiBoardError):
            self.guide.close()


def set_up_page(game: AnyGame, old: Profile, source: str) -> SetUpPage:
    """The guided set-up of a board for `game`, whose profile is `old`. Raises InvalidFile and
    InvalidText for a source that there is not.
    """
    guide = Guide(game, old, source)
    return SetUpPage(guide, guide.seen)
