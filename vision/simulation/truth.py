"""How the cubes truly lie, as the camera sees them: for the hands and for counting what was read wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from controller.ports import GameCube, Point, Quad, Zone
from vision.simulation.throw import on_rail
from vision.simulation.view import View
from vision.simulation.world import World

LEANS_FROM = 10.0
"""Degrees off flat from which a cube leans."""
_WITHIN = 0.7
"""How far from a cube's centre a point may be to mean it, in widths of its top side."""


@dataclass(frozen=True, slots=True)
class LyingCube:
    """How a cube truly lies: what the game sees, where, and how its top side appears in the picture (pixels).

    `tilt`: degrees off flat.
    """

    cube: GameCube
    zone: Zone
    center: Point
    quad: Quad
    tilt: float

    @property
    def leans(self) -> bool:
        """Whether it is so far off flat that its face doesn't count."""
        return self.tilt > LEANS_FROM

    def __str__(self) -> str:
        x, y = self.center
        return f"the {'odd ' if self.cube.odd else ''}{self.cube.face} at ({x:.0f}, {y:.0f})"


def lying_cubes(world: World, view: View) -> tuple[LyingCube, ...]:
    """All cubes of the world in their order."""
    lying = []
    for cube in world.cubes:
        corners = cube.pose.top_quad(world.size)
        seen = view.project(np.vstack([corners, corners.mean(axis=0)]))
        a, b, c, d, center = ((float(x), float(y)) for x, y in seen)
        zone: Zone = "rail" if on_rail(cube.pose) else "tray"
        lying.append(LyingCube(cube.shown(), zone, center, (a, b, c, d), cube.pose.tilt()))
    return tuple(lying)


def cubes_at(points: Sequence[Point], lying: Sequence[LyingCube]) -> list[int]:
    """The numbers of the cubes whose top sides are at these points; a point where no cube lies is left out."""
    found: list[int] = []
    for point in points:
        away = _away(point, lying)
        away[found] = np.inf
        nearest = int(np.argmin(away))
        if away[nearest] <= _WITHIN:
            found.append(nearest)
    return found


def taken_up(points: Sequence[Point], lying: Sequence[LyingCube]) -> list[int]:
    """The numbers of the cubes that hands take up when told to reach for these points.

    Hands that find a cube at none of them take the nearest one, of those in the tray if there are any.
    """
    found = cubes_at(points, lying)
    if found or not points:
        return found
    in_tray = [number for number, cube in enumerate(lying) if cube.zone == "tray"]
    away = _away(points[0], lying)
    return [min(in_tray or range(len(lying)), key=lambda number: float(away[number]))]


def _away(point: Point, lying: Sequence[LyingCube]) -> NDArray[np.float64]:
    """How far each cube's top is from a point, in widths of the cube."""
    centres = np.array([each.center for each in lying])
    widths = [np.linalg.norm(np.subtract(each.quad[0], each.quad[2])) / np.sqrt(2) for each in lying]
    away: NDArray[np.float64] = np.linalg.norm(centres - point, axis=1) / np.array(widths)
    return away
