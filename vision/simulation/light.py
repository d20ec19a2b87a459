"""The lamp over the tray: colours, shading, shadows.

Brightness is linear in the computation, 0..1; pictures hold its square root, the simplest gamma there is.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulation.geometry import Array

Picture = NDArray[np.uint8]
Linear = NDArray[np.float32]

TO_LINEAR: Linear = ((np.arange(256, dtype=np.float32) / 255) ** 2).astype(np.float32)


@dataclass(frozen=True, eq=False)
class Light:
    """A round lamp above the mat, and the light of the room.

    `position`: mm; `radius`: of the lamp, mm: the larger, the softer the shadows. `lamp`, `room`: their light as
    blue, green, red. `pool`: mm from the middle of the tray at which the lamp has faded to about a third.
    `noise`: of the sensor, in grey levels. `blur`: of the lens, standard deviation in pixels.
    """

    position: tuple[float, float, float]
    radius: float
    lamp: tuple[float, float, float]
    room: tuple[float, float, float]
    pool: float
    noise: float
    blur: float

    def samples(self) -> Array:
        """Points spread over the lamp, (7, 3): a shadow is the mean of theirs."""
        angles = np.arange(6) * np.pi / 3 + 0.3
        ring = np.stack([np.cos(angles), np.sin(angles), np.zeros(6)], axis=1) * self.radius * 0.8
        return np.asarray(np.concatenate([np.zeros((1, 3)), ring]) + np.array(self.position))

    def direction(self, place: Array) -> Array:
        """The unit vector from a place towards the lamp."""
        towards = np.array(self.position) - place
        return np.asarray(towards / np.linalg.norm(towards))

    def fade(self, x: Array | Linear, y: Array | Linear) -> Linear:
        """How much of the lamp's light arrives at places of the mat, 0..1."""
        far = ((x - 120) ** 2 + (y - 100) ** 2) / self.pool**2
        return np.asarray(1.0 / (1.0 + far + 0.6 * far**2), dtype=np.float32)


LIGHTS: dict[str, Light] = {
    "warm lamp": Light((30, -130, 620), 55, (0.80, 0.99, 1.12), (0.19, 0.20, 0.21), 330, 2.0, 0.65),
    "daylight": Light((-420, -60, 700), 160, (0.74, 0.72, 0.70), (0.30, 0.28, 0.26), 900, 1.6, 0.55),
    "evening": Light((250, -90, 560), 40, (0.34, 0.50, 0.64), (0.07, 0.08, 0.09), 260, 4.0, 0.8),
    "neon": Light((120, -380, 520), 130, (0.80, 0.58, 0.70), (0.22, 0.13, 0.18), 520, 3.0, 0.7),
}
"""Lights by name."""


def shadow(corners: Array, light: Light, spread: bool = True) -> list[Array]:
    """The outlines on the mat of a convex body's shadow, one for each sample of the lamp: [(n, 3), ...].

    `spread`: False takes the lamp's middle alone.
    """
    outlines = []
    for lamp in light.samples() if spread else light.samples()[:1]:
        reach = lamp[2] / (lamp[2] - corners[:, 2])
        fallen = lamp[:2] + (corners[:, :2] - lamp[:2]) * reach[:, None]
        outline = cv2.convexHull(fallen.astype(np.float32)).reshape(-1, 2)
        outlines.append(np.column_stack([outline, np.zeros(len(outline))]))
    return outlines


def fill(mask: Picture, outline: Array, value: int) -> None:
    """Draw a convex polygon, (n, 2) in pixels of the mask, with smooth edges."""
    fixed = np.round(outline * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, fixed, value, cv2.LINE_AA, 4)


def soft_mask(outlines: list[Array], shape: tuple[int, int], blur: float) -> Linear:
    """The mean of filled polygons, 0..1, blurred by `blur` pixels; drawn as small as the blur lets it be."""
    step = max(1, int(blur / 1.6))
    small = (-(-shape[0] // step), -(-shape[1] // step))
    sheet = np.zeros(small, dtype=np.float32)
    one = np.empty(small, dtype=np.uint8)
    for outline in outlines:
        one.fill(0)
        fill(one, (outline + 0.5) / step - 0.5, 255)
        cv2.accumulate(one, sheet)
    soft = cv2.GaussianBlur(sheet / (255 * len(outlines)), (0, 0), blur / step)
    if step > 1:
        soft = cv2.resize(soft, (small[1] * step, small[0] * step))[: shape[0], : shape[1]]
    return np.asarray(soft, dtype=np.float32)


def to_picture(linear: Linear) -> Picture:
    """Linear brightness as grey levels."""
    return np.asarray(np.sqrt(np.clip(linear, 0, 1)) * 255 + 0.5, dtype=np.uint8)
