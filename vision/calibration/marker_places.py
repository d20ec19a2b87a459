"""Whether four quads in a picture can be the mat's markers, whatever the mat's size and the camera's lens.

Without OpenCV, for a table reads what calibration kept in a process that has no other use for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

EDGE = 1.0
"""Pixels that a corner may seem to lie outside the picture, for it is measured more finely than to a pixel."""
LEAST_BEND = 1.0
"""Square pixels: twice the area of any three corners of a marker; with less they lie on a line."""
MOST_BENT = 0.8
"""Parts of a marker's half side that a corner may be off: much bending makes it a half, a turned marker two."""
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
    laid = _laid_on_a_square(middles, quads)
    half = ((laid - CORNERS[:, None]) * CORNERS).mean(axis=(0, 1))
    alike = (np.abs(laid - CORNERS[:, None] - half * CORNERS) <= MOST_BENT * half).all()
    return "" if alike and (half > 0).all() else "the markers don't lie as the mat has them"


def _turns_clockwise(quad: Array) -> bool:
    """Whether a quad is convex, and its corners run clockwise as people see the picture."""
    sides = np.roll(quad, -1, axis=0) - quad
    onward = np.roll(sides, -1, axis=0)
    return bool((sides[:, 0] * onward[:, 1] - sides[:, 1] * onward[:, 0] > LEAST_BEND).all())


def _laid_on_a_square(middles: Array, points: Array) -> Array:
    """Points (... x 2 pixels) as they lie where these middles (4 x 2), which form a convex quad, are `CORNERS`."""
    homogeneous = np.column_stack([middles, np.ones(4)])
    weights = np.linalg.solve(homogeneous[:3].T, homogeneous[3])
    square = np.column_stack([CORNERS, np.ones(4)])
    shares = np.linalg.solve(square[:3].T, square[3]) / weights
    to_square = (square[:3].T * shares) @ np.linalg.inv(homogeneous[:3].T)
    laid = np.concatenate([points, np.ones((*points.shape[:-1], 1))], axis=-1) @ to_square.T
    return np.asarray(laid[..., :2] / laid[..., 2:])
