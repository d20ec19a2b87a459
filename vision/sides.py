"""Where the camera sees the sides of cubes that lie flat, and what is such a side rather than a cube."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.finder import FoundCube
from vision.mat import Mat
from vision.neighbours import FOUND_TOO_NEAR, in_its_sides
from vision.sight import SeenCube, surest_face

SIDE_OFF, SIDE_LIKENESS = 0.15, 0.3
"""What is found no further than so many cubes' widths from where the middle of a cube's side is seen, and looks less
than so much like a top face, is that side and nothing else: sides are found within 0.06 of there."""
TOO_NEAR, STANDS_OFF = 0.85, 0.4
"""Where it is told how each stands, no two cubes stand nearer to each other than so many widths, and a side that
passes for a top stands no further than so many from where it is seen. Of 7,700 simulated throws, a quarter of the
cubes of 2,400 of them leaning, none of 2,100 pairs that touched stood nearer than 0.95, and nothing but sides so."""
FLAT, LEANS, SURELY_A_FACE = 0.01, 0.6, 0.99
"""But only beside a cube that leans less likely than the first of these and surely shows a face; and a side, looked
at as a top, seemed to lean more likely than the first and less likely than the second. Those that did lean seemed to
more likely, and stood further from there."""
AS_SIDES, FAINTER = 1.05, 0.9
"""Where nothing tells how the camera looks, a side is no further than so many of its own or its top's sides from
that, and found less than so many times as surely: in photographs of dice at 0.78, and 0.43 and 0.82 times. Dice
beside each other were at 1.08 there and more, each found as surely as the other."""


def sides_in_view(tops: ArrayLike, mat: Mat) -> NDArray[np.float64]:
    """Where the camera sees the middles (m, 2) of those sides that it sees of the cubes with these top faces
    (n, 4, 2), in pixels: in the tops' plane, in millimetres."""
    corners = mat.to_mm(np.reshape(tops, (-1, 2))).reshape(-1, 4, 2)
    middles = corners.mean(axis=1)
    nadir, height = mat.camera_place()
    # The line of sight to what lies lower passes through the tops' plane nearer to the camera.
    nearer = ((nadir - middles) / (height - mat.settings.cube))[:, None]
    outward = (corners + np.roll(corners, -1, axis=1)) / 2 - middles[:, None]
    facing = (outward * nearer).sum(axis=2) > 0
    return np.asarray((middles[:, None] + outward + mat.settings.cube / 2 * nearer)[facing])


def is_side(cube: FoundCube, others: Sequence[FoundCube], mat: Mat) -> bool:
    """Whether it was found where the camera sees a side of one of the others, and looks like one."""
    if mat.likeness(cube.quad) >= SIDE_LIKENESS:
        return False
    return _off_sides(cube, others, mat) <= SIDE_OFF


def without_sides(seen: Sequence[SeenCube], mat: Mat) -> list[SeenCube]:
    """What was seen, without those that passed for tops though they are sides of others: of a black cube on a dark
    floor its lit side is the brightest."""
    return [cube for cube in seen if not any(_stands_as_side(cube, other, mat) for other in seen)]


def may_be_sides(seen: Sequence[SeenCube]) -> list[SeenCube]:
    """Which of those that were seen may be sides of others, where nothing tells how the camera looks at them."""
    return [cube for cube in seen if any(_may_be_side(cube, other) for other in seen if other is not cube)]


def _may_be_side(cube: SeenCube, other: SeenCube) -> bool:
    apart = min(in_its_sides(np.array(one.quad), two.center) for one, two in ((cube, other), (other, cube)))
    if apart < FOUND_TOO_NEAR:
        return cube.score <= other.score
    return apart < AS_SIDES and cube.score < FAINTER * other.score


def _stands_as_side(cube: SeenCube, other: SeenCube, mat: Mat) -> bool:
    """Whether it can't be a cube beside the other, which certainly is one, for it stands where that one's side is."""
    if not (FLAT <= cube.cocked < LEANS and other.cocked < FLAT and surest_face(other) >= SURELY_A_FACE):
        return False
    apart = mat.to_mm([cube.center]) - mat.to_mm([other.center])
    too_near = np.hypot(*apart[0]) < TOO_NEAR * mat.settings.cube
    return bool(too_near) and _off_sides(cube, [other], mat) <= STANDS_OFF


def _off_sides(cube: FoundCube | SeenCube, others: Sequence[FoundCube | SeenCube], mat: Mat) -> float:
    """How far it is from the nearest side in view of the others, in widths of a cube."""
    seen_at = sides_in_view(np.array([other.quad for other in others]), mat)
    return float(np.hypot(*(seen_at - mat.to_mm([cube.center])[0]).T).min(initial=np.inf)) / mat.settings.cube
