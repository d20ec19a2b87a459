"""Readings as plain JSON values and back, for the journal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.ports import Point, Problem, Quad, ReadCube, TrayReading, as_json


def tray_to_json(tray: TrayReading) -> dict[str, Any]:
    """`tray` as `tray read --json` prints it."""
    plain: dict[str, Any] = as_json(tray)
    return plain


def tray_from_json(data: Mapping[str, Any]) -> TrayReading:
    """The reading that `tray_to_json` wrote."""
    return TrayReading(
        source=data["source"],
        status=data["status"],
        cubes=tuple(_cube(cube) for cube in data["cubes"]),
        problems=tuple(
            Problem(problem["kind"], None if problem["center"] is None else _point(problem["center"]))
            for problem in data["problems"]
        ),
        detail=data["detail"],
        settled_at=data["settled_at"],
    )


def _cube(data: Mapping[str, Any]) -> ReadCube:
    first, second, third, fourth = (_point(corner) for corner in data["quad"])
    quad: Quad = (first, second, third, fourth)
    return ReadCube(
        face=data["face"],
        odd=data["odd"],
        zone=data["zone"],
        center=_point(data["center"]),
        quad=quad,
        alternatives=tuple((face, float(chance)) for face, chance in data["alternatives"]),
        confidence=float(data["confidence"]),
        moved=data["moved"],
        colour=data.get("colour"),
    )


def _point(data: Any) -> Point:
    x, y = data
    return float(x), float(y)
