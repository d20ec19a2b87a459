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
    if too_dark(image):
        return phrase("It is too dark to see anything. Switch a light on, or take the cap off the lens.")
    if _grey(image).std() < EVEN_CONTRAST:
        return phrase("The picture is one even surface. Something covers the lens: take it away.")
    return None


def too_dark(image: Image) -> bool:
    """Whether there is too little light to see anything in a picture."""
    return bool(np.percentile(_grey(image), 99) < DARK_LEVEL)


def _grey(image: Image) -> NDArray[np.uint8]:
    """Every eighth pixel of it."""
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(image[::8, ::8]), cv2.COLOR_BGR2GRAY), np.uint8)
