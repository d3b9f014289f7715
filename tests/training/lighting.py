"""Other light on a board, and another camera."""

from __future__ import annotations

import cv2
import numpy as np

from pi_board.vision.geometry import Image
from tests.training.pictures import Floats

GAMMA = 2.2  # levels are about this root of the light
SHARPENED = 0.3  # share of the pictures
OUT_OF_FOCUS = 0.15  # share that are less and less sharp across the board
SMEARED = 0.12  # share whose noise is taken away, and faint edges with it
_BLURS_PX = (0.0, 0.7, 1.4, 2.4, 4.0)


def lit(image: Floats, rng: np.random.Generator, hues_rad: float) -> Image:
    """A picture (height, width, 3) of a board (0 to 1) under another tint, gamma, exposure, lamp,
    shadow, blinds and glare, burnt out in part, by another lens and sensor, and compressed.

    Hues are turned by normal angles: half of them of spread 0.6 rad, half of `hues_rad`.
    """
    shape = image.shape[:2]
    if rng.random() < 0.6:
        hue = rng.normal(0, 0.6 if rng.random() < 0.5 else hues_rad)
        image = _retinted(image, hue, rng.uniform(0, 1.6))
    image = np.clip(image, 1e-3, 1) ** rng.uniform(0.6, 2.0)
    light = np.exp(rng.normal(0, 0.2, 3)) * np.exp2(rng.uniform(-1.3, 0.9))
    image = image * light.astype(np.float32)
    image = image * np.exp(smooth(shape, rng.uniform(0, 0.35), rng))[..., None]
    for _ in range(rng.integers(0, 3)):
        image = image * _shadow(shape, rng)[..., None]
    if rng.random() < 0.35:
        image = image + _glare(shape, rng)[..., None]
    if rng.random() < 0.15:
        image = image * _blinds(shape, rng)[..., None]
    if rng.random() < 0.15:
        image = _burnt_out(image, rng)
    return _seen_by_camera(image, rng)


def smooth(shape: tuple[int, int], strength: float, rng: np.random.Generator) -> Floats:
    """What varies slowly over a picture (height, width)."""
    coarse = rng.normal(0, 1, (int(rng.integers(2, 6)),) * 2).astype(np.float32)
    return cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC) * strength


def _shadow(shape: tuple[int, int], rng: np.random.Generator) -> Floats:
    """The share of the light that something leaves."""
    corners = rng.uniform(-0.2, 1.2, (rng.integers(3, 6), 2)) * shape[::-1]
    shadow = np.zeros(shape, np.float32)
    cv2.fillPoly(shadow, [corners.astype(np.int32)], 1.0)
    shadow = cv2.GaussianBlur(shadow, (0, 0), rng.uniform(0.7, 8))
    return 1 - shadow * np.float32(rng.uniform(0.2, 0.7))


def _glare(shape: tuple[int, int], rng: np.random.Generator) -> Floats:
    """The light that a lamp's reflection adds."""
    (x, y), radius = rng.uniform(0, 1, 2) * shape[::-1], rng.uniform(5, 30)
    ys, xs = np.mgrid[: shape[0], : shape[1]]
    tall = radius * rng.uniform(0.4, 2.5)
    spot = np.exp(-(((xs - x) / radius) ** 2 + ((ys - y) / tall) ** 2))
    return (spot * rng.uniform(0.1, 1)).astype(np.float32)


def _blinds(shape: tuple[int, int], rng: np.random.Generator) -> Floats:
    """The share of the levels that blinds leave: stripes with a half to a sixth of the light."""
    angle, period = rng.uniform(0, np.pi), rng.uniform(12, 70)
    ys, xs = np.mgrid[: shape[0], : shape[1]]
    phase = (xs * np.cos(angle) + ys * np.sin(angle)) / period + rng.uniform()
    shadow = (phase % 1 < rng.uniform(0.3, 0.7)).astype(np.float32)
    shadow = cv2.GaussianBlur(shadow, (0, 0), rng.uniform(0.5, 1.5))
    return 1 - shadow * np.float32(1 - rng.uniform(2, 6) ** (-1 / GAMMA))


