"""The guided set-up of a board, as a state machine without screen or camera.

    state = begin(games)                   # the games to choose from; of one nothing is asked
    state = advance(state, item)           # a picture, or a Command
    pages.scene(state)                     # what to show: one thing to do, buttons, the picture
    profile_of(state, ...)                 # once it is `Done`

Steps: which game · aim the camera (the lens on the way, if wanted) · put up the start position ·
done. A camera that is turned or mirrored is found out from fiducials, or from the start position
where that tells; where it does not, the commands `TURN` and `MIRROR` say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from calibration.aim import Aim, judge_hardly_read, judge_missing, judge_view
from calibration.lens import ENOUGH_VIEWS, TargetView, lens_of, see_target
from calibration.profile import Profile, View
from calibration.stills import is_hardly_read
from calibration.using import LENS_ANOTHER, other_size
from pi_board.core.errors import InvalidFile
from pi_board.core.game import AnyGame
from pi_board.core.layout import Appearance, Layout
from pi_board.core.message import Message
from pi_board.core.observation import Command
from pi_board.games.registry import GAMES
from pi_board.readers.addresses import without_login
from pi_board.vision.arrange import likeliest_labels
from pi_board.vision.cold.read import read_cold
from pi_board.vision.finding.find import Found, find_any, find_board
from pi_board.vision.finding.own_lens import is_doubtful, is_plainly_better
from pi_board.vision.geometry import BoardGeometry, Image, Lens, NotFound, Registration, size_of
from pi_board.vision.mount import STRAIGHT, Mount
from pi_board.vision.reading import Reading

GAME, NEXT, BACK = "setup_game", "setup_next", "setup_back"
LENS, TURN, MIRROR, QUIT = "setup_lens", "setup_turn", "setup_mirror", "setup_quit"
MOST_WRONG = 3  # sites of the start position that may be read wrongly, cold


@dataclass(frozen=True, slots=True)
class Choosing:
    """Which game is played on the board?"""

    games: tuple[AnyGame, ...]
    lens: Lens | None = None


@dataclass(frozen=True, slots=True)
class Rig:
    """What is known of the board so far."""

    games: tuple[AnyGame, ...]  # that could have been chosen
    game: AnyGame
    lens: Lens | None = None  # of the pictures as they come
    mount: Mount = STRAIGHT
    size: tuple[int, int] = (0, 0)  # width and height of the pictures as they come


@dataclass(frozen=True, slots=True)
class Aiming:
    """The camera is being pointed at the board; `newest` is what the last picture alone says. The
    lens is `left_out` in it where it does not fit.
    """

    rig: Rig
    aim: Aim | None = None
    layout: Layout | None = None
    found: Registration | None = None
    newest: Aim | None = None
    left_out: bool = False


@dataclass(frozen=True, slots=True)
class Lensing:
    """The target is being shown to the camera from different sides."""

    rig: Rig
    views: tuple[TargetView, ...] = ()
    seen: bool = False  # in the last picture
    failed: bool = False  # the views did not tell the lens, and new ones are needed


@dataclass(frozen=True, slots=True)
class Placing:
    """The stones are being put on their start position; `wrong` sites do not show it yet, and
    `missing` is why the last picture shows no board, if so.
    """

    rig: Rig
    aim: Aim
    layout: Layout
    found: Registration
    wrong: tuple[str, ...] = ()
    seen: bool = False
    missing: Aim | None = None
    picture: Image | None = field(default=None, compare=False, repr=False)  # as it came


@dataclass(frozen=True, slots=True)
class Done:
    """The board is set up; `picture` shows its start position, as it came from the camera."""

    rig: Rig
    aim: Aim
    layout: Layout
    found: Registration
    picture: Image | None = field(default=None, compare=False, repr=False)


State = Choosing | Aiming | Lensing | Placing | Done


def begin(games: Sequence[AnyGame], lens: Lens | None = None) -> State:
    """The first step; `lens` is one that is known already, of pictures as they come."""
    known = tuple(games)
    return Choosing(known, lens) if len(known) > 1 else Aiming(Rig(known, known[0], lens))


def advance(state: State, item: Image | Command) -> State:
    """Take in a picture (height, width, 3), 8-bit BGR, or a command; others than those of this
    step change nothing.
    """
    if isinstance(item, Command):
        return _obey(state, item)
    match state:
        case Aiming():
            return _calm(state, _aim(_sized(state.rig, item), item))
        case Lensing():
            return _show_target(replace(state, rig=_sized(state.rig, item)), item)
        case Placing():
            return _place(replace(state, rig=_sized(state.rig, item), picture=item), item)
        case _:
            return state


def mount_of(state: State) -> Mount:
    """How the camera is mounted, as far as is known: what puts its pictures upright."""
    return STRAIGHT if isinstance(state, Choosing) else state.rig.mount


def profile_of(
    state: Done, old: Profile, source: str, today: str, began_with: Lens | None = None
) -> Profile:
    """The profile `old` (which may be an empty one) with what was found out. `began_with`: the lens
    that the profile had when the set-up began. One that was worked out meanwhile stays, unless the
    set-up has come to another one.
    """
    rig, found = state.rig, state.found
    corners = rig.mount.as_it_came(found.geometry.corners_px, rig.size)
    view = View(today, without_login(source), rig.size, state.layout.name, corners, found.markers,
                state.aim.score, rig.mount)  # fmt: skip
    is_newer = old.lens != began_with and rig.lens is None
    lens = old.lens if rig.lens == began_with or is_newer else rig.lens
    return replace(old, game=rig.game.name, lens=lens, view=view)


def _sized(rig: Rig, image: Image) -> Rig:
    return replace(rig, size=size_of(image))


# -- commands -----------------------------------------------------------------------------------


def _obey(state: State, command: Command) -> State:
    match state:
        case Choosing():
            return _choose(state, command)
        case Lensing():
            return Aiming(state.rig) if command.name in (BACK, NEXT) else state
        case Aiming() | Placing() if command.name in (TURN, MIRROR):
            return Aiming(replace(state.rig, mount=_changed(state.rig.mount, command.name)))
        case Aiming():
            return _obey_aiming(state, command)
        case Placing():
            return _obey_placing(state, command)
        case Done():
            return Aiming(state.rig) if command.name == BACK else state


def _choose(state: Choosing, command: Command) -> State:
    wanted = [game for game in state.games if game.name == command.argument]
    if command.name != GAME or not wanted:
        return state
    return Aiming(Rig(state.games, wanted[0], state.lens))


def _obey_aiming(state: Aiming, command: Command) -> State:
    if command.name == LENS:
        return Lensing(state.rig)
    if command.name == BACK and len(state.rig.games) > 1:
        return Choosing(state.rig.games, state.rig.lens)
    if command.name == NEXT and state.aim and state.layout and state.found:
        rig = replace(state.rig, lens=None) if state.left_out else state.rig
        return Placing(rig, state.aim, state.layout, state.found)
    return state


def _obey_placing(state: Placing, command: Command) -> State:
    if command.name == BACK:
        return Aiming(state.rig)
    if command.name == NEXT and state.seen and len(state.wrong) <= MOST_WRONG:
        return Done(state.rig, state.aim, state.layout, state.found, state.picture)
    return state


def _changed(mount: Mount, what: str) -> Mount:
    if what == TURN:
        return _more(mount, 1)
    return replace(mount, mirrored=not mount.mirrored)


# -- pictures -----------------------------------------------------------------------------------


def _aim(rig: Rig, image: Image) -> Aiming:
    """What the picture says, without the lens where that does not fit: it may be another one's."""
    seen = _look(rig, image)
    if rig.lens is None:
        return seen
    if not rig.lens.serves(rig.size):
        return _left_out(seen, rig.lens, other_size(rig.lens, rig.size))
    if is_doubtful(seen.found):
        without = _look(replace(rig, lens=None), image)
        if is_plainly_better(without.found, seen.found):
            return _left_out(without, rig.lens, LENS_ANOTHER)
    return seen


