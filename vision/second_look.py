"""Looks once more, in the mirror, where the finder saw fewer cubes than the set has.

A network sees a mirrored picture with other eyes: a cube that it hardly missed in the one it finds in the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.finder import Finder, FinderResult, FoundCube
from vision.networks import Picture


def look_in_the_mirror(
    finder: Finder, picture: Picture, found: FinderResult, trust: Callable[[FoundCube], float], least_score: float,
    apart: float,
) -> FinderResult:
    """`found` in `picture`, and the cubes that only the mirrored picture shows.

    `trust` as for `Finder.find`. A cube is added from `least_score` on, if it lies further from all others than
    `apart`, in widths of a cube.
    """
    last = picture.shape[1] - 1
    mirror = np.ascontiguousarray(picture[:, ::-1])
    seen = finder.find(mirror, found.cube_px, lambda cube: trust(_mirrored(cube, last)))
    cubes = list(found.cubes)
    for cube in (_mirrored(cube, last) for cube in seen.cubes if cube.score >= least_score):
        if all(np.hypot(*np.subtract(cube.center, other.center)) > apart * found.cube_px for other in cubes):
            cubes.append(cube)
    return replace(found, cubes=sorted(cubes, key=lambda cube: cube.score, reverse=True))


def _mirrored(cube: FoundCube, last: int) -> FoundCube:
    """`cube` on the other side of a picture whose columns end with `last`."""
    quad: NDArray[np.float64] = np.column_stack([last - cube.quad[:, 0], cube.quad[:, 1]])
    clockwise = quad[[1, 0, 3, 2]]
    return replace(cube, center=(last - cube.center[0], cube.center[1]), quad=clockwise)
