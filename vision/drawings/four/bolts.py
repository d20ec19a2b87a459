"""Four bolts of any shape: pointing outwards in an X, in a 2 x 2 grid or side by side."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from vision.drawings.canvas import Canvas, turned
from vision.drawings.four.shapes import any_bolt


def cross(canvas: Canvas, rng: Generator) -> None:
    """Four solid bolts that point outwards in an X."""
    bolt, away = any_bolt(rng, rng.uniform(0.32, 0.55)), rng.uniform(0.55, 0.75)
    inwards = rng.random() < 0.3
    for quarter in range(4):
        place = turned([[0, -away]], quarter * np.pi / 2 + np.pi / 4)
        canvas.fill(turned(bolt * 0.52, quarter * np.pi / 2 + np.pi / 4 + (np.pi if inwards else 0)) + place)
    if rng.random() < 0.25:
        canvas.disc((0, 0), rng.uniform(0.06, 0.15))


def grid(canvas: Canvas, rng: Generator) -> None:
    """Four solid bolts in a 2 x 2 grid, all the same way up."""
    bolt = any_bolt(rng, rng.uniform(0.35, 0.75)) * 0.45
    across, down = rng.uniform(0.38, 0.55), rng.uniform(0.46, 0.56)
    slant = rng.uniform(-0.3, 0.3)
    mirrored = rng.random() < 0.25
    for x in (-across, across):
        for y in (-down, down):
            shape = bolt * np.array([-1, 1]) if mirrored and x > 0 else bolt
            canvas.fill(turned(shape, slant) + np.array([x, y]))


def row(canvas: Canvas, rng: Generator) -> None:
    """Four tall bolts side by side."""
    bolt = any_bolt(rng, rng.uniform(0.2, 0.3)) * 0.8
    for x in (-0.72, -0.24, 0.24, 0.72):
        canvas.fill(bolt + np.array([x, 0]))


def outlined(canvas: Canvas, rng: Generator) -> None:
    """Four bolts in outline, in a 2 x 2 grid or pointing outwards."""
    if rng.random() < 0.5:
        grid(canvas, rng)
    else:
        cross(canvas, rng)
    canvas.outline(rng.uniform(0.07, 0.11))
