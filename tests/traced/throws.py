"""Where five cubes come to rest: anywhere, against each other, against a wall, or kept on the rail."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.settings import MatSettings

_BESIDE, _AT_WALL = 0.3, 0.12  # shares of the cubes that come to lie against another one, and square at a wall
_KEPT = 0.3  # share of the throws with cubes on the rail

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lying:
    """A cube: the middle of its foot (x, y) in millimetres of the mat, how it is turned, in radians, and its zone."""

    middle: Array
    turn: float
    zone: str

    def foot(self, side: float) -> Array:
        """The corners (4, 2) of a cube with that side."""
        around = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * side
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        return np.asarray(self.middle + around @ np.array([[cos, sin], [-sin, cos]]))


def thrown(rng: Generator, mat: MatSettings, side: float, count: int) -> list[Lying]:
    """So many cubes, none of which runs into another one, a wall or an edge of the rail."""
    kept = int(rng.integers(1, count)) if rng.random() < _KEPT else 0
    lying: list[Lying] = []
    while len(lying) < count:
        cube = _on_the_rail(rng, mat) if len(lying) < kept else _in_the_tray(rng, mat, side, lying[kept:])
        inside = _within(cube, mat, side)
        if inside and all(_apart(cube.foot(side), other.foot(side)) for other in lying):
            lying.append(cube)
    return lying


def _on_the_rail(rng: Generator, mat: MatSettings) -> Lying:
    left, top, right, bottom = mat.rail
    return Lying(rng.uniform((left, top), (right, bottom)), rng.uniform(0, 2 * np.pi), "rail")


def _in_the_tray(rng: Generator, mat: MatSettings, side: float, others: list[Lying]) -> Lying:
    anywhere, turn = rng.uniform((0, 0), mat.rolling), rng.uniform(0, 2 * np.pi)
    if others and rng.random() < _BESIDE:
        return _beside(rng, others[int(rng.integers(len(others)))], side)
    if rng.random() < _AT_WALL:
        wall = side / 2 + rng.exponential(0.2)
        x = wall if rng.random() < 0.5 else mat.rolling[0] - wall
        return Lying(np.array([x, anywhere[1]]), float(rng.integers(4)) * np.pi / 2, "tray")
    return Lying(anywhere, turn, "tray")


def _beside(rng: Generator, other: Lying, side: float) -> Lying:
    """A cube against a side of another one, square to it or by a corner."""
    turn = other.turn + rng.choice([0.0, 0.0, rng.uniform(0, np.pi / 2)])
    out = other.turn + float(rng.integers(4)) * np.pi / 2
    reach = side / 2 * (1 + abs(np.cos(turn - out)) + abs(np.sin(turn - out))) + rng.exponential(0.4)
    slip = side * rng.normal(0, 0.3)
    away = reach * np.array([np.cos(out), np.sin(out)]) + slip * np.array([-np.sin(out), np.cos(out)])
    return Lying(other.middle + away, turn, "tray")


def _within(cube: Lying, mat: MatSettings, side: float) -> bool:
    left, top, right, bottom = (0.0, 0.0, *mat.rolling) if cube.zone == "tray" else mat.rail
    foot = cube.foot(side)
    return bool((foot >= (left, top)).all() and (foot <= (right, bottom)).all())


def _apart(one: Array, other: Array) -> bool:
    area, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    return bool(area < 1.0)
