"""Where a cube is: poses, corners and footprints, in the millimetres of the mat.

The mat's x runs to the right and its y down, as the camera sees them; z is the height above the mat. A cube's
own axes run through the middles of its sides; `SIDES` gives for each side its outward normal and the directions
in which a symbol on it runs to the right and down, so that no symbol is ever mirrored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

SIDES: tuple[tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]], ...] = (
    ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    ((0, 0, -1), (1, 0, 0), (0, -1, 0)),
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((-1, 0, 0), (0, 0, 1), (0, 1, 0)),
    ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
    ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
)
"""Six sides as (normal, right, down) in the cube's own axes."""

NORMALS: Array = np.array([side[0] for side in SIDES], dtype=np.float64)
_CORNERS: Array = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Pose:
    """A cube's centre (x, y, z in mm) and its rotation (3x3, the cube's axes as columns)."""

    position: Array
    rotation: Array

    def same_as(self, other: Pose) -> bool:
        """Whether both are one and the same place and rotation."""
        return np.array_equal(self.position, other.position) and np.array_equal(self.rotation, other.rotation)

    def corners(self, size: float) -> Array:
        """The eight corners of a cube of this edge length, (8, 3)."""
        return self.position + (_CORNERS * (size / 2)) @ self.rotation.T

    def top_side(self) -> int:
        """The index in `SIDES` of the side that looks up most."""
        return int(np.argmax(NORMALS @ self.rotation[2]))

    def tilt(self) -> float:
        """How far the top side is off flat, in degrees (0..54.8)."""
        steepest = float(np.max(NORMALS @ self.rotation[2]))
        return float(np.degrees(np.arccos(min(1.0, steepest))))

    def top_quad(self, size: float) -> Array:
        """The four corners of the top side in order round it, (4, 3)."""
        normal, right, down = (np.array(axis, dtype=np.float64) for axis in SIDES[self.top_side()])
        round_it = [normal - right - down, normal + right - down, normal + right + down, normal - right + down]
        return self.position + (np.array(round_it) * (size / 2)) @ self.rotation.T


def turn(axis: Sequence[float] | Array, degrees: float) -> Array:
    """The rotation by `degrees` about `axis` (of any length), 3x3."""
    vector = np.asarray(axis, dtype=np.float64)
    scaled = vector / np.linalg.norm(vector) * np.radians(degrees)
    return np.asarray(cv2.Rodrigues(scaled)[0], dtype=np.float64)


def half_height(rotation: Array, size: float) -> float:
    """How high the centre of a cube so rotated is above a floor that it touches, in mm."""
    return float(np.abs(rotation[2]).sum() * size / 2)


def with_side_up(side: int, yaw: float) -> Array:
    """The rotation of a cube lying flat with `side` up, its symbol turned by `yaw` degrees."""
    normal, right, down = SIDES[side]
    upright = np.array([right, down, normal], dtype=np.float64)
    return turn((0, 0, 1), yaw) @ upright


def footprint(pose: Pose, size: float) -> Array:
    """The outline of the cube seen from straight above: a convex polygon, (n, 2)."""
    flat = pose.corners(size)[:, :2].astype(np.float32)
    return np.asarray(cv2.convexHull(flat), dtype=np.float64).reshape(-1, 2)


def gap(one: Array, other: Array) -> float:
    """The widest lane between two convex polygons along the normals of their edges, in mm; below 0 they overlap."""
    widest = -np.inf
    for polygon in (one, other):
        edges = np.roll(polygon, -1, axis=0) - polygon
        edges = edges[np.linalg.norm(edges, axis=1) > 1e-6]
        normals = np.stack([-edges[:, 1], edges[:, 0]], axis=1) / np.linalg.norm(edges, axis=1, keepdims=True)
        a, b = one @ normals.T, other @ normals.T
        lanes = np.maximum(b.min(axis=0) - a.max(axis=0), a.min(axis=0) - b.max(axis=0))
        widest = max(widest, float(lanes.max()))
    return widest


def collide(one: Pose, other: Pose, size: float) -> bool:
    """Whether two cubes of this size share space (separating axes of two boxes)."""
    offset = other.position - one.position
    distance = float(np.linalg.norm(offset))
    if distance >= size * np.sqrt(3):
        return False
    if distance < size:
        return True
    a, b = one.rotation, other.rotation
    crosses = np.cross(a.T[:, None, :], b.T[None, :, :]).reshape(9, 3)
    lengths = np.linalg.norm(crosses, axis=1)
    crosses = crosses[lengths > 1e-6] / lengths[lengths > 1e-6, None]
    axes = np.concatenate([a.T, b.T, crosses])
    reach = (np.abs(axes @ a).sum(axis=1) + np.abs(axes @ b).sum(axis=1)) * size / 2
    return bool(np.all(np.abs(axes @ offset) < reach))
