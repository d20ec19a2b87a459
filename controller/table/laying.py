"""Which cubes simulated hands throw, and how they lay the others, where what lies there isn't what the game has.

After an undo, or a throw of the wrong cubes, cubes that have to stay were thrown since. People turn them back to the
faces that they had; so do these hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from controller.games.game import Cube, Face, GameView
from controller.ports import Point, ReadCube


@dataclass(frozen=True, slots=True)
class Laying:
    """Throw the cubes at `take`; lay those at `keep` on the rail, to `show` these faces (None: as they lie)."""

    take: tuple[Point, ...]
    keep: tuple[Point, ...]
    show: tuple[Face | None, ...]


def laid_as_the_game_has_them(view: GameView, cubes: Sequence[ReadCube], all_cubes: int) -> Laying | None:
    """How the next throw of a turn begins, all cubes being in view; None where the faces of those that stay aren't
    known, or not all are in view, and before a throw of all cubes."""
    staying = list(view.kept) + (list(view.options[view.selected].kept) if view.options else [])
    if view.phase == "roll_off" or len(cubes) != all_cubes or not staying:
        return None
    if len(staying) != all_cubes - view.to_throw:
        return None
    # Those that show it already first, those that were set aside before the others.
    free = sorted(range(len(cubes)), key=lambda index: cubes[index].zone != "rail")
    laid: dict[int, Cube] = {}
    for fits in (_shows, _may_be):
        for cube in list(staying):
            index = next((index for index in free if fits(cubes[index], cube)), None)
            if index is not None:
                free.remove(index)
                staying.remove(cube)
                laid[index] = cube
    if staying:
        return None
    moved = [index for index, cube in laid.items() if cubes[index].zone != "rail" or not _shows(cubes[index], cube)]
    return Laying(
        take=tuple(cubes[index].center for index in free),
        keep=tuple(cubes[index].center for index in moved),
        show=tuple(None if _shows(cubes[index], laid[index]) else laid[index].face for index in moved),
    )


def _shows(cube: ReadCube, wanted: Cube) -> bool:
    return cube.face == wanted.face and _may_be(cube, wanted)


def _may_be(cube: ReadCube, wanted: Cube) -> bool:
    """Whether it can be turned to that face: the odd one has a sun where the others have a 3."""
    return None in (cube.odd, wanted.odd) or cube.odd == wanted.odd
