"""Which of the things that were found are cubes, which are none, and which might be either."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from controller.ports import Point
from vision.cube_set import SET_SIZE
from vision.finder import FAINT_SCORE, LEAST_SCORE, FinderResult
from vision.networks import NONE
from vision.on_mat import APART
from vision.outlines import is_cut_off, share_in_picture
from vision.quads import width_of
from vision.sides import may_be_sides
from vision.sight import SeenCube, surest_face
from vision.vouching import vouched

FOREIGN_CHANCE = 0.9
"""From this chance of being no face a thing is foreign; below it, it could be a cube, and is never left out."""
FOREIGN_CHANCE_WEAK = 0.5
FOREIGN_SCORE = 0.5
SURELY_FOREIGN = 0.8
"""Where cubes are missing, only from this score is a foreign thing without a face not one of them."""
SOMETHING_CHANCE = 0.5
"""From this chance of being either a cube or foreign, what bears no face may be a cube that is missing."""
FAINT_THING = 0.15
"""Where the mat is known hardly anything is found on a bare floor, not even faintly: what is, may be a cube of which
something covers a part."""
CUT_OFF = 0.25
"""At the edge of the picture what is found only so faintly may be a cube of which a part is seen."""
LEAST_IN_PICTURE = 0.15
"""What is found where the picture shows less of it says nothing of what lies there."""
FILLING = 0.3
"""What bears no face and is so many times as wide as a picture may be a part of a cube that fills it."""
SAME_THING = 0.7
"""Centres nearer to each other than this part of a cube's width belong to one thing."""
SIDE_REACH, SIDE_FACE_CHANCE = 1.15, 0.99
"""Of more cubes than a set has, one whose middle is no further from another one's than so many of its widths, and
that shows no face as surely as this, where the other does, is its side: sides are seen aslant, and often outlined
with their shadow."""
OVERLAP, SIDE_SCORE = 0.9, 0.6
"""So is one that is nearer than any two cubes lie, and found less than so many times as surely, whatever it shows."""
LESS_SURE, HARDLY_FACE_CHANCE = 0.9, 0.8
"""Where a whole set bears faces, what shows none as surely as this and is found less than so many times as surely as
those usually are is no sixth cube. Of 8,000 cubes in simulated throws of other seeds than those that are reported
none was so."""
SEEMS_FLAT, PLAIN_FACE = 0.1, 0.995
"""But what leans no likelier than this and shows a face as surely as that, by itself, is one, though it looks unlike
another of that name: either may be worn."""
CERTAINLY_FLAT, HARDLY_NONE = 0.01, 0.05
"""And so is, where the mat is known, what leans no likelier than this and bears no face no likelier than that: of six
in a row in a small picture one showed a 4 or a 6, no telling which. Sides, looked at as tops, seem to lean."""
FAINT_NONE_CHANCE = 0.1
FAINT_FACE_CHANCE = 0.95
"""What hardly looks like a cube is one only where it surely shows a face: the grain of wood reaches 0.89."""


@dataclass(frozen=True, slots=True, eq=False)
class Sifted:
    """`cubes`: what is taken for one. Centres: `doubtful`, of what looks foreign but may be a cube, for cubes are
    missing, or looks like a cube but may be a side of another; `foreign`, of what is no cube."""

    cubes: tuple[SeenCube, ...]
    doubtful: tuple[Point, ...]
    foreign: tuple[Point, ...]


