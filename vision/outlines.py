"""Which outlines of cubes can't be right: those that leave or fill the picture, two that cover each other, and those
that stand on the walls of a tray."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.ports import Point, Quad
from vision.mat import Mat

OUTSIDE = 0.12
"""Share of a top face that may seem to be outside the picture: outlines are that inexact."""
LEAST_AREA = 1e-6
WIDEST = 0.7
"""How wide, in shorter sides of the picture, a top face is at most: round a wider one nothing is seen by which it is
a cube, and two dice that lie about have been taken for the two swirls on one."""
NEAR_EDGE = 0.3
"""Of what lies within so many widths of a top face of the picture's edge a part may be beyond."""
COVERED = 0.15
"""Share of a top face that another one's outline may seem to cover."""
CLEARLY_LESS = 0.6
"""What was found less than so many times as surely as a cube that it covers is a side: only it is in doubt."""


def at_edge(quad: NDArray[np.float64], size: tuple[int, int]) -> bool:
    """Whether a part of what has that outline (4, 2) may be beyond the edge of a picture of that (width, height)."""
    room = NEAR_EDGE * math.sqrt(cv2.contourArea(quad.astype(np.float32)))
    return bool(quad.min() < room or (np.array(size) - 1 - quad < room).any())


def share_in_picture(quad: Quad, size: tuple[int, int]) -> float:
    """How much of an outline, 0..1, a picture of `size` (width, height) shows."""
    corners = np.array(quad, np.float32)
    right, bottom = size[0] - 0.5, size[1] - 0.5
    picture = np.array([[-0.5, -0.5], [right, -0.5], [right, bottom], [-0.5, bottom]], np.float32)
    return cv2.intersectConvexConvex(corners, picture)[0] / max(float(cv2.contourArea(corners)), LEAST_AREA)


def is_cut_off(quad: Quad, size: tuple[int, int]) -> bool:
    """Whether the edge of a picture of `size` (width, height) cuts an outline off."""
    return share_in_picture(quad, size) < 1 - OUTSIDE


def impossible_outlines(quads: Sequence[Quad], scores: Sequence[float], size: tuple[int, int]) -> frozenset[int]:
    """The indexes of the outlines that can't be right, in a picture of `size` (width, height): what is cut off by its
    edge shows a part of a face, which may be another's, what fills it may be no cube, and one cube may be taken for
    two. `scores`: how surely each was found."""
    corners = [np.array(quad, np.float32) for quad in quads]
    areas = [float(cv2.contourArea(each)) for each in corners]
    wrong = {
        index for index, quad in enumerate(quads)
        if is_cut_off(quad, size) or areas[index] > (WIDEST * min(size)) ** 2
    }  # fmt: skip
    for one in range(len(corners)):
        for other in range(one):
            shared, _ = cv2.intersectConvexConvex(corners[one], corners[other])
            if shared > COVERED * min(areas[one], areas[other]):
                weaker, surer = sorted((one, other), key=lambda index: scores[index])
                wrong |= {weaker} if scores[weaker] < CLEARLY_LESS * scores[surer] else {one, other}
    return frozenset(wrong)


def on_a_wall(center: Point, mat: Mat) -> bool:
    """Whether a top with that middle would stand on a wall of the tray, or beyond it: of a cube that lies behind a
    wall its side has been taken for the top of one."""
    x, y = mat.to_mm([center])[0]
    width, height = mat.settings.rolling
    return mat.zone(center) == "tray" and not (0.0 <= x <= width and 0.0 <= y <= height)
