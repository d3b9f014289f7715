"""The guided set-up of a board, as a state machine without screen or camera.

    state = Aiming(layouts)
    state = look(state, image)          # for every picture
    state = accept(state)               # the person is content

`told` is the sentence to show; a console, and later the device's own screen, only show it and pass
pictures and key presses on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from calibration.aim import Aim, judge_view
from pi_board.core.layout import Appearance, Layout
from pi_board.core.message import Message, counted, message
from pi_board.vision.arrange import likeliest_labels
from pi_board.vision.cold import read_cold
from pi_board.vision.find import find_board
from pi_board.vision.geometry import Image, Lens, Registration

Starts = tuple[tuple[Layout, Appearance], ...]
MOST_WRONG = 3  # sites of the start position that may be read wrongly, cold


@dataclass(frozen=True, slots=True)
class Aiming:
    """The camera is being pointed at the board."""

    starts: Starts
    lens: Lens | None = None
    aim: Aim | None = None
    layout: Layout | None = None
    found: Registration | None = None


@dataclass(frozen=True, slots=True)
class Placing:
    """The stones are being put on their start position; `wrong` sites do not show it yet."""

    starts: Starts
    lens: Lens | None
    aim: Aim
    layout: Layout
    found: Registration
    wrong: tuple[str, ...] = ()
    seen: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """The board is set up."""

    aim: Aim
    layout: Layout
    found: Registration
    lens: Lens | None


State = Aiming | Placing | Done


def look(state: State, image: Image) -> State:
    """Take in a picture (height, width, 3), 8-bit BGR."""
    if isinstance(state, Aiming):
        return _aim(state, image)
    if isinstance(state, Placing):
        return _place(state, image)
    return state


def accept(state: State) -> State:
    """Go on, if this step is done; the same state if not."""
    if isinstance(state, Aiming) and state.aim and state.layout and state.found:
        return Placing(state.starts, state.lens, state.aim, state.layout, state.found)
    if isinstance(state, Placing) and state.seen and len(state.wrong) <= MOST_WRONG:
        return Done(state.aim, state.layout, state.found, state.lens)
    return state


def told(state: State) -> Message:
    """What to do now, in one sentence."""
    match state:
        case Aiming(aim=None):
            return message("Point the camera at the board.")
        case Aiming(aim=aim) if aim is not None and aim.hints:
            return aim.hints[0]
        case Aiming():
            return message("The view is good: go on.")
        case Placing(seen=True, wrong=()):
            return message("The start position stands: go on.")
        case Placing(wrong=wrong) if wrong:
            return counted("Not as at the start: {sites}.", "Not as at the start: {sites}.",
                           len(wrong), sites=", ".join(wrong[:6]))  # fmt: skip
        case Placing():
            return message("Put the stones on their start position.")
        case Done():
            return message("The board is set up.")


def _aim(state: Aiming, image: Image) -> Aiming:
    best: tuple[Layout, Registration] | None = None
    worst = None
    for layout, _ in state.starts:
        found = find_board(image, layout, state.lens)
        if isinstance(found, Registration):
            if best is None or found.quality > best[1].quality:
                best = layout, found
        else:
            worst = worst or found
    if best is None:
        assert worst is not None, "a game has at least one layout"
        aim = judge_view(image, state.starts[0][0], worst)
        return replace(state, aim=aim, layout=None, found=None)
    layout, found = best
    return replace(state, aim=judge_view(image, layout, found), layout=layout, found=found)


def _place(state: Placing, image: Image) -> Placing:
    found = find_board(image, state.layout, state.lens)
    if not isinstance(found, Registration):
        return replace(state, seen=False)
    wanted = next(looks for layout, looks in state.starts if layout == state.layout)
    options = _turned(found, state.layout)
    wrong = min((_wrong(image, one, state.layout, wanted) for one in options), key=len)
    return replace(state, found=found, wrong=wrong, seen=True)


def _turned(found: Registration, layout: Layout) -> Sequence[Registration]:
    """The ways the board may lie."""
    if found.orientation_known:
        return (found,)
    turns = range(4) if layout.rows == layout.columns else (0, 2)
    return [replace(found, geometry=found.geometry.rotated(turn)) for turn in turns]


def _wrong(
    image: Image, found: Registration, layout: Layout, wanted: Appearance
) -> tuple[str, ...]:
    reading = read_cold(image, found, layout)
    expected = likeliest_labels(reading.looks, layout, wanted)
    return tuple(
        site
        for site, seen, label in zip(layout.sites, reading.best, expected, strict=True)
        if seen != label
    )
