"""How sharp the picture is, told while somebody turns the lens."""

from __future__ import annotations

import cv2
import numpy as np

from vision.calibration.quality import focus
from vision.calibration.session import Session
from vision.cameras.camera import Image
from vision.mat import Mat

_TOLD_EVERY = 30
"""Frames after which what has changed is told."""
_FOCUS_NEWS, _SHARPNESS_NEWS = 4, 2
"""Points by which something has changed."""
_SMALL = (320, 240)
"""Width and height in which edges of a picture far out of focus are edges still."""
_SOFTENED = 1.0
"""Pixels of it by which noise is softened."""
_MOST, _LEAST = 99.0, 1.0
"""Percentiles that stand for the largest and the smallest of a picture's levels."""


class FocusTold:
    """Tells the focus while somebody turns the lens: under the picture all the time, in the terminal now and then."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._frames = 0
        self._told: tuple[bool, int] | None = None

    def see(self, picture: Image, mat: Mat | None) -> None:
        """The next picture, and the mat where it is seen: without it only what lies there by chance tells how sharp
        it is, so that its points are to be held against each other alone."""
        points = focus(picture, mat).points if mat else sharpness(picture)
        words = f"focus {points}" if mat else f"The mat isn't in view. sharpness {points}"
        self._session.note(words)
        self._frames += 1
        if self._frames % _TOLD_EVERY == 0 and self._is_news(mat is not None, points):
            self._session.say(words)
            self._told = mat is not None, points

    def _is_news(self, in_view: bool, points: int) -> bool:
        if self._told is None or self._told[0] != in_view:
            return True
        return abs(points - self._told[1]) >= (_FOCUS_NEWS if in_view else _SHARPNESS_NEWS)


def sharpness(picture: Image) -> int:
    """How steep the steepest edges of a picture are, 0..100: in hundredths of its range of levels per pixel of a
    small one. Blur lowers it however much there is of it already, and neither light nor noise means much to it."""
    grey = cv2.resize(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), _SMALL, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), _SOFTENED)
    slopes = np.hypot(cv2.Sobel(soft, -1, 1, 0), cv2.Sobel(soft, -1, 0, 1)) / 8  # Sobel's kernels add up eight
    levels = np.percentile(soft, _MOST) - np.percentile(soft, _LEAST)
    return round(100 * float(np.percentile(slopes, _MOST) / (levels + 1.0)))
