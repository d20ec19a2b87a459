"""The way of one thrown cube: over the rail, down into the tray, off a wall, tumbling and sliding to its place.

The place where it comes to rest is chosen beforehand; the way is told backwards from there, so that speed, bounces
and turns all die out in exactly that pose.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.simulation.backdrop import WALL_HEIGHT
from vision.simulation.geometry import Array, Pose, footprint, half_height, turn
from vision.simulation.mat import ROLLING

_SLOWING = 1.9
_HAND_Y = 325.0


@dataclass(frozen=True, eq=False)
class Flight:
    """How a cube comes to `rest`.

    `corners`: the places it passes from the hand to its rest, (n, 2). `landing`: part of the time after which it
    first touches the floor; `height`: of the hand, mm; `hops`: heights of the two bounces, mm. `axis`, `tumble`:
    it tumbles by so many degrees about this axis; `spin`: degrees about the vertical; `flat`: part of the time
    after which it only slides; `slowing`: the larger, the sooner it has lost its speed.
    """

    rest: Pose
    size: float
    corners: Array
    landing: float
    height: float
    hops: tuple[float, float]
    axis: Array
    tumble: float
    spin: float
    flat: float
    slowing: float = _SLOWING

    def at(self, part: float) -> Pose:
        """Where the cube is after this part (0..1) of its flight."""
        if part >= 1:
            return self.rest
        left = (1 - part) ** self.slowing
        rolled = self.tumble * max(0.0, 1 - part / self.flat) ** 1.6
        turned = turn((0, 0, 1), self.spin * left) @ turn(self.axis, rolled) @ self.rest.rotation
        place = np.array([*self._along(left), half_height(turned, self.size) + self._lift(part)])
        return self._off_walls(Pose(place, turned))

    def _along(self, left: float) -> Array:
        """The place with this part of the way still to go."""
        steps = np.linalg.norm(np.diff(self.corners, axis=0), axis=1)
        reached = np.concatenate([[0.0], np.cumsum(steps)])
        here = (1 - left) * reached[-1]
        return np.array([np.interp(here, reached, self.corners[:, axis]) for axis in (0, 1)])

    def _lift(self, part: float) -> float:
        if part < self.landing:
            return float(self.height * (1 - (part / self.landing) ** 2))
        first = self.landing + (1 - self.landing) * 0.36
        second = first + (1 - self.landing) * 0.2
        for start, end, height in ((self.landing, first, self.hops[0]), (first, second, self.hops[1])):
            if start <= part < end:
                along = (part - start) / (end - start)
                return height * 4 * along * (1 - along)
        return 0.0

    def _off_walls(self, pose: Pose) -> Pose:
        """Pushed back where a low cube would reach into a wall."""
        if pose.position[1] > ROLLING[3] or pose.corners(self.size)[:, 2].min() > WALL_HEIGHT:
            return pose
        now, rest = footprint(pose, self.size), footprint(self.rest, self.size)
        low, high = np.array(ROLLING[:2]), np.array(ROLLING[2:])
        # A cube that comes to rest on a wall's rim may reach over it.
        low, high = np.minimum(low, rest.min(axis=0)), np.maximum(high, rest.max(axis=0))
        push = np.maximum(low - now.min(axis=0), 0) - np.maximum(now.max(axis=0) - high, 0)
        return Pose(pose.position + np.array([*push, 0.0]), pose.rotation) if push.any() else pose


def chance_flight(rest: Pose, size: float, rng: np.random.Generator) -> Flight:
    """Some way for a cube to come to rest in this pose."""
    left, top, right, bottom = ROLLING
    goal = rest.position[:2]
    corners = [np.array([rng.uniform(70, 170), _HAND_Y])]
    bounces = goal[1] > 125 or rng.uniform() < 0.4
    if bounces:
        away = 0.85 * size
        wall = rng.integers(4)
        if wall >= 2:
            corners.append(np.array([rng.uniform(left + 30, right - 30), top + away]))
        else:
            x = left + away if wall == 0 else right - away
            corners.append(np.array([x, rng.uniform(top + 15, max(top + 30, min(goal[1], bottom - 50)))]))
    corners.append(goal)
    way = np.array(corners)
    steps = np.linalg.norm(np.diff(way, axis=0), axis=1)
    inside = (_HAND_Y - rng.uniform(135, 155)) / max(1.0, way[0, 1] - way[1, 1]) * steps[0]
    landed = float(np.clip(inside / steps.sum(), 0.15, 0.9))
    heading = way[-1] - way[-2]
    heading /= np.linalg.norm(heading) + 1e-6
    axis = np.array([-heading[1], heading[0], 0.0]) + rng.normal(0, 0.25, 3)
    return Flight(
        rest, size, way,
        landing=1 - (1 - landed) ** (1 / _SLOWING),
        height=float(rng.uniform(95, 125)),
        hops=(float(rng.uniform(9, 20)), float(rng.uniform(2, 6))),
        axis=axis,
        tumble=-float(steps.sum()) * rng.uniform(1.6, 3.2),
        spin=float(rng.uniform(-150, 150)),
        flat=1.0 if rest.tilt() > 1 else float(rng.uniform(0.72, 0.9)),
    )  # fmt: skip


def lob(rest: Pose, size: float, rng: np.random.Generator) -> Flight:
    """A high throw that meets nothing on the floor: down onto the place of rest from above."""
    way = np.array([[rng.uniform(70, 170), _HAND_Y], rest.position[:2]])
    axis = rng.normal(0, 1, 3)
    return Flight(rest, size, way, 0.98, 125.0, (0.0, 0.0), axis, -500.0, 0.0, 0.85, slowing=3.0)
