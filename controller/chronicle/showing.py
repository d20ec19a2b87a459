"""What the camera saw of a throw, cube by cube."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.ports import PastThrow, ReadCube, SeenCube, TrayReading
from controller.table.cubes import on_the_mat, was_thrown
from controller.table.trays import tray_from_json


def seen(throw: PastThrow, payload: Mapping[str, Any]) -> tuple[SeenCube, ...]:
    """The cubes of the reading in the journal's `payload` as `throw` has them by now; none where nothing was read."""
    if payload.get("tray") is None:
        return ()
    tray = tray_from_json(payload["tray"])
    named = {int(index) for index in payload.get("named_by_people", {})}
    places = _places(throw, tray)
    return tuple(
        _seen(cube, throw, places.get(index), index in named, was_thrown(cube, recorded=True))
        for index, cube in enumerate(tray.cubes)
    )


def _places(throw: PastThrow, tray: TrayReading) -> dict[int, int]:
    """Which cube of the throw each cube of the reading is; nothing where that doesn't come out even."""
    here = on_the_mat(tray)
    thrown = [
        index for index, cube in enumerate(tray.cubes) if cube in here and was_thrown(cube, recorded=True)
    ]
    return {index: place for place, index in enumerate(thrown)} if len(thrown) == len(throw.cubes) else {}


def _seen(cube: ReadCube, throw: PastThrow, place: int | None, named: bool, thrown: bool) -> SeenCube:
    if place is None:
        return SeenCube(cube.quad, cube.center, cube.face, cube.odd, thrown, False, said=named)
    counts = throw.cubes[place]
    read = None if named else (throw.read_as or throw.cubes)[place].face
    odd = cube.odd if counts.odd is None else counts.odd
    return SeenCube(
        cube.quad, cube.center, counts.face, odd, True, place in throw.scored, said=read != counts.face, read=read
    )
