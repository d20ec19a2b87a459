"""What the mat says about what was found: where it lies, what is too near to be two cubes, how large a face is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from controller.ports import Point
from vision.finder import LEAST_SCORE, FinderResult, FoundCube
from vision.mat import Mat

APART = 0.85
"""Two cubes' centres are at least a cube apart; nearer, a faint find is the side of a cube that is seen already."""
BESIDE_SCORE = 0.2
"""From this score something too near to another cube may be one that the other hides: a cube that touches another is
found faintly, and its side where it lies alone more faintly still."""
TRUST_IN_SIZE = 4.0
"""The set size of the cubes counts as much as so many found ones, for each is found 7 % too large or too small."""


def on_tray_and_rail(found: FinderResult, mat: Mat | None) -> tuple[FinderResult, tuple[Point, ...]]:
    """What was found, without what is printed on the mat or lies beside it, and each face as large as the others;
    and where something was found too near to another cube: its side, or a cube that touches it."""
    if mat is None:
        return found, ()
    lying = [cube for cube in found.cubes if mat.zone(cube.center)]
    cubes = _apart(lying, mat)
    left_out = [cube for cube in lying if not any(cube is one for one in cubes)]
    beside = tuple(cube.center for cube in left_out if cube.score >= BESIDE_SCORE)
    side = _side(cubes, mat)
    seen = replace(
        found,
        cubes=[replace(cube, quad=mat.top_face(cube.quad, side)) for cube in cubes],
        foreign=[thing for thing in found.foreign if mat.zone(thing.center)],
    )
    return seen, beside


def _apart(cubes: Sequence[FoundCube], mat: Mat) -> list[FoundCube]:
    """Without those that are too near to a more trusted one: from a steep camera its side is seen beside its top."""
    nearest = APART * mat.settings.cube
    places = mat.to_mm([cube.center for cube in cubes]) if cubes else np.empty((0, 2))
    kept: list[int] = []
    for index in sorted(range(len(cubes)), key=lambda index: -trusted(cubes[index], mat)):
        if all(np.hypot(*(places[index] - places[other])) >= nearest for other in kept):
            kept.append(index)
    return [cubes[index] for index in sorted(kept)]


def trusted(cube: FoundCube, mat: Mat) -> float:
    """How much a find can be trusted: what looks least like a top face is rather a side."""
    return cube.score * mat.likeness(cube.quad)


def _side(cubes: Sequence[FoundCube], mat: Mat) -> float:
    """The side of the set's cubes in millimetres: what was set, and what is seen of those that are surely there."""
    seen = [np.log(mat.side_of(cube.quad)) for cube in cubes if cube.score >= LEAST_SCORE]
    expected = np.log(mat.settings.cube)
    return float(np.exp((TRUST_IN_SIZE * expected + sum(seen)) / (TRUST_IN_SIZE + len(seen))))
