"""Looks once more, in the mirror, where the finder saw fewer cubes than the set has.

A network sees a mirrored picture with other eyes: a cube that it hardly missed in the one it finds in the other.
What it hardly sees in the mirror either is looked at where a cube is missing still.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.finder import Finder, FinderResult, FoundCube, score_of


def look_in_the_mirror(
    finder: Finder, found: FinderResult, trust: Callable[[FoundCube], float], least_score: float, apart: float
) -> FinderResult:
    """`found`, and the cubes that only the mirrored view shows.

    `trust` as for `Finder.find`. A cube is added from `least_score` on, if it lies further from all others than
    `apart`, in widths of a cube; what is seen more faintly is kept apart, as hardly seen.
    """
    seen = finder.find(found.view.mirrored(), trust)
    cubes, hardly = list(found.cubes), list[FoundCube]()
    for cube in seen.cubes:
        others = (*cubes, *hardly)
        if all(np.hypot(*np.subtract(cube.center, other.center)) > apart * found.view.cube_px for other in others):
            (cubes if cube.score >= least_score else hardly).append(cube)
    return replace(found, cubes=_surest_first(cubes), hardly=hardly)


def with_hardly_seen(found: FinderResult) -> FinderResult:
    """`found`, and what was hardly seen."""
    return replace(found, cubes=_surest_first([*found.cubes, *found.hardly]), hardly=())


def _surest_first(cubes: Sequence[FoundCube]) -> list[FoundCube]:
    return sorted(cubes, key=score_of, reverse=True)
