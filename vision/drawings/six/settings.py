"""The 6 in plain stars, set closer, wider, shifted or by an unsteady hand."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, Points, star
from vision.drawings.six.places import columns, loose_columns


def crowded(canvas: Canvas, rng: Generator) -> None:
    """Large stars so close that they touch or nearly do."""
    size = 0.38
    across, down = size * rng.uniform(0.9, 1.04), size * rng.uniform(1.74, 2.0)
    _draw_alike(canvas, rng, columns(rng, across, down), size)


def scattered(canvas: Canvas, rng: Generator) -> None:
    """Small stars wide apart."""
    across, down = rng.uniform(0.44, 0.54), rng.uniform(0.68, 0.74)
    _draw_alike(canvas, rng, columns(rng, across, down), rng.uniform(0.21, 0.25))


def shifted(canvas: Canvas, rng: Generator) -> None:
    """Rows laid like bricks, or the two columns at different heights."""
    places = columns(rng, rng.uniform(0.3, 0.44), rng.uniform(0.58, 0.66))
    shift = rng.uniform(0.12, 0.3) * rng.choice([-1, 1])
    if rng.random() < 0.5:
        places[:, 0] += shift * np.tile([1, -1, 1], 2) / 2
    else:
        places[:3, 1] += shift / 2
        places[3:, 1] -= shift / 2
    _draw_alike(canvas, rng, places, rng.uniform(0.26, 0.33))


def hand_cut(canvas: Canvas, rng: Generator) -> None:
    """Stars cut out by hand: each of its own size, crooked and turned its own way."""
    points, size, waist = int(rng.choice([4, 5, 5, 6])), rng.uniform(0.27, 0.34), rng.uniform(0.38, 0.58)
    crooked = rng.uniform(0.06, 0.13)
    for center in loose_columns(rng):
        outline = star(center, size * rng.uniform(0.85, 1.15), points, waist, rng.uniform(0, 2))
        canvas.fill(outline + rng.normal(0, crooked * size, outline.shape))


def _draw_alike(canvas: Canvas, rng: Generator, places: Points, size: float) -> None:
    """The same solid star at all places, all one way up or each row's turned from the last."""
    points, waist = int(rng.choice([4, 5, 5, 5, 6])), rng.uniform(0.42, 0.58)
    turn, step = rng.choice([0.0, rng.uniform(0, 1)]), rng.choice([0.0, np.pi / points])
    for k, center in enumerate(places):
        canvas.fill(star(center, size, points, waist, turn + step * (k % 2)))
