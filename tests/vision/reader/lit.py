"""Pictures of the tray as they come out in a bar's light: dim, coloured, from one side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.cameras.camera import Image


@dataclass(frozen=True, slots=True)
class Light:
    """What light does to a picture. `bgr`: how much of blue, green and red is left, 0..1, everywhere; `falls`: how
    much of that is lost from one side of the picture to the other, 0..1; `noise`: of the camera then, in grey levels
    (standard deviation)."""

    bgr: tuple[float, float, float] = (1.0, 1.0, 1.0)
    falls: float = 0.0
    noise: float = 3.0

    def on(self, picture: Image, rng: np.random.Generator) -> Image:
        """A picture (height, width, 3) in this light, which comes from any side."""
        height, width = picture.shape[:2]
        angle = rng.uniform(0, 2 * np.pi)
        across, down = np.linspace(-1, 1, width), np.linspace(-1, 1, height)
        away = np.clip((1 + np.cos(angle) * across + np.sin(angle) * down[:, None]) / 2, 0, 1)
        light = (1 - self.falls * away)[..., None] * np.array(self.bgr)
        lit = picture * light.astype(np.float32) + rng.normal(0, self.noise, picture.shape).astype(np.float32)
        return np.clip(lit, 0, 255).astype(np.uint8)


def dimmed(by: float) -> Light:
    """White light of which so much is left."""
    return Light((by, by, by))
