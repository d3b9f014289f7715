"""Board geometry: projection, corners, rectification."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_board.vision.geometry import BoardGeometry, Lens, Rectifier, lengths
from pi_board.vision.pose import (
    LENS_UNKNOWN,
    fit_points,
    geometry_from_corners,
    parameters,
    project_with_jacobian,
    with_parameters,
)
from pi_board.vision.sampling import before_averaging, straight_down
from tests.vision.painting import view

SIZE = (640, 480)


def tilted(columns: int = 6, rows: int = 8, aspect: float = 0.9) -> BoardGeometry:
    """A board seen from its a1 side, 30 degrees off the vertical, through a barrel lens."""
    # Camera y points down the picture, board y up: half a turn about x, then the tilt.
    turn = cv2.Rodrigues(np.array([np.pi, 0.0, 0.0]))[0]
    tilt = cv2.Rodrigues(np.array([np.radians(-30), 0.0, 0.1]))[0]
    r = tilt @ turn
    t = np.array([0.3, 0.2, 12.0]) - r @ np.array([columns / 2, rows * aspect / 2, 0.0])
    lens = Lens.centred(600.0, SIZE, -0.1)
    rotation = tuple(cv2.Rodrigues(r)[0].ravel().tolist())
    return BoardGeometry(columns, rows, lens, rotation, tuple(t.tolist()), aspect)


def test_corners_are_named_clockwise_from_a1() -> None:
    """a1's corner is bottom-left when the player at rank 1 sits below the picture."""
    a1, top_left, top_right, bottom_right = tilted().corners_px
    assert a1[0] < bottom_right[0]
    assert top_left[0] < top_right[0]
    assert top_left[1] < a1[1]
    assert top_right[1] < bottom_right[1]


def test_projection_is_that_of_opencv() -> None:
    """The camera model, all five distortion terms included, is OpenCV's."""
    geometry = tilted()
    lens = Lens(600.0, (310.0, 250.0), SIZE, (-0.1, 0.02, 0.003, -0.002, 0.01))
    geometry = BoardGeometry(6, 8, lens, geometry.rotation, geometry.translation, 0.9)
    points = np.array([(0.0, 0.0, 0.0), (6.0, 8.0, 0.0), (2.5, 3.0, 0.8), (1.0, 7.0, 2.0)])
    expected, _ = cv2.projectPoints(
        points * (1.0, 0.9, 1.0),
        np.array(geometry.rotation),
        np.array(geometry.translation),
        lens.matrix,
        np.array(lens.distortion),
    )
    assert np.allclose(geometry.project(points), expected.reshape(-1, 2), atol=1e-6)


def test_unproject_inverts_project_at_any_height() -> None:
    """A pixel's ray meets the plane it was projected from at the same board point."""
    geometry = tilted()
    points = np.array([[0.5, 0.5], [3.2, 7.1], [5.9, 0.1]])
    for height in (0.0, 0.7):
        pixels = geometry.project(np.c_[points, np.full(3, height)])
        assert np.allclose(geometry.unproject(pixels, height), points, atol=1e-4)


def test_higher_points_lie_nearer_to_the_camera() -> None:
    """Z is up out of the surface: the camera's own z is positive."""
    assert tilted().camera_position[2] > 0


def test_quarter_turns_rename_the_corners() -> None:
    """After n quarter turns corner i is the old corner i + n."""
    geometry = tilted()
    for n in range(5):
        turned = geometry.rotated(n)
        assert np.allclose(turned.corners_px, np.roll(geometry.corners_px, -n, axis=0), atol=1e-6)
    assert (geometry.rotated(1).columns, geometry.rotated(1).rows) == (8, 6)


def test_scaled_geometry_fits_the_resized_picture() -> None:
    """Halving the picture halves pixel coordinates measured from the picture's edge."""
    geometry = tilted()
    small = geometry.scaled((320, 240))
    expected = (np.array(geometry.corners_px) + 0.5) / 2 - 0.5
    assert np.allclose(small.corners_px, expected, atol=1e-6)
    with pytest.raises(ValueError, match="not a resize"):
        geometry.scaled((320, 320))


