"""Looks once more, in the mirror, where the finder saw fewer cubes than the set has.

A network sees a mirrored picture with other eyes: a cube that it hardly missed in the one it finds in the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from vision.finder import Finder, FinderResult, FoundCube


def look_in_the_mirror(
    finder: Finder, found: FinderResult, trust: Callable[[FoundCube], float], least_score: float, apart: float
) -> FinderResult:
    """`found`, and the cubes that only the mirrored view shows.

    `trust` as for `Finder.find`. A cube is added from `least_score` on, if it lies further from all others than
    `apart`, in widths of a cube.
    """
    seen = finder.find(found.view.mirrored(), trust)
    cubes = list(found.cubes)
    for cube in (cube for cube in seen.cubes if cube.score >= least_score):
        if all(np.hypot(*np.subtract(cube.center, other.center)) > apart * found.view.cube_px for other in cubes):
            cubes.append(cube)
    return replace(found, cubes=sorted(cubes, key=lambda cube: cube.score, reverse=True))
