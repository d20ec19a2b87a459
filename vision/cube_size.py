"""How large the cubes of a picture are, where several sizes have evidence, and which cubes are of that size.

Parts of faces look like small faces, as each star of a 6 looks like a sun: where more of one size are seen than a set
has cubes, another one may be right.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.cube_set import SET_SIZE
from vision.evidence import Evidence

LEAST_SHOWN = 0.01
"""What a find that shows no face counts still."""
ONE_SIZE = 0.2
ANY_SIZE = 0.5
"""How far, as logarithms, the cubes of one picture usually are from one size, and at most."""
FITS_BETTER, COMPARABLE = 1.0, 0.5
"""By so many cubes another size fits a set better than the one that has most evidence, and it has itself at least so
much of that, where it is right."""
SAME_CUBE = 0.75
"""Centres nearer than this part of the size are one cube."""


def size_of_a_set(seen: Sequence[Evidence], shown: NDArray[np.float32]) -> float:
    """How wide the cubes are among what was `seen`, the weightiest first, in pixels, where it is a set of the game.
    `shown` (n, 2): how likely, 0..1, each shows a face, and how likely the sun."""
    faces = _of_one_set(shown)
    size = size_of(seen, faces)
    others = [index for index, one in enumerate(seen) if abs(np.log(one.size / size)) >= ANY_SIZE]
    if not others or len(of_size(seen, size)) <= SET_SIZE:
        return size
    other = size_of([seen[index] for index in others], faces[others])
    comparable = _evidence(seen, faces, other).sum() >= COMPARABLE * _evidence(seen, faces, size).sum()
    fits_better = _fits_a_set(seen, faces, other) >= _fits_a_set(seen, faces, size) + FITS_BETTER
    return other if comparable and fits_better else size


def size_of(seen: Sequence[Evidence], faces: NDArray[np.float32]) -> float:
    """The size, in pixels, that has most evidence. `faces` (n,): how likely each shows one, 0..1."""
    support = [_evidence(seen, faces, one.size).sum() for one in seen]
    near = _evidence(seen, faces, seen[int(np.argmax(support))].size)
    return float(np.exp((near * np.log([one.size for one in seen])).sum() / near.sum()))


def of_size(seen: Sequence[Evidence], size: float) -> list[Evidence]:
    """Those that are as wide as that, none upon another."""
    cubes: list[Evidence] = []
    for one in seen:
        apart = all(np.hypot(*(one.center - cube.center)) > SAME_CUBE * size for cube in cubes)
        if apart and abs(np.log(one.size / size)) < ANY_SIZE:
            cubes.append(one)
    return cubes


def _of_one_set(shown: NDArray[np.float32]) -> NDArray[np.float32]:
    """How likely each shows a face of a set, which has one sun: many that seem to show it are parts of faces."""
    faces, suns = shown.T
    return np.asarray(faces - suns + suns / np.maximum(1.0, suns.sum()), np.float32)


def _evidence(seen: Sequence[Evidence], faces: NDArray[np.float32], size: float) -> NDArray[np.float64]:
    """How much each speaks for cubes of that size."""
    weights = np.array([one.weight for one in seen]) ** 2 * (faces**2 + LEAST_SHOWN)
    off = np.log([one.size / size for one in seen]) / ONE_SIZE
    return np.asarray(weights * np.exp(-0.5 * off**2))


def _fits_a_set(seen: Sequence[Evidence], faces: NDArray[np.float32], size: float) -> float:
    """How many faces of a set those show that are as wide as that, less what is too much."""
    cubes = of_size(seen, size)
    found = np.array([min(1.0, cube.weight) for cube in cubes])
    shown = found * faces[[seen.index(cube) for cube in cubes]]
    surest = np.argsort(shown)[::-1]
    return float(shown[surest[:SET_SIZE]].sum() - found[surest[SET_SIZE:]].sum())