def test_numbers_of_numpy_serve_as_well_as_plain_ones() -> None:
    """A lens whose numbers came out of an array rectifies the same."""
    plain = tilted()
    lens = plain.lens
    doubles = Lens(
        np.float64(lens.focal_px), lens.principal_px, SIZE, (np.float64(-0.1), *[0.0] * 4)
    )
    image = np.random.default_rng(0).integers(0, 256, (480, 640, 3), np.uint8)
    flat = Rectifier(replace(plain, lens=doubles), 16).apply(image).astype(int)
    assert np.abs(flat - Rectifier(plain, 16).apply(image)).max() <= 16


def test_rectified_picture_shows_each_site_where_the_docstring_says() -> None:
    """A disc painted on site (4, 6) appears in the middle of that site's square."""
    geometry = tilted()
    image = np.zeros((480, 640, 3), np.uint8)
    angles = np.linspace(0, 2 * np.pi, 40)
    disc = np.c_[4.5 + 0.3 * np.cos(angles), 6.5 + 0.3 * np.sin(angles)]
    cv2.fillPoly(image, [np.rint(geometry.project(disc)).astype(np.int32)], (255, 255, 255))
    flat = geometry.rectify(image, 20, margin_sites=1)
    assert flat.shape == (200, 160, 3)
    y, x = np.nonzero(flat[..., 0] > 128)
    assert np.allclose([x.mean(), y.mean()], [(4.5 + 1) * 20 - 0.5, (1 + 1.5) * 20 - 0.5], atol=0.7)
    with pytest.raises(ValueError, match="picture is"):
        geometry.rectify(image[:100], 20)


def test_four_corners_give_the_board_back() -> None:
    """A known lens and four corners determine the pose."""
    geometry = tilted()
    found = geometry_from_corners(geometry.corners_px, 6, 8, SIZE, geometry.lens, 0.9)
    assert np.allclose(found.corners_px, geometry.corners_px, atol=0.05)
    assert found.tilt_deg == pytest.approx(geometry.tilt_deg, abs=0.2)


def test_corners_in_the_wrong_order_are_refused() -> None:
    """A board seen from above never shows its corners anticlockwise from a1."""
    corners = tilted().corners_px
    with pytest.raises(ValueError, match="no board"):
        geometry_from_corners(corners[::-1], 6, 8, SIZE)
    with pytest.raises(ValueError, match="four corners"):
        geometry_from_corners(corners[:3], 6, 8, SIZE)


def test_jacobian_agrees_with_differences() -> None:
    """The derivatives by all parameters are those of the projection."""
    geometry = tilted()
    points = np.array([[0.0, 0.0], [6.0, 8.0], [2.5, 3.0]])
    _, jacobian = project_with_jacobian(geometry, points)
    p = parameters(geometry)
    for k in range(len(p)):
        step = np.zeros(len(p))
        step[k] = 1e-5
        ahead = with_parameters(geometry, p + step).project(points)
        behind = with_parameters(geometry, p - step).project(points)
        assert np.allclose(jacobian[:, :, k], (ahead - behind) / 2e-5, rtol=1e-3, atol=1e-2)


def test_robust_fit_ignores_a_wrong_point() -> None:
    """One point far off does not drag the others along."""
    geometry = tilted()
    points = np.array([(x, y) for x in range(7) for y in range(9)], float)
    pixels = geometry.project(points)
    pixels[10] += 40
    shifted = with_parameters(geometry, parameters(geometry) + 0.02)
    found = fit_points(shifted, points, pixels, LENS_UNKNOWN, robust_px=1.0)
    assert np.allclose(found.corners_px, geometry.corners_px, atol=0.3)


@pytest.mark.parametrize("distance", [20.0, 2.0, 0.02])
def test_a_picture_that_was_averaged_tells_where_its_board_lay(distance: float) -> None:
    """Also of a board far larger than it, as a bad fit may be."""
    geometry = view(distance=distance)
    width, height = geometry.image_size
    flat, small = straight_down(np.zeros((height, width, 3), np.uint8), geometry, 1, 1)
    assert flat.shape == (10, 10, 3)
    again = before_averaging(small, geometry.image_size)
    assert np.allclose(again.corners_px, geometry.corners_px)


def test_lengths_are_those_of_numpy() -> None:
    """To the last bit, whatever the shape: thresholds they are compared with were measured so."""
    vectors = np.random.default_rng(1).normal(0, 1e3, (7, 40, 2))
    for some in (vectors, vectors[0], vectors[0, 0], vectors[:, 1::3], vectors[:0]):
        assert np.array_equal(lengths(some), np.linalg.norm(some, axis=-1))
