"""From light to a photograph: lens, exposure, white balance, sensor."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tests.training.render.stage import Camera
from tests.training.render.textures import Floats, Rng

Picture = npt.NDArray[np.uint8]


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


@dataclass(frozen=True)
class Sensor:
    """How a camera turns light into a picture; `target` is the mean level it exposes for."""

    vignette: float
    tint: Floats
    saturation: float
    target: float
    blur: float
    noise: float
    coarse: bool
    sharpening: float

    def exposed(self, linear: Floats) -> float:
        """The gain that gives the mean level."""
        image = self._gathered(linear)
        low, high = 1e-4, 1e4
        for _ in range(30):
            gain = (low * high) ** 0.5
            bright = _encoded(image * gain).mean() * 255 >= self.target
            low, high = (low, gain) if bright else (gain, high)
        return (low * high) ** 0.5

    def _gathered(self, linear: Floats) -> Floats:
        """What comes through lens and colour filters."""
        height, width = linear.shape[:2]
        image = np.maximum(linear, 0).astype(np.float32)
        ys, xs = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
        image *= (1 - self.vignette * (xs**2 + ys**2) / 2)[..., None]
        image *= self.tint
        grey = image.mean(axis=2, keepdims=True)
        return np.maximum(grey + self.saturation * (image - grey), 0).astype(np.float32)

    def developed(self, rng: Rng, linear: Floats, gain: float | Floats) -> Picture:
        """The 8-bit picture (BGR) of a linear RGB one, with noise of its own."""
        image = self._gathered(linear) * gain
        if self.blur:
            image = cv2.GaussianBlur(image, (0, 0), self.blur)
        grain = rng.normal(0, 1, image.shape) * np.sqrt(
            self.noise**2 * (np.minimum(image, 1) + 0.03)
        )
        if self.coarse:
            grain = 0.6 * grain + 0.8 * cv2.GaussianBlur(grain, (0, 0), 0.8)
        out = _encoded(image + grain)
        if self.sharpening:
            out = out + self.sharpening * (out - cv2.GaussianBlur(out, (0, 0), 1.2))
        return np.ascontiguousarray(np.clip(out * 255, 0, 255).astype(np.uint8)[..., ::-1])


def any_sensor(rng: Rng, dim: bool) -> Sensor:
    """A camera, in dim light or not."""
    vignette, tint = rng.uniform(0, 0.25), np.exp(rng.normal(0, 0.06, 3)).astype(np.float32)
    saturation = rng.uniform(0.55, 1.0)
    target = rng.uniform(45, 75) if dim else float(np.clip(rng.normal(108, 16), 80, 150))
    blur = rng.uniform(0.3, 0.95) if rng.random() < 0.8 else 0.0
    noise = rng.uniform(0.004, 0.016) * (2.2 if dim else 1.0)
    coarse = bool(rng.random() < 0.5)
    sharpening = rng.uniform(0.2, 0.8) if rng.random() < 0.4 else 0.0
    return Sensor(vignette, tint, saturation, target, blur, noise, coarse, sharpening)


def levels(picture: Picture) -> dict[str, float]:
    """How bright a picture is."""
    return {
        "saturated_fraction": round(float((picture.min(axis=2) >= 253).mean()), 4),
        "mean_level": round(float(picture.mean()), 1),
    }


def _encoded(linear: Floats) -> Floats:
    """Of sRGB, with a shoulder: highlights are pressed together before they burn out."""
    x = np.maximum(linear, 0)
    x = np.where(x > 0.7, 0.7 + 0.3 * np.tanh((x - 0.7) / 0.45), x)
    return np.asarray(
        np.where(x < 0.0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - 0.055), np.float32
    )
