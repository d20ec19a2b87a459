"""Outlines of faces: quads of four corners, (4, 2), in pixels of whatever picture."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray


def width_of(quad: NDArray[np.float64]) -> float:
    """The mean side of a quad."""
    corners = quad.tolist()
    return sum(map(math.dist, corners, [*corners[1:], corners[0]])) / 4


def zoomed(quad: NDArray[np.float64], zoom: float) -> NDArray[np.float64]:
    """An outline so many times as large about its middle."""
    middle = quad.mean(0)
    return np.asarray(middle + zoom * (quad - middle))


def turned(quad: NDArray[np.float64], degrees: float) -> NDArray[np.float64]:
    """An outline turned about its middle."""
    middle, angle = quad.mean(0), np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(middle + (quad - middle) @ turn.T)


def clockwise(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """An outline, given either way round, clockwise as pictures show it, y down."""
    first, second = quad[1] - quad[0], quad[2] - quad[0]
    return quad if first[0] * second[1] - first[1] * second[0] >= 0 else quad[::-1]
