"""Cubes by their evidence at many scales.

What is a cube at one scale is one, a little less surely, at the scales beside it; so a cube's evidence is the sum
over all of them, while a pip, a part of a symbol or a grain of wood is something at one scale alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finder import FinderResult, FoundCube
from vision.quads import width_of, zoomed

LEAST_FIND = 0.12
"""What is found less surely than this at a scale says nothing."""
SAME_PLACE = 0.3
SAME_SIZE = 0.45
"""Finds no further apart than this, in widths and as a logarithm of them, are the same cube."""
RIGHT_WIDTH = 0.25
"""How far off, as a logarithm, the finder may find a cube's width at a scale and still be trusted at it."""
PART_OF = 0.4
"""How wide a pip or a part of a symbol is at most, in widths of the cube."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """A cube as several scales show it: `quad` (4, 2) in pixels, the mean of what was found; `size`: its width.

    `weight`: the sum of how surely it was found at each scale. `cocked`: 0..1, how likely it leans.
    """

    quad: NDArray[np.float64]
    weight: float
    cocked: float

    @property
    def center(self) -> NDArray[np.float64]:
        """Its middle (x, y)."""
        return np.asarray(self.quad.mean(0))

    @property
    def size(self) -> float:
        """Its width in pixels."""
        return width_of(self.quad)


def gather(
    looks: Sequence[FinderResult], trust: Callable[[FoundCube], float], least: float = LEAST_FIND
) -> list[Evidence]:
    """What looks at one picture at several scales show together, the weightiest first. `least`: what is found less
    surely says nothing."""
    finds = [
        (_weight(cube, look.view.cube_px, trust), cube)
        for look in looks for cube in look.cubes if cube.score >= least
    ]  # fmt: skip
    groups: list[list[tuple[float, FoundCube]]] = []
    for weight, cube in sorted(finds, key=lambda find: -find[0]):
        for group in groups:
            if _same(cube, group[0][1]):
                group.append((weight, cube))
                break
        else:
            groups.append([(weight, cube)])
    return sorted((_together(group) for group in groups), key=lambda one: -one.weight)


def is_part(one: Evidence, found: Sequence[Evidence], as_sure: float, reach: float = 1.0) -> bool:
    """Whether it is rather a pip or a part of a symbol on one of those that were `found`, which has at least so many
    times its weight. `reach`: how much larger than its top a cube is, where its sides bear symbols too."""
    x, y = (float(value) for value in one.center)
    return any(
        one.size < PART_OF * other.size and as_sure * one.weight < other.weight
        and cv2.pointPolygonTest(zoomed(other.quad, reach).astype(np.float32), (x, y), False) >= 0
        for other in found
    )  # fmt: skip


def _weight(cube: FoundCube, cube_px: float, trust: Callable[[FoundCube], float]) -> float:
    off = np.log(width_of(cube.quad) / cube_px) / RIGHT_WIDTH
    return trust(cube) * float(np.exp(-0.5 * off**2))


def _same(cube: FoundCube, other: FoundCube) -> bool:
    size, others = width_of(cube.quad), width_of(other.quad)
    apart = float(np.hypot(*np.subtract(cube.center, other.center)))
    return apart < SAME_PLACE * others and abs(np.log(size / others)) < SAME_SIZE


def _together(group: Sequence[tuple[float, FoundCube]]) -> Evidence:
    """The weighted mean of the quads, each turned by quarters to lie as the surest does."""
    first = group[0][1].quad

    def off(quad: NDArray[np.float64]) -> float:
        return float(np.abs(quad - first).sum())

    quads = [min((np.roll(cube.quad, quarter, axis=0) for quarter in range(4)), key=off) for _, cube in group]
    weights = np.array([weight for weight, _ in group]) + 1e-9
    cocked = float(np.average([cube.cocked for _, cube in group], weights=weights))
    return Evidence(np.asarray(np.average(quads, axis=0, weights=weights)), float(weights.sum()), cocked)
