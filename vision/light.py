"""Whether there is light enough to see anything."""

from __future__ import annotations

import cv2
import numpy as np

from controller.ports import phrase
from vision.cameras.camera import Image

DARK_LEVEL = 24.0
"""A picture whose brightest hundredth is below this level, of 255, shows nothing."""
EVEN_CONTRAST = 2.5
"""Standard deviation in grey levels below which a picture is one even surface: the lens is covered."""


def trouble_with_light(image: Image) -> str | None:
    """What keeps a picture from showing anything, in words; None where there is light enough."""
    sample = cv2.cvtColor(np.ascontiguousarray(image[::8, ::8]), cv2.COLOR_BGR2GRAY)
    if np.percentile(sample, 99) < DARK_LEVEL:
        return phrase("It is too dark to see anything. Switch a light on, or take the cap off the lens.")
    if sample.std() < EVEN_CONTRAST:
        return phrase("The picture is one even surface. Something covers the lens: take it away.")
    return None
