"""Finding a chequered board without fiducials, stones and all.

Where four squares meet the brightness has a saddle. Saddles are found by the Hessian's determinant;
two of them are joined when they are of opposite kind (as neighbours on a chequered board are) and
a straight edge of constant sign runs between them. From that graph a lattice grows outwards, and
the edges say which 8 x 8 window of it is the board. Table cloths, floor boards and stones make
saddles too, but rarely joined ones, and no lattice that ends after exactly so many squares.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from pi_board.core.layout import Layout, Surface
from pi_board.core.message import message
from pi_board.vision.finding.coordinates import clearest
from pi_board.vision.finding.fit import (
    Fit,
    contrast_picture,
    inner_line_probes,
    measure,
    quality_at_corners,
    refine,
)
from pi_board.vision.finding.grid import (
    Crossings,
    Joins,
    Nodes,
    lattices,
    second_derivatives,
    strongest_peaks,
    values_at,
)
from pi_board.vision.finding.logs import log_grey, log_red_over_green
from pi_board.vision.finding.recognised import are_squares, is_read_surely
from pi_board.vision.finding.shrinking import working_picture
from pi_board.vision.finding.windows import (
    AROUND,
    NO_CLEAR_END,
    OUT_OF_PICTURE,
    UNSEEN,
    Chances,
    Edges,
    choose_windows,
    edge_states,
    likeliest_ending,
    share_beyond,
)
from pi_board.vision.geometry import (
    Array,
    BoardGeometry,
    Image,
    Lens,
    NotFound,
    lengths,
    quarter_turned,
    size_of,
)
from pi_board.vision.pose import freedom_of_grid, geometry_from_points, plausible

LEAST_QUALITY = 0.6  # hands, glare and crowded stones hide the rest
# The same at the squares' corners. Of 71 rendered boards the least has 0.70; stones on a lined
# board, seen as squares turned by 45 degrees, have 0.58 at most. So have squares out of focus, from
# a blur of a tenth of their width on; of these many are told from such stones by a network.
_LEAST_AT_CORNERS, _LEAST_TRACES = 0.6, 0.5
# Mean nats by which a network's likeliest label of a square leads, from which traces of corners are
# enough. Of 24 boards, each blurred by 3 and by 5 pixels, 32 pictures of 48 are found with it, 27
# without, none more than 0.06 sites off. Stones on lined boards, where they seem to be squares with
# as much of corners, have 2.9 at most.
_SURE_OUT_OF_FOCUS = 3.8
# The same where the grid fits worse than LEAST_QUALITY, and how well it has to. Of 114 boards, each
# under two kinds of painted bars of shade, 165 pictures of 228 are found with it, 103 without, none
# in a wrong place. Wrong places on 22 lined boards with traces of corners have 4.5 at most.
_SURE_IN_SHADE, _LEAST_IF_READ = 5.0, 0.5

# Blur before the second derivatives, pixels of the working picture.
_SIGMAS, _SIGMAS_UNEVEN, _SIGMAS_OF_HUES = (2.0, 3.0), (3.0,), (3.0,)
_AROUND = 81  # pixels over which loud patterns are made as strong as quiet ones,
_USUAL, _QUIET = 12.0, 2.0  # with this standard deviation, where it is not much less than that
# What differs more counts no more: rings of stones, glare. Of 176 boards in dim rooms, under blinds
# and hands 174 are then seen in the second look and 175 in all; 170 and 173 without.
_LOUDEST = 10.0
_MOST = 260  # saddles that are looked at
# The same in each of so many by so many parts of the picture, where what looks chequered is no
# board: a checked cloth has the strongest of all.
_PARTS, _MOST_OF_PART = 4, 30
# Share of the edges beyond a board that are present, from which it may be a piece of checked cloth:
# of 93 such pieces the least has 0.14.
_LIKE_CLOTH = 0.1
_FLAT = 0.2  # of a step's usual strength: nothing is there
# Blur before edges are looked at: grain hides them from single pixels. Of 140 boards without
# fiducials 138 are found under noise (sigma 12), 139 sharpened (edges 1.5 times harder), 136 and
# 136 without; as they are all are both times.
_GRAIN_PX = 1.0
# A frame may be of one colour with the light squares or the dark ones.
_CHANCES = Chances((0.80, 0.03, 0.17), (0.45, 0.25, 0.30), (0.04, 0.66, 0.30))


NO_CHEQUERS = NotFound(message("no chequered board is in the picture"))


def find_chequered(image_bgr: Image, layout: Layout, lens: Lens | None) -> Fit | NotFound:
    """The geometry of a chequered board of `layout`'s size; its orientation is arbitrary."""
    small = working_picture(image_bgr)
    full = size_of(image_bgr)
    fitted = lens.scaled(size_of(small)) if lens else None
    unlike: NotFound | None = None  # why the first lattice is no board,
    poor: NotFound | None = None  # and why the last one that could be is none, which says more
    for picture, sigma, most, parts in _looks(small):
        if parts > 1 and unlike is None:
            break
        found = saddles(picture, sigma, most, parts)
        for nodes in lattices(found, edges_between(picture, found)):
            board = _board_on_lattice(small, nodes, layout, fitted)
            if isinstance(board, NotFound):
                unlike = unlike or board
                continue
            there = board.scaled(full)
            fit = refine(image_bgr, there, layout.surface, freedom_of_grid(lens))
            # of 40 boards with a corner square half out, 35 were found whatever reaches out, 31
            # if their squares are read, 6 if nothing may reach out
            if fit.geometry.share_in_picture < 1 and not are_squares(image_bgr, fit.geometry):
                unlike = unlike or NotFound(OUT_OF_PICTURE)
                continue
            if fit.quality >= _LEAST_IF_READ and _has_corners(image_bgr, fit):
                return fit
            poor = _too_poor(fit)
    return poor or unlike or NO_CHEQUERS


