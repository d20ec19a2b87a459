"""What goes wrong with a camera and in front of it, by menu."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.settings import Fault
from vision.simulation.geometry import turn
from vision.simulation.glass import lay_glass
from vision.simulation.light import Light, Picture
from vision.simulation.view import View

MAINS = 100.0
"""Times a second that a lamp on 50 Hz mains is brightest."""
DEPTH = 0.12
"""How much darker than the mean the dark bands are."""
READOUT = 0.028
"""Seconds in which a rolling shutter goes from the first row to the last."""
KNOCK = (0.7, -0.5, 0.6)
"""Degrees about the camera's axes right, down and forward."""
MOST_DROPPED = 9
"""Frames that are lost in a row, at most."""
GLASS_AT = (165.0, 130.0)
"""Millimetres on the mat."""


class Faults:
    """Spoils the frames of one camera. `view`, `light`: what it sees from where."""

    def __init__(self, view: View, light: Light, rng: np.random.Generator) -> None:
        self.now: Fault | None = None
        self._view, self._light, self._rng = view, light, rng
        self._whole: Picture | None = None
        self._given: Picture | None = None

    def lost(self) -> int:
        """How many frames are lost before the next one arrives."""
        return int(self._rng.integers(1, MOST_DROPPED + 1)) if self.now == "dropped" else 0

    def before_the_lens(self, picture: Picture) -> Picture:
        """What stands in front of the camera is part of the scene: a picture without the sensor's noise."""
        if self.now == "black":
            return np.zeros_like(picture)
        if self.now == "glass":
            return lay_glass(picture, self._view, self._light, GLASS_AT)
        return _knocked(picture, self._view) if self.now == "knocked" else picture

    def behind_it(self, picture: Picture, time: float) -> Picture:
        """What sensor and cable make of an exposure that ended at `time`, in seconds."""
        if self.now == "frozen" and self._given is not None:
            return self._given.copy()
        if self.now == "flicker":
            picture = _flickering(picture, time)
        before, self._whole = self._whole, picture
        if self.now == "torn" and before is not None:
            tear = int(self._rng.integers(picture.shape[0] // 8, picture.shape[0]))
            picture = np.vstack([picture[:tear], before[tear:]])
        self._given = picture
        return picture


def _flickering(picture: Picture, time: float) -> Picture:
    rows = np.arange(picture.shape[0], dtype=np.float32) / picture.shape[0]
    bands = 1.0 + DEPTH * np.cos(2 * math.pi * MAINS * (time + READOUT * rows))
    return np.asarray(np.clip(picture * bands[:, None, None], 0, 255), np.uint8)


def _knocked(picture: Picture, view: View) -> Picture:
    """As from a camera that was turned: rays keep their order, so the picture is moved by a homography."""
    x, y = view.middle
    lens = np.array([[view.focal, 0, x], [0, view.focal, y], [0, 0, 1]])
    right, down, forward = KNOCK
    turned = turn((1, 0, 0), right) @ turn((0, 1, 0), down) @ turn((0, 0, 1), forward)
    matrix = lens @ turned @ np.linalg.inv(lens)
    return np.asarray(
        cv2.warpPerspective(picture, matrix, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
