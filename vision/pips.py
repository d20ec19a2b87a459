"""Tells the six pips of an ordinary die from the six stars of a 6.

Both are six small shapes, two by three, and to a network that sees a face in a few pixels they are nearly the same.
But a pip fills the circle about it, and a star leaves the space between its points.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.networks import Picture

SIDE = 96
"""Pixels to which a face is brought."""
RIM = 8
"""Of these, what is left out along its edges: there are the cube's own."""
SMALLEST, LARGEST = 0.008, 0.08
"""Shares of the face that a pip or a star covers."""
PIPS = 6
CLOSER = (1.0, 0.85)
"""Parts of the face that are looked at: of a die, whose edges are round, too much is taken for its face."""
ROUND, CONVEX = 0.74, 0.945
"""What a pip covers, at least, of the circle about it and of its convex hull. Stars of the simulated tray's sets,
worn and seen from afar, cover 0.71 and 0.94 at most; pips in photographs of dice 0.75 and 0.95 at least."""

LEAST_WIDTH = 32.0
"""Pixels that a face is wide at least for its stars to be told from pips: at 24 they look round now and then."""

ROOM = 2
"""Pixels round a face that are kept: what cubic interpolation takes of them."""

_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * SIDE - np.float32(0.5)

Grey = NDArray[np.uint8]
Mask = NDArray[np.uint8]


def shows_six_pips(picture: Picture, quad: ArrayLike) -> bool:
    """Whether the face at `quad` (4, 2), pixels of `picture`, shows six round dots, of either polarity."""
    outline = np.asarray(quad, np.float32)
    left, top = np.maximum(outline.min(axis=0) - ROOM, 0).astype(int)
    right, bottom = np.maximum(outline.max(axis=0) + ROOM + 1, 0).astype(int)
    around = picture[top:bottom, left:right]
    if not around.size:
        return False
    grey = np.asarray(cv2.cvtColor(around, cv2.COLOR_BGR2GRAY), np.uint8)
    corners = outline - np.array([left, top], np.float32)
    middle = corners.mean(axis=0)
    return any(_shows_six_dots(grey, middle + part * (corners - middle)) for part in CLOSER)


def _shows_six_dots(grey: Grey, corners: NDArray[np.float32]) -> bool:
    rectify = cv2.getPerspectiveTransform(corners, _SQUARE)
    face = cv2.warpPerspective(grey, rectify, (SIDE, SIDE), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    _, light = cv2.threshold(face[RIM:-RIM, RIM:-RIM], 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    return any(_are_six_dots(np.asarray(ink, np.uint8)) for ink in (light, cv2.bitwise_not(light)))


def _are_six_dots(ink: Mask) -> bool:
    outlines, _ = cv2.findContours(ink, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    shapes = [each for each in outlines if SMALLEST <= cv2.contourArea(each) / SIDE**2 <= LARGEST]
    if len(shapes) != PIPS:
        return False
    of_circle, of_hull = np.median([_filled(shape) for shape in shapes], axis=0)
    return bool(of_circle >= ROUND and of_hull >= CONVEX)


def _filled(shape: cv2.typing.MatLike) -> tuple[float, float]:
    """What a shape covers of the smallest circle about it, and of its convex hull."""
    area = cv2.contourArea(shape)
    _, radius = cv2.minEnclosingCircle(shape)
    return area / (math.pi * radius**2), area / cv2.contourArea(cv2.convexHull(shape))