def _burnt_out(image: Floats, rng: np.random.Generator) -> Floats:
    """So much exposure that up to half of the picture has a channel that can get no brighter."""
    brightest = np.quantile(image.max(axis=2)[::2, ::2], rng.uniform(0.5, 0.98))
    return image / np.float32(np.clip(brightest, 0.1, 1))


def _seen_by_camera(image: Floats, rng: np.random.Generator) -> Image:
    """The levels of a picture that is blurred, noisy, sharpened or smeared, and compressed."""
    if rng.random() < OUT_OF_FOCUS:
        image = out_of_focus(image, rng)
    elif rng.random() < 0.5:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.4))
    if rng.random() < 0.7:
        noise = rng.standard_normal(image.shape, np.float32)
        image = image + noise * np.float32(rng.uniform(0, 0.06))
    if rng.random() < SHARPENED:
        width_px, amount = rng.uniform(0.6, 2.0), rng.uniform(0.3, 1.8)
        image = sharpened(np.clip(image, 0, 1), amount, width_px)
    if rng.random() < SMEARED:
        image = _smeared(image, rng)
    levels = np.rint(np.clip(image, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.3:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 90))]
        levels = cv2.imdecode(cv2.imencode(".jpg", levels, quality)[1], cv2.IMREAD_COLOR)
    return np.asarray(levels, np.uint8)


def out_of_focus(image: Floats, rng: np.random.Generator) -> Floats:
    """A picture that is sharp along one line, anywhere, and less so the farther from it."""
    height, width = image.shape[:2]
    angle, focus = rng.uniform(0, 2 * np.pi), rng.uniform(-0.6, 0.6)
    ys, xs = np.mgrid[-0.5 : 0.5 : height * 1j, -0.5 : 0.5 : width * 1j]
    away = np.abs(xs * np.cos(angle) + ys * np.sin(angle) - focus)
    wanted = np.minimum(away / away.max() * rng.uniform(1.0, _BLURS_PX[-1]), _BLURS_PX[-1])
    level = np.interp(wanted, _BLURS_PX, np.arange(len(_BLURS_PX)))
    out = np.zeros_like(image)
    for i, blur in enumerate(_BLURS_PX):
        part = cv2.GaussianBlur(image, (0, 0), blur) if blur else image
        out += np.clip(1 - np.abs(level - i), 0, 1)[..., None].astype(np.float32) * part
    return out


def _smeared(image: Floats, rng: np.random.Generator) -> Floats:
    """A dim picture with coarse noise, as a telephone evens it out."""
    image = image * np.float32(rng.uniform(0.35, 1.0))
    noise = cv2.GaussianBlur(rng.standard_normal(image.shape, np.float32), (0, 0), 0.8)
    image = np.clip(image + noise * np.float32(rng.uniform(0.02, 0.12)), 0, 1)
    even = cv2.bilateralFilter(
        cv2.medianBlur(image, int(rng.choice((3, 5)))),
        5,
        rng.uniform(0.08, 0.25),
        rng.uniform(1, 3),
    )
    return np.asarray(even, np.float32)


def sharpened(image: Floats, amount: float, width_px: float) -> Floats:
    """Edges made harder than they are, as telephones and webcams do."""
    return image + np.float32(amount) * (image - cv2.GaussianBlur(image, (0, 0), width_px))


def _retinted(image: Floats, angle_rad: float, saturation: float) -> Floats:
    """Hues turned round the grey axis and more or less of them; brightness stays."""
    grey = image @ np.array([0.114, 0.587, 0.299], np.float32)
    a = 3**-0.5
    cross = np.array([[0, -a, a], [a, 0, -a], [-a, a, 0]])
    turn = np.eye(3) + np.sin(angle_rad) * cross + (1 - np.cos(angle_rad)) * cross @ cross
    return grey[..., None] + saturation * ((image - grey[..., None]) @ turn.T).astype(np.float32)
