"""What leans falls when the cube that it leans on is taken away."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.simulation.carrying import laid_flat
from vision.simulation.geometry import Array, Pose, collide, footprint, gap, turn
from vision.simulation.mat import ROLLING
from vision.simulation.motion import FRAME, Leg

_FALL = 5 * FRAME
_TOUCHES = 1.0


def falls(lying: Sequence[Pose], taken: dict[int, float], size: float) -> dict[int, Leg]:
    """The legs of the cubes, by number, that lose their support when others are `taken`, by number, at these times.

    A cube that leans on a wall stays, and so does one that has no room to fall.
    """
    legs = {}
    for number, pose in enumerate(lying):
        if number in taken or pose.tilt() < 1:
            continue
        outline = footprint(pose, size)
        freed = [time for other, time in taken.items() if gap(outline, footprint(lying[other], size)) < _TOUCHES]
        on_wall = (outline.min(axis=0) < ROLLING[:2]).any() or (outline.max(axis=0) > ROLLING[2:]).any()
        if not freed or on_wall:
            continue
        fallen = _fallen(pose, size)
        others = [other for place, other in enumerate(lying) if place != number and place not in taken]
        if not any(collide(fallen, other, size) for other in others):
            legs[number] = Leg(min(freed), min(freed) + _FALL, _Fall(pose, fallen, size))
    return legs


def _fallen(pose: Pose, size: float) -> Pose:
    edge = _lower_edge(pose, size)
    away = (pose.position - edge) * (1, 1, 0)
    away /= np.linalg.norm(away)
    return Pose(edge * (1, 1, 0) + away * size / 2 + (0, 0, size / 2), laid_flat(pose))


def _lower_edge(pose: Pose, size: float) -> Array:
    corners = pose.corners(size)
    return np.asarray(corners[np.argsort(corners[:, 2])[:2]].mean(axis=0))


class _Fall:
    """A cube turns about its lower edge, faster and faster, until it lies flat."""

    def __init__(self, start: Pose, end: Pose, size: float) -> None:
        self._start, self._end = start, end
        self._edge = _lower_edge(start, size)
        up = start.rotation[:, np.argmax(np.abs(start.rotation[2]))]
        self._axis = np.cross(up * np.sign(up[2]), (0.0, 0.0, 1.0))

    def __call__(self, part: float) -> Pose:
        if part <= 0 or part >= 1:
            return self._start if part <= 0 else self._end
        turned = turn(self._axis, self._start.tilt() * part**2)
        return Pose(self._edge + turned @ (self._start.position - self._edge), turned @ self._start.rotation)
