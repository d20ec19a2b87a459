"""What the mat says about what was found: where it lies, what is too near to be two cubes, how large a face is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from controller.ports import Point
from vision.finder import LEAST_SCORE, FinderResult, FoundCube
from vision.mat import Mat
from vision.sides import is_side

APART = 0.85
"""Two cubes' centres are at least a cube apart; nearer, a faint find is the side of a cube that is seen already."""
LOOSE, ALIKE = 0.7, 0.6
"""But what is found surely and looks so much like a top face may be off its place, for cubes that touch are found
roughly: only from here on it is too near."""
BESIDE_SCORE = 0.2
"""From this score something too near to another cube may be one that the other hides: a cube that touches another is
found faintly, and its side where it lies alone more faintly still."""
RIVAL = 1.25
"""How many times as surely a cube something must be found to be one, rather than the side of one, that is too near to
another: a top that is found askew looks less like one than its own side."""
LARGER, FAR_LARGER = 1.2, 2.0
"""No cube is more times as large, or as small, as the others: where a face is found so, its outline is wrong. What is
found larger or smaller still lies elsewhere, or is something else."""
TRUST_IN_SIZE = 4.0
"""The set size of the cubes counts as much as so many found ones, for each is found 7 % too large or too small."""


class OnMat(NamedTuple):
    """`found`: without what is printed on the mat or lies beside it, and each face as large as the others. `beside`:
    where something was found too near to another cube, its side or a cube that touches it; `rivals`: of these, those
    that were found more surely than that; `askew`: where one of the cubes may lie turned another way."""

    found: FinderResult
    beside: tuple[Point, ...] = ()
    rivals: tuple[Point, ...] = ()
    askew: tuple[Point, ...] = ()


def on_tray_and_rail(found: FinderResult, mat: Mat) -> OnMat:
    """What was found, as far as it can lie there."""
    seen = replace(
        found,
        cubes=[cube for cube in found.cubes if mat.zone(cube.center)],
        foreign=[thing for thing in found.foreign if mat.zone(thing.center)],
    )
    return on_one_plane(seen, mat)


def on_one_plane(found: FinderResult, mat: Mat) -> OnMat:
    """What was found, as far as its tops can lie side by side in one plane."""
    lying = found.cubes
    cubes = _apart(lying, mat)
    left_out = [cube for cube in lying if not any(cube is one for one in cubes)]
    beside = [cube for cube in left_out if cube.score >= BESIDE_SCORE and not is_side(cube, cubes, mat)]
    rivals = [cube for cube in beside if cube.score > RIVAL * _nearest(cube, cubes).score]
    side = _side(cubes, mat)
    tops = mat.top_faces([cube.quad for cube in cubes], side)
    seen = replace(found, cubes=[replace(cube, quad=top) for cube, top in zip(cubes, tops, strict=True)])
    return OnMat(seen, tuple(cube.center for cube in beside), tuple(cube.center for cube in rivals))


def as_large(cube: FoundCube, others: Sequence[FoundCube], mat: Mat) -> FoundCube:
    """The cube, its face as large as those of the `others` where it can't be as large as it was found."""
    side = _side(others, mat)
    times = mat.side_of(cube.quad) / side
    wrong = LARGER < times < FAR_LARGER or 1 / FAR_LARGER < times < 1 / LARGER
    return replace(cube, quad=mat.top_face(cube.quad, side)) if wrong else cube


def _nearest(cube: FoundCube, others: Sequence[FoundCube]) -> FoundCube:
    return min(others, key=lambda other: float(np.hypot(*np.subtract(other.center, cube.center))))


def _apart(cubes: Sequence[FoundCube], mat: Mat) -> list[FoundCube]:
    """Without those that are too near to a more trusted one: from a steep camera its side is seen beside its top."""
    likeness = [mat.likeness(cube.quad) for cube in cubes]
    nearest = [_nearest_to_others(cube, like, mat) for cube, like in zip(cubes, likeness, strict=True)]
    places = mat.to_mm([cube.center for cube in cubes]) if cubes else np.empty((0, 2))
    kept: list[int] = []
    for index in sorted(range(len(cubes)), key=lambda index: -cubes[index].score * likeness[index]):
        if all(np.hypot(*(places[index] - places[other])) >= nearest[index] for other in kept):
            kept.append(index)
    return [cubes[index] for index in sorted(kept)]


def _nearest_to_others(cube: FoundCube, likeness: float, mat: Mat) -> float:
    """How near to another one it can be, in millimetres. `likeness`: how much it looks like a top face."""
    plain = cube.score >= LEAST_SCORE and likeness >= ALIKE
    return mat.settings.cube * (LOOSE if plain else APART)


def trusted(cube: FoundCube, mat: Mat) -> float:
    """How much a find can be trusted: what looks least like a top face is rather a side."""
    return cube.score * mat.likeness(cube.quad)


def _side(cubes: Sequence[FoundCube], mat: Mat) -> float:
    """The side of the set's cubes in millimetres: what was set, and what is seen of those that are surely there."""
    seen = [np.log(mat.side_of(cube.quad)) for cube in cubes if cube.score >= LEAST_SCORE]
    expected = np.log(mat.settings.cube)
    return float(np.exp((TRUST_IN_SIZE * expected + sum(seen)) / (TRUST_IN_SIZE + len(seen))))
