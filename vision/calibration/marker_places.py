"""Whether four quads in a picture can be the mat's markers, whatever the mat's size and the camera's lens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from vision.planes import Array, project

EDGE = 1.0
"""Pixels that a corner may seem to lie outside the picture, for it is measured more finely than to a pixel."""
LEAST_BEND = 1.0
"""Square pixels: twice the area of any three corners of a marker; with less they lie on a line."""
MOST_BENT = 0.8
"""Parts of a marker's half side that a corner may be off: a lens that bends much takes it a half, a turned marker two."""
CORNERS = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
"""Of a marker or of the mat, clockwise from the top-left, as the markers are numbered too."""


def trouble_with_markers(markers: Mapping[int, Sequence[tuple[float, float]]], size: tuple[int, int]) -> str:
    """Why these can't be the markers 0 to 3 (four corners each, pixels) in a picture of `size`; empty where they can.

    The middles of all four, laid on a square, tell how the mat lies; on it all markers have to be the same rectangle,
    the right way up.
    """
    quads = np.array([markers[number] for number in range(4)], dtype=np.float64)
    for number, quad in enumerate(quads):
        if (quad < -EDGE).any() or (quad > np.array(size) - 1 + EDGE).any():
            return f"marker {number} lies outside the picture"
        if not _turns_clockwise(quad):
            return f"marker {number} is no square that a camera sees"
    middles = quads.mean(axis=1)
    if not _turns_clockwise(middles):
        return "the markers lie in another order than the mat has them"
    to_square = cv2.getPerspectiveTransform(middles.astype(np.float32), CORNERS.astype(np.float32))
    laid = np.array([project(to_square, quad) for quad in quads])
    half = ((laid - CORNERS[:, None]) * CORNERS).mean(axis=(0, 1))
    if (half <= 0).any() or (np.abs(laid - CORNERS[:, None] - half * CORNERS) > MOST_BENT * half).any():
        return "the markers don't lie as the mat has them"
    return ""


def _turns_clockwise(quad: Array) -> bool:
    """Whether a quad is convex, and its corners run clockwise as people see the picture."""
    sides = np.roll(quad, -1, axis=0) - quad
    onward = np.roll(sides, -1, axis=0)
    return bool((sides[:, 0] * onward[:, 1] - sides[:, 1] * onward[:, 0] > LEAST_BEND).all())
