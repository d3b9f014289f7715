"""What to change about the camera's view before a game: live hints, and a score from 0 to 10."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.core.layout import Layout, site_name
from pi_board.core.message import Message, message
from pi_board.core.words import CUT_OFF, NOT_SHARP, TOO_BRIGHT, TOO_DARK, whole_board
from pi_board.vision.finding.focus import is_out_of_focus
from pi_board.vision.geometry import BoardGeometry, Image, NotFound, Registration

DARK_LEVEL = 45  # median grey below which a picture is too dark
BURNT_LEVEL = 250
GLARE_SHARE = 0.12  # of a site's pixels
BURNT_SHARE = 0.15  # of the board's pixels
MOST_TILT_DEG = 45.0
LEAST_SITE_PX = 18.0
MARGIN_SHARE = 0.01  # of the picture's width, that the board should keep from its edge
LEAST_SHARPNESS = 12.0  # variance of the Laplacian of a rectified site at 24 px
# The lightest tenth of a board that is well lit, on however dark a table. Of 27 boards in pictures
# that are too dark the most is 128.
LIT_LEVEL = 140
_PX = 24


@dataclass(frozen=True, slots=True)
class Aim:
    """What is wrong with the view, worst first, and how good it is (10: nothing to improve)."""

    hints: tuple[Message, ...]
    score: int


def judge_missing(image: Image, found: NotFound, game: str) -> Aim:
    """Why a picture (height, width, 3), 8-bit BGR, shows no board of the game with this title, and
    what to do about it.
    """
    reason = message("No board is seen: {reason}.", reason=found.text)
    otherwise = TOO_DARK if _is_dark(image) else whole_board(game)
    return Aim((reason, found.advice or otherwise), 0)


def judge_hardly_read(aim: Aim, game: str) -> Aim:
    """What to do where hardly a site of what was found can be read, while the view was judged to be
    `aim`: the light or the frame tells why, or else it is no board of the game with this title.
    """
    known = tuple(hint for hint in aim.hints if hint in (TOO_DARK, TOO_BRIGHT, CUT_OFF))
    question = message("Hardly a site can be read: is this the board of {game}?", game=game)
    return Aim(known[:1] or (question,), 0)


def judge_view(image: Image, layout: Layout, found: Registration) -> Aim:
    """Hints on a picture (height, width, 3), 8-bit BGR, in which a board was found."""
    faults = _framing(found.geometry)
    faults += _light(image, layout, found.geometry)
    if found.markers < 4:
        text = message(
            "{count} of 4 markers are seen: all must be in sight and sharp, or none used.",
            count=found.markers,
        )
        faults += [(1, text)] if found.markers else []
    if found.quality < 0.8:
        faults.append((2, message("The grid fits badly: is the board flat and whole?")))
    return _aim(faults)


def _is_dark(image: Image) -> bool:
    return float(np.median(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))) < DARK_LEVEL


def _aim(faults: list[tuple[int, Message]]) -> Aim:
    faults.sort(key=lambda fault: -fault[0])
    return Aim(tuple(text for _, text in faults), max(0, 10 - sum(cost for cost, _ in faults)))


def _framing(geometry: BoardGeometry) -> list[tuple[int, Message]]:
    faults = []
    width, height = geometry.image_size
    margin = MARGIN_SHARE * width
    if any(
        not (margin <= x < width - margin and margin <= y < height - margin)
        for x, y in geometry.corners_px
    ):
        faults.append((4, CUT_OFF))
    if geometry.tilt_deg > MOST_TILT_DEG:
        text = message("The camera looks too much from the side: {tilt} degrees.",
                       tilt=round(geometry.tilt_deg))  # fmt: skip
        faults.append((3, text))
    if geometry.site_px < LEAST_SITE_PX:
        text = message("The board is too small: {size} pixels a site, {least} are needed.",
                       size=int(geometry.site_px), least=round(LEAST_SITE_PX))  # fmt: skip
        faults.append((3, text))
    return faults


def _light(image: Image, layout: Layout, geometry: BoardGeometry) -> list[tuple[int, Message]]:
    faults = []
    flat = cv2.cvtColor(geometry.rectify(image, _PX), cv2.COLOR_BGR2GRAY)
    burnt = flat >= BURNT_LEVEL
    sites = glare_sites(burnt, layout)
    if _is_dark(image) and float(np.percentile(flat, 90)) < LIT_LEVEL:
        faults.append((3, TOO_DARK))
    if burnt.mean() > BURNT_SHARE:
        faults.append((3, TOO_BRIGHT))
    elif sites:
        names = ", ".join(sites[:4])
        faults.append(
            (min(3, len(sites)), message("Glare at {sites}: move the lamp.", sites=names))
        )
    if float(cv2.Laplacian(flat, cv2.CV_64F).var()) < LEAST_SHARPNESS or is_out_of_focus(image):
        faults.append((2, NOT_SHARP))
    return faults


def glare_sites(burnt: npt.NDArray[np.bool_], layout: Layout) -> tuple[str, ...]:
    """Names of the sites with much of their rectified area burnt out (rows from the top)."""
    rows, columns = layout.rows, layout.columns
    share = burnt[: rows * _PX, : columns * _PX].reshape(rows, _PX, columns, _PX).mean(axis=(1, 3))
    return tuple(site_name(x, rows - 1 - y) for y, x in np.argwhere(share > GLARE_SHARE).tolist())
