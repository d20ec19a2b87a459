"""What a lens bends: points of a picture as they would be without that, and back."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from controller.ports import Point
from vision.settings import LensSettings

Array = NDArray[np.float64]

_STEP = 4.0
"""Pixels over which the bending near a point is measured."""


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """A lens before pictures of one size. `matrix`: 3x3, the camera's; `distortion`: k1, k2, p1, p2, k3 (Brown)."""

    matrix: Array
    distortion: Array

    @classmethod
    def for_pictures(cls, measured: LensSettings, size: tuple[int, int]) -> Lens | None:
        """The lens that was measured, before pictures of `size`; None where these have another shape."""
        scale = size[0] / measured.size[0]
        if size[1] != round(scale * measured.size[1]):
            return None
        focal = scale * np.array(measured.focal)
        middle = scale * (np.array(measured.middle) + 0.5) - 0.5
        matrix = np.array([[focal[0], 0.0, middle[0]], [0.0, focal[1], middle[1]], [0.0, 0.0, 1.0]])
        return cls(matrix, np.array(measured.distortion))

    def straightened(self, points: ArrayLike) -> Array:
        """Pixels (n x 2) of the picture, as a lens that bends nothing would show them."""
        given = np.asarray(points, dtype=np.float64).reshape(-1, 1, 2)
        criteria = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-6)
        straight = cv2.undistortPointsIter(given, self.matrix, self.distortion, np.eye(3), self.matrix, criteria)
        return np.asarray(straight, dtype=np.float64).reshape(-1, 2)

    def bent(self, points: ArrayLike) -> Array:
        """Pixels (n x 2) of a lens that bends nothing, where they are in the picture."""
        given = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        rays = np.column_stack([given, np.ones(len(given))]) @ np.linalg.inv(self.matrix).T
        seen, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), self.matrix, self.distortion)
        return np.asarray(seen, dtype=np.float64).reshape(-1, 2)

    def bending_near(self, center: Point) -> Array:
        """The affinity (3x3) that bends straightened pixels as the lens does near `center`, a bent one."""
        middle = self.straightened([center])[0]
        steps = np.array([[_STEP, 0.0], [-_STEP, 0.0], [0.0, _STEP], [0.0, -_STEP]])
        right, left, below, above = self.bent(middle + steps)
        slope = np.column_stack([right - left, below - above]) / (2 * _STEP)
        bending = np.eye(3)
        bending[:2, :2] = slope
        bending[:2, 2] = np.asarray(center) - slope @ middle
        return bending
