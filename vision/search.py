"""Finds cubes in a picture of which nothing is known: not where a mat lies, nor how large cubes are in it.

They are what several scales show alike, in the size that most of the faces among them have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.evidence import SAME_PLACE, Evidence, gather
from vision.finder import Finder, FinderResult, FoundCube, score_of, width_of
from vision.networks import CUBE_WIDTH, Picture, check_picture
from vision.view import View, plain_view

SIDES = (27, 38, 54, 76, 110, 156, 226, 320, 454, 634, 906)
"""Longest sides, in the network's pixels, at which a picture is searched: cubes of 3/4 to 1/45 of it."""
CLOSE_UP = 100
BORDER = 20
"""A view that is smaller gets a border, in its pixels too: in a close-up there is nothing to see a cube against."""
OF_A_TABLE = 226
"""Where no cube tells the scale, hands and the like are looked for at this one."""
LEAST_EVIDENCE = 0.25
GLANCES = 24
"""The weightiest finds are looked at once to tell which size is right."""
LEAST_SHOWN = 0.01
"""What a find that shows no face counts still."""
ONE_SIZE = 0.2
ANY_SIZE = 0.5
"""How far, as logarithms, the cubes of one picture usually are from one size, and at most."""
UNLIKE = 0.15
"""From this difference of two widths, as a logarithm, the one that was found at the right scale is taken."""
SAME_CUBE = 0.75
"""Centres nearer than this part of the size are one cube."""

Glance = Callable[[Picture, Sequence[NDArray[np.float64]]], NDArray[np.float32]]
"""For each quad (4, 2) in a picture how likely, 0..1, a face is there."""


def search(
    finder: Finder, picture: Picture, glance: Glance, trust: Callable[[FoundCube], float] = score_of
) -> FinderResult:
    """Find the cubes in a picture, (height, width, 3) uint8 BGR. `trust` as for `Finder.find`.

    It is looked at in twelve scales; what too few of them show alike is no cube. Raises ValueError for anything that
    is no such picture.
    """
    check_picture(picture)
    longest = max(picture.shape[:2])
    looks = [finder.find(_view(picture, CUBE_WIDTH * longest / side), trust) for side in SIDES]
    seen = [one for one in gather(looks, trust) if one.weight >= LEAST_EVIDENCE]
    if not seen:
        return replace(looks[SIDES.index(OF_A_TABLE)], cubes=[])
    size = _size(seen[:GLANCES], glance(picture, [one.quad for one in seen[:GLANCES]]))
    closer = finder.find(_view(picture, size), trust)
    return replace(closer, cubes=[_sharper(cube, closer.cubes, size) for cube in _of_size(seen, size)])


def _view(picture: Picture, cube_px: float) -> View:
    """The whole picture in the scale at which cubes `cube_px` wide are found."""
    side = CUBE_WIDTH * max(picture.shape[:2]) / cube_px
    return plain_view(picture, cube_px, BORDER if side < CLOSE_UP else 0)


def _size(seen: Sequence[Evidence], shown: NDArray[np.float32]) -> float:
    """The size that has most evidence of faces. `shown`: how likely each shows one."""
    weights = np.array([one.weight for one in seen]) ** 2 * (shown**2 + LEAST_SHOWN)
    sizes = np.log([one.size for one in seen])
    support = [(weights * np.exp(-0.5 * ((sizes - each) / ONE_SIZE) ** 2)).sum() for each in sizes]
    near = weights * np.exp(-0.5 * ((sizes - sizes[int(np.argmax(support))]) / ONE_SIZE) ** 2)
    return float(np.exp((near * sizes).sum() / near.sum()))


def _sharper(cube: FoundCube, closer: Sequence[FoundCube], size: float) -> FoundCube:
    """The cube with the outline of a look at the right scale, where that is quite unlike the mean of all looks."""
    near = [
        other for other in closer
        if np.hypot(*np.subtract(other.center, cube.center)) < SAME_PLACE * size
        and abs(np.log(width_of(other.quad) / size)) < ANY_SIZE
        and abs(np.log(width_of(other.quad) / width_of(cube.quad))) > UNLIKE
    ]  # fmt: skip
    return replace(cube, center=near[0].center, quad=near[0].quad) if near else cube


def _of_size(seen: Sequence[Evidence], size: float) -> list[FoundCube]:
    """Cubes as wide as that, none upon another."""
    cubes: list[FoundCube] = []
    for one in seen:
        x, y = (float(value) for value in one.center)
        apart = all(np.hypot(x - cube.center[0], y - cube.center[1]) > SAME_CUBE * size for cube in cubes)
        if apart and abs(np.log(one.size / size)) < ANY_SIZE:
            cubes.append(FoundCube((x, y), one.quad, min(1.0, one.weight), one.cocked))
    return cubes
