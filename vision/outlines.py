"""Which outlines of cubes can't be right: those that leave the picture, and two that cover each other."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.ports import Quad

OUTSIDE = 0.25
"""How far a corner may seem to be outside the picture, in widths of the cube: outlines are that inexact."""
COVERED = 0.15
"""Share of a top face that another one's outline may seem to cover."""
CLEARLY_LESS = 0.6
"""What was found less than so many times as surely as a cube that it covers is a side: only it is in doubt."""


def impossible_outlines(quads: Sequence[Quad], scores: Sequence[float], size: tuple[int, int]) -> frozenset[int]:
    """The indexes of the outlines that can't be right, in a picture of `size` (width, height): what is cut off by its
    edge shows a part of a face, which may be another's, and one cube may be taken for two. `scores`: how surely each
    was found."""
    corners = [np.array(quad, np.float32) for quad in quads]
    areas = [float(cv2.contourArea(each)) for each in corners]
    wrong = {index for index, each in enumerate(corners) if _leaves(each, np.sqrt(areas[index]), size)}
    for one in range(len(corners)):
        for other in range(one):
            shared, _ = cv2.intersectConvexConvex(corners[one], corners[other])
            if shared > COVERED * min(areas[one], areas[other]):
                weaker, surer = sorted((one, other), key=lambda index: scores[index])
                wrong |= {weaker} if scores[weaker] < CLEARLY_LESS * scores[surer] else {one, other}
    return frozenset(wrong)


def _leaves(corners: NDArray[np.float32], width: float, size: tuple[int, int]) -> bool:
    beyond = np.maximum(-0.5 - corners, corners - (np.array(size, np.float32) - 0.5))
    return bool(beyond.max() > OUTSIDE * width)
