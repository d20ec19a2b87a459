"""Whether the whole tray can be seen: neither cut off by the picture's edge nor drowned in light."""

from __future__ import annotations

import cv2
import numpy as np

from controller.ports import phrase
from vision.cameras.camera import Image
from vision.light import TOO_BRIGHT
from vision.mat import Mat

LEAST_IN_PICTURE = 0.98
"""Share of tray and rail that must be in the picture: a cube could lie in the rest."""
CLIPPED = 254
"""Level, of 255, of the darkest colour from which a pixel shows nothing but light."""
MOST_CLIPPED = 0.4
"""Share of tray and rail above which so much is clipped that a light cube could be lost in it."""
_EVERY = 8
"""Pixels of a row or a column of which one is looked at."""


def trouble_with_tray(image: Image, mat: Mat) -> str | None:
    """What keeps cubes on the tray from being seen, in words; None where all of it can be seen."""
    outline = mat.outline(0.0).astype(np.float32)
    height, width = image.shape[:2]
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    inside, _ = cv2.intersectConvexConvex(outline, np.asarray(frame, np.float32))
    if inside < LEAST_IN_PICTURE * cv2.contourArea(outline):
        return phrase(
            "A part of the tray is outside the picture, and a cube could lie there. Turn the camera, or raise it, "
            "until the whole tray is in view."
        )
    few = cv2.resize(image, None, fx=1 / _EVERY, fy=1 / _EVERY, interpolation=cv2.INTER_NEAREST)
    tray = np.zeros(few.shape[:2], np.uint8)
    cv2.fillConvexPoly(tray, np.round(outline / _EVERY).astype(np.int32), 255)
    clipped = cv2.inRange(few, (CLIPPED,) * 3, (255,) * 3)
    if cv2.countNonZero(clipped & tray) > MOST_CLIPPED * cv2.countNonZero(tray):
        return TOO_BRIGHT
    return None