def sift(
    found: FinderResult,
    seen: Sequence[SeenCube],
    beside: Sequence[Point],
    with_faces: Sequence[Point],
    known: Sequence[SeenCube],
    *,
    of_the_game: bool,
    mat_known: bool = False,
    all_faces: bool = True,
    size: tuple[int, int] | None = None,
    sides_known: bool = True,
) -> Sifted:
    """Tell the cubes among the `seen` ones, which are those of `found` with their chances, from what is none.

    `beside`: where something was found too near to a cube. `with_faces`: where a face seems to be, though nothing was
    found there or a foreign thing.
    `known`: cubes that lie there for certain. `of_the_game`: at most five of them are wanted, and where fewer are
    seen it is looked more closely for the others. `mat_known`: whether `found` is in a view of a tray from above.
    `all_faces`: whether a cube of the set shows no face that isn't known. `size`: of the picture, its width and
    height, where its edge may cut cubes off. `sides_known`: whether it is known where sides of cubes are seen; else
    what was hardly found may be one, and is no cube.
    """
    if size is not None:
        seen = [cube for cube in seen if share_in_picture(cube.quad, size) >= LEAST_IN_PICTURE]
    cubes = tuple(cube for cube in seen if may_be_cube(cube))
    if of_the_game:
        cubes = _of_a_set(cubes, mat_known)
    overlooked = _apart_from(cubes, known, found.view.cube_px)
    cubes += overlooked[: max(0, SET_SIZE - len(cubes))] if of_the_game else overlooked
    doubtful: tuple[Point, ...] = ()
    if len(cubes) < SET_SIZE or not of_the_game:
        faint = _faint(seen, cubes, found.view.cube_px)
        cubes += tuple(cube for cube in faint if sides_known and _bears_a_face(cube))
        if len(cubes) < SET_SIZE and of_the_game:
            doubtful = tuple(cube.center for cube in faint if cube not in cubes)
            things = [thing.center for thing in found.foreign if FOREIGN_SCORE <= thing.score < SURELY_FOREIGN]
            doubtful += _elsewhere([*things, *with_faces], _centers(cubes), found.view.cube_px) + tuple(beside)
            # Among cubes of the set one whose drawing isn't known looks like one that bears no face.
            if cubes or not all_faces or any(_fills(thing, size) for thing in seen):
                doubtful += tuple(
                    thing.center for thing in seen
                    if thing not in cubes and (
                        is_faceless(thing, LEAST_SCORE) or _is_something(thing, found)
                        or (mat_known and thing.score >= FAINT_THING)
                        or (size is not None and thing.score >= CUT_OFF and is_cut_off(thing.quad, size))
                    )
                )  # fmt: skip
    if not of_the_game:
        doubtful = tuple(beside) + _elsewhere(with_faces, [*_centers(cubes), *beside], found.view.cube_px)
    if not (of_the_game or all_faces):
        doubtful += tuple(thing.center for thing in seen if thing not in cubes and is_faceless(thing, LEAST_SCORE))
    if not (of_the_game or mat_known):
        sides = [cube for cube in may_be_sides(cubes) if cube not in known]
        cubes = tuple(cube for cube in cubes if cube not in sides)
        doubtful += tuple(side.center for side in sides)
    foreign = tuple(point for point in _foreign(found, seen, cubes) if point not in doubtful)
    return Sifted(cubes, doubtful, foreign)


def _of_a_set(cubes: Sequence[SeenCube], mat_known: bool) -> tuple[SeenCube, ...]:
    """The `cubes`; of more than a set has, without what is hardly one where a whole set bears faces, and without
    those that are sides of others, the least sure first."""
    if len(cubes) <= SET_SIZE:
        return tuple(cubes)
    told = vouched(cubes)
    faces = [cube.score for cube in told if _bears_a_face(cube)]
    if len(faces) >= SET_SIZE:
        least = LESS_SURE * float(np.median(faces))
        cubes = [
            cube for cube, each in zip(cubes, told, strict=True)
            if cube.score >= least or surest_face(each) >= HARDLY_FACE_CHANCE
            or (cube.cocked < SEEMS_FLAT and surest_face(cube) >= PLAIN_FACE)
            or (mat_known and _lies_flat_with_a_face(cube))
        ]  # fmt: skip
        told = vouched(cubes)
    sides = [
        cube for cube, side in zip(cubes, told, strict=True)
        if any(_is_side(side, other, mat_known) for other in told if other is not side)
    ]  # fmt: skip
    left_out = sorted(sides, key=lambda cube: cube.score)[: max(0, len(cubes) - SET_SIZE)]
    return tuple(cube for cube in cubes if cube not in left_out)


