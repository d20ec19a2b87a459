"""Whether there is light enough to see anything."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.ports import phrase
from vision.cameras.camera import Image

TOO_BRIGHT = phrase(
    "It is too bright: the tray is drowned in light, and light cubes with it. Turn the lamp away, or let "
    "`tray calibrate camera` choose the exposure anew."
)
DARK_LEVEL = 24.0
"""A picture whose brightest hundredth is below this level, of 255, shows nothing."""
EVEN_CONTRAST = 2.5
"""Standard deviation in grey levels below which a picture is one even surface: the lens is covered."""
DROWNED_LEVEL = 240.0
"""Mean level from which such a picture is drowned in light instead."""
LEAST_ALIKE = 0.25
"""Correlation of pixels side by side below which a picture is noise: a camera's, or whatever isn't one's."""
_ROWS = 16
"""Rows of which one is looked at for that."""


def trouble_with_light(image: Image) -> str | None:
    """What keeps a picture from showing anything, in words; None where there is light enough."""
    grey = _grey(image)
    if _too_dark(grey):
        return phrase("It is too dark to see anything. Switch a light on, or take the cap off the lens.")
    mean, contrast = (float(value.item()) for value in cv2.meanStdDev(grey))
    if contrast < EVEN_CONTRAST:
        if mean >= DROWNED_LEVEL:
            return TOO_BRIGHT
        return phrase("The picture is one even surface. Something covers the lens: take it away.")
    if _neighbours_alike(image) < LEAST_ALIKE:
        return phrase("The picture is nothing but noise. Give the camera more light, and look at its cable.")
    return None


def too_dark(image: Image) -> bool:
    """Whether there is too little light to see anything in a picture."""
    return _too_dark(_grey(image))


def _too_dark(grey: NDArray[np.uint8]) -> bool:
    return cv2.countNonZero(cv2.inRange(grey, DARK_LEVEL, 255.0)) < 0.01 * grey.size


def _neighbours_alike(image: Image) -> float:
    """The correlation, -1..1, of pixels that lie side by side, in green."""
    rows = np.ascontiguousarray(image[::_ROWS, :, 1])
    variance = cv2.meanStdDev(rows)[1].item() ** 2
    apart = cv2.norm(rows[:, 1:], rows[:, :-1], cv2.NORM_L2SQR) / max(1, rows[:, 1:].size)
    return 1.0 - apart / max(2.0 * variance, 1e-6)


def _grey(image: Image) -> NDArray[np.uint8]:
    """Every eighth pixel of it."""
    few = cv2.resize(image, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.cvtColor(few, cv2.COLOR_BGR2GRAY), np.uint8)
