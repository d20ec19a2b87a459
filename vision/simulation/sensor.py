"""The camera's sensor: what it adds to a clean picture."""

from __future__ import annotations

import cv2
import numpy as np

from vision.simulation.light import Picture


class Sensor:
    """Noise of a small colour sensor, taken from a bank larger than the picture at a new place for each frame."""

    _SPARE = 96

    def __init__(self, size: tuple[int, int], level: float, rng: np.random.Generator) -> None:
        self._rng = rng
        shape = (size[1] + self._SPARE, size[0] + self._SPARE)
        grey = cv2.GaussianBlur(rng.standard_normal(shape, dtype=np.float32), (0, 0), 0.6)
        colour = cv2.GaussianBlur(rng.standard_normal((*shape, 3), dtype=np.float32), (0, 0), 0.9)
        noise = (grey / grey.std())[..., None] * level + colour / colour.std() * level * 0.5
        rounded = np.round(noise)
        self._lighter = np.clip(rounded, 0, 255).astype(np.uint8)
        self._darker = np.clip(-rounded, 0, 255).astype(np.uint8)

    def expose(self, picture: Picture) -> Picture:
        """The picture with noise that differs from frame to frame."""
        height, width = picture.shape[:2]
        x, y = (int(place) for place in self._rng.integers(0, self._SPARE, size=2))
        window = np.s_[y : y + height, x : x + width]
        brighter = cv2.add(picture, self._lighter[window])
        return np.asarray(cv2.subtract(brighter, self._darker[window], dst=brighter), dtype=np.uint8)
