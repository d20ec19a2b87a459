"""What the facing network learns from: cubes as an unsteady measurement gives them, in other colours and another
light, from above a table that is tipped against the true one.

Where no mat is in view it is only guessed how the table lies. A little tipped, a flat cube is to be called flat all
the same; tipped by more, nothing can be said about that, but which way its top then seems to face tells how the table
truly lies.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.networks import LEAN_BRIGHTER, along_sides, brightened, leaning_inputs
from vision.training.cubes3d import Array
from vision.training.leaning_samples import (
    SQUARE,
    LeaningSamples,
    from_patch,
    in_another_light,
    mismeasured,
    random_shake,
)

_MOST_TIPPED, _TELLS = 0.15, 0.06
"""Radians, as a deviation, by which a table is at most thought to lie tipped; and up to which a flat cube on it is to
be called flat all the same."""
_STEEPEST = 0.35
"""The least cosine between the line of sight and what is thought to be upright: no plane is looked at more flatly."""
_SHADE = (-0.4, 0.5)
"""How much darker or brighter shades are made than where the network is used, as a logarithm of the exponent."""


class FacingView(NamedTuple):
    """`values`: for the network. `center` (2,): where the top's middle is, in sides of a cube from the view's.
    `facing` (2,): (x, y) of the top's normal as seen from above the table as it is thought to lie. `tells`: whether
    it is to be told in it that the cube leans."""

    values: NDArray[np.float32]
    center: Array
    facing: Array
    tells: bool


class Tipped(NamedTuple):
    """A cube from above a table that is tipped. `to_top` (2, 2): from sides of a cube in that view to sides along
    its top; `slant` (2,) and `facing` (2,): as `LeaningSamples` has them, in that view."""

    to_top: Array
    slant: Array
    facing: Array


def random_view(samples: LeaningSamples, row: int, rng: Generator) -> FacingView:
    """A sample as it may be measured."""
    tip = rng.normal(0, rng.uniform(0, _MOST_TIPPED), 2)
    seen = tipped(samples.slants[row].astype(float), samples.leanings[row].astype(float), tip)
    zoom, shift, turn = random_shake(rng)
    axes, slant = along_sides(SQUARE @ turn.T @ np.linalg.inv(seen.to_top).T, seen.slant)
    to_top = zoom * seen.to_top @ axes
    crop = from_patch(samples.pictures[row], np.vstack([np.column_stack([to_top, shift]), [0, 0, 1]]))
    crop = brightened(in_another_light(crop, rng), LEAN_BRIGHTER * np.exp(rng.uniform(*_SHADE)))
    [values] = leaning_inputs(crop[None], mismeasured(slant, rng)[None])
    tells = bool(np.hypot(*tip) < _TELLS)
    center = -np.asarray(np.linalg.solve(to_top, shift), np.float64)
    return FacingView(values, center, axes.T @ seen.facing, tells)


def tipped(slant: Array, facing: Array, tip: Array) -> Tipped:
    """How a cube is seen from above a table whose upright is that of the true one and so much `tip` (x, y) aside, as
    tangents; not tipped at all where it would be looked at too flatly.

    `slant` and `facing` (2,): as `LeaningSamples` has them. What is small beside its distance is seen along one line
    of sight, and cubes are thought as large as they then seem.
    """
    to_camera = np.array([*-slant, 1.0]) / np.hypot(1.0, np.hypot(*slant))
    upright = np.array([*tip, 1.0]) / np.sqrt(1.0 + tip @ tip)
    if to_camera @ upright < _STEEPEST:
        return Tipped(np.eye(2), slant, facing)
    x, y, z = upright
    across = np.array([1 - x * x / (1 + z), -x * y / (1 + z), -x])
    along = np.array([-x * y / (1 + z), 1 - y * y / (1 + z), -y])
    seen = np.column_stack([
        edge - to_camera * (edge @ upright) / (to_camera @ upright) for edge in np.eye(3)[:2]
    ])  # fmt: skip
    from_top = np.array([across, along]) @ seen
    from_top /= np.sqrt(abs(np.linalg.det(from_top)))
    normal = np.array([*facing, np.sqrt(max(0.0, 1.0 - float(facing @ facing)))])
    return Tipped(
        np.linalg.inv(from_top),
        -np.array([to_camera @ across, to_camera @ along]) / (to_camera @ upright),
        np.array([normal @ across, normal @ along]),
    )