def _left_out(seen: Aiming, lens: Lens, why: Message) -> Aiming:
    """The lens is kept until the view is accepted: the next picture may show the board with it."""
    aim = seen.aim and replace(seen.aim, hints=(why, *seen.aim.hints))
    return replace(seen, rig=replace(seen.rig, lens=lens), aim=aim, left_out=True)


def _look(rig: Rig, image: Image) -> Aiming:
    found = _found(image, rig)
    if isinstance(found, NotFound) or not found.registration.markers:
        other = replace(rig, mount=_changed(rig.mount, MIRROR))
        mirrored = _found(image, other)  # fiducials cannot be read in a mirror
        if isinstance(mirrored, Found) and mirrored.registration.markers > 1:
            rig, found = other, mirrored
    upright = rig.mount.upright(image)
    if isinstance(found, NotFound):
        return Aiming(rig, _missing(rig, upright, found))
    place = found.registration
    turns = turns_needed(place.geometry) if place.orientation_known else 0
    if turns:
        return _look(replace(rig, mount=_more(rig.mount, turns)), image)
    return Aiming(rig, judge_view(upright, found.layout, place), found.layout, place)


def _missing(rig: Rig, upright: Image, found: NotFound) -> Aim:
    return judge_missing(upright, found, GAMES[rig.game.name].title)


