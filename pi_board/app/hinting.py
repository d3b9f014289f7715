"""Hints at the table, within what was agreed: how many, and how much each one tells.

The first press at a position shows the stone to move, the second one where it goes and why. Only
the first one counts; when all are used up the button is dead. The box has its button for hints
always, so one is pressed in vain where the game does not stand on the board.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pi_board.app.advising import Adviser
from pi_board.app.agreement import Agreement
from pi_board.app.scenes.state import (
    Bound,
    HintGiven,
    Lifted,
    Obstructed,
    Playing,
    SettingUp,
    TableState,
)
from pi_board.core.game import Player
from pi_board.core.message import Message, message
from pi_board.core.scene import Scene
from pi_board.core.words import as_sentence

SEARCHING = message("Looking for a hint")


@dataclass(frozen=True, slots=True)
class ShownHint:
    """A hint, and the position at which it was given."""

    position: object
    hint: HintGiven


class Hints:
    """Counts the hints of one game after the other."""

    def __init__(
        self,
        adviser: Adviser,
        agreed: Agreement,
        given: tuple[int, int] = (0, 0),
        shown: ShownHint | None = None,
    ) -> None:
        """`given` are the hints that Black and White had before this game was gone on with, `shown`
        is the last of them if the game still stands where it was given: more of it costs nothing.
        """
        self._adviser, self._agreed = adviser, agreed
        self._left = self._budget(*given)
        self._is_on = False  # the game: nobody sets a board up
        # where the answer is of: the position, and which stone must move
        self._at: tuple[object, Bound | None] | None = None
        self._resumed_at = None if shown is None else shown.position
        self._full = None if shown is None else shown.hint  # the answer at this position
        self._asked = False
        self._waits: Player | None = None  # for a search, and has paid for it

    def follow(self, table: TableState, *, started: bool = False) -> None:
        """The board may have moved on: nobody wants the answer any more. Another game has hints of
        its own: one that is being set up, or has just `started`, as a board that was set up again
        without a word begins one.
        """
        was_on, self._is_on = self._is_on, not isinstance(table.situation, SettingUp)
        is_anew = started or (was_on and not self._is_on)
        if self._resumed_at is not None and self._resumed_at == table.position:
            self._at = table.position, table.bound  # as it was before
        self._resumed_at = None
        if is_anew or (table.position, table.bound) != self._at:
            self._give_back()
            self._at, self._full, self._asked = (table.position, table.bound), None, False
            self._adviser.drop()
        if is_anew:
            self._left = self._budget()

    def may_ask(self, player: Player) -> bool:
        """Whether `player`, who is to move, has a hint left, or has not seen all of this one."""
        has_more = self._full is not None and not self._agreed.nudges
        return self._agreed.against != player and (has_more or self._left[player] != 0)

    def ask(self, table: TableState) -> None:
        """A hint, or more of the one that was given."""
        self.follow(table)
        player: Player = table.position.to_move
        if self._asked or not _is_in_play(table) or not self.may_ask(player):
            return
        if self._full is None:
            self._spend(player, 1)
            self._waits = player
            self._adviser.ask(table)
        self._asked = True

    def answer(self) -> HintGiven | Message | None:
        """What there is to say now, None if nothing."""
        if not self._asked:
            return None
        if self._full is not None:  # asked for again
            self._asked = False
            return self._full if not self._agreed.nudges else None
        found = self._adviser.answer()
        if found is None:
            return None
        self._asked = False
        if isinstance(found, HintGiven):
            self._full, self._waits = found, None
            return replace(found, nudge=True)
        self._give_back()
        return found

    def offered(self, scene: Scene, table: TableState) -> Scene:
        """The scene with its hint button dead if no hint is left, or while one is looked for, which
        takes a second, the first time more: a press that nothing answers is made again.
        """
        if self._waits is not None:
            # what is wrong with the board meanwhile is said first
            scene = _searching(scene) if _is_in_play(table) else scene
        elif self.may_ask(table.position.to_move):
            return scene
        buttons = tuple(
            replace(b, enabled=False) if b.command == "hint" else b for b in scene.buttons
        )
        return replace(scene, buttons=buttons)

    def _budget(self, black: int = 0, white: int = 0) -> dict[Player, int | None]:
        """What is left of what was agreed after so many hints."""
        most_b, most_w = self._agreed.hints
        return {
            "b": None if most_b is None else max(0, most_b - black),
            "w": None if most_w is None else max(0, most_w - white),
        }

    def _give_back(self) -> None:
        """A search that failed, or was too late, costs nobody a hint."""
        if self._waits is not None:
            self._spend(self._waits, -1)
            self._waits = None

    def _spend(self, player: Player, count: int) -> None:
        left = self._left[player]
        self._left[player] = None if left is None else left - count


def _is_in_play(table: TableState) -> bool:
    """Whether nothing but a move is due."""
    return isinstance(table.situation, (Playing, Lifted, Obstructed)) and table.pending is None


def _searching(scene: Scene) -> Scene:
    """The scene that says that a hint is looked for: in the strip, or where a comment has the
    strip's place as well, in place of the comment.
    """
    if scene.notice.tall:
        text = as_sentence(SEARCHING)
        return replace(scene, notice=replace(scene.notice, sentences=(text,)))
    return replace(scene, strip=replace(scene.strip, note=SEARCHING, note_icon=""))


def journal_line(hint: HintGiven, player: Player, t: float) -> dict[str, object]:
    """How a hint is journalled: what was found, how much of it was shown, and to whom."""
    shown = "stone" if hint.nudge else "move"
    return {"hint": hint.move, "shown": shown, "player": player, "t": t}
