"""A camera above the mat: where it stands, where it sees a place, and what it makes of the light that it gets."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.mat import marker_corners
from vision.settings import MatSettings

SIZE = (1280, 960)
"""Width and height of a picture, in pixels."""

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a camera stands: its eye, what it looks at and which way is up, in millimetres, x to the right as on the
    mat, y away from the players and z up; and how wide it sees, in degrees across."""

    eye: Array
    target: Array
    up: Array
    wide: float

    def pixels(self, places: Array) -> Array:
        """Where it sees places (n, 3): (n, 2)."""
        ahead = (self.target - self.eye) / np.linalg.norm(self.target - self.eye)
        right = np.cross(ahead, self.up)
        right /= np.linalg.norm(right)
        focal = SIZE[0] / 2 / np.tan(np.radians(self.wide) / 2)
        away = places - self.eye
        across = np.column_stack([away @ right, -away @ np.cross(right, ahead)])
        return np.asarray(np.array(SIZE) / 2 - 0.5 + focal * across / (away @ ahead)[:, None])


def any_stand(rng: Generator, mat: MatSettings) -> Stand:
    """420 to 650 mm high, tilted by up to 18 degrees, the whole mat in view."""
    high, tilt, towards = rng.uniform(420, 650), np.radians(rng.uniform(0, 18)), rng.uniform(0, 2 * np.pi)
    middle = np.array([mat.rolling[0] / 2, -mat.rail[3] / 2, 0.0]) + rng.normal(0, 5, 3) * (1, 1, 0)
    lean = np.array([np.sin(tilt) * np.cos(towards), np.sin(tilt) * np.sin(towards), np.cos(tilt)])
    turn = np.radians(rng.normal(0, 4))
    span = rng.uniform(440, 510)
    up = np.array([np.sin(turn), np.cos(turn), 0.0])
    stand = Stand(middle + high * lean, middle, up, float(np.degrees(2 * np.arctan(span / 2 / high))))
    while not _sees(stand, mat):
        stand = replace(stand, wide=stand.wide + 0.5)
    return stand


def _sees(stand: Stand, mat: MatSettings) -> bool:
    """Whether all markers are in view, with some of what is round them."""
    markers = np.concatenate(list(marker_corners(mat).values()))
    seen = stand.pixels(np.column_stack([markers[:, 0], -markers[:, 1], np.zeros(len(markers))]))
    return bool((seen > 15).all() and (seen < np.array(SIZE) - 15).all())


def developed(light: NDArray[np.float32], level: int, rng: Generator) -> NDArray[np.uint8]:
    """A picture (blue, green, red) of the light (RGB) that comes in. `level`: how bad the camera is, 0 to 2."""
    seen = light * (rng.uniform(0.45, 0.95) / np.percentile(light, 99.3))
    if rng.random() < 0.8:  # white balance, more or less
        seen = seen * (seen.mean() / np.maximum(seen.mean((0, 1)), 1e-4)) ** rng.uniform(0.3, 0.9)
    ys, xs = np.mgrid[: SIZE[1], : SIZE[0]]
    away = ((xs - SIZE[0] / 2) ** 2 + (ys - SIZE[1] / 2) ** 2) / (SIZE[0] / 2) ** 2
    seen = seen * (1 - rng.uniform(0, 0.25) * away)[..., None]
    grey = cv2.GaussianBlur(255 * np.clip(seen, 0, 1) ** (1 / 2.2), (0, 0), (0.4, 0.8, 1.2)[level])
    noise = rng.normal(0, (1.5, 4.0, 8.0)[level], grey.shape)
    if rng.random() < 0.5:  # in grains larger than a pixel
        noise = 1.8 * cv2.GaussianBlur(noise, (0, 0), 0.7)
    return np.asarray(np.clip(grey + noise, 0, 255)[..., ::-1], np.uint8)
