"""A voice that says moves, why something is wrong, and scores, so that nobody has to look.

espeak-ng speaks in a process of its own. No game ever waits for it: what it still says when there
is news is broken off, so it is never late. Where it is not installed nothing is said.
"""

from __future__ import annotations

import shutil
import subprocess

from pi_board.core.message import Say
from pi_board.core.scene import Kind, Scene
from pi_board.views.spoken import spoken

PROGRAM = "espeak-ng"
CLOSING_S = 1.0
_STEPS = (Kind.SETTING_UP, Kind.ILLEGAL, Kind.DISTURBED)


class Voice:
    """Says what a new scene brings, in one language."""

    def __init__(self, say: Say, language: str, program: str = PROGRAM) -> None:
        """`language` as espeak-ng names it (the codes of `views.language` are such names).

        `problem` says why nothing can be said, "" if it can.
        """
        found = shutil.which(program)
        self.problem = "" if found else f"no voice: {program} is not installed"
        self._command = (found or program, "-v", language, "--")
        self.say = say
        self._last: Scene | None = None
        self._waiting: Scene | None = None  # until what is being said is said
        self._speaking: subprocess.Popen[bytes] | None = None
        self._ending: tuple[subprocess.Popen[bytes], ...] = ()  # killed, not yet gone

    def show(self, scene: Scene) -> None:
        """The scene from now on. Breaks off what is still being said if there is news.

        What is no news of the game (see `_can_wait`) waits until that is said (see `go_on`); if
        something else has come by then, it is never said.
        """
        self._waiting = None
        if self.problem or scene == self._last:
            return
        text = spoken(self._last, scene, self.say)
        if text and _can_wait(self._last, scene) and self.is_speaking:
            self._waiting = scene
            return  # the next scene is compared with the same one
        self._last = scene
        if text:
            self.read(text)

    def go_on(self) -> None:
        """Time has passed: say what has waited, if its turn has come."""
        if self._waiting is not None and not self.is_speaking:
            self.show(self._waiting)

    @property
    def is_speaking(self) -> bool:
        """Whether something is still being said."""
        return self._speaking is not None and self._speaking.poll() is None

    def read(self, text: str) -> None:
        """Something that is of no scene. Breaks off what is still being said."""
        if not self.problem:
            self.hush()
            self._waiting = None
            self._begin(text)

    def forget(self) -> None:
        """Let the next scene be said like the first one, and at once: something else was read
        meanwhile, which is no longer there.
        """
        self.hush()
        self._last = None

    def _begin(self, text: str) -> None:
        quiet = subprocess.DEVNULL
        try:
            self._speaking = subprocess.Popen(
                (*self._command, text), stdin=quiet, stdout=quiet, stderr=quiet
            )
        except OSError as error:
            self.problem = f"no voice: {error}"

    def hush(self) -> None:
        """Stop speaking, without waiting for the program to be gone."""
        if self._speaking is not None:
            self._speaking.kill()
            self._ending = (*self._ending, self._speaking)
            self._speaking = None
        self._ending = tuple(each for each in self._ending if each.poll() is None)

    def close(self) -> None:
        """Let the last sentence end if it does so within a second, then be silent."""
        if self._speaking is not None:
            try:
                self._speaking.wait(CLOSING_S)
            except subprocess.TimeoutExpired:
                self.hush()


def _can_wait(before: Scene | None, scene: Scene) -> bool:
    """Whether what there is to say of `scene` may come after what is being said: a move of the
    computer, for who made the move before it is to hear how that was understood; the next step of
    what puts a board right or sets it up, for its wrongs change faster than a voice tells them; a
    hand that rests on the board, for who feels for the stones has one there.
    """
    if scene.kind is Kind.OBSTRUCTED:
        return scene.notice.icon in ("hand", "eye")
    is_step = before is not None and before.kind is scene.kind and scene.kind in _STEPS
    return is_step or scene.kind is Kind.INSTRUCTED
