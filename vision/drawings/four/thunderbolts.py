"""Four solid bolts of one marked shape: of Zeus, fat as in a comic, broad above, with arrowheads."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, turned
from vision.drawings.four.layout import around, arranged, fitted
from vision.drawings.four.shapes import arrow_bolt, comic_bolt, dart, zeus_bolt


def zeus(canvas: Canvas, rng: Generator) -> None:
    """Four sharp bands with two or four kinks, pointing outwards, in a grid or side by side."""
    bolt = turned(zeus_bolt(rng), rng.uniform(-0.3, 0.3))
    for each in arranged(rng, bolt):
        canvas.fill(each)


def comic(canvas: Canvas, rng: Generator) -> None:
    """Four fat bolts in three tiers, sharp or with round corners."""
    bolt = turned(comic_bolt(rng), rng.uniform(-0.25, 0.25))
    rounding = rng.uniform(0.05, 0.09) if rng.random() < 0.5 else 0.0
    for each in arranged(rng, bolt):
        canvas.fill(each)
        if rounding:
            canvas.stroke(each, rounding, closed=True)


def inwards(canvas: Canvas, rng: Generator) -> None:
    """Four bolts, broad outside, whose points meet in the middle."""
    turn = rng.choice([0.0, np.pi / 4])
    for each in fitted(around(dart(rng), rng.uniform(1.05, 1.3), turn)):
        canvas.fill(each)


def arrows(canvas: Canvas, rng: Generator) -> None:
    """Four broken arrows that point outwards, or all up, or all down."""
    for each in arranged(rng, arrow_bolt(rng) * np.array([1, rng.choice([-1, 1])])):
        canvas.fill(each)
