"""Everything that is to be seen, from the state of the table.

    scene = compose(TableState(game, layout, position, Playing(), Seat("Tomáš"), Seat("Ioana")))

Pure: the same state gives the same scene, whether a screen, a console or LEDs show it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pi_board.app.scenes.amiss import choosing, disturbed, illegal, setting_up
from pi_board.app.scenes.calm import (
    instructed,
    lifted,
    obstructed,
    paused,
    playing,
    reader_lost,
    unseen,
)
from pi_board.app.scenes.common import BACK, MENU
from pi_board.app.scenes.ending import over
from pi_board.app.scenes.state import (
    Choosing,
    Disturbed,
    Illegal,
    Instructed,
    Lifted,
    Obstructed,
    Over,
    Paused,
    Playing,
    ReaderLost,
    SettingUp,
    Situation,
    TableState,
    Unseen,
)
from pi_board.core.message import Message, counted, message
from pi_board.core.scene import DOUBTFUL, CameraPicture, Kind, Notice, Scene
from pi_board.core.words import side

_CALM = (Kind.PLAYING, Kind.LIFTED, Kind.OBSTRUCTED)


def compose(state: TableState) -> Scene:
    """The scene of `state`."""
    scene = _COMPOSERS[type(state.situation)](state, state.situation)
    note = _fault(state) or _offer(state)
    if note is not None:
        scene = replace(scene, strip=replace(scene.strip, note=note, note_icon="", hand=False))
    if state.camera is None:
        return scene
    shown = replace(scene, camera=state.camera, buttons=(BACK, MENU), choices=())
    return replace(shown, notice=_seen(state.camera)) if scene.kind in _CALM else shown


def _fault(state: TableState) -> Message | None:
    """What is out of order beside the board, and lasts: the worst of it."""
    if not state.is_kept:
        return message("Game not kept: disk fault")
    return message("The lamps have failed") if state.lamps_failed else None


def _offer(state: TableState) -> Message | None:
    """That a draw is offered, as long as it may be agreed to."""
    if state.offer is None or isinstance(state.situation, (SettingUp, Over)):
        return None
    return message("{player} offers a draw", player=side(state.offer))


def _seen(camera: CameraPicture) -> Notice:
    """What the picture tells: how many places are certain."""
    doubted = sum(1 for s in camera.sights if s.covered or s.certainty < DOUBTFUL)
    if len(camera.corners_px) != 4:
        text = message("The board is not found in the picture.")
    elif doubted:
        text = counted("One place is not certain.", "{count} places are not certain.", doubted)
    else:
        text = message("Every place is certain.")
    return Notice(message("What it sees"), (text,), icon="eye")


_COMPOSERS: dict[type[Situation], Callable[..., Scene]] = {
    SettingUp: setting_up,
    Unseen: unseen,
    Playing: playing,
    Lifted: lifted,
    Obstructed: obstructed,
    Illegal: illegal,
    Disturbed: disturbed,
    Choosing: choosing,
    Paused: paused,
    ReaderLost: reader_lost,
    Instructed: instructed,
    Over: over,
}