def _calm(before: Aiming, now: Aiming) -> Aiming:
    """A hint that comes and goes from picture to picture is not shown: two must agree on it, or on
    what is wrong and that it is elsewhere.
    """
    shown, newest, seen = before.aim, before.newest, now.aim
    if (
        shown is None
        or newest is None
        or seen is None
        or (before.found is None) != (now.found is None)
    ):
        return replace(now, newest=seen)
    again = seen.hints == newest.hints or (
        _kinds(seen) == _kinds(newest) and shown.hints not in (seen.hints, newest.hints)
    )
    return replace(now, aim=seen if again else shown, newest=seen)


def _kinds(aim: Aim) -> tuple[str, ...]:
    """What is hinted at, whatever the sites and numbers in it."""
    return tuple(hint.template for hint in aim.hints)


def _found(image: Image, rig: Rig) -> Found | NotFound:
    """The board in a picture as it came, of the layout that fits best."""
    return find_any(rig.mount.upright(image), rig.game.layouts, _lens(rig))


def _lens(rig: Rig) -> Lens | None:
    """Of the upright pictures, if it is one of their size."""
    lens = None if rig.lens is None else rig.lens.fitting(rig.size)
    return None if lens is None else rig.mount.lens(lens)


def turns_needed(geometry: BoardGeometry) -> int:
    """Clockwise quarter turns of the picture, until files run from left to right."""
    (ax, ay), _, _, (bx, by) = geometry.corners_px
    across, down = bx - ax, by - ay
    if abs(across) >= abs(down):
        return 0 if across > 0 else 2
    return 1 if down < 0 else 3


def _more(mount: Mount, turns: int) -> Mount:
    return replace(mount, quarter_turns=(mount.quarter_turns + turns) % 4)


def _show_target(state: Lensing, image: Image) -> State:
    view = see_target(image, mirrored=state.rig.mount.mirrored)
    if view is None:
        return replace(state, seen=False)
    if any(view.is_like(other) for other in state.views):
        return replace(state, seen=True)
    views = (*state.views, view)
    if len(views) < ENOUGH_VIEWS:
        return replace(state, views=views, seen=True)
    try:
        lens, _ = lens_of(views)
    except InvalidFile:
        return Lensing(state.rig, failed=True)
    return Aiming(replace(state.rig, lens=lens))


def _place(state: Placing, image: Image) -> Placing:
    upright = state.rig.mount.upright(image)
    found = find_board(upright, state.layout, _lens(state.rig))
    if isinstance(found, NotFound):
        return replace(state, seen=False, missing=_missing(state.rig, upright, found))
    wrong, turned, reading = _best_turn(upright, found, state)
    if turns := turns_needed(turned.geometry):  # the start position tells how the camera is turned
        rig = replace(state.rig, mount=_more(state.rig.mount, turns))
        return _place(replace(state, rig=rig), image)
    if len(wrong) > MOST_WRONG and not found.markers:
        mirrored = _mirrored(state, image)
        if mirrored is not None:
            return mirrored
    missing = None
    if len(wrong) > MOST_WRONG and is_hardly_read(reading):  # no stones could be put right on it
        missing = judge_hardly_read(state.aim, GAMES[state.rig.game.name].title)
    return replace(state, found=turned, wrong=wrong, seen=missing is None, missing=missing)


def _mirrored(state: Placing, image: Image) -> Placing | None:
    """The same seen in a mirror, if that shows the start position."""
    rig = replace(state.rig, mount=_changed(state.rig.mount, MIRROR))
    upright = rig.mount.upright(image)
    found = find_board(upright, state.layout, _lens(rig))
    if isinstance(found, NotFound):
        return None
    wrong, turned, _ = _best_turn(upright, found, state)
    if len(wrong) > MOST_WRONG:
        return None
    if turns := turns_needed(turned.geometry):  # told so far from the picture as it came
        placed = _place(replace(state, rig=replace(rig, mount=_more(rig.mount, turns))), image)
        return placed if placed.seen else None
    return replace(state, rig=rig, found=turned, wrong=wrong, seen=True, missing=None)


def _best_turn(
    upright: Image, found: Registration, state: Placing
) -> tuple[tuple[str, ...], Registration, Reading]:
    """Of the ways the board may lie the one with fewest wrong sites, which these are, and how it
    reads; as it lies among equals.
    """
    game, layout = state.rig.game, state.layout
    wanted = game.appearance(game.start(), layout)
    read = [(one, read_cold(upright, one, layout)) for one in found.ways_round(layout)]
    options = [(_wrong(reading, wanted), one, reading) for one, reading in read]
    return min(options, key=lambda option: len(option[0]))


def _wrong(reading: Reading, wanted: Appearance) -> tuple[str, ...]:
    layout = reading.layout
    expected = likeliest_labels(reading.looks, layout, wanted)
    return tuple(
        site
        for site, seen, label in zip(layout.sites, reading.best, expected, strict=True)
        if seen != label
    )
