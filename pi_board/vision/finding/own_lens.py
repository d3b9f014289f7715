"""Finds a board with the lens that was worked out for a camera, while that is still its own.

Another camera may be plugged in where one was, or its zoom be turned: with the old lens a board is
found badly then, or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence

from pi_board.core.layout import Layout
from pi_board.vision.finding.find import Found, find_any
from pi_board.vision.geometry import Image, Lens, NotFound, Registration, size_of

# Of 78 boards found with their own lens one has a lower quality, and that has no higher one
# without; with other lenses, of 234, nine have, two of them a higher one without.
_DOUBTFUL, _BETTER = 0.8, 0.1


def find_with_lens(
    image_bgr: Image, layouts: Sequence[Layout], lens: Lens | None
) -> Found | NotFound:
    """The board in a picture (height, width, 3), as `find_any`, with a lens if it is the camera's
    and serves pictures of this shape.
    """
    return _found(image_bgr, layouts, lens)[0]


def is_another_ones(image_bgr: Image, layouts: Sequence[Layout], lens: Lens) -> bool:
    """Whether the board in a picture is seen only, or plainly better, without the lens."""
    return _found(image_bgr, layouts, lens)[1]


def _found(
    image_bgr: Image, layouts: Sequence[Layout], lens: Lens | None
) -> tuple[Found | NotFound, bool]:
    """The board, and whether the lens was left out as another camera's."""
    lens = None if lens is None else lens.fitting(size_of(image_bgr))
    found = find_any(image_bgr, layouts, lens)
    if lens is None or not is_doubtful(_place(found)):
        return found, False
    without = find_any(image_bgr, layouts)
    is_left_out = is_plainly_better(_place(without), _place(found))
    return (without, True) if is_left_out else (found, False)


def is_doubtful(found: Registration | None) -> bool:
    """Whether a board that was found with a lens fits so badly that it may be another camera's."""
    return found is None or found.quality < _DOUBTFUL


def is_plainly_better(without: Registration | None, found: Registration | None) -> bool:
    """Whether a board was seen without a lens that was not found with it, or fitted badly."""
    if without is None or found is None:
        return without is not None
    return without.quality > found.quality + _BETTER


def _place(found: Found | NotFound) -> Registration | None:
    return found.registration if isinstance(found, Found) else None
