"""More cubes than a set has: where cubes touch, one of them may be found so faintly or so near to another, or hardly
be hinted at between others, that it is left out, and six would be read as five.

What hardly was found and bears a face is a cube, or the side of one; where the camera sees sides, the mat tells, or
the table as its cubes tell it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import compress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from controller.ports import Point
from vision.finder import FAINT_SCORE, FinderResult, FoundCube, FoundObject
from vision.mat import Mat
from vision.networks import NONE
from vision.on_mat import ALIKE, APART, LOOSE
from vision.sides import sides_in_view
from vision.sifting import FOREIGN_SCORE
from vision.sight import SeenCube, surest_face
from vision.touching import places_beside

LEAST_FOUND = 0.12
"""What was found so surely may be a cube: of six that touch, one was found no surer than 0.14; or it only seemed,
hardly, to be something foreign."""
LEAST_TOUCHING = 0.1
"""Or only so surely, where it touches one of the others: at the end of a row of six one was found no surer than
0.117."""
ALONE, SEEMS_TO_LEAN = 1.6, 0.5
"""But not what was found fainter than a cube in plain view, so many sides of a cube from all others, and seems to the
finder to lean so likely: that is printed there."""
BETWEEN, TOUCHES, TOUCHED = 0.75, 1.25, 2
"""A cube may lie side by side with one of the others, no nearer to any than so many sides, and no further than so
many from so many of them. A side in view looks like one there, too, but beside a single cube: of 13 sides that did in
1509 simulated throws none was nearer than 1.46 sides to a second one, of cubes that were overlooked none further than
1.18."""
LEAST_BETWEEN, LEAST_BESIDE = 0.08, 0.2
"""So surely at least the finder sees a cube at such a place; and so surely where it touches a single cube."""
HALF_A_CUBE_OFF, GAP_OFF, FAR_OFF_SIDES = 1.5, 0.25, 0.3
"""That one may be what was found of two that show the same side by side, half of the one and half of the other: then
another cube of their row is so many sides away on its other side, or nearly, and the place is so far from all sides
in view."""
SURELY_BETWEEN, NEAR_ONE = 0.35, 0.65
"""And where it sees one so surely on a table, no nearer to any than so many sides and touching two, a cube may be
missing whatever is seen there: in one of 466 simulated throws that were read rightly, of other seeds than those that
are reported, it did."""
LIKELY_FACE, SURELY_FACE = 0.9, 0.995
"""And it is one where it shows a face so likely: at a glance, and looked at more closely."""
PLAINLY_FOUND, HARDLY_NONE = 0.6, 0.1
"""Or where it is found so surely, and shows no face less likely than this, though which it shows can't be told."""
FLAT = 0.1
"""And it lies flat, as cubes that touch do: of these none was thought to lean likelier than 0.09; a side, looked at
as a top, seems to lean."""
OFF_SIDES = 0.2
"""A side is found no further than so many cubes' widths from where it should be seen; the tops of cubes that touch
are found 0.22 and more from there. But on a table, as its cubes tell it, up to 0.25: what touches only one of them
has to be `FAR_OFF_SIDES`, too."""


def may_be_too_many(found: FinderResult, cubes: Sequence[SeenCube], mat: Mat) -> list[FoundCube]:
    """What lies where it could be one more cube than the `cubes`, one at least, that are taken for such: of what was
    `found`, and beside them where something hardly seems foreign, or hardly a cube. `mat`: or the table."""
    taken = mat.to_mm([cube.center for cube in cubes])
    seen = [cube for cube in found.cubes if cube.score >= LEAST_FOUND and not _is_printed(cube, taken, mat)]
    fainter = [cube for cube in found.cubes if LEAST_TOUCHING <= cube.score < LEAST_FOUND]
    seen += compress(fainter, _off(fainter, taken, mat) <= TOUCHES)
    things = [thing for thing in found.foreign if LEAST_FOUND <= thing.score < FOREIGN_SCORE]
    things = list(compress(things, _off(things, taken, mat) >= APART))
    seen = [*compress(seen, _off(seen, taken, mat) >= LOOSE), *_beside_others(found, cubes, taken, mat)]
    if not (seen or things):
        return []
    sides = sides_in_view([cube.quad for cube in cubes], mat)
    seen += _beside(list(compress(things, _off(things, sides, mat) >= OFF_SIDES)), cubes)
    nearest = [LOOSE if mat.likeness(cube.quad) >= ALIKE else APART for cube in seen]
    away = _away(seen, taken, mat)
    touches_two = (away <= TOUCHES).sum(axis=1) >= TOUCHED
    off_sides = _off(seen, sides, mat) >= np.where(touches_two, OFF_SIDES, FAR_OFF_SIDES)
    more = compress(seen, (away.min(axis=1) >= nearest) & off_sides)
    tops = [replace(cube, quad=mat.top_face(cube.quad, mat.settings.cube)) for cube in more]
    return [cube for cube in tops if np.isfinite(cube.quad).all()]  # on the horizon of a table it isn't


def may_be_missing(found: FinderResult, cubes: Sequence[SeenCube], table: Mat) -> list[Point]:
    """Where between the `cubes`, one at least, that are taken for such one more seems to lie, though nothing there
    shows a face: the table isn't quite as they tell it, or one of them is half of the one and half of the other."""
    beside = _places_beside(cubes, table)
    centers = table.to_pixels(beside.middles)
    touching = (beside.away.min(axis=1) >= NEAR_ONE) & beside.between
    seen = touching & (found.heat_at(centers) >= SURELY_BETWEEN)
    return [(float(x), float(y)) for x, y in centers[seen]]


