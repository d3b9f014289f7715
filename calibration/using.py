"""A stored profile at work: what it gives to readers and drivers, and whether it still holds."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.profile import Profile, load_profile, picture_path, profile_path
from pi_board.config.sections import Settings
from pi_board.core.errors import InvalidFile
from pi_board.core.game import AnyGame
from pi_board.core.layout import Layout
from pi_board.core.message import Message, Text, message
from pi_board.core.words import PICTURE_MIRRORED
from pi_board.games.registry import make_game
from pi_board.readers.addresses import is_live, is_same_camera, without_login
from pi_board.vision.finding.find import Found
from pi_board.vision.finding.orient import MIRRORED
from pi_board.vision.finding.own_lens import find_with_lens, is_another_ones
from pi_board.vision.geometry import BoardGeometry, Image, Lens, NotFound, Registration, size_of
from pi_board.vision.mount import STRAIGHT, Mount
from pi_board.vision.pictures import load_picture
from pi_board.vision.warm.learn import Learnt, learn_board
from pi_board.vision.warm.session import BoardSession
from pi_board.vision.warm.sight import Sight

SIZE_CHANGE = 1.25  # a board that is so much larger or smaller in the picture is another one

LENS_ANOTHER = message("The board is seen only without its lens: work the lens out anew.")


@dataclass(frozen=True, slots=True)
class InUse:
    """A profile in use with a source of pictures ("": none)."""

    profile: Profile
    source: str = ""

    @property
    def mount(self) -> Mount:
        """How the camera is mounted."""
        return STRAIGHT if self.profile.view is None else self.profile.view.mount

    @property
    def lens(self) -> Lens | None:
        """Of the pictures as they come; that of another camera is left out."""
        return None if self._another_camera() else self.profile.lens

    def session(self, game: AnyGame) -> BoardSession:
        """A session for the pictures of the source, which knows the board's looks."""
        site_mm = self.profile.site_mm
        return BoardSession(site_mm, self.lens, self.mount, lambda: self.learnt(game))

    def upright_lens(self, upright: Image) -> Lens | None:
        """The lens for an upright picture (height, width, 3), if it is one of its size."""
        return None if self.lens is None else self.mount.lens(self.lens).fitting(size_of(upright))

    def layouts(self, game: AnyGame) -> tuple[Layout, ...]:
        """The kind of board that was set up; all of the game's if none was."""
        view = self.profile.view
        known = tuple(one for one in game.layouts if view is not None and one.name == view.layout)
        return known or game.layouts

    def learnt(self, game: AnyGame) -> Learnt | None:
        """The board's looks, from the picture of its start position; None without one that can be
        read (`damage` then says so).
        """
        try:
            picture = self._start_picture()
        except InvalidFile:
            return None
        if picture is None:
            return None
        upright = self.mount.upright(picture)
        found = self._found(upright, game)
        if found is None:
            return None
        layout, placed = found.layout, found.registration
        return learn_board(upright, placed, layout, game.appearance(game.start(), layout))

    def corners_px(self, picture: Image, game: AnyGame) -> tuple[tuple[float, float], ...] | None:
        """Where the grid's outer corners lie in a picture (height, width, 3) as it came, bottom
        left (a1) first, as `View.corners_px`; None where that or the way round cannot be told.
        """
        found = self._found(self.mount.upright(picture), game)
        if found is None or not found.registration.orientation_known:
            return None
        return self.mount.as_it_came(found.registration.geometry.corners_px, size_of(picture))

    def _found(self, upright: Image, game: AnyGame) -> Found | None:
        """The board in an upright picture, the way round it lay when it was set up."""
        found = find_with_lens(upright, self.layouts(game), self.upright_lens(upright))
        if isinstance(found, NotFound):
            return None
        return replace(found, registration=self.oriented(found.registration, found.layout))

    def damage(self) -> str:
        """What is wrong with the picture of the board's start position, as a sentence; nothing if
        there is none, or it can be read. A profile is of use without it.
        """
        try:
            self._start_picture()
        except InvalidFile as fault:
            return f"its picture is damaged, so the board's looks are not known ({fault})"
        return ""

    def misfit(self) -> str:
        """What a profile that was edited by hand says of reeds that fits no board for its game, as
        a sentence; "" if all fits. Boards that are of several sizes are not known so well.
        """
        order, board = self.profile.reed_order, make_game(self.profile.game)
        if len(set(order)) < len(order):
            return "reeds.order has a sensor twice, expected a different one for each site"
        if "size" in dict(board.options):
            return ""
        count = len(board.layouts[0].sites)
        if order and len(order) != count:
            return f"reeds.order has {len(order)} sensors, expected {count}, one for each site"
        sites = {site for layout in board.layouts for site in layout.sites}
        nowhere = sorted(set(self.profile.masked) - sites)
        return f"reeds.masked has {', '.join(nowhere)}, expected sites" if nowhere else ""

    def _start_picture(self) -> Image | None:
        """The picture (height, width, 3) as it came, if there is one. Raises InvalidFile."""
        path = picture_path(profile_path(self.profile.name))
        return load_picture(path) if self.profile.view is not None and path.exists() else None

    def oriented(self, found: Registration, layout: Layout) -> Registration:
        """The same, turned as the board lay when it was set up, if it still lies there."""
        view = self.profile.view
        if found.orientation_known or view is None:
            return found
        size = view.mount.size_as_it_came(found.geometry.image_size)
        for way in found.ways_round(layout):
            corners = np.array(view.mount.as_it_came(way.geometry.corners_px, size))
            away = np.linalg.norm(corners - np.array(view.corners_px), axis=1).max()
            if size == view.image_size and away < way.geometry.site_px:
                return replace(way, orientation_known=True)
        return found

    def settings(self, settings: Settings) -> Settings:
        """The settings with the board's own lamps and reeds."""
        lamps, reeds, profile = settings.lamps, settings.reeds, self.profile
        return replace(
            settings,
            lamps=replace(lamps, order=profile.lamp_order),
            reeds=replace(reeds, order=profile.reed_order, masked=profile.masked),
        )

    def changed(self, sight: Sight) -> tuple[Text, ...]:
        """What is no longer as it was when the profile was made, as far as it can be told from
        what is seen and from what is kept; nothing: it still holds.
        """
        view, found = self.profile.view, sight.registration
        if view is None:
            return ()
        said: list[Text] = [damage] if (damage := self.damage()) else []
        if self._another_camera():
            said.append(
                message(
                    "Set up on {date} with the camera {old}; this is {new}.",
                    date=view.created, old=without_login(view.source),
                    new=without_login(self.source),
                )
            )  # fmt: skip
        if found is not None:
            said += view_changed(self.profile, found.geometry)
            said += [LENS_ANOTHER] if self._lens_is_another(sight) else []
        elif sight.missing == MIRRORED:
            said.append(PICTURE_MIRRORED)
        return tuple(said)

    def _lens_is_another(self, sight: Sight) -> bool:
        """Whether the board is seen only, or plainly better, without the lens."""
        if sight.frame is None or (lens := self.upright_lens(sight.frame)) is None:
            return False
        return is_another_ones(sight.frame, self.layouts(make_game(self.profile.game)), lens)

    def _another_camera(self) -> bool:
        """Recordings say nothing of the camera they were made with."""
        view = self.profile.view
        return (
            view is not None
            and is_live(self.source)
            and is_live(view.source)
            and not is_same_camera(view.source, self.source)
        )


