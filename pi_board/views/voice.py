"""A voice that says moves, why something is wrong, and scores, so that nobody has to look.

espeak-ng speaks in a process of its own. Nothing ever waits for it: what it still says when there
is something newer to say is broken off, so it is never late. Where it is not installed nothing is
said.
"""

from __future__ import annotations

import re
import shutil
import subprocess

from pi_board.core.message import message
from pi_board.core.scene import Kind, Scene
from pi_board.games.words import side
from pi_board.views.changes import new_moves
from pi_board.views.lettering import Say

PROGRAM = "espeak-ng"
CLOSING_S = 1.0
# states in which the message is news, as a hint is; in the others the moves and the scores are
EXPLAINED = (
    Kind.SETTING_UP, Kind.ILLEGAL, Kind.DISTURBED, Kind.CHOOSING, Kind.PAUSED, Kind.READER_LOST,
    Kind.OVER,
)  # fmt: skip


def spoken(before: Scene | None, after: Scene, say: Say) -> str:
    """What is said when `after` follows `before`: sentences in the players' language, "" for
    nothing. The reason for a fault comes first, then what to do.
    """
    said: list[str] = []
    if before is not None:
        said += [_move(move.text, say(side(move.player)), say) for move in new_moves(before, after)]
    if after.kind in EXPLAINED or after.notice.icon == "hint":
        if before is None or before.kind is not after.kind or before.notice != after.notice:
            said += [*map(say, after.notice.sentences), say(after.notice.title)]
    elif said or before is None or before.kind in EXPLAINED or _mover(before) != _mover(after):
        said += [*_scores(before, after, say), say(after.notice.title), after.notice.badge]
    return " ".join(_ended(readable(each)) for each in said if each)


def _move(text: str, player: str, say: Say) -> str:
    return say(message("{player} played {move}.", player=player, move=text))


def _mover(scene: Scene) -> str:
    return "".join(card.player for card in scene.cards if card.turn)


def _scores(before: Scene | None, after: Scene, say: Say) -> list[str]:
    """What is counted for a player, if it is not what it was."""
    old = {card.player: card.counter for card in before.cards} if before else {}
    return [
        f"{card.name}: {say(card.counter)}"
        for card in after.cards
        if before and card.counter is not None and card.counter != old.get(card.player)
    ]


def readable(text: str) -> str:
    """Notation without signs that a voice would name or run together: ``c1-c3`` is ``c1 c3``."""
    text = re.sub(r"(?<=\w)x(?=[a-h]\d)", " x ", text)
    return " ".join(re.sub(r"(?<=\w)[-@](?=\w)|;|/(?=\d-)", " ", text).split())


def _ended(text: str) -> str:
    return text if text[-1] in ".!?:" else f"{text}."


class Voice:
    """Says what a new scene brings, in one language."""

    def __init__(self, say: Say, language: str, program: str = PROGRAM) -> None:
        """`language` as espeak-ng names it (the codes of `views.language` are such names).

        `problem` says why nothing can be said, "" if it can.
        """
        found = shutil.which(program)
        self.problem = "" if found else f"no voice: {program} is not installed"
        self._command = (found or program, "-v", language, "--")
        self._say = say
        self._last: Scene | None = None
        self._speaking: subprocess.Popen[bytes] | None = None
        self._ending: tuple[subprocess.Popen[bytes], ...] = ()  # killed, not yet gone

    def show(self, scene: Scene) -> None:
        """The scene from now on. Breaks off what is still being said if there is news."""
        last, self._last = self._last, scene
        if self.problem or scene == last:
            return
        text = spoken(last, scene, self._say)
        if text:
            self._break_off()
            self._begin(text)

    def _begin(self, text: str) -> None:
        quiet = subprocess.DEVNULL
        try:
            self._speaking = subprocess.Popen(
                (*self._command, text), stdin=quiet, stdout=quiet, stderr=quiet
            )
        except OSError as error:
            self.problem = f"no voice: {error}"

    def _break_off(self) -> None:
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
                self._break_off()