def that_bear_faces(more: Sequence[SeenCube], mat: Mat) -> tuple[SeenCube, ...]:
    """Which of these, that lie flat, are surely cubes by what they show; each once, as it leans least, though it was
    seen twice."""
    kept: list[SeenCube] = []
    for cube in sorted(filter(_plainly_bears_a_face, more), key=lambda cube: cube.cocked):
        if not kept or _off([cube], mat.to_mm([other.center for other in kept]), mat)[0] >= LOOSE:
            kept.append(cube)
    return tuple(kept)


def _plainly_bears_a_face(cube: SeenCube) -> bool:
    plainly = cube.score >= PLAINLY_FOUND and cube.chances[NONE] < HARDLY_NONE
    return plainly or surest_face(cube) >= SURELY_FACE


def _is_printed(cube: FoundCube, taken: NDArray[np.float64], mat: Mat) -> bool:
    faint = cube.score < FAINT_SCORE and cube.cocked >= SEEMS_TO_LEAN
    return faint and bool(_off([cube], taken, mat)[0] >= ALONE)


class _Places(NamedTuple):
    """Places where a cube may lie side by side with one of others: their corners (n, 4, 2) and `middles` (n, 2) in
    millimetres, the sides (n, 2) of the cube along which they lie from it, how far `away` (n, m) they are from all
    others, in sides, and which of them lie `between` two or more."""

    corners: NDArray[np.float64]
    middles: NDArray[np.float64]
    along: NDArray[np.float64]
    away: NDArray[np.float64]

    @property
    def between(self) -> NDArray[np.bool_]:
        return np.asarray((self.away <= TOUCHES).sum(axis=1) >= TOUCHED)


def _places_beside(cubes: Sequence[SeenCube], mat: Mat) -> _Places:
    tops = mat.to_mm(np.reshape([cube.quad for cube in cubes], (-1, 2))).reshape(-1, 4, 2)
    along = np.roll(tops, -1, axis=1) - tops
    corners = (tops[:, None] + along[:, :, None]).reshape(-1, 4, 2)
    middles = corners.mean(axis=1)
    away = _distances(middles, mat.to_mm([cube.center for cube in cubes]), mat)
    return _Places(corners, middles, along.reshape(-1, 2), away)


def _beside_others(
    found: FinderResult, cubes: Sequence[SeenCube], taken: NDArray[np.float64], mat: Mat
) -> list[FoundCube]:
    """Where a cube may lie side by side with one of the `cubes`, and the finder sees a little there: hardly anything
    where it would touch others too. `taken` (n, 2): the middles of the cubes, in millimetres."""
    beside = _places_beside(cubes, mat)
    behind = np.repeat(taken, 4, axis=0) - HALF_A_CUBE_OFF * beside.along
    of_two = _distances(behind, taken, mat).min(axis=1) <= GAP_OFF
    fits = np.flatnonzero((beside.away.min(axis=1) >= BETWEEN) & (beside.between | of_two))
    if not len(fits):
        return []
    centers = mat.to_pixels(beside.middles[fits])
    heat = found.heat_at(centers)
    if heat.max() < min(LEAST_BETWEEN, LEAST_BESIDE):
        return []
    off_sides = _distances(beside.middles[fits], sides_in_view([cube.quad for cube in cubes], mat), mat)
    no_side = off_sides.min(axis=1, initial=np.inf) >= FAR_OFF_SIDES
    hinted = np.where(beside.between[fits], heat >= LEAST_BETWEEN, (heat >= LEAST_BESIDE) & no_side)
    return [
        FoundCube((float(x), float(y)), mat.to_pixels(corners), float(score), 0.0)
        for (x, y), corners, score in compress(zip(centers, beside.corners[fits], heat, strict=True), hinted)
    ]


def _distances(places: NDArray[np.float64], others: NDArray[np.float64], mat: Mat) -> NDArray[np.float64]:
    """From each of the places (n, 2) to each of the others (m, 2), in sides of a cube: (n, m)."""
    return np.asarray(np.hypot(*(places[:, None] - others).transpose(2, 0, 1)) / mat.settings.cube)


def _beside(things: Sequence[FoundObject], cubes: Sequence[SeenCube]) -> list[FoundCube]:
    """Where a cube that touches one of the `cubes` may lie, for each of the things that hardly seems foreign."""
    quads = [np.array(cube.quad) for cube in cubes]
    touching = []
    for thing in things:
        places = [(quad.mean(axis=0), quad) for quad in places_beside(quads, [thing.center])]
        nearest = sorted(places, key=lambda place: float(np.hypot(*(place[0] - thing.center))))[:1]
        touching += [FoundCube((float(x), float(y)), quad, thing.score, 0.0) for (x, y), quad in nearest]
    return touching


def _off(
    seen: Sequence[FoundCube | FoundObject | SeenCube], places: NDArray[np.float64], mat: Mat
) -> NDArray[np.float64]:
    """How far each is from the nearest of the places, which are in millimetres, in sides of a cube."""
    return np.asarray(_away(seen, places, mat).min(axis=1, initial=np.inf))


def _away(
    seen: Sequence[FoundCube | FoundObject | SeenCube], places: NDArray[np.float64], mat: Mat
) -> NDArray[np.float64]:
    """How far each is from each of the places: (n, m)."""
    if not seen:
        return np.zeros((0, len(places)))
    return _distances(mat.to_mm([one.center for one in seen]), places, mat)
