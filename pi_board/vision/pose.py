"""Camera pose (and as much of the lens as the points can tell) from board points and pixels.

One Levenberg-Marquardt fit over rotation, translation, focal length, one radial term and the
site's aspect, with weak priors on what a picture of a nearly frontal board leaves open. The start
comes from a homography (Zhang, "A flexible new technique for camera calibration", 2000).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.vision.geometry import BoardGeometry, Floats, Lens, Points, triple

# Focal length over the picture's width: phones, webcams and Pi cameras lie between 0.6 and 1.3.
TYPICAL_FOCAL = 0.95


@dataclass(frozen=True, slots=True)
class Freedom:
    """What a fit may change besides the pose, as standard deviations of the priors; 0 = fixed."""

    log_focal: float = 0.25
    k1: float = 0.1
    log_aspect: float = 0.0


POSE_ONLY = Freedom(0.0, 0.0, 0.0)


def parameters(geometry: BoardGeometry) -> Floats:
    """Rotation (3), translation (3), log focal length, k1, log aspect."""
    return np.array(
        [
            *geometry.rotation,
            *geometry.translation,
            np.log(geometry.lens.focal_px),
            geometry.lens.distortion[0],
            np.log(geometry.aspect),
        ]
    )


def with_parameters(geometry: BoardGeometry, p: Floats) -> BoardGeometry:
    """The geometry with the nine numbers of `parameters` replaced."""
    lens = geometry.lens
    changed = Lens(
        float(np.exp(p[6])),
        lens.principal_px,
        lens.image_size,
        (float(p[7]), *lens.distortion[1:]),
    )
    return BoardGeometry(
        geometry.columns,
        geometry.rows,
        changed,
        triple(p[:3]),
        triple(p[3:6]),
        float(np.exp(p[8])),
    )


def project_with_jacobian(geometry: BoardGeometry, points_board: Points) -> tuple[Floats, Floats]:
    """Pixels (N, 2) and their derivatives (N, 2, 9) by the numbers of `parameters`."""
    points = np.asarray(points_board, np.float64)
    metric = np.zeros((len(points), 3))
    metric[:, : points.shape[1]] = points
    metric[:, 1] *= geometry.aspect
    pixels, jacobian = cv2.projectPoints(
        metric,
        np.array(geometry.rotation),
        np.array(geometry.translation),
        geometry.lens.matrix,
        np.array(geometry.lens.distortion),
    )
    # OpenCV's columns: rotation 3, translation 3, fx fy, cx cy, k1 ... .
    out = np.empty((2 * len(points), 9))
    out[:, :6] = jacobian[:, :6]
    out[:, 6] = (jacobian[:, 6] + jacobian[:, 7]) * geometry.lens.focal_px
    out[:, 7] = jacobian[:, 10]
    up = jacobian[:, 3:6] @ geometry.rotation_matrix[:, 1]
    out[:, 8] = up * np.repeat(metric[:, 1], 2)
    return np.asarray(pixels, np.float64).reshape(-1, 2), out.reshape(-1, 2, 9)


def prior(p: Floats, centre: Floats, freedom: Freedom) -> tuple[Floats, Floats]:
    """Residuals (3,) and information weights of the priors on focal length, k1 and aspect."""
    sigma = np.array([freedom.log_focal, freedom.k1, freedom.log_aspect])
    weight = np.where(sigma > 0, 1.0 / np.maximum(sigma, 1e-9), 0.0)
    return (p[6:9] - centre[6:9]) * weight, weight


def free_columns(freedom: Freedom) -> npt.NDArray[np.intp]:
    """Indices of the parameters that may change."""
    on = [True] * 6 + [freedom.log_focal > 0, freedom.k1 > 0, freedom.log_aspect > 0]
    return np.flatnonzero(on)


def fit_points(
    start: BoardGeometry,
    points_board: Points,
    points_px: Points,
    freedom: Freedom,
    sigma_px: float = 0.5,
    robust_px: float | None = None,
    steps: int = 15,
) -> BoardGeometry:
    """The geometry nearest to `start`'s priors that best explains pixels of board points.

    `sigma_px` is how far a pixel is usually off, `robust_px` the residual from which a point counts
    less and less (Cauchy weights). Points are not checked for being enough.
    """
    centre = parameters(start)
    p, columns = centre.copy(), free_columns(freedom)
    target = np.asarray(points_px, np.float64)
    damping, best = 1e-3, np.inf
    geometry = start
    system: tuple[Floats, Floats] | None = None
    for _ in range(steps):
        pixels, jacobian = project_with_jacobian(geometry, points_board)
        error = pixels - target
        distance2 = (error**2).sum(axis=1)
        if robust_px is None:
            weight = np.ones(len(error))
            cost = distance2.sum() / sigma_px**2
        else:
            weight = 1.0 / (1.0 + distance2 / robust_px**2)
            cost = robust_px**2 * np.log1p(distance2 / robust_px**2).sum() / sigma_px**2
        rest, information = prior(p, centre, freedom)
        cost += float((rest**2).sum())
        if not np.isfinite(cost) or cost > best:
            damping *= 8.0
        else:
            done = best - cost < 1e-6 * (1.0 + cost)
            best, accepted, damping = cost, p, damping / 4.0
            j = jacobian.reshape(-1, 9)[:, columns] / sigma_px
            w = np.repeat(weight, 2)
            normal, gradient = (j.T * w) @ j, (j.T * w) @ (error.ravel() / sigma_px)
            extra, pull = np.zeros(9), np.zeros(9)
            extra[6:9], pull[6:9] = information**2, rest * information
            system = normal + np.diag(extra[columns]), gradient + pull[columns]
            if done:
                break
        if system is None:
            return start
        a, b = system
        step = np.linalg.solve(a + damping * np.diag(np.diag(a) + 1e-9), b)
        p = accepted.copy()
        p[columns] -= step
        geometry = with_parameters(start, p)
    return with_parameters(start, accepted)


def pose_from_homography(
    px_from_board: Floats, lens: Lens, columns: int, rows: int, aspect: float
) -> BoardGeometry | None:
    """The pose nearest to `px_from_board`; None for a mirrored or degenerate one."""
    h = np.linalg.inv(lens.matrix) @ px_from_board @ np.diag([1.0, 1.0 / aspect, 1.0])
    scale = np.sqrt(np.linalg.norm(h[:, 0]) * np.linalg.norm(h[:, 1]))
    if not np.isfinite(scale) or scale < 1e-12:
        return None
    h = h / scale
    middle = h @ np.array([columns / 2, rows * aspect / 2, 1.0])
    if middle[2] < 0:
        h, middle = -h, -middle
    u, _, vt = np.linalg.svd(np.column_stack([h[:, 0], h[:, 1], np.cross(h[:, 0], h[:, 1])]))
    r = u @ np.diag([1.0, 1.0, np.linalg.det(u @ vt)]) @ vt
    if r[:, 2] @ middle >= 0:  # the board's back: the points were given the wrong way round
        return None
    # Keep the board's middle where it was seen: the rotation was bent to be one.
    origin = middle - r @ np.array([columns / 2, rows * aspect / 2, 0.0])
    return BoardGeometry(columns, rows, lens, triple(cv2.Rodrigues(r)[0]), triple(origin), aspect)


def geometry_from_points(
    points_board: Points,
    points_px: Points,
    columns: int,
    rows: int,
    image_size: tuple[int, int],
    lens: Lens | None = None,
    aspect: float | None = 1.0,
    sigma_px: float = 0.5,
    robust_px: float | None = None,
) -> BoardGeometry | None:
    """The geometry that explains four or more points of the surface; None if none does.

    Without `lens` the focal length (and, from a dozen points on, k1) is estimated; with `aspect`
    None so is the aspect. Points (N, 2) are on the surface, pixels (N, 2).
    """
    board = np.asarray(points_board, np.float64)[:, :2]
    pixels = np.asarray(points_px, np.float64)
    if len(board) < 4:
        return None
    used = lens or Lens.centred(TYPICAL_FOCAL * max(image_size), image_size)
    flat = cv2.undistortPoints(
        pixels.reshape(-1, 1, 2), used.matrix, np.array(used.distortion), P=used.matrix
    ).reshape(-1, 2)
    h, _ = cv2.findHomography(board, flat, 0 if robust_px is None else cv2.LMEDS)
    if h is None:
        return None
    freedom = Freedom(
        0.0 if lens else 0.25,
        0.0 if lens or len(board) < 12 else 0.1,
        0.0 if aspect else 0.15,
    )
    fits = []
    for factor in (1.0,) if lens else (1.0, 0.75, 1.4):
        guess = used if lens else Lens.centred(used.focal_px * factor, image_size)
        start = pose_from_homography(np.asarray(h, np.float64), guess, columns, rows, aspect or 1.0)
        if start is None:
            continue
        fit = fit_points(start, board, pixels, freedom, sigma_px, robust_px, 25)
        fits.append((_misfit(fit, board, pixels, sigma_px, used), fit))
    return min(fits, key=lambda f: f[0])[1] if fits else None


def _misfit(
    geometry: BoardGeometry, board: Floats, pixels: Floats, sigma_px: float, typical: Lens
) -> float:
    error = ((geometry.project(board) - pixels) ** 2).sum(axis=1) / sigma_px**2
    oddity = np.log(geometry.lens.focal_px / typical.focal_px) / 0.25
    return float(np.minimum(error, 100.0).sum() + oddity**2)


def geometry_from_corners(
    corners_px: Points,
    columns: int,
    rows: int,
    image_size: tuple[int, int],
    lens: Lens | None = None,
    aspect: float | None = 1.0,
) -> BoardGeometry:
    """The geometry of four clicked corners: bottom-left (a1), top-left, top-right, bottom-right.

    Raises ValueError when they are not the corners of a board seen from above in that order.
    """
    corners = np.asarray(corners_px, np.float64)
    if corners.shape != (4, 2):
        raise ValueError(f"four corners (x, y) are needed, not an array of shape {corners.shape}")
    board = [(0, 0), (0, rows), (columns, rows), (columns, 0)]
    geometry = geometry_from_points(board, corners, columns, rows, image_size, lens, aspect)
    if geometry is None or not cv2.isContourConvex(corners.astype(np.float32)):
        raise ValueError(f"no board has its corners at {corners.round(1).tolist()} in this order")
    return geometry
