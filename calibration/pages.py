"""The pages of the guided set-up as scenes for any view: one thing to do, what can be asked."""

from __future__ import annotations

from calibration import steps
from calibration.aim import Aim
from calibration.lens import ENOUGH_VIEWS
from pi_board.core.layout import Layout, left_end
from pi_board.core.message import Message, counted, message
from pi_board.core.scene import (
    Board,
    Button,
    CameraPicture,
    Card,
    Kind,
    Notice,
    Scene,
    SiteReading,
    Strip,
)
from pi_board.core.words import CUT_OFF, side
from pi_board.games.registry import GAMES
from pi_board.vision.geometry import Registration

MOST_NAMED = 6
STEPS = 3  # aiming, placing, done

_BACK = Button(steps.BACK, message("Back"), "undo")
_TURN = Button(steps.TURN, message("Turn"), "turn")
_MIRROR = Button(steps.MIRROR, message("Mirror"), "eye")
_LENS = Button(steps.LENS, message("Lens"), "hint")


def scene(state: steps.State) -> Scene:
    """What to show. The camera picture to go with it is the newest one, put upright by
    ``steps.mount_of(state)``.
    """
    layout, found, wrong = _shown(state)
    cards = (Card("w", side("w")), Card("b", side("b")))
    board = Board(layout.surface, layout.columns, layout.rows)
    camera = None if isinstance(state, steps.Choosing) else _picture(layout, found, wrong)
    return Scene(
        Kind.SETTING_UP, board, cards, notice_of(state), Strip(progress=(_step(state), STEPS)),
        buttons_of(state), camera=camera,
    )  # fmt: skip


def _shown(state: steps.State) -> tuple[Layout, Registration | None, tuple[str, ...]]:
    """The kind of board, where it lies, and the sites that are not as they should be."""
    match state:
        case steps.Choosing():
            return state.games[0].layouts[0], None, ()
        case steps.Lensing():
            return state.rig.game.layouts[0], None, ()
        case steps.Placing():
            return state.layout, state.found, state.wrong
        case _:
            return state.layout or state.rig.game.layouts[0], state.found, ()


def _step(state: steps.State) -> int:
    match state:
        case steps.Choosing():
            return 0
        case steps.Aiming() | steps.Lensing():
            return 1
        case steps.Placing():
            return 2
        case steps.Done():
            return STEPS


def _picture(layout: Layout, found: Registration | None, wrong: tuple[str, ...]) -> CameraPicture:
    corners = () if found is None else found.geometry.corners_px
    covered = tuple(SiteReading(left_end(site), "", 0.0, covered=True) for site in wrong)
    return CameraPicture(corners, layout.columns, layout.rows, covered)


def buttons_of(state: steps.State) -> tuple[Button, ...]:
    """What can be asked for in this step."""
    match state:
        case steps.Choosing():
            return tuple(
                Button(steps.GAME, Message(GAMES[game.name].title), "play", game.name)
                for game in state.games
            )
        case steps.Aiming():
            ready = state.found is not None
            back = (_BACK,) if len(state.rig.games) > 1 else ()
            return (_next(ready), *back, _TURN, _MIRROR, _LENS)
        case steps.Lensing():
            return (_BACK,)
        case steps.Placing():
            ready = state.seen and len(state.wrong) <= steps.MOST_WRONG
            return (_next(ready), _BACK, _TURN, _MIRROR)
        case steps.Done():
            return (Button(steps.NEXT, message("Save"), "check", recommended=True), _BACK)


def _next(ready: bool) -> Button:
    return Button(steps.NEXT, message("Next"), "play", recommended=ready, enabled=ready)


def notice_of(state: steps.State) -> Notice:
    """The one thing to do now."""
    match state:
        case steps.Choosing():
            return Notice(message("Which game is this board for?"))
        case steps.Aiming():
            return _aiming(state)
        case steps.Lensing():
            return _lensing(state)
        case steps.Placing():
            return _placing(state)
        case steps.Done():
            return _done(state)


def _aiming(state: steps.Aiming) -> Notice:
    if state.aim is None:
        return Notice(message("Point the camera at the board."), icon="eye")
    if state.aim.hints and state.found is None:
        return _missing(state.aim)
    if state.aim.hints:
        hints, score = state.aim.hints[:2], _out_of_ten(state.aim.score)
        return Notice(hints[0], hints[1:], badge=score)
    return Notice(message("The view is good: go on."), (), "good", _out_of_ten(state.aim.score))


def _missing(aim: Aim) -> Notice:
    """Why no board is seen."""
    return Notice(aim.hints[0], aim.hints[1:], "warning", icon="eye")


def _out_of_ten(score: int) -> str:
    return f"{score}/10"


def _lensing(state: steps.Lensing) -> Notice:
    seen = len(state.views)
    if state.failed:
        text = message(
            "The views do not tell the lens. Tilt the target more. Is it flat and sharply printed?"
        )
    elif state.seen or not seen:
        text = message("Show the target from another side, nearer, at the edges.")
    else:
        text = message("The target is not seen.")
    title = message("Lens: {seen} of {wanted} views", seen=seen, wanted=ENOUGH_VIEWS)
    return Notice(title, (text,), icon="eye")


def _placing(state: steps.Placing) -> Notice:
    if state.missing is not None:
        return _missing(state.missing)
    if not state.seen:
        return Notice(message("Put the stones on their start position."))
    if not state.wrong:
        return Notice(message("The start position stands: go on."), (), "good")
    if _are_cut_off(state):
        return Notice(CUT_OFF, (), "warning", icon="eye")  # there is no stone to be put there
    return Notice(message("Put the stones on their start position."), (_named(state.wrong),))


def _are_cut_off(state: steps.Placing) -> bool:
    """Whether some of the wrong sites are not in the picture."""
    sites = state.layout.sites
    cells = state.found.geometry.sites_in_picture.reshape(len(sites), -1)  # a lane has many
    return any(
        site in state.wrong and not all(there)
        for site, there in zip(sites, cells.tolist(), strict=True)
    )


def _named(wrong: tuple[str, ...]) -> Message:
    sites = ", ".join(wrong[:MOST_NAMED])
    return counted("Not as at the start: {sites}.", "Not as at the start: {sites}.",
                   len(wrong), sites=sites)  # fmt: skip


def _done(state: steps.Done) -> Notice:
    better = tuple(
        message("What would improve it: {hint}", hint=hint) for hint in state.aim.hints[:1]
    )
    return Notice(message("The board is set up."), better, "good", _out_of_ten(state.aim.score))
