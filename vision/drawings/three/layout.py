"""Where the three triangles of the 3 stand."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Points


def stacked(rng: Generator, size: float) -> list[Points]:
    """Three triangles, one above two: of each the tip, then the base's right and left end; `size` 1 makes them
    touch."""
    tall = rng.uniform(0.8, 1.25)
    lean = rng.uniform(-0.15, 0.15) if rng.random() < 0.3 else 0.0
    shape = np.array([[lean, -tall / 2], [0.5, tall / 2], [-0.5, tall / 2]])
    upside_down = rng.random() < 0.15
    if upside_down:
        shape = shape * np.array([1, -1])
    places = np.array([[0, -tall / 2], [-0.5, tall / 2], [0.5, tall / 2]])
    jitter = rng.normal(0, 0.015, (3, 3, 2))
    return [size * shape + place + shake for place, shake in zip(places, jitter, strict=True)]


def level(triangle: Points, depth: float) -> Points:
    """The line across `triangle` at `depth` from its tip (0) to its base (1): its right end, its left end."""
    return np.asarray(triangle[0] + depth * (triangle[1:] - triangle[0]))