def view_changed(profile: Profile, geometry: BoardGeometry) -> tuple[Message, ...]:
    """What is otherwise in the upright view of a board than when its profile was made."""
    view = profile.view
    if view is None:
        return ()
    size, date = view.mount.size_as_it_came(geometry.image_size), view.created
    if size != view.image_size:
        old, new = ("x".join(map(str, one)) for one in (view.image_size, size))
        text = message("Set up on {date} with {old} pixels; the camera now gives {new}.",
                       date=date, old=old, new=new)  # fmt: skip
        return (text,)
    if profile.lens is not None and not profile.lens.serves(size):
        return (other_size(profile.lens, size),)
    corners = view.mount.as_it_came(geometry.corners_px, size)
    area = _area(corners) / _area(view.corners_px)
    if not SIZE_CHANGE**-2 < area < SIZE_CHANGE**2:
        text = message("Since {date} the board has become {percent} % as large in the picture.",
                       date=date, percent=round(100 * area))  # fmt: skip
        return (text,)
    moved = max(map(math.dist, corners, view.corners_px))
    if moved > geometry.site_px:
        sites = round(moved / geometry.site_px)
        text = message("The board has moved since {date}, number of sites: {sites}.",
                       date=date, sites=sites)  # fmt: skip
        return (text,)
    return ()


def other_size(lens: Lens, size: tuple[int, int]) -> Message:
    """That a lens does not serve pictures of `size` (width, height)."""
    old, new = ("x".join(map(str, one)) for one in (lens.image_size, size))
    return message("The lens is one for {old} pixels, the camera gives {new}: work it out anew.",
                   old=old, new=new)  # fmt: skip


def _area(corners: tuple[tuple[float, float], ...]) -> float:
    """Of a polygon."""
    return cv2.contourArea(np.array(corners, np.float32))


def profile_for(game: str, asked: str | None, settings: Settings) -> Profile | None:
    """The profile asked for, else the one the configuration names; None if that is the usual one,
    called as the game, and not there yet.

    Raises as `asked_profile` does.
    """
    name = asked or getattr(settings.profiles, game)
    is_named = bool(asked) or name != game  # somebody did, and may have misspelt it
    return asked_profile(game, name) if is_named or profile_path(name).exists() else None


def asked_profile(game: str, name: str) -> Profile:
    """The profile called `name` of a board for `game`.

    Raises InvalidText for what is no name, InvalidFile for one that is not there, that cannot be
    read, or that is of another game's board.
    """
    path = profile_path(name)
    profile = load_profile(path)
    if profile.game != game:
        raise InvalidFile(
            message(
                "{path}: the profile of a board for {game}, expected {expected}"
                "; name another profile or rename that file",
                path=str(path), game=profile.game, expected=game,
            )
        )  # fmt: skip
    return profile
