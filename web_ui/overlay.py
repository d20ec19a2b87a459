"""Where to draw what was read, over the picture that it was read from."""

from __future__ import annotations

from dataclasses import dataclass
from math import dist

from controller.ports import Point, SeenCube, ThrowShown

MARGIN = 1.6
"""Sides of a cube that are shown round the cubes: the one that leans on the wall is seen with the wall."""
NARROWEST = 4 / 3
"""Width to height of what is shown, at most: a phone is held upright."""
BADGE = 0.72
"""Side of a badge with a face, in sides of the cube."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A cube to draw: the corners of its top face, and the centre of the badge that says what it counts as."""

    cube: SeenCube
    points: str
    badge: Point
    side: float


@dataclass(frozen=True, slots=True)
class Overlay:
    """The part of the picture to show (left, top, width, height), and what to draw over it, in its pixels."""

    box: tuple[float, float, float, float]
    size: tuple[int, int]
    marks: tuple[Mark, ...]


def overlay(shown: ThrowShown, whole: bool = False) -> Overlay | None:
    """What to draw over the picture of a throw; None where nothing was seen. `whole`: show all of the picture."""
    if shown.picture_size is None or not shown.cubes:
        return None
    width, height = shown.picture_size
    marks = tuple(_mark(cube) for cube in shown.cubes)
    box = (0.0, 0.0, float(width), float(height)) if whole else _box(marks, width, height)
    return Overlay(box, (width, height), marks)


def _mark(cube: SeenCube) -> Mark:
    corners = cube.quad
    side = sum(dist(corners[i], corners[i - 1]) for i in range(4)) / 4
    top = min(y for _, y in corners)
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return Mark(cube, points, (cube.center[0], top - side * BADGE * 0.7), side)


def _box(marks: tuple[Mark, ...], width: int, height: int) -> tuple[float, float, float, float]:
    """The part of the picture in which the cubes are, with some room round them."""
    corners = [corner for mark in marks for corner in mark.cube.quad]
    room = MARGIN * max(mark.side for mark in marks)
    left, right = (end(x for x, _ in corners) + sign * room for end, sign in ((min, -1), (max, 1)))
    top, bottom = (end(y for _, y in corners) + sign * room for end, sign in ((min, -1), (max, 1)))
    across, down = right - left, bottom - top
    across, down = max(across, down / 2), max(down, across / NARROWEST)
    across, down = min(across, width), min(down, height)
    left = min(max((left + right - across) / 2, 0.0), width - across)
    top = min(max((top + bottom - down) / 2, 0.0), height - down)
    return left, top, across, down
