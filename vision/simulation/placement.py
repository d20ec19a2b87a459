"""Where thrown cubes come to rest: anywhere in the tray, touching now and then, leaning seldom, never overlapping."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from vision.simulation.backdrop import WALL_HEIGHT
from vision.simulation.geometry import Array, Pose, footprint, gap, half_height, turn, with_side_up
from vision.simulation.mat import RAIL, ROLLING

Way = Callable[[int, Sequence[Pose]], Pose | None]

_FREE, _TOUCHING = 1.0, 0.15
"""Least gap in mm between cubes that lie free, and the gap between cubes that touch."""

_INWARDS: Array = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)], dtype=np.float64)
"""From the left, right, far and near wall into the tray."""

MAX_TILT = 35.0


class Placement:
    """Finds places for cubes of `size` mm, by chance.

    `touch_chance`, `lean_chance`: 0..1, how often a cube comes to rest against a wall or another cube, and how
    often it leans on one (15 to 35 degrees).
    """

    def __init__(self, size: float, touch_chance: float, lean_chance: float, rng: np.random.Generator) -> None:
        self._size = size
        self._touch = touch_chance
        self._lean = lean_chance
        self._rng = rng

    def find(self, sides: Sequence[int], lying: Sequence[Pose]) -> list[Pose]:
        """A place for each cube that comes to rest with these sides up, beside those that lie there already."""
        placed: list[Pose] = []
        for side in sides:
            placed.append(self._one(side, [*lying, *placed]))
        return placed

    def _one(self, side: int, others: list[Pose]) -> Pose:
        chance = self._rng.uniform()
        ways: list[Way] = []
        if chance < self._lean:
            ways = [self._on_wall, self._on_cube] if self._rng.uniform() < 0.5 else [self._on_cube, self._on_wall]
        elif chance < self._lean + self._touch:
            ways = [self._beside_cube] if self._rng.uniform() < 0.6 else [self._beside_wall]
        for way in [*ways, self._free]:
            for _ in range(60):
                pose = way(side, others)
                if pose is not None and self._fits(pose, others, way):
                    return pose
        raise RuntimeError(f"{len(others)} cubes leave no room in the tray for another of {self._size} mm.")

    def _fits(self, pose: Pose, others: Sequence[Pose], way: Way) -> bool:
        outline = footprint(pose, self._size)
        least = _FREE if way == self._free else _TOUCHING / 2
        left, top, right, bottom = ROLLING
        # A cube that leans on a wall reaches over it.
        over = self._size if way == self._on_wall else -0.1
        low, high = outline.min(axis=0), outline.max(axis=0)
        if low[0] < left - over or low[1] < top - over or high[0] > right + over or high[1] > bottom + over:
            return False
        return all(gap(outline, footprint(other, self._size)) >= least for other in others)

    def _free(self, side: int, _others: Sequence[Pose]) -> Pose:
        left, top, right, bottom = ROLLING
        x = np.clip(self._rng.normal(125, 52), left + 10, right - 10)
        y = np.clip(self._rng.normal(82, 40), top + 10, bottom - 10)
        return self._flat(side, x, y, self._rng.uniform(0, 360))

    def _flat(self, side: int, x: float, y: float, yaw: float) -> Pose:
        return Pose(np.array([x, y, self._size / 2]), with_side_up(side, yaw))

    def _wall(self) -> tuple[Array, Array]:
        """A point somewhere along a wall's foot, and the direction from it into the tray."""
        left, top, right, bottom = ROLLING
        inwards = _INWARDS[self._rng.integers(4)]
        x, y = self._rng.uniform(left + 16, right - 16), self._rng.uniform(top + 16, bottom - 16)
        if inwards[0]:
            x = left if inwards[0] > 0 else right
        else:
            y = top if inwards[1] > 0 else bottom
        return np.array([x, y, 0.0]), inwards

    def _beside_wall(self, side: int, _others: Sequence[Pose]) -> Pose:
        foot, inwards = self._wall()
        place = foot + inwards * (self._size / 2 + _TOUCHING)
        return self._flat(side, place[0], place[1], 90.0 * self._rng.integers(4))

    def _beside_cube(self, side: int, others: Sequence[Pose]) -> Pose | None:
        """Side to side with another cube, or a corner against it."""
        other = self._flat_one(others)
        if other is None:
            return None
        yaw = self._rng.uniform(0, 360)
        away = self._side_of(other)
        shift = self._rng.uniform(-0.7, 0.7) * self._size * np.array([-away[1], away[0], 0.0])
        if self._rng.uniform() < 0.5:
            yaw = np.degrees(np.arctan2(away[1], away[0])) + 90.0 * self._rng.integers(4)
        place = other.position + shift + away * self._size * 1.6
        outline = footprint(other, self._size)
        for _ in range(12):
            pose = self._flat(side, place[0], place[1], yaw)
            place = place - away * (gap(footprint(pose, self._size), outline) - _TOUCHING)
        return self._flat(side, place[0], place[1], yaw)

    def _on_wall(self, side: int, _others: Sequence[Pose]) -> Pose | None:
        """One lower edge on the floor, the underside on the wall's rim."""
        steepest = np.degrees(np.arcsin(min(1.0, WALL_HEIGHT / (0.98 * self._size))))
        if steepest >= MAX_TILT:
            return None
        tilt = self._rng.uniform(max(15.0, steepest), MAX_TILT)
        foot, inwards = self._wall()
        edge = foot + inwards * (WALL_HEIGHT / np.tan(np.radians(tilt)))
        return self._tilted(side, edge, -inwards, tilt, lifted=-inwards)

    def _on_cube(self, side: int, others: Sequence[Pose]) -> Pose | None:
        """One lower edge on the floor, the other against another cube's side. Tipped over towards that cube it would
        fall back: below 45 degrees its weight lies behind the edge that it stands on."""
        other = self._flat_one(others)
        if other is None:
            return None
        tilt = self._rng.uniform(15.0, MAX_TILT)
        away = self._side_of(other)
        along = np.array([-away[1], away[0], 0.0])
        reach = self._size * (0.5 + np.cos(np.radians(tilt))) + _TOUCHING
        foot = other.position * (1, 1, 0) + along * self._size * self._rng.uniform(-0.35, 0.35)
        return self._tilted(side, foot + away * reach, -away, tilt, lifted=-away)

    def _tilted(self, side: int, edge: Array, across: Array, tilt: float, lifted: Array) -> Pose:
        """A cube standing on the lower edge at `edge`, stretching from there `across`, its far side `lifted`."""
        yaw = np.degrees(np.arctan2(lifted[1], lifted[0])) + 90.0 * self._rng.integers(4)
        up = np.array([0.0, 0.0, 1.0])
        rotation = turn(np.cross(lifted, up), tilt) @ with_side_up(side, yaw)
        angle, half = np.radians(tilt), self._size / 2
        under = across * np.cos(angle) + up * np.sin(angle)
        upright = up * np.cos(angle) - across * np.sin(angle)
        place = edge + under * half + upright * half
        place[2] = half_height(rotation, self._size)
        return Pose(place, rotation)

    def _flat_one(self, others: Sequence[Pose]) -> Pose | None:
        flat = [other for other in others if other.tilt() < 1 and other.position[1] < ROLLING[3]]
        return flat[self._rng.integers(len(flat))] if flat else None

    def _side_of(self, other: Pose) -> Array:
        """The outward direction of one of the upright sides of a flat cube."""
        sides = [axis for axis in other.rotation.T if abs(axis[2]) < 0.5]
        away = sides[self._rng.integers(2)] * self._rng.choice((-1.0, 1.0))
        flat = np.array([away[0], away[1], 0.0])
        return np.asarray(flat / np.linalg.norm(flat))


def rail_places(size: float, lying: Sequence[Pose], count: int, rng: np.random.Generator) -> list[Array]:
    """Free places on the rail for `count` cubes: centres at rest, from the left."""
    left, top, right, bottom = RAIL
    slots = np.linspace(left + 30, right - 30, 5)
    taken = [pose.position[0] for pose in lying if pose.position[1] > top]
    free = [x for x in slots if all(abs(x - other) > 1.6 * size for other in taken)]
    middle = (top + bottom) / 2
    return [np.array([x + rng.uniform(-3, 3), middle + rng.uniform(-3, 3), size / 2]) for x in free[:count]]