def _too_poor(fit: Fit) -> NotFound:
    """Why a fit is no board."""
    if fit.quality < LEAST_QUALITY:
        return NotFound(message("the squares in the picture do not fit a board well enough"))
    return NotFound(message("the squares in the picture have no corners: it is out of focus"))


def _has_corners(image_bgr: Image, fit: Fit) -> bool:
    """Whether the squares of a board have corners, or traces of some and are read surely; more
    surely where its grid hardly fits.
    """
    quality, fits = quality_at_corners(image_bgr, fit.geometry), fit.quality >= LEAST_QUALITY
    if fits and quality >= _LEAST_AT_CORNERS:
        return True
    least_nats = _SURE_OUT_OF_FOCUS if fits else _SURE_IN_SHADE
    return quality >= _LEAST_TRACES and is_read_surely(image_bgr, fit.geometry, least_nats)


def _looks(small: Image) -> Iterator[tuple[Array, float, int, int]]:
    """Pictures (height, width) in which saddles are looked for, and how: see `saddles`."""
    grey = log_grey(small)
    even = evened(grey)
    yield from ((even, sigma, _MOST, 1) for sigma in _SIGMAS)
    yield from ((grey, sigma, _MOST, 1) for sigma in _SIGMAS_UNEVEN)
    # Shade keeps the hue. Of 210 boards, as they are and in 5 ways disturbed, 1241 of 1260 are
    # found so, 1238 if hues are as strong as they are, at both scales.
    hues = evened(log_red_over_green(small))
    yield from ((hues, sigma, _MOST, 1) for sigma in _SIGMAS_OF_HUES)
    yield even, _SIGMAS[0], _MOST_OF_PART, _PARTS


def evened(grey: Array) -> Array:
    """The picture (height, width), as strong everywhere: a board counts as much as a loud cloth,
    and its squares as much as the stones on them.
    """
    mean, square = (cv2.blur(picture, (_AROUND, _AROUND)) for picture in (grey, grey * grey))
    deviation = cv2.sqrt(np.maximum(square - mean * mean, 0))
    even = _USUAL * (grey - mean) / (deviation + _QUIET)
    return np.asarray(np.clip(even, -_LOUDEST, _LOUDEST))


def saddles(grey: Array, sigma: float, most: int, parts: int) -> Crossings:
    """The strongest saddles of a picture (height, width), at the scale `sigma` pixels; so many of
    each of `parts` x `parts` equal parts: see `strongest_peaks`.
    """
    xx, yy, xy = second_derivatives(grey, sigma)
    response = xy * xy - xx * yy
    xs, ys = strongest_peaks(response, 0.3, most, parts)
    kind = (xx - yy)[ys, xs] + 2j * xy[ys, xs]
    kind = np.asarray(kind / (np.abs(kind) + 1e-9), np.complex128)
    return Crossings(np.c_[xs, ys].astype(np.float64), kind, alternating=True)


