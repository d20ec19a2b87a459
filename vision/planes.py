"""Planes seen by a camera: homographies, and the plane of the cubes' tops above that of the floor."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.lens import Lens

Array = NDArray[np.float64]

USUAL_HEIGHT = 525.0
HEIGHT_SPREAD = 75.0
"""Height of the camera above the mat, for the middle of the allowed 400 to 650 mm."""
SQUARENESS_NOISE = 0.004
"""How far from square the axes of a well measured pose come out, relative to their length."""


def inverse(homography: Array) -> Array:
    """Of a homography (3x3)."""
    return np.asarray(np.linalg.inv(homography), dtype=np.float64)


def project(homography: Array, points: ArrayLike) -> Array:
    """Points (n x 2) as a homography (3x3) shows them."""
    flat = np.asarray(points, dtype=np.float64).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, homography), dtype=np.float64).reshape(-1, 2)


def raised(
    floor: Array, size: tuple[int, int], height: float, lens: Lens | None = None
) -> tuple[Array, float]:
    """The homography of a plane `height` above the floor, and how high the camera hangs.

    Where the lens wasn't measured, the focal length follows from the pose's axes having to be square (Zhang 2000, a
    flexible new technique for camera calibration, section 3.1); a camera straight above says nothing of it, then the
    usual height decides.
    """
    camera = lens.matrix if lens else _likely_camera(floor, size)
    axes = inverse(camera) @ floor
    axes /= np.sqrt(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1]))
    if axes[2, 2] < 0:
        axes = -axes
    across, along, origin = axes.T
    normal = np.cross(across, along)  # points into the table, for y runs down
    top = camera @ np.stack([across, along, origin - height * normal], axis=1)
    return top / top[2, 2], float(abs(normal @ origin) / np.linalg.norm(normal))


def _likely_camera(floor: Array, size: tuple[int, int]) -> Array:
    """The matrix (3x3) of a camera of the likeliest focal length that looks straight at the picture's middle."""
    scale = np.sqrt(abs(np.linalg.det(floor[:2, :2] / floor[2, 2])))
    candidates = []
    for camera_height in np.arange(300.0, 901.0, 10.0):
        focal = camera_height * scale
        axes = np.diag([1 / focal, 1 / focal, 1.0]) @ _centered(floor, size)
        axes /= np.sqrt(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1]))
        across, along, _ = axes.T
        skew = np.hypot(across @ along, across @ across - along @ along) / SQUARENESS_NOISE
        surprise = (camera_height - USUAL_HEIGHT) / HEIGHT_SPREAD
        candidates.append((skew**2 + surprise**2, focal))
    _, focal = min(candidates)
    return np.array([[focal, 0.0, size[0] / 2], [0.0, focal, size[1] / 2], [0.0, 0.0, 1.0]])


def _centered(homography: Array, size: tuple[int, int]) -> Array:
    shift = np.array([[1.0, 0.0, -size[0] / 2], [0.0, 1.0, -size[1] / 2], [0.0, 0.0, 1.0]])
    return np.asarray(shift @ homography, dtype=np.float64)
