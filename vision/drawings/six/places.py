"""Where the six stars stand."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Points


def columns(rng: Generator, across: float, down: float) -> Points:
    """Two columns of three, `across` left and right of the middle and `down` apart, a little uneven."""
    places = np.array([(x, y) for x in (-across, across) for y in (-down, 0, down)])
    return np.asarray(places + rng.normal(0, 0.015, places.shape))


def loose_columns(rng: Generator) -> Points:
    """Two columns of three, closer or wider."""
    return columns(rng, rng.uniform(0.33, 0.55), rng.uniform(0.62, 0.72))
