"""A reading as the JSON object that `tray read --json` prints."""

from __future__ import annotations

from typing import Any

from controller.ports import Point, Problem, ReadCube, TrayReading

PIXEL_DIGITS = 1
CHANCE_DIGITS = 3


def to_json(reading: TrayReading) -> dict[str, Any]:
    """`reading` as plain JSON values: pixels to one decimal, chances to three, seconds to the millisecond."""
    return {
        "source": reading.source,
        "status": reading.status,
        "detail": reading.detail,
        "settled_at": None if reading.settled_at is None else round(reading.settled_at, 3),
        "cubes": [_cube(cube) for cube in reading.cubes],
        "problems": [_problem(problem) for problem in reading.problems],
    }


def _cube(cube: ReadCube) -> dict[str, Any]:
    return {
        "face": cube.face,
        "odd": cube.odd,
        "zone": cube.zone,
        "center": _point(cube.center),
        "quad": [_point(corner) for corner in cube.quad],
        "alternatives": [[face, round(chance, CHANCE_DIGITS)] for face, chance in cube.alternatives],
        "confidence": round(cube.confidence, CHANCE_DIGITS),
        "moved": cube.moved,
    }


def _problem(problem: Problem) -> dict[str, Any]:
    return {"kind": problem.kind, "center": None if problem.center is None else _point(problem.center)}


def _point(point: Point) -> list[float]:
    return [round(point[0], PIXEL_DIGITS), round(point[1], PIXEL_DIGITS)]
