"""Whether there is light enough to see anything."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.ports import phrase
from vision.cameras.camera import Image

DARK_LEVEL = 24.0
"""A picture whose brightest hundredth is below this level, of 255, shows nothing."""
EVEN_CONTRAST = 2.5
"""Standard deviation in grey levels below which a picture is one even surface: the lens is covered."""


def trouble_with_light(image: Image) -> str | None:
    """What keeps a picture from showing anything, in words; None where there is light enough."""
    grey = _grey(image)
    if _too_dark(grey):
        return phrase("It is too dark to see anything. Switch a light on, or take the cap off the lens.")
    if cv2.meanStdDev(grey)[1].item() < EVEN_CONTRAST:
        return phrase("The picture is one even surface. Something covers the lens: take it away.")
    return None


def too_dark(image: Image) -> bool:
    """Whether there is too little light to see anything in a picture."""
    return _too_dark(_grey(image))


def _too_dark(grey: NDArray[np.uint8]) -> bool:
    return cv2.countNonZero(cv2.inRange(grey, DARK_LEVEL, 255.0)) < 0.01 * grey.size


def _grey(image: Image) -> NDArray[np.uint8]:
    """Every eighth pixel of it."""
    few = cv2.resize(image, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.cvtColor(few, cv2.COLOR_BGR2GRAY), np.uint8)
