"""The camera's sensor: what it adds to a clean picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.simulation.light import Picture

_SPARE = 96
"""So much larger than a picture, in pixels, is the noise from which its own is taken, at a new place for each."""


@dataclass(frozen=True, eq=False)
class Noise:
    """Noise of a small colour sensor: how much `lighter` and how much `darker` it makes each pixel."""

    lighter: Picture
    darker: Picture


def draw_noise(size: tuple[int, int], level: float, rng: np.random.Generator) -> Noise:
    """Noise for pictures of this size (width, height), of `level` grey levels."""
    shape = (size[1] + _SPARE, size[0] + _SPARE)
    grey = cv2.GaussianBlur(rng.standard_normal(shape, dtype=np.float32), (0, 0), 0.6)
    colour = cv2.GaussianBlur(rng.standard_normal((*shape, 3), dtype=np.float32), (0, 0), 0.9)
    noise = (grey / grey.std())[..., None] * level + colour / colour.std() * level * 0.5
    rounded = np.round(noise)
    return Noise(np.clip(rounded, 0, 255).astype(np.uint8), np.clip(-rounded, 0, 255).astype(np.uint8))


def expose(picture: Picture, noise: Noise, rng: np.random.Generator) -> Picture:
    """A copy of the picture with noise that differs from frame to frame."""
    height, width = picture.shape[:2]
    x, y = (int(place) for place in rng.integers(0, _SPARE, size=2))
    window = np.s_[y : y + height, x : x + width]
    brighter = cv2.add(picture, noise.lighter[window])
    return np.asarray(cv2.subtract(brighter, noise.darker[window], dst=brighter), dtype=np.uint8)
