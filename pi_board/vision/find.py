"""Finding the board in one picture.

A coarse geometry comes from the fiducials or, without them, from the board itself; the photometric
fit then puts it exactly in place and says whether the grid is really there. A doubtful grid is
rejected: nothing read on it could be trusted.
"""

from __future__ import annotations

from pi_board.core.layout import Layout, Surface
from pi_board.vision.chequer import find_chequered
from pi_board.vision.fiducials import coarse_geometries, detect
from pi_board.vision.fit import Fit, refine
from pi_board.vision.geometry import BoardGeometry, Image, Lens, NotFound, Registration
from pi_board.vision.pose import POSE_ONLY, Freedom

# Least share of the grid that must be seen: the fiducials already say that a board is there.
LEAST_WITH_FIDUCIALS = 0.6
LEAST_WITHOUT = 0.7
_DARK_LEVEL = 12.0


def find_board(
    image_bgr: Image, layout: Layout, lens: Lens | None = None
) -> Registration | NotFound:
    """The board of this layout in a picture (height, width, 3), or why there is none.

    With `lens` (for pictures of this size, or one it can be scaled to) only the pose is looked for.
    """
    if image_bgr.ndim != 3 or image_bgr.shape[2] != 3:
        raise ValueError(f"a colour picture (height, width, 3) is needed, not {image_bgr.shape}")
    size = (image_bgr.shape[1], image_bgr.shape[0])
    if lens is not None and lens.image_size != size:
        lens = lens.scaled(size)
    if float(image_bgr[::8, ::8].max()) < _DARK_LEVEL:
        return NotFound("the picture is black")
    freedom = POSE_ONLY if lens else Freedom()
    fiducials = detect(image_bgr)
    best: Registration | None = None
    for geometry, markers in coarse_geometries(fiducials, layout, size, lens):
        fit = _fit(image_bgr, geometry, layout, freedom)
        if best is None or fit.quality > best.quality:
            best = Registration(fit.geometry, fit.quality, markers, True)
    if best is not None and best.quality >= LEAST_WITH_FIDUCIALS:
        return best
    return _without_fiducials(image_bgr, layout, lens)


def _without_fiducials(
    image_bgr: Image, layout: Layout, lens: Lens | None
) -> Registration | NotFound:
    if layout.surface is not Surface.SQUARES:
        return NotFound("no board was found in the picture")
    fit = find_chequered(image_bgr, layout, lens)
    if isinstance(fit, NotFound):
        return fit
    if fit.quality < LEAST_WITHOUT:
        return NotFound("the chequered surface in the picture does not fit a board well enough")
    return Registration(fit.geometry, fit.quality, 0, False)


def _fit(image_bgr: Image, geometry: BoardGeometry, layout: Layout, freedom: Freedom) -> Fit:
    if layout.surface in (Surface.SQUARES, Surface.TILES):
        return refine(image_bgr, geometry, layout.surface, freedom)
    return Fit(geometry, 0.6)
