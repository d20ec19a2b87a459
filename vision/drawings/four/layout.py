"""Where four of the same shape stand on the face of a 4."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Points, turned


def around(shape: Points, away: float, turn: float = np.pi / 4) -> list[Points]:
    """Four copies of `shape` round the middle, upright ones pointing outwards, their origins `away` from it."""
    return [turned(shape - np.array([0, away]), turn + quarter * np.pi / 2) for quarter in range(4)]


def two_by_two(shape: Points, across: float, down: float) -> list[Points]:
    """Four copies of `shape` in a grid, their origins `across` and `down` from its middle."""
    return [shape + np.array([x, y]) for y in (-down, down) for x in (-across, across)]


def side_by_side(shape: Points, step: float) -> list[Points]:
    """Four copies of `shape` from left to right, `step` apart."""
    return [shape + np.array([place * step, 0]) for place in (-1.5, -0.5, 0.5, 1.5)]


def fitted(shapes: list[Points]) -> list[Points]:
    """`shapes` moved and scaled together so that they fill the sheet from -1 to 1."""
    low, high = np.min([shape.min(0) for shape in shapes], 0), np.max([shape.max(0) for shape in shapes], 0)
    return [2 * (shape - (low + high) / 2) / (high - low).max() for shape in shapes]


def aligned(rng: Generator, shape: Points, weight: float = 0.0) -> list[Points]:
    """Four copies of `shape` that fill the sheet: in a grid or, where they are slim, side by side now and then.

    `weight`: how wide a line `shape` will be drawn with, so that they don't touch.
    """
    # Two in a height of 2 are drawn at less than half of the size of `shape`, so the line is twice as wide for it.
    wide, tall = np.ptp(shape, axis=0) + 2 * weight
    if wide < 0.45 * tall and rng.random() < 0.5:
        return fitted(side_by_side(shape, max(wide * rng.uniform(1.0, 1.15), tall * rng.uniform(0.2, 0.3))))
    across = max(wide * rng.uniform(0.52, 0.6), tall * rng.uniform(0.3, 0.4))
    return fitted(two_by_two(shape, across, tall * rng.uniform(0.51, 0.58)))


def arranged(rng: Generator, shape: Points) -> list[Points]:
    """Four copies of `shape` that fill the sheet: pointing outwards in an X or aligned."""
    if rng.random() < 0.45:
        wide, tall = np.ptp(shape, axis=0)
        return fitted(around(shape, tall / 2 + wide * rng.uniform(0.15, 0.35)))
    return aligned(rng, shape)
