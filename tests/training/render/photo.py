"""From light to a photograph: lens, exposure, white balance, sensor."""

from __future__ import annotations

import cv2
import numpy as np

from tests.training.render.stage import Camera
from tests.training.render.textures import Floats, Rng


def through_lens(rendered: Floats, camera: Camera) -> Floats:
    """What an ideal camera of the same focal length saw, as `camera` distorts it."""
    width, height = camera.size
    u, v = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    pixels = np.stack([u, v], axis=-1).reshape(-1, 1, 2)
    k = np.array([*camera.distortion, 0, 0, 0])
    straight = cv2.undistortPoints(pixels, camera.matrix, k).reshape(height, width, 2)
    middle = np.array([rendered.shape[1] - 1, rendered.shape[0] - 1]) / 2
    at = (straight * camera.focal_px + middle).astype(np.float32)
    return np.asarray(
        cv2.remap(
            rendered, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    )


def developed(rng: Rng, linear: Floats, dim: bool) -> tuple[Floats, dict[str, float]]:
    """8-bit picture of a linear RGB one, and its levels."""
    height, width = linear.shape[:2]
    image = np.maximum(linear, 0).astype(np.float32)
    ys, xs = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    image *= (1 - rng.uniform(0, 0.25) * (xs**2 + ys**2) / 2)[..., None]
    image *= np.exp(rng.normal(0, 0.06, 3))
    grey = image.mean(axis=2, keepdims=True)
    image = np.maximum(grey + rng.uniform(0.55, 1.0) * (image - grey), 0).astype(np.float32)
    target = rng.uniform(45, 75) if dim else np.clip(rng.normal(108, 16), 80, 150)
    low, high = 1e-4, 1e4
    for _ in range(30):  # the gain that gives this mean level
        gain = (low * high) ** 0.5
        low, high = (gain, high) if _encoded(image * gain).mean() * 255 < target else (low, gain)
    image = image * (low * high) ** 0.5
    if rng.random() < 0.8:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 0.95))
    noise = rng.uniform(0.004, 0.016) * (2.2 if dim else 1.0)
    grain = rng.normal(0, 1, image.shape) * np.sqrt(noise**2 * (np.minimum(image, 1) + 0.03))
    if rng.random() < 0.5:
        grain = 0.6 * grain + 0.8 * cv2.GaussianBlur(grain, (0, 0), 0.8)
    out = _encoded(image + grain)
    if rng.random() < 0.4:
        out = out + rng.uniform(0.2, 0.8) * (out - cv2.GaussianBlur(out, (0, 0), 1.2))
    out = np.clip(out * 255, 0, 255).astype(np.uint8)
    figures = {
        "saturated_fraction": round(float((out.min(axis=2) >= 253).mean()), 4),
        "mean_level": round(float(out.mean()), 1),
    }
    return np.ascontiguousarray(out[..., ::-1]), figures  # type: ignore[return-value]


def _encoded(linear: Floats) -> Floats:
    """Of sRGB, with a shoulder: highlights are pressed together before they burn out."""
    x = np.maximum(linear, 0)
    x = np.where(x > 0.7, 0.7 + 0.3 * np.tanh((x - 0.7) / 0.45), x)
    return np.asarray(
        np.where(x < 0.0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - 0.055), np.float32
    )
