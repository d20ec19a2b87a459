"""The 6 in glittering stars: with hollow sides, or with many short points."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike

from vision.drawings.canvas import Canvas, Points, polygon, star
from vision.drawings.six.places import columns, loose_columns


def sparkles(canvas: Canvas, rng: Generator) -> None:
    """Sparkles of four long points with hollow sides, now and then with four short points between them."""
    size = rng.uniform(0.28, 0.34)
    waist, bend = size * rng.uniform(0.2, 0.34), rng.uniform(1.2, 1.9)
    sideways = size * rng.choice([1.0, rng.uniform(0.6, 0.9)])
    tips = [size, sideways, size, sideways]
    if rng.random() < 0.35:
        short = size * rng.uniform(0.45, 0.65)
        tips = [tip for long in tips for tip in (long, short)]
    for center in columns(rng, size + rng.uniform(0.04, 0.12), 2 * size + rng.uniform(0.04, 0.12)):
        canvas.fill(_hollow_sided(center, tips, waist, bend))


def thorns(canvas: Canvas, rng: Generator) -> None:
    """Stars with five to seven sharp points and hollow sides, like a tack's, with or without a round middle."""
    size, points = rng.uniform(0.28, 0.37), int(rng.choice([5, 5, 6, 7]))
    waist, bend = size * rng.uniform(0.22, 0.36), rng.uniform(1.3, 1.9)
    turn = 0.0 if rng.random() < 0.6 else rng.uniform(0, 1)
    middle = size * rng.uniform(0.42, 0.55) if rng.random() < 0.35 else 0.0
    for center in loose_columns(rng):
        canvas.fill(_hollow_sided(center, [size] * points, waist, bend, turn))
        if middle:
            canvas.disc(center, middle)


def bursts(canvas: Canvas, rng: Generator) -> None:
    """Bursts of eight to twelve short points, now and then long and short by turns or with a hole."""
    size, points = rng.uniform(0.29, 0.36), int(rng.integers(8, 13))
    waist, turn = rng.uniform(0.48, 0.68), rng.uniform(0, 1)
    short = rng.uniform(0.75, 0.88) if points % 2 == 0 and rng.random() < 0.4 else 1.0
    hole = size * rng.uniform(0.25, 0.4) if rng.random() < 0.15 else 0.0
    for center in loose_columns(rng):
        outline = star(center, size, points, waist, turn)
        outline[2::4] = center + short * (outline[2::4] - center)
        canvas.fill(outline)
        if hole:
            canvas.disc(center, hole, ink=False)


def _hollow_sided(center: ArrayLike, tips: Sequence[float], waist: float, bend: float, turn: float = 0.0) -> Points:
    """A star with a point as long as each of `tips` and `waist` deep between them; `bend` 1 gives nearly straight
    sides, more hollows them."""
    rise = (1 - np.abs(np.linspace(-1, 1, 16, endpoint=False))) ** bend
    radii = [waist + (tip - waist) * part for tip in tips for part in rise]
    return polygon(center, radii, turn - np.pi / len(tips))
