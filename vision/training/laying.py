"""Lays cubes on a floor as throws leave them: touching each other and the walls, and leaning on both."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator

from vision.training.cubes3d import Array, Box, PinholeCamera, resting_box
from vision.training.walls import Wall

_NUMBERS = [0.04, 0.04, 0.06, 0.1, 0.16, 0.4, 0.14, 0.06]  # how often 0 to 7 cubes lie there
_AT_WALL = 0.4
_BESIDE, _LEANING_BESIDE = 0.42, 0.5  # of all and of leaning cubes, share that is laid beside one that lies there
_PROPPED = 0.85  # of leaning cubes beside something, share that leans on it; anything else may hold up the others
_LEANING, _HARDLY = 0.3, 0.1  # shares of cubes that lean, and that lean so little that they count as flat
_TRIES = 6

Laid = list[tuple[Box, float]]
"""Cubes, and by how much each leans, in radians."""


def lay_cubes(
    rng: Generator,
    camera: PinholeCamera,
    size: tuple[int, int],
    side: float,
    wall: Wall | None,
    cubes: int | None = None,
    plain: bool = False,
) -> Laid:
    """Cubes of about `side` millimetres that don't run into each other, in a picture of `size` (width, height).

    `cubes`: how many at most; by chance when None. `plain`: none leans.
    """
    wanted = int(rng.choice(len(_NUMBERS), p=_NUMBERS)) if cubes is None else cubes
    edge = rng.uniform(0.05, 0.2)
    laid: Laid = []
    for _ in range(wanted * _TRIES):
        if len(laid) == wanted:
            break
        box, tilt = _next(rng, camera, size, side * rng.uniform(0.985, 1.015), edge, laid, wall, plain)
        top = camera.project(box.side_quad(0)).mean(0)
        inside = -12 < top[0] < size[0] + 12 and -12 < top[1] < size[1] + 12
        if inside and (wall is None or wall.leaves_room(box)) and all(_apart(box, other) for other, _ in laid):
            laid.append((box, tilt))
    return laid


def _next(
    rng: Generator,
    camera: PinholeCamera,
    size: tuple[int, int],
    side: float,
    edge: float,
    laid: Laid,
    wall: Wall | None,
    plain: bool,
) -> tuple[Box, float]:
    tilt = _tilt(rng, plain)
    where = rng.random()
    if wall is not None and where < _AT_WALL:
        return _at_wall(rng, camera, size, side, edge, wall, tilt)
    if laid and where > 1 - (_LEANING_BESIDE if np.degrees(tilt) > 10 else _BESIDE):
        return _beside(rng, laid[int(rng.integers(len(laid)))][0], side, edge, tilt)
    margin = 0.38 if not laid and min(size) < 200 else 0.02
    place = camera.floor(rng.uniform(margin, 1 - margin, (1, 2)) * size)[0]
    return resting_box(rng, place, side, rng.uniform(0, 2 * np.pi), tilt, edge), tilt


def _tilt(rng: Generator, plain: bool) -> float:
    chance = rng.random()
    if not plain and chance < _LEANING:
        return float(np.radians(10.5 + 34 * rng.random() ** 1.4))
    return float(np.radians(abs(rng.normal(0, 1.5)))) if chance < _LEANING + _HARDLY else 0.0


def _at_wall(
    rng: Generator,
    camera: PinholeCamera,
    size: tuple[int, int],
    side: float,
    edge: float,
    wall: Wall,
    tilt: float,
) -> tuple[Box, float]:
    """A cube that touches the wall, with a side or a corner, or leans on it."""
    foot = wall.foot(camera.floor(rng.uniform(0.02, 0.98, (1, 2)) * size)[0])
    towards = float(np.arctan2(*-wall.inward[::-1]))
    if np.degrees(tilt) > 10 and rng.random() < _PROPPED:
        yaw = towards + float(rng.integers(4)) * np.pi / 2
        return _propped(rng, foot, wall.height, side, edge, yaw, towards, tilt), tilt
    yaw = towards + (rng.normal(0, 0.03) if rng.random() < 0.6 else rng.uniform(0, np.pi / 2))
    box = resting_box(rng, foot, side, yaw, tilt, edge)
    nearest = float(((box.footprint() - foot) @ wall.inward).min())
    place = foot + (rng.exponential(0.4) - nearest) * wall.inward
    return Box(np.array([*place, box.center[2]]), side, box.rotation, edge), tilt


def _beside(rng: Generator, other: Box, side: float, edge: float, tilt: float) -> tuple[Box, float]:
    """A cube that touches another one, or nearly, or leans on it."""
    its_yaw = float(np.arctan2(other.rotation[1, 0], other.rotation[0, 0]))
    way = its_yaw + float(rng.integers(4)) * np.pi / 2
    out, along = np.array([np.cos(way), np.sin(way)]), np.array([-np.sin(way), np.cos(way)])
    slip = along * rng.normal(0, 0.4) * side
    if np.degrees(tilt) > 10 and other.rotation[2, 2] > 0.99 and rng.random() < _PROPPED:
        face = other.center[:2] + other.side / 2 * out + slip
        yaw = way + float(rng.integers(4)) * np.pi / 2
        return _propped(rng, face, other.side, side, edge, yaw, way + np.pi, tilt), tilt
    yaw = its_yaw + (rng.normal(0, 0.05) if rng.random() < 0.7 else rng.uniform(0, 1.5))
    reach = side * (1.0 + 0.5 * abs(np.sin(2 * (yaw - way))) * 0.85) + rng.exponential(0.5)
    return resting_box(rng, other.center[:2] + reach * out + slip, side, yaw, tilt, edge), tilt


def _propped(
    rng: Generator, face: Array, height: float, side: float, edge: float, yaw: float, towards: float, tilt: float
) -> Box:
    """A cube with one low edge on the floor, whose other one, in the direction `towards`, what stands there holds up,
    `height` tall, with a side through `face`: by that side or, where it is low enough, by its rim.

    Tipped over towards it a cube would fall back: below 45 degrees its weight lies behind the edge it stands on.
    """
    foot = min(height / np.tan(tilt), side * np.cos(tilt)) + rng.exponential(0.2)
    middle = side / 2 * (np.cos(tilt) - np.sin(tilt))  # how far that is from its low edge
    place = face - (foot - middle) * np.array([np.cos(towards), np.sin(towards)])
    return resting_box(rng, place, side, yaw, tilt, edge, towards + np.pi)


def _apart(one: Box, other: Box) -> bool:
    if np.hypot(*(one.center - other.center)[:2]) > 1.5 * (one.side + other.side) / 2 + 8:
        return True
    area, _ = cv2.intersectConvexConvex(one.footprint().astype(np.float32), other.footprint().astype(np.float32))
    return bool(area < 2.0)