def edges_between(grey: Array, found: Crossings) -> Joins:
    """Symmetric matrix (N, N): which saddles are joined by the edge of a square."""
    p, z = found.points, found.kinds
    smooth = np.asarray(cv2.GaussianBlur(grey, (0, 0), _GRAIN_PX), np.float32)
    length = lengths(p[None, :, :] - p[:, None, :])
    near = (length > 9.0) & (length < 0.25 * max(grey.shape))
    i, j = np.nonzero(np.triu(near))
    step = p[j] - p[i]
    turn = (step[:, 0] + 1j * step[:, 1]) ** 2 / length[i, j] ** 2
    # Brightness to the left of the step, near its beginning and near its end.
    first = -np.imag(turn * np.conj(z[i]))
    last = np.imag(turn * np.conj(z[j]))
    fits = (first * last > 0) & (np.abs(first) > 0.5) & (np.abs(last) > 0.5)
    i, j, first = i[fits], j[fits], first[fits]
    along = (p[j] - p[i])[:, None, :]
    left = quarter_turned(along)
    at = np.array([0.2, 0.35, 0.5, 0.65, 0.8])[None, :, None]
    middle = p[i][:, None, :] + at * along
    side = 0.14 * left
    sign = np.sign(first)[:, None]
    contrast = (values_at(smooth, middle + side) - values_at(smooth, middle - side)) * sign
    strongest = contrast.max(axis=1)
    good = (contrast.min(axis=1) > 0.3 * strongest) & (strongest > 2.0)
    joined = np.zeros((len(p), len(p)), np.bool_)
    joined[i[good], j[good]] = True
    return joined | joined.T


def _board_on_lattice(
    image_bgr: Image, nodes: Nodes, layout: Layout, lens: Lens | None
) -> BoardGeometry | NotFound:
    """The window of the lattice that is the board."""
    columns, rows = layout.columns, layout.rows
    size = size_of(image_bgr)
    nodes = nodes.amid(columns, rows)
    geometry = geometry_from_points(
        nodes.lattice, nodes.points, columns, rows, size, lens, 1.0, 1.0, 3.0
    )
    if geometry is None or not (lens or plausible(geometry)):
        return NotFound(message("what looks chequered does not lie in a plane"))
    edges = _edges(image_bgr, geometry)
    windows = choose_windows(edges, columns, rows, _CHANCES)
    if isinstance(windows, NotFound):
        window = likeliest_ending(edges, columns, rows, _CHANCES)
        if window is None:
            return windows
        board = geometry.shifted(*window)
        return board if are_squares(image_bgr, board) else windows
    boards = [geometry.shifted(*window) for window in windows]
    clear = clearest(image_bgr, boards)
    if clear is None:
        cut = any(board.share_in_picture < 1 for board in boards)
        return NotFound(OUT_OF_PICTURE if cut else NO_CLEAR_END)
    beyond = share_beyond(edges, columns, rows, *windows[boards.index(clear)])
    if beyond > _LIKE_CLOTH and not are_squares(image_bgr, clear):
        return NotFound(NO_CLEAR_END)
    return clear


def _edges(image_bgr: Image, geometry: BoardGeometry) -> Edges:
    grey = contrast_picture(image_bgr, geometry, Surface.SQUARES)
    wide = geometry.widened(AROUND)
    columns, rows = wide.columns, wide.rows
    steps = measure(grey, wide, inner_line_probes(columns, rows), 0.12)
    left, below = np.full((rows, columns), UNSEEN), np.full((rows, columns), UNSEEN)
    count = 3 * (columns - 1) * rows
    for edges, part, shape in (
        (left[:, 1:], slice(None, count), (3, rows, columns - 1)),
        (below[1:, :].T, slice(count, None), (3, columns, rows - 1)),
    ):
        strength = steps.strength[part].reshape(shape)
        edges[:] = edge_states(strength, steps.greatest[part].reshape(shape), _FLAT)
    return Edges(left, below)