def _is_side(cube: SeenCube, other: SeenCube, mat_known: bool) -> bool:
    apart = np.hypot(*np.subtract(cube.center, other.center)) / width_of(np.array(other.quad))
    seems_none = surest_face(cube) < SIDE_FACE_CHANCE <= surest_face(other)
    shows_none = seems_none and not (mat_known and _lies_flat_with_a_face(cube))
    return bool(
        (apart <= SIDE_REACH and shows_none) or (apart < OVERLAP and cube.score < SIDE_SCORE * other.score)
    )


def _lies_flat_with_a_face(cube: SeenCube) -> bool:
    """Whether it certainly lies flat, as the mat lets be told, and bears a face, though which can't be told."""
    return cube.cocked < CERTAINLY_FLAT and cube.chances[NONE] < HARDLY_NONE


def _faint(seen: Sequence[SeenCube], cubes: Sequence[SeenCube], cube_px: float) -> tuple[SeenCube, ...]:
    """What the finder hardly saw and yet rather bears a face than none, away from the cubes that are sure."""
    faint = [cube for cube in seen if cube.score < FAINT_SCORE and cube.chances[NONE] < FOREIGN_CHANCE_WEAK]
    return _apart_from(cubes, faint, cube_px)


def _bears_a_face(cube: SeenCube) -> bool:
    return cube.chances[NONE] < FAINT_NONE_CHANCE and surest_face(cube) >= FAINT_FACE_CHANCE


def _apart_from(
    cubes: Sequence[SeenCube], others: Sequence[SeenCube], cube_px: float
) -> tuple[SeenCube, ...]:
    """Those of the `others` that are none of `cubes`."""
    return tuple(
        other for other in others
        if all(np.hypot(*np.subtract(cube.center, other.center)) > APART * cube_px for cube in cubes)
    )  # fmt: skip


def may_be_cube(cube: SeenCube) -> bool:
    """Whether what was found looks enough like a cube, and not too much like a thing without a face."""
    if cube.score < FAINT_SCORE:
        return False
    limit = FOREIGN_CHANCE if cube.score >= LEAST_SCORE else FOREIGN_CHANCE_WEAK
    return cube.chances[NONE] < limit


def is_faceless(cube: SeenCube, least_score: float) -> bool:
    """Whether it looks like a cube, but like one without a face of the set."""
    return cube.chances[NONE] >= FOREIGN_CHANCE and cube.score >= least_score


def _fills(thing: SeenCube, size: tuple[int, int] | None) -> bool:
    """Whether it is large in a picture of that size."""
    return size is not None and width_of(np.array(thing.quad)) >= FILLING * min(size)


def _is_something(cube: SeenCube, found: FinderResult) -> bool:
    """Whether a cube or else a foreign thing lies there, though the finder can't decide for either, and it rather
    bears no face."""
    reach = SAME_THING * found.view.cube_px
    near = [thing.score for thing in found.foreign if np.hypot(*np.subtract(thing.center, cube.center)) < reach]
    neither = (1 - cube.score) * (1 - max(near, default=0.0))
    return cube.chances[NONE] >= FOREIGN_CHANCE_WEAK and 1 - neither >= SOMETHING_CHANCE


def _foreign(found: FinderResult, seen: Sequence[SeenCube], cubes: Sequence[SeenCube]) -> tuple[Point, ...]:
    """What lies there and is no cube; the finder and the classifier may both have seen the same thing."""
    points = [cube.center for cube in seen if is_faceless(cube, FOREIGN_SCORE)]
    points += [thing.center for thing in found.foreign if thing.score >= FOREIGN_SCORE]
    return _elsewhere(points, _centers(cubes), found.view.cube_px)


def _centers(cubes: Sequence[SeenCube]) -> list[Point]:
    return [cube.center for cube in cubes]


def _elsewhere(points: Sequence[Point], taken: Sequence[Point], cube_px: float) -> tuple[Point, ...]:
    """Each of the `points` once that isn't at a place that is taken."""
    kept: list[Point] = []
    for point in points:
        if all(np.hypot(point[0] - x, point[1] - y) > SAME_THING * cube_px for x, y in [*taken, *kept]):
            kept.append(point)
    return tuple(kept)
